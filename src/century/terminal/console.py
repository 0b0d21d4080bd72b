"""The console that all commands print to. Text that people type is never read as markup."""

from collections.abc import Iterable, Sequence

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text


class PlainConsole(Console):
    """A console without markup or automatic highlighting; a closed pipe is an ordinary error."""

    def __init__(self, *, stderr: bool = False) -> None:
        """For standard output, or for standard error."""
        super().__init__(markup=False, highlight=False, emoji=False, stderr=stderr)

    def on_broken_pipe(self) -> None:
        """Let the command line handle it."""
        raise BrokenPipeError


def dim(text: str) -> Text:
    """Return dimmed text."""
    return Text(text, "dim")


def table(
    headings: Sequence[str], rows: Iterable[Sequence[str]], title: str | None = None, *, tight: bool = False
) -> Table:
    """A table with a line below its headings. The first column is aligned left, the others right."""
    padding = (0, 1, 0, 0) if tight else (0, 1)
    table = Table(title=title, box=box.SIMPLE_HEAD, title_justify="left", padding=padding)
    for number, heading in enumerate(headings):
        table.add_column(heading, justify="right" if number else "left", no_wrap=tight and number > 0)
    for row in rows:
        table.add_row(*row)
    return table
