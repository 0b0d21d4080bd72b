"""Who sits where at a new table."""

from collections.abc import Iterable, Sequence

from century.web.schemas import SeatRequest
from century.web.tables.rows import SeatRow

BOT_NAMES = ("Wren", "Okan", "Mei", "Tariq", "Ines")


def seats_of(host: str, host_name: str, wanted: Iterable[SeatRequest]) -> list[SeatRow]:
    """Return the seats of a new table."""
    seats: list[SeatRow] = []
    names = iter(BOT_NAMES)
    for number, seat in enumerate(wanted):
        if seat.kind == "bot":
            seats.append(SeatRow(number, "bot", None, seat.name or next(names), seat.level or "apprentice"))
        elif seat.kind in ("friend", "open"):
            seats.append(SeatRow(number, "invited" if seat.kind == "friend" else "open", None, seat.name or "?", None))
        else:
            name = host_name if seat.kind == "me" else f"{host_name[:38]} {number + 1}"
            seats.append(SeatRow(number, "person", host, seat.name or name, None))
    return seats


def free_name(seats: Sequence[SeatRow]) -> str:
    """Return a name for a bot that nobody at the table has, if there is one."""
    taken = {seat.name for seat in seats}
    return next((name for name in BOT_NAMES if name not in taken), BOT_NAMES[0])
