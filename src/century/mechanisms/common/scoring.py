"""Scoring: the items of the final score, and who wins (SR-71, SR-72)."""

import numpy as np

from century.components.catalogue import CUBES, Catalogue
from century.engine.compile import rule
from century.engine.contract import score
from century.engine.part import Item, Part
from century.mechanisms.common.cubes import COLOURS
from century.words import N_


class CubesLeft(Item):
    """1 point for each cube in storage that is not yellow (SR-71, EW-71, S2S-71, FEW1-61, FEW2-61, FEW3-61)."""

    name = N_("cubes")
    lasting = False

    @rule
    def points(s, box, seat):
        total = np.int64(0)
        for colour in range(COLOURS):
            total += np.int64(s.seats[seat].cubes[colour]) * box.cube_points[colour]
        return total


@rule
def most_points(s, box):
    """Most points win; among tied players the one latest in turn order (SR-72, EW-72, EW-E24, ANW-63, ANW-E27)."""
    best = s.start
    for place in range(1, s.players):
        seat = (s.start + place) % s.players
        if score(s, box, seat) >= score(s, box, best):
            best = seat
    return best


def cube_points(by_colour: str = "") -> Part:
    """The points of cubes in storage: by a table of the catalogue, or the `end_points` of each cube."""

    def read(box, catalogue: Catalogue) -> None:
        if by_colour:
            entry = catalogue.table(by_colour)
            box.cube_points = [entry.number(code, 0, 100) for code in CUBES]
        else:
            box.cube_points = [entry.number("end_points", 0, 100) for entry in catalogue.entries("spice")]

    return Part(box=[("cube_points", np.int8, COLOURS)], read=read)
