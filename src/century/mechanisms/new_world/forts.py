"""Forts: the row of point cards above them, the face-up deck, and claiming (ANW-6, ANW-34, ANW-35)."""

import numpy as np

from century.components.catalogue import cube_text
from century.engine.actions import AT_FORT, CLAIM_FIRST, CLAIM_HERE, EXPLORING, TAKING_TILE_TOO
from century.engine.compile import rule
from century.engine.part import Choice
from century.engine.state import ask, me, offer
from century.mechanisms.common.cubes import covers, pay, what_is_there
from century.mechanisms.common.decks import FORT_STREAM, NONE, bit, draw
from century.mechanisms.new_world.bonus_stacks import can_take_tile, has_space
from century.mechanisms.new_world.cards import explores, is_used, take_benefit, tools_cover
from century.mechanisms.new_world.kinds import NUMBERS, Kind, numbered
from century.words import N_, say

FORTS = NUMBERS


@rule
def lay_out_forts(s, box):
    """Shuffle the cards in use; one above each fort, the top card of the deck face up (ANW-11)."""
    s.card_deck.stream = FORT_STREAM
    for card in range(len(box.cards)):
        if is_used(s, box, card):
            s.card_deck.cards |= bit(card)
    for fort in range(FORTS):
        s.fort_cards[fort] = draw(s, s.card_deck)
    s.next_card = draw(s, s.card_deck)


@rule
def forget_point_cards(s, box):
    """The deck is hidden, but for its top card."""
    s.card_deck.cards = np.uint64(0)


class Fort(Kind):
    """A location where the point card above it can be claimed, and perhaps a bonus tile taken (ANW-34, FEW3-23)."""

    names = ("fort",)
    sent = N_("sent {number} to fort {place}")
    numbered = True

    @rule
    def can(s, box, location):
        fort = box.locations[location].number
        card = s.fort_cards[fort]
        return can_take_tile(s, box, me(s), fort) or (
            card != NONE and tools_cover(box, me(s), location, box.point_cards[card].cost)
        )

    @rule
    def do(s, box, location):
        ask(s, AT_FORT, box.locations[location].number)

    @staticmethod
    def printed(box, location):
        number = int(box.locations[location].number) + 1
        return numbered("fort", say("fort {number}", number=number), number)

    @staticmethod
    def why_not(s, box, location):
        if (box.stacks["giver"] < FORTS).any():
            return say("there is no bonus tile to take, and you cannot pay for the card (ANW-E3)")
        return say("you cannot pay for the card above this fort (FEW3-23)")


class ClaimAtFort(Choice):
    """Return the cost of the card above this fort, take the card and its benefit (ANW-34 b, ANW-E15, ANW-E16).

    No bonus tile follows: it was taken before, or is left.
    """

    block = CLAIM_HERE

    @rule
    def options(s, box, offers):
        if can_pay_card(s, box, s.question.number):
            offer(offers, CLAIM_HERE)

    @rule
    def do(s, box, index):
        claim_card(s, box, s.question.number)

    @staticmethod
    def why_not(s, box, index):
        card = s.fort_cards[s.question.number]
        if card == NONE:
            return say("there is no card above this fort (ANW-E2)")
        cost = cube_text(box.point_cards[card].cost)
        return say("the card costs {cost}, you have {there} (ANW-E16)", cost=cost, there=what_is_there(me(s).cubes))


class ClaimBeforeTile(ClaimAtFort):
    """Claim the card above this fort, then choose whether to take a bonus tile (ANW-34, ANW-E12).

    The question about the tile comes after the benefit of the card and the refill (ANW-E9), so the player has seen the
    next card of the deck. `ClaimAtFort` claims the card alone, as it did in records that are older than this choice.
    """

    block = CLAIM_FIRST

    @rule
    def options(s, box, offers):
        fort = s.question.number
        if can_pay_card(s, box, fort) and can_take_tile(s, box, me(s), fort):
            offer(offers, CLAIM_FIRST)

    @rule
    def do(s, box, index):
        fort = s.question.number
        ask(s, TAKING_TILE_TOO, fort)  # behind the questions that the card asks
        claim_card(s, box, fort)

    @staticmethod
    def why_not(s, box, index):
        if can_pay_card(s, box, s.question.number):
            if has_space(box, me(s)):
                return say("there is no bonus tile above this fort (ANW-34)")
            return say("all {spaces} bonus spaces are full (ANW-E14)", spaces=box.bonus_spaces)
        return ClaimAtFort.why_not(s, box, index)


@rule
def can_pay_card(s, box, fort):
    """Whether there is a card above this fort whose cost the player can return (ANW-E2, ANW-E16)."""
    card = s.fort_cards[fort]
    return card != NONE and covers(me(s).cubes, box.point_cards[card].cost)


@rule
def claim_card(s, box, fort):
    """Pay for the card above this fort, take it, apply its benefit and refill the row (ANW-34 b, ANW-35)."""
    seat = me(s)
    card = s.fort_cards[fort]
    pay(seat.cubes, box.point_cards[card].cost)
    seat.claimed |= bit(card)
    s.fort_cards[fort] = NONE
    take_benefit(box, seat, card)
    if explores(s, box, card):
        ask(s, EXPLORING, fort)
    else:
        close_row(s, fort)


@rule
def close_row(s, gap):
    """Cards right of the gap move one fort left, and the top card of the deck comes to fort 4 (ANW-35).

    With the deck empty the row gets shorter from the right (ANW-E2).
    """
    for fort in range(gap, FORTS - 1):
        s.fort_cards[fort] = s.fort_cards[fort + 1]
    s.fort_cards[FORTS - 1] = s.next_card
    s.next_card = draw(s, s.card_deck)
