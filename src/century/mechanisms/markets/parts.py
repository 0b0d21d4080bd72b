"""What each mechanism of this room adds to a game."""

import numpy as np

from century.components.catalogue import Catalogue
from century.engine.actions import AT_MARKET, PLAY, REFRESHING, REFRESHING_TOO, REORDERING
from century.engine.part import Part, Taken
from century.mechanisms.common.decks import NONE, cards_of
from century.mechanisms.markets import observe, value, words
from century.mechanisms.markets.markets import LAYERS, MARKETS, forget_merchants, lay_out_markets
from century.mechanisms.markets.trade_route import (
    MOST_CARDS,
    ROUTE_CARD,
    LayOut,
    OrderCard,
    Refresh,
    Reorder,
    RestEverywhere,
    UseCard,
    WorkOnRoute,
    laid_out,
)
from century.mechanisms.road.merchants import CARDS
from century.mechanisms.road.words import merchant


def markets(mode: str) -> Part:
    """A merchant card below each of four markets (FEW1-15, FEW3-15)."""

    def read(box, catalogue: Catalogue) -> None:
        box.cards_per_tile = catalogue.number(f"{mode}.merchant_cards_per_bonus_tile", 1, CARDS)

    def show(s, box, catalogue: Catalogue):
        return {
            "markets": [None if card == NONE else merchant(box, card) for card in s.market_cards],
            "cards_per_tile": int(box.cards_per_tile),
            "merchant_deck": sum(len(cards_of(layer)) for layer in s.market_deck),
        }

    def show_seat(s, box, catalogue: Catalogue, seat):
        """List discards openly, though they lie face down: everybody has seen them pass (FEW3-E16)."""
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
        show=show,
        show_seat=show_seat,
        things={"merchant card": merchant},
        observed=[observe.Markets, observe.MarketDeck, observe.Discards, observe.MerchantsTaken],
        taken=[Taken("merchant card", PLAY.labels, sets=["discards"], order=10)],
        measures=[value.MerchantsTaken],
    )


def trade_route() -> Part:
    """A route for each seat, older cards on the left; settlers on it count as placed (FEW1-2, FEW1-5, FEW1-E11)."""

    def read(box, catalogue: Catalogue) -> None:
        box.longest_route = catalogue.number("trade_route.max_cards", 0, MOST_CARDS)

    def show(s, box, catalogue: Catalogue):
        return {"longest_route": int(box.longest_route)}

    def show_seat(s, box, catalogue: Catalogue, seat):
        return {"route": [words.route_card(box, seat, number) for number in range(seat.route_length)]}

    return Part(
        seat=[("route", ROUTE_CARD, MOST_CARDS), ("route_length", np.int8)],
        box=[("longest_route", np.int8)],
        read=read,
        show=show,
        show_seat=show_seat,
        observed=[observe.Route],
        deeds={
            UseCard: words.used,
            LayOut: words.laid_out,
            WorkOnRoute: words.worked_on_route,
            RestEverywhere: words.rested,
            Refresh: words.REFRESHED,
            Reorder: words.REORDERED,
            OrderCard: words.ordered,
        },
        questions={
            AT_MARKET: words.ASK_AT_MARKET,
            REFRESHING: words.ASK_REFRESHING,
            REFRESHING_TOO: words.ASK_REFRESHING_TOO,
            REORDERING: words.ASK_ORDER,
        },
        taken=[Taken("merchant card", PLAY.labels, sets=[laid_out], order=10)],
        measures=[value.Route],
        habits=[value.KeepRoute],
    )
