"""The cards of a trade route: their places, the settlers on them, and their value (FEW1-5)."""

import numpy as np

from century.engine.actions import ORDER, PLAY, REORDER
from century.engine.compile import rule
from century.engine.part import Column, habit, measure
from century.engine.pieces import piece, write_zeros
from century.engine.state import drop, keep_only, record
from century.mechanisms.common.decks import NONE, bit
from century.mechanisms.common.value import gain_of
from century.mechanisms.road.printed import CARDS, MERCHANT_COLUMNS, MERCHANT_SIZE, STARTERS, write_merchant

MOST_CARDS = 12


ROUTE_CARD = record(("card", np.int8), ("settlers", np.int8))


@rule
def place_of(seat, card):
    """Return the place of a card in the route of a seat, from 0; NONE if it is not there."""
    for place in range(seat.route_length):
        if seat.route[place].card == card:
            return place
    return NONE


@rule
def laid_out(seat):
    """The cards of a seat's route, as a set."""
    cards = np.uint64(0)
    for place in range(seat.route_length):
        cards |= bit(seat.route[place].card)
    return cards


@rule
def can_lay_out(box, seat):
    """Whether the route has room for one more card (FEW1-E8)."""
    return seat.route_length < box.longest_route


ROUTE_SIZE = MERCHANT_SIZE + 1


@piece(
    "route",
    400,
    "the trade route, leftmost card first: the number of the card (0: none), its effect, settlers on it",
    columns=(*MERCHANT_COLUMNS, Column("settlers", MOST_CARDS)),
    rows=tuple(f"place {number + 1}" for number in range(MOST_CARDS)),
    of_a_seat=True,
)
def _observe_route(s, box, seat, out, at):
    route = s.seats[seat].route
    for place in range(MOST_CARDS):
        first = at + place * ROUTE_SIZE
        if place < s.seats[seat].route_length:
            write_merchant(out, first, box, route[place].card)
            out[first + MERCHANT_SIZE] = route[place].settlers
        else:
            write_zeros(out, first, ROUTE_SIZE)


@measure(40, {"route card": 0.4, "route gain": 0.5}, pieces=PLAY.labels, fading=True)
def worth_of_route(s, box, seat, weights):
    """Cards of the trade route: each, and what one use gains for each settler it needs."""
    total = np.float64(0)
    for place in range(seat.route_length):
        card = seat.route[place].card
        gain = gain_of(box.effects[box.first_merchant + card])
        total += weights[0] + weights[1] * gain / (place + 1) + weights[2 + card]
    return total


@habit
def keep_route(s, box, offers):
    """Leave the trade route in its order."""
    if ORDER <= offers[1] < ORDER + CARDS - STARTERS:
        keep_only(offers, offers[1])
    elif offers[0] > 1:
        drop(offers, REORDER)
