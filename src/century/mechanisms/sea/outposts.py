"""Outposts: the player board with a row for each trade symbol, building, and trading where one stands."""

import numpy as np

from century.components.catalogue import Catalogue
from century.engine.actions import BUILD, BUILDING, CHOOSING_BONUS, PLACE, TRADING_ON
from century.engine.compile import rule
from century.engine.contract import happen
from century.engine.part import Column, Item, OneAnswer, Part, Taken, event, measure
from century.engine.pieces import MOST_PRINTED, count_piece, set_piece
from century.engine.state import ask, me
from century.mechanisms.common.cubes import YELLOW, CubeInOrder, count, covers
from century.mechanisms.common.decks import bit, cards_of, holds, lowest, without_lowest
from century.mechanisms.common.effects import TradeTimes
from century.mechanisms.common.value import gain_of
from century.mechanisms.sea import words
from century.mechanisms.sea.bonus_piles import any_bonus
from century.mechanisms.sea.islands import is_market, symbol_of
from century.mechanisms.sea.printed import MARKET_TILE_IDS, TRADE_SYMBOLS
from century.words import N_, say

BUILT = event("an outpost was built")


@rule
def has_outpost(seat):
    """Whether the seat has an outpost where its boat is (EW-40)."""
    return is_market(seat.boat) and holds(seat.outposts, seat.boat)


@rule
def cost_of_building(s, box, tile):
    """Return the cost: a cube for each outpost on the tile, two in a two-player game (EW-41, EW-E10)."""
    cost = 0
    for seat in range(s.players):
        if holds(s.seats[seat].outposts, tile):
            cost += box.outpost_cost[s.players]
    return cost


@rule
def empty_columns(seat):
    """Return the number of empty columns: column k is empty when every row has lost at least k outposts (EW-E15)."""
    least = seat.built[0]
    for symbol in range(1, TRADE_SYMBOLS):
        least = min(least, seat.built[symbol])
    return least


@rule
def can_build(s, box):
    """Whether an outpost can be built where the boat is (EW-40, EW-41, FEW2-33, FEW2-35).

    A player whose row for the symbol is empty cannot build on it (EW-E14), which needs more tiles of a symbol on the
    map than the row has spaces (S2S-E11, FEW2-E6).
    """
    seat = me(s)
    return (
        is_market(seat.boat)
        and not holds(seat.outposts, seat.boat)
        and seat.built[symbol_of(seat.boat)] < len(box.column_points)
        and count(seat.cubes) >= cost_of_building(s, box, seat.boat)
    )


class BuildOutpost(OneAnswer):
    """Build the player's first outpost on a market tile (EW-40, S2S-40, FEW2-33); it is paid for first (EW-E10)."""

    block = BUILD
    appeal = 100

    can = can_build

    @rule
    def do(s, box, index):
        cost = cost_of_building(s, box, me(s).boat)
        if cost > 0:
            ask(s, BUILDING, cost, YELLOW)
        else:
            build(s, box)

    @staticmethod
    def why_not(s, box, index):
        seat = me(s)
        if not is_market(seat.boat):
            return say("this is not a market tile (EW-40)")
        if holds(seat.outposts, seat.boat):
            return say("you already have an outpost on this tile (EW-40)")
        if seat.built[symbol_of(seat.boat)] >= len(box.column_points):
            return say("the row of this symbol is empty (EW-E14)")
        cost = cost_of_building(s, box, seat.boat)
        return say("it costs {cost} cubes, you have {there} (EW-41)", cost=cost, there=count(seat.cubes))


class PayForOutpost(CubeInOrder):
    """Return any cube for the outpost (EW-41): `number` in all, none lower than colour `of`."""

    cites = "EW-41"

    @rule
    def do(s, box, index):
        me(s).cubes[index] -= 1
        if s.question.number > 1:
            ask(s, BUILDING, s.question.number - 1, index)
        else:
            build(s, box)


@rule
def build(s, box):
    """Put the leftmost outpost of the row of the tile's symbol onto the tile, for good (EW-42, FEW2-34)."""
    seat = me(s)
    seat.built[symbol_of(seat.boat)] += 1
    seat.outposts |= np.uint32(bit(seat.boat))
    happen(s, box, BUILT)


@rule
def empties_column(seat):
    """Whether the outpost just built was the last of its column: one at most (EW-E15, FEW2-E7)."""
    return empty_columns(seat) == seat.built[symbol_of(seat.boat)]


@rule
def bonus_from_pile(s, box):
    """A build that empties a column brings a bonus tile of a pile, while there are any (EW-43, S2S-41, S2S-E10)."""
    if empties_column(me(s)) and any_bonus(s):
        ask(s, CHOOSING_BONUS)


@rule
def trade_on(s, box):
    """The new outpost can be traded with at once (EW-44)."""
    ask(s, TRADING_ON, box.first_tile + me(s).boat)


# --- trading --------------------------------------------------------------------------------------


@rule
def can_trade_here(s, box):
    """Whether the player can trade at an outpost where the boat is (EW-40, EW-44)."""
    seat = me(s)
    return has_outpost(seat) and covers(seat.cubes, box.effects[box.first_tile + seat.boat].given)


_offer_trades = TradeTimes.options


class TradeHere(TradeTimes):
    """Trade with an outpost that the player has built earlier on the tile (EW-44, EW-45)."""

    @rule
    def options(s, box, offers):
        if has_outpost(me(s)):
            _offer_trades(s, box, offers)

    @staticmethod
    def why_not(s, box, index):
        if not has_outpost(me(s)):
            return say("you have no outpost here to trade with (EW-40)")
        return TradeTimes.why_not(s, box, index)


_observe_outposts = set_piece("outposts", PLACE.labels, 430, "1 for each market tile with an outpost")


_observe_built = count_piece(
    "built",
    440,
    "outposts built of each trade symbol: ginger, chili, tea, cloves",
    [Column(symbol, MOST_PRINTED, usual=5) for symbol in ("ginger", "chili", "tea", "cloves")],
)


@measure(80, {"outpost": 0.6, "column": 0.8, "outpost gain": 0.3}, pieces=PLACE.labels, fading=True)
def worth_of_outposts(s, box, seat, weights):
    """Outposts built, rows that have lost as many as the next column needs, and what a trade at each gains."""
    least = seat.built[0]
    total = np.int64(0)
    for symbol in range(TRADE_SYMBOLS):
        least = min(least, seat.built[symbol])
        total += seat.built[symbol]
    ahead = 0
    for symbol in range(TRADE_SYMBOLS):
        if seat.built[symbol] > least:
            ahead += 1
    gain = np.float64(0)
    own = np.float64(0)
    left = np.uint64(seat.outposts)
    while left != np.uint64(0):
        tile = lowest(left)
        gain += gain_of(box.effects[box.first_tile + tile])
        own += weights[3 + tile]
        left = without_lowest(left)
    return weights[0] * np.float64(total) + weights[1] * np.float64(ahead) + weights[2] * gain + own


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


def part(cost: str, cost_of_two: str, points: str, columns: int, seats: int = 4) -> Part:
    """A board with a row for each symbol and a number of columns (EW-6, EW-7, EW-14, S2S-5, FEW2-3).

    The other arguments name the cost for each outpost on the tile, the same among two players, and the points of the
    columns in the catalogue.
    """

    def read(box, catalogue: Catalogue) -> None:
        for players in range(2, seats + 1):
            box.outpost_cost[players] = catalogue.number(cost_of_two if players == 2 else cost, 0, 5)
        board, key = catalogue.at(points)
        box.column_points = board.numbers(key, columns, 0, 100)  # leftmost first

    return Part(
        seat=[("outposts", np.uint32), ("built", np.int8, TRADE_SYMBOLS)],
        box=[("outpost_cost", np.int8, seats + 1), ("column_points", np.int8, columns)],
        read=read,
        show=lambda s, box, _: {
            "column_points": [int(number) for number in box.column_points],
            "outpost_cost": int(box.outpost_cost[s.players]),
        },
        show_seat=lambda s, box, _, seat: {
            "outposts": [PLACE.labels[tile] for tile in cards_of(seat.outposts)],
            "built": [int(number) for number in seat.built],
        },
        observed=[_observe_outposts, _observe_built],
        deeds={
            BuildOutpost: words.built,
            PayForOutpost: words.paid_for_outpost,
        },
        questions={BUILDING: words.ask_payment},
        things={"outpost": words.outpost},
        taken=[Taken("outpost", MARKET_TILE_IDS, sets=["outposts"], order=30)],
        measures=[worth_of_outposts],
    )
