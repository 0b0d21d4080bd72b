"""The printed things of a game, and which of them are stand-ins."""

import argparse
from collections.abc import Mapping
from typing import Any

from rich import box
from rich.table import Table
from rich.text import Text

import century
from century.components.catalogue import Catalogue
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
            table.add_row(name, str(len(entries)), str(sum(_stands_in(entry) for entry in entries)))
    console.print(table)
    found = stand_ins(catalogue)
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


def stand_ins(catalogue: Catalogue) -> list[tuple[str, Mapping[str, Any]]]:
    """The entries whose printed value is not known, with the name of their list or table."""
    found: list[tuple[str, Mapping[str, Any]]] = []
    for name, value in catalogue.tables.items():
        entries = value if isinstance(value, list) else [value]
        found += [(name, entry) for entry in entries if isinstance(entry, Mapping) and _stands_in(entry)]
    return found


def _stands_in(entry: Mapping[str, Any]) -> bool:
    return entry.get("certain", True) is False
