"""Cubes: their colours in the order of value, gaining and paying them."""

import numpy as np

from century.engine.actions import CUBE
from century.engine.compile import rule
from century.engine.state import offer

YELLOW, RED, GREEN, BROWN = range(4)  # the value order (SR-2, EW-2, ANW-2)
COLOURS = 4
STORAGE = np.int16  # of cubes that someone owns: a trade of a pack may yield hundreds


@rule
def count(cubes):
    """How many cubes there are."""
    total = np.int64(0)
    for colour in range(COLOURS):
        total += cubes[colour]
    return total


@rule
def covers(cubes, cost):
    """Whether every cube of the cost is there."""
    for colour in range(COLOURS):
        if cubes[colour] < cost[colour]:
            return False
    return True


@rule
def gain(cubes, gained, times=1):
    """Take cubes from the supply, which never runs out (SR-3, EW-3, EW-E1, ANW-3)."""
    for colour in range(COLOURS):
        cubes[colour] += np.int64(gained[colour]) * times


@rule
def pay(cubes, cost, times=1):
    """Return cubes to the supply."""
    for colour in range(COLOURS):
        cubes[colour] -= np.int64(cost[colour]) * times


@rule
def offer_in_colour_order(cubes, number, lowest, offers):
    """Offer the next of `number` cubes that are paid in colour order, so that one payment has one sequence.

    A colour is offered from the lowest one still open on, if it and the higher ones are enough.
    """
    enough = np.int64(0)
    for colour in range(BROWN, lowest - 1, -1):
        enough += cubes[colour]
        if cubes[colour] > 0 and enough >= number:
            offer(offers, CUBE + colour)


@rule
def offer_cubes(cubes, offers):
    """Offer a cube of each colour that is there."""
    for colour in range(COLOURS):
        if cubes[colour] > 0:
            offer(offers, CUBE + colour)
