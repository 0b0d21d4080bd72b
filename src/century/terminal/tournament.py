"""The command `century tournament`."""

import argparse
import json
from contextlib import closing
from typing import Any

from rich.console import Console

import century
from century.errors import CenturyError, seconds
from century.lab.play.plan import LEAST_PATIENCE, MOST_PATIENCE
from century.lab.play.tournament import Tournament
from century.lab.store.files import check_writable, write
from century.terminal.console import PlainConsole, dim
from century.terminal.options import check_out, interrupted, settings
from century.terminal.progress import progress_line
from century.terminal.standings import WIDTH, markdown, show


def tournament(options: argparse.Namespace) -> int:
    """Play it with a progress bar; Ctrl-C shows and keeps what is finished."""
    for path in (options.json, options.markdown):
        if path:
            check_writable(path)
    made = _made(options)
    console = PlainConsole(stderr=True)
    status = 0
    try:
        _play(made, options, console)
    except KeyboardInterrupt:
        console.print(interrupted(made.finished, options.out), soft_wrap=True)
        status = 130
    if made.played:
        _tell(made, options)
        if options.out and not status:
            PlainConsole().print(dim(f"{made.played:,} games written to {options.out}"), soft_wrap=True)
    return status


def _made(options: argparse.Namespace) -> Tournament:
    """The tournament that is asked for, new or from a file."""
    check_out(options)
    names = ("game", "players", "games", "seats", "seed", "turn_limit", "components")
    given: dict[str, Any] = {name: value for name in names if (value := getattr(options, name)) is not None}
    if options.patience is not None:
        given["patience"] = seconds("the patience", options.patience, LEAST_PATIENCE, MOST_PATIENCE)
    if options.until_sure:
        given["until_sure"] = True
    if options.game is not None:
        given |= settings(century.game(options.game), options)
    elif not options.resume:
        raise CenturyError("name the game of the tournament, or --resume one; century games lists them")
    if options.resume:
        return Tournament.resumed(options.out, turns=options.turns, **given)
    return Tournament(**given, out=options.out, turns=options.turns, replace=options.replace)


def _play(made: Tournament, options: argparse.Namespace, console: Console) -> None:
    """Play what is missing."""
    with progress_line(console) as progress, closing(made.run(options.workers, options.ray_address)) as games:
        task = progress.add_task(_line(made), completed=made.played, total=made.plan.games)
        for _ in games:
            progress.update(task, advance=1, description=_line(made))


def _line(made: Tournament) -> str:
    parts = [made.plan.game]
    if made.test:
        parts.append(made.test.state())
    if failed := made.reached.failures.total():
        parts.append(f"{failed} failed")
    return "; ".join(parts)


def _tell(made: Tournament, options: argparse.Namespace) -> None:
    """Show the table, and write it where it is wanted."""
    try:
        console = PlainConsole()
        if not console.is_terminal:
            console.width = WIDTH
        show(made, console)
    finally:
        if options.json:
            write(options.json, json.dumps(made.as_json(), indent=1) + "\n")
        if options.markdown:
            write(options.markdown, markdown(made))
