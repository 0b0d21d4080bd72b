"""The opening: which card is bought in the first rounds, by whom, and how its worth is found."""

import tomllib
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import Mock

import numpy as np
import pytest

import century
from century.cli import main
from century.engine.actions import ACTIONS, PLAY
from century.engine.match import Match
from century.errors import CenturyError
from century.lab.tuning.openings import HOLDS, Job, Lesson, first_opening, held, learn, lessons, opening_from
from century.players import planner, player, tree
from century.players.opening import Opening, Purchase
from century.players.planner import PLANNING, Planner, named_weights, opening_of, weights_of
from century.players.worth import KINDS, PIECES, names_of
from tests.helpers import cards, cubes, spice_road

GAME = century.game("spice-road")
ROW = "M15 M30 M11 M36 M31 M41"  # one good card among poor ones


def bought(opening: Opening, match: Match) -> list[str]:
    """The turn of an opening, in words."""
    assert match.actor is not None
    return [ACTIONS[answer].text for answer in opening.turn(match.known(match.actor))]


def the_opening(**weights: float) -> Opening:
    """Spice Road's, with some weights changed."""
    found = opening_of(GAME)
    assert found
    return replace(found, weights={**found.weights, **weights})


def test_the_best_card_is_bought_and_paid_with_the_cheapest_cubes() -> None:
    match = spice_road(storage=["YRG"], merchants=ROW)
    turn = bought(the_opening(), match)
    assert turn == ["acquire 3", "cube Y", "cube R"]
    for answer in turn:
        match.play(answer)
    assert "M11" in cards(match, 0, "hand")
    assert cubes(match, 0) == "G"
    assert match.actor == 1


def test_a_card_that_cannot_be_paid_is_not_bought() -> None:
    assert bought(the_opening(), spice_road(storage=["Y"], merchants=ROW))[0] in ("acquire 1", "acquire 2")


def test_cubes_count_that_lie_on_a_card_and_those_to_pay() -> None:
    level = the_opening(**dict.fromkeys(PLAY.labels, 0.0), **{"card gain": 0.0})  # all cards are worth the same
    assert bought(level, spice_road(storage=["YYY"], merchants=ROW)) == ["acquire 1"]
    lying = spice_road(storage=["YYY"], merchants=ROW, lying=["", "", "BB"])
    assert bought(level, lying) == ["acquire 3", "cube Y", "cube Y"]
    assert bought(level, spice_road(storage=["BBB"], merchants=ROW, lying=["", "", "YY"])) == ["acquire 1"]


def test_a_card_of_a_pack_is_worth_what_it_gains_there() -> None:
    pack = {"merchant": [{"id": "M30", "gain": "BBBB"}]}
    worth, gain = [], []
    for components in (None, pack):
        match = spice_road(storage=["YYY"], merchants=ROW, components=components)
        assert match.actor is not None
        [found] = [
            each for each in the_opening().purchases(match.known(match.actor)) if PLAY.labels[each.card] == "M30"
        ]
        worth.append(the_opening().worth(found))
        gain.append(found.gain)
    assert gain[1] > gain[0] + 10
    assert worth[1] - worth[0] == pytest.approx(the_opening().weights["card gain"] * (gain[1] - gain[0]))


def test_the_opening_is_over_when_somebody_can_claim_or_has_claimed() -> None:
    nearly = spice_road(storage=["YRG"], merchants=ROW, points="P01 P02 P03 P04 P05")
    assert bought(the_opening(), nearly)
    ready = spice_road(storage=["YYYYRRRR"], merchants=ROW, points="P01 P02 P03 P04 P05")
    assert any(action.text.startswith("claim") for action in ready.actions())
    assert bought(the_opening(), ready) == []
    assert bought(the_opening(), spice_road(storage=["YRG"], merchants=ROW, claimed=["", "P06"])) == []


@pytest.mark.parametrize("players", [2, 5])
def test_planners_buy_in_the_first_rounds_and_plan_from_then_on(players: int) -> None:
    match = GAME.new(players=players, seed=5)
    table = [player("planner:4") for _ in range(players)]
    opening, rounds = the_opening(), the_opening().rounds
    while match.round <= rounds + 1:
        seat = match.actor
        assert seat is not None
        begins = match.view()["question"]["decision"] == "turn"
        expected = bought(opening, match)
        assert bool(expected) == (begins and match.round <= rounds)
        answer = table[seat].choose(match.view(seat))
        assert not expected or answer.text == expected[0]
        match.play(answer)
    assert all(len(seat["hand"]) + len(seat["played"]) >= 2 + rounds for seat in match.view()["seats"])


def test_who_has_an_opening_and_who_has_none() -> None:
    first = {}
    for spec in ("planner:8", "merchant", "master:6", "greedy", "sketcher", "trader"):
        match = spice_road(storage=["YRG"], merchants=ROW)
        first[spec] = player(spec, seed=1).choose(match.view(match.actor)).text
    assert [first[spec] for spec in ("planner:8", "merchant", "master:6")] == ["acquire 3"] * 3
    assert any(first[spec] != "acquire 3" for spec in ("greedy", "sketcher", "trader"))
    found = [name for name in century.games() if opening_of(century.game(name))]
    assert found == ["spice-road", "a-new-world", "east-to-west-1", "east-to-west-2"]


def test_where_there_are_tiles_too_plans_of_the_first_rounds_know_what_each_is_worth() -> None:
    game = century.game("east-to-west-1")
    match, opening = game.new(players=2, seed=1), opening_of(game)
    assert match.actor is not None
    assert opening is not None
    known = match.known(match.actor)
    early, late, level = (
        weights_of(game, opening=True).tolist(),
        weights_of(game).tolist(),
        weights_of(game, "levels").tolist(),
    )
    changed = {name for name, one, other in zip(names_of(game), early, late, strict=True) if one != other}
    assert {"M22", "M40", "bonus_flat_1"} <= changed <= set(PIECES)
    assert not opening.turn(known)  # nothing is bought outright
    for spec, first in (("planner:8", early), ("master:8", early), ("sketcher", late), ("merchant", level)):
        made = player(spec)
        assert isinstance(made, Planner)
        for turn, weights in ((0, first), (2 * opening.rounds - 1, first), (2 * opening.rounds, late)):
            known.state["turn"] = turn
            assert made._weights_for(known).tolist() == (level if spec == "merchant" else weights), (spec, turn)


@pytest.mark.parametrize("spec", ["planner:2", "merchant", "master:2"])
def test_the_first_answer_in_a_process_loads_what_plans_need(spec: str, monkeypatch: pytest.MonkeyPatch) -> None:
    watched = Mock(wraps=tree.think)
    monkeypatch.setattr(tree, "think", watched)
    monkeypatch.setattr(planner, "_loaded", set())
    match = GAME.new(players=2, seed=1)
    for _ in range(2):  # the second player finds it there
        player(spec, seed=1).choose(match.view(match.actor))
        assert watched.call_count == 1


# --- finding it -----------------------------------------------------------------------------------


def test_a_stray_turn_buys_any_card_but_good_ones_more_often() -> None:
    match = spice_road(storage=["YRG"], merchants="M11 M15 M30 M36 M31 M41")
    chance, opening = Random(1), the_opening()
    found = [opening.stray_turn(match.known(0), chance, 2.0) for _ in range(200)]
    labels = [PLAY.labels[each.card] for each in found if each]
    assert set(labels) == {"M15", "M30", "M11", "M36"}
    assert labels.count("M11") == max(labels.count(label) for label in labels)


def test_a_lesson_has_three_cards_of_each_seat() -> None:
    lesson = learn(Job("spice-road", first_opening(GAME), PLANNING.wide(2), seed=3))
    assert lesson.pieces[lesson.pieces > 0].sum() <= 3
    assert lesson.pieces.sum() == 0
    assert lesson.margin == int(lesson.margin)
    again = list(lessons("spice-road", first_opening(GAME), games=2, width=2, seed=3, workers=1))
    assert np.array_equal(again[0].pieces, lesson.pieces)
    assert (again[0].before, again[0].rest, again[0].margin) == (lesson.before, lesson.rest, lesson.margin)


@pytest.mark.parametrize(("name", "kinds"), [("eastern-wonders", KINDS[1:2]), ("east-to-west-1", (KINDS[0], KINDS[2]))])
def test_a_lesson_of_a_game_with_tiles_has_what_is_there_after_the_opening(name: str, kinds: Any) -> None:
    game = century.game(name)
    lesson = learn(Job(name, replace(first_opening(game), rounds=8), PLANNING.wide(2), seed=3))
    taken = {piece: number for piece, number in zip(PIECES, lesson.pieces.tolist(), strict=True) if number}
    assert taken
    assert set(taken) <= {piece for kind in kinds for piece in kind}
    assert all(number == pytest.approx(round(number)) for number in taken.values())
    if name == "eastern-wonders":
        assert set(map(round, taken.values())) <= {-1, 1}
        assert lesson.before == 0  # it has no values of single tiles yet
    again = learn(Job(name, replace(first_opening(game), rounds=8), PLANNING.wide(2), seed=3))
    assert np.array_equal(again.pieces, lesson.pieces)
    over = learn(Job(name, replace(first_opening(game), rounds=500), PLANNING.wide(2), seed=3))
    assert (over.pieces.any(), over.before, over.rest) == (False, 0.0, 0.0)  # no game has so many rounds


def test_worth_that_was_put_into_games_is_found_in_them() -> None:
    chance = np.random.default_rng(1)
    opening = first_opening(GAME)
    true = {label: float(chance.normal()) for label in PLAY.labels[2:]}
    gains = {each.card: each.gain for each in all_purchases(opening)}
    told = []
    for _ in range(6000):
        taken = chance.choice(np.arange(2, len(PLAY.labels)), 6, replace=False)
        counts = np.zeros(len(PIECES))
        counts[taken[:3]], counts[taken[3:]] = 1, -1
        before = sum(
            counts[card] * (opening.weights["card gain"] * gains[card] + opening.weights.get(PLAY.labels[card], 0.0))
            for card in taken
        )
        worth = sum(
            counts[card] * (opening.weights["card gain"] * gains[card] + true[PLAY.labels[card]]) for card in taken
        )
        lie = float(chance.normal())
        told.append(Lesson(counts, float(before), lie, 4.0 * (worth + lie) + 2.0 + float(chance.normal(0, 5))))
    found = opening_from("spice-road", first_opening(GAME), told)
    assert found.weights["rounds"] == opening.rounds
    assert 0.5 < found.explained < 1
    names = list(true)
    shift = np.array([found.weights[name] - true[name] for name in names])
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
    assert np.allclose(held(pieces, missed), fitted(np.full(60, True), best))
    assert np.abs(held(pieces, chance.normal(0, 4, 60))).max() < 0.1  # nothing is in these games


def test_a_point_stays_a_point_where_games_hardly_tell_who_is_ahead() -> None:
    chance = np.random.default_rng(1)
    tiles = [PIECES.index(piece) for piece in KINDS[1]]
    told = []
    for _ in range(3000):
        counts = np.zeros(len(PIECES))
        counts[tiles] = chance.integers(-1, 2, len(tiles))
        margin = 2.0 * counts[tiles[0]] + float(chance.normal(0, 3))
        told.append(Lesson(counts, 0.0, float(chance.normal(0, 10)), margin))  # what else it had does not matter
    found = opening_from("eastern-wonders", first_opening(century.game("eastern-wonders")), told)
    first, *others = (found.weights[piece] for piece in KINDS[1])
    assert first == pytest.approx(2.0, abs=0.3)
    assert max(map(abs, others)) < 0.4


def all_purchases(opening: Opening) -> list[Purchase]:
    """Every card, once, as it would be bought."""
    found = []
    for first in range(0, 43, 6):
        labels = PLAY.labels[2:][first : first + 6] if first + 6 <= 43 else PLAY.labels[-6:]
        match = spice_road(storage=["YYYYYY"], merchants=" ".join(labels))
        found += opening.purchases(match.known(0))
    return found


def test_the_command_finds_an_opening(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "opening.toml"
    small = ["--width", "2", "--workers", "1", "--seed", "3"]
    assert main(["tune", "spice-road", "--opening", "60", *small, "--out", str(file)]) == 0
    assert "opening: 60 games, " in capsys.readouterr().out
    assert file.read_text().count("\nM") > 30
    assert "[opening.spice-road]\nrounds = 3\n" in file.read_text()
    main(["tune", "spice-road", "--opening", "60", *small])
    shown = capsys.readouterr().out.split("\n", 1)[1]
    assert tomllib.loads(shown) == tomllib.loads(file.read_text())  # nothing is wrapped that must be in one line
    played = Mock(wraps=lessons)
    monkeypatch.setattr("century.terminal.tune.lessons", played)
    for fresh, before in (([], opening_of(GAME)), (["--fresh"], Opening(3, named_weights(GAME)))):
        main(["tune", "spice-road", "--opening", "8", *small, *fresh])
        assert played.call_args.args == ("spice-road", before)
    assert opening_of(GAME) != Opening(3, named_weights(GAME))
    capsys.readouterr()
    for wrong, says in (
        (["spice-road", "--opening", "60", "--fit", "1"], "leave --fit, --vary, --trials and --start out"),
        (["spice-road", "--opening", "60", "--vary", "9"], "leave --fit, --vary, --trials and --start out"),
        (["spice-road", "--opening", "-1"], "the number of games for the opening"),
    ):
        assert main(["tune", *wrong]) != 0
        assert says in capsys.readouterr().err


def test_too_few_games_say_so() -> None:
    nothing = Lesson(np.zeros(len(PIECES)), 0.0, 0.0, 3.0)
    with pytest.raises(CenturyError, match="nothing was taken"):
        opening_from("spice-road", first_opening(GAME), [nothing])
    with pytest.raises(CenturyError, match="nothing was taken"):
        opening_from("spice-road", first_opening(GAME), [])
