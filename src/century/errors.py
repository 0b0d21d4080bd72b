"""Errors for wrong input. Each message says what is wrong and what is allowed."""

import operator
import re
from collections.abc import Iterable
from difflib import get_close_matches

from century.words import N_, say

LONGEST_NAME = 60  # characters of an unknown name that are compared with known ones


class CenturyError(ValueError):
    """Base class of all errors that `century` raises for wrong input."""

    @property
    def said(self) -> str:
        """The message of the error, which can be translated if it was made by `say`."""
        return self.args[0] if self.args and isinstance(self.args[0], str) else str(self)


class UnknownName(CenturyError):
    """A game, an option or an action that does not exist."""


class IllegalAction(CenturyError):
    """An action that the rules do not allow now."""


class ComponentError(CenturyError):
    """An invalid component file or pack. `entry` and `key` locate the error if they are known."""

    def __init__(self, text: str, entry: str = "", key: str = "") -> None:
        super().__init__(text)
        self.entry, self.key = entry, key


class DeclarationError(CenturyError):
    """An invalid declaration of a game. `thing` is the class or function at fault, if any."""

    def __init__(self, text: str, thing: object = None) -> None:
        super().__init__(text)
        self.thing = thing


class GameFileError(CenturyError):
    """A game from outside the package that cannot be loaded. The message names the file and the line."""


class RecordError(CenturyError):
    """A record that cannot be replayed."""


def whole_number(what: str, value: object, least: int, most: int) -> int:
    """Return a value of any integer type as an int, or raise an error if it is out of bounds.

    >>> whole_number("a seat", 2.5, 0, 4)
    Traceback (most recent call last):
    ...
    century.errors.CenturyError: a seat must be a whole number from 0 to 4, not 2.5
    """
    try:
        number = operator.index(value)  # type: ignore[arg-type]
    except TypeError:
        number = None
    if number is None or isinstance(value, bool) or not least <= number <= most:
        text = N_("{what} must be a whole number from {least} to {most}, not {value}")
        raise CenturyError(say(text, what=what, least=least, most=most, value=repr(value)))
    return number


def seconds(what: str, text: str, least: float, most: float) -> float:
    """Parse a time such as 50ms or 2s; return seconds, or raise an error if it is out of bounds.

    >>> seconds("the patience", "200ms", 0.01, 60)
    0.2
    >>> seconds("the patience", "2h", 0.01, 60)
    Traceback (most recent call last):
    ...
    century.errors.CenturyError: the patience must be a time from 0.01s to 60s, such as 50ms or 2s, not '2h'
    """
    match = re.fullmatch(r"(\d+(?:\.\d+)?)(ms|s)", text)
    value = float(match[1]) / (1000 if match[2] == "ms" else 1) if match else None
    if value is None or not least <= value <= most:
        raise CenturyError(f"{what} must be a time from {least:g}s to {most:g}s, such as 50ms or 2s, not {text!r}")
    return value


def unknown(kind: str, name: object, known: Iterable[str], among: Iterable[str] | None = None) -> UnknownName:
    """Return an error for an unknown name. It lists the known names and suggests the most similar one."""
    names = list(known)
    close = get_close_matches(str(name)[:LONGEST_NAME], list(among or names), n=1)  # quadratic in its length
    text = N_("unknown {kind} {name}; available: {known}")
    if close:
        text = N_("unknown {kind} {name} (did you mean {close}?); available: {known}")
    return UnknownName(say(text, kind=kind, name=repr(str(name)), close="".join(close), known=", ".join(names)))
