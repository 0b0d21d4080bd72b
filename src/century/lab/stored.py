"""Results in files: written by `record` while games are played, and read again by `opened`."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from century.engine.game import Game
from century.errors import CenturyError
from century.lab.plan import TURN_LIMIT, Components, Plan
from century.lab.simulation import Workers
from century.lab.tables import Results, check_columns
from century.lab.writing import GAMES, ROW_GROUP, Writer, carry_out, read_piece, resumed, started

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

    def batches(self, columns: list[str] | None = None) -> "Iterator[pa.RecordBatch]":
        """The rows as Arrow record batches, in the order of games and seats; all columns, or some."""
        check_columns(self.plan, columns)
        for file in self._files:
            yield from file.iter_batches(ROW_GROUP, columns=columns)


def opened(path: str | Path) -> Stored:
    """The results in a file that `record` has written.

    >>> opened("none.parquet")
    Traceback (most recent call last):
    ...
    century.errors.CenturyError: none.parquet: cannot be read: No such file or directory
    """
    path = Path(path)
    if path.is_dir():
        if path.suffix == ".part":
            raise CenturyError(f"{path}: is not whole: century simulate --out {path.with_suffix('')} --resume goes on")
        found = sorted(path.glob(f"{GAMES}-*.parquet"))
        if not found:
            raise CenturyError(f"{path}: holds no results of century simulate")
    else:
        found = [path]
    files, plans = zip(*(read_piece(file) for file in found), strict=True)
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
    bots: str = "random",
    turn_limit: int = TURN_LIMIT,
    components: Components = None,
    turns: bool = False,
    workers: Workers = None,
    address: str | None = None,
    progress: Callable[[int], None] = lambda done: None,
    **settings: str,
) -> Stored:
    """Play games and write what came of them to a Parquet file; memory does not grow with the number of games.

    With `turns` there is a second file with a row for each turn: games.turns.parquet. Other options are those of
    `simulate`.
    """
    plan = Plan.checked(
        game,
        players,
        games,
        seed,
        bots=bots,
        turn_limit=turn_limit,
        components=components,
        settings=settings,
    )
    return _carried_out(started(plan, Path(out), turns), workers, address, progress)


def resume(
    out: str | Path,
    *,
    workers: Workers = None,
    address: str | None = None,
    progress: Callable[[int], None] = lambda done: None,
    **given: Any,
) -> Stored:
    """Go on with a file that was interrupted. What is given must be as it was; only games may be more."""
    return _carried_out(resumed(Path(out), given), workers, address, progress)


def _carried_out(writer: Writer, workers: Workers, address: str | None, progress: Callable[[int], None]) -> Stored:
    carry_out(writer, workers, address, lambda block: progress(len(block)))
    return opened(writer.out)
