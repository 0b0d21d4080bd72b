"""Files of games: the same rows whoever plays, readable by others, whole or not at all, and resumed."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import century
from century import lab
from century.cli import main
from century.errors import CenturyError
from century.lab.play.outcomes import Outcomes
from century.lab.play.plan import SimulationPlan
from century.lab.play.runner import play
from century.lab.simulation import resume, simulate, simulate_to_file
from century.lab.store import reading
from century.lab.store import writer as writer_module
from century.lab.store.reading import open_results
from century.lab.store.resuming import play_to_file, start_writer
from century.lab.store.tables import TURN_COLUMNS, columns_of
from century.lab.store.writer import Writer, part_of, turns_of
from tests.lab import bots
from tests.lab.games import GAMES
from tests.waiting import COMPILING, PATIENCE, until

BROKEN = f"{bots.__file__}:Broken"


def command(*arguments: object) -> list[str]:
    return [sys.executable, "-m", "century", "simulate", *map(str, arguments)]


def rows_of(path: Path) -> pa.Table:
    return open_results(path).to_arrow()


def test_the_same_seeds_give_the_same_rows_on_any_number_of_workers(tmp_path: Path) -> None:
    one = simulate("spice-road", players=3, games=900, seed=7, workers=1).to_arrow()
    for workers in (0, 3):
        assert simulate("spice-road", players=3, games=900, seed=7, workers=workers).to_arrow().equals(one)
    assert simulate_to_file(tmp_path / "games.parquet", "spice-road", 3, 900, 7, workers=2).to_arrow().equals(one)


def test_players_that_are_asked_one_by_one_give_the_same_rows_too() -> None:
    found = [
        simulate("spice-road", games=8, seed=7, bots="greedy,random", workers=workers).to_arrow() for workers in (0, 2)
    ]
    assert found[0].equals(found[1])
    rows = found[0].to_pylist()
    assert [row["bot"] for row in rows[:2]] == ["greedy", "random"]
    assert sum(row["won"] for row in rows if row["bot"] == "greedy") >= 7
    assert all({row["rank"] for row in rows[k : k + 2]} <= {1, 2} for k in range(0, 16, 2))


def test_rows_say_what_happened() -> None:
    table = simulate("east-to-west-1", players=4, games=20, seed=3, bots="casual").to_arrow().to_pylist()
    assert len(table) == 80
    for start in range(0, 80, 4):
        game = table[start : start + 4]
        assert [row["seat"] for row in game] == [1, 2, 3, 4]
        assert sorted(row["place"] for row in game) == [1, 2, 3, 4]
        assert sum(row["won"] for row in game) == 1
        assert next(row["rank"] for row in game if row["won"]) == 1
        for row in game:
            assert row["points"] == sum(value for name, value in row.items() if name.startswith("score_"))
            counted: dict[str, int] = {}
            for thing in row["taken"]:
                counted[thing["kind"]] = counted.get(thing["kind"], 0) + thing["times"]
            for kind, number in counted.items():
                assert row["took_" + kind.lower().replace(" ", "_") + "s"] == number
            assert all(1 <= thing["round"] <= row["rounds"] for thing in row["taken"])


@pytest.mark.parametrize("name", GAMES)
def test_every_column_is_documented(name: str) -> None:
    page = (Path(__file__).parents[3] / "docs" / "lab.md").read_text("utf-8")
    for column in [*columns_of(century.game(name)), *TURN_COLUMNS]:
        assert f"`{column}`" in page, column
    assert simulate(name, games=2, turn_limit=50).to_arrow().column_names == list(columns_of(century.game(name)))


def test_polars_pandas_and_duckdb_read_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "games.parquet"
    monkeypatch.setattr(writer_module, "ROW_GROUP", 20)  # several groups, as in large files
    simulate_to_file(path, "spice-road", games=50, seed=1, turns=True)
    points = sum(row["points"] for row in open_results(path))
    polars = pytest.importorskip("polars")
    frame = polars.read_parquet(path)
    assert int(frame["points"].sum()) == points
    assert frame.explode("taken").unnest("taken").filter(polars.col("kind") == "point card").height > 100
    pandas = pytest.importorskip("pandas")
    assert pandas.read_parquet(path)["points"].sum() == points
    duckdb = pytest.importorskip("duckdb")
    query = f"select sum(points), max(len(taken)) from '{path}'"
    assert duckdb.sql(query).fetchall()[0][0] == points
    turns = duckdb.sql(f"select count(*), min(action) from '{turns_of(path)}'").fetchall()
    assert turns[0][0] == sum(row["turns"] for row in open_results(path) if row["seat"] == 1)


def test_results_are_frames_and_rows_in_python(tmp_path: Path) -> None:
    result = simulate("spice-road", games=10, seed=1, turns=True)
    assert next(iter(result))["game"] == "spice-road"
    assert len(result) == 10
    assert result.to_polars(["seed", "points"]).shape == (20, 2)
    assert list(result.to_pandas(["won"]).columns) == ["won"]
    assert sum(len(batch) for batch in result.turn_batches()) == result.turns.sum()
    for found in (result, simulate_to_file(tmp_path / "games.parquet", "spice-road", games=10, seed=1)):
        with pytest.raises(CenturyError, match=r"unknown column 'pionts' \(did you mean points\?\)"):
            found.to_arrow(["pionts"])


# --- interrupted ----------------------------------------------------------------------------------


def test_ctrl_c_keeps_what_is_finished_and_resume_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "games.parquet"
    simulate("spice-road", games=2)  # compiles
    started_run = subprocess.Popen(
        command("spice-road", "--games", 10**7, "--seed", 9, "--out", path, "--workers", 1),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "COLUMNS": "200"},
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),  # also where the tests ignore it
    )
    until((part_of(path) / "games-000000.open").exists, COMPILING)
    started_run.send_signal(signal.SIGINT)  # the games that are just being written down are written to the end
    out, err = started_run.communicate(timeout=PATIENCE)
    assert started_run.returncode == 130, err
    assert "games are finished; continue with --out" in err
    assert "finished, 0 stopped" in out
    assert sorted(file.name for file in tmp_path.iterdir()) == ["games.parquet.part"]
    kept = sorted(file.name for file in part_of(path).iterdir() if not file.name.startswith("early-"))
    assert kept == ["games-000000.parquet", "plan.json"]
    done = pq.ParquetFile(part_of(path) / "games-000000.parquet").metadata.num_rows // 2
    note = json.loads((part_of(path) / "plan.json").read_text())
    (part_of(path) / "plan.json").write_text(json.dumps({**note, "games": done + 50}))  # ten millions are too many here
    assert main(["simulate", "--out", str(path), "--resume"]) == 0
    whole = rows_of(path)
    assert whole.equals(simulate("spice-road", games=done + 50, seed=9).to_arrow())
    assert [file.name for file in tmp_path.iterdir()] == ["games.parquet"]


def test_games_that_are_written_when_ctrl_c_comes_are_counted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    writer = start_writer(SimulationPlan.checked("spice-road", games=40), tmp_path / "games.parquet")
    counted, add = [0], Writer.add

    def interrupted(self: Writer, outcomes: Outcomes) -> None:
        os.kill(os.getpid(), signal.SIGINT)
        add(self, outcomes)

    def count() -> None:
        for outcomes in play_to_file(writer, workers=0):
            counted[0] += len(outcomes)

    monkeypatch.setattr(Writer, "add", interrupted)
    before = signal.signal(signal.SIGINT, signal.default_int_handler)  # also where the tests ignore it
    try:
        with pytest.raises(KeyboardInterrupt):
            count()
    finally:
        signal.signal(signal.SIGINT, before)
    assert counted[0] == writer.done > 0


def test_what_a_killed_process_leaves_is_gone_on_with(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "games.parquet"
    monkeypatch.setattr(writer_module, "PIECE_SECONDS", 0.0)
    plan = SimulationPlan.checked("spice-road", games=40, seed=2)
    writer = start_writer(plan, path, turns=True)
    blocks = play(plan, with_turns=True, workers=0)
    for _ in range(2):
        writer.add(next(blocks))
    writer._parts.append(next(blocks))
    writer._write_parts(ends=False)  # and here it is killed
    assert (part_of(path) / "games-000002.open").exists()
    again = resume(path, games=60)
    assert again.to_arrow().equals(simulate("spice-road", games=60, seed=2).to_arrow())
    assert pq.read_table(turns_of(path)).num_rows == sum(row["turns"] for row in again if row["seat"] == 1)
    assert sorted(file.name for file in tmp_path.iterdir()) == ["games.parquet", "games.turns.parquet"]


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ({"seed": 3}, "was played with seed 2, not 3"),
        ({"bots": "casual"}, "was played with bots random,random, not casual,casual"),
        ({"game": "a-new-world"}, "was played with game spice-road, not a-new-world"),
        ({"games": 1}, r"holds \d games already, more than 1"),
        ({"components": {"point": [{"id": "P01", "cost": "YYRR", "points": 9}]}}, "components as printed, not point"),
    ],
)
def test_only_the_same_games_are_gone_on_with(tmp_path: Path, given: dict[str, Any], says: str) -> None:
    path = tmp_path / "games.parquet"
    plan = SimulationPlan.checked("spice-road", games=40, seed=2)
    with start_writer(plan, path) as writer:
        writer.add(next(play(plan, workers=0)))
    with pytest.raises(CenturyError, match=says):
        resume(path, **given)
    with pytest.raises(CenturyError, match="is there from an interrupted run: continue it with --resume"):
        simulate_to_file(path, "spice-road", games=40, seed=2)
    with pytest.raises(CenturyError, match=r"is not whole: --out .*games.parquet --resume continues it"):
        open_results(part_of(path))
    assert len(resume(path)) == 40
    with pytest.raises(CenturyError, match="nothing to continue: it is whole"):
        resume(path)


def test_a_whole_file_can_have_more_games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(writer_module, "PIECE_SECONDS", 0.0)
    for path in (tmp_path / "games.parquet", tmp_path / "games"):
        simulate_to_file(path, "spice-road", games=40, seed=2, turns=True)
        assert len(resume(path, games=70)) == 70
        assert rows_of(path).equals(simulate("spice-road", games=70, seed=2).to_arrow())
        turns = [turns_of(path)] if path.is_file() else sorted(path.glob("turns-*.parquet"))
        rows = sum(pq.ParquetFile(file).metadata.num_rows for file in turns)
        assert rows == sum(row["turns"] for row in open_results(path) if row["seat"] == 1)
    with pytest.raises(CenturyError, match="was played with seed 2, not 3"):
        resume(tmp_path / "games.parquet", games=80, seed=3)
    assert sorted(file.name for file in tmp_path.iterdir()) == ["games", "games.parquet", "games.turns.parquet"]


@pytest.mark.parametrize("players", [3, 5])
def test_batches_hold_whole_games(players: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "ROW_GROUP", 64)  # rows that are read at a time
    found = simulate_to_file(tmp_path / "games.parquet", "spice-road", players, games=90, seed=2)
    batches = list(found.batches(["seat", "rounds"]))
    assert len(batches) > 3
    assert all(len(batch) % players == 0 for batch in batches)
    findings = lab.Findings(found)
    assert findings.games == 90
    assert findings.rounds.total == 90
    assert lab.Comparison(found, found).is_paired


def test_a_folder_takes_the_pieces_as_they_are(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(writer_module, "PIECE_SECONDS", 0.0)
    found = simulate_to_file(tmp_path / "games", "spice-road", games=40, seed=2, turns=True)
    assert len(list((tmp_path / "games").glob("games-*.parquet"))) > 3
    assert found.to_arrow().equals(simulate("spice-road", games=40, seed=2).to_arrow())
    assert len(open_results(tmp_path / "games")) == 40


# --- replaced -------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["games.parquet", "games"])
def test_games_are_replaced_only_if_that_is_said(name: str, tmp_path: Path) -> None:
    path = tmp_path / name
    simulate_to_file(path, "spice-road", games=30, turns=True)
    before = {file: file.read_bytes() for file in tmp_path.rglob("*.parquet") if file.is_file()}
    with pytest.raises(CenturyError, match=rf"{name}: exists already: --resume with more --games continues it"):
        simulate_to_file(path, "spice-road", games=20, seed=5)

    def interrupted(tasks: Any) -> Any:
        yield next(tasks).run([-1.0, 0.0])
        assert {file: file.read_bytes() for file in before} == before
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        simulate_to_file(path, "spice-road", games=20, seed=5, replace=True, workers=interrupted)
    assert {file: file.read_bytes() for file in before} == before  # they stay until the new ones are whole
    with pytest.raises(CenturyError, match="is there from an interrupted run"):
        simulate_to_file(path, "spice-road", games=20, seed=5, replace=True)
    resume(path)
    assert rows_of(path).equals(simulate("spice-road", games=20, seed=5).to_arrow())
    assert [file for file in tmp_path.rglob("*") if "turns" in file.name or "part" in file.name] == []
    resume(path, games=25)  # which has no turns, whatever lay there before
    assert len(open_results(path)) == 25


def test_turns_of_other_games_are_replaced_only_if_that_is_said(tmp_path: Path) -> None:
    path = tmp_path / "games.parquet"
    simulate_to_file(path, "spice-road", games=3, turns=True)
    path.unlink()
    for turns in (True, False):
        with pytest.raises(CenturyError, match=r"games.turns.parquet: exists already, with turns of other games"):
            simulate_to_file(path, "spice-road", games=5, turns=turns)
    simulate_to_file(path, "spice-road", games=5, turns=True, replace=True)
    assert pq.read_table(turns_of(path)).num_rows == sum(row["turns"] for row in open_results(path) if row["seat"] == 1)


def test_what_holds_nothing_may_be_there(tmp_path: Path) -> None:
    (tmp_path / "games").mkdir()
    (tmp_path / "games.parquet").touch()
    for name in ("games", "games.parquet"):
        assert len(simulate_to_file(tmp_path / name, "spice-road", games=3)) == 3


# --- what is wrong --------------------------------------------------------------------------------


def test_a_full_disk_is_said_and_leaves_no_broken_file(tmp_path: Path) -> None:
    path = tmp_path / "games.parquet"
    limits = "import resource, sys; resource.setrlimit(resource.RLIMIT_FSIZE, (200_000, 200_000)); "
    code = f"{limits}from century.cli import main; sys.exit(main(sys.argv[1:]))"
    arguments = ["simulate", "spice-road", "--games", "4000", "--turns", "--out", str(path)]
    simulate("spice-road", games=2)  # what is compiled is kept on the same disk
    result = subprocess.run([sys.executable, "-c", code, *arguments], capture_output=True, text=True)
    assert result.returncode == 2
    assert f"{path}: cannot be written: " in result.stderr.replace("\n", "")
    assert list(tmp_path.iterdir()) == []


def test_an_error_of_the_disk_keeps_the_pieces_before(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "games.parquet"
    monkeypatch.setattr(writer_module, "PIECE_SECONDS", 0.0)
    made = writer_module._parquet
    opened_files = []

    def full(path: Path, schema: Any) -> Any:
        opened_files.append(path)
        if len(opened_files) > 2:
            raise OSError(28, "No space left on device")
        return made(path, schema)

    monkeypatch.setattr(writer_module, "_parquet", full)
    with pytest.raises(CenturyError, match=r"games.parquet: cannot be written: No space left on device"):
        simulate_to_file(path, "spice-road", games=80, workers=0)
    monkeypatch.setattr(writer_module, "_parquet", made)
    assert not path.exists()
    assert len(resume(path)) == 80


def test_a_bot_that_fails_is_named_and_leaves_no_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "games.parquet"
    for workers in ("0", "1"):
        arguments = ["simulate", "spice-road", "--bots", f"random,{BROKEN}", "--games", "4", "--workers", workers]
        assert main([*arguments, "--out", str(path)]) == 2
        assert "Broken failed on seat 2 of the game of seed 0: ValueError: out of ideas" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--bots", "planner,greedy,random"], "name one bot for all seats, or one for each of 2, not 3"),
        (["--bots", "nobody"], "unknown player 'nobody'"),
        (["--out", "games.csv"], "games.csv: results go into a file such as games.parquet, or into a folder"),
        (["--out", "none/games.parquet"], "none/games.parquet: cannot be written: no folder"),
        (["--turns"], "--turns needs a file: add --out games.parquet"),
        (["--resume"], "--resume needs a file: add --out games.parquet"),
        (["--replace"], "--replace needs a file: add --out games.parquet"),
        (["--out", "games.parquet", "--resume"], "games.parquet: there is nothing to continue"),
        (["--workers", "ray", "--ray-address", "127.0.0.1:1"], "Ray"),
        (
            ["--workers", "2", "--ray-address", "auto"],
            "an address of a Ray cluster goes with the workers 'ray', not '2'",
        ),
    ],
)
def test_wrong_input_is_said_before_anything_is_played(
    arguments: list[str], says: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    if "127.0.0.1:1" in arguments:
        monkeypatch.setitem(sys.modules, "ray", None)  # waiting for a cluster that is not there takes long
    monkeypatch.chdir(tmp_path)
    assert main(["simulate", "spice-road", "--games", "2", *arguments]) == 2
    assert says in capsys.readouterr().err.replace("\n", " ")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (None, "cannot be read: No such file"),
        (b"", "games.parquet: is empty"),
        (b"seed,points\n1,2\n", "games.parquet: is no Parquet file"),
    ],
)
def test_what_is_no_file_of_games_is_said(tmp_path: Path, content: bytes | None, says: str) -> None:
    path = tmp_path / "games.parquet"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(CenturyError, match=says):
        open_results(path)


def test_a_file_of_someone_else_or_without_columns_or_games_is_said(tmp_path: Path) -> None:
    path = tmp_path / "games.parquet"
    pq.write_table(pa.table({"points": [1]}), path)
    with pytest.raises(CenturyError, match="is no result of century simulate"):
        open_results(path)
    whole = simulate_to_file(path, "spice-road", games=3, replace=True).to_arrow()
    pq.write_table(whole.drop_columns(["won", "taken"]), path)
    with pytest.raises(CenturyError, match="without the columns won, taken"):
        open_results(path)
    pq.write_table(whole.slice(0, 0), path)
    with pytest.raises(CenturyError, match="holds no games"):
        open_results(path)
    for others in (whole.slice(1, 3), whole.filter(whole["won"]).slice(0, 2)):
        pq.write_table(others, path)
        with pytest.raises(CenturyError, match="does not hold whole games"):
            lab.report(open_results(path))
    simulate_to_file(path, "spice-road", games=3, turns=True, replace=True)
    with pytest.raises(CenturyError, match="holds turns; name the file of games"):
        open_results(turns_of(path))
    (tmp_path / "folder").mkdir()
    with pytest.raises(CenturyError, match="holds no results of century simulate"):
        open_results(tmp_path / "folder")


def test_a_damaged_file_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "games.parquet"
    simulate_to_file(path, "spice-road", games=200)
    content = bytearray(path.read_bytes())
    content[100:4000] = b"x" * 3900
    path.write_bytes(content)
    assert main(["report", str(path)]) == 2
    error = capsys.readouterr().err
    assert "games.parquet: is damaged: " in error
    assert error.count("\n") == 1
    assert list(tmp_path.iterdir()) == [path]


def test_simulate_needs_no_extra_without_a_file_and_says_which_with_one(tmp_path: Path) -> None:
    code = (
        "import sys; sys.modules.update(dict.fromkeys(['pyarrow', 'altair', 'ray', 'polars', 'pandas']));"
        "from century.cli import main; sys.exit(main(sys.argv[1:]))"
    )

    def run(*arguments: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run([sys.executable, "-c", code, *arguments], capture_output=True, text=True, cwd=tmp_path)

    assert "20 games: 20 finished" in run("simulate", "spice-road", "--games", "20").stdout
    for arguments, extra in (
        (["simulate", "spice-road", "--out", "games.parquet"], "century[lab]"),
        (["report", "games.parquet"], "century[lab]"),
        (["simulate", "spice-road", "--workers", "ray"], "century[ray]"),
    ):
        result = run(*arguments)
        assert (result.returncode, extra in result.stderr) == (2, True), result.stderr
    assert list(tmp_path.iterdir()) == []


def test_the_lab_has_its_names_and_no_others() -> None:
    assert all(callable(getattr(lab, name)) for name in lab.__all__)
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        _ = lab.nothing
