"""Storage: a seat's cubes (caravan, hold), what it starts with, and its limit at the end of a turn."""

import numpy as np

from century.components.catalogue import Catalogue, cube_text
from century.engine.actions import CUBE, RETURNING
from century.engine.compile import rule
from century.engine.part import Column, Part, habit, measure
from century.engine.pieces import MOST, piece
from century.engine.signs import Cubes
from century.engine.state import ask_seat, keep_only, me, offer
from century.mechanisms.common import words
from century.mechanisms.common.cubes import COLOURS, STORAGE, YELLOW, CubeInOrder, count
from century.mechanisms.common.effects import MOST_TIMES
from century.mechanisms.common.observe import colours, write_cubes
from century.mechanisms.common.rounds import seat_in_turn
from century.words import N_


@rule
def give_storage(s, box):
    """An empty storage for each seat (SR-60)."""
    for seat in range(s.players):
        s.seats[seat].storage = box.storage_limit


@rule
def give_start_cubes(s, box):
    """Give each seat its starting cubes, which depend on its place in turn order (SR-15, ANW-16)."""
    for place in range(s.players):
        seat = (s.start + place) % s.players
        for colour in range(COLOURS):
            s.seats[seat].cubes[colour] = box.start_cubes[place][colour]


@rule
def storage_limit(s, box):
    """Seats that have more cubes than their storage holds at the end of a turn return some.

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
    """Return any cube to the supply (SR-60): `number` in all, none lower than colour `of`."""

    cites = "SR-60, EW-68, ANW-46"

    @rule
    def do(s, box, index):
        me(s).cubes[index] -= 1
        if s.question.number > 1:
            ask_seat(s, s.question.seat, RETURNING, s.question.number - 1, index)


@piece(
    "storage",
    310,
    "cubes in storage by colour, and how many it holds at the end of a turn",
    columns=(*colours("cubes"), Column("holds", MOST, usual=10)),
    of_a_seat=True,
)
def _observe_storage(s, box, seat, out, at):
    write_cubes(out, at, s.seats[seat].cubes)
    out[at + 4] = s.seats[seat].storage


@measure(0, {"yellow": 0.4, "red": 0.9, "green": 1.4, "brown": 1.9, "many cubes": 0.0, "same cubes": 0.0})
def worth_of_cubes(s, box, seat, weights):
    """Cubes in storage, by colour, and a bonus or malus that grows with the square of their number."""
    total = np.float64(0)
    cubes = np.float64(0)
    for colour in range(COLOURS):
        total += weights[colour] * seat.cubes[colour]
        total += weights[5] * np.float64(seat.cubes[colour]) * seat.cubes[colour]
        cubes += seat.cubes[colour]
    return total + weights[4] * cubes * cubes


@rule
def cheapest(offers):
    """Return the cheapest cube among the offers, which may be in any order."""
    least = offers[1]
    for place in range(2, offers[0] + 1):
        least = min(least, offers[place])
    return least


@habit
def cheapest_cube(s, box, offers):
    """Pay with the cheapest cube."""
    if CUBE <= offers[1] < CUBE + COLOURS and s.question.decision != RETURNING:
        keep_only(offers, cheapest(offers))


@habit
def cheapest_returned(s, box, offers):
    """Consider returning only the cheapest cube, and one of the most frequent colour.

    Without the second, a storage full of valuable cubes would never have room for the cheap ones that a card costs.
    This habit is for games with long turns; where turns are short, a planner has time to consider every colour.
    """
    if s.question.decision != RETURNING:
        return
    least = cheapest(offers)
    most = least
    for place in range(1, offers[0] + 1):
        if me(s).cubes[offers[place] - CUBE] > me(s).cubes[most - CUBE]:
            most = offers[place]
    keep_only(offers, least)
    if most != least:
        offer(offers, most)


def part(limit: str) -> Part:
    """A storage for each seat. `limit` names its size in the catalogue."""

    def read(box, catalogue: Catalogue) -> None:
        box.storage_limit = catalogue.number(limit, 1, MOST_TIMES)  # so that all trades can be named

    return Part(
        seat=[("cubes", STORAGE, COLOURS), ("storage", np.int8)],
        box=[("storage_limit", np.int8)],
        read=read,
        setup=[give_storage],
        show_seat=lambda s, box, _, seat: {"cubes": Cubes(cube_text(seat.cubes)), "storage": int(seat.storage)},
        observed=[_observe_storage],
        labels={"cubes": N_("cubes"), "storage": N_("room for cubes")},
        deeds={ReturnCube: words.returned_cube},
        questions={RETURNING: words.ask_surplus},
        measures=[worth_of_cubes],
        habits=[cheapest_cube],
        cubes="cubes",
    )


def start_cubes(by_place: str, seats: int) -> Part:
    """Cubes to start with, by place in turn order: later seats start with more."""

    def read(box, catalogue: Catalogue) -> None:
        entry, key = catalogue.at(by_place)
        cubes = entry.values.get(key)
        if not isinstance(cubes, list) or len(cubes) != seats:
            raise entry.wrong(f"{key} must be {seats} strings of cubes, first player first")
        for place in range(seats):
            box.start_cubes[place] = entry.cubes_in(key, cubes[place])

    return Part(box=[("start_cubes", np.int8, (seats, COLOURS))], read=read, setup=[give_start_cubes])
