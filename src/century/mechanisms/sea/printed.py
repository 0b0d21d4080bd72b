"""What is printed on the tiles of the sea: market tiles, ports, VP tiles and bonus tiles, by their numbers."""

from century.engine.actions import BONUS, PLACE, STEP

TILES = len(STEP.labels)
MARKET_TILE_IDS = tuple(f"market_{label}" for label in PLACE.labels)
MARKET_TILES = len(PLACE.labels)
TRADE_SYMBOLS = 4
TILES_PER_SYMBOL = MARKET_TILES // TRADE_SYMBOLS
PORTS = SEAS = 4
FIRST_PORT = MARKET_TILES
FIRST_SEA = FIRST_PORT + PORTS
CLOSED = -2  # on a port, in place of a VP tile; no tile is NONE

VP_TILES = tuple(
    f"vp_{points}_{letter}"
    for points, count in ((11, 2), (12, 3), (13, 3), (14, 3), (15, 3), (16, 3), (17, 3), (18, 3), (19, 2), (20, 1))
    for letter in "abc"[:count]
)

KINDS = len(BONUS.labels)
HOLD, FREE_STEP, POINTS, UPGRADE, HARVEST = range(KINDS)
BONUS_KINDS = ("bonus_hold", "bonus_move", "bonus_points", "bonus_upgrade", "bonus_harvest")
ALL_KINDS = tuple(range(KINDS))
PILE = 4  # tiles of a kind
