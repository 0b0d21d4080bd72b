"""The command `century tournament`."""

import argparse
import json

from rich import box
from rich.progress import BarColumn, MofNCompleteColumn, Progress, SpinnerColumn, TextColumn, TimeRemainingColumn
from rich.table import Table

from century.lab.bench import table as markdown
from century.lab.tournament import HEADINGS, Tournament
from century.terminal.console import PlainConsole
from century.terminal.play import write


def tournament(options: argparse.Namespace) -> int:
    """Play it with a progress bar; Ctrl-C shows what is finished."""
    made = Tournament(
        options.game,
        options.players,
        options.games,
        seats=options.seats,
        seed=options.seed,
        turn_limit=options.turn_limit,
    )
    total = made.deals * made.seats * len(made.tables)
    console = PlainConsole(stderr=True)
    columns = (
        SpinnerColumn(),
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
    )
    status = 0
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
        task = progress.add_task(f"{made.game.name}, {made.seats} players", total=total)
        try:
            for game in made.run(options.workers):
                progress.advance(task)
                if game.failed:
                    console.print(game.failed, style="red")
        except KeyboardInterrupt:
            console.print(f"interrupted after {len(made.played)} of {total} games")
            status = 130
    rows = [standing.cells() for standing in made.standings()]
    title = (
        f"{made.game.title}, {made.seats} players, {len(made.played)} games on {made.deals} deals from seed {made.seed}"
    )
    table = Table(title=title, title_justify="left", box=box.SIMPLE_HEAD)
    for number, heading in enumerate(HEADINGS):
        table.add_column(heading, justify="right" if number else "left")
    for row in rows:
        table.add_row(*row)
    console = PlainConsole()
    if not console.is_terminal:
        console.width = 120  # in a file nothing need be broken
    console.print(table)
    if options.json:
        write(options.json, json.dumps(made.as_json(), indent=1))
    if options.out:
        write(options.out, "\n".join([f"## {title}", "", *markdown(HEADINGS, rows), ""]))
    return status
