"""Outposts: the player board with a row for each trade symbol, building, and trading where one stands."""

import numpy as np

from century.engine.actions import (
    BUILD,
    BUILDING,
    CHOOSING_BONUS,
    CHOOSING_OUTPOST,
    TAKING_TILE,
    TRADE_AT,
    TRADING,
    TRADING_ON,
)
from century.engine.compile import rule
from century.engine.contract import happen
from century.engine.part import Choice, event
from century.engine.state import ask, me, offer
from century.mechanisms.common.cubes import YELLOW, CubeInOrder, count, covers
from century.mechanisms.common.decks import bit, holds
from century.mechanisms.common.effects import TradeTimes
from century.mechanisms.new_world.bonus_stacks import OUTPOSTS, can_take_tile
from century.mechanisms.new_world.cards import tools_cover
from century.mechanisms.new_world.kinds import Kind, does
from century.mechanisms.sea.bonus_piles import any_bonus
from century.mechanisms.sea.islands import MARKET_TILES, TRADE_SYMBOLS, is_market, symbol_of
from century.words import N_, say

BUILT = event("an outpost was built")


@rule
def has_outpost(seat):
    """Whether the seat has an outpost where its boat is (EW-40)."""
    return is_market(seat.boat) and holds(seat.outposts, seat.boat)


@rule
def cost_of_building(s, box, tile):
    """A cube for each outpost on the tile, two of them in a two-player game (EW-41, EW-E10)."""
    cost = 0
    for seat in range(s.players):
        if holds(s.seats[seat].outposts, tile):
            cost += box.outpost_cost[s.players]
    return cost


@rule
def empty_columns(seat):
    """Column k is empty when every row has lost at least k outposts (EW-E15)."""
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


class BuildOutpost(Choice):
    """Build an outpost on a market tile without an own one (EW-40, S2S-40, FEW2-33); it is paid for first (EW-E10)."""

    block = BUILD

    @rule
    def options(s, box, offers):
        if can_build(s, box):
            offer(offers, BUILD)

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
    """Return a cube of one's choice for the outpost (EW-41): `number` in all, none lower than colour `of`."""

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
def bonus_from_stack(s, box):
    """A build that empties a column allows to take a bonus tile of a stack (FEW2-36, FEW2-E8, FEW3-41)."""
    if empties_column(me(s)) and can_take_tile(s, box, me(s), OUTPOSTS):
        ask(s, TAKING_TILE, OUTPOSTS)


@rule
def trade_on(s, box):
    """The new outpost can be traded with at once (EW-44)."""
    ask(s, TRADING_ON, box.first_tile + me(s).boat)


# --- trading --------------------------------------------------------------------------------------


@rule
def can_trade_here(s, box):
    """Whether an own outpost can be traded with where the boat is (EW-40, EW-44)."""
    seat = me(s)
    return has_outpost(seat) and covers(seat.cubes, box.effects[box.first_tile + seat.boat].given)


_offer_trades = TradeTimes.options


class TradeHere(TradeTimes):
    """Trade with an own outpost on the tile, built before (EW-44, EW-45)."""

    @rule
    def options(s, box, offers):
        if has_outpost(me(s)):
            _offer_trades(s, box, offers)

    @staticmethod
    def why_not(s, box, index):
        if not has_outpost(me(s)):
            return say("you have no outpost here to trade with (EW-40)")
        return TradeTimes.why_not(s, box, index)


class BoatTrade(Kind):
    """A location for the trade of the tile where the boat is; no outpost is needed (FEW2-40, FEW2-E10)."""

    names = ("boat_trade",)
    sent = N_("sent {number} to trade where the boat is")

    @rule
    def can(s, box, location):
        seat = me(s)
        return is_market(seat.boat) and tools_cover(box, seat, location, box.effects[box.first_tile + seat.boat].given)

    @rule
    def do(s, box, location):
        ask(s, TRADING, box.first_tile + me(s).boat)

    @staticmethod
    def printed(box, location):
        return does(N_("trade where the boat is"))

    @staticmethod
    def why_not(s, box, location):
        if not is_market(me(s).boat):
            return say("the boat is not on a market tile (FEW2-40)")
        return say("your cubes do not allow the trade on the tile of your boat (FEW2-40)")


class OutpostTrade(Kind):
    """A location for the trade of a tile with an own outpost, wherever the boat is (FEW2-42)."""

    names = ("outpost_trade",)
    sent = N_("sent {number} to trade with an outpost")

    @rule
    def can(s, box, location):
        seat = me(s)
        for tile in range(MARKET_TILES):
            if holds(seat.outposts, tile) and tools_cover(
                box, seat, location, box.effects[box.first_tile + tile].given
            ):
                return True
        return False

    @rule
    def do(s, box, location):
        ask(s, CHOOSING_OUTPOST)

    @staticmethod
    def printed(box, location):
        return does(N_("trade with an outpost"))

    @staticmethod
    def why_not(s, box, location):
        if not me(s).outposts:
            return say("you have no outpost to trade with (FEW2-42)")
        return say("your cubes do not allow a trade with any of your outposts (FEW2-42)")


class TradeAtOutpost(Choice):
    """Choose an own outpost whose trade can be carried out, at least once (FEW2-42)."""

    block = TRADE_AT

    @rule
    def options(s, box, offers):
        seat = me(s)
        for tile in range(MARKET_TILES):
            if holds(seat.outposts, tile) and covers(seat.cubes, box.effects[box.first_tile + tile].given):
                offer(offers, TRADE_AT + tile)

    @rule
    def do(s, box, index):
        ask(s, TRADING, box.first_tile + index)

    @staticmethod
    def why_not(s, box, index):
        if not holds(me(s).outposts, index):
            return say("you have no outpost on that tile (FEW2-42)")
        return say("your cubes do not allow that trade (FEW2-42)")
