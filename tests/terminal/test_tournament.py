"""The command `century tournament`: what it shows, what it writes, and how it goes on."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Generator
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest

from century.cli import main
from century.lab.files import write
from century.lab.one_game import Played
from century.lab.tournament import Tournament
from century.terminal.console import PlainConsole
from century.terminal.standings import show
from tests.players import bots

SHORT = ["--turn-limit", "6", "--workers", "0"]  # nobody wins so soon
START = ["tournament", "spice-road", "--players", "random,casual", *SHORT]
BROKEN = f"{bots.__file__}:Broken"


def saved(file: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(file.read_text())
    return found


def test_it_shows_a_table_and_writes_files(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out, file = tmp_path / "table.md", tmp_path / "games.json"
    assert main([*START, "--games", "4", "--seed", "3", "--out", str(out), "--json", str(file)]) == 0
    printed = capsys.readouterr().out
    assert "Century: Spice Road, 2 players, 4 games on 2 deals from seed 3" in printed
    assert "Bradley-Terry" in printed
    page = out.read_text()
    for line in (
        "- game: spice-road",
        "- players: random, casual",
        "- seats: 2",
        "- seed: 3",
        "- games: 4 on 2 deals",
        "`century tournament spice-road --players random,casual --games 4 --seats 2 --seed 3 --turn-limit 6`, century ",
        "| player | games |",
    ):
        assert line in page
    assert [(game["deal"], game["seats"]) for game in saved(file)["games"]] == [
        (0, [0, 1]),
        (0, [1, 0]),
        (1, [0, 1]),
        (1, [1, 0]),
    ]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["games.json", "table.md"]


def test_its_games_are_rows_too(tmp_path: Path) -> None:
    file = tmp_path / "games.parquet"
    assert main([*START, "--games", "4", "--seed", "3", "--parquet", str(file)]) == 0
    rows = pq.read_table(file).to_pylist()
    assert [(row["seed"], row["seat"], row["bot"]) for row in rows[:4]] == [
        (3, 1, "random"),
        (3, 2, "casual"),
        (3, 1, "casual"),
        (3, 2, "random"),
    ]
    assert all(row["stopped"] and not row["won"] and row["failed"] == "" for row in rows)


def test_the_table_fits_a_hundred_columns(capsys: pytest.CaptureFixture[str]) -> None:
    made = Tournament("spice-road", f"planner:50ms,{BROKEN},greedy", 200, seats=3)
    for job in made.jobs():
        winner = None if job.deal % 9 == 0 else job.deal % 3
        made.add(Played(0, job.deal, job.seats, (123, 99, 101), winner, 123, (999.0,) * 3, (50,) * 3))
    console = PlainConsole()
    console.width = 100
    show(made, console)
    lines = capsys.readouterr().out.splitlines()
    (row,) = [line for line in lines if line.startswith(" planner:50ms")]
    assert len(row.split()) == 14  # nothing is cut or broken
    assert "…" not in row
    assert "Of equal players at a table of 3, each wins 33.3%." in lines
    assert "Stopped games count for points and rounds, not for wins; see --turn-limit." in lines


def test_equal_messages_are_counted_and_only_some_are_shown(capsys: pytest.CaptureFixture[str]) -> None:
    made = Tournament("spice-road", "random,casual", 20)
    for number, job in enumerate(made.jobs()):
        text = f"random lost: reason {max(number - 12, 0)}"
        made.add(Played(0, job.deal, job.seats, (0, 0), 1, 1, (0.0, 0.0), (1, 1), text, 0))
    show(made, PlainConsole())
    printed = capsys.readouterr().out
    assert "13 x random lost: reason 0" in printed
    assert printed.count("random lost") == 5
    assert "and 3 other messages about 3 games" in printed


def test_what_is_in_a_file_is_not_played_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    file, whole = tmp_path / "games.json", tmp_path / "whole.json"
    assert main([*START, "--games", "4", "--json", str(file)]) == 0
    half = saved(file)
    half["games"][1]["scores"] = [77, 78]  # to know it again
    del half["games"][2]
    file.write_text(json.dumps(half))
    assert main(["tournament", "--resume", str(file), "--games", "6", "--workers", "0"]) == 0
    games = saved(file)["games"]
    assert len(games) == 6
    assert games[1]["scores"] == [77, 78]
    assert main([*START, "--games", "6", "--json", str(whole)]) == 0
    played = saved(whole)["games"]
    assert [game["scores"] for game in games[2:]] == [game["scores"] for game in played[2:]]

    before = file.read_text()
    other = tmp_path / "other.json"
    assert main(["tournament", "spice-road", "--resume", str(file), "--json", str(other), *SHORT]) == 0
    assert file.read_text() == before
    assert saved(other)["games"] == games
    assert saved(other)["deals"] == 3


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["a-new-world"], "was played with game spice-road, not a-new-world"),
        (["--players", "casual,random"], "was played with players random,casual, not casual,random"),
        (["--seed", "4", "--seats", "3"], "was played with seats 2, not 3; seed 0, not 4"),
        (["--turn-limit", "7"], "turn_limit 6, not 7"),
        (["--patience", "2s"], "patience 60.0, not 2.0"),
        (["--games", "0"], "the number of games"),
    ],
)
def test_other_settings_than_those_of_the_file_are_refused(
    arguments: list[str], says: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "games.json"
    assert main([*START, "--games", "2", "--json", str(file)]) == 0
    before = file.read_text()
    assert main(["tournament", *arguments, "--resume", str(file)]) == 2
    error = capsys.readouterr().err
    assert says in error
    assert "games.json" in error
    assert file.read_text() == before


def damaged(**changes: Any) -> Any:
    return lambda data: data | changes


def damaged_game(**changes: Any) -> Any:
    return lambda data: data | {"games": [data["games"][0] | changes]}


@pytest.mark.parametrize(
    ("damage", "says"),
    [
        (lambda data: [], "it does not say 'century tournament 1'"),
        (lambda data: {"hello": 1}, "it does not say 'century tournament 1'"),
        (lambda data: {key: data[key] for key in data if key != "seed"}, "without seed"),
        (damaged(version="0.0.1"), "was played with version 0.0.1, not"),
        (damaged(games=5), "not iterable"),
        (damaged(games=["x"]), "no attribute"),
        (damaged(players=["nobody", "random"]), "no player 'nobody'"),
        (damaged(seats="two"), "the number of players"),
        (damaged(deals=-1), "the number of deals"),
        (damaged_game(seats=[0, 0]), "game 1 is none of this tournament"),
        (damaged_game(table=9), "game 1 is none of this tournament"),
        (damaged_game(scores=[1]), "game 1 is damaged"),
        (damaged_game(scores=None), "no len"),
        (damaged_game(winner=2), "game 1 is damaged"),
        (damaged_game(deal=-1), "game 1 is damaged"),
        (damaged_game(surprise=1), "surprise"),
        (lambda data: data | {"games": data["games"][:1] * 2}, "game 2 is there twice"),
    ],
)
def test_a_file_that_is_damaged_or_foreign_is_refused(
    damage: Any, says: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "games.json"
    assert main([*START, "--games", "2", "--json", str(file)]) == 0
    file.write_text(json.dumps(damage(saved(file))))
    assert main(["tournament", "--resume", str(file)]) == 2
    error = capsys.readouterr().err
    assert says in error
    assert "games.json: " in error


def test_a_file_cut_short_or_missing_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "games.json"
    assert main(["tournament", "--resume", str(file)]) == 2
    assert "games.json: cannot be read: No such file" in capsys.readouterr().err
    file.write_text('{"format": "century tour')
    assert main(["tournament", "--resume", str(file)]) == 2
    assert "it is no JSON" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--players", "greedy"], "needs two players or more, not only greedy"),
        (["--players", "greedy,nobody"], "no player 'nobody'"),
        (["--games", "0"], "the number of games"),
        (["--seats", "7"], "the number of players of spice-road"),
        (["--patience", "soon"], "the patience is a time from 0.01s to 86400s, such as 50ms or 2s, not 'soon'"),
        (["--patience", "1ms"], "the patience is a time from"),
        (["--workers", "-1"], "the number of workers is a whole number from 0"),
        (["--until-sure", "--players", "random,casual,greedy"], "takes two players, not 3"),
        (["--json", "nowhere/games.json"], "nowhere/games.json: cannot be written: no folder"),
        (["--out", "."], ".: cannot be written: it is a folder"),
    ],
)
def test_wrong_input_is_said_before_anything_is_played(
    arguments: list[str], says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    start = ["tournament", "spice-road", "--players", "random,casual", "--turn-limit", "6"]
    assert main([*start, *arguments]) == 2
    assert says in capsys.readouterr().err


def test_a_game_or_a_file_must_be_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["tournament"]) == 2
    assert "name the game of the tournament, or a file to --resume" in capsys.readouterr().err


def test_until_sure_says_its_verdict_everywhere(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out, file = tmp_path / "table.md", tmp_path / "games.json"
    arguments = ["tournament", "spice-road", "--players", f"random,{BROKEN}", "--until-sure", "--workers", "0"]
    assert main([*arguments, "--games", "10", "--json", str(file)]) == 0
    assert "not sure after 5 deals" in capsys.readouterr().out
    assert saved(file)["test"]["sure"] is False
    assert main(["tournament", "--resume", str(file), "--games", "200", "--workers", "0", "--out", str(out)]) == 0
    printed = capsys.readouterr().out
    assert f"random is stronger than {BROKEN}: sure after 36 deals\n" in printed
    assert f"36 x {BROKEN} lost on seat 1: ValueError: out of ideas\n" in printed
    test = saved(file)["test"]
    assert (test["sure"], test["stronger"], test["deals"]) == (True, "random", 36)
    assert f"**random is stronger than {BROKEN}: sure after 36 deals**" in out.read_text()
    assert "--until-sure`" in out.read_text()
    assert f"36 x {BROKEN} lost on seat 1: ValueError: out of ideas" in out.read_text()


def test_ctrl_c_keeps_what_is_finished(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    run = Tournament.run

    def interrupted(self: Tournament, workers: int | None = None) -> Generator[Played, None, None]:
        for number, game in enumerate(run(self, workers)):
            yield game
            if number == 2:
                raise KeyboardInterrupt

    monkeypatch.setattr(Tournament, "run", interrupted)
    file = tmp_path / "games.json"
    assert main([*START, "--games", "20", "--json", str(file)]) == 130
    captured = capsys.readouterr()
    assert f"interrupted: 3 games are finished; --resume {file} goes on" in captured.err
    assert "3 games on 2 deals" in captured.out
    assert len(saved(file)["games"]) == 3
    monkeypatch.undo()
    assert main(["tournament", "--resume", str(file), "--workers", "0"]) == 0
    assert len(saved(file)["games"]) == 20


@pytest.mark.skipif(sys.platform == "win32", reason="signals of a terminal")
def test_ctrl_c_in_a_terminal_ends_all_processes_without_noise(tmp_path: Path) -> None:
    (tmp_path / "bot.py").write_text(
        "class Bot:\n    def choose(self, view):\n        open('log', 'a').write('x')\n        return view.actions[0]\n"
    )
    arguments = ["--players", "bot.py:Bot,random", "--turn-limit", "20", "--games", "100000", "--json", "games.json"]
    process = subprocess.Popen(
        [sys.executable, "-m", "century", "tournament", "spice-road", *arguments],
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # tests may run where Ctrl-C is ignored
    )
    end = time.monotonic() + 60
    log = tmp_path / "log"
    while time.monotonic() < end and (not log.exists() or log.stat().st_size < 100):
        time.sleep(0.05)
    os.killpg(process.pid, signal.SIGINT)
    _, error = process.communicate(timeout=30)
    assert process.returncode == 130
    assert "Traceback" not in error
    assert len(saved(tmp_path / "games.json")["games"]) > 1
    size = log.stat().st_size
    time.sleep(0.3)
    assert log.stat().st_size == size


def test_games_are_saved_from_time_to_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file, counts = tmp_path / "games.json", []

    def noted(path: Path, text: str) -> None:
        write(path, text)
        counts.append(len(saved(path)["games"]))

    monkeypatch.setattr("century.terminal.tournament.SAVE_EVERY", 0.0)
    monkeypatch.setattr("century.terminal.tournament.write", noted)
    assert main([*START, "--games", "4", "--json", str(file)]) == 0
    assert counts == [1, 2, 3, 4, 4]


def test_an_interrupted_write_loses_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "games.json"
    write(file, "before")
    write_bytes = Path.write_bytes

    def halfway(self: Path, data: bytes) -> int:
        write_bytes(self, data[:3])
        raise KeyboardInterrupt

    monkeypatch.setattr(Path, "write_bytes", halfway)
    with pytest.raises(KeyboardInterrupt):
        write(file, "afterwards")
    assert file.read_text() == "before"
    assert list(tmp_path.iterdir()) == [file]
