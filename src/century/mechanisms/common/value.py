"""The value of cubes and point cards to a planner."""

import numpy as np

from century.engine.compile import rule
from century.mechanisms.common.cubes import COLOURS
from century.mechanisms.common.printed import UPGRADES

OTHER_CUBES = 0.5  # what cubes of other colours count for on the way to a cost


@rule
def gain_of(effect):
    """Return what one use of a card brings, in steps of colour: a yellow cube is 1, a brown one 4."""
    total = np.float64(0)
    if effect.kind == UPGRADES:
        return total + effect.upgrades
    for colour in range(COLOURS):
        total += (colour + 1) * (np.float64(effect.taken[colour]) - effect.given[colour])
    return total


@rule
def worth_of_goal(cubes, printed, extra):
    """Return the value of a thing to be claimed: its points and `extra`, by the share of its cost that is there."""
    near = closeness(cubes, printed.cost)
    return (np.float64(printed.points) + extra) * near * near


@rule
def closeness(cubes, cost):
    """Return the share of a cost that is there, from 0 to 1, by value; other cubes count in part."""
    there = np.float64(0)
    missing = np.float64(0)
    other = np.float64(0)
    for colour in range(COLOURS):
        lacking = np.int64(cost[colour]) - cubes[colour]
        if lacking > 0:
            there += (colour + 1) * np.float64(cubes[colour])
            missing += (colour + 1) * lacking
        else:
            there += (colour + 1) * np.float64(cost[colour])
            other -= (colour + 1) * lacking
    return (there + OTHER_CUBES * min(other, missing)) / (there + missing)
