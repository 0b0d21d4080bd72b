"""Settlers: at home, placed on a location, or in reserve; resting brings the placed ones home (ANW-4)."""

import numpy as np

from century.components.catalogue import Catalogue
from century.engine.actions import REST, WORK
from century.engine.compile import rule
from century.engine.deeds import Deed
from century.engine.part import Column, OneAnswer, Part, measure
from century.engine.pieces import MOST_PRINTED, piece, write_zeros
from century.engine.state import me
from century.mechanisms.common import words
from century.mechanisms.common.decks import NONE, bit, cards_of, holds, lowest, without_lowest
from century.mechanisms.common.storage import cheapest_returned

LOCATIONS = len(WORK.labels)
NOBODY = -1


@rule
def give_settlers(s, box):
    """6 settlers home, 7 in a two-player game, the others in reserve (ANW-15)."""
    for seat in range(s.players):
        s.seats[seat].home = box.start_settlers[s.players]
        s.seats[seat].reserve = box.settlers - box.start_settlers[s.players]


@rule
def recruit(seat, number):
    """Move settlers from reserve to home, as many as there are (ANW-52, ANW-E19); they never go back (ANW-E20)."""
    moved = min(np.int64(number), np.int64(seat.reserve))
    seat.reserve -= moved
    seat.home += moved


@rule
def owner_of(s, location):
    """Return the seat with settlers on a location: at most one at a time (ANW-27)."""
    for seat in range(s.players):
        if holds(s.seats[seat].placed, location):
            return seat
    return NOBODY


@rule
def settle(s, location, number):
    """Move settlers from home to a location (ANW-25); others there go home at once (ANW-26, ANW-E23)."""
    other = owner_of(s, location)
    if other != NOBODY:
        s.seats[other].home += s.settlers[location]
        s.seats[other].placed &= ~bit(location)
    seat = me(s)
    seat.home -= number
    seat.placed |= bit(location)
    s.settlers[location] = number


@rule
def rest_settlers(s, seat):
    """All settlers of a seat on the game board go home (ANW-45, ANW-E22)."""
    for location in range(LOCATIONS):
        if holds(seat.placed, location):
            seat.home += s.settlers[location]
            s.settlers[location] = 0
    seat.placed = np.uint64(0)


class RestSettlers(OneAnswer):
    """All own settlers go home (ANW-45); always legal (ANW-E21)."""

    block = REST

    @rule
    def do(s, box, index):
        rest_settlers(s, me(s))


@rule
def required(s, box, location):
    """The settlers needed: as printed, or one more than stand there (ANW-23); less by native help (ANW-24).

    Never below 1, and exactly that many, not more (ANW-E4, ANW-E5, ANW-E6). Help is mandatory (ANW-E8) and needs a
    circle symbol (ANW-E7, FEW3-E11).
    """
    number = np.int64(box.locations[location].settlers)
    if owner_of(s, location) != NOBODY:
        number = np.int64(s.settlers[location]) + 1
    circle = box.locations[location].circle
    if circle != NONE:
        number -= me(s).help[circle]
    return max(number, 1)


@piece(
    "settlers",
    460,
    "settlers on each location",
    columns=(Column("", MOST_PRINTED, usual=4),),
    rows=WORK.labels,
    of_a_seat=True,
)
def _observe_settlers(s, box, seat, out, at):
    write_zeros(out, at, LOCATIONS)
    left = s.seats[seat].placed
    while left != np.uint64(0):
        location = lowest(left)
        left = without_lowest(left)
        out[np.uint64(at) + np.uint64(location)] = s.settlers[location]


@piece(
    "home",
    470,
    "settlers at home, and in reserve",
    columns=(Column("home", MOST_PRINTED, usual=8), Column("reserve", MOST_PRINTED, usual=8)),
    of_a_seat=True,
)
def _observe_home(s, box, seat, out, at):
    out[at] = s.seats[seat].home
    out[at + 1] = s.seats[seat].reserve


@measure(100, {"settler": 1.0, "settler at home": 0.3}, fading=True)
def worth_of_settlers(s, box, seat, weights):
    """Settlers in play, and those of them at home."""
    return weights[0] * (np.float64(box.settlers) - seat.reserve) + weights[1] * seat.home


@rule
def sends_home(s, seat, answers):
    """Return whether a turn of another seat sends settlers of a seat home."""
    for answer in answers:
        location = answer - WORK
        if 0 <= location < LOCATIONS and holds(s.seats[seat].placed, location):
            return True
    return False


def part(seats: int = 4) -> Part:
    """Each seat's settlers."""

    def read(box, catalogue: Catalogue) -> None:
        rules = catalogue.table("game")
        box.settlers = rules.number("settlers_per_player", 1, 100)
        for players in range(2, seats + 1):
            key = "start_settlers" + ("_2p" if players == 2 else "")
            box.start_settlers[players] = rules.number(key, 1, int(box.settlers))

    return Part(
        table=[("settlers", np.int8, LOCATIONS)],
        seat=[("placed", np.uint64), ("home", np.int8), ("reserve", np.int8)],
        box=[("settlers", np.int8), ("start_settlers", np.int8, seats + 1)],
        read=read,
        setup=[give_settlers],
        show_seat=lambda s, box, _, seat: {"home": int(seat.home), "reserve": int(seat.reserve)},
        observed=[_observe_settlers, _observe_home],
        deeds={RestSettlers: rested},
        measures=[worth_of_settlers],
        habits=[cheapest_returned],
        conflict=sends_home,
    )


def rested(s, box, index: int) -> Deed:
    """Call the settlers of all locations home."""
    return words.rested(settlers=at_work(s))


def at_work(s) -> int:
    """Return the number of settlers that the player has on locations."""
    return sum(int(s.settlers[place]) for place in cards_of(s.seats[s.question.seat].placed))
