"""The command `century tournament`."""

import argparse
import json
from contextlib import closing

from century.errors import seconds
from century.lab.files import check_writable, write
from century.lab.play.plan import LEAST_PATIENCE, MOST_PATIENCE
from century.lab.tournament import Tournament
from century.terminal.console import PlainConsole, dim
from century.terminal.options import interrupted, plan_options
from century.terminal.progress import progress_line
from century.terminal.standings import WIDTH, markdown, show
from century.types import JsonDict


def tournament(options: argparse.Namespace) -> int:
    """Play a tournament. After Ctrl-C, show and keep the finished games."""
    for path in (options.json, options.markdown):
        if path:
            check_writable(path)
    tournament = _tournament(options)
    console = PlainConsole(stderr=True)
    status = 0
    try:
        games = tournament.run(options.workers, options.ray_address)
        with progress_line(console) as progress, closing(games):
            task = progress.add_task(_line(tournament), completed=tournament.played, total=tournament.plan.games)
            for _ in games:
                progress.update(task, advance=1, description=_line(tournament))
    except KeyboardInterrupt:
        console.print(interrupted(tournament.finished, options.out), soft_wrap=True)
        status = 130
    if tournament.played:
        _report(tournament, options)
        if options.out and not status:
            PlainConsole().print(dim(f"{tournament.played:,} games written to {options.out}"), soft_wrap=True)
    return status


def _tournament(options: argparse.Namespace) -> Tournament:
    """Return a new tournament, or the tournament of a file to resume."""
    arguments: JsonDict = plan_options(options, "seats")
    arguments |= arguments.pop("settings", {})
    if options.patience is not None:
        arguments["patience"] = seconds("the patience", options.patience, LEAST_PATIENCE, MOST_PATIENCE)
    if options.until_sure:
        arguments["until_sure"] = True
    if options.resume:
        return Tournament.resume(options.out, turns=options.turns, **arguments)
    return Tournament(**arguments, out=options.out, turns=options.turns, replace=options.replace)


def _line(tournament: Tournament) -> str:
    parts = [tournament.plan.game]
    if tournament.test:
        parts.append(tournament.test.state())
    if failed := tournament.results.failures.total():
        parts.append(f"{failed} failed")
    return "; ".join(parts)


def _report(tournament: Tournament, options: argparse.Namespace) -> None:
    """Show the table, and write it to files."""
    try:
        console = PlainConsole()
        if not console.is_terminal:
            console.width = WIDTH
        show(tournament, console)
    finally:
        if options.json:
            write(options.json, json.dumps(tournament.as_json(), indent=1) + "\n")
        if options.markdown:
            write(options.markdown, markdown(tournament))
