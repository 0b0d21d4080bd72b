"""Markets: locations with a merchant card below each, the deck beside them, and the cards a seat has taken.

The deck consists of layers: cards that a refresh puts under it are drawn after all cards that were there before.
"""

import numpy as np

from century.components.catalogue import Catalogue
from century.engine.actions import PLAY, TAKING_TILE
from century.engine.chance import FIRST_DECK_STREAM, roll
from century.engine.compile import rule
from century.engine.part import Column, Part, Taken, measure
from century.engine.pieces import MOST_PRINTED, count_piece, piece, set_piece
from century.engine.state import ask_seat, me
from century.mechanisms.common.decks import NONE, bit, cards_of, pick, size
from century.mechanisms.common.effects import carry_out
from century.mechanisms.common.printed import TRADE
from century.mechanisms.common.rounds import seat_in_turn
from century.mechanisms.new_world.bonus_stacks import TilePoints, can_take_tile, symbols
from century.mechanisms.new_world.cards import tools_cover
from century.mechanisms.new_world.kinds import NUMBERS, Kind, NumberedKind
from century.mechanisms.new_world.printed import MERCHANT_PAIR, MERCHANTS, PER_MERCHANTS
from century.mechanisms.road.printed import CARDS, MERCHANT_COLUMNS, MERCHANT_SIZE, STARTERS, write_merchant
from century.mechanisms.road.words import merchant
from century.words import N_, say

MARKET_CARD_STREAM = FIRST_DECK_STREAM + 11
MARKET_ORDER_STREAM = FIRST_DECK_STREAM + 12

MARKETS = NUMBERS
LAYERS = CARDS // MARKETS + 2  # the row is short only when the deck is empty, so all layers but one hold four cards


@rule
def lay_out_markets(s, box):
    """Shuffle the merchant cards without the starting cards, and put one below each market (FEW1-15, FEW3-15)."""
    for card in range(STARTERS, CARDS):
        s.market_deck[0] |= bit(card)
    for market in range(MARKETS):
        s.market_cards[market] = draw_merchant(s)
    s.market_in_use = NONE


@rule
def forget_merchants(s, box):
    """Hide the deck."""
    for layer in range(LAYERS):
        s.market_deck[layer] = np.uint64(0)


@rule
def draw_merchant(s):
    """Draw the top card of the deck; no card if it is empty."""
    if s.market_deck[0] == np.uint64(0):
        for layer in range(1, LAYERS):
            s.market_deck[layer - 1] = s.market_deck[layer]
        s.market_deck[LAYERS - 1] = np.uint64(0)
    if s.market_deck[0] == np.uint64(0):
        return NONE
    card = pick(s, s.market_deck[0], MARKET_CARD_STREAM, s.market_draws)
    s.market_deck[0] &= ~bit(card)
    s.market_draws += 1
    return card


# --- refresh --------------------------------------------------------------------------------------


@rule
def can_refresh(s):
    """Whether there is a card in the row or in the deck (FEW3-E7). The row is never empty while the deck is not."""
    for market in range(MARKETS):
        if s.market_cards[market] != NONE:
            return True
    return False


@rule
def refresh(s):
    """Put the cards under the deck in random order, and new ones at random below the markets (FEW3-35, FEW3-E10).

    With fewer than four cards, fill the markets on the left (FEW3-E7).
    """
    under = 1  # what is left of the uppermost layer, if anything, stays on top
    while s.market_deck[under] != np.uint64(0):
        under += 1
    for market in range(MARKETS):
        if s.market_cards[market] != NONE:
            s.market_deck[under] |= bit(s.market_cards[market])
    drawn = 0
    for market in range(MARKETS):
        s.market_cards[market] = draw_merchant(s)
        if s.market_cards[market] != NONE:
            drawn += 1
    for market in range(drawn - 1, 0, -1):
        other = roll(s.chance, MARKET_ORDER_STREAM, s.market_draws * MARKETS + market, market + 1)
        card = s.market_cards[market]
        s.market_cards[market] = s.market_cards[other]
        s.market_cards[other] = card


class RefreshMarket(Kind):
    """A location that refreshes the markets and gives another turn (FEW3-35, FEW3-E8)."""

    names = ("refresh_market",)
    task = N_("refresh the markets")
    sent = N_("sent {number} to refresh the markets")
    closed = say("there is no merchant card left (FEW3-E7)")

    @rule
    def can(s, box, location):
        return can_refresh(s)

    @rule
    def do(s, box, location):
        refresh(s)
        s.again = 1


# --- taking a card --------------------------------------------------------------------------------


@rule
def can_use(s, box, location):
    """Whether there is a card below a market whose action can be carried out, counting tool cubes (FEW3-E2)."""
    card = s.market_cards[box.locations[location].number]
    if card == NONE:
        return False
    effect = box.effects[box.first_merchant + card]
    return effect.kind != TRADE or tools_cover(box, me(s), location, effect.given)


@rule
def use_card(s, box, market):
    """Carry out the action of the card below a market; the card is taken afterwards (FEW3-30, FEW3-E3)."""
    s.market_in_use = market
    carry_out(s, box, box.first_merchant + s.market_cards[market])


class Market(NumberedKind):
    """A location where the merchant card below it is used and taken (FEW3-30)."""

    names = ("market",)
    sent = N_("sent {number} to market {place}")
    title = N_("market {number}")

    @rule
    def can(s, box, location):
        return can_use(s, box, location)

    @rule
    def do(s, box, location):
        use_card(s, box, box.locations[location].number)

    @classmethod
    def show(cls, s, box, location):
        place, card = cls.printed(box, location), s.market_cards[box.locations[location].number]
        if card == NONE:
            return place
        return place.but(signs=[*place.signs, PLAY.labels[card], *merchant(box, card).signs])

    @staticmethod
    def why_not(s, box, location):
        if s.market_cards[box.locations[location].number] == NONE:
            return say("there is no card below this market (FEW3-E2, FEW3-E6)")
        return say("you cannot make the trade of the card below this market (FEW3-E2)")


@rule
def count_taken(s, box):
    """Every fourth merchant card taken allows a bonus tile (FEW1-32, FEW3-32, FEW3-E4, FEW3-E5)."""
    seat = s.seats[seat_in_turn(s)]
    seat.merchants_taken += 1
    if seat.merchants_taken % box.cards_per_tile == 0 and can_take_tile(s, box, seat, MERCHANTS):
        ask_seat(s, seat_in_turn(s), TAKING_TILE, MERCHANTS)


@rule
def take_used_card(s, box):
    """At the end of the turn the card used goes to the player's discard pile (FEW1-30 a, FEW3-30)."""
    if s.market_in_use != NONE:
        card = s.market_cards[s.market_in_use]
        if card != NONE:
            s.seats[seat_in_turn(s)].discards |= bit(card)
            s.market_cards[s.market_in_use] = NONE
            count_taken(s, box)


@rule
def refill_markets(s, box):
    """Cards right of the gap move one market left, and a new one comes to the last (FEW1-31, FEW3-31, FEW3-E6)."""
    if s.market_in_use != NONE:
        for market in range(s.market_in_use, MARKETS - 1):
            s.market_cards[market] = s.market_cards[market + 1]
        s.market_cards[MARKETS - 1] = draw_merchant(s)
        s.market_in_use = NONE


class MerchantTiles(TilePoints):
    """Bonus tiles that count the merchant cards taken, alone or in sets with a symbol (FEW1-62, FEW3-62)."""

    name = N_("merchant tiles")

    @rule
    def of_tile(s, box, seat, tile):
        sets = np.int64(s.seats[seat].merchants_taken) // tile.per
        if tile.kind == MERCHANT_PAIR:
            sets = min(symbols(s, box, seat, tile.first), sets)
        elif tile.kind != PER_MERCHANTS:
            sets = np.int64(0)
        return sets * tile.points


@piece(
    "markets",
    120,
    "the merchant card below each market: its number (0: none) and its effect; whether it was used this turn",
    columns=(*MERCHANT_COLUMNS, Column("used")),
    rows=tuple(f"market {number + 1}" for number in range(MARKETS)),
)
def _observe_markets(s, box, seat, out, at):
    for market in range(MARKETS):
        write_merchant(out, at, box, s.market_cards[market])
        out[at + MERCHANT_SIZE] = s.market_in_use == market
        at += MERCHANT_SIZE + 1


@piece("market_deck", 130, "merchant cards in the deck", columns=(Column("cards", CARDS),))
def _observe_market_deck(s, box, seat, out, at):
    cards = 0
    for layer in range(LAYERS):
        cards += size(s.market_deck[layer])
    out[at] = cards


_observe_discards = set_piece("discards", PLAY.labels, 380, "1 for each merchant card in the discard pile")


_observe_merchants_taken = count_piece(
    "merchants_taken",
    390,
    "merchant cards taken so far; each fourth brings the chance of a bonus tile",
    [Column("cards", MOST_PRINTED, usual=12)],
)


@measure(50, {"merchant taken": 0.3}, fading=True)
def worth_of_merchants_taken(s, box, seat, weights):
    """Merchant cards on the way to a bonus tile."""
    return weights[0] * np.float64(seat.merchants_taken % box.cards_per_tile)


def part(mode: str) -> Part:
    """A merchant card below each of four markets (FEW1-15, FEW3-15)."""

    def read(box, catalogue: Catalogue) -> None:
        box.cards_per_tile = catalogue.number(f"{mode}.merchant_cards_per_bonus_tile", 1, CARDS)

    def show_seat(s, box, catalogue: Catalogue, seat):
        """List discards openly although they are face down: everybody has seen them (FEW3-E16)."""
        return {
            "discards": [PLAY.labels[card] for card in cards_of(seat.discards)],
            "merchants_taken": int(seat.merchants_taken),
        }

    return Part(
        table=[
            ("market_deck", np.uint64, LAYERS),  # the uppermost first
            ("market_draws", np.int32),
            ("market_cards", np.int8, MARKETS),
            ("market_in_use", np.int8),
        ],
        seat=[("discards", np.uint64), ("merchants_taken", np.int8)],
        box=[("cards_per_tile", np.int8)],
        read=read,
        setup=[lay_out_markets],
        forget=[forget_merchants],
        show=lambda s, box, _: {
            "markets": [None if card == NONE else merchant(box, card) for card in s.market_cards],
            "cards_per_tile": int(box.cards_per_tile),
            "merchant_deck": sum(len(cards_of(layer)) for layer in s.market_deck),
        },
        show_seat=show_seat,
        things={"merchant card": merchant},
        observed=[_observe_markets, _observe_market_deck, _observe_discards, _observe_merchants_taken],
        taken=[Taken("merchant card", PLAY.labels, sets=["discards"], order=10)],
        measures=[worth_of_merchants_taken],
    )
