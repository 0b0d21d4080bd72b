"""The worth of early cards and tiles is found in games of self-play."""

import tomllib
from dataclasses import replace
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import numpy as np
import pytest

import century
from century.cli import main
from century.engine.actions import PLACE, PLAY
from century.errors import CenturyError
from century.lab.tuning.duels import SelfPlay
from century.lab.tuning.openings import (
    HOLDS,
    Advantage,
    advantage_of,
    advantages,
    first_opening,
    opening_from,
    ridge,
)
from century.mechanisms.common.value import gain_of
from century.mechanisms.new_world.printed import BONUS_TILES
from century.players.opening import Opening
from century.players.planner import PLANNING, named_weights, opening_of
from century.players.worth import pieces_of

GAME = century.game("spice-road")


def test_a_lesson_has_three_cards_of_each_seat() -> None:
    advantage = advantage_of("spice-road", PLANNING.wide(2), first_opening(GAME), seed=3)
    assert advantage.pieces[advantage.pieces > 0].sum() <= 3
    assert advantage.pieces.sum() == 0
    assert advantage.margin == int(advantage.margin)
    again = list(advantages("spice-road", first_opening(GAME), SelfPlay(2, 2, 3, workers=1)))
    assert np.array_equal(again[0].pieces, advantage.pieces)
    assert (again[0].before, again[0].rest, again[0].margin) == (advantage.before, advantage.rest, advantage.margin)


@pytest.mark.parametrize(
    ("name", "kinds"), [("eastern-wonders", [PLACE.labels]), ("east-to-west-1", [PLAY.labels, BONUS_TILES])]
)
def test_a_lesson_of_a_game_with_tiles_has_what_is_there_after_the_opening(name: str, kinds: Any) -> None:
    game = century.game(name)
    advantage = advantage_of(name, PLANNING.wide(2), replace(first_opening(game), rounds=8), seed=3)
    taken = {piece: number for piece, number in zip(pieces_of(game), advantage.pieces.tolist(), strict=True) if number}
    assert taken
    assert set(taken) <= {piece for kind in kinds for piece in kind}
    assert all(number == pytest.approx(round(number)) for number in taken.values())
    if name == "eastern-wonders":
        assert set(map(round, taken.values())) <= {-1, 1}
        assert advantage.before == 0  # it has no values of single tiles yet
    again = advantage_of(name, PLANNING.wide(2), replace(first_opening(game), rounds=8), seed=3)
    assert np.array_equal(again.pieces, advantage.pieces)
    over = advantage_of(name, PLANNING.wide(2), replace(first_opening(game), rounds=500), seed=3)
    assert not over.pieces.any()
    assert (over.before, over.rest) == (0.0, 0.0)  # no game has so many rounds


def test_worth_that_was_put_into_games_is_found_in_them() -> None:
    chance = np.random.default_rng(1)
    opening = first_opening(GAME)
    true = {label: float(chance.normal()) for label in PLAY.labels[2:]}
    box = GAME.box(GAME.catalogue())[0]
    gains = [gain_in(box, label) for label in PLAY.labels]
    games = []
    for _ in range(6000):
        taken = chance.choice(np.arange(2, len(PLAY.labels)), 6, replace=False)
        counts = np.zeros(len(pieces_of(GAME)))
        counts[taken[:3]], counts[taken[3:]] = 1, -1
        before = sum(
            counts[card] * (opening.weights["card gain"] * gains[card] + opening.weights.get(PLAY.labels[card], 0.0))
            for card in taken
        )
        worth = sum(
            counts[card] * (opening.weights["card gain"] * gains[card] + true[PLAY.labels[card]]) for card in taken
        )
        lie = float(chance.normal())
        games.append(Advantage(counts, float(before), lie, 4.0 * (worth + lie) + 2.0 + float(chance.normal(0, 5))))
    fitted = opening_from("spice-road", first_opening(GAME), games)
    assert fitted.weights["rounds"] == opening.rounds
    assert 0.5 < fitted.explained < 1
    names = list(true)
    shift = np.array([fitted.weights[name] - true[name] for name in names])
    assert np.abs(shift - shift.mean()).max() < 0.35


def test_values_are_held_as_firmly_as_explains_games_that_they_were_not_fitted_to() -> None:
    chance = np.random.default_rng(1)
    pieces = chance.integers(-1, 2, (60, 5)).astype(float)
    missed = pieces @ np.array([2.0, -1.0, 0.5, 0.0, 0.0]) + chance.normal(0, 4, 60)

    def fitted(to: Any, hold: float) -> Any:
        return np.linalg.solve(pieces[to].T @ pieces[to] + hold * np.eye(5), pieces[to].T @ missed[to])

    def left_out(hold: float) -> float:
        others = [np.arange(60) != game for game in range(60)]
        return sum(float(missed[~to][0] - pieces[~to][0] @ fitted(to, hold)) ** 2 for to in others)

    best = min(HOLDS, key=left_out)
    assert min(HOLDS) < best < max(HOLDS)
    assert np.allclose(ridge(pieces, missed), fitted(np.full(60, True), best))
    assert np.abs(ridge(pieces, chance.normal(0, 4, 60))).max() < 0.1  # nothing is in these games


def test_a_point_stays_a_point_where_games_hardly_tell_who_is_ahead() -> None:
    chance = np.random.default_rng(1)
    pieces = pieces_of(century.game("eastern-wonders"))
    tiles = [pieces.index(piece) for piece in PLACE.labels]
    games = []
    for _ in range(3000):
        counts = np.zeros(len(pieces))
        counts[tiles] = chance.integers(-1, 2, len(tiles))
        margin = 2.0 * counts[tiles[0]] + float(chance.normal(0, 3))
        games.append(Advantage(counts, 0.0, float(chance.normal(0, 10)), margin))  # what else it had does not matter
    fitted = opening_from("eastern-wonders", first_opening(century.game("eastern-wonders")), games)
    first, *others = (fitted.weights[piece] for piece in PLACE.labels)
    assert first == pytest.approx(2.0, abs=0.3)
    assert max(map(abs, others)) < 0.4


def gain_in(box: Any, label: str) -> float:
    """What one use of a merchant card brings."""
    return float(gain_of(box.effects[box.first_merchant + PLAY.labels.index(label)]))


def test_the_command_finds_an_opening(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("century.lab.tuning.duels.PLANNING", PLANNING._replace(depth=5, other_depth=4))  # less work
    file = tmp_path / "opening.toml"
    small = ["--width", "2", "--workers", "1", "--seed", "3"]
    assert main(["tune", "spice-road", "--opening", "60", *small, "--out", str(file)]) == 0
    assert "opening: 60 games, " in capsys.readouterr().out
    assert file.read_text().count("\nM") > 30
    assert "[opening.spice-road]\nrounds = 3\n" in file.read_text()
    main(["tune", "spice-road", "--opening", "60", *small])
    shown = capsys.readouterr().out.split("\n", 1)[1]
    assert tomllib.loads(shown) == tomllib.loads(file.read_text())  # nothing is wrapped that must be in one line
    played = Mock(wraps=advantages)
    monkeypatch.setattr("century.terminal.tune.advantages", played)
    for fresh, before in (([], opening_of(GAME)), (["--fresh"], Opening(3, named_weights(GAME)))):
        main(["tune", "spice-road", "--opening", "8", *small, *fresh])
        assert played.call_args.args == ("spice-road", before, SelfPlay(8, 2, 3, workers=1))
    assert opening_of(GAME) != Opening(3, named_weights(GAME))
    capsys.readouterr()
    for wrong, says in (
        (
            ["spice-road", "--opening", "60", "--fit", "1"],
            "--opening cannot be combined with --fit, --vary, --trials or --start",
        ),
        (
            ["spice-road", "--opening", "60", "--vary", "9"],
            "--opening cannot be combined with --fit, --vary, --trials or --start",
        ),
        (["spice-road", "--opening", "-1"], "the number of games for the opening"),
    ):
        assert main(["tune", *wrong]) != 0
        assert says in capsys.readouterr().err


def test_too_few_games_say_so() -> None:
    nothing = Advantage(np.zeros(len(pieces_of(GAME))), 0.0, 0.0, 3.0)
    with pytest.raises(CenturyError, match="nothing was taken"):
        opening_from("spice-road", first_opening(GAME), [nothing])
    with pytest.raises(CenturyError, match="nothing was taken"):
        opening_from("spice-road", first_opening(GAME), [])
