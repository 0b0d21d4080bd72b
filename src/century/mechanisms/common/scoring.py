"""Scoring: the items of the final score, and who wins (SR-71, SR-72)."""

import numpy as np

from century.engine.compile import rule
from century.engine.contract import score
from century.engine.part import Item
from century.mechanisms.common.cubes import COLOURS
from century.mechanisms.common.decks import lowest, without_lowest
from century.mechanisms.new_world.bonus_stacks import FLAT, MERCHANT_PAIR, PAIR, PER_MERCHANTS, PER_SETTLERS, SINGLE
from century.mechanisms.road.coins import GOLD, SILVER
from century.mechanisms.sea.islands import TRADE_SYMBOLS
from century.words import N_


class ClaimedCards(Item):
    """Points of the claimed cards (SR-71)."""

    name = N_("point cards")

    @rule
    def points(s, box, seat):
        total = np.int64(0)
        cards = s.seats[seat].claimed
        while cards != np.uint64(0):
            total += box.point_cards[lowest(cards)].points
            cards = without_lowest(cards)
        return total


class GoldCoins(Item):
    """3 points for each gold coin (SR-71)."""

    name, good = N_("gold coins"), "gold"

    @rule
    def points(s, box, seat):
        return np.int64(s.seats[seat].coins[GOLD]) * box.coin_points[GOLD]


class SilverCoins(Item):
    """1 point for each silver coin (SR-71)."""

    name, good = N_("silver coins"), "silver"

    @rule
    def points(s, box, seat):
        return np.int64(s.seats[seat].coins[SILVER]) * box.coin_points[SILVER]


class CubesLeft(Item):
    """1 point for each cube in storage that is not yellow (SR-71, EW-71, S2S-71, FEW1-61, FEW2-61, FEW3-61)."""

    name = N_("cubes")
    lasting = False

    @rule
    def points(s, box, seat):
        total = np.int64(0)
        for colour in range(COLOURS):
            total += np.int64(s.seats[seat].cubes[colour]) * box.cube_points[colour]
        return total


class BonusPoints(Item):
    """Points of bonus tiles taken from piles (EW-53 to EW-55, EW-71)."""

    name = N_("bonus tiles")

    @rule
    def points(s, box, seat):
        return np.int64(s.seats[seat].bonus_points)


class UncoveredSpaces(Item):
    """Points of the spaces of the board that outposts have left (EW-7, EW-71)."""

    name = N_("outposts")

    @rule
    def points(s, box, seat):
        total = np.int64(0)
        for symbol in range(TRADE_SYMBOLS):
            for column in range(s.seats[seat].built[symbol]):
                total += box.column_points[column]
        return total


class ExplorationPoints(Item):
    """3 points for each exploration tile of the kind points (ANW-55, ANW-61)."""

    name = N_("exploration")

    @rule
    def points(s, box, seat):
        total = np.int64(0)
        tiles = np.uint64(s.seats[seat].explored)
        while tiles != np.uint64(0):
            total += box.exploration[lowest(tiles)].points
            tiles = without_lowest(tiles)
        return total


@rule
def symbols(s, box, seat, symbol):
    """The New World symbols of a kind on the own point cards and exploration tiles (ANW-55, ANW-62)."""
    total = np.int64(0)
    cards = s.seats[seat].claimed
    while cards != np.uint64(0):
        total += box.cards[lowest(cards)].symbol == symbol
        cards = without_lowest(cards)
    tiles = np.uint64(s.seats[seat].explored)
    while tiles != np.uint64(0):
        total += box.exploration[lowest(tiles)].symbol == symbol
        tiles = without_lowest(tiles)
    return total


class BonusTiles(Item):
    """Bonus tiles, each scored on its own, also two of a kind (ANW-62, ANW-E29)."""

    name = N_("bonus tiles")

    @rule
    def points(s, box, seat):
        total = np.int64(0)
        tiles = np.uint64(s.seats[seat].bonus_tiles)
        while tiles != np.uint64(0):
            tile = box.bonus_tiles[lowest(tiles)]
            tiles = without_lowest(tiles)
            if tile.kind == SINGLE:
                total += symbols(s, box, seat, tile.first) * tile.points
            elif tile.kind == PAIR:
                total += min(symbols(s, box, seat, tile.first), symbols(s, box, seat, tile.second)) * tile.points
            elif tile.kind == PER_SETTLERS:  # the reserve does not count (ANW-E28)
                total += (box.settlers - s.seats[seat].reserve) // tile.per * np.int64(tile.points)
            elif tile.kind == FLAT:
                total += tile.points
        return total


class MerchantTiles(Item):
    """Bonus tiles that count the merchant cards taken, alone or in sets with a symbol (FEW1-62, FEW3-62)."""

    name = N_("merchant tiles")

    @rule
    def points(s, box, seat):
        total = np.int64(0)
        tiles = np.uint64(s.seats[seat].bonus_tiles)
        while tiles != np.uint64(0):
            tile = box.bonus_tiles[lowest(tiles)]
            tiles = without_lowest(tiles)
            sets = np.int64(s.seats[seat].merchants_taken) // tile.per
            if tile.kind == PER_MERCHANTS:
                total += sets * tile.points
            elif tile.kind == MERCHANT_PAIR:
                total += min(symbols(s, box, seat, tile.first), sets) * tile.points
        return total


@rule
def most_points(s, box):
    """Most points win; among tied players the one latest in turn order (SR-72, EW-72, EW-E24, ANW-63, ANW-E27)."""
    best = s.start
    for place in range(1, s.players):
        seat = (s.start + place) % s.players
        if score(s, box, seat) >= score(s, box, best):
            best = seat
    return best
