"""Cubes: their colours in the order of value, gaining and paying them."""

from typing import ClassVar

import numpy as np

from century.components.catalogue import cube_text
from century.engine.actions import CUBE
from century.engine.compile import rule
from century.engine.part import Choice
from century.engine.state import me, offer
from century.words import say

YELLOW, RED, GREEN, BROWN = range(4)  # the value order (SR-2, EW-2, ANW-2)
COLOURS = 4
STORAGE = np.int16  # of cubes that someone owns: a trade of a pack may yield hundreds


@rule
def count(cubes):
    """Return the number of cubes."""
    total = np.int64(0)
    for colour in range(COLOURS):
        total += cubes[colour]
    return total


@rule
def covers(cubes, cost):
    """Whether every cube of the cost is there."""
    enough = True
    for colour in range(COLOURS):  # all of them: compiled code compares them at once
        enough &= cubes[colour] >= cost[colour]
    return enough


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


def what_is_there(cubes) -> str:
    """Cubes as letters, or a word for none."""
    return cube_text(cubes) or say("nothing")


@rule
def offer_colours(offers, block, cubes, end):
    """Offer the actions of a block for the colours before `end` that are there."""
    for colour in range(end):
        if cubes[colour] > 0:
            offer(offers, block + colour)


class AnyCube(Choice):
    """Any cube that the seat has."""

    block = CUBE
    cites: ClassVar[str]

    @rule
    def options(s, box, offers):
        offer_colours(offers, CUBE, me(s).cubes, COLOURS)

    @classmethod
    def why_not(cls, s, box, index):
        return say("you have no such cube ({rule})", rule=cls.cites)


class CubeInOrder(Choice):
    """The next of `number` cubes that the seat chooses, none lower than colour `of`.

    Cubes are paid in colour order, so that one payment has one sequence. A colour is offered if it and the higher
    ones are enough for the rest.
    """

    block = CUBE
    cites: ClassVar[str]

    @rule
    def options(s, box, offers):
        cubes = me(s).cubes
        enough = np.int64(0)
        for colour in range(BROWN, s.question.of - 1, -1):
            enough += cubes[colour]
            if cubes[colour] > 0 and enough >= s.question.number:
                offer(offers, CUBE + colour)

    @classmethod
    def why_not(cls, s, box, index):
        if me(s).cubes[index] == 0:
            return say("you have no such cube ({rule})", rule=cls.cites)
        return say("cubes are paid in colour order, lowest first, and must be enough ({rule})", rule=cls.cites)
