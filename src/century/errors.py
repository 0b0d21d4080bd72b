"""What can go wrong at the edges. Each message says what is wrong and what would be right."""

from collections.abc import Iterable
from difflib import get_close_matches


class CenturyError(ValueError):
    """The base of all errors that `century` raises for wrong input."""


class UnknownName(CenturyError):
    """A game, an option or an action that does not exist."""


class IllegalAction(CenturyError):
    """An answer that the rules do not allow now."""


class ComponentError(CenturyError):
    """A component file or pack that does not make a game."""


class RecordError(CenturyError):
    """A record that cannot be replayed."""


def unknown(kind: str, name: object, known: Iterable[str]) -> UnknownName:
    """An error for a name that is not one of the known ones; it lists them."""
    names = list(known)
    close = get_close_matches(str(name), names, n=1)
    hint = f" (did you mean {close[0]}?)" if close else ""
    return UnknownName(f"no {kind} {str(name)!r}{hint}; there are: {', '.join(names)}")
