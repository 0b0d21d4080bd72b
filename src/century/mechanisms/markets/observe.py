"""What observations tell of this room."""

from century.engine.actions import PLAY
from century.engine.compile import rule
from century.engine.part import Column, Piece
from century.engine.pieces import MOST_PRINTED, count_piece, set_piece, write_zeros
from century.mechanisms.common.decks import size
from century.mechanisms.markets.markets import LAYERS, MARKETS
from century.mechanisms.markets.trade_route import MOST_CARDS
from century.mechanisms.road.merchants import CARDS
from century.mechanisms.road.observe import MERCHANT, MERCHANT_COLUMNS, write_merchant

ROUTE_COLUMNS = MERCHANT_COLUMNS + 1


class Markets(Piece):
    """Merchant cards below the markets."""

    name = "markets"
    order = 120
    meaning = "the merchant card below each market: its number (0: none) and its effect; whether it was used this turn"
    columns = (*MERCHANT, Column("used"))
    rows = tuple(f"market {number + 1}" for number in range(MARKETS))

    @rule
    def observe(s, box, seat, out, at):
        for market in range(MARKETS):
            write_merchant(out, at, box, s.market_cards[market])
            out[at + MERCHANT_COLUMNS] = s.market_in_use == market
            at += MERCHANT_COLUMNS + 1


class MarketDeck(Piece):
    """The deck beside the markets."""

    name = "market_deck"
    order = 130
    meaning = "merchant cards in the deck"
    columns = (Column("cards", CARDS),)

    @rule
    def observe(s, box, seat, out, at):
        cards = 0
        for layer in range(LAYERS):
            cards += size(s.market_deck[layer])
        out[at] = cards


Discards = set_piece("discards", PLAY.labels, 380, "1 for each merchant card in the discard pile")
MerchantsTaken = count_piece(
    "merchants_taken",
    390,
    "merchant cards taken so far; each fourth brings the chance of a bonus tile",
    [Column("cards", MOST_PRINTED, usual=12)],
)


class Route(Piece):
    """The trade route."""

    name = "route"
    order = 400
    meaning = "the trade route, leftmost card first: the number of the card (0: none), its effect, settlers on it"
    of_a_seat = True
    columns = (*MERCHANT, Column("settlers", MOST_CARDS))
    rows = tuple(f"place {number + 1}" for number in range(MOST_CARDS))

    @rule
    def observe(s, box, seat, out, at):
        route = s.seats[seat].route
        for place in range(MOST_CARDS):
            first = at + place * ROUTE_COLUMNS
            if place < s.seats[seat].route_length:
                write_merchant(out, first, box, route[place].card)
                out[first + MERCHANT_COLUMNS] = route[place].settlers
            else:
                write_zeros(out, first, ROUTE_COLUMNS)
