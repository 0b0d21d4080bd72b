"""Results, interrupted runs, plans and weights of before are read, gone on with, and equal to those of today."""

import json
import shutil
import tomllib
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest

from century import lab
from century.lab.play.plan import Plan
from century.lab.tuning.weights import as_toml, from_toml
from tests.old_files import FOLDER

LAB = FOLDER / "lab"


@pytest.fixture
def copies(tmp_path: Path) -> Path:
    """A copy of the files, to go on with."""
    return Path(shutil.copytree(LAB, tmp_path / "lab"))


def rows(table: Any) -> list[dict[str, Any]]:
    """The rows, without the time that was taken."""
    return [{name: value for name, value in row.items() if name != "seconds"} for row in table.to_pylist()]


def test_results_are_those_of_today(copies: Path) -> None:
    file = lab.opened(copies / "whole.parquet")
    assert rows(file.to_arrow()) == rows(lab.simulate("spice-road", games=6, seed=5, turn_limit=80).to_arrow())
    folder = lab.opened(copies / "whole")
    again = lab.simulate("a-new-world", 3, games=6, seed=5, turn_limit=80, board="E1")
    assert rows(folder.to_arrow()) == rows(again.to_arrow())
    for found in (file, folder):
        assert "</html>" in lab.report(found)


@pytest.mark.parametrize("name", ["whole.parquet", "whole"])
def test_a_whole_file_gets_more_games(copies: Path, name: str) -> None:
    before = rows(lab.opened(copies / name).to_arrow())
    after = rows(lab.resume(copies / name, games=9, workers=0).to_arrow())
    assert after[: len(before)] == before
    assert len(after) == len(before) * 9 // 6


def test_an_interrupted_simulation_is_gone_on_with(copies: Path) -> None:
    part = copies / "games.parquet.part"
    kept = rows(pq.read_table(part / "games-000000.parquet"))
    assert [file.name for file in part.glob("early-*")] == ["early-000000000004-1.npz"]
    whole = rows(lab.resume(copies / "games.parquet", workers=0).to_arrow())
    assert not part.exists()
    assert whole[: len(kept)] == kept
    plan = json.loads((LAB / "plans" / "simulation.json").read_text("utf-8"))
    options = {name: plan[name] for name in ("game", "games", "seed", "turn_limit", "components")}
    assert whole == rows(lab.simulate(**options, bots="greedy,random", workers=0).to_arrow())
    turns = pq.read_table(copies / "games.turns.parquet")
    assert turns.num_rows == sum(row["turns"] for row in whole if row["seat"] == 1)


def test_an_interrupted_tournament_is_gone_on_with(copies: Path) -> None:
    out = copies / "tournament.parquet"
    kept = rows(pq.read_table(copies / "tournament.parquet.part" / "games-000000.parquet"))
    tournament = lab.Tournament.resumed(out)
    assert tournament.played == 3
    assert len(list(tournament.run(workers=0))) == 5
    assert rows(lab.opened(out).to_arrow())[: len(kept)] == kept
    again = lab.Tournament("spice-road", "greedy,casual", 8, seed=5, patience=30.0)
    list(again.run(workers=0))
    told = [[(each.player, each.wins, each.points) for each in one.standings()] for one in (tournament, again)]
    assert told[0] == told[1]


def test_a_whole_tournament_is_rated_as_it_was(copies: Path) -> None:
    before = json.loads((LAB / "rated.json").read_text("utf-8"))
    tournament = lab.Tournament.resumed(copies / "rated.parquet", games=6)
    now = tournament.as_json()
    assert now.keys() >= before.keys()
    for standing, old in zip(now["standings"], before["standings"], strict=True):
        assert standing == pytest.approx(old)
    kept = ("game", "players", "seats", "seed", "turn_limit", "patience", "until_sure", "games", "deals", "failures")
    assert [now[name] for name in kept] == [before[name] for name in kept]


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
    assert as_toml({"spice-road": table}) == text
