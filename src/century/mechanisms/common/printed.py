"""What is printed on cards, tiles and locations of all games: effects and costs."""

from collections.abc import Callable, Sequence

import numpy as np

from century.components.catalogue import Catalogue, Entry
from century.engine.state import record
from century.mechanisms.common.cubes import COLOURS, covers

SPICE, UPGRADES, TRADE = range(3)
EFFECT = record(
    ("kind", np.int8),
    ("upgrades", np.int8),
    ("given", np.int8, COLOURS),
    ("taken", np.int8, COLOURS),  # for spice, too
)

# The number of effects, and where they are printed; a thing without an effect has no entry.
Source = tuple[int, Callable[[Catalogue], Sequence[Entry | None]]]


def read_effect(effect, entry: Entry) -> None:
    """Read an entry with `gain`, with `upgrade`, or with `give` and `take`."""
    kinds = [keys for keys in ({"gain"}, {"upgrade"}, {"give", "take"}) if keys & entry.values.keys()]
    if len(kinds) != 1:
        raise entry.wrong("needs exactly one of: gain; upgrade; give and take")
    if "gain" in entry.values:
        effect.kind = SPICE
        effect.taken = entry.cubes("gain")
    elif "upgrade" in entry.values:
        effect.kind = UPGRADES
        effect.upgrades = entry.number("upgrade", 1, 10)
    else:
        effect.kind = TRADE
        effect.given, effect.taken = entry.cubes("give"), entry.cubes("take")
        if covers(effect.taken, effect.given):
            raise entry.wrong("what it takes covers what it gives: the trade could go on for ever")


POINT_CARD = record(("cost", np.int8, COLOURS), ("points", np.int8))
