"""Storage: a seat's cubes (caravan, hold), what it starts with, and its limit at the end of a turn."""

from century.engine.actions import RETURNING
from century.engine.compile import rule
from century.engine.state import ask_seat, me
from century.mechanisms.common.cubes import COLOURS, YELLOW, CubeInOrder, count
from century.mechanisms.common.rounds import seat_in_turn


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
