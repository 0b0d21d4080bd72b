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
from collections.abc import Generator, Sequence
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
ROW_GROUP = 32_768  # rows that are written at once
PIECE_SECONDS = 60.0  # at most this much is lost if the process is killed
KEY = b"century"
PLAN = "plan.json"
GAMES, TURNS = "games", "turns"


class Piece:
    """A piece that is being written: a file for each table. The files get their names when it is whole."""

    def __init__(self, folder: Path, number: int, schemas: "dict[str, pa.Schema]") -> None:
        """Open the files, in the order in which they get their names: games never lack their turns."""
        self._schemas = schemas
        self._names = {table: folder / f"{table}-{number:06}.open" for table in schemas}
        self._files = {table: _parquet(self._names[table], schema) for table, schema in schemas.items()}

    def write(self, plan: Plan, parts: Sequence[Outcomes]) -> None:
        """Write the rows of games."""
        for table, file in self._files.items():
            rows = [(game_rows if table == GAMES else turn_rows)(plan, outcomes) for outcomes in parts]
            file.write_table(arrow().Table.from_batches(rows).cast(self._schemas[table]))

    def close(self) -> None:
        """Finish the piece."""
        for file in self._files.values():
            file.close()
        for name in self._names.values():
            name.replace(name.with_suffix(".parquet"))

    def drop(self) -> None:
        """Remove the files of a piece that is not whole."""
        for table, file in self._files.items():
            with suppress(Exception):
                file.close()
            self._names[table].unlink(missing_ok=True)


class Writer:
    """Writes outcomes into pieces; `finish` joins them to the file."""

    def __init__(self, plan: Plan, out: Path, turns: bool, pieces: list[Path], done: int) -> None:
        """Use `start_writer` or `resume_writer`."""
        self.plan = plan
        self.out = out
        self.with_turns = turns
        self.folder = part_of(out)
        self.pieces = pieces  # whole ones, in the order of their games
        self.done = done  # games in them, or on their way there
        self.buffer = ReorderBuffer.restored(self.folder, done, plan.games)
        metadata = {KEY: json.dumps({"format": FORMAT, **plan.as_dict()}).encode()}
        schemas = {TURNS: turn_schema(plan.is_tournament)} if turns else {}
        schemas[GAMES] = game_schema(plan.declared, plan.is_tournament)
        self._schemas = {table: schema.with_metadata(metadata) for table, schema in schemas.items()}
        self._parts: list[Outcomes] = []  # not written yet
        self._piece: Piece | None = None  # open
        self._since = time.monotonic()  # when it was begun

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Keep finished games. After a disk error the open piece is lost, but no earlier one."""
        try:
            if kind is None or issubclass(kind, KeyboardInterrupt | GeneratorExit | CenturyError):
                with defer_interrupts():
                    self.close()
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
        if not self._parts and not self._piece:
            self._since = time.monotonic()
        self._parts.append(outcomes)
        self.done += len(outcomes)
        is_due = time.monotonic() - self._since > PIECE_SECONDS
        if is_due or sum(map(len, self._parts)) * self.plan.players >= ROW_GROUP:
            self._write_parts(is_due)

    def _write_parts(self, ends: bool) -> None:
        """Write what waits into the open piece, which may end with it."""
        parts, self._parts = self._parts, []
        try:
            with write_errors(self.out):
                self._piece = self._piece or Piece(self.folder, len(self.pieces), self._schemas)
                if parts:
                    self._piece.write(self.plan, parts)
                if ends:
                    self._piece.close()
        except CenturyError:
            self._drop_piece()
            raise
        if ends:
            self._piece = None
            self.pieces.append(self._piece_file(len(self.pieces)))
            self.buffer.sweep(self.done)

    def _piece_file(self, number: int, table: str = GAMES) -> Path:
        return self.folder / f"{table}-{number:06}.parquet"

    def close(self) -> None:
        """Finish the open piece."""
        if self._parts or self._piece:
            self._write_parts(ends=True)

    def _drop_piece(self) -> None:
        if self._piece:
            self._piece.drop()
            self._piece = None

    def finish(self) -> None:
        """Join the pieces to the file."""
        self.close()
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

        whole, schema = self.folder / f"{table}.whole", self._schemas[table]
        with closing(_parquet(whole, schema)) as writer:
            for piece in pieces:
                with pq.ParquetFile(piece) as file:
                    for group in range(file.num_row_groups):
                        writer.write_table(file.read_row_group(group).cast(schema))
        return whole


class FolderWriter(Writer):
    """Writes a folder of pieces, several at a time: for more games than one core can write."""

    def __init__(self, plan: Plan, out: Path, turns: bool, pieces: list[Path], done: int) -> None:
        """Use `start_writer` or `resume_writer`."""
        super().__init__(plan, out, turns, pieces, done)
        self._pool = ThreadPoolExecutor(cores())
        self._running: deque[tuple[int, Future[None]]] = deque()  # and the end of its games

    def _write_parts(self, ends: bool) -> None:
        """Write what waits as a piece."""
        self._running.append((self.done, self._pool.submit(self._write_piece, len(self.pieces), self._parts)))
        self.pieces.append(self._piece_file(len(self.pieces)))
        self._parts = []
        if len(self._running) > 2 * cores():
            self._wait()

    def _write_piece(self, number: int, parts: list[Outcomes]) -> None:
        with write_errors(self.out):
            piece = Piece(self.folder, number, self._schemas)
            try:
                piece.write(self.plan, parts)
                piece.close()
            finally:
                piece.drop()

    def _wait(self) -> None:
        end, running = self._running.popleft()
        running.result()
        self.buffer.sweep(end)

    def close(self) -> None:
        """Wait until everything is written."""
        super().close()
        while self._running:
            self._wait()

    def _drop_piece(self) -> None:
        self._pool.shutdown(cancel_futures=True)
        self.pieces = [piece for piece in self.pieces if piece.exists()]

    def finish(self) -> None:
        """Remove all other files from the folder, and give it its name."""
        self.close()
        self.buffer.drop(self.plan.games)  # left if a test ended the tournament early
        pieces = {self._piece_file(number, table) for table in self._schemas for number in range(len(self.pieces))}
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
