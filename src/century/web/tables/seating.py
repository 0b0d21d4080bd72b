"""Who shall sit where at a new table."""

from collections.abc import Mapping, Sequence
from typing import Any

from century.errors import unknown
from century.players import LEVELS
from century.web.tables.store import SeatRow
from century.words import say

BOT_NAMES = ("Wren", "Okan", "Mei", "Tariq", "Ines")


def check_level(level: str) -> None:
    """Refuse a level that bots do not have."""
    if level not in LEVELS:
        raise unknown(say("level"), level, LEVELS)


def seated(person: str, name: str, seats: Sequence[Mapping[str, Any]]) -> list[SeatRow]:
    """Who sits where at a new table."""
    found: list[SeatRow] = []
    names = iter(BOT_NAMES)
    for number, seat in enumerate(seats):
        kind, called = seat["kind"], seat.get("name") or ""
        if kind == "me":
            found.append(SeatRow(number, "person", person, called or name, None))
        elif kind == "screen":
            found.append(SeatRow(number, "person", person, called or f"{name[:38]} {number + 1}", None))
        elif kind in ("friend", "open"):
            found.append(SeatRow(number, "invited" if kind == "friend" else "open", None, called or "?", None))
        elif kind == "bot":
            level = seat.get("level") or "apprentice"
            check_level(level)
            found.append(SeatRow(number, "bot", None, called or next(names), level))
        else:
            raise unknown(say("kind of seat"), kind, ("me", "screen", "friend", "open", "bot"))
    return found


def name_for(seats: Sequence[SeatRow]) -> str:
    """A name that nobody at the table has, if there is one."""
    taken = {seat.name for seat in seats}
    return next((name for name in BOT_NAMES if name not in taken), BOT_NAMES[0])
