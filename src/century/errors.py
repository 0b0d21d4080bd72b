"""What can go wrong at the edges. Each message says what is wrong and what would be right."""

import operator
import re
from collections.abc import Iterable
from difflib import get_close_matches

from century.words import N_, say

LONGEST_NAME = 60  # characters of an unknown name that are compared with known ones


class CenturyError(ValueError):
    """The base of all errors that `century` raises for wrong input."""

    @property
    def said(self) -> str:
        """Its text, which can be told in another language if it was said."""
        return self.args[0] if self.args and isinstance(self.args[0], str) else str(self)


class UnknownName(CenturyError):
    """A game, an option or an action that does not exist."""


class IllegalAction(CenturyError):
    """An answer that the rules do not allow now."""


class ComponentError(CenturyError):
    """A component file or pack that does not make a game: in which entry, and under which key, if that is known."""

    def __init__(self, text: str, entry: str = "", key: str = "") -> None:
        """What is wrong, and where."""
        super().__init__(text)
        self.entry, self.key = entry, key


class DeclarationError(CenturyError):
    """A game whose declaration is wrong: `thing` is the class or function at fault, if there is one."""

    def __init__(self, text: str, thing: object = None) -> None:
        """What is wrong and what to do, and with which class or function."""
        super().__init__(text)
        self.thing = thing


class GameFileError(CenturyError):
    """A game from outside the package that cannot be loaded. The message names the file and the line."""


class RecordError(CenturyError):
    """A record that cannot be replayed."""


def whole_number(what: str, value: object, least: int, most: int) -> int:
    """A whole number within bounds, of whatever type of number it comes in.

    >>> whole_number("a seat", 2.5, 0, 4)
    Traceback (most recent call last):
    ...
    century.errors.CenturyError: a seat is a whole number from 0 to 4, not 2.5
    """
    try:
        number = operator.index(value)  # type: ignore[arg-type]
    except TypeError:
        number = None
    if number is None or isinstance(value, bool) or not least <= number <= most:
        text = N_("{what} is a whole number from {least} to {most}, not {value}")
        raise CenturyError(say(text, what=what, least=least, most=most, value=repr(value)))
    return number


def seconds(what: str, text: str, least: float, most: float) -> float:
    """A time such as 50ms or 2s, in seconds and within bounds.

    >>> seconds("the patience", "200ms", 0.01, 60)
    0.2
    >>> seconds("the patience", "2h", 0.01, 60)
    Traceback (most recent call last):
    ...
    century.errors.CenturyError: the patience is a time from 0.01s to 60s, such as 50ms or 2s, not '2h'
    """
    match = re.fullmatch(r"(\d+(?:\.\d+)?)(ms|s)", text)
    value = float(match[1]) / (1000 if match[2] == "ms" else 1) if match else None
    if value is None or not least <= value <= most:
        raise CenturyError(f"{what} is a time from {least:g}s to {most:g}s, such as 50ms or 2s, not {text!r}")
    return value


def unknown(kind: str, name: object, known: Iterable[str], among: Iterable[str] | None = None) -> UnknownName:
    """An error for a name that is not one of the known ones; it lists them, and names the one most like it."""
    names = list(known)
    close = get_close_matches(str(name)[:LONGEST_NAME], list(among or names), n=1)  # quadratic in its length
    text = N_("no {kind} {name}; there are: {known}")
    if close:
        text = N_("no {kind} {name} (did you mean {close}?); there are: {known}")
    return UnknownName(say(text, kind=kind, name=repr(str(name)), close="".join(close), known=", ".join(names)))
