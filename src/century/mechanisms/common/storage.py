"""Storage: a seat's cubes (caravan, hold), what it starts with, and its limit at the end of a turn."""

import numpy as np

from century.components.catalogue import Catalogue, cube_text
from century.engine.actions import RETURNING
from century.engine.compile import rule
from century.engine.game import Part
from century.engine.state import ask_seat, me
from century.mechanisms.common.cubes import COLOURS, STORAGE, YELLOW, CubeInOrder, count
from century.mechanisms.common.effects import MOST_TIMES
from century.mechanisms.common.rounds import seat_in_turn


def storage(limit: str) -> Part:
    """A storage for each seat; its limit by its name in the catalogue."""

    def read(box, catalogue: Catalogue) -> None:
        box.storage_limit = catalogue.number(limit, 1, MOST_TIMES)  # so that all trades can be named

    def show_seat(s, box, catalogue: Catalogue, seat):
        return {"cubes": cube_text(seat.cubes), "storage": int(seat.storage)}

    return Part(
        seat=[("cubes", STORAGE, COLOURS), ("storage", np.int8)],
        box=[("storage_limit", np.int8)],
        read=read,
        setup=[give_storage],
        show_seat=show_seat,
    )


def start_cubes(by_place: str, seats: int) -> Part:
    """Cubes to start with, by place in turn order: the later start with more."""

    def read(box, catalogue: Catalogue) -> None:
        entry, key = catalogue.at(by_place)
        cubes = entry.values.get(key)
        if not isinstance(cubes, list) or len(cubes) != seats:
            raise entry.wrong(f"{key} must be {seats} strings of cubes, first player first")
        for place in range(seats):
            box.start_cubes[place] = entry.cubes_in(key, cubes[place])

    return Part(box=[("start_cubes", np.int8, (seats, COLOURS))], read=read, setup=[give_start_cubes])


@rule
def give_storage(s, box):
    """An empty storage for each seat (SR-60)."""
    for seat in range(s.players):
        s.seats[seat].storage = box.storage_limit


@rule
def give_start_cubes(s, box):
    """Starting cubes by place in turn order (SR-15, ANW-16)."""
    for place in range(s.players):
        seat = (s.start + place) % s.players
        for colour in range(COLOURS):
            s.seats[seat].cubes[colour] = box.start_cubes[place][colour]


@rule
def storage_limit(s, box):
    """Whoever has more cubes than their storage holds at the end of a turn returns some.

    The active player first, then the others in turn order (SR-60, EW-68, EW-E9, ANW-46). Where nothing gives
    cubes to others, only the active player can have too many (ANW-E25).
    """
    for place in range(s.players):
        seat = (seat_in_turn(s) + place) % s.players
        surplus = count(s.seats[seat].cubes) - s.seats[seat].storage
        if surplus > 0:
            ask_seat(s, seat, RETURNING, surplus, YELLOW)
            return


class ReturnCube(CubeInOrder):
    """Return a cube of one's choice to the supply (SR-60): `number` in all, none lower than colour `of`."""

    cites = "SR-60, EW-68, ANW-46"

    @rule
    def do(s, box, index):
        me(s).cubes[index] -= 1
        if s.question.number > 1:
            ask_seat(s, s.question.seat, RETURNING, s.question.number - 1, index)
