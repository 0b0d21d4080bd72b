"""The printed things of a game, and which of them are stand-ins."""

import argparse

from rich import box
from rich.table import Table
from rich.text import Text

import century
from century.components.catalogue import stands_in
from century.terminal.console import PlainConsole, dim


def show(options: argparse.Namespace) -> int:
    """How many entries there are of each kind, and the stand-ins, one by one."""
    game = century.game(options.game)
    catalogue = game.catalogue(options.components)
    game.box(catalogue)  # checks
    console = PlainConsole()
    table = Table(title=f"{game.title}: what is in the box", title_justify="left", box=box.SIMPLE_HEAD)
    table.add_column("kind")
    table.add_column("entries", justify="right")
    table.add_column("stand-ins", justify="right")
    for name, entries in catalogue.tables.items():
        if isinstance(entries, list):
            table.add_row(name, str(len(entries)), str(sum(map(stands_in, entries))))
    console.print(table)
    found = catalogue.stand_ins()
    if not found:
        console.print("Every entry is as printed.")
        return 0
    console.print(Text("Stand-ins: the printed value is not known. A pack of your own can replace them by id.", "bold"))
    for name, entry in found:
        values = ", ".join(
            f"{key} {value!r}" for key, value in entry.items() if key not in ("id", "certain", "inferred")
        )
        console.print(Text.assemble(f"  {name} ", (str(entry.get("id", "")), "cyan"), " "), dim(values), soft_wrap=True)
    return 0
