"""Exploration tiles: what covers a location, and what the explorer gets (ANW-13, ANW-53, ANW-55)."""

import numpy as np

from century.engine.actions import EXPLORE
from century.engine.compile import rule
from century.engine.part import Choice
from century.engine.state import me, offer, record
from century.mechanisms.common.cubes import COLOURS, gain
from century.mechanisms.common.decks import EXPLORATION_STREAM, NONE, bit, holds, pick
from century.mechanisms.new_world.forts import close_row
from century.mechanisms.new_world.settlers import LOCATIONS, recruit
from century.words import say

TILES = len(EXPLORE.labels)
EXPLORATION_TILES = tuple(f"explore_{label}" for label in EXPLORE.labels)
CUBES_TILE, SETTLER_TILE, POINTS_TILE, SYMBOL_TILE = range(4)
EXPLORATION_KINDS = ("cubes", "settler", "points", "symbol")
NO_ICON, ALWAYS, TWO_OR_THREE = range(3)
ICONS = ("", "always", "2-3")

EXPLORATION_TILE = record(
    ("kind", np.int8),
    ("cubes", np.int8, COLOURS),
    ("settlers", np.int8),
    ("points", np.int8),
    ("symbol", np.int8),
)


@rule
def lay_out_exploration(s, box):
    """A random tile on each location with an icon; on those marked "2-3" with 2 or 3 players (ANW-13)."""
    tiles = np.uint64((1 << TILES) - 1)
    for tile in range(TILES):
        s.exploration[tile] = NONE
    for location in range(LOCATIONS):
        icon = box.locations[location].icon
        if (
            holds(s.in_play, location)
            and (icon == ALWAYS or (icon == TWO_OR_THREE and s.players <= 3))
            and tiles != np.uint64(0)
        ):
            tile = pick(s, tiles, EXPLORATION_STREAM, location)
            tiles &= ~bit(tile)
            s.exploration[tile] = location
            s.covered |= bit(location)


class Explore(Choice):
    """Take an exploration tile of choice (ANW-53, ANW-E17); its location is open to all from now on.

    Cubes and settlers come at once (ANW-55), after the cost was paid (ANW-E18).
    """

    block = EXPLORE

    @rule
    def options(s, box, offers):
        for tile in range(TILES):
            if s.exploration[tile] != NONE:
                offer(offers, EXPLORE + tile)

    @rule
    def do(s, box, index):
        seat = me(s)
        s.covered &= ~bit(s.exploration[index])
        s.exploration[index] = NONE
        seat.explored |= np.uint16(bit(index))
        gain(seat.cubes, box.exploration[index].cubes)
        recruit(seat, box.exploration[index].settlers)
        close_row(s, s.question.number)

    @staticmethod
    def why_not(s, box, index):
        return say("that tile is not on the board (ANW-53)")
