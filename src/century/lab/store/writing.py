"""Writing games while they are played: in pieces, so that what is finished is kept whatever happens.

Games go into pieces in a folder beside the file to be, `games.parquet.part`. A piece is a whole Parquet file: it gets
its name when it is closed. At the end the pieces become one file, which gets its name when it is whole. So an
interrupted run leaves pieces to go on from, and never a broken file. Games that are finished before their turn lie
beside the pieces.
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
from typing import TYPE_CHECKING, Any, Self

from century.errors import CenturyError
from century.lab.play.chunks import Block
from century.lab.play.early import Early
from century.lab.play.plan import Plan
from century.lab.play.workers import cores
from century.lab.store.files import said
from century.lab.store.tables import arrow, game_rows, game_schema, turn_rows, turn_schema

if TYPE_CHECKING:
    import pyarrow as pa

FORMAT = "century games 1"
ROW_GROUP = 32_768  # rows that are kept in memory before they are written
MOST_BATCHES = 256  # that are kept beside each other
PIECE_SECONDS = 60.0  # so much is lost at most if the process is killed
KEY = b"century"
PLAN = "plan.json"
GAMES, TURNS = "games", "turns"


class Writer:
    """Writes blocks into pieces; `finish` makes the file of them."""

    def __init__(self, plan: Plan, out: Path, turns: bool, pieces: list[Path], done: int) -> None:
        """Use `begun` or `resumed`."""
        self.plan = plan
        self.out = out
        self.with_turns = turns
        self.folder = part_of(out)
        self.pieces = pieces  # whole ones, in the order of their games
        self.done = done  # games in them, or in the open one
        self.early = Early.found(self.folder, done, plan.games)
        self._open: dict[str, Any] = {}
        self._rows: dict[str, list[Any]] = {GAMES: [], TURNS: []}
        self._since = 0.0

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Keep what is finished. After an error of the disk the open piece is lost, not those before it."""
        try:
            if kind is None or issubclass(kind, KeyboardInterrupt | GeneratorExit | CenturyError):
                with undisturbed():
                    self.close_piece()
                    self.early.keep(self.done)
        except CenturyError:
            if kind is None:
                raise
        finally:
            self._drop_piece()
            if not self.pieces and not self.early.kept and kind is not None:
                shutil.rmtree(self.folder, ignore_errors=True)

    @property
    def finished(self) -> int:
        """How many games are finished, those before their turn too, if they are kept."""
        return self.done + self.early.kept

    def add(self, block: Block) -> None:
        """Write some games more, which follow those before."""
        assert block.first == self.done, "blocks come in order"
        with said(self.out):
            self._write(GAMES, game_rows(self.plan, block))
            if self.with_turns:
                self._write(TURNS, turn_rows(self.plan, block))
        self.done += len(block)
        if time.monotonic() - self._since > PIECE_SECONDS:
            self.close_piece()

    def _write(self, table: str, batch: "pa.RecordBatch") -> None:
        if not self._open:
            self._begin_piece()
        rows = self._rows[table]
        rows.append(batch)
        if sum(len(each) for each in rows) >= ROW_GROUP:
            self._flush(table)
        elif len(rows) > MOST_BATCHES:  # of single games; many small batches take much room
            rows[:] = arrow().Table.from_batches(rows).combine_chunks().to_batches()

    def _begin_piece(self) -> None:
        self._since = time.monotonic()
        for table in self._tables():
            self._open[table] = _parquet(self.folder / f"{table}.open", self._schema(table))

    def _tables(self) -> tuple[str, ...]:
        """Turns get their name first, so that games never lack theirs."""
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
        """Make the open piece whole."""
        if not self._open:
            return
        number = len(self.pieces)
        with said(self.out):
            for table in self._tables():
                self._flush(table)
                self._open[table].close()
            for table in self._tables():
                (self.folder / f"{table}.open").replace(self._piece(table, number))
        self._open.clear()
        self.pieces.append(self._piece(GAMES, number))
        self.early.sweep(self.done)

    def _drop_piece(self) -> None:
        for table, writer in self._open.items():
            with suppress(Exception):
                writer.close()
            (self.folder / f"{table}.open").unlink(missing_ok=True)
        self._open.clear()

    def finish(self) -> None:
        """Make the pieces one file."""
        self.close_piece()
        self.early.drop(self.plan.games)  # a test that is sure needs no more games
        with said(self.out):
            if self.with_turns:
                self._whole(TURNS).replace(turns_of(self.out))
            else:
                turns_of(self.out).unlink(missing_ok=True)  # of the games that are replaced
            self._whole(GAMES).replace(self.out)
            shutil.rmtree(self.folder)

    def _whole(self, table: str) -> Path:
        """One file of all pieces."""
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
    """Writes a folder of pieces, several of them at a time: for more games than one core can write."""

    def __init__(self, plan: Plan, out: Path, turns: bool, pieces: list[Path], done: int) -> None:
        """Use `begun` or `resumed`."""
        super().__init__(plan, out, turns, pieces, done)
        self._blocks: list[Block] = []
        self._pool = ThreadPoolExecutor(cores())
        self._running: deque[tuple[int, Future[None]]] = deque()  # and the end of its games

    def add(self, block: Block) -> None:
        """Write some games more, which follow those before."""
        assert block.first == self.done, "blocks come in order"
        if not self._blocks:
            self._since = time.monotonic()
        self._blocks.append(block)
        self.done += len(block)
        rows = sum(len(each) for each in self._blocks) * self.plan.players
        if rows >= ROW_GROUP or time.monotonic() - self._since > PIECE_SECONDS:
            self._hand_out()

    def _hand_out(self) -> None:
        self._running.append((self.done, self._pool.submit(self._write_piece, len(self.pieces), self._blocks)))
        self.pieces.append(self._piece(GAMES, len(self.pieces)))
        self._blocks = []
        if len(self._running) > 2 * cores():
            self._wait()

    def _wait(self) -> None:
        end, running = self._running.popleft()
        running.result()
        self.early.sweep(end)

    def _write_piece(self, number: int, blocks: list[Block]) -> None:
        pa = arrow()
        with said(self.out):
            for table in self._tables():
                rows = [(game_rows if table == GAMES else turn_rows)(self.plan, block) for block in blocks]
                begun = self.folder / f"{table}-{number:06}.open"
                try:
                    with closing(_parquet(begun, self._schema(table))) as writer:
                        writer.write_table(pa.Table.from_batches(rows).cast(self._schema(table)))
                    begun.replace(self._piece(table, number))
                finally:
                    begun.unlink(missing_ok=True)

    def close_piece(self) -> None:
        """Wait until all is written."""
        if self._blocks:
            self._hand_out()
        while self._running:
            self._wait()

    def _drop_piece(self) -> None:
        self._pool.shutdown(cancel_futures=True)
        self.pieces = [piece for piece in self.pieces if piece.exists()]

    def finish(self) -> None:
        """Give the folder its name, with nothing but its pieces in it."""
        self.close_piece()
        self.early.drop(self.plan.games)  # a test that is sure needs no more games
        pieces = {self._piece(table, number) for table in self._tables() for number in range(len(self.pieces))}
        with said(self.out):
            for file in set(self.folder.iterdir()) - pieces:
                file.unlink()
            if self.out.exists():
                shutil.rmtree(self.out)
            self.folder.replace(self.out)


def is_file_name(out: Path) -> bool:
    """Whether results go into one file; else into a folder, which is quicker with very many games."""
    return out.suffix == ".parquet"


def part_of(out: Path) -> Path:
    """Where the pieces of an unfinished file lie."""
    return out.with_name(out.name + ".part")


def turns_of(out: Path) -> Path:
    """The file of turns that lies beside a file of games."""
    return out.with_suffix(".turns.parquet")


def _parquet(path: Path, schema: "pa.Schema") -> Any:
    import pyarrow.parquet as pq

    return pq.ParquetWriter(path, schema, compression="zstd")


def writer_of(plan: Plan, out: Path, turns: bool, pieces: list[Path], done: int) -> Writer:
    """A writer that goes on after some pieces."""
    return (Writer if is_file_name(out) else FolderWriter)(plan, out, turns, pieces, done)


@contextmanager
def undisturbed() -> Generator[None, None, None]:
    """Let Ctrl-C wait until what is begun is done: half a block must not be written."""
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
