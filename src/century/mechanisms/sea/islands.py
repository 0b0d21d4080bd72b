"""Islands: the map of hex tiles, what is on each tile, and the cubes left behind.

A tile has one number, that of its label in `STEP`: 24 market tiles, four ports, four sea tiles. So an
action names a tile directly, wherever it is.
"""

from collections.abc import Sequence

import numpy as np

from century.components.catalogue import Catalogue, Entry
from century.engine.actions import ASHORE, DONE, HARVEST, PICKING_UP, SAILING, STEP
from century.engine.chance import FIRST_DECK_STREAM
from century.engine.compile import rule
from century.engine.part import Column, Part, habit
from century.engine.pieces import piece
from century.engine.state import drop, is_offered
from century.mechanisms.common.cubes import COLOURS, STORAGE
from century.mechanisms.common.decks import bit, holds, lowest, pick, without_lowest
from century.mechanisms.common.observe import colours, write_cubes
from century.mechanisms.sea import printed, words
from century.mechanisms.sea.maps import RANDOM, Map, random_map, read_map

REMOVED_STREAM = FIRST_DECK_STREAM + 2
MARKET_STREAM = FIRST_DECK_STREAM + 3


def _market_entries(catalogue: Catalogue) -> list[Entry]:
    entries = catalogue.entries_with_ids(printed.MARKET_TILE_IDS, "market_tile")
    for entry in entries:
        if entry.values.get("symbol") != entry.id.split("_")[1]:
            raise entry.wrong(f"symbol must be {entry.id.split('_')[1]!r}, not {entry.values.get('symbol')!r}")
        if "give" not in entry.values:
            raise entry.wrong("give is missing")
    return entries


TILE_EFFECTS = printed.MARKET_TILES, _market_entries


@rule
def symbol_of(tile):
    """The trade symbol of a market tile (EW-4)."""
    return tile // printed.TILES_PER_SYMBOL


@rule
def is_market(tile):
    """Whether a tile is a market tile, with a symbol and a trade (EW-4)."""
    return tile < printed.MARKET_TILES


@rule
def lay_out_islands(s, box):
    """Remove market tiles of each symbol, and lay the others at random on the spaces of the map (EW-10, FEW2-15).

    Sea tiles are shuffled in with them (S2S-12), or have a place of their own, as ports have (EW-11, FEW3-16).
    """
    tiles = np.uint64((1 << printed.MARKET_TILES) - 1)
    for symbol in range(printed.TRADE_SYMBOLS):
        of_symbol = np.uint64(((1 << printed.TILES_PER_SYMBOL) - 1) << (symbol * printed.TILES_PER_SYMBOL))
        for number in range(box.removed_per_symbol):
            removed = pick(s, tiles & of_symbol, REMOVED_STREAM, symbol * printed.TILES_PER_SYMBOL + number)
            tiles &= ~bit(removed)
    for tile in range(printed.FIRST_SEA, printed.FIRST_SEA + box.sea_tiles):
        tiles |= bit(tile)
    for space in range(len(s.spaces)):
        tile = pick(s, tiles, MARKET_STREAM, space)
        tiles &= ~bit(tile)
        lay_tile(s, tile, s.spaces[space])
    for number in range(len(s.set_places)):
        lay_tile(s, box.first_set_tile + number, s.set_places[number])


@rule
def lay_tile(s, tile, place):
    """Lay a tile on a hex; it touches the tiles whose hexes share an edge with it (EW-30)."""
    for other in range(printed.TILES):
        if holds(s.on_map, other) and touches(place, s.hexes[other]):
            s.neighbours[tile] |= np.uint32(bit(other))
            s.neighbours[other] |= np.uint32(bit(tile))
    s.hexes[tile][0] = place[0]
    s.hexes[tile][1] = place[1]
    s.on_map |= np.uint32(bit(tile))


@rule
def next_to(s, tiles):
    """The tiles that touch any tile of a set."""
    near = np.uint64(0)
    while tiles != np.uint64(0):
        near |= np.uint64(s.neighbours[lowest(tiles)])
        tiles = without_lowest(tiles)
    return near


@rule
def touches(one, other):
    """Whether two hexes share an edge."""
    q = np.int64(one[0]) - other[0]
    r = np.int64(one[1]) - other[1]
    return max(abs(q), abs(r), abs(q + r)) == 1


MAP_SIZE = 4


FARTHEST = 60  # from the middle of a map


@piece(
    "map",
    140,
    "for each tile: whether it is on the map, its hex (axial: q counts columns, r grows downward), and the steps "
    "from the own boat to it (-1: out of reach, or the boat is not on the map)",
    columns=(
        Column("on the map"),
        Column("q", FARTHEST, -FARTHEST, usual=4),
        Column("r", FARTHEST, -FARTHEST, usual=4),
        Column("steps", printed.TILES, -1, usual=6),
    ),
    rows=STEP.labels,
)
def _observe_island_map(s, box, seat, out, at):
    first = np.uint64(at)
    for tile in range(printed.TILES):
        place = first + np.uint64(tile * MAP_SIZE)
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
        left = fresh
        while left != np.uint64(0):
            out[first + np.uint64(lowest(left) * MAP_SIZE + 3)] = steps
            left = without_lowest(left)
        fresh = next_to(s, fresh) & ~reached
        reached |= fresh
        steps += 1


@piece("tile_cubes", 150, "cubes that lie on each tile", columns=colours(""), rows=STEP.labels)
def _observe_tile_cubes(s, box, seat, out, at):
    for tile in range(printed.TILES):
        write_cubes(out, at + tile * COLOURS, s.tile_cubes[tile])


@habit
def take_what_lies(s, box, offers):
    """Pick up cubes that are here, and harvest rather than do nothing."""
    if s.question.decision != PICKING_UP and s.question.decision != ASHORE:
        return
    if s.question.decision == PICKING_UP or is_offered(offers, HARVEST):
        drop(offers, DONE)


@rule
def forget_way(s):
    """Forget where a boat has left cubes on its way."""
    if s.question.decision == SAILING:
        for tile in range(printed.TILES):
            for colour in range(COLOURS):
                s.tile_cubes[tile][colour] = 0


def part(table: str, maps: Sequence[str], spaces: int, ports: int = 0, sea: int = 0, cubes_left: bool = True) -> Part:
    """A map with `spaces` for random tiles, and with fixed places for ports or sea tiles.

    The table of the catalogue says which tiles are used. Cubes may be left on tiles.
    """
    set_places = ports or sea
    neighbours = f"{table}.own_map_min_neighbours"

    def read(box, catalogue: Catalogue) -> None:
        for id in maps:
            if id != RANDOM:
                read_map(catalogue, id, spaces, ports, sea, neighbours)
        rules = catalogue.table(table)
        box.removed_per_symbol = rules.number("market_tiles_removed_per_symbol", 0, printed.TILES_PER_SYMBOL)
        box.sea_tiles = rules.number("sea_tiles_used", 0, printed.SEAS - sea)
        laid = printed.TRADE_SYMBOLS * (printed.TILES_PER_SYMBOL - box.removed_per_symbol) + box.sea_tiles
        if laid != spaces:
            raise rules.wrong(f"{laid} tiles would be laid on the {spaces} spaces of a map")
        box.first_set_tile = printed.FIRST_PORT if ports else printed.FIRST_SEA

    def prepare(states, setting: str, catalogue: Catalogue) -> None:
        map_of_each: list[Map] = (
            [random_map(int(chance), spaces, ports, sea) for chance in states["chance"]]
            if setting == RANDOM
            else [read_map(catalogue, setting, spaces, ports, sea, neighbours)]
        )
        states["spaces"] = np.array([places for places, _ in map_of_each], np.int8)
        states["set_places"] = np.array([places for _, places in map_of_each], np.int8)

    return Part(
        table=[
            ("spaces", np.int8, (spaces, 2)),
            ("set_places", np.int8, (set_places, 2)),
            ("on_map", np.uint32),
            ("hexes", np.int8, (printed.TILES, 2)),
            ("neighbours", np.uint32, printed.TILES),
            *([("tile_cubes", STORAGE, (printed.TILES, COLOURS))] if cubes_left else []),
        ],
        box=[("removed_per_symbol", np.int8), ("sea_tiles", np.int8), ("first_set_tile", np.int8)],
        read=read,
        prepare=prepare,
        setting="map",
        setup=[lay_out_islands],
        show=lambda s, box, _: {"map": words.sea_map(s, box)},
        observed=[_observe_island_map, _observe_tile_cubes] if cubes_left else [_observe_island_map],
        habits=[take_what_lies] if cubes_left else [],
        blur=forget_way if cubes_left else None,
    )
