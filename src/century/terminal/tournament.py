"""The command `century tournament`."""

import argparse
import time
from contextlib import closing
from pathlib import Path
from typing import Any

from rich.console import Console

from century.errors import CenturyError, seconds
from century.lab.files import check_writable, write
from century.lab.saved import as_parquet, as_text, resumed
from century.lab.tables import arrow
from century.lab.tournament import LEAST_PATIENCE, MOST_PATIENCE, Tournament
from century.lab.workers import Workers, workers_of
from century.terminal.console import PlainConsole
from century.terminal.progress import progress_line
from century.terminal.standings import WIDTH, markdown, show

SAVE_EVERY = 30.0  # seconds; so much is lost at most if the process is killed


def tournament(options: argparse.Namespace) -> int:
    """Play it with a progress bar; Ctrl-C shows and keeps what is finished."""
    if options.parquet:
        arrow()  # refuse at once, not when all is played
    made = _made(options)
    file: Path | None = options.json or options.resume
    for path in (file, options.out, options.parquet):
        if path:
            check_writable(path)
    console = PlainConsole(stderr=True)
    status = 0
    try:
        _play(made, workers_of(options.workers, address=options.ray_address), file, console)
    except KeyboardInterrupt:
        hint = f"; --resume {file} goes on" if file and made.played else ""
        console.print(f"interrupted: {len(made.played)} games are finished{hint}", soft_wrap=True)
        status = 130
    if not made.played:
        return status
    try:
        console = PlainConsole()
        if not console.is_terminal:
            console.width = WIDTH
        show(made, console)
    finally:
        if file:
            _save(made, file)
        if options.out:
            write(options.out, markdown(made))
        if options.parquet:
            write(options.parquet, as_parquet(made))
    return status


def _made(options: argparse.Namespace) -> Tournament:
    """The tournament that is asked for, new or from a file."""
    names = ("game", "players", "games", "seats", "seed", "turn_limit")
    given: dict[str, Any] = {name: value for name in names if (value := getattr(options, name)) is not None}
    if options.patience is not None:
        given["patience"] = seconds("the patience", options.patience, LEAST_PATIENCE, MOST_PATIENCE)
    if options.until_sure:
        given["until_sure"] = True
    if options.resume:
        return resumed(options.resume, given)
    if "game" not in given:
        raise CenturyError("name the game of the tournament, or a file to --resume; century games lists them")
    return Tournament(**given)


def _play(made: Tournament, workers: Workers, file: Path | None, console: Console) -> None:
    """Play what is missing, and save it from time to time."""
    missing = sum(1 for _ in made.missing())
    failed = len([game for game in made.played if game.failed])
    saved = time.monotonic()
    with (
        progress_line(console) as progress,
        closing(made.run(workers)) as games,
    ):
        done = len(made.played)
        task = progress.add_task(_line(made, failed), completed=done, total=done + missing)
        for game in games:
            failed += bool(game.failed)
            progress.update(task, advance=1, description=_line(made, failed))
            if file and time.monotonic() - saved > SAVE_EVERY:
                try:
                    _save(made, file)
                except CenturyError as error:  # there may be room again at the end
                    console.print(str(error), style="red", soft_wrap=True)
                saved = time.monotonic()


def _line(made: Tournament, failed: int) -> str:
    parts = [made.game.name]
    if made.test:
        parts.append(made.test.state())
    if failed:
        parts.append(f"{failed} failed")
    return "; ".join(parts)


def _save(made: Tournament, file: Path) -> None:
    write(file, as_text(made))
