"""Games that are finished before their turn: they wait, an interrupted run keeps them, and nobody plays them again."""

import signal
from collections.abc import Generator, Iterable
from dataclasses import fields
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow.parquet as pq
import pytest

from century.cli import main
from century.errors import CenturyError
from century.lab import files
from century.lab.play import reorder, runner, workers
from century.lab.play.game_task import GameTask
from century.lab.play.one_game import NOBODY
from century.lab.play.outcomes import Outcomes
from century.lab.play.plan import SimulationPlan
from century.lab.play.reorder import ReorderBuffer, in_order, temporary_buffer
from century.lab.play.runner import play
from century.lab.simulation import resume, simulate, simulate_to_file
from century.lab.store.reading import open_results
from century.lab.store.writer import part_of, turns_of
from century.lab.tournament import Tournament
from tests.lab import bots

FEW, MANY = (1, 2, 5), (*range(1, 40), *range(99, 41, -1))  # chunks that are finished, but never the first
BROKEN = f"{bots.__file__}:Broken"


@pytest.fixture(autouse=True)
def small_chunks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(runner.LARGEST_TASK, True, 2)
    monkeypatch.setattr(workers, "cores", lambda: 2)  # a chunk is smaller where there are many


def finishing(order: Iterable[int], then: type[BaseException] = KeyboardInterrupt) -> workers.Workers:
    """Workers that finish some chunks, in this order, and are interrupted."""

    def crew(tasks: Iterable[Any]) -> Generator[Outcomes, None, None]:
        chunks = list(tasks)
        for number in order:
            yield chunks[number].run([NOBODY, 0.0])
        raise then("enough")

    return crew


class Noting:
    """A worker that notes which games it was asked to play."""

    def __init__(self) -> None:
        self.games: list[int] = []

    def __call__(self, tasks: Iterable[Any]) -> Generator[Outcomes, None, None]:
        for chunk in tasks:
            self.games += range(chunk.first, chunk.first + chunk.count)
            yield chunk.run([NOBODY, 0.0])


def without_times(path: Path) -> list[dict[str, Any]]:
    return [{name: value for name, value in row.items() if name != "seconds"} for row in open_results(path)]


def turn_rows(path: Path) -> list[dict[str, Any]]:
    found = [turns_of(path)] if path.is_file() else sorted(path.glob("turns-*.parquet"))
    return [row for file in found for row in pq.read_table(file).to_pylist()]


def of(chunks: Iterable[int], size: int = 2) -> set[int]:
    """The games of some chunks."""
    return {game for chunk in chunks for game in range(size * chunk, size * chunk + size)}


@pytest.mark.parametrize("name", ["games.parquet", "games"])
@pytest.mark.parametrize("order", [FEW, MANY], ids=["few", "many"])
def test_every_finished_game_is_kept_and_not_played_again(order: tuple[int, ...], name: str, tmp_path: Path) -> None:
    path, whole = tmp_path / name, tmp_path / f"whole-{name}"
    with pytest.raises(KeyboardInterrupt):
        simulate_to_file(path, "spice-road", games=200, seed=2, turns=True, workers=finishing(order))
    assert len(list(part_of(path).glob("early-*.npz"))) == len(order)
    noting = Noting()
    resume(path, workers=noting)
    assert sorted(noting.games) == sorted(set(range(200)) - of(order))
    simulate_to_file(whole, "spice-road", games=200, seed=2, turns=True, workers=0)
    assert open_results(path).to_arrow().equals(open_results(whole).to_arrow())
    assert turn_rows(path) == turn_rows(whole)
    assert not part_of(path).exists()
    assert {file.suffix for file in tmp_path.rglob("*") if file.is_file()} == {".parquet"}


@pytest.mark.parametrize("name", ["games.parquet", "games"])
def test_what_is_in_order_and_what_is_not_are_kept_side_by_side(name: str, tmp_path: Path) -> None:
    path = tmp_path / name
    with pytest.raises(CenturyError, match="enough"):
        simulate_to_file(path, "spice-road", games=200, workers=finishing((0, 1, 4, 2, 9, 7), CenturyError))
    assert sorted(file.name for file in part_of(path).iterdir()) == [
        "early-000000000008-2.npz",
        "early-000000000014-2.npz",
        "early-000000000018-2.npz",
        "games-000000.parquet",
        "plan.json",
    ]
    with pytest.raises(KeyboardInterrupt):  # and once more: chunks are now made of 6-7, 10-13, 16-17 and 20-199
        resume(path, workers=finishing((2, 3, 0, 5)))
    noting = Noting()
    resume(path, workers=noting)
    assert sorted(noting.games) == [10, 11, 20, 21, *range(24, 200)]
    assert open_results(path).to_arrow().equals(simulate("spice-road", games=200).to_arrow())


def test_other_chunks_and_more_or_fewer_games_go_around_what_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for games in (300, 41):
        path = tmp_path / f"{games}.parquet"
        monkeypatch.setitem(runner.LARGEST_TASK, True, 2)
        with pytest.raises(KeyboardInterrupt):
            simulate_to_file(path, "spice-road", games=200, workers=finishing((1, 5, 20, 99)))
        monkeypatch.setitem(runner.LARGEST_TASK, True, 7)
        noting = Noting()
        resume(path, games=games, workers=noting)
        kept = of((1, 5, 20, 99)) if games == 300 else of((1, 5))
        assert sorted(noting.games) == sorted(set(range(games)) - kept)
        assert open_results(path).to_arrow().equals(simulate("spice-road", games=games).to_arrow())


@pytest.mark.parametrize("order", [FEW, MANY], ids=["few", "many"])
def test_a_tournament_keeps_every_finished_game(order: tuple[int, ...], tmp_path: Path) -> None:
    path, whole = tmp_path / "games.parquet", tmp_path / "whole.parquet"
    who = f"random,{BROKEN}"
    made = Tournament("spice-road", who, 100, turn_limit=30, out=path, turns=True)
    with pytest.raises(KeyboardInterrupt):
        list(made.run(finishing(order)))
    assert (made.played, made.finished) == (0, len(order))
    again = Tournament.resume(path)
    assert (again.played, again.finished) == (0, len(order))
    noting = Noting()
    assert len(list(again.run(noting))) == 100
    assert sorted(noting.games) == sorted(set(range(100)) - of(order, 1))
    other = Tournament("spice-road", who, 100, turn_limit=30, out=whole, turns=True)
    list(other.run(0))
    assert without_times(path) == without_times(whole)
    assert turn_rows(path) == turn_rows(whole)
    assert again.failures() == other.failures()
    assert not part_of(path).exists()


@pytest.mark.parametrize("name", ["games.parquet", "games"])
def test_a_tournament_that_is_sure_drops_what_came_early(name: str, tmp_path: Path) -> None:
    path = tmp_path / name
    made = Tournament("spice-road", f"random,{BROKEN}", 200, until_sure=True, out=path)
    with pytest.raises(KeyboardInterrupt):
        list(made.run(finishing((*range(1, 80), 150))))
    again = Tournament.resume(path)
    noting = Noting()
    list(again.run(noting))
    assert again.is_sure
    assert again.deals == 36
    assert noting.games == [0]
    assert len(open_results(path)) == 72
    assert {file.suffix for file in tmp_path.rglob("*") if file.is_file()} == {".parquet"}
    assert not part_of(path).exists()


@pytest.mark.parametrize("name", ["games.parquet", "games"])
def test_what_came_early_when_it_became_sure_is_dropped_too(name: str, tmp_path: Path) -> None:
    path = tmp_path / name
    made = Tournament("spice-road", f"random,{BROKEN}", 200, until_sure=True, out=path)
    list(made.run(finishing((150, 151, *range(90)))))
    assert made.is_sure
    assert len(open_results(path)) == 72
    assert {file.suffix for file in tmp_path.rglob("*") if file.is_file()} == {".parquet"}
    assert not part_of(path).exists()


def test_a_block_that_is_written_is_not_kept_twice(tmp_path: Path) -> None:
    path = tmp_path / "games.parquet"

    def interrupted(done: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        simulate_to_file(path, "spice-road", games=200, workers=finishing((3, 1, 0)), progress=interrupted)
    assert sorted(file.name for file in part_of(path).iterdir()) == [
        "early-000000000002-2.npz",
        "early-000000000006-2.npz",
        "games-000000.parquet",
        "plan.json",
    ]


@pytest.mark.parametrize("command", ["simulate", "tournament"])
def test_the_message_counts_them(
    command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "games.parquet"
    who = ["--players" if command == "tournament" else "--bots", "random,casual", "--turn-limit", "8"]
    arguments = [command, "spice-road", "--games", "100", *who]
    size = 1 if command == "tournament" else 2
    monkeypatch.setattr(workers, "workers_of", lambda *_, **__: finishing((3, 1, 4)))
    assert main([*arguments, "--out", str(path)]) == 130
    captured = capsys.readouterr()
    assert f"interrupted: {3 * size} games are finished; continue with --out {path} --resume" in captured.err
    assert captured.out == ""
    monkeypatch.setattr(workers, "workers_of", lambda *_, **__: finishing((0, 2)))
    assert main([command, "--out", str(path), "--resume"]) == 130  # 0 to 1, then 3 to 4, and game 5 after a gap
    captured = capsys.readouterr()
    assert f"interrupted: {5 * size} games are finished" in captured.err
    assert f"{2 * size} games" in captured.out  # of the games in order
    assert main(arguments) == 130
    assert "interrupted: " in (said := capsys.readouterr().err)
    assert "--resume" not in said
    monkeypatch.setattr(workers, "workers_of", lambda *_, **__: finishing(()))
    assert main([*arguments, "--out", str(tmp_path / "nothing.parquet")]) == 130
    assert "interrupted: 0 games are finished\n" in capsys.readouterr().err
    assert [file.name for file in tmp_path.iterdir()] == ["games.parquet.part"]


def test_a_second_ctrl_c_waits_until_all_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, keep = tmp_path / "games.parquet", ReorderBuffer.keep

    def interrupted(self: ReorderBuffer, first: int) -> None:
        signal.raise_signal(signal.SIGINT)
        keep(self, first)

    monkeypatch.setattr(ReorderBuffer, "keep", interrupted)
    with pytest.raises(KeyboardInterrupt):
        simulate_to_file(path, "spice-road", games=200, workers=finishing((0, 3, 5)))
    assert len(list(part_of(path).iterdir())) == 4


def test_what_is_taken_stays_on_disk_until_its_games_are_safe(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A process that is killed then loses nothing that was kept before."""
    path = tmp_path / "games.parquet"
    with pytest.raises(KeyboardInterrupt):
        simulate_to_file(path, "spice-road", games=200, workers=finishing(range(1, 50)))

    def killed(*_: object) -> None:
        raise RuntimeError("killed")

    with monkeypatch.context() as patch:
        patch.setattr("century.lab.store.writer.Writer.close", killed)
        patch.setattr("century.lab.store.writer.Writer.__exit__", lambda *_: None)
        with pytest.raises(RuntimeError, match="killed"):
            resume(path, workers=0)
    noting = Noting()
    resume(path, workers=noting)
    assert sorted(noting.games) == [0, 1, *range(100, 200)]
    assert open_results(path).to_arrow().equals(simulate("spice-road", games=200).to_arrow())


@pytest.mark.parametrize(
    "content", [b"", b"no zip", b"PK\x03\x04 half of it", None], ids=["empty", "text", "cut", "bit"]
)
def test_a_damaged_file_is_said_and_its_games_can_be_played_again(content: bytes | None, tmp_path: Path) -> None:
    path = tmp_path / "games.parquet"
    with pytest.raises(KeyboardInterrupt):
        simulate_to_file(path, "spice-road", games=200, workers=finishing(FEW))
    file = part_of(path) / "early-000000000004-2.npz"
    flipped = bytearray(file.read_bytes())
    flipped[len(flipped) // 2] ^= 1
    file.write_bytes(flipped if content is None else content)
    note = (part_of(path) / "plan.json").read_text()
    with pytest.raises(CenturyError, match=r"early-000000000004-2.npz: is damaged: remove it, and its games are"):
        resume(path, games=300)
    assert (part_of(path) / "plan.json").read_text() == note
    file.unlink()
    noting = Noting()
    resume(path, workers=noting)
    assert sorted(noting.games) == sorted(set(range(200)) - of((1, 5)))


def test_a_file_with_other_games_than_its_name_says_is_damaged(tmp_path: Path) -> None:
    block = GameTask(SimulationPlan.checked("spice-road", games=4), 2, 2).run([NOBODY, 0.0])
    (tmp_path / "early-000000000000-2.npz").write_bytes(block.as_bytes())
    with pytest.raises(CenturyError, match="is damaged"):
        ReorderBuffer.restored(tmp_path, 0, 4)


def test_a_full_disk_is_no_second_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "games.parquet"
    written = files.write
    kept: list[Path] = []

    def full(path: Path, content: str | bytes) -> None:
        if len(kept) == 2:
            raise CenturyError(f"{path}: cannot be written: No space left on device")
        kept.append(path)
        written(path, content)

    monkeypatch.setattr(reorder, "write", full)
    with pytest.raises(KeyboardInterrupt):
        simulate_to_file(path, "spice-road", games=200, workers=finishing(FEW))
    noting = Noting()
    resume(path, workers=noting)
    assert sorted(noting.games) == sorted(set(range(200)) - of(FEW[:2]))
    other = tmp_path / "other.parquet"
    with pytest.raises(KeyboardInterrupt):
        simulate_to_file(other, "spice-road", games=200, workers=finishing(FEW))
    assert not part_of(other).exists()
    monkeypatch.setattr(reorder, "MOST_HELD", 1)
    with pytest.raises(CenturyError, match="cannot be written: No space left on device"):
        simulate_to_file(other, "spice-road", games=200, workers=finishing(FEW))
    assert [file.name for file in tmp_path.iterdir()] == ["games.parquet"]


def test_blocks_come_in_order_and_none_twice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reorder, "MOST_HELD", 2)  # the others wait on disk
    blocks = list(play(SimulationPlan.checked("spice-road", games=40, seed=2), workers=0))
    late = [*blocks[::-1], blocks[0], blocks[-1]]
    for coming in (late, [blocks[0], *late]):
        waiting = ReorderBuffer(tmp_path)
        assert [block.first for block in in_order(coming, waiting, 0)] == [block.first for block in blocks]
        assert waiting.gaps(0, 40) == [range(40)]  # nobody waits for ever


def test_without_a_file_nothing_piles_up_on_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reorder, "MOST_HELD", 1)
    folders: list[Path] = []

    def swapped(tasks: Iterable[Any]) -> Generator[Outcomes, None, None]:
        chunks = list(tasks)
        for at in range(0, len(chunks), 4):
            for chunk in chunks[at : at + 4][::-1]:
                yield chunk.run([NOBODY, 0.0])
            assert len(list(folders[0].iterdir())) < 4

    class Noted:
        def __enter__(self) -> ReorderBuffer:
            self.made = temporary_buffer()
            found = self.made.__enter__()
            folders.append(found.folder)
            return found

        def __exit__(self, *error: Any) -> None:
            self.made.__exit__(*error)

    monkeypatch.setattr(runner, "temporary_buffer", Noted)
    blocks = list(play(SimulationPlan.checked("spice-road", games=200), workers=swapped))
    assert [block.first for block in blocks] == list(range(0, 200, 2))
    assert not folders[0].exists()


def test_a_block_is_the_same_after_it_was_written() -> None:
    made = Tournament("spice-road", f"random,{BROKEN}", 2)
    plan = SimulationPlan.checked("spice-road", games=5)
    for block in [*play(made.plan, workers=0), GameTask(plan, 1, 4, with_turns=True).run([NOBODY, 0.0])]:
        again = Outcomes.from_bytes(block.as_bytes())
        for field in fields(Outcomes):
            was, now = getattr(block, field.name), getattr(again, field.name)
            assert type(was) is type(now)
            if isinstance(was, np.ndarray):
                assert was.dtype == now.dtype
                assert np.array_equal(was, now)
            else:
                assert was == now
