"""What is printed on cards and tiles of the New World: symbols, circles and kinds."""

from century.engine.actions import EXPLORE

NEW_WORLD_CARDS = tuple(f"pc_{number:02}" for number in range(1, 57))
SYMBOLS = ("native_help", "tool", "settlers", "exploration")
NATIVE_HELP, TOOL, NEW_SETTLERS, EXPLORATION = range(4)
CIRCLES = ("plough", "kettle", "canoe", "tipi", "guild")

FORTS = 4
MERCHANTS, OUTPOSTS = FORTS, FORTS + 1  # what else gives tiles
GIVERS = (*["fort"] * FORTS, "merchants", "outposts")

SINGLE, PAIR, PER_SETTLERS, FLAT, PER_MERCHANTS, MERCHANT_PAIR = range(6)
TILE_MARKS = ("I", "III")
TILE_KINDS = ("single", "pair", "settlers", "flat", "merchant", "merchant_pair")
BONUS_TILES = (
    *(f"bonus_single_{symbol}" for symbol in SYMBOLS),
    *(f"bonus_pair_{one}_{other}" for at, one in enumerate(SYMBOLS) for other in SYMBOLS[at + 1 :]),
    *(f"bonus_settlers_{number}" for number in range(1, 5)),
    *(f"bonus_flat_{number}" for number in range(1, 4)),
    *(f"bonus_merchant_{number}" for number in range(1, 5)),
    *(f"bonus_merchant_pair_{symbol}" for symbol in SYMBOLS),
)

TILES = len(EXPLORE.labels)
EXPLORATION_TILES = tuple(f"explore_{label}" for label in EXPLORE.labels)
CUBES_TILE, SETTLER_TILE, POINTS_TILE, SYMBOL_TILE = range(4)
EXPLORATION_KINDS = ("cubes", "settler", "points", "symbol")
