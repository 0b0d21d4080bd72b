"""The command `century warm`: compiling ahead of time."""

import argparse
import time

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

import century
from century.engine import code_cache
from century.errors import CenturyError
from century.lab.background_compiler import compile_in_background
from century.lab.warming import compile_games, size_on_disk
from century.terminal.console import PlainConsole, table


def warm(options: argparse.Namespace) -> int:
    """Compile games, so that later runs do not wait for the compiler."""
    games = [century.game(name).name for name in options.game] or century.games()
    if options.background:
        compile_in_background(games)
        return 0
    console, began, seconds = PlainConsole(), time.perf_counter(), {}

    def done(game: str, took: float) -> None:
        seconds[game] = took
        progress.advance(task)
        if not console.is_terminal:
            console.print(f"{game}: {took:.1f} s")

    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn()
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
        task = progress.add_task("Compiling games", total=len(games))
        try:
            compile_games(games, options.all, done, options.workers)
        except OSError as error:
            raise CenturyError(str(error)) from error
    if console.is_terminal:
        console.print(table(["game", "seconds"], [[game, f"{seconds[game]:.1f}"] for game in games]))
    count = f"{len(games)} game{'s' if len(games) > 1 else ''}"
    size, seconds_in_all = size_on_disk() / 1e6, time.perf_counter() - began
    console.print(f"{count} in {seconds_in_all:.1f} s; compiled code in total: {size:.1f} MB")
    console.print(f"Folder: {code_cache.folder()}", style="dim", soft_wrap=True)
    return 0
