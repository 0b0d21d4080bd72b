"""Tournaments: paired deals, tables, ratings."""

import json
from pathlib import Path

import numpy as np
import pytest

import century
from century.cli import main
from century.lab.tournament import Tournament, bradley_terry


def test_every_deal_is_played_once_in_each_rotation() -> None:
    made = Tournament("spice-road", "random,casual,greedy", 5, seats=2, seed=9)
    jobs = list(made.jobs())
    assert made.tables == [(0, 1), (0, 2), (1, 2)]
    assert len(jobs) == 3 * 3 * 2  # 5 games are 3 deals in two rotations, for each of the three tables
    assert {(job.deal, job.seed) for job in jobs} == {(0, 9), (1, 10), (2, 11)}
    assert [job.seats for job in jobs[:2]] == [(0, 1), (1, 0)]
    fewer = Tournament("a-new-world", "random,casual", 4, seats=4)
    assert fewer.tables == [(0, 1, 0, 1)]


def test_results_do_not_depend_on_the_number_of_workers() -> None:
    one, two = (Tournament("spice-road", "random,casual", 6, seed=4) for _ in range(2))
    alone, together = list(one.run(workers=1)), list(two.run(workers=2))
    order = sorted(together, key=lambda game: (game.deal, game.seats))
    assert [(game.seats, game.scores, game.winner) for game in order] == [
        (game.seats, game.scores, game.winner) for game in sorted(alone, key=lambda game: (game.deal, game.seats))
    ]
    assert [standing.wins for standing in one.standings()] == [standing.wins for standing in two.standings()]


def test_bradley_terry_finds_the_odds() -> None:
    ratings, spread = bradley_terry(np.array([[0, 7500], [2500, 0]]))
    assert ratings[0] - ratings[1] == pytest.approx(400 * np.log10(3), abs=1)
    assert ratings.sum() == pytest.approx(0, abs=1e-6)
    share = 1.96 * np.sqrt(0.75 * 0.25 / 10_000)  # half the interval of a share of wins, and so of the odds
    assert 2 * spread[0] == pytest.approx(share * 400 / np.log(10) / (0.75 * 0.25), rel=0.01)


def test_a_clean_sweep_is_no_certainty() -> None:
    ratings, spread = bradley_terry(np.array([[0, 10], [0, 0]]))
    assert np.isfinite(ratings).all()
    assert spread[0] > 100


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--players", "greedy"], "needs two players or more, not only greedy"),
        (["--players", "greedy,nobody"], "no player 'nobody'"),
        (["--games", "0"], "the number of games"),
        (["--seats", "7"], "the number of players of spice-road"),
    ],
)
def test_wrong_input_is_said(arguments: list[str], says: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["tournament", "spice-road", *arguments]) == 2
    assert says in capsys.readouterr().err


def test_the_command_shows_a_table_and_writes_files(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out, file = tmp_path / "table.md", tmp_path / "games.json"
    arguments = ["--players", "random,casual", "--games", "4", "--workers", "1", "--out", str(out), "--json", str(file)]
    assert main(["tournament", "spice-road", *arguments]) == 0
    shown = capsys.readouterr().out
    assert "Century: Spice Road, 2 players, 4 games" in shown
    assert "casual" in out.read_text()
    saved = json.loads(file.read_text())
    assert len(saved["games"]) == 4
    assert saved["players"] == ["random", "casual"]
    assert century.game(saved["game"]).name == "spice-road"
