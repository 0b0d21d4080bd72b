"""Storage: a seat's cubes (caravan, hold), what they can pay, and the limit at the end of a turn."""

import numpy as np

from century.components.catalogue import Catalogue, cube_text
from century.engine.actions import CUBE, RETURNING
from century.engine.compile import rule
from century.engine.game import Choice, Part
from century.engine.state import ask_seat, me, offer
from century.mechanisms.cubes import BROWN, COLOURS, YELLOW, count
from century.mechanisms.rounds import seat_in_turn


def storage(table: str) -> Part:
    """A storage for each seat; its limit is printed in this table of the catalogue."""

    def read(box, catalogue: Catalogue) -> None:
        box.storage_limit = catalogue.table(table).number("limit", 1, 40)

    def show_seat(s, box, catalogue: Catalogue, seat):
        return {"cubes": cube_text(seat.cubes)}

    return Part(
        seat=[("cubes", np.int8, COLOURS)],
        box=[("storage_limit", np.int8)],
        read=read,
        show_seat=show_seat,
    )


@rule
def storage_limit(s, box):
    """Whoever has more cubes than their storage holds at the end of the turn returns some (SR-60)."""
    seat = seat_in_turn(s)
    surplus = count(s.seats[seat].cubes) - box.storage_limit
    if surplus > 0:
        ask_seat(s, seat, RETURNING, surplus, YELLOW)


class ReturnCube(Choice):
    """Return a cube of one's choice to the supply (SR-60).

    `number` cubes are to be returned, in colour order, so that one payment has one sequence: `of` is
    the lowest colour still open, and a colour is offered if it and the higher ones are enough.
    """

    block = CUBE

    @rule
    def options(s, box, offers):
        cubes = me(s).cubes
        enough = 0
        for colour in range(BROWN, s.question.of - 1, -1):
            enough += cubes[colour]
            if cubes[colour] > 0 and enough >= s.question.number:
                offer(offers, CUBE + colour)

    @rule
    def do(s, box, index):
        me(s).cubes[index] -= 1
        if s.question.number > 1:
            ask_seat(s, s.question.seat, RETURNING, s.question.number - 1, index)

    @staticmethod
    def why_not(s, box, index):
        if me(s).cubes[index] == 0:
            return "no such cube is there"
        return "cubes are returned in colour order, Y first, down to the limit (SR-60)"
