"""Point cards of the New World: native help, tools, new settlers and exploration (ANW-7)."""

import numpy as np

from century.engine.compile import rule
from century.engine.state import record
from century.mechanisms.common.cubes import COLOURS, count
from century.mechanisms.common.decks import NONE
from century.mechanisms.new_world.settlers import recruit

FORT_ROW = 4  # cards above the forts
NEW_WORLD_CARDS = tuple(f"pc_{number:02}" for number in range(1, 57))
SYMBOLS = ("native_help", "tool", "settlers", "exploration")
NATIVE_HELP, TOOL, SETTLERS, EXPLORATION = range(4)
CIRCLES = ("plough", "kettle", "canoe", "tipi", "guild")
CARD_STARS = ("", "black", "white")
CARD_MARKS = ("", "3+", "=4")
LEAST_PLAYERS = (2, 3, 4)  # by mark

NEW_WORLD_CARD = record(
    ("symbol", np.int8),
    ("circle", np.int8),  # of native help and tools
    ("settlers", np.int8),  # new ones
    ("cube", np.int8),  # of a tool
    ("star", np.int8),
    ("least_players", np.int8),
)


@rule
def is_used(s, box, card):
    """Whether a card is in the game: not with the removed star, nor marked for more players (ANW-11)."""
    printed = box.cards[card]
    return printed.star != box.star_removed and printed.least_players <= s.players


@rule
def tool_cubes(box, seat, location):
    """How many cubes tools yield at a location (ANW-30, ANW-51)."""
    circle = box.locations[location].circle
    return count(seat.tools[circle]) if circle != NONE else np.int64(0)


@rule
def tools_cover(box, seat, location, cost):
    """Whether the cubes cover a cost, with those that tools yield at a location (ANW-E3, ANW-E10)."""
    circle = box.locations[location].circle
    for colour in range(COLOURS):
        there = np.int64(seat.cubes[colour])
        if circle != NONE:
            there += seat.tools[circle][colour]
        if there < cost[colour]:
            return False
    return True


@rule
def take_benefit(box, seat, card):
    """Native help (ANW-50) and tools (ANW-51) from the next placement on (ANW-E11); settlers now (ANW-52)."""
    printed = box.cards[card]
    if printed.symbol == NATIVE_HELP:
        seat.help[printed.circle] += 1
    elif printed.symbol == TOOL:
        seat.tools[printed.circle][printed.cube] += 1
    elif printed.symbol == SETTLERS:
        recruit(seat, printed.settlers)


@rule
def explores(s, box, card):
    """Whether a claimed card leads to an exploration: while a tile lies on the board (ANW-53, ANW-E17)."""
    return box.cards[card].symbol == EXPLORATION and s.covered != np.uint64(0)
