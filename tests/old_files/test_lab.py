"""Results, interrupted runs, plans and weights of before are read, resumed, and equal to those of today."""

import json
import shutil
import tomllib
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest

from century.cli import main
from century.lab.play.plan import Plan
from century.lab.tuning.weights_file import as_toml, from_toml
from tests.old_files import FOLDER

LAB = FOLDER / "lab"
SHORT = ("--games", "6", "--seed", "5", "--turn-limit", "80")
PACK = """
[[merchant]]
id = "M12"
gain = "BB"
name = "café"
[caravan]
limit = 12
"""


@pytest.fixture
def copies(tmp_path: Path) -> Path:
    """A copy of the files, to go on with."""
    return Path(shutil.copytree(LAB, tmp_path / "lab"))


def run(*arguments: object) -> None:
    assert main([str(argument) for argument in arguments]) == 0


def rows(path: Path) -> list[dict[str, Any]]:
    """The rows of a file or a folder, without the time that was taken."""
    files = sorted(path.glob("games-*.parquet")) if path.is_dir() else [path]
    found = [row for file in files for row in pq.ParquetFile(file).read().to_pylist()]
    return [{name: value for name, value in row.items() if name != "seconds"} for row in found]


@pytest.mark.parametrize(
    ("name", "game"), [("whole.parquet", ["spice-road"]), ("whole", ["a-new-world", "--players", "3", "--board", "E1"])]
)
def test_results_are_those_of_today_and_get_more_games(copies: Path, name: str, game: list[str]) -> None:
    before = rows(copies / name)
    run("simulate", *game, *SHORT, "--out", copies / "again.parquet")
    assert rows(copies / "again.parquet") == before
    run("report", copies / name, "--out", copies / "report.html")
    assert "</html>" in (copies / "report.html").read_text("utf-8")
    run("simulate", "--resume", "--games", "9", "--out", copies / name)
    after = rows(copies / name)
    assert after[: len(before)] == before
    assert len(after) == len(before) * 9 // 6


def test_an_interrupted_simulation_is_resumed(copies: Path) -> None:
    part, out = copies / "games.parquet.part", copies / "games.parquet"
    kept = rows(part)
    assert [file.name for file in part.glob("early-*")] == ["early-000000000004-1.npz"]
    run("simulate", "--resume", "--workers", "0", "--out", out)
    assert not part.exists()
    whole = rows(out)
    assert whole[: len(kept)] == kept
    (copies / "pack.toml").write_text(PACK, "utf-8")
    options = ["--games", "8", "--seed", "5", "--bots", "greedy,random", "--turn-limit", "60", "--workers", "0"]
    again = copies / "again.parquet"
    run("simulate", "spice-road", *options, "--components", copies / "pack.toml", "--turns", "--out", again)
    assert whole == rows(again)
    turns = [pq.ParquetFile(path.with_suffix(".turns.parquet")).read() for path in (out, again)]
    assert turns[0].equals(turns[1])


def test_an_interrupted_tournament_is_resumed(copies: Path) -> None:
    out, again = copies / "tournament.parquet", copies / "again.parquet"
    kept = rows(copies / "tournament.parquet.part")
    assert len(kept) == 3 * 2
    run("tournament", "--resume", "--workers", "0", "--out", out)
    assert rows(out)[: len(kept)] == kept
    options = ["--players", "greedy,casual", "--games", "8", "--seed", "5", "--patience", "30s", "--workers", "0"]
    run("tournament", "spice-road", *options, "--out", again)
    assert rows(out) == rows(again)


def test_a_tournament_is_rated_as_it_was(copies: Path) -> None:
    before = json.loads((LAB / "rated.json").read_text("utf-8"))
    options = ["--players", "casual,random", "--games", "4", "--workers", "0"]
    run("tournament", "spice-road", *options, "--json", copies / "again.json")
    now = json.loads((copies / "again.json").read_text("utf-8"))
    for standing, old in zip(now.pop("standings"), before.pop("standings"), strict=True):
        for values in (standing, old):
            del values["milliseconds"]
        assert standing == pytest.approx(old)
    assert {**now, "version": before["version"]} == before
    kept = rows(copies / "rated.parquet")
    run("tournament", "--resume", "--games", "6", "--workers", "0", "--out", copies / "rated.parquet")
    assert rows(copies / "rated.parquet")[: len(kept)] == kept


@pytest.mark.parametrize("path", sorted((LAB / "plans").glob("*.json")), ids=lambda path: path.stem)
def test_a_plan_is_read(path: Path) -> None:
    saved = json.loads(path.read_text("utf-8"))
    fields = {name: value for name, value in saved.items() if name not in ("format", "turns")}
    plan = Plan.from_dict(fields)
    assert {**fields, **json.loads(json.dumps(plan.as_dict()))} == fields
    assert plan.options.players == saved["players"]
    assert plan.options.settings == {**plan.options.settings, **saved["settings"]}
    assert plan.catalogue.overlay == saved["components"]


def test_weights_are_read_and_written_the_same() -> None:
    text = (LAB / "weights.toml").read_text("utf-8")
    table = tomllib.loads(text)["spice-road"]
    weights = from_toml(LAB / "weights.toml", "spice-road")
    assert sorted(value for value in weights if value) == sorted(value for value in table.values() if value)
    assert as_toml("spice-road", table) == text
