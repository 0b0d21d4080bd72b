"""Files of games: begun, gone on with after an interruption or for more games, and looked into."""

import json
import os
import shutil
from collections.abc import Callable, Generator
from contextlib import closing
from itertools import count, takewhile
from pathlib import Path
from typing import TYPE_CHECKING, Any

from century.errors import CenturyError
from century.lab.play.chunks import Block
from century.lab.play.plan import Plan
from century.lab.play.simulation import Workers, play
from century.lab.store.files import check_writable, said, write
from century.lab.store.tables import arrow, columns_of, turn_columns
from century.lab.store.writing import (
    FORMAT,
    GAMES,
    KEY,
    PLAN,
    TURNS,
    Writer,
    is_file_name,
    part_of,
    turns_of,
    undisturbed,
    writer_of,
)

if TYPE_CHECKING:
    import pyarrow.parquet as pq


def played_into(
    writer: Writer, workers: Workers = None, address: str | None = None, enough: Callable[[], bool] = lambda: False
) -> Generator[Block, None, None]:
    """Play what is missing and write it; each block when it is written. At the end, or when it is enough, finish."""
    blocks = play(
        writer.plan,
        first=writer.done,
        early=writer.early,
        with_turns=writer.with_turns,
        workers=workers,
        address=address,
        enough=enough,
    )
    with writer, closing(blocks):
        for block in blocks:
            with undisturbed():
                writer.add(block)
            yield block
        writer.finish()


def begun(plan: Plan, out: Path, turns: bool = False, replace: bool = False) -> Writer:
    """A writer for a file that is begun now; one that is to be replaced stays until this one is whole."""
    arrow()
    _check_out(out, turns)
    folder = part_of(out)
    if folder.exists():
        raise CenturyError(f"{folder} is there from an interrupted run: --resume goes on with it, or remove it")
    if not replace:
        _check_free(out)
    with said(out):
        folder.mkdir()
        _note(folder, plan, turns)
    return writer_of(plan, out, turns, [], 0)


def _note(folder: Path, plan: Plan, turns: bool) -> None:
    write(folder / PLAN, json.dumps({"format": FORMAT, "turns": turns, **plan.as_dict()}))


def resumed(
    out: Path, given: "dict[str, Any] | None" = None, *, turns: bool = False, tournament: bool = False
) -> Writer:
    """A writer that goes on with what is there. What is given must be as it was; only games may be more."""
    arrow()
    folder, given = part_of(out), given or {}
    whole = not folder.is_dir()
    plan, has_turns = _plan_of(out) if whole else _noted(folder)
    if plan.is_tournament != tournament:
        raise CenturyError(
            f"{out}: century {'simulate' if tournament else 'tournament'} has begun it, and can go on with it"
        )
    asked = plan.again(given)
    differ = plan.differs(asked)
    if differ:
        raise CenturyError(f"{out if whole else folder}: was played with " + "; ".join(differ))
    if turns and not has_turns:
        raise CenturyError(f"{out if whole else folder}: was played without --turns")
    if whole:
        done = sum(read_piece(piece)[0].metadata.num_rows for piece in pieces_of(out)) // plan.players
        if done >= asked.games:
            raise CenturyError(
                f"{out}: there is nothing to go on with: it is whole, with {done:,} games; name more --games"
            )
    _check_out(out, has_turns)
    if whole:
        _reopen(out, folder, has_turns)
    numbered = (folder / f"{GAMES}-{number:06}.parquet" for number in count())
    pieces = list(takewhile(Path.exists, numbered))
    done = sum(read_piece(piece)[0].metadata.num_rows for piece in pieces) // plan.players
    if done > asked.games:
        raise CenturyError(f"{folder}: holds {done:,} games already, more than {asked.games:,}")
    writer = writer_of(asked, out, has_turns, pieces, done)
    _note(folder, asked, has_turns)
    return writer


def _noted(folder: Path) -> tuple[Plan, bool]:
    """The plan of an unfinished file, and whether it has turns."""
    try:
        saved = json.loads((folder / PLAN).read_text("utf-8"))
        if saved.pop("format") != FORMAT:
            raise ValueError(f"it does not say {FORMAT!r}")
        turns = bool(saved.pop("turns"))
        return Plan.from_dict(saved), turns
    except (OSError, ValueError, TypeError, KeyError) as error:
        raise CenturyError(f"{folder}: cannot be gone on with: {error}") from error


def _plan_of(out: Path) -> tuple[Plan, bool]:
    """The plan of a whole file, and whether it has turns."""
    if not out.exists():
        raise CenturyError(f"{out}: there is nothing to go on with")
    pieces = pieces_of(out)
    turns = turns_of(out).exists() if is_file_name(out) else _turns_beside(pieces[0]).exists()
    return read_piece(pieces[0])[1], turns


def _reopen(out: Path, folder: Path, turns: bool) -> None:
    """Lay a whole file among the pieces of one to be, which takes its place when it is whole."""
    with said(out):
        folder.mkdir()
        try:
            for number, piece in enumerate(pieces_of(out)):
                _same(piece, folder / f"{GAMES}-{number:06}.parquet")
                if turns:
                    beside = turns_of(out) if is_file_name(out) else _turns_beside(piece)
                    _same(beside, folder / f"{TURNS}-{number:06}.parquet")
        except OSError:
            shutil.rmtree(folder)
            raise


def _same(file: Path, other: Path) -> None:
    """The same file under another name; a copy where the disk knows no links."""
    try:
        os.link(file, other)
    except OSError:
        shutil.copy2(file, other)


def _turns_beside(piece: Path) -> Path:
    return piece.with_name(piece.name.replace(GAMES, TURNS, 1))


def pieces_of(path: Path) -> list[Path]:
    """The files of games: the file itself, or those in a folder."""
    if not path.is_dir():
        return [path]
    if path.suffix == ".part":
        raise CenturyError(f"{path}: is not whole: --out {path.with_suffix('')} --resume goes on")
    found = sorted(path.glob(f"{GAMES}-*.parquet"))
    if not found:
        raise CenturyError(f"{path}: holds no results of century simulate")
    return found


def _check_out(out: Path, turns: bool) -> None:
    if is_file_name(out):
        for path in (out, turns_of(out)) if turns else (out,):
            check_writable(path)
    elif out.suffix:
        raise CenturyError(f"{out}: results go into a file such as games.parquet, or into a folder such as games")
    elif out.is_file() or (out.is_dir() and any(not _is_ours(file) for file in out.iterdir())):
        raise CenturyError(f"{out}: cannot be written: something else is there")
    elif not part_of(out).exists():
        check_writable(part_of(out))


def _check_free(out: Path) -> None:
    """Refuse to put games in the place of others."""
    if _holds_something(out):
        raise CenturyError(
            f"{out}: is there already: --resume with more --games goes on with it; --replace plays anew, and it stays "
            "until the new games are whole"
        )
    if is_file_name(out) and _holds_something(turns_of(out)):
        raise CenturyError(f"{turns_of(out)}: is there already, with turns of other games: --replace plays anew")


def _holds_something(path: Path) -> bool:
    return any(path.iterdir()) if path.is_dir() else path.exists() and path.stat().st_size > 0


def _is_ours(file: Path) -> bool:
    return file.suffix == ".parquet" and file.name.startswith((f"{GAMES}-", f"{TURNS}-"))


def read_piece(path: Path) -> "tuple[pq.ParquetFile, Plan]":
    """A file and its plan, checked."""
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
    said_of_it = (file.schema_arrow.metadata or {}).get(KEY)
    if said_of_it is None:
        raise CenturyError(f"{path}: is no result of century simulate")
    try:
        saved = json.loads(said_of_it)
        if saved.pop("format") != FORMAT:
            raise ValueError(f"it does not say {FORMAT!r}")
        plan = Plan.from_dict(saved)
        known = columns_of(plan.declared, plan.is_tournament)
        if file.schema_arrow.names == list(turn_columns(plan.is_tournament)):
            raise CenturyError(f"{path}: holds turns; name the file of games, which lies beside it")
        missing = [name for name in known if name not in file.schema_arrow.names]
        if missing:
            raise ValueError(f"without the columns {', '.join(missing)}")
    except CenturyError:
        raise
    except (ValueError, TypeError, KeyError) as error:
        raise CenturyError(f"{path}: is no result of century simulate that can be read: {error}") from error
    return file, plan
