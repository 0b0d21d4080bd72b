"""Writing games while they are played: in pieces, so that finished games are kept whatever happens.

Pieces go into a folder beside the final file, `games.parquet.part`. A piece is a whole Parquet file that gets its name
when it is closed. At the end the pieces become one file, which gets its name when it is whole. So an interrupted
run leaves pieces to continue from, and never a broken file. The reorder buffer keeps its files beside the pieces.
"""

import json
import shutil
import signal
import threading
import time
from collections import deque
from collections.abc import Generator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Self

from century.errors import CenturyError
from century.lab.files import write_errors
from century.lab.play.outcomes import Outcomes
from century.lab.play.plan import Plan
from century.lab.play.reorder import ReorderBuffer
from century.lab.play.workers import cores
from century.lab.store.tables import arrow, game_rows, game_schema, turn_rows, turn_schema

if TYPE_CHECKING:
    import pyarrow as pa
    import pyarrow.parquet as pq

FORMAT = "century games 1"
ROW_GROUP = 32_768  # rows kept in memory before they are written
MOST_BATCHES = 256  # kept before they are combined
PIECE_SECONDS = 60.0  # at most this much is lost if the process is killed
KEY = b"century"
PLAN = "plan.json"
GAMES, TURNS = "games", "turns"


class Writer:
    """Writes outcomes into pieces; `finish` joins them to the file."""

    def __init__(self, plan: Plan, out: Path, turns: bool, pieces: list[Path], done: int) -> None:
        """Use `start_writer` or `resume_writer`."""
        self.plan = plan
        self.out = out
        self.with_turns = turns
        self.folder = part_of(out)
        self.pieces = pieces  # whole ones, in the order of their games
        self.done = done  # games in them, or in the open one
        self.buffer = ReorderBuffer.restored(self.folder, done, plan.games)
        self._open: dict[str, pq.ParquetWriter] = {}
        self._rows: dict[str, list[pa.RecordBatch]] = {GAMES: [], TURNS: []}
        self._since = 0.0

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Keep finished games. After a disk error the open piece is lost, but no earlier one."""
        try:
            if kind is None or issubclass(kind, KeyboardInterrupt | GeneratorExit | CenturyError):
                with defer_interrupts():
                    self.close_piece()
                    self.buffer.keep(self.done)
        except CenturyError:
            if kind is None:
                raise
        finally:
            self._drop_piece()
            if not self.pieces and not self.buffer.kept and kind is not None:
                shutil.rmtree(self.folder, ignore_errors=True)

    @property
    def finished(self) -> int:
        """The number of finished games, with those in files of the buffer."""
        return self.done + self.buffer.kept

    def add(self, outcomes: Outcomes) -> None:
        """Write the next games."""
        assert outcomes.first == self.done, "outcomes come in order"
        with write_errors(self.out):
            self._write(GAMES, game_rows(self.plan, outcomes))
            if self.with_turns:
                self._write(TURNS, turn_rows(self.plan, outcomes))
        self.done += len(outcomes)
        if time.monotonic() - self._since > PIECE_SECONDS:
            self.close_piece()

    def _write(self, table: str, batch: "pa.RecordBatch") -> None:
        if not self._open:
            self._begin_piece()
        rows = self._rows[table]
        rows.append(batch)
        if sum(len(each) for each in rows) >= ROW_GROUP:
            self._flush(table)
        elif len(rows) > MOST_BATCHES:  # batches of single games take much memory
            rows[:] = arrow().Table.from_batches(rows).combine_chunks().to_batches()

    def _begin_piece(self) -> None:
        self._since = time.monotonic()
        for table in self._tables():
            self._open[table] = _parquet(self.folder / f"{table}.open", self._schema(table))

    def _tables(self) -> tuple[str, ...]:
        """The tables, in the order in which their pieces are named: games never lack their turns."""
        return (TURNS, GAMES) if self.with_turns else (GAMES,)

    def _piece(self, table: str, number: int) -> Path:
        return self.folder / f"{table}-{number:06}.parquet"

    def _schema(self, table: str) -> "pa.Schema":
        tournament = self.plan.is_tournament
        schema = game_schema(self.plan.declared, tournament) if table == GAMES else turn_schema(tournament)
        return schema.with_metadata({KEY: json.dumps({"format": FORMAT, **self.plan.as_dict()}).encode()})

    def _flush(self, table: str) -> None:
        pa = arrow()
        rows = self._rows[table]
        if rows:
            self._open[table].write_table(pa.Table.from_batches(rows).cast(self._schema(table)))
            rows.clear()

    def close_piece(self) -> None:
        """Finish the open piece."""
        if not self._open:
            return
        number = len(self.pieces)
        with write_errors(self.out):
            for table in self._tables():
                self._flush(table)
                self._open[table].close()
            for table in self._tables():
                (self.folder / f"{table}.open").replace(self._piece(table, number))
        self._open.clear()
        self.pieces.append(self._piece(GAMES, number))
        self.buffer.sweep(self.done)

    def _drop_piece(self) -> None:
        for table, writer in self._open.items():
            with suppress(Exception):
                writer.close()
            (self.folder / f"{table}.open").unlink(missing_ok=True)
        self._open.clear()

    def finish(self) -> None:
        """Join the pieces to the file."""
        self.close_piece()
        self.buffer.drop(self.plan.games)  # left if a test ended the tournament early
        with write_errors(self.out):
            if self.with_turns:
                self._whole(TURNS).replace(turns_of(self.out))
            else:
                turns_of(self.out).unlink(missing_ok=True)  # of the replaced games
            self._whole(GAMES).replace(self.out)
            shutil.rmtree(self.folder)

    def _whole(self, table: str) -> Path:
        """Join all pieces of a table."""
        pieces = [piece.with_name(piece.name.replace(GAMES, table, 1)) for piece in self.pieces]
        if len(pieces) == 1:
            return pieces[0]
        import pyarrow.parquet as pq

        whole = self.folder / f"{table}.whole"
        with closing(_parquet(whole, self._schema(table))) as writer:
            for piece in pieces:
                with pq.ParquetFile(piece) as file:
                    for group in range(file.num_row_groups):
                        writer.write_table(file.read_row_group(group).cast(self._schema(table)))
        return whole


class FolderWriter(Writer):
    """Writes a folder of pieces, several at a time: for more games than one core can write."""

    def __init__(self, plan: Plan, out: Path, turns: bool, pieces: list[Path], done: int) -> None:
        """Use `start_writer` or `resume_writer`."""
        super().__init__(plan, out, turns, pieces, done)
        self._parts: list[Outcomes] = []
        self._pool = ThreadPoolExecutor(cores())
        self._running: deque[tuple[int, Future[None]]] = deque()  # and the end of its games

    def add(self, outcomes: Outcomes) -> None:
        """Write the next games."""
        assert outcomes.first == self.done, "outcomes come in order"
        if not self._parts:
            self._since = time.monotonic()
        self._parts.append(outcomes)
        self.done += len(outcomes)
        rows = sum(len(each) for each in self._parts) * self.plan.players
        if rows >= ROW_GROUP or time.monotonic() - self._since > PIECE_SECONDS:
            self._submit_piece()

    def _submit_piece(self) -> None:
        self._running.append((self.done, self._pool.submit(self._write_piece, len(self.pieces), self._parts)))
        self.pieces.append(self._piece(GAMES, len(self.pieces)))
        self._parts = []
        if len(self._running) > 2 * cores():
            self._wait()

    def _wait(self) -> None:
        end, running = self._running.popleft()
        running.result()
        self.buffer.sweep(end)

    def _write_piece(self, number: int, parts: list[Outcomes]) -> None:
        pa = arrow()
        with write_errors(self.out):
            for table in self._tables():
                rows = [(game_rows if table == GAMES else turn_rows)(self.plan, outcomes) for outcomes in parts]
                open_file = self.folder / f"{table}-{number:06}.open"
                try:
                    with closing(_parquet(open_file, self._schema(table))) as writer:
                        writer.write_table(pa.Table.from_batches(rows).cast(self._schema(table)))
                    open_file.replace(self._piece(table, number))
                finally:
                    open_file.unlink(missing_ok=True)

    def close_piece(self) -> None:
        """Wait until everything is written."""
        if self._parts:
            self._submit_piece()
        while self._running:
            self._wait()

    def _drop_piece(self) -> None:
        self._pool.shutdown(cancel_futures=True)
        self.pieces = [piece for piece in self.pieces if piece.exists()]

    def finish(self) -> None:
        """Remove all other files from the folder, and give it its name."""
        self.close_piece()
        self.buffer.drop(self.plan.games)  # left if a test ended the tournament early
        pieces = {self._piece(table, number) for table in self._tables() for number in range(len(self.pieces))}
        with write_errors(self.out):
            for file in set(self.folder.iterdir()) - pieces:
                file.unlink()
            if self.out.exists():
                shutil.rmtree(self.out)
            self.folder.replace(self.out)


def is_file_name(out: Path) -> bool:
    """Return whether results go into one file, not into a folder, which is quicker with very many games."""
    return out.suffix == ".parquet"


def part_of(out: Path) -> Path:
    """Return the folder with the pieces of an unfinished file."""
    return out.with_name(out.name + ".part")


def turns_of(out: Path) -> Path:
    """Return the file of turns beside a file of games."""
    return out.with_suffix(".turns.parquet")


def _parquet(path: Path, schema: "pa.Schema") -> "pq.ParquetWriter":
    import pyarrow.parquet as pq

    return pq.ParquetWriter(path, schema, compression="zstd")


def writer_of(plan: Plan, out: Path, turns: bool, pieces: list[Path], done: int) -> Writer:
    """Return a writer that continues after some pieces."""
    return (Writer if is_file_name(out) else FolderWriter)(plan, out, turns, pieces, done)


@contextmanager
def defer_interrupts() -> Generator[None, None, None]:
    """Let Ctrl-C wait until the body is done: outcomes must be written whole."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    waiting: list[int] = []
    before = signal.signal(signal.SIGINT, lambda number, frame: waiting.append(number))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
    if waiting:
        raise KeyboardInterrupt
