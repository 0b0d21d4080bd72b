"""Scoring: the items of the final score, and who wins (SR-71, SR-72)."""

import numpy as np

from century.engine.compile import rule
from century.engine.contract import score
from century.engine.game import Item
from century.mechanisms.coins import GOLD, SILVER
from century.mechanisms.cubes import COLOURS, YELLOW
from century.mechanisms.decks import holds


class ClaimedCards(Item):
    """Points of the claimed cards (SR-71)."""

    name = "point cards"

    @rule
    def points(s, box, seat):
        total = np.int64(0)
        for card in range(len(box.point_cards)):
            if holds(s.seats[seat].claimed, card):
                total += box.point_cards[card].points
        return total


class GoldCoins(Item):
    """3 points for each gold coin (SR-71)."""

    name = "gold coins"

    @rule
    def points(s, box, seat):
        return np.int64(s.seats[seat].coins[GOLD]) * box.coin_points[GOLD]


class SilverCoins(Item):
    """1 point for each silver coin (SR-71)."""

    name = "silver coins"

    @rule
    def points(s, box, seat):
        return np.int64(s.seats[seat].coins[SILVER]) * box.coin_points[SILVER]


class CubesLeft(Item):
    """1 point for each cube in storage that is not yellow (SR-71)."""

    name = "cubes"

    @rule
    def points(s, box, seat):
        total = np.int64(0)
        for colour in range(YELLOW + 1, COLOURS):
            total += s.seats[seat].cubes[colour]
        return total


@rule
def most_points(s, box):
    """Most points win; among tied players the one latest in turn order (SR-72)."""
    best = s.start
    for place in range(1, s.players):
        seat = (s.start + place) % s.players
        if score(s, box, seat) >= score(s, box, best):
            best = seat
    return best
