"""The command line, as a person uses it."""

import argparse
import os
import re
import subprocess
import sys
from pathlib import Path
from unittest.mock import Mock

import pytest

import century
from century.cli import _parser, main
from century.players.readiness import player_for_now
from tests.helpers import random_match

# how often functions call each other until a person is asked: on a quiet machine 0.2 s, and half a second more for the
# bots that come first
MOST_CALLS = {"1": 400_000, "2": 1_700_000}
UNTIL_ASKED = """
import builtins, sys
from numba.core import event
from century.cli import main

calls = 0

def count(frame, what, argument):
    global calls
    calls += what == "call"

def first_question(prompt):
    sys.setprofile(None)
    print("asked after", len(recorder.buffer), calls)
    raise EOFError

builtins.input = first_question
with event.install_recorder("numba:compile") as recorder:
    sys.setprofile(count)
    sys.exit(main(sys.argv[1:]))
"""


def commands() -> list[str]:
    """The names of all commands."""
    (group,) = (action for action in _parser()._actions if isinstance(action, argparse._SubParsersAction))
    return list(group.choices)


def run(*arguments: str, answers: str = "", **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "century", *arguments],
        input=answers,
        capture_output=True,
        text=True,
        env={**os.environ, "COLUMNS": "120", **environment},
    )


def test_games_lists_the_names(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["games"]) == 0
    shown = capsys.readouterr().out
    for name in century.games():
        assert name in shown


@pytest.mark.parametrize("command", commands())
def test_every_command_has_help(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        main([command, "--help"])
    assert left.value.code == 0
    assert f"usage: century {command}" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["play", "spice-raod"], "unknown game 'spice-raod' (did you mean spice-road?); available: "),
        (["simulate", "chess"], "unknown game 'chess'; available: "),
        (["simulate", "spice-road", "--players", "6"], "from 2 to 5, not 6"),
        (["simulate", "spice-road", "--games", "0"], "the number of games must be a whole number from 1"),
        (
            ["simulate", "spice-road", "--workers", "few"],
            "the number of workers must be a whole number or 'ray', not 'few'",
        ),
        (["simulate", "spice-road", "--seed", "-1"], "a seed must be a whole number from 0"),
        (["play", "spice-road", "--seat", "3"], "your seat must be a whole number from 1 to 2, not 3"),
        (["play", "spice-road", "--start", "3"], "the seat that starts must be a whole number from 1 to 2, not 3"),
        (["play", "spice-road", "--edition", "x"], "unknown edition 'x'"),
        (["play", "spice-road", "--components", "none.toml"], "none.toml: cannot be read"),
        (["play", "spice-road", "--players", "0"], "from 2 to 5, not 0"),
        (["play", "spice-road", "--map", "atoll"], "spice-road has no setting 'map'; its settings: none"),
        (["play", "a-new-world", "--set", "map=atoll"], "a-new-world has no setting 'map'; its settings: board"),
        (
            ["play", "eastern-wonders", "--map", "moon"],
            "unknown map 'moon'; available: first_game, atoll",
        ),
        (["play", "spice-road", "--save", "/none/x.txt"], "/none/x.txt: cannot be written"),
        (["bench", "--seconds", "nan"], "--seconds must be a number above 0"),
        (["bench", "--out", "/none/x.md"], "/none/x.md: cannot be written"),
        (["replay", "none.txt"], "none.txt: cannot be read"),
        (["rules", "SR-98"], "unknown rule 'SR-98'; available: SR-1 to SR-E9"),
        (["rules", "ZZ-1"], "unknown rule 'ZZ-1'"),
        (["rules", "nothing"], "unknown digest 'nothing'"),
        (["bench", "chess"], "unknown game 'chess'"),
    ],
)
def test_wrong_input_is_said_and_the_status_is_2(
    arguments: list[str], says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(arguments) == 2
    shown = capsys.readouterr()
    assert shown.out == ""
    assert says in shown.err.replace("\n", " ")


@pytest.mark.parametrize("arguments", [["fly"], ["simulate", "spice-road", "--games", "many"], []])
def test_wrong_words_list_the_right_ones_and_the_status_is_2(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as left:
        main(arguments)
    assert left.value.code == 2
    assert "--help\n" in capsys.readouterr().err


def test_a_rule_is_shown_with_its_code_and_tests(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "sr-52"]) == 0
    shown = " ".join(capsys.readouterr().out.split())
    assert "When the last gold coin is taken" in shown
    assert "century/mechanisms/road/coins.py" in shown
    assert "if s.coins[GOLD] > 0:" in shown
    assert "silver slides above the first place" in shown
    assert "[cyan]" not in shown


def test_rules_without_a_number_lists_the_digests(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules"]) == 0
    assert "eastern-wonders" in capsys.readouterr().out
    assert main(["rules", "spice-road"]) == 0
    assert "Caravan limit" in capsys.readouterr().out


def test_simulate_sums_up_and_is_the_same_on_any_number_of_threads(
    capsys: pytest.CaptureFixture[str],
) -> None:
    shown = []
    for threads in ("1", "3"):
        assert (
            main(
                [
                    "simulate",
                    "spice-road",
                    "--players",
                    "3",
                    "--games",
                    "1500",
                    "--seed",
                    "1",
                    "--workers",
                    threads,
                ]
            )
            == 0
        )
        shown.append(capsys.readouterr().out.partition(" decisions in ")[0])
    assert shown[0] == shown[1]
    assert "1,500 games: 1,500 finished, 0 stopped" in shown[0]


def test_simulate_says_what_was_stopped(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", "spice-road", "--games", "100", "--turn-limit", "10"]) == 0
    assert "100 games: 0 finished, 100 stopped" in capsys.readouterr().out


def test_a_person_plays_takes_back_and_saves(tmp_path: Path) -> None:
    record = tmp_path / "game.txt"
    answers = "play S01\nu\n?\nrest\n99\nacquire 3\ncube Y\n1\ns\nt\nl\nw " + str(record) + "\nq\n"
    result = run("play", "spice-road", "--seed", "5", "--start", "1", "--name", "Ann", answers=answers)
    assert (result.returncode, result.stderr) == (0, "")
    for words in (
        "You play against Apprentice 2. Choose other bots with --bots.",
        "Ann cannot answer 'rest': no card has been played",
        "the answers have the numbers 1 to",
        "Pay 2 of 2: choose a cube",
        "Current score",
        "Record saved",
    ):
        assert words in result.stdout
    assert "1.1 acquire 3, cube Y, cube Y" in record.read_text()
    assert century.replay(record.read_text()).options.names == ("Ann", "Apprentice 2")


def test_a_game_is_played_to_its_end() -> None:
    result = run("play", "spice-road", "--seed", "5", "--turn-limit", "8", answers="1\n" * 40)
    assert result.returncode == 0
    assert "The turn limit stopped the game. There is no winner." in result.stdout


def test_no_more_input_leaves_the_game() -> None:
    result = run("play", "spice-road", "--seed", "5")
    assert (result.returncode, "No more input" in result.stdout) == (0, True)


def test_a_person_waits_a_second_for_a_master_and_as_long_as_asked_for_others(monkeypatch: pytest.MonkeyPatch) -> None:
    made = Mock(wraps=player_for_now)
    monkeypatch.setattr("century.terminal.play.player_for_now", made)
    monkeypatch.setattr("builtins.input", Mock(return_value="q"))
    for bots in ("master,planner:2", "planner:2,master:7"):
        assert main(["play", "spice-road", "--start", "1", "--bots", bots]) == 0
    assert [call.args[0] for call in made.call_args_list] == ["master:1s", "planner:2", "planner:2", "master:7"]


@pytest.mark.slow
def test_warm_compiles_and_says_what_it_cost(tmp_path: Path) -> None:
    for _ in range(2):  # the second time nothing is left to do
        result = run("warm", "spice-road", CENTURY_CACHE=str(tmp_path))
        assert (result.returncode, result.stderr) == (0, "")
        assert re.match(r"spice-road: \d+\.\d s\n1 game in", result.stdout)
        assert [path.name for path in tmp_path.rglob("*.ready")] == ["players-spice-road.ready"]
        assert len(list(tmp_path.rglob("players.tree.think-*.code"))) == 1
    assert run("warm", "spice-raod").returncode == 2


def test_a_process_that_compiles_beside_another_ends_with_it(tmp_path: Path) -> None:
    result = run("warm", "--background", "spice-road", CENTURY_CACHE=str(tmp_path))  # its input ends at once
    assert result.returncode == 1
    assert not list(tmp_path.rglob("*.ready"))


@pytest.mark.parametrize("start", ["1", "2"])
@pytest.mark.parametrize("game", ["spice-road", "east-to-west-3"])
def test_from_an_empty_cache_a_person_is_asked_at_once(game: str, start: str, tmp_path: Path) -> None:
    """Nothing is compiled before it, and little is done, whether bots come first or not."""
    arguments = ("play", game, "--players", "3", "--seed", "1", "--bots", "novice,master", "--start", start)
    result = subprocess.run(
        [sys.executable, "-c", UNTIL_ASKED, *arguments],
        capture_output=True,
        text=True,
        env={**os.environ, "CENTURY_CACHE": str(tmp_path)},
    )
    assert (result.returncode, result.stderr) == (0, "")
    assert result.stdout.index("The bots are warming up") < result.stdout.index("asked after")
    compilations, calls = map(int, re.findall(r"asked after (\d+) (\d+)", result.stdout)[0])
    assert compilations == 0
    assert 0 < calls < MOST_CALLS[start]


def test_what_people_type_is_no_markup(tmp_path: Path) -> None:
    record = tmp_path / "game.txt"
    answers = "[/x]\n[bold]\n\u00b2\nw bad\0name\ns\nplay S01\n"
    result = run("play", "spice-road", "--name", "[/b]", "--start", "1", "--save", str(record), answers=answers)
    assert (result.returncode, result.stderr) == (0, "")
    for words in ("unknown action '[/x]'", "unknown action '[bold]'", "[/b]", "cannot be written"):
        assert words in result.stdout
    shown = run("replay", str(record))
    assert (shown.returncode, "1.1 [/b]: " in shown.stdout and "[play S01]" in shown.stdout) == (0, True)


@pytest.mark.parametrize("command", ["games", "rules SR-40", "simulate spice-road --games 10"])
def test_a_closed_pipe_is_no_error(command: str) -> None:
    nobody_reads, pipe = os.pipe()
    os.close(nobody_reads)
    buffered = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}
    with open(pipe, "wb") as out:
        arguments = [sys.executable, "-m", "century", *command.split()]
        result = subprocess.run(arguments, stdout=out, stderr=subprocess.PIPE, text=True, env=buffered)
    assert (result.returncode, result.stderr) == (0, "")


def test_replay_shows_a_record(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "game.txt"
    match = random_match("spice-road", 2, seed=3, answers=9999)
    path.write_text(match.record())
    assert main(["replay", str(path)]) == 0
    whole = capsys.readouterr().out
    assert "Final score" in whole
    assert f"Player {(match.winner or 0) + 1} wins." in whole
    assert whole.count("\n1.") == 2
    assert main(["replay", str(path), "--end"]) == 0
    assert "finished" in capsys.readouterr().out
    assert main(["replay", str(path), "--to", "3"]) == 0
    assert "round " in capsys.readouterr().out
    assert main(["replay", str(path), "--to", "99999"]) == 2
    path.write_text(match.record()[:200])
    assert main(["replay", str(path)]) == 2
    assert "the record is incomplete" in capsys.readouterr().err


def test_bench_measures(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "results.md"
    assert main(["bench", "spice-road", "--seconds", "0.02", "--out", str(out)]) == 0
    shown = capsys.readouterr().out
    for words in (
        "decisions/s",
        "games/s",
        "batches of 4096",
        "move by move",
        "from the cache",
        "bytes a state",
        "Peers",
    ):
        assert words in shown
    assert out.read_text() == shown
