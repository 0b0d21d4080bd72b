"""The command `century components`."""

import argparse

from rich.text import Text

import century
from century.components.catalogue import stands_in
from century.terminal.console import PlainConsole, dim, table


def show(options: argparse.Namespace) -> int:
    """Print the number of entries of each kind, and each approximate value."""
    game = century.game(options.game)
    catalogue = game.catalogue(options.components)
    game.box(catalogue)  # raises an error if the pack is invalid
    console = PlainConsole()
    lists = {name: entries for name, entries in catalogue.tables.items() if isinstance(entries, list)}
    rows = [[name, str(len(entries)), str(sum(map(stands_in, entries)))] for name, entries in lists.items()]
    console.print(table(["kind", "entries", "approximate"], rows, f"{game.title}: components"))
    found = catalogue.stand_ins()
    if not found:
        console.print("All values are as printed.")
        return 0
    console.print(
        Text(
            "Approximate values: the printed ones are not known. If you know them, replace them by id in a TOML file.",
            "bold",
        )
    )
    for name, entry in found:
        values = ", ".join(
            f"{key} {value!r}" for key, value in entry.items() if key not in ("id", "certain", "inferred")
        )
        console.print(Text.assemble(f"  {name} ", (str(entry.get("id", "")), "cyan"), " "), dim(values), soft_wrap=True)
    return 0
