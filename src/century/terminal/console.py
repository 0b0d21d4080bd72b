"""The console that all commands print to. What people type is never taken for markup."""

from rich.console import Console
from rich.text import Text


class PlainConsole(Console):
    """A console without markup and without guessing at colours; a closed pipe is an ordinary error."""

    def __init__(self, *, stderr: bool = False) -> None:
        """For standard output, or for standard error."""
        super().__init__(markup=False, highlight=False, emoji=False, stderr=stderr)

    def on_broken_pipe(self) -> None:
        """Let the command line handle it."""
        raise BrokenPipeError


def dim(text: str) -> Text:
    """A text that stands back."""
    return Text(text, "dim")
