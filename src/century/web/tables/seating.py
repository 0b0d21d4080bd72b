"""Who sits where at a new table."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from century.errors import unknown
from century.players import LEVELS
from century.web.tables.rows import SeatRow
from century.words import say

BOT_NAMES = ("Wren", "Okan", "Mei", "Tariq", "Ines")


class SeatChoice(NamedTuple):
    """What the host chooses for a seat: "me", someone else on this "screen", a "friend", a "bot", or "open"."""

    kind: str
    level: str | None = None
    name: str | None = None


def check_level(level: str) -> None:
    """Raise UnknownName for a level that bots do not have."""
    if level not in LEVELS:
        raise unknown(say("level"), level, LEVELS)


def seats_of(host: str, host_name: str, choices: Iterable[SeatChoice]) -> list[SeatRow]:
    """Return the seats of a new table."""
    seats: list[SeatRow] = []
    names = iter(BOT_NAMES)
    for number, (kind, level, name) in enumerate(choices):
        if kind == "me":
            seats.append(SeatRow(number, "person", host, name or host_name, None))
        elif kind == "screen":
            seats.append(SeatRow(number, "person", host, name or f"{host_name[:38]} {number + 1}", None))
        elif kind in ("friend", "open"):
            seats.append(SeatRow(number, "invited" if kind == "friend" else "open", None, name or "?", None))
        elif kind == "bot":
            level = level or "apprentice"
            check_level(level)
            seats.append(SeatRow(number, "bot", None, name or next(names), level))
        else:
            raise unknown(say("kind of seat"), kind, ("me", "screen", "friend", "open", "bot"))
    return seats


def free_name(seats: Sequence[SeatRow]) -> str:
    """Return a name for a bot that nobody at the table has, if there is one."""
    taken = {seat.name for seat in seats}
    return next((name for name in BOT_NAMES if name not in taken), BOT_NAMES[0])
