"""What observations tell of this room."""

import numpy as np

from century.engine.actions import BONUS, GROUP, PLACE, STEP
from century.engine.compile import rule
from century.engine.part import Column, Piece
from century.engine.pieces import MOST, MOST_POINTS, MOST_PRINTED, count_piece, set_piece
from century.mechanisms.common.cubes import COLOURS
from century.mechanisms.common.decks import bit, holds, lowest, size, without_lowest
from century.mechanisms.common.observe import COST, COST_COLUMNS, colours, write_cost, write_cubes
from century.mechanisms.sea.boats import GROUPS
from century.mechanisms.sea.bonus_piles import KINDS, POINTS
from century.mechanisms.sea.islands import FIRST_PORT, PORTS, TILES
from century.mechanisms.sea.ports import CLOSED, VP_TILES

MAP_COLUMNS = 4
FARTHEST = 60  # from the middle of a map
PORT_COLUMNS = 2 + COST_COLUMNS


class IslandMap(Piece):
    """The map, and how far each tile is."""

    name = "map"
    order = 140
    meaning = (
        "for each tile: whether it is on the map, its hex (axial: q counts columns, r grows downward), and the steps "
        "from the own boat to it (-1: out of reach, or the boat is not on the map)"
    )
    columns = (
        Column("on the map"),
        Column("q", FARTHEST, -FARTHEST, usual=4),
        Column("r", FARTHEST, -FARTHEST, usual=4),
        Column("steps", TILES, -1, usual=6),
    )
    rows = STEP.labels

    @rule
    def observe(s, box, seat, out, at):
        first = np.uint64(at)
        for tile in range(TILES):
            place = first + np.uint64(tile * MAP_COLUMNS)
            out[place] = holds(s.on_map, tile)
            out[place + np.uint64(1)] = s.hexes[tile][0]
            out[place + np.uint64(2)] = s.hexes[tile][1]
            out[place + np.uint64(3)] = -1
        if s.seats[seat].boat < 0:
            return
        steps = 0
        fresh = bit(s.seats[seat].boat)
        reached = fresh
        while fresh != np.uint64(0):
            beyond = np.uint64(0)
            while fresh != np.uint64(0):
                tile = lowest(fresh)
                fresh = without_lowest(fresh)
                out[first + np.uint64(tile * MAP_COLUMNS + 3)] = steps
                beyond |= np.uint64(s.neighbours[tile])
            fresh = beyond & ~reached
            reached |= fresh
            steps += 1


class TileCubes(Piece):
    """Cubes left behind."""

    name = "tile_cubes"
    order = 150
    meaning = "cubes that lie on each tile"
    columns = colours("")
    rows = STEP.labels

    @rule
    def observe(s, box, seat, out, at):
        for tile in range(TILES):
            write_cubes(out, at + tile * COLOURS, s.tile_cubes[tile])


class Ports(Piece):
    """VP tiles on the ports."""

    name = "ports"
    order = 160
    meaning = "the VP tile on each port: its number (0: none), its cost and points; whether the port is closed"
    columns = (Column("tile", len(VP_TILES)), *COST, Column("closed"))

    rows = STEP.labels[FIRST_PORT : FIRST_PORT + PORTS]

    @rule
    def observe(s, box, seat, out, at):
        for port in range(PORTS):
            write_cost(out, at + port * PORT_COLUMNS, box, s.port_tiles[port])
            out[at + port * PORT_COLUMNS + 1 + COST_COLUMNS] = s.port_tiles[port] == CLOSED


class VpPile(Piece):
    """The pile of VP tiles."""

    name = "vp_pile"
    order = 170
    meaning = "tiles in the pile, the Closed Port tile among them until it is drawn"
    columns = (Column("tiles", len(VP_TILES) + 1),)

    @rule
    def observe(s, box, seat, out, at):
        out[at] = size(s.vp_deck.cards) + (s.mixed > 0)


BonusPiles = count_piece(
    "piles",
    180,
    "tiles left in each pile",
    [Column("", MOST_PRINTED, usual=4)],
    name="bonus_piles",
    of_a_seat=False,
    rows=BONUS.labels,
)


class NextPoints(Piece):
    """The tile of points on top."""

    name = "next_points_tile"
    order = 190
    meaning = "the points of the uppermost tile of the pile of points; 0 if it is empty"
    columns = (Column("points", MOST_POINTS, usual=10),)

    @rule
    def observe(s, box, seat, out, at):
        out[at] = 0
        if s.piles[POINTS] > 0:
            out[at] = box.pile_points[POINTS][box.pile_sizes[POINTS] - s.piles[POINTS]]


class Groups(Piece):
    """Starting groups."""

    name = "starting_groups"
    order = 200
    meaning = "1 for each group of cubes to start with that is left, until the first turn"
    rows = GROUP.labels

    @rule
    def observe(s, box, seat, out, at):
        for group in range(GROUPS):
            out[at + group] = s.turn < 0 and holds(s.groups, group)


class Boat(Piece):
    """Where the boat is."""

    name = "boat"
    order = 410
    meaning = "1 for the tile where the boat is"
    of_a_seat = True
    rows = STEP.labels

    @rule
    def observe(s, box, seat, out, at):
        for tile in range(TILES):
            out[at + tile] = s.seats[seat].boat == tile


FreeSteps = count_piece(
    "free_steps", 420, "steps of a movement that cost nothing", [Column("steps", MOST_PRINTED, usual=4)]
)

Outposts = set_piece("outposts", PLACE.labels, 430, "1 for each market tile with an outpost")
Built = count_piece(
    "built",
    440,
    "outposts built of each trade symbol: ginger, chili, tea, cloves",
    [Column(symbol, MOST_PRINTED, usual=5) for symbol in ("ginger", "chili", "tea", "cloves")],
)


class BonusTaken(Piece):
    """Bonus tiles of piles."""

    name = "bonus"
    order = 450
    meaning = "bonus tiles taken of each kind, and the points on them"
    of_a_seat = True
    columns = (*(Column(kind, MOST_PRINTED, usual=4) for kind in BONUS.labels), Column("points", MOST, usual=20))

    @rule
    def observe(s, box, seat, out, at):
        for kind in range(KINDS):
            out[at + kind] = s.seats[seat].bonus[kind]
        out[at + KINDS] = s.seats[seat].bonus_points
