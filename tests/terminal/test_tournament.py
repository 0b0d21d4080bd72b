"""The command `century tournament`: what it shows, what it writes, and how it goes on."""

import json
import os
import re
import signal
import sys
from collections.abc import Generator
from itertools import product
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest

from century.cli import main
from century.errors import CenturyError
from century.lab.files import write
from century.lab.store.reading import open_results
from century.lab.store.tournament_games import TournamentGame
from century.lab.store.writer import turns_of
from century.lab.tournament import Tournament
from century.terminal.console import PlainConsole
from century.terminal.standings import show
from tests.helpers import in_terminal
from tests.lab import bots
from tests.waiting import COMPILING, PATIENCE, until

SHORT = ["--turn-limit", "6", "--workers", "0"]  # nobody wins so soon
START = ["tournament", "spice-road", "--players", "random,casual", *SHORT]
BROKEN = f"{bots.__file__}:Broken"


def saved(file: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(file.read_text())
    return found


def rows(file: Path) -> list[dict[str, Any]]:
    return [{name: value for name, value in row.items() if name != "seconds"} for row in open_results(file)]


def test_it_shows_a_table_and_writes_files(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out, file = tmp_path / "table.md", tmp_path / "table.json"
    assert main([*START, "--games", "4", "--seed", "3", "--markdown", str(out), "--json", str(file)]) == 0
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
    found = saved(file)
    assert (found["game"], found["games"], found["deals"], found["seed"]) == ("spice-road", 4, 2, 3)
    assert {standing["player"]: standing["games"] for standing in found["standings"]} == {"random": 4, "casual": 4}
    assert sorted(path.name for path in tmp_path.iterdir()) == ["table.json", "table.md"]


def test_its_games_are_rows_like_those_of_simulations(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "games.parquet"
    start = ["tournament", "spice-road", "--players", f"random,casual,{BROKEN}", "--workers", "0"]
    assert main([*start, "--games", "4", "--seed", "3", "--out", str(file)]) == 0
    assert "12 games written to " in capsys.readouterr().out
    games = rows(file)
    assert [(row["seed"], row["sitting"], row["seat"], row["bot"]) for row in games[:4]] == [
        (3, 1, 1, "random"),
        (3, 1, 2, "casual"),
        (3, 2, 1, "casual"),
        (3, 2, 2, "random"),
    ]
    assert len(games) == 24
    for row in games:
        assert row["points"] == sum(value for name, value in row.items() if name.startswith("score_"))
        assert bool(row["failed"]) == (row["bot"] == BROKEN)
        assert not (row["failed"] and row["won"])
    assert sum(row["won"] for row in games) == 12
    page = tmp_path / "page.html"
    assert main(["report", str(file), "--out", str(page)]) == 0
    assert "tournament of random, casual, " in page.read_text("utf-8")


TIRED = """
class Tired:
    def __init__(self, seed):
        self.left = (seed or 0) // 100 % 12
    def choose(self, view):
        self.left -= 1
        if self.left < 0:
            raise ValueError("tired")
        return view.actions[-1]
"""


@pytest.mark.parametrize("name", ["spice-road", pytest.param("eastern-wonders", marks=pytest.mark.slow)])
def test_a_row_for_each_turn_tells_how_the_games_went(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file, bot = tmp_path / "games.parquet", tmp_path / "tired.py"
    bot.write_text(TIRED)
    start = [
        "tournament",
        name,
        "--players",
        f"random,{bot}:Tired",
        "--seed",
        "1",
        "--turn-limit",
        "20",
        "--workers",
        "0",
    ]
    assert main([*start, "--games", "12", "--out", str(file), "--turns", "--workers", "0"]) == 0
    assert main(["tournament", "--out", str(file), "--resume", "--games", "24", "--workers", "0"]) == 0
    turns = pq.read_table(turns_of(file)).to_pylist()
    left_open = 0
    for seed, sitting in product(range(1, 13), (1, 2)):
        game = [row for row in rows(file) if (row["seed"], row["sitting"]) == (seed, sitting)]
        mine = [row for row in turns if (row["seed"], row["sitting"]) == (seed, sitting)]
        assert [row["turn"] for row in mine] == list(range(1, game[0]["turns"] + 1))
        assert all(row["answers"] > 0 for row in mine)
        for seat in game:
            answers = sum(row["answers"] for row in mine if row["seat"] == seat["seat"])
            left_open += answers < seat["answers"]  # in a turn that was not finished, or before the first
    assert len(turns) == sum(row["turns"] for row in rows(file) if row["seat"] == 1)
    assert left_open > 0
    with pytest.raises(CenturyError, match="holds turns; name the file of games"):
        open_results(turns_of(file))
    other = tmp_path / "other.parquet"
    assert main([*start, "--games", "2", "--out", str(other), "--workers", "0"]) == 0
    capsys.readouterr()
    assert main(["tournament", "--out", str(other), "--resume", "--games", "4", "--turns"]) == 2
    assert f"{other}: was played without --turns" in capsys.readouterr().err
    with pytest.raises(CenturyError, match="name it with out"):
        Tournament(name, "random,casual", 2, turns=True)


def test_settings_and_packs_go_with_a_tournament_too(tmp_path: Path) -> None:
    pack, file = tmp_path / "house.toml", tmp_path / "games.parquet"
    pack.write_text('[[point]]\nid = "P01"\ncost = "YYRR"\npoints = 30\n')
    assert main([*START, "--games", "2", "--components", str(pack), "--out", str(file)]) == 0
    (card,) = open_results(file).plan.catalogue.overlay["point"]
    assert card["points"] == 30
    assert main(["tournament", "spice-road", "--map", "atoll"]) == 2


def test_the_table_fits_a_hundred_columns(capsys: pytest.CaptureFixture[str]) -> None:
    made = Tournament("spice-road", f"planner:50ms,{BROKEN},greedy", 200, seats=3)
    for number in range(made.plan.games):
        deal, sitting = divmod(number, 3)
        winner = None if deal % 9 == 0 else deal % 3
        made.add(
            TournamentGame(0, deal, made.plan.sittings[sitting], (123, 99, 101), winner, 123, (999.0,) * 3, (50,) * 3)
        )
    console = PlainConsole()
    console.width = 100
    show(made, console)
    lines = capsys.readouterr().out.splitlines()
    (row,) = [line for line in lines if line.startswith(" planner:50ms")]
    assert len(row.split()) == 14  # nothing is cut or broken
    assert "…" not in row
    assert "At a table of 3 equal players, each wins 33.3%." in lines
    assert "Stopped games count for points and rounds, not for wins; see --turn-limit." in lines


def test_equal_messages_are_counted_and_only_some_are_shown(capsys: pytest.CaptureFixture[str]) -> None:
    made = Tournament("spice-road", "random,casual", 20)
    for number in range(made.plan.games):
        text = f"random lost: reason {max(number - 12, 0)}"
        made.add(TournamentGame(0, number // 2, (0, 1), (0, 0), 1, 1, (0.0, 0.0), (1, 1), text, 0))
    show(made, PlainConsole())
    printed = capsys.readouterr().out
    assert "13 x random lost: reason 0" in printed
    assert printed.count("random lost") == 5
    assert "and 3 other messages in 3 games" in printed


def test_more_games_go_on_with_a_whole_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file, whole = tmp_path / "games.parquet", tmp_path / "whole.parquet"
    assert main([*START, "--games", "4", "--out", str(file)]) == 0
    assert main(["tournament", "--out", str(file), "--resume", "--workers", "0"]) == 2
    assert "it is whole, with 4 games; add more --games" in capsys.readouterr().err
    before = file.read_bytes()
    open_results(file)
    assert main(["tournament", "--out", str(file), "--resume", "--games", "6", "--workers", "0"]) == 0
    assert "6 games on 3 deals" in capsys.readouterr().out
    assert main([*START, "--games", "6", "--out", str(whole)]) == 0
    assert rows(file) == rows(whole)
    assert file.read_bytes() != before
    assert sorted(path.name for path in tmp_path.iterdir()) == ["games.parquet", "whole.parquet"]


def test_a_whole_file_is_replaced_only_if_that_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "games.parquet"
    assert main([*START, "--games", "2", "--out", str(file)]) == 0
    before = file.read_bytes()
    assert main([*START, "--games", "4", "--out", str(file)]) == 2
    assert f"{file}: exists already: --resume with more --games continues it; --replace" in capsys.readouterr().err
    assert [(path, path.read_bytes()) for path in tmp_path.iterdir()] == [(file, before)]
    assert main([*START, "--games", "4", "--out", str(file), "--replace"]) == 0
    assert len(open_results(file)) == 4
    with pytest.raises(CenturyError, match="exists already"):
        Tournament("spice-road", "random,casual", 6, turn_limit=6, out=file)
    list(Tournament("spice-road", "random,casual", 6, turn_limit=6, out=file, replace=True).run(0))
    assert len(open_results(file)) == 6
    assert list(tmp_path.iterdir()) == [file]
    with pytest.raises(SystemExit):
        main(["tournament", "--out", str(file), "--resume", "--replace"])
    assert "--replace: not allowed with argument --resume" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["a-new-world"], "was played with game spice-road, not a-new-world"),
        (["--players", "casual,random"], "was played with players random,casual, not casual,random"),
        (["--seed", "4", "--seats", "3"], "was played with seats 2, not 3; seed 0, not 4"),
        (["--turn-limit", "7"], "turn limit 6, not 7"),
        (["--patience", "2s"], "patience 60.0, not 2.0"),
        (["--games", "0"], "the number of games"),
    ],
)
def test_other_settings_than_those_of_the_file_are_refused(
    arguments: list[str], says: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "games.parquet"
    assert main([*START, "--games", "2", "--out", str(file)]) == 0
    assert main(["tournament", *arguments, "--out", str(file), "--resume"]) == 2
    assert says in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == [file]


def test_what_another_command_has_begun_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "games.parquet"
    assert main([*START, "--games", "2", "--out", str(file)]) == 0
    assert main(["simulate", "--out", str(file), "--resume", "--games", "9"]) == 2
    assert "century tournament started it" in capsys.readouterr().err
    assert main(["simulate", "spice-road", "--out", str(file), "--games", "2", "--replace"]) == 0
    assert main(["tournament", "--out", str(file), "--resume", "--games", "9"]) == 2
    assert "century simulate started it" in capsys.readouterr().err
    assert main(["tournament", "--out", str(tmp_path / "none.parquet"), "--resume"]) == 2
    assert "nothing to continue" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--players", "greedy"], "needs two players or more, not only greedy"),
        (["--players", "greedy,nobody"], "unknown player 'nobody'"),
        (["--games", "0"], "the number of games"),
        (["--seats", "7"], "the number of players of spice-road"),
        (["--patience", "soon"], "the patience must be a time from 0.01s to 86400s, such as 50ms or 2s, not 'soon'"),
        (["--patience", "1ms"], "the patience must be a time from"),
        (["--workers", "-1"], "the number of workers must be a whole number from 0"),
        (["--until-sure", "--players", "random,casual,greedy"], "takes two players, not 3"),
        (["--json", "nowhere/games.json"], "nowhere/games.json: cannot be written: no folder"),
        (["--markdown", "."], ".: cannot be written: it is a folder"),
        (["--out", "table.md"], "table.md: results go into a file such as games.parquet"),
        (["--resume"], "--resume needs a file: add --out games.parquet"),
        (["--replace"], "--replace needs a file: add --out games.parquet"),
        (["--turns"], "--turns needs a file: add --out games.parquet"),
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
    assert "the game is missing: name one" in capsys.readouterr().err


def test_until_sure_says_its_verdict_everywhere(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    table, file, out = tmp_path / "table.md", tmp_path / "table.json", tmp_path / "games.parquet"
    arguments = ["tournament", "spice-road", "--players", f"random,{BROKEN}", "--until-sure", "--workers", "0"]
    files = ["--out", str(out), "--json", str(file), "--markdown", str(table)]
    assert main([*arguments, "--games", "10", *files]) == 0
    assert "not sure after 5 deals" in capsys.readouterr().out
    assert saved(file)["test"]["sure"] is False
    assert main(["tournament", "--resume", "--games", "200", "--workers", "0", *files]) == 0
    printed = capsys.readouterr().out
    assert f"random is stronger than {BROKEN}: sure after 36 deals\n" in printed
    assert f"36 x {BROKEN} lost on seat 1: ValueError: out of ideas\n" in printed
    test = saved(file)["test"]
    assert (test["sure"], test["stronger"], test["deals"]) == (True, "random", 36)
    assert f"**random is stronger than {BROKEN}: sure after 36 deals**" in table.read_text()
    assert "--until-sure`" in table.read_text()
    assert f"36 x {BROKEN} lost on seat 1: ValueError: out of ideas" in table.read_text()
    assert len(open_results(out)) == 72  # and no game that was not judged
    assert main(["tournament", "--resume", "--workers", "0", *files]) == 0  # it is sure already
    assert len(open_results(out)) == 72


def test_ctrl_c_keeps_what_is_finished_and_resume_goes_on(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    run = Tournament.run

    def interrupted(self: Tournament, *arguments: Any) -> Generator[TournamentGame, None, None]:
        for number, game in enumerate(run(self, *arguments)):
            yield game
            if number == 2:
                raise KeyboardInterrupt

    monkeypatch.setattr(Tournament, "run", interrupted)
    file, whole = tmp_path / "games.parquet", tmp_path / "whole.parquet"
    assert main([*START, "--games", "20", "--out", str(file)]) == 130
    captured = capsys.readouterr()
    assert f"interrupted: 3 games are finished; continue with --out {file} --resume" in captured.err
    assert "3 games on 2 deals" in captured.out
    assert [path.name for path in tmp_path.iterdir()] == ["games.parquet.part"]
    monkeypatch.undo()
    assert main(["tournament", "--out", str(file), "--resume", "--workers", "0"]) == 0
    assert main([*START, "--games", "20", "--out", str(whole)]) == 0
    assert rows(file) == rows(whole)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["games.parquet", "whole.parquet"]


BOT = """
import os
class Bot:
    def __init__(self, seed=None):
        if seed is not None:  # in a game, not when the tournament is set up
            open("begun", "a").write(f"{os.getpid()}\\n")
    def choose(self, view):
        return view.actions[0]
"""


@pytest.mark.skipif(sys.platform == "win32", reason="signals of a terminal")
def test_ctrl_c_in_a_terminal_ends_all_processes_without_noise(tmp_path: Path) -> None:
    (tmp_path / "bot.py").write_text(BOT)
    arguments = ["--players", "bot.py:Bot,random", "--turn-limit", "20", "--games", "100000", "--out", "games.parquet"]
    process = in_terminal(tmp_path, "tournament", "spice-road", *arguments, "--workers", "2")
    begun = tmp_path / "begun"

    def played() -> list[str]:
        """The processes of the games that have begun, when both have begun some."""
        pids = begun.read_text().split() if begun.exists() else []
        return pids if len(pids) >= 10 and len(set(pids)) == 2 else []

    pids = until(played, COMPILING)
    os.killpg(process.pid, signal.SIGINT)
    _, error = process.communicate(timeout=PATIENCE)  # it comes back when the last process that could write has ended
    assert process.returncode == 130
    assert "Traceback" not in error
    said = re.fullmatch(
        r"interrupted: ([\d,]+) games are finished; continue with --out games.parquet --resume\n", error
    )
    assert said, error
    assert int(said[1].replace(",", "")) >= len(pids) - 3  # two were played, and the result of one may just have come
    assert any(file.suffix in (".parquet", ".npz") for file in (tmp_path / "games.parquet.part").iterdir())


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
