"""What observations tell of this room."""

import numpy as np

from century.engine.actions import EXPLORE, TILE, WORK
from century.engine.compile import rule
from century.engine.part import Column, Piece
from century.engine.pieces import MOST_POINTS, MOST_PRINTED, count_piece, set_piece, write_zeros
from century.mechanisms.common.cubes import COLOURS
from century.mechanisms.common.decks import NONE, holds, lowest, size, without_lowest
from century.mechanisms.common.observe import COST, COST_COLUMNS, write_cost, write_cubes
from century.mechanisms.new_world.bonus_stacks import BONUS_TILES, STACKS
from century.mechanisms.new_world.cards import CIRCLES, NEW_WORLD_CARDS, SYMBOLS
from century.mechanisms.new_world.exploration import TILES as EXPLORATION_TILES
from century.mechanisms.new_world.forts import FORTS
from century.mechanisms.new_world.settlers import LOCATIONS

LOCATION_COLUMNS = 3
FORT_COLUMNS = 1 + COST_COLUMNS + len(SYMBOLS) + 2
STACK_COLUMNS = 7
CIRCLE_COUNT = len(CIRCLES)
SYMBOL_COUNT = len(SYMBOLS)


@rule
def needed(s, box, seat, location, taken):
    """The settlers that a seat needs to work at a location that is open to it; `taken` are those with settlers."""
    number = np.int64(box.locations[location].settlers)
    if holds(taken, location):
        number = np.int64(s.settlers[location]) + 1
    circle = box.locations[location].circle
    if circle != NONE:
        number -= s.seats[seat].help[circle]
    return max(number, np.int64(1))


class Locations(Piece):
    """The locations."""

    name = "locations"
    order = 210
    meaning = (
        "for each location: whether it is in play; the exploration tile on it (0: none); the settlers that the seat "
        "needs to work there (0: it cannot)"
    )
    columns = (Column("in play"), Column("tile", EXPLORATION_TILES), Column("needs", MOST_PRINTED, usual=6))
    rows = WORK.labels

    @rule
    def observe(s, box, seat, out, at):
        first = np.uint64(at)
        for location in range(LOCATIONS):
            place = first + np.uint64(location * LOCATION_COLUMNS)
            out[place] = holds(s.in_play, location)
            out[place + np.uint64(1)] = 0
            out[place + np.uint64(2)] = 0  # it cannot: not in play, covered, or its own settlers are there
        taken = np.uint64(0)
        for other in range(s.players):
            taken |= s.seats[other].placed
        left = s.in_play & ~s.covered & ~s.seats[seat].placed
        while left != np.uint64(0):
            location = lowest(left)
            left = without_lowest(left)
            place = first + np.uint64(location * LOCATION_COLUMNS + 2)
            out[place] = needed(s, box, seat, location, taken)
        for tile in range(EXPLORATION_TILES):
            if s.exploration[tile] != NONE:
                out[at + np.int64(s.exploration[tile]) * LOCATION_COLUMNS + 1] = tile + 1


class Forts(Piece):
    """Point cards above the forts."""

    name = "forts"
    order = 220
    meaning = (
        "the point card above each fort, and the next one of the deck: its number (0: none), cost and points; 1 for "
        "its symbol, or how many settlers; the circle of help or tools, the cube of a tool (both from 1; 0: none)"
    )
    columns = (
        Column("card", len(NEW_WORLD_CARDS)),
        *COST,
        *(Column(symbol, MOST_PRINTED if symbol == "settlers" else 1, usual=1) for symbol in SYMBOLS),
        Column("circle", len(CIRCLES)),
        Column("cube", COLOURS),
    )

    rows = (*(f"fort {number + 1}" for number in range(FORTS)), "next")

    @rule
    def observe(s, box, seat, out, at):
        for place in range(FORTS + 1):
            card = s.next_card
            if place < FORTS:
                card = s.fort_cards[place]
            write_cost(out, at, box, card)
            write_zeros(out, at + 1 + COST_COLUMNS, FORT_COLUMNS - 1 - COST_COLUMNS)
            if card != NONE:
                first = at + 1 + COST_COLUMNS
                out[first + np.int64(box.cards[card].symbol)] = max(np.int64(box.cards[card].settlers), 1)
                out[first + SYMBOL_COUNT] = box.cards[card].circle + 1
                out[first + SYMBOL_COUNT + 1] = box.cards[card].cube + 1
            at += FORT_COLUMNS


class CardDeck(Piece):
    """The deck of point cards."""

    name = "card_deck"
    order = 230
    meaning = "point cards in the deck, the uppermost, which is seen, among them"
    columns = (Column("cards", len(NEW_WORLD_CARDS)),)

    @rule
    def observe(s, box, seat, out, at):
        out[at] = size(s.card_deck.cards) + (s.next_card != NONE)


class Stacks(Piece):
    """Bonus tiles in stacks."""

    name = "stacks"
    order = 240
    meaning = (
        "for each stack of bonus tiles: the number of the tile on top (0: none), its kind, the symbols that count (all "
        "from 1), for how many things it counts, its points; tiles left"
    )
    columns = (
        Column("tile", len(BONUS_TILES)),
        Column("kind", 6),
        Column("symbol", len(SYMBOLS)),
        Column("other symbol", len(SYMBOLS)),
        Column("per", MOST_PRINTED, usual=4),
        Column("points", MOST_POINTS, usual=10),
        Column("left", MOST_PRINTED, usual=4),
    )
    rows = TILE.labels

    @rule
    def observe(s, box, seat, out, at):
        for stack in range(STACKS):
            first = at + stack * STACK_COLUMNS
            top = s.stack_tops[stack]
            if top == NONE:
                write_zeros(out, first, STACK_COLUMNS - 1)
            else:
                tile = box.bonus_tiles[top]
                out[first] = top + 1
                out[first + 1] = tile.kind + 1
                out[first + 2] = tile.first + 1
                out[first + 3] = tile.second + 1
                out[first + 4] = tile.per
                out[first + 5] = tile.points
            out[first + 6] = s.stack_left[stack]


class Settlers(Piece):
    """Settlers on locations."""

    name = "settlers"
    order = 460
    meaning = "settlers on each location"
    of_a_seat = True
    columns = (Column("", MOST_PRINTED, usual=4),)
    rows = WORK.labels

    @rule
    def observe(s, box, seat, out, at):
        write_zeros(out, at, LOCATIONS)
        left = s.seats[seat].placed
        while left != np.uint64(0):
            location = lowest(left)
            left = without_lowest(left)
            out[np.uint64(at) + np.uint64(location)] = s.settlers[location]


class Home(Piece):
    """Settlers at home and in reserve."""

    name = "home"
    order = 470
    meaning = "settlers at home, and in reserve"
    of_a_seat = True
    columns = (Column("home", MOST_PRINTED, usual=8), Column("reserve", MOST_PRINTED, usual=8))

    @rule
    def observe(s, box, seat, out, at):
        out[at] = s.seats[seat].home
        out[at + 1] = s.seats[seat].reserve


Help = count_piece(
    "help",
    480,
    "by how many settlers native help makes work at each circle symbol cheaper",
    [Column(circle, MOST_PRINTED, usual=2) for circle in CIRCLES],
)


class Tools(Piece):
    """Tools."""

    name = "tools"
    order = 490
    meaning = "cubes that tools bring at each circle symbol"
    of_a_seat = True
    columns = tuple(Column(code, MOST_PRINTED, usual=2) for code in "YRGB")

    rows = CIRCLES

    @rule
    def observe(s, box, seat, out, at):
        for circle in range(CIRCLE_COUNT):
            write_cubes(out, at + circle * COLOURS, s.seats[seat].tools[circle])


BonusTiles = set_piece("bonus_tiles", BONUS_TILES, 500, "1 for each bonus tile taken")
Explored = set_piece("explored", EXPLORE.labels, 510, "1 for each exploration tile taken")
