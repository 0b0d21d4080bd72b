"""Weights from self-play: what is learned from a game, trials, and the file."""

import os
import re
import signal
import sys
import tomllib
from collections.abc import Callable, Iterator
from contextlib import nullcontext
from importlib.resources import files
from itertools import islice, pairwise
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import numpy as np
import pytest

import century
from century.cli import main
from century.engine.actions import PLAY
from century.lab.tuning.duels import SelfPlay, play_duel
from century.lab.tuning.fit import fit, positions_of, to_come
from century.lab.tuning.openings import advantages
from century.lab.tuning.trials import trials
from century.lab.tuning.weight_search import (
    STRIDES,
    Slope,
    Variation,
    best_stride,
    direction_of,
    faded,
    slopes,
    strides,
    variations,
)
from century.lab.tuning.weights_file import as_toml, declared_weights, from_toml
from century.players.planner import PLANNING, weights_of
from century.players.worth import BESIDES, GENERAL, names_of, pieces_of
from tests.helpers import in_terminal
from tests.waiting import PATIENCE

GAME = century.game("spice-road")
NEAR = PLANNING._replace(depth=5, other_depth=4)  # a third of the work of planners who look as far as usual
SMALL = NEAR.wide(2)


@pytest.fixture(autouse=True)
def near(monkeypatch: pytest.MonkeyPatch) -> None:
    """Planners that look a few turns ahead, also in processes that are forked."""
    monkeypatch.setattr("century.lab.tuning.duels.PLANNING", NEAR)


def test_points_to_come_are_discounted_by_the_turn() -> None:
    assert to_come(np.array([0, 5, 5, 15]), 0.9).tolist() == pytest.approx([5 + 0.81 * 10, 0.9 * 10, 10])


def test_a_lesson_has_a_row_for_every_turn() -> None:
    lesson = positions_of("spice-road", SMALL, weights_of(GAME), seed=3)
    assert lesson.measures.shape == (len(lesson.points), len(names_of(GAME)) + BESIDES)
    assert 2 * lesson.rounds - 2 <= len(lesson.points) <= 2 * lesson.rounds
    assert (lesson.points >= 0).mean() > 0.9


def test_a_fit_changes_measures_but_not_the_general_weights() -> None:
    [found] = fit("spice-road", SelfPlay(4, 2, 3, workers=1), times=1)
    before = dict(zip(names_of(GAME), weights_of(GAME).tolist(), strict=True))
    assert found.weights.keys() == before.keys()
    assert found.weights["discount"] == before["discount"]
    assert found.weights["win"] == before["win"]
    assert found.weights["red"] != before["red"]
    assert 0 < found.explained < 1


def test_a_fit_of_pieces_leaves_all_else_as_it_was(capsys: pytest.CaptureFixture[str]) -> None:
    before = dict(zip(names_of(GAME), weights_of(GAME).tolist(), strict=True))
    play = SelfPlay(4, 2, 3, workers=1)
    [all_fitted], [found] = fit("spice-road", play, times=1), fit("spice-road", play, times=1, pieces=True)
    for name, weight in found.weights.items():
        assert weight == (all_fitted.weights if name in pieces_of(GAME) else before)[name]
    assert found.weights["M11"] != before["M11"]
    parts = ["--fit", "1", "--games", "4", "--width", "2", "--workers", "1", "--seed", "3"]
    assert main(["tune", "spice-road", "--pieces", *parts]) == 0
    shown = tomllib.loads("[" + capsys.readouterr().out.partition("\n[")[2])["spice-road"]
    assert shown["M11"] == pytest.approx(found.weights["M11"], abs=0.001)
    assert shown["red"] == pytest.approx(before["red"], abs=0.001)
    assert main(["tune", "spice-road", "--pieces", "--vary", "4"]) != 0
    assert "add --fit 3" in capsys.readouterr().err


def test_a_planner_against_itself_is_as_good_as_itself() -> None:
    same = weights_of(GAME)
    assert play_duel("spice-road", SMALL, (same, same), seed=3) == (0.5, 0.5)


def test_a_duel_tells_who_is_better() -> None:
    better, none = weights_of(GAME), np.zeros(len(weights_of(GAME)))
    none[:4] = better[:4]
    wins, well = play_duel("spice-road", SMALL, (better, none), seed=3)
    assert wins == 1
    assert 0.5 < well <= 1
    assert play_duel("spice-road", SMALL, (none, better), seed=3)[0] == 0


def test_a_trial_changes_one_weight_and_keeps_it_when_it_wins() -> None:
    before = dict(zip(names_of(GAME), weights_of(GAME).tolist(), strict=True))
    for trial in trials("spice-road", SelfPlay(10, 2, 3, workers=1), times=3):
        assert trial.before == before[trial.name] != trial.after
        assert trial.weights == {**before, trial.name: trial.after if trial.kept else trial.before}
        before = trial.weights


def test_a_variation_changes_all_weights_but_those_of_single_cards() -> None:
    first, second = variations("spice-road", SelfPlay(2, 2, 3, workers=1))
    cards = np.array([name in PLAY.labels for name in names_of(GAME)])
    for variation in (first, second):
        assert not variation.changes[cards].any()
        assert set(variation.changes[~cards].tolist()) == {-1.0, 1.0}
        assert 0 <= variation.better <= 1
    assert (first.changes != second.changes).any()
    again = list(variations("spice-road", SelfPlay(2, 2, 3, workers=1)))
    assert [each.better for each in again] == [first.better, second.better]


def test_slopes_find_what_has_won_and_the_way_leaves_out_what_is_chance() -> None:
    names, chance = names_of(GAME), np.random.default_rng(3)
    cards = np.array([name in PLAY.labels for name in names])
    found = []
    for _ in range(400):
        changes = np.where(cards, 0.0, chance.choice([-1.0, 1.0], len(names)))
        better = 0.5 + 0.08 * changes[names.index("claim")] - 0.04 * changes[names.index("win")]
        found.append(Variation(changes, better + chance.normal(0, 0.2)))
    first, second, *others = slopes("spice-road", found)
    assert (first.name, second.name) == ("claim", "win")
    assert first.gain == pytest.approx(0.08, abs=3 * first.error)
    assert second.gain == pytest.approx(-0.04, abs=3 * second.error)
    assert first.error == pytest.approx(0.01, abs=0.002)
    assert len(others) == (~cards).sum() - 2
    way = direction_of([first, second, *others])
    assert way["claim"] == 1
    assert -0.9 < way["win"] < -0.2
    assert all(abs(slope.gain) > slope.error for slope in others if slope.name in way)
    assert direction_of([Slope("red", 0.0, 0.1)]) == {}


def test_what_was_seen_before_a_stride_counts_less() -> None:
    chance, cards = np.random.default_rng(3), np.array([name in PLAY.labels for name in names_of(GAME)])
    claim = names_of(GAME).index("claim")

    def seen(gain: float) -> list[Variation]:
        changes = [np.where(cards, 0.0, chance.choice([-1.0, 1.0], len(cards))) for _ in range(300)]
        return [Variation(each, 0.5 + gain * each[claim] + chance.normal(0, 0.2)) for each in changes]

    before, now = seen(0.1), seen(-0.05)
    both, after = ({each.name: each for each in slopes("spice-road", [*old, *now])} for old in (before, faded(before)))
    assert both["claim"].gain == pytest.approx(0.025, abs=0.02)
    assert after["claim"].gain == pytest.approx(0.0, abs=0.02)  # two thirds of -0.05 and one third of 0.1
    (alone,) = (each for each in slopes("spice-road", now) if each.name == "claim")
    assert both["claim"].error < after["claim"].error < alone.error


def test_of_strides_the_best_is_kept_if_it_wins() -> None:
    before = dict(zip(names_of(GAME), weights_of(GAME).tolist(), strict=True))
    lost = list(strides("spice-road", SelfPlay(4, 2, 3, workers=1), {"red": -200.0}))
    assert [stride.length for stride in lost] == list(STRIDES)
    assert {stride.games for stride in lost} == {8}
    assert best_stride(lost) is None
    none = np.array([weight if number < len(GENERAL) else 0.0 for number, weight in enumerate(before.values())])
    better = list(strides("spice-road", SelfPlay(4, 2, 3, workers=1), {"card": 40.0, "goal": 8.0}, none))
    best = best_stride(better)
    assert best
    assert best.better == max(stride.better for stride in better) > 0.5
    changed = {"card": pytest.approx(4.0 * best.length), "goal": pytest.approx(0.8 * best.length)}
    assert best.weights == {**dict(zip(before, none.tolist(), strict=True)), **changed}


def test_weights_are_written_and_read_again(tmp_path: Path) -> None:
    file = tmp_path / "weights.toml"
    found = dict(zip(names_of(GAME), weights_of(GAME).tolist(), strict=True))
    file.write_text(as_toml("spice-road", found))
    assert np.allclose(from_toml(file, "spice-road"), weights_of(GAME), atol=0.0005)
    for text, says in (
        ("[spice-road", "cannot be read as a file of weights"),
        ("[a-new-world]\nred = 1", "has a table [spice-road] of numbers; there is none in weights.toml"),
        ("[spice-road]\nred = 'much'", "has a table [spice-road] of numbers; red is none"),
    ):
        file.write_text(text)
        with pytest.raises(century.CenturyError) as error:
            from_toml(file, "spice-road")
        assert says in str(error.value)


def test_the_command_shows_each_step_and_writes_the_weights(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "weights.toml"
    small = ["--width", "2", "--workers", "1", "--seed", "3"]
    assert main(["tune", "spice-road", "--fit", "1", "--games", "2", "--pieces", *small, "--out", str(file)]) == 0
    assert "fit: " in capsys.readouterr().out
    assert main(["tune", "spice-road", "--trials", "1", "--deals", "10", *small, "--start", str(file)]) == 0
    shown = capsys.readouterr().out
    assert " of 20 games" in shown
    assert "[spice-road]" in shown
    assert main(["tune", "spice-road", "--vary", "4", "--deals", "2", *small, "--start", str(file)]) == 0
    shown = capsys.readouterr().out
    assert "more " in shown
    assert "stride of 0.6: " in shown
    assert main(["tune", "spice-road"]) != 0
    assert "nothing to do" in capsys.readouterr().err


@pytest.mark.skipif(sys.platform == "win32", reason="signals of a terminal")
def test_ctrl_c_in_a_terminal_leaves_the_weights_so_far_without_noise(tmp_path: Path) -> None:
    parts = ["--trials", "100000", "--deals", "4", "--width", "2", "--workers", "2", "--seed", "3"]
    process = in_terminal(tmp_path, "tune", "spice-road", *parts)
    assert process.stdout
    assert " games" in process.stdout.readline()
    os.killpg(process.pid, signal.SIGINT)
    shown, error = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130
    assert "\ninterrupted\n" in f"\n{shown}"
    assert "[spice-road]" in shown
    assert not error


def test_a_variation_that_leads_nowhere_says_so_and_the_next_is_smaller(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    varied, walked, told = Mock(wraps=variations), Mock(wraps=strides), Mock(wraps=slopes)
    for name, mock in (("variations", varied), ("strides", walked), ("slopes", told)):
        monkeypatch.setattr(f"century.lab.tuning.weight_search.{name}", mock)
    monkeypatch.setattr("century.lab.tuning.weight_search.direction_of", lambda _: {"red": -400.0})
    parts = ["--vary", "2", "--times", "3", "--deals", "2", "--width", "2", "--workers", "1", "--seed", "3"]
    file = tmp_path / "weights.toml"
    assert main(["tune", "spice-road", *parts, "--out", str(file)]) == 0
    assert np.allclose(from_toml(file, "spice-road"), weights_of(GAME), atol=0.0005)  # as they were
    shown = capsys.readouterr().out
    assert shown.count("kept: no stride; the next changes are half as large") == shown.count("kept") == 3
    for mock in (varied, walked):
        assert [call.kwargs["reach"] for call in mock.call_args_list] == [1.0, 0.5, 0.25]
    assert [len(call.args[1]) for call in told.call_args_list] == [2, 2, 2]  # larger changes would mislead
    assert "stride of 0.15: " in shown


def test_after_a_stride_the_deals_before_count_half(monkeypatch: pytest.MonkeyPatch) -> None:
    told = Mock(wraps=slopes)
    monkeypatch.setattr("century.lab.tuning.weight_search.slopes", told)
    monkeypatch.setattr("century.lab.tuning.weight_search.best_stride", lambda played: played[0])
    parts = ["--vary", "2", "--times", "3", "--deals", "1", "--width", "2", "--workers", "1", "--seed", "3"]
    assert main(["tune", "spice-road", *parts]) == 0
    assert [each.counts for each in told.call_args.args[1]] == [0.25, 0.25, 0.5, 0.5, 1.0, 1.0]


def test_a_smaller_reach_changes_less(monkeypatch: pytest.MonkeyPatch) -> None:
    pool = Mock()
    pool.map.return_value = [(0.5, 0.5)]
    monkeypatch.setattr("century.lab.tuning.duels.processes", lambda _: nullcontext(pool))
    list(variations("spice-road", SelfPlay(1, 2, 3)))
    list(variations("spice-road", SelfPlay(1, 2, 3), reach=0.5))
    (up, down), (less_up, less_down) = (next(call.args[1]) for call in pool.map.call_args_list)
    red = names_of(GAME).index("red")
    assert less_up[red] - less_down[red] == pytest.approx((up[red] - down[red]) / 2)


def test_tuning_afresh_begins_with_what_measures_declare(capsys: pytest.CaptureFixture[str]) -> None:
    declared = dict(zip(names_of(GAME), declared_weights("spice-road").tolist(), strict=True))
    own = dict(zip(names_of(GAME), weights_of(GAME).tolist(), strict=True))
    assert declared["M11"] == 0 != own["M11"]
    parts = ["--trials", "1", "--deals", "10", "--width", "2", "--workers", "1", "--seed", "3"]
    for fresh, before in ((["--fresh"], declared), ([], own)):
        assert main(["tune", "spice-road", *parts, *fresh]) == 0
        name, _, worth = capsys.readouterr().out.partition(" -> ")[0].rpartition(" ")
        assert worth == f"{before[name]:.3f}"
    assert main(["tune", "spice-road", *parts, "--fresh", "--start", "weights.toml"]) != 0
    assert "--fresh and --start cannot be combined" in capsys.readouterr().err


def test_each_part_of_tuning_has_new_deals(monkeypatch: pytest.MonkeyPatch) -> None:
    fits, varied, walked, climbed = Mock(wraps=fit), Mock(wraps=variations), Mock(wraps=strides), Mock(wraps=trials)
    monkeypatch.setattr("century.terminal.tune.fit", fits)
    monkeypatch.setattr("century.terminal.tune.trials", climbed)
    monkeypatch.setattr("century.lab.tuning.weight_search.variations", varied)
    monkeypatch.setattr("century.lab.tuning.weight_search.strides", walked)
    parts = ["--fit", "1", "--games", "2", "--vary", "4", "--trials", "0", "--deals", "2"]
    assert main(["tune", "spice-road", *parts, "--width", "2", "--workers", "1", "--seed", "30"]) == 0
    firsts = [mock.call_args.args[1].seed for mock in (fits, varied, walked, climbed)]
    assert firsts == [30, 32, 36, 38]


def test_the_command_above_a_table_of_weights_is_one_that_makes_it(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = (files("century.players") / "weights.toml").read_text("utf-8").splitlines()
    made = [(line, below) for line, below in pairwise(lines) if line.startswith("# century ")]
    found = [line for line in lines if re.fullmatch(r"\[(opening\.)?[a-z]+-[a-z0-9-]+\]", line)]
    assert [below for _, below in made] == found  # all of games and openings; those of [near] and [levels] stay
    assert len(found) > len(century.games())
    for line, below in made:
        tune = Mock(return_value=0)
        monkeypatch.setattr("century.terminal.tune.tune", tune)
        assert main(line.removeprefix("# century ").split()) == 0
        options = tune.call_args.args[0]
        assert below == (f"[opening.{options.game}]" if options.opening else f"[{options.game}]")
        assert options.fresh  # it does not need weights that are no longer there
        assert options.seed + 10_000 < 6_000_000  # higher ones are for measuring


def interrupted_after(count: int, play: Callable[..., Iterator[Any]]) -> Callable[..., Iterator[Any]]:
    """The same games, of which only some are finished when Ctrl-C comes."""

    def some(*arguments: Any, **more: Any) -> Iterator[Any]:
        yield from islice(play(*arguments, **more), count)
        raise KeyboardInterrupt

    return some


def test_an_interrupted_variation_shows_its_slopes_and_keeps_the_weights_of_the_steps_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("century.lab.tuning.weight_search.variations", interrupted_after(2, variations))
    file, estimates = tmp_path / "weights.toml", Mock(wraps=slopes)
    monkeypatch.setattr("century.lab.tuning.weight_search.slopes", estimates)
    parts = [
        "--fit",
        "1",
        "--games",
        "2",
        "--vary",
        "9",
        "--trials",
        "9",
        "--width",
        "2",
        "--workers",
        "1",
        "--seed",
        "3",
    ]
    assert main(["tune", "spice-road", *parts, "--out", str(file)]) == 130
    shown = capsys.readouterr().out
    assert "fit: " in shown
    assert "interrupted\n" in shown
    assert shown.count("more ") == 12
    assert "stride" not in shown
    (variation,) = [len(call.args[1]) for call in estimates.call_args_list]
    assert variation == 2
    assert not np.allclose(from_toml(file, "spice-road"), weights_of(GAME), atol=0.0005)


def test_interrupted_strides_change_nothing(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("century.lab.tuning.weight_search.strides", interrupted_after(1, strides))
    parts = ["--vary", "2", "--deals", "2", "--width", "2", "--workers", "1", "--seed", "3"]
    assert main(["tune", "spice-road", *parts]) == 130
    shown = capsys.readouterr().out
    assert shown.count("stride of") == 1
    assert shown.count("more ") == 12  # not once more at the end
    found = tomllib.loads("[" + shown.partition("\n[")[2])["spice-road"]
    assert found["red"] == pytest.approx(weights_of(GAME)[names_of(GAME).index("red")], abs=0.001)


def test_an_interrupted_search_of_an_opening_keeps_what_its_games_say(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("century.terminal.tune.advantages", interrupted_after(4, advantages))
    parts = ["--opening", "60", "--width", "2", "--workers", "1", "--seed", "3"]
    assert main(["tune", "spice-road", *parts]) == 130
    shown = capsys.readouterr().out
    assert "opening: 4 games" in shown
    assert "[opening.spice-road]" in shown
