"""Islands: the map of hex tiles, what is on each tile, and the cubes left behind.

A tile has one number, that of its label in `STEP`: 24 market tiles, four ports, four sea tiles. So an
action names a tile directly, wherever it lies.
"""

import numpy as np

from century.components.catalogue import Catalogue, Entry
from century.engine.actions import PLACE, STEP
from century.engine.compile import rule
from century.mechanisms.common.decks import MARKET_STREAM, REMOVED_STREAM, bit, holds, pick

TILES = len(STEP.labels)
MARKET_TILE_IDS = tuple(f"market_{label}" for label in PLACE.labels)
MARKET_TILES = len(PLACE.labels)
TRADE_SYMBOLS = 4
TILES_PER_SYMBOL = MARKET_TILES // TRADE_SYMBOLS
PORTS = SEAS = 4
FIRST_PORT = MARKET_TILES
FIRST_SEA = FIRST_PORT + PORTS


def _market_entries(catalogue: Catalogue) -> list[Entry]:
    found = catalogue.entries_with_ids(MARKET_TILE_IDS, "market_tile")
    for entry in found:
        if entry.values.get("symbol") != entry.id.split("_")[1]:
            raise entry.wrong(f"symbol must be {entry.id.split('_')[1]!r}, not {entry.values.get('symbol')!r}")
        if "give" not in entry.values:
            raise entry.wrong("give is missing")
    return found


TILE_EFFECTS = MARKET_TILES, _market_entries


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
