"""Coins: gold and silver above the first two places of the row of point cards."""

import numpy as np

from century.components.catalogue import Catalogue
from century.engine.compile import rule
from century.engine.part import Column, Item, Part
from century.engine.pieces import MOST_PRINTED, count_piece
from century.words import N_

COINS = ("gold", "silver")
GOLD, SILVER = range(2)
NO_COIN = -1


@rule
def lay_out_coins(s, box):
    """Two gold and two silver coins per player (SR-11)."""
    for coin in range(len(s.coins)):
        s.coins[coin] = box.coins_per_player[coin] * s.players


@rule
def coin_at(s, place):
    """The coin above a place of the row (SR-51).

    Once the last gold coin is gone, the remaining silver is above the first place (SR-52). If the
    silver runs out before the gold, the second place gives nothing (SR-E7).
    """
    if s.coins[GOLD] > 0:
        if place == 0:
            return GOLD
        if place == 1 and s.coins[SILVER] > 0:
            return SILVER
    elif place == 0 and s.coins[SILVER] > 0:
        return SILVER
    return NO_COIN


@rule
def take_coin(s, seat, place):
    """Take the coin above a place, if one is there (SR-51)."""
    coin = coin_at(s, place)
    if coin != NO_COIN:
        s.coins[coin] -= 1
        seat.coins[coin] += 1


class GoldCoins(Item):
    """3 points for each gold coin (SR-71)."""

    name, good = N_("gold coins"), COINS[GOLD]

    @rule
    def points(s, box, seat):
        return np.int64(s.seats[seat].coins[GOLD]) * box.coin_points[GOLD]


class SilverCoins(Item):
    """1 point for each silver coin (SR-71)."""

    name, good = N_("silver coins"), COINS[SILVER]

    @rule
    def points(s, box, seat):
        return np.int64(s.seats[seat].coins[SILVER]) * box.coin_points[SILVER]


_observe_coins_left = count_piece(
    "coins",
    110,
    "gold and silver coins above the row of point cards",
    [Column(coin, MOST_PRINTED, usual=10) for coin in COINS],
    of_a_seat=False,
)


_observe_coins = count_piece(
    "coins", 370, "gold and silver coins taken", [Column(coin, MOST_PRINTED, usual=5) for coin in COINS]
)


def part() -> Part:
    """Gold above the first place, silver above the second."""

    def read(box, catalogue: Catalogue) -> None:
        for coin, entry in enumerate(catalogue.entries_with_ids(COINS, "coin")):
            box.coin_points[coin] = entry.number("points", 0, 100)
            box.coins_per_player[coin] = catalogue.table("setup").number(f"coins_per_player_{entry.id}", 0, 10)

    return Part(
        table=[("coins", np.int8, len(COINS))],
        seat=[("coins", np.int8, len(COINS))],
        box=[("coin_points", np.int8, len(COINS)), ("coins_per_player", np.int8, len(COINS))],
        read=read,
        setup=[lay_out_coins],
        show=lambda s, box, _: {"coins": _by_name(s.coins)},
        show_seat=lambda s, box, _, seat: {"coins": _by_name(seat.coins)},
        observed=[_observe_coins_left, _observe_coins],
    )


def _by_name(counts):
    return {name: int(counts[coin]) for coin, name in enumerate(COINS)}
