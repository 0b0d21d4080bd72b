"""Outposts: the player board with a row for each trade symbol, building, and trading where one stands."""

import numpy as np

from century.components.catalogue import Catalogue
from century.engine.actions import BUILD, BUILDING, CHOOSING_BONUS, PLACE, TRADING_ON, UPGRADING
from century.engine.compile import rule
from century.engine.game import Choice, Part
from century.engine.state import ask, me, offer
from century.mechanisms.bonus_piles import UPGRADE, any_bonus
from century.mechanisms.cubes import YELLOW, CubeInOrder, count
from century.mechanisms.decks import bit, cards_of, holds
from century.mechanisms.effects import TradeTimes, can_upgrade
from century.mechanisms.islands import SYMBOLS, is_market, symbol_of


def outposts(table: str, board: str, columns: int, seats: int) -> Part:
    """A board of one row a symbol and so many columns (EW-6, EW-7, EW-14)."""

    def read(box, catalogue: Catalogue) -> None:
        rules = catalogue.table(table)
        for players in range(2, seats + 1):
            key = "outpost_cost_per_outpost_present" + ("_2p" if players == 2 else "")
            box.outpost_cost[players] = rules.number(key, 0, 5)
        box.column_points = catalogue.table(board).numbers("column_points", columns, 0, 100)  # leftmost first

    def show_seat(s, box, catalogue: Catalogue, seat):
        return {
            "outposts": [PLACE.labels[tile] for tile in cards_of(seat.outposts)],
            "built": [int(number) for number in seat.built],
        }

    return Part(
        seat=[("outposts", np.uint32), ("built", np.int8, SYMBOLS)],
        box=[("outpost_cost", np.int8, seats + 1), ("column_points", np.int8, columns)],
        read=read,
        show_seat=show_seat,
    )


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
    for symbol in range(1, SYMBOLS):
        least = min(least, seat.built[symbol])
    return least


class BuildOutpost(Choice):
    """Build an outpost on a market tile without an own one (EW-40, EW-41).

    A player whose row for the symbol is empty cannot build on it (EW-E14). The cost is paid first (EW-E10).
    """

    block = BUILD

    @rule
    def options(s, box, offers):
        seat = me(s)
        if (
            is_market(seat.boat)
            and not holds(seat.outposts, seat.boat)
            and seat.built[symbol_of(seat.boat)] < len(box.column_points)
            and count(seat.cubes) >= cost_of_building(s, box, seat.boat)
        ):
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
            return "this is no market tile (EW-40)"
        if holds(seat.outposts, seat.boat):
            return "there is an own outpost on this tile (EW-40)"
        if seat.built[symbol_of(seat.boat)] >= len(box.column_points):
            return "the row of this symbol is empty (EW-E14)"
        return f"it costs {cost_of_building(s, box, seat.boat)}, {count(seat.cubes)} there (EW-41)"


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
    """Put the leftmost outpost of the row of the tile's symbol onto the tile (EW-42).

    Then the column bonus (EW-43), the upgrades of tiles owned before (EW-54, EW-E12), and trading: in the
    order of EW-E11, so they are asked the other way round.
    """
    seat = me(s)
    ask(s, TRADING_ON, box.first_tile + seat.boat)
    if seat.bonus[UPGRADE] > 0 and can_upgrade(seat.cubes):
        ask(s, UPGRADING, np.int64(seat.bonus[UPGRADE]) * box.bonus_amounts[UPGRADE])
    before = empty_columns(seat)
    seat.built[symbol_of(seat.boat)] += 1
    seat.outposts |= np.uint32(bit(seat.boat))
    if empty_columns(seat) > before and any_bonus(s):
        ask(s, CHOOSING_BONUS)


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
            return "there is no own outpost here to trade with (EW-40)"
        return TradeTimes.why_not(s, box, index)
