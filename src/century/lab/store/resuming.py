"""Starting files of games, and resuming them after an interruption or for more games."""

import json
import os
import shutil
from collections.abc import Callable, Generator, Sequence
from contextlib import closing
from itertools import count, takewhile
from pathlib import Path

from century.errors import CenturyError
from century.lab.files import check_writable, write, write_errors
from century.lab.play.outcomes import Outcomes
from century.lab.play.plan import Plan
from century.lab.play.runner import Workers, play
from century.lab.store.reading import pieces_of, read_piece
from century.lab.store.tables import arrow
from century.lab.store.writer import (
    FORMAT,
    GAMES,
    PLAN,
    TURNS,
    Writer,
    defer_interrupts,
    is_file_name,
    part_of,
    turns_of,
    writer_of,
)
from century.types import Json


def play_to_file(
    writer: Writer, workers: Workers = None, address: str | None = None, enough: Callable[[], bool] = lambda: False
) -> Generator[Outcomes, None, None]:
    """Play and write the games that are missing. Outcomes are yielded when they are written.

    Finish the file after the last game, or as soon as `enough` returns true.
    """
    played = play(
        writer.plan,
        first=writer.done,
        buffer=writer.buffer,
        with_turns=writer.with_turns,
        workers=workers,
        address=address,
        enough=enough,
    )
    with writer, closing(played):
        for outcomes in played:
            try:
                with defer_interrupts():
                    writer.add(outcomes)
            except KeyboardInterrupt:
                if writer.done > outcomes.first:  # they are written, and so the caller counts them
                    yield outcomes
                raise
            yield outcomes
        writer.finish()


def start_writer(plan: Plan, out: Path, turns: bool = False, replace: bool = False) -> Writer:
    """Return a writer for a new file. A file that it replaces stays until the new one is whole."""
    arrow()
    _check_out(out, turns)
    folder = part_of(out)
    if folder.exists():
        raise CenturyError(f"{folder} is there from an interrupted run: continue it with --resume, or remove it")
    if not replace:
        _check_free(out)
    with write_errors(out):
        folder.mkdir()
        _save_plan(folder, plan, turns)
    return writer_of(plan, out, turns, [], 0)


def resume_writer(kind: type[Plan], out: Path, changes: Json, *, turns: bool = False) -> Writer:
    """Return a writer that continues a file. Arguments of the plan must be as they were; only games may be more."""
    arrow()
    folder = part_of(out)
    whole = not folder.is_dir()
    plan, has_turns = _plan_of_file(out) if whole else _plan_of_folder(folder)
    if not isinstance(plan, kind):
        command = "tournament" if plan.is_tournament else "simulate"
        raise CenturyError(f"{out}: century {command} started it, and can continue it")
    changed = plan.changed(changes)
    if differences := plan.differences(changed):
        raise CenturyError(f"{out if whole else folder}: was played with " + "; ".join(differences))
    if turns and not has_turns:
        raise CenturyError(f"{out if whole else folder}: was played without --turns")
    if whole:
        done = _games_in(pieces_of(out), plan)
        if done >= changed.games:
            raise CenturyError(f"{out}: nothing to continue: it is whole, with {done:,} games; add more --games")
    _check_out(out, has_turns)
    if whole:
        _reopen(out, folder, has_turns)
    numbered = (folder / f"{GAMES}-{number:06}.parquet" for number in count())
    pieces = list(takewhile(Path.exists, numbered))
    done = _games_in(pieces, plan)
    if done > changed.games:
        raise CenturyError(f"{folder}: holds {done:,} games already, more than {changed.games:,}")
    writer = writer_of(changed, out, has_turns, pieces, done)
    _save_plan(folder, changed, has_turns)
    return writer


def _save_plan(folder: Path, plan: Plan, turns: bool) -> None:
    write(folder / PLAN, json.dumps({"format": FORMAT, "turns": turns, **plan.as_dict()}))


def _games_in(pieces: Sequence[Path], plan: Plan) -> int:
    return int(sum(read_piece(piece)[0].metadata.num_rows for piece in pieces)) // plan.players


def _plan_of_folder(folder: Path) -> tuple[Plan, bool]:
    """Return the plan of an unfinished file, and whether it has turns."""
    try:
        saved = json.loads((folder / PLAN).read_text("utf-8"))
        if saved.pop("format") != FORMAT:
            raise ValueError(f"it does not say {FORMAT!r}")
        turns = bool(saved.pop("turns"))
        return Plan.from_dict(saved), turns
    except (OSError, ValueError, TypeError, KeyError) as error:
        raise CenturyError(f"{folder}: cannot be continued: {error}") from error


def _plan_of_file(out: Path) -> tuple[Plan, bool]:
    """Return the plan of a whole file, and whether it has turns."""
    if not out.exists():
        raise CenturyError(f"{out}: there is nothing to continue")
    pieces = pieces_of(out)
    turns = turns_of(out).exists() if is_file_name(out) else _turns_beside(pieces[0]).exists()
    return read_piece(pieces[0])[1], turns


def _reopen(out: Path, folder: Path, turns: bool) -> None:
    """Make a whole file the first pieces of the one that will replace it."""
    with write_errors(out):
        folder.mkdir()
        try:
            for number, piece in enumerate(pieces_of(out)):
                _link(piece, folder / f"{GAMES}-{number:06}.parquet")
                if turns:
                    beside = turns_of(out) if is_file_name(out) else _turns_beside(piece)
                    _link(beside, folder / f"{TURNS}-{number:06}.parquet")
        except OSError:
            shutil.rmtree(folder)
            raise


def _link(file: Path, other: Path) -> None:
    """Link a file under another name, or copy it where the disk has no links."""
    try:
        os.link(file, other)
    except OSError:
        shutil.copy2(file, other)


def _turns_beside(piece: Path) -> Path:
    return piece.with_name(piece.name.replace(GAMES, TURNS, 1))


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
    """Raise an error if there are games in the file."""
    if _holds_something(out):
        raise CenturyError(
            f"{out}: exists already: --resume with more --games continues it; --replace overwrites it once the new "
            "games are whole"
        )
    if is_file_name(out) and _holds_something(turns_of(out)):
        raise CenturyError(f"{turns_of(out)}: exists already, with turns of other games: --replace overwrites it")


def _holds_something(path: Path) -> bool:
    return any(path.iterdir()) if path.is_dir() else path.exists() and path.stat().st_size > 0


def _is_ours(file: Path) -> bool:
    return file.suffix == ".parquet" and file.name.startswith((f"{GAMES}-", f"{TURNS}-"))
