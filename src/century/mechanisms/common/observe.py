"""How observations write cubes, effects and costs."""

import numpy as np

from century.engine.compile import rule
from century.engine.part import Column
from century.engine.pieces import MOST, MOST_POINTS, MOST_PRINTED, write_zeros
from century.mechanisms.common.cubes import COLOURS


def colours(what: str, high: int = MOST, usual: int = 10) -> tuple[Column, ...]:
    """Return a column for each colour of cubes."""
    return tuple(Column(f"{what} {code}".strip(), high, usual=usual) for code in "YRGB")


EFFECT_COLUMNS = (  # what `write_effect` writes
    Column("upgrades", MOST_PRINTED, usual=3),
    *colours("gives", MOST_PRINTED, 5),
    *colours("takes", MOST_PRINTED, 5),
)
EFFECT_SIZE = len(EFFECT_COLUMNS)
COST_COLUMNS = (*colours("cost", MOST_PRINTED, 5), Column("points", MOST_POINTS, usual=20))  # what `write_cost` writes
COST_SIZE = len(COST_COLUMNS)
POINT_SIZE = 1 + COST_SIZE


@rule
def write_cubes(out, at, cubes):
    """Write the number of cubes of each colour."""
    first = np.uint64(at)
    for colour in range(COLOURS):
        out[first + np.uint64(colour)] = cubes[colour]


@rule
def write_effect(out, at, box, number):
    """Write an effect of the table of effects: upgrades, the cubes that it gives and those that it takes."""
    effect = box.effects[number]
    out[at] = effect.upgrades
    write_cubes(out, at + 1, effect.given)
    write_cubes(out, at + 1 + COLOURS, effect.taken)


@rule
def write_cost(out, at, box, card):
    """Write a thing that can be claimed: its number, counted from 1, its cost and points; zeros if none is there."""
    if card < 0:
        write_zeros(out, at, 1 + COST_SIZE)
    else:
        out[at] = card + 1
        write_cubes(out, at + 1, box.point_cards[card].cost)
        out[at + 1 + COLOURS] = box.point_cards[card].points
