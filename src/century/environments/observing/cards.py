"""Pieces for cards: the rows of merchant and point cards, coins, markets, and the cards of each seat."""

from century.engine.actions import ACQUIRE, CLAIM, PLAY
from century.engine.compile import rule
from century.environments.observing.piece import (
    COST,
    COST_COLUMNS,
    EFFECT,
    EFFECT_COLUMNS,
    MOST_PRINTED,
    Column,
    Piece,
    colours,
    labelled,
    numbered,
    write_bits,
    write_cost,
    write_cubes,
    write_merchant,
    write_zeros,
)
from century.mechanisms.common.cubes import COLOURS
from century.mechanisms.common.decks import size
from century.mechanisms.markets.markets import LAYERS, MARKETS
from century.mechanisms.markets.trade_route import MOST_CARDS
from century.mechanisms.road.coins import COINS
from century.mechanisms.road.merchants import CARDS

CARD = Column("card", CARDS)
ROW_COLUMNS = 1 + EFFECT_COLUMNS + COLOURS
POINT_COLUMNS = 1 + COST_COLUMNS
ROUTE_COLUMNS = 2 + EFFECT_COLUMNS


class MerchantRow(Piece):
    """The row of merchant cards."""

    name = "merchant_row"
    meaning = "merchant cards to acquire, leftmost first: the number of the card (0: none), its effect, cubes on it"
    needs = ("merchant_row",)
    columns = (CARD, *EFFECT, *colours("cubes"))

    @staticmethod
    def rows(game):
        """Its places."""
        return ACQUIRE.labels[: game.state_type["merchant_row"].shape[0]]

    @rule
    def observe(s, box, seat, out, at):
        for place in range(len(s.merchant_row)):
            write_merchant(out, at + place * ROW_COLUMNS, box, s.merchant_row[place].card)
            write_cubes(out, at + place * ROW_COLUMNS + 1 + EFFECT_COLUMNS, s.merchant_row[place].cubes)


class MerchantDeck(Piece):
    """The deck of merchant cards."""

    name = "merchant_deck"
    meaning = "merchant cards in the deck"
    needs = ("merchant_deck",)
    columns = (Column("cards", CARDS),)

    @rule
    def observe(s, box, seat, out, at):
        out[at] = size(s.merchant_deck.cards)


class PointRow(Piece):
    """The row of point cards."""

    name = "point_row"
    meaning = "point cards to claim, leftmost first: the number of the card (0: none), its cost, its points"
    needs = ("point_row",)
    columns = (Column("card", len(CLAIM.labels)), *COST)

    @staticmethod
    def rows(game):
        """Its places."""
        return [str(place + 1) for place in range(game.state_type["point_row"].shape[0])]

    @rule
    def observe(s, box, seat, out, at):
        for place in range(len(s.point_row)):
            write_cost(out, at + place * POINT_COLUMNS, box, s.point_row[place])


class PointDeck(Piece):
    """The deck of point cards."""

    name = "point_deck"
    meaning = "point cards in the deck"
    needs = ("point_deck",)
    columns = (Column("cards", len(CLAIM.labels)),)

    @rule
    def observe(s, box, seat, out, at):
        out[at] = size(s.point_deck.cards)


class CoinsLeft(Piece):
    """Coins above the row."""

    name = "coins"
    meaning = "gold and silver coins above the row of point cards"
    needs = ("point_row", "coins")
    columns = tuple(Column(coin, MOST_PRINTED, usual=10) for coin in COINS)

    @rule
    def observe(s, box, seat, out, at):
        for coin in range(len(s.coins)):
            out[at + coin] = s.coins[coin]


class Markets(Piece):
    """Merchant cards below the markets."""

    name = "markets"
    meaning = "the merchant card below each market: its number (0: none) and its effect; whether it was used this turn"
    needs = ("market_cards",)
    columns = (CARD, *EFFECT, Column("used"))
    rows = numbered("market", MARKETS)

    @rule
    def observe(s, box, seat, out, at):
        for market in range(MARKETS):
            write_merchant(out, at, box, s.market_cards[market])
            out[at + 1 + EFFECT_COLUMNS] = s.market_in_use == market
            at += 2 + EFFECT_COLUMNS


class MarketDeck(Piece):
    """The deck beside the markets."""

    name = "market_deck"
    meaning = "merchant cards in the deck"
    needs = ("market_deck",)
    columns = (Column("cards", CARDS),)

    @rule
    def observe(s, box, seat, out, at):
        cards = 0
        for layer in range(LAYERS):
            cards += size(s.market_deck[layer])
        out[at] = cards


# --- of each seat ---------------------------------------------------------------------------------


class Hand(Piece):
    """Cards in the hand."""

    name = "hand"
    meaning = "1 for each merchant card in the hand; hands are open"
    needs = ("hand",)
    of_a_seat = True
    rows = labelled(PLAY)

    @rule
    def observe(s, box, seat, out, at):
        write_bits(out, at, s.seats[seat].hand, CARDS)


class Played(Piece):
    """Cards played."""

    name = "played"
    meaning = "1 for each merchant card played, until a rest"
    needs = ("played",)
    of_a_seat = True
    rows = labelled(PLAY)

    @rule
    def observe(s, box, seat, out, at):
        write_bits(out, at, s.seats[seat].played, CARDS)


class Sailed(Piece):
    """Cards face down."""

    name = "sailed"
    meaning = "1 for each merchant card turned face down to pay for a step"
    needs = ("sailed",)
    of_a_seat = True
    rows = labelled(PLAY)

    @rule
    def observe(s, box, seat, out, at):
        write_bits(out, at, s.seats[seat].sailed, CARDS)


class Coins(Piece):
    """Coins taken."""

    name = "coins"
    meaning = "gold and silver coins taken"
    needs = ("point_row", "coins")
    of_a_seat = True
    columns = tuple(Column(coin, MOST_PRINTED, usual=5) for coin in COINS)

    @rule
    def observe(s, box, seat, out, at):
        for coin in range(len(s.coins)):
            out[at + coin] = s.seats[seat].coins[coin]


class Discards(Piece):
    """Merchant cards taken at markets."""

    name = "discards"
    meaning = "1 for each merchant card in the discard pile"
    needs = ("discards",)
    of_a_seat = True
    rows = labelled(PLAY)

    @rule
    def observe(s, box, seat, out, at):
        write_bits(out, at, s.seats[seat].discards, CARDS)


class MerchantsTaken(Piece):
    """How many merchant cards were taken."""

    name = "merchants_taken"
    meaning = "merchant cards taken so far; each fourth brings the chance of a bonus tile"
    needs = ("merchants_taken",)
    of_a_seat = True
    columns = (Column("cards", MOST_PRINTED, usual=12),)

    @rule
    def observe(s, box, seat, out, at):
        out[at] = s.seats[seat].merchants_taken


class Route(Piece):
    """The trade route."""

    name = "route"
    meaning = "the trade route, leftmost card first: the number of the card (0: none), its effect, settlers on it"
    needs = ("route",)
    of_a_seat = True
    columns = (CARD, *EFFECT, Column("settlers", MOST_CARDS))
    rows = numbered("place", MOST_CARDS)

    @rule
    def observe(s, box, seat, out, at):
        route = s.seats[seat].route
        for place in range(MOST_CARDS):
            first = at + place * ROUTE_COLUMNS
            if place < s.seats[seat].route_length:
                write_merchant(out, first, box, route[place].card)
                out[first + 1 + EFFECT_COLUMNS] = route[place].settlers
            else:
                write_zeros(out, first, ROUTE_COLUMNS)
