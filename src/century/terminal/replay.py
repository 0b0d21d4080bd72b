"""The command `century replay`."""

import argparse
import sys

import century
from century.drawing.pieces import Pieces
from century.drawing.table import draw, show_end
from century.engine.match import Match
from century.engine.record import turns
from century.errors import CenturyError, whole_number
from century.terminal.console import PlainConsole, dim


def replay(options: argparse.Namespace) -> int:
    """Show a record turn by turn, or one position of it."""
    try:
        text = options.file.read_text("utf-8")
    except OSError as error:
        raise CenturyError(f"{options.file}: cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise CenturyError(f"{options.file}: not a UTF-8 text file") from error
    try:
        whole = century.replay(text, interpreted=True)
    except century.RecordError as error:
        raise CenturyError(f"{options.file}: {error}") from error
    console = PlainConsole()
    match = Match(whole.game, whole.options, whole.catalogue, interpreted=True)
    if options.to is not None:
        whole_number("--to", options.to, 0, len(whole.history))
    if options.end or options.to is not None:
        for action in whole.history[: options.to]:
            match.play(action)
        console.print(draw(match.view()))
    else:
        _step_by_step(console, match, whole)
    if match.over:
        show_end(console, match.view())
    return 0


def _step_by_step(console: PlainConsole, match: Match, whole: Match) -> None:
    console.print(draw(match.view()))
    waits = sys.stdin.isatty()
    view = whole.view()
    pieces = Pieces(view["edition"], view["words"])
    for _, answers in turns(whole):
        if waits and not _goes_on(console):
            return
        for line in pieces.turns(match, answers):
            console.print("\n", line, sep="")
        if waits:
            console.print(draw(match.view()))
    if not waits:
        console.print(draw(match.view()))


def _goes_on(console: PlainConsole) -> bool:
    try:
        return console.input(dim("Enter: next turn, q: quit ")).strip() != "q"
    except EOFError:
        return False
