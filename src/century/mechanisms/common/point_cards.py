"""Point cards: the row, the deck, and what each seat has claimed (SR-5, SR-6)."""

import numpy as np

from century.components.catalogue import cube_text
from century.engine.actions import CLAIM
from century.engine.compile import rule
from century.engine.part import Choice
from century.engine.state import me, offer, record
from century.mechanisms.common.cubes import COLOURS, covers, pay, what_is_there
from century.mechanisms.common.decks import NONE, POINT_STREAM, bit, draw, shuffle, size
from century.mechanisms.road.coins import take_coin
from century.words import say

POINT_CARD = record(("cost", np.int8, COLOURS), ("points", np.int8))


@rule
def lay_out_point_cards(s, box):
    """Shuffle the point cards and reveal the row (SR-10)."""
    shuffle(s.point_deck, POINT_STREAM, 0, len(box.point_cards))
    for place in range(len(s.point_row)):
        s.point_row[place] = NONE
        if place < box.point_row:
            s.point_row[place] = draw(s, s.point_deck)


@rule
def forget_point_cards(s, box):
    """The deck is hidden."""
    s.point_deck.cards = np.uint64(0)


class ClaimCard(Choice):
    """Return all cubes of a card's cost and take the card (SR-50), with the coin above it (SR-51)."""

    block = CLAIM

    @rule
    def options(s, box, offers):
        cubes = me(s).cubes
        for place in range(len(s.point_row)):
            card = s.point_row[place]
            if card != NONE and covers(cubes, box.point_cards[card].cost):
                offer(offers, CLAIM + card)

    @rule
    def do(s, box, index):
        seat = me(s)
        pay(seat.cubes, box.point_cards[index].cost)
        seat.claimed |= bit(index)
        place = 0
        while s.point_row[place] != index:
            place += 1
        take_coin(s, seat, place)
        close_row(s, place)

    @staticmethod
    def why_not(s, box, index):
        if index not in s.point_row:
            return say("it is not in the row (SR-50)")
        cost = cube_text(box.point_cards[index].cost)
        return say("it costs {cost}, you have {there} (SR-50)", cost=cost, there=what_is_there(me(s).cubes))


@rule
def close_row(s, gap):
    """The row closes to the left and a new card is revealed at the right end (SR-53).

    The deck cannot run out before the game ends (SR-E6).
    """
    row = s.point_row
    last = gap
    while last + 1 < len(row) and row[last + 1] != NONE:
        row[last] = row[last + 1]
        last += 1
    row[last] = draw(s, s.point_deck)


@rule
def enough_claimed(s, box):
    """Whether a player has claimed the number of cards that ends the game (SR-70)."""
    for seat in range(s.players):
        if size(s.seats[seat].claimed) >= box.last_claim[s.players]:
            return True
    return False
