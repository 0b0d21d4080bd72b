"""A recorded game, shown turn by turn or at its end."""

import argparse
import sys

from rich.console import Console

import century
from century.engine.match import Match
from century.engine.record import turns
from century.errors import CenturyError
from century.terminal.table import draw, show_end


def replay(options: argparse.Namespace) -> int:
    """Show a record."""
    try:
        text = options.file.read_text("utf-8")
    except OSError as error:
        raise CenturyError(f"{options.file}: cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise CenturyError(f"{options.file}: not a text file in UTF-8") from error
    try:
        whole = century.replay(text)
    except century.RecordError as error:
        raise CenturyError(f"{options.file}: {error}") from error
    console = Console(highlight=False)
    match = Match(whole.game, whole.options, whole.catalogue)
    if options.to is not None and not 0 <= options.to <= len(whole.history):
        raise CenturyError(f"--to is a number from 0 to {len(whole.history)}, not {options.to}")
    if options.end or options.to is not None:
        for action in whole.history[: options.to]:
            match.play(action)
        console.print(draw(match.view()))
    else:
        _step_by_step(console, match, whole)
    if match.over:
        show_end(console, match.view())
    return 0


def _step_by_step(console: Console, match: Match, whole: Match) -> None:
    console.print(draw(match.view()))
    waits = sys.stdin.isatty()
    for label, answers in turns(whole):
        if waits and console.input("[dim]Enter for the next turn, q to leave [/dim]").strip() == "q":
            return
        name = whole.options.names[int(label.partition(".")[2]) - 1]
        for action in answers:
            match.play(action)
        console.print(f"\n[bold]{label} {name}:[/bold] {', '.join(map(str, answers))}")
        if waits:
            console.print(draw(match.view()))
    if not waits:
        console.print(draw(match.view()))
