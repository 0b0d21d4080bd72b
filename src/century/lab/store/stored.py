"""Results in files: written by `record` while games are played, and read again by `opened`."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from century.engine.game import Game
from century.errors import CenturyError
from century.lab.play.plan import Plan
from century.lab.play.simulation import Workers
from century.lab.store.resuming import begun, pieces_of, played_into, read_piece, resumed
from century.lab.store.tables import Results, check_columns
from century.lab.store.writing import ROW_GROUP, Writer

if TYPE_CHECKING:
    import pyarrow as pa
    import pyarrow.parquet as pq


class Stored(Results):
    """The results in a file, or in a folder of files."""

    def __init__(self, path: Path, plan: Plan, files: "list[pq.ParquetFile]") -> None:
        """Use `opened`."""
        super().__init__(plan)
        self.path = path
        self._files = files

    @classmethod
    def of(cls, writer: Writer) -> "Stored":
        """What a writer has written before it goes on."""
        return cls(writer.folder, writer.plan, [read_piece(piece)[0] for piece in writer.pieces])

    def batches(self, columns: list[str] | None = None) -> "Iterator[pa.RecordBatch]":
        """The rows as Arrow record batches, in the order of games and seats; all columns, or some."""
        check_columns(self.plan, columns)
        whole_games = ROW_GROUP // self.plan.players * self.plan.players
        from pyarrow import ArrowException

        try:
            for file in self._files:
                yield from file.iter_batches(whole_games, columns=columns)
        except (ArrowException, OSError) as error:
            raise CenturyError(f"{self.path}: is damaged: {' '.join(str(error).split())}") from error


def opened(path: str | Path) -> Stored:
    """The results in a file that `record` has written.

    >>> opened("none.parquet")
    Traceback (most recent call last):
    ...
    century.errors.CenturyError: none.parquet: cannot be read: No such file or directory
    """
    path = Path(path)
    files, plans = zip(*(read_piece(file) for file in pieces_of(path)), strict=True)
    rows = sum(file.metadata.num_rows for file in files)
    if not rows:
        raise CenturyError(f"{path}: holds no games")
    return Stored(path, plans[0].with_games(rows // plans[0].players), list(files))


def record(
    out: str | Path,
    game: str | Game,
    players: int = 2,
    games: int = 1000,
    seed: int = 0,
    *,
    turns: bool = False,
    replace: bool = False,
    workers: Workers = None,
    address: str | None = None,
    progress: Callable[[int], None] = lambda done: None,
    **options: Any,
) -> Stored:
    """Play games and write what came of them to a Parquet file; memory does not grow with the number of games.

    With `turns` there is a second file with a row for each turn: games.turns.parquet. A file with games in it is
    refused, unless it is to be replaced: then it stays until the new one is whole. Other options are those of
    `simulate`.
    """
    plan = Plan.checked(game, players, games, seed, **options)
    return _carried_out(begun(plan, Path(out), turns, replace), workers, address, progress)


def resume(
    out: str | Path,
    *,
    turns: bool = False,
    workers: Workers = None,
    address: str | None = None,
    progress: Callable[[int], None] = lambda done: None,
    **given: Any,
) -> Stored:
    """Go on with a file that was interrupted, or that is to have more games.

    What is given must be as it was; only games may be more.
    """
    return _carried_out(resumed(Path(out), given, turns=turns), workers, address, progress)


def _carried_out(writer: Writer, workers: Workers, address: str | None, progress: Callable[[int], None]) -> Stored:
    for block in played_into(writer, workers, address):
        progress(len(block))
    return opened(writer.out)
