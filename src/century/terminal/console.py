"""The console that all commands print to. It never interprets input as markup."""

from collections.abc import Iterable, Sequence

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text


class PlainConsole(Console):
    """A console without markup and automatic highlighting. A closed pipe raises BrokenPipeError."""

    def __init__(self, *, stderr: bool = False) -> None:
        super().__init__(markup=False, highlight=False, emoji=False, stderr=stderr)

    def on_broken_pipe(self) -> None:
        """Raise the error, so that the command line handles it."""
        raise BrokenPipeError


def dim(text: str) -> Text:
    """Return a dimmed text."""
    return Text(text, "dim")


def table(
    headings: Sequence[str], rows: Iterable[Sequence[str]], title: str | None = None, *, tight: bool = False
) -> Table:
    """Return a table with a line below its headings. The first column is left-aligned, the others right-aligned."""
    padding = (0, 1, 0, 0) if tight else (0, 1)
    table = Table(title=title, box=box.SIMPLE_HEAD, title_justify="left", padding=padding)
    for number, heading in enumerate(headings):
        table.add_column(heading, justify="right" if number else "left", no_wrap=tight and number > 0)
    for row in rows:
        table.add_row(*row)
    return table
