"""Settlers: at home, placed on a location, or in reserve; resting brings the placed ones home (ANW-4)."""

import numpy as np

from century.engine.actions import REST, WORK
from century.engine.compile import rule
from century.engine.part import Choice
from century.engine.state import me, offer
from century.mechanisms.common.decks import bit, holds

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
    """Who has settlers on a location: at most one player at a time (ANW-27)."""
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


class RestSettlers(Choice):
    """All own settlers go home (ANW-45); always legal (ANW-E21)."""

    block = REST

    @rule
    def options(s, box, offers):
        offer(offers, REST)

    @rule
    def do(s, box, index):
        rest_settlers(s, me(s))
