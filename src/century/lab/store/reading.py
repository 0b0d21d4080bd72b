"""Reading results from files."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from century.errors import CenturyError
from century.lab.play.plan import Plan
from century.lab.store.tables import Results, arrow, check_columns, columns_of, turn_columns
from century.lab.store.writer import FORMAT, GAMES, KEY, ROW_GROUP, Writer

if TYPE_CHECKING:
    import pyarrow as pa
    import pyarrow.parquet as pq


class StoredResults(Results):
    """The results in a file, or in a folder of files."""

    def __init__(self, path: Path, plan: Plan, files: "list[pq.ParquetFile]") -> None:
        """Use `open_results`."""
        super().__init__(plan)
        self.path = path
        self._files = files

    @classmethod
    def of(cls, writer: Writer) -> "StoredResults":
        """Return what a writer wrote before it continues."""
        return cls(writer.folder, writer.plan, [read_piece(piece)[0] for piece in writer.pieces])

    def batches(self, columns: list[str] | None = None) -> "Iterator[pa.RecordBatch]":
        """Yield the rows as Arrow record batches, in the order of games and seats; all columns, or some."""
        check_columns(self.plan, columns)
        whole_games = ROW_GROUP // self.plan.players * self.plan.players
        from pyarrow import ArrowException

        try:
            for file in self._files:
                yield from file.iter_batches(whole_games, columns=columns)
        except (ArrowException, OSError) as error:
            raise CenturyError(f"{self.path}: is damaged: {' '.join(str(error).split())}") from error


def open_results(path: str | Path) -> StoredResults:
    """Open the results in a file that `simulate_to_file` or a tournament wrote.

    >>> open_results("none.parquet")
    Traceback (most recent call last):
    ...
    century.errors.CenturyError: none.parquet: cannot be read: No such file or directory
    """
    path = Path(path)
    files, plans = zip(*(read_piece(file) for file in pieces_of(path)), strict=True)
    rows = sum(file.metadata.num_rows for file in files)
    if not rows:
        raise CenturyError(f"{path}: holds no games")
    return StoredResults(path, plans[0].with_games(rows // plans[0].players), list(files))


def pieces_of(path: Path) -> list[Path]:
    """Return the files of games: the file itself, or those in a folder."""
    if not path.is_dir():
        return [path]
    if path.suffix == ".part":
        raise CenturyError(f"{path}: is not whole: --out {path.with_suffix('')} --resume continues it")
    pieces = sorted(path.glob(f"{GAMES}-*.parquet"))
    if not pieces:
        raise CenturyError(f"{path}: holds no results of century simulate")
    return pieces


def read_piece(path: Path) -> "tuple[pq.ParquetFile, Plan]":
    """Open a file of games, check it, and read its plan."""
    arrow()
    import pyarrow.parquet as pq
    from pyarrow import ArrowException

    try:
        if path.stat().st_size == 0:
            raise CenturyError(f"{path}: is empty")
        file = pq.ParquetFile(path)
    except CenturyError:
        raise
    except OSError as error:
        raise CenturyError(f"{path}: cannot be read: {error.strerror or error}") from error
    except (ArrowException, ValueError) as error:
        raise CenturyError(f"{path}: is no Parquet file: {error}") from error
    metadata = (file.schema_arrow.metadata or {}).get(KEY)
    if metadata is None:
        raise CenturyError(f"{path}: is no result of century simulate")
    try:
        saved = json.loads(metadata)
        if saved.pop("format") != FORMAT:
            raise ValueError(f"it does not say {FORMAT!r}")
        plan = Plan.from_dict(saved)
        known = columns_of(plan.declared, plan.is_tournament)
        if file.schema_arrow.names == list(turn_columns(plan.is_tournament)):
            raise CenturyError(f"{path}: holds turns; name the file of games beside it")
        missing = [name for name in known if name not in file.schema_arrow.names]
        if missing:
            raise ValueError(f"without the columns {', '.join(missing)}")
    except CenturyError:
        raise
    except (ValueError, TypeError, KeyError) as error:
        raise CenturyError(f"{path}: is no result of century simulate that can be read: {error}") from error
    return file, plan
