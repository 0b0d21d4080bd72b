"""What each mechanism of this room adds to a game."""

import numpy as np

from century.components.catalogue import Catalogue
from century.engine.actions import PLACING, PLAY
from century.engine.part import Part, Taken
from century.mechanisms.common.decks import DECK, NONE, cards_of
from century.mechanisms.road import observe, value, words
from century.mechanisms.road.coins import COINS, lay_out_coins
from century.mechanisms.road.merchants import (
    ROW_PLACE,
    AcquireCard,
    PlaceCube,
    PlayCard,
    Rest,
    RestFromSailing,
    deal_starters,
    forget_merchants,
    lay_out_merchants,
)


def coins() -> Part:
    """Gold above the first place, silver above the second."""

    def read(box, catalogue: Catalogue) -> None:
        for coin, entry in enumerate(catalogue.entries_with_ids(COINS, "coin")):
            box.coin_points[coin] = entry.number("points", 0, 100)
            box.coins_per_player[coin] = catalogue.table("setup").number(f"coins_per_player_{entry.id}", 0, 10)

    def show(s, box, catalogue: Catalogue):
        return {"coins": _by_name(s.coins)}

    def show_seat(s, box, catalogue: Catalogue, seat):
        return {"coins": _by_name(seat.coins)}

    return Part(
        table=[("coins", np.int8, len(COINS))],
        seat=[("coins", np.int8, len(COINS))],
        box=[("coin_points", np.int8, len(COINS)), ("coins_per_player", np.int8, len(COINS))],
        read=read,
        setup=[lay_out_coins],
        show=show,
        show_seat=show_seat,
        observed=[observe.CoinsLeft, observe.Coins],
    )


def _by_name(counts):
    return {name: int(counts[coin]) for coin, name in enumerate(COINS)}


def merchants(row: str, places: int, shop: bool = False) -> Part:
    """A row of at most so many merchant cards, leftmost first; how many, by its name in the catalogue.

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

    def show_seat(s, box, catalogue: Catalogue, seat):
        return {
            "hand": [words.merchant(box, card) for card in cards_of(seat.hand)],
            "played": [words.merchant(box, card) for card in cards_of(seat.played)],
        }

    return Part(
        table=[("merchant_deck", DECK), ("merchant_row", ROW_PLACE, places)],
        seat=[("hand", np.uint64), ("played", np.uint64)],
        box=[("merchant_row", np.int8)],
        read=read,
        setup=[deal_starters, lay_out_merchants],
        forget=[forget_merchants],
        show=show,
        show_seat=show_seat,
        observed=[observe.MerchantRow, observe.MerchantDeck, observe.Hand, observe.Played],
        deeds={
            PlayCard: words.played,
            AcquireCard: words.acquired,
            PlaceCube: words.placed_cube,
            Rest: words.rested,
        },
        questions={PLACING: words.ASK_PLACING},
        things={"merchant card": words.merchant},
        taken=[Taken("merchant card", PLAY.labels, sets=["hand", "played"], order=10)],
        measures=[value.Hand, value.Played],
        shop=value.MerchantShop if shop else None,
    )


def sailed_cards() -> Part:
    """A third zone of cards: those turned face down to pay for steps (S2S-4)."""

    def show_seat(s, box, catalogue: Catalogue, seat):
        return {"sailed": [words.merchant(box, card) for card in cards_of(seat.sailed)]}

    return Part(
        seat=[("sailed", np.uint64)],
        show_seat=show_seat,
        observed=[observe.Sailed],
        deeds={RestFromSailing: words.rested_from_sailing},
        taken=[Taken("merchant card", PLAY.labels, sets=["sailed"], order=10)],
        measures=[value.SailedCards],
        habits=[value.CheapestCard],
    )
