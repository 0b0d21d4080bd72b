"""Sailing for cards: steps that cost merchant cards, and staying to act on the tile (S2S-35, S2S-36)."""

import numpy as np

from century.engine.actions import ANCHOR, PAYING_STEP, PLAY, REST, SAIL, STAYING, STEP
from century.engine.compile import rule
from century.engine.deeds import Deed
from century.engine.part import Choice, OneAnswer, Part, Taken, habit, measure
from century.engine.pieces import set_piece
from century.engine.state import ask, keep_only, me, offer
from century.mechanisms.common import words as common_words
from century.mechanisms.common.cubes import count
from century.mechanisms.common.decks import bit, cards_of, holds, lowest, offer_each, size, without_lowest
from century.mechanisms.common.value import gain_of
from century.mechanisms.common.words import SILENT
from century.mechanisms.road.printed import CARDS
from century.mechanisms.road.words import merchant
from century.mechanisms.sea import words
from century.mechanisms.sea.outposts import can_build, can_trade_here
from century.mechanisms.sea.ports import can_claim
from century.mechanisms.sea.printed import TILES
from century.mechanisms.sea.sailing import arrive, can_end, step_to
from century.words import say


@rule
def paid_steps(seat, made):
    """The steps that can still be made: free ones (S2S-37, S2S-E6), and one for each card that is not sailed."""
    return max(np.int64(seat.free_steps) - made, 0) + size(seat.hand) + size(seat.played)


class StepForCard(Choice):
    """Sail to an adjacent tile; a step that is not free costs a card, the first one, too (S2S-35, S2S-36)."""

    block = STEP

    @rule
    def options(s, box, offers):
        seat = me(s)
        steps = paid_steps(seat, s.question.number)
        if steps == 0:
            return
        for tile in range(TILES):
            if holds(s.neighbours[seat.boat], tile) and can_end(s, box, tile, steps - 1, count(seat.cubes), False):
                offer(offers, STEP + tile)

    @rule
    def do(s, box, index):
        step_to(s, index, PAYING_STEP)

    @staticmethod
    def why_not(s, box, index):
        if not holds(s.neighbours[me(s).boat], index):
            return say("that tile is not adjacent to the tile of your boat (S2S-35)")
        if paid_steps(me(s), s.question.number) == 0:
            return say("you have no card left to pay with (S2S-36, S2S-E4)")
        return say("you could not pay the toll there or sail on (S2S-38)")


class SailCard(Choice):
    """Put a card of the hand or the played zone face down into the sailed zone (S2S-36, S2S-E5)."""

    block = SAIL

    @rule
    def options(s, box, offers):
        offer_each(offers, SAIL, me(s).hand | me(s).played)

    @rule
    def do(s, box, index):
        seat = me(s)
        seat.hand &= ~bit(index)
        seat.played &= ~bit(index)
        seat.sailed |= bit(index)
        arrive(s, s.question.of)

    @staticmethod
    def why_not(s, box, index):
        if holds(me(s).sailed, index):
            return say("it is face down already; rest to take it back (S2S-E4)")
        return say("it is neither in your hand nor played (S2S-36)")


class Stay(OneAnswer):
    """A sail of no steps, if the player then acts on the tile; it costs no card and no toll (S2S-E1, S2S-E2)."""

    block = ANCHOR
    appeal = 8
    closed = say("there is nothing to do on this tile, so the boat must move (S2S-E2)")

    @rule
    def can(s, box):
        return can_build(s, box) or can_trade_here(s, box) or can_claim(s, box)

    @rule
    def do(s, box, index):
        ask(s, STAYING, box.first_tile + me(s).boat)


class RestFromSailing(OneAnswer):
    """All cards of the played and of the sailed zone go back to the hand (S2S-66); always legal (S2S-E3)."""

    block = REST

    @rule
    def do(s, box, index):
        seat = me(s)
        seat.hand |= seat.played | seat.sailed
        seat.played = np.uint64(0)
        seat.sailed = np.uint64(0)


_observe_sailed = set_piece("sailed", PLAY.labels, 360, "1 for each merchant card turned face down to pay for a step")


PLAYED_FIRST = 100  # more than any card gains: cards that are played pay before those in the hand


@measure(30, {"sailed card": 0.2, "sailed card gain": 0.2}, fading=True)
def worth_of_sailed_cards(s, box, seat, weights):
    """Merchant cards that are face down."""
    total = np.float64(0)
    left = seat.sailed
    while left != np.uint64(0):
        total += weights[0] + weights[1] * gain_of(box.effects[box.first_merchant + lowest(left)])
        left = without_lowest(left)
    return total


@habit
def cheapest_card(s, box, offers):
    """Pay for a step with the card that gains least, preferably a played one."""
    if not SAIL <= offers[1] < SAIL + CARDS:
        return
    least = np.float64(0)
    chosen = offers[1]
    for place in range(1, offers[0] + 1):
        card = offers[place] - SAIL
        gain = gain_of(box.effects[box.first_merchant + card])
        if holds(me(s).played, card):
            gain -= PLAYED_FIRST
        if place == 1 or gain < least:
            least = gain
            chosen = offers[place]
    keep_only(offers, chosen)


def part() -> Part:
    """A third zone of cards: those turned face down to pay for steps (S2S-4)."""

    return Part(
        seat=[("sailed", np.uint64)],
        show_seat=lambda s, box, _, seat: {"sailed": [merchant(box, card) for card in cards_of(seat.sailed)]},
        observed=[_observe_sailed],
        deeds={
            StepForCard: words.sailed,
            SailCard: turned_card,
            Stay: SILENT,
            RestFromSailing: rested_from_sailing,
        },
        questions={PAYING_STEP: words.ask_card, STAYING: words.ASK_STAYING},
        taken=[Taken("merchant card", PLAY.labels, sets=["sailed"], order=10)],
        measures=[worth_of_sailed_cards],
        habits=[cheapest_card],
    )


def rested_from_sailing(s, box, index: int) -> Deed:
    """Take the played and the sailed cards back."""
    seat = s.seats[s.question.seat]
    return common_words.rested(cards=int(size(seat.played) + size(seat.sailed)))


def turned_card(s, box, index: int) -> Deed:
    """Turn a card face down for a step; the sentence of the movement counts it."""
    return Deed(about=merchant(box, index), kind=words.TURNED)
