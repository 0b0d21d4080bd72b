"""Islands: the map of hex tiles, what is on each tile, and the cubes left behind.

A tile has one number, that of its label in `STEP`: 24 market tiles, four ports, four sea tiles. So an
action names a tile directly, wherever it lies.
"""

from collections.abc import Sequence

import numpy as np

from century.components.catalogue import Catalogue, Entry, cube_text
from century.engine.actions import PLACE, STEP
from century.engine.compile import rule
from century.engine.game import Part
from century.mechanisms.common.cubes import COLOURS, STORAGE
from century.mechanisms.common.decks import MARKET_STREAM, REMOVED_STREAM, bit, cards_of, holds, pick
from century.mechanisms.common.effects import show_effect
from century.mechanisms.sea.maps import RANDOM, Map, random_map, read_map

TILES = len(STEP.labels)
MARKET_TILE_IDS = tuple(f"market_{label}" for label in PLACE.labels)
MARKET_TILES = len(PLACE.labels)
TRADE_SYMBOLS = 4
TILES_PER_SYMBOL = MARKET_TILES // TRADE_SYMBOLS
PORTS = SEAS = 4
FIRST_PORT = MARKET_TILES
FIRST_SEA = FIRST_PORT + PORTS


def islands(
    table: str, maps: Sequence[str], spaces: int, ports: int = 0, sea: int = 0, cubes_left: bool = True
) -> Part:
    """A map of so many spaces for tiles at random, and of set places for ports or sea tiles.

    The tiles that are used are printed in this table. Cubes may be left behind on them.
    """
    set_places = ports or sea
    neighbours = f"{table}.own_map_min_neighbours"

    def read(box, catalogue: Catalogue) -> None:
        for id in maps:
            if id != RANDOM:
                read_map(catalogue, id, spaces, ports, sea, neighbours)
        rules = catalogue.table(table)
        box.removed_per_symbol = rules.number("market_tiles_removed_per_symbol", 0, TILES_PER_SYMBOL)
        box.sea_tiles = rules.number("sea_tiles_used", 0, SEAS - sea)
        laid = TRADE_SYMBOLS * (TILES_PER_SYMBOL - box.removed_per_symbol) + box.sea_tiles
        if laid != spaces:
            raise rules.wrong(f"{laid} tiles would be laid on the {spaces} spaces of a map")
        box.first_set_tile = FIRST_PORT if ports else FIRST_SEA

    def prepare(states, setting: str, catalogue: Catalogue) -> None:
        found: list[Map] = (
            [random_map(int(chance), spaces, ports, sea) for chance in states["chance"]]
            if setting == RANDOM
            else [read_map(catalogue, setting, spaces, ports, sea, neighbours)]
        )
        states["spaces"] = np.array([places for places, _ in found], np.int8)
        states["set_places"] = np.array([places for _, places in found], np.int8)

    def show(s, box, catalogue: Catalogue):
        return {"map": [_show_tile(s, box, tile) for tile in cards_of(s.on_map)]}

    return Part(
        table=[
            ("spaces", np.int8, (spaces, 2)),
            ("set_places", np.int8, (set_places, 2)),
            ("on_map", np.uint32),
            ("hexes", np.int8, (TILES, 2)),
            ("neighbours", np.uint32, TILES),
            *([("tile_cubes", STORAGE, (TILES, COLOURS))] if cubes_left else []),
        ],
        box=[("removed_per_symbol", np.int8), ("sea_tiles", np.int8), ("first_set_tile", np.int8)],
        read=read,
        prepare=prepare,
        setting="map",
        setup=[lay_out_islands],
        show=show,
    )


def _market_entries(catalogue: Catalogue) -> list[Entry]:
    found = catalogue.entries_with_ids(MARKET_TILE_IDS, "market_tile")
    for entry in found:
        if entry.values.get("symbol") != entry.id.split("_")[1]:
            raise entry.wrong(f"symbol must be {entry.id.split('_')[1]!r}, not {entry.values.get('symbol')!r}")
        if "give" not in entry.values:
            raise entry.wrong("give is missing")
    return found


TILE_EFFECTS = MARKET_TILES, _market_entries


def _show_tile(s, box, tile):
    shown = {"tile": STEP.labels[tile], "hex": [int(s.hexes[tile][0]), int(s.hexes[tile][1])]}
    if tile < MARKET_TILES:
        shown |= show_effect(box.effects[box.first_tile + tile])
        shown["outposts"] = [seat for seat in range(s.players) if holds(s.seats[seat].outposts, tile)]
    shown["boats"] = [seat for seat in range(s.players) if s.seats[seat].boat == tile]
    if "tile_cubes" in s.dtype.names:
        shown["cubes"] = cube_text(s.tile_cubes[tile])
    return shown


@rule
def symbol_of(tile):
    """The trade symbol of a market tile (EW-4)."""
    return tile // TILES_PER_SYMBOL


@rule
def is_market(tile):
    """Whether a tile is a market tile, with a symbol and a trade (EW-4)."""
    return tile < MARKET_TILES


@rule
def lay_out_islands(s, box):
    """Remove market tiles of each symbol, and lay the others at random on the spaces of the map (EW-10, FEW2-15).

    Sea tiles are shuffled in with them (S2S-12), or have a place of their own, as ports have (EW-11, FEW3-16).
    """
    tiles = np.uint64((1 << MARKET_TILES) - 1)
    for symbol in range(TRADE_SYMBOLS):
        of_symbol = np.uint64(((1 << TILES_PER_SYMBOL) - 1) << (symbol * TILES_PER_SYMBOL))
        for number in range(box.removed_per_symbol):
            removed = pick(s, tiles & of_symbol, REMOVED_STREAM, symbol * TILES_PER_SYMBOL + number)
            tiles &= ~bit(removed)
    for tile in range(FIRST_SEA, FIRST_SEA + box.sea_tiles):
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
    for other in range(TILES):
        if holds(s.on_map, other) and touches(place, s.hexes[other]):
            s.neighbours[tile] |= np.uint32(bit(other))
            s.neighbours[other] |= np.uint32(bit(tile))
    s.hexes[tile][0] = place[0]
    s.hexes[tile][1] = place[1]
    s.on_map |= np.uint32(bit(tile))


@rule
def touches(one, other):
    """Whether two hexes share an edge."""
    q = np.int64(one[0]) - other[0]
    r = np.int64(one[1]) - other[1]
    return max(abs(q), abs(r), abs(q + r)) == 1
