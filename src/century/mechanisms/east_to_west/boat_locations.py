"""Locations of the New World that move the boat, or trade where it is or at an outpost (FEW2-30, FEW2-40)."""

from century.engine.actions import CHOOSING_OUTPOST, SETTING_SAIL, TAKING_TILE, TRADE_AT, TRADING
from century.engine.compile import rule
from century.engine.part import Choice, Part
from century.engine.state import ask, me, offer
from century.mechanisms.common.cubes import count, covers
from century.mechanisms.common.decks import holds
from century.mechanisms.new_world.bonus_stacks import can_take_tile
from century.mechanisms.new_world.cards import tool_cubes, tools_cover
from century.mechanisms.new_world.kinds import Kind
from century.mechanisms.new_world.printed import OUTPOSTS
from century.mechanisms.sea import words
from century.mechanisms.sea.islands import is_market
from century.mechanisms.sea.outposts import empties_column
from century.mechanisms.sea.printed import MARKET_TILES, TILES
from century.mechanisms.sea.sailing import can_step
from century.words import N_, say


class MoveBoat(Kind):
    """A location at which the boat is moved, at least one step (FEW2-30, FEW2-E2)."""

    names = ("move_boat",)
    task = N_("move the boat")
    sent = N_("sent {number} to the boat")
    closed = say("the boat cannot stop anywhere: you do not have enough cubes for the toll (FEW2-E3)")

    @rule
    def can(s, box, location):
        """Whether some movement is possible, counting tool cubes (FEW2-E3, FEW2-E11)."""
        seat = me(s)
        cubes = count(seat.cubes) + tool_cubes(box, seat, location)
        for tile in range(TILES):
            if holds(s.neighbours[seat.boat], tile) and can_step(s, box, tile, 0, cubes):
                return True
        return False

    @rule
    def do(s, box, location):
        ask(s, SETTING_SAIL)


@rule
def bonus_from_stack(s, box):
    """A build that empties a column allows a bonus tile of a stack (FEW2-36, FEW2-E8, FEW3-41)."""
    if empties_column(me(s)) and can_take_tile(s, box, me(s), OUTPOSTS):
        ask(s, TAKING_TILE, OUTPOSTS)


class BoatTrade(Kind):
    """A location that allows the trade of the boat's tile; no outpost is needed (FEW2-40, FEW2-E10)."""

    names = ("boat_trade",)
    task = N_("trade where the boat is")
    sent = N_("sent {number} to trade where the boat is")

    @rule
    def can(s, box, location):
        seat = me(s)
        return is_market(seat.boat) and tools_cover(box, seat, location, box.effects[box.first_tile + seat.boat].given)

    @rule
    def do(s, box, location):
        ask(s, TRADING, box.first_tile + me(s).boat)

    @staticmethod
    def why_not(s, box, location):
        if not is_market(me(s).boat):
            return say("the boat is not on a market tile (FEW2-40)")
        return say("your cubes do not allow the trade on the tile of your boat (FEW2-40)")


class OutpostTrade(Kind):
    """A location that allows the trade of a tile with an outpost of the player, wherever the boat is (FEW2-42)."""

    names = ("outpost_trade",)
    task = N_("trade with an outpost")
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
    def why_not(s, box, location):
        if not me(s).outposts:
            return say("you have no outpost to trade with (FEW2-42)")
        return say("your cubes do not allow a trade with any of your outposts (FEW2-42)")


class TradeAtOutpost(Choice):
    """Choose an outpost of the player whose trade can be carried out at least once (FEW2-42)."""

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


def part() -> Part:
    """The questions at these locations."""
    return Part(
        deeds={TradeAtOutpost: words.chose_outpost},
        questions={SETTING_SAIL: words.ASK_SETTING_SAIL, CHOOSING_OUTPOST: words.ASK_OUTPOST},
    )
