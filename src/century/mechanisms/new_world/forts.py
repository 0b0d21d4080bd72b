"""Forts: the row of point cards above them, the face-up deck, and claiming (ANW-6, ANW-34, ANW-35)."""

import numpy as np

from century.components.catalogue import cube_text
from century.engine.actions import AT_FORT, CLAIM_FIRST, CLAIM_HERE, CLAIMING_TOO, EXPLORING, TAKING_TILE_TOO
from century.engine.chance import FIRST_DECK_STREAM
from century.engine.compile import rule
from century.engine.part import Column, OneAnswer, Part, measure
from century.engine.pieces import MOST_PRINTED, piece, write_zeros
from century.engine.state import ask, me
from century.mechanisms.common.cubes import COLOURS, covers, pay, what_is_there
from century.mechanisms.common.decks import DECK, NONE, bit, cards_of, draw, size
from century.mechanisms.common.observe import COST_COLUMNS, COST_SIZE, write_cost
from century.mechanisms.common.value import worth_of_goal
from century.mechanisms.new_world import words
from century.mechanisms.new_world.bonus_stacks import can_take_tile, has_space
from century.mechanisms.new_world.cards import explores, is_used, take_benefit, tools_cover
from century.mechanisms.new_world.kinds import NUMBERS, NumberedKind
from century.mechanisms.new_world.printed import CIRCLES, NEW_WORLD_CARDS, SYMBOLS
from century.words import N_, say

FORT_STREAM = FIRST_DECK_STREAM + 8

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
    """Hide the deck, except its top card."""
    s.card_deck.cards = np.uint64(0)


class Fort(NumberedKind):
    """A location where the point card above it can be claimed, and perhaps a bonus tile taken (ANW-34, FEW3-23)."""

    names = ("fort",)
    sent = N_("sent {number} to fort {place}")
    title = N_("fort {number}")

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
    def why_not(s, box, location):
        if (box.stacks["giver"] < FORTS).any():
            return say("there is no bonus tile to take, and you cannot pay for the card (ANW-E3)")
        return say("you cannot pay for the card above this fort (FEW3-23)")


class ClaimAtFort(OneAnswer):
    """Return the cost of the card above this fort, take the card and its benefit (ANW-34 b, ANW-E15, ANW-E16).

    No bonus tile follows: it was taken before, or is left.
    """

    block = CLAIM_HERE
    is_claim = True

    @rule
    def can(s, box):
        return can_pay_card(s, box, s.question.number)

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
    def can(s, box):
        fort = s.question.number
        return can_pay_card(s, box, fort) and can_take_tile(s, box, me(s), fort)

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


FORT_SIZE = 1 + COST_SIZE + len(SYMBOLS) + 2


SYMBOL_COUNT = len(SYMBOLS)


@piece(
    "forts",
    220,
    "the point card above each fort, and the next one of the deck: its number (0: none), cost and points; 1 for "
    "its symbol, or how many settlers; the circle of help or tools, the cube of a tool (both from 1; 0: none)",
    columns=(
        Column("card", len(NEW_WORLD_CARDS)),
        *COST_COLUMNS,
        *(Column(symbol, MOST_PRINTED if symbol == "settlers" else 1, usual=1) for symbol in SYMBOLS),
        Column("circle", len(CIRCLES)),
        Column("cube", COLOURS),
    ),
    rows=(*(f"fort {number + 1}" for number in range(FORTS)), "next"),
)
def _observe_forts(s, box, seat, out, at):
    for place in range(FORTS + 1):
        card = s.next_card
        if place < FORTS:
            card = s.fort_cards[place]
        write_cost(out, at, box, card)
        write_zeros(out, at + 1 + COST_SIZE, FORT_SIZE - 1 - COST_SIZE)
        if card != NONE:
            first = at + 1 + COST_SIZE
            out[first + np.int64(box.cards[card].symbol)] = max(np.int64(box.cards[card].settlers), 1)
            out[first + SYMBOL_COUNT] = box.cards[card].circle + 1
            out[first + SYMBOL_COUNT + 1] = box.cards[card].cube + 1
        at += FORT_SIZE


@piece(
    "card_deck",
    230,
    "point cards in the deck, the uppermost, which is seen, among them",
    columns=(Column("cards", len(NEW_WORLD_CARDS)),),
)
def _observe_card_deck(s, box, seat, out, at):
    out[at] = size(s.card_deck.cards) + (s.next_card != NONE)


BENEFIT = 2  # the points that the benefit of a card counts as


@measure(60, {"goal": 0.3, "goals": 0.2, "unseen goal": 0.0})
def worth_of_fort_goal(s, box, seat, weights):
    """The nearest point card above a fort."""
    best = np.float64(0)
    total = np.float64(0)
    for fort in range(len(s.fort_cards)):
        card = s.fort_cards[fort]
        value = weights[2]
        if card != NONE:
            value = worth_of_goal(seat.cubes, box.point_cards[card], BENEFIT)
        best = max(best, value)
        total += value
    return weights[0] * best + weights[1] * total / len(s.fort_cards)


def part() -> Part:
    """A point card above each fort, and a deck of which the top card is seen (ANW-E1)."""

    return Part(
        table=[("card_deck", DECK), ("fort_cards", np.int8, FORTS), ("next_card", np.int8)],
        setup=[lay_out_forts],
        forget=[forget_point_cards],
        show=lambda s, box, _: {
            "forts": [_show(box, card) for card in s.fort_cards],
            "next_card": _show(box, s.next_card),
            "card_deck": len(cards_of(s.card_deck.cards)) + int(s.next_card != NONE),
        },
        observed=[_observe_forts, _observe_card_deck],
        deeds={ClaimAtFort: words.claimed},
        things={"point card": words.new_world_card},
        questions={AT_FORT: words.ask_at_fort, CLAIMING_TOO: words.ASK_CLAIMING_TOO},
        measures=[worth_of_fort_goal],
    )


def _show(box, card):
    return None if card == NONE else words.new_world_card(box, card)
