"""Merchant cards: the row with cubes on it, the deck, and each seat's hand and played cards (SR-6)."""

import numpy as np

from century.components.catalogue import Catalogue, cube_text
from century.engine.actions import ACQUIRE, PLACING, PLAY, REST
from century.engine.chance import FIRST_DECK_STREAM
from century.engine.compile import rule
from century.engine.part import Choice, Column, Part, Taken, measure
from century.engine.pieces import piece, set_piece
from century.engine.state import ask, me, offer, record
from century.mechanisms.common.cubes import COLOURS, STORAGE, AnyCube, count, gain, what_is_there
from century.mechanisms.common.decks import (
    DECK,
    NONE,
    bit,
    cards_of,
    draw,
    holds,
    lowest,
    shuffle,
    size,
    without_lowest,
)
from century.mechanisms.common.effects import carry_out, is_possible
from century.mechanisms.common.observe import colours, write_cubes
from century.mechanisms.common.printed import TRADE
from century.mechanisms.common.value import gain_of
from century.mechanisms.road import words
from century.mechanisms.road.printed import CARDS, MERCHANT_COLUMNS, MERCHANT_SIZE, ROW_SIZE, STARTERS, write_merchant
from century.mechanisms.road.shop import MerchantShop
from century.words import say

MERCHANT_STREAM = FIRST_DECK_STREAM

ROW_PLACE = record(("card", np.int8), ("cubes", STORAGE, COLOURS))  # of the row


@rule
def deal_starters(s, box):
    """Each player's hand is the two starting cards (SR-12)."""
    for seat in range(s.players):
        for card in range(STARTERS):
            s.seats[seat].hand |= bit(card)


@rule
def lay_out_merchants(s, box):
    """Shuffle the other merchant cards and reveal the row (SR-13)."""
    shuffle(s.merchant_deck, MERCHANT_STREAM, STARTERS, CARDS)
    for place in range(len(s.merchant_row)):
        s.merchant_row[place].card = NONE
        if place < box.merchant_row:
            s.merchant_row[place].card = draw(s, s.merchant_deck)


@rule
def forget_merchants(s, box):
    """Hide the deck."""
    s.merchant_deck.cards = np.uint64(0)


class PlayCard(Choice):
    """Move a card from hand to played and carry out its effect (SR-30, S2S-30), if it can be (SR-E1, SR-E2)."""

    block = PLAY
    appeal = 3

    @rule
    def options(s, box, offers):
        seat = me(s)
        cards = seat.hand
        while cards != np.uint64(0):
            card = lowest(cards)
            cards = without_lowest(cards)
            if is_possible(seat.cubes, box.effects[box.first_merchant + card]):
                offer(offers, PLAY + card)

    @rule
    def do(s, box, index):
        seat = me(s)
        seat.hand &= ~bit(index)
        seat.played |= bit(index)
        carry_out(s, box, box.first_merchant + index)

    @staticmethod
    def why_not(s, box, index):
        seat = me(s)
        if holds(seat.played, index):
            return say("it is already played; rest to take it back (SR-45)")
        if not holds(seat.hand, index):
            return say("it is not in your hand (SR-30, S2S-E4)")
        effect = box.effects[box.first_merchant + index]
        if effect.kind == TRADE:
            given, there = cube_text(effect.given), what_is_there(seat.cubes)
            return say("the trade costs {given}, you have {there} (SR-E1)", given=given, there=there)
        return say("you have no cube to upgrade (SR-E2)")


class AcquireCard(Choice):
    """Take a card of the row: the leftmost for nothing, another for a cube on each card left of it (SR-40, S2S-25)."""

    block = ACQUIRE

    @rule
    def options(s, box, offers):
        cubes = count(me(s).cubes)
        for place in range(len(s.merchant_row)):
            if s.merchant_row[place].card != NONE and cubes >= place:
                offer(offers, ACQUIRE + place)

    @rule
    def do(s, box, index):
        if index == 0:
            take_card(s, 0)
        else:
            ask(s, PLACING, 1, index)

    @staticmethod
    def why_not(s, box, index):
        if index >= len(s.merchant_row) or s.merchant_row[index].card == NONE:
            return say("there is no card at that place (SR-40)")
        return say("it costs {cost} cubes, you have {there} (SR-40)", cost=index, there=count(me(s).cubes))


class PlaceCube(AnyCube):
    """Put any cube onto a card left of the one acquired: card `number` of `of` (SR-40).

    The cubes on the acquired card come only afterwards, and cannot pay for it (SR-E3, S2S-E8).
    """

    cites = "SR-40"

    @rule
    def do(s, box, index):
        number, of = s.question.number, s.question.of
        me(s).cubes[index] -= 1
        s.merchant_row[number - 1].cubes[index] += 1
        if number < of:
            ask(s, PLACING, number + 1, of)
        else:
            take_card(s, of)


@rule
def take_card(s, taken):
    """The card at a place goes to the hand and its cubes to the storage (SR-41, S2S-26).

    The row closes, and a new card comes to its end (SR-42, S2S-27). With the deck empty the row is not refilled and
    shrinks (SR-E5, S2S-E9).
    """
    seat = me(s)
    row = s.merchant_row
    seat.hand |= bit(row[taken].card)
    gain(seat.cubes, row[taken].cubes)
    last = taken
    while last + 1 < len(row) and row[last + 1].card != NONE:
        row[last].card = row[last + 1].card
        for colour in range(COLOURS):
            row[last].cubes[colour] = row[last + 1].cubes[colour]
        last += 1
    row[last].card = draw(s, s.merchant_deck)
    for colour in range(COLOURS):
        row[last].cubes[colour] = 0


class Rest(Choice):
    """All played cards go back to the hand (SR-45).

    With nothing played this is a pass, open only if no other turn is (SR-E4): so it is the last of
    the choices of a turn.
    """

    block = REST
    closed = say("no card has been played, and another turn is possible (SR-E4)")

    @rule
    def options(s, box, offers):
        if me(s).played != np.uint64(0) or offers[0] == 0:
            offer(offers, REST)

    @rule
    def do(s, box, index):
        seat = me(s)
        seat.hand |= seat.played
        seat.played = np.uint64(0)


@piece(
    "merchant_row",
    70,
    "merchant cards to acquire, leftmost first: the number of the card (0: none), its effect, cubes on it",
    columns=(*MERCHANT_COLUMNS, *colours("cubes")),
    rows_of=lambda game: ACQUIRE.labels[: game.state_type["merchant_row"].shape[0]],
)
def _observe_merchant_row(s, box, seat, out, at):
    for place in range(len(s.merchant_row)):
        write_merchant(out, at + place * ROW_SIZE, box, s.merchant_row[place].card)
        write_cubes(out, at + place * ROW_SIZE + MERCHANT_SIZE, s.merchant_row[place].cubes)


@piece("merchant_deck", 80, "merchant cards in the deck", columns=(Column("cards", CARDS),))
def _observe_merchant_deck(s, box, seat, out, at):
    out[at] = size(s.merchant_deck.cards)


_observe_hand = set_piece("hand", PLAY.labels, 340, "1 for each merchant card in the hand; hands are open")


_observe_played = set_piece("played", PLAY.labels, 350, "1 for each merchant card played, until a rest")


@measure(10, {"card": 1.5, "card gain": 0.25, "many cards": 0.0}, pieces=PLAY.labels, fading=True)
def worth_of_hand(s, box, seat, weights):
    """Merchant cards: each, what one use gains, and less for each the more there are."""
    total = np.float64(0)
    left = seat.hand | seat.played
    while left != np.uint64(0):
        card = lowest(left)
        left = without_lowest(left)
        total += weights[0] + weights[1] * gain_of(box.effects[box.first_merchant + card]) + weights[3 + card]
    cards = size(seat.hand | seat.played)
    return total + weights[2] * cards * cards


@measure(20, {"played card": -0.3})
def worth_of_played(s, box, seat, weights):
    """Merchant cards that have to be taken back before they can be played again."""
    return weights[0] * np.float64(size(seat.played))


def part(row: str, places: int, shop: bool = False) -> Part:
    """A row of merchant cards, leftmost first. `row` names its length in the catalogue, `places` is the most possible.

    With `shop` planners buy the best cards outright in the opening: there is nothing else to get early.
    """

    def read(box, catalogue: Catalogue) -> None:
        box.merchant_row = catalogue.number(row, 1, places)

    def show(s, box, catalogue: Catalogue):
        places = [place for place in range(len(s.merchant_row)) if s.merchant_row[place].card != NONE]
        return {
            "merchant_row": [words.merchant_in_row(s, box, place) for place in places],
            "merchant_deck": len(cards_of(s.merchant_deck.cards)),
        }

    return Part(
        table=[("merchant_deck", DECK), ("merchant_row", ROW_PLACE, places)],
        seat=[("hand", np.uint64), ("played", np.uint64)],
        box=[("merchant_row", np.int8)],
        read=read,
        setup=[deal_starters, lay_out_merchants],
        forget=[forget_merchants],
        show=show,
        show_seat=lambda s, box, _, seat: {
            "hand": [words.merchant(box, card) for card in cards_of(seat.hand)],
            "played": [words.merchant(box, card) for card in cards_of(seat.played)],
        },
        observed=[_observe_merchant_row, _observe_merchant_deck, _observe_hand, _observe_played],
        deeds={
            PlayCard: words.played,
            AcquireCard: words.acquired,
            PlaceCube: words.placed_cube,
            Rest: words.rested,
        },
        questions={PLACING: words.ASK_PLACING},
        things={"merchant card": words.merchant},
        taken=[Taken("merchant card", PLAY.labels, sets=["hand", "played"], order=10)],
        measures=[worth_of_hand, worth_of_played],
        shop=MerchantShop if shop else None,
    )
