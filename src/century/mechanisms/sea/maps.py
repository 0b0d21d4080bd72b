"""Maps: the places on which tiles are laid. Printed maps, and random ones (EW-11, EW-80, S2S-80, FEW2-15).

This is plain Python, not rule code: a map is chosen before the game is laid out.
"""

from collections.abc import Sequence
from itertools import combinations

import numpy as np

from century.components.catalogue import Catalogue, Entry
from century.engine.chance import FIRST_DECK_STREAM, roll
from century.words import N_

MAP_STREAM = FIRST_DECK_STREAM + 10

Hex = tuple[int, int]  # axial: q counts columns, r grows downward
Map = tuple[list[Hex], list[Hex]]  # spaces for tiles at random, and set places for ports or sea tiles

RANDOM = N_("random")
SEA_MAPS = ("first_game", "atoll", "long_reach", RANDOM)
ISLAND_MAPS = ("island_12", RANDOM)
DIRECTIONS = ((1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1))
_MOST = 60  # no hex is farther from the middle


def around(place: Hex) -> list[Hex]:
    """The six hexes that share an edge with a hex (EW-30)."""
    return [(place[0] + q, place[1] + r) for q, r in DIRECTIONS]


def distance(one: Hex, other: Hex) -> int:
    """Return the number of steps from one hex to another."""
    q, r = one[0] - other[0], one[1] - other[1]
    return max(abs(q), abs(r), abs(q + r))


def read_map(catalogue: Catalogue, id: str, spaces: int, ports: int, sea: int, neighbours: str) -> Map:
    """Read a map of the catalogue, and check that each tile touches as many others as the catalogue says."""
    entry = catalogue.table(f"map.{id}")
    at_random = _hexes(entry, "spaces", spaces)
    set_places = _hexes(entry, "ports", ports) + _hexes(entry, "sea", sea)
    places = [*at_random, *set_places]
    if len(set(places)) != len(places):
        raise entry.wrong("two tiles lie on one hex")
    if not is_connected(places):
        raise entry.wrong("its tiles do not all touch: the map falls apart")
    least = catalogue.number(neighbours, 0, 3)
    for place in places:
        if touching(place, set(places)) < least:
            raise entry.wrong(f"the tile at {list(place)} touches fewer than {least} others (EW-80)")
    return at_random, set_places


def _hexes(entry: Entry, key: str, count: int) -> list[Hex]:
    hexes = entry.values.get(key, [])
    if not isinstance(hexes, list) or len(hexes) != count:
        raise entry.wrong(f"{key} must be {count} hexes [q, r]")
    for place in hexes:
        if not (
            isinstance(place, list)
            and len(place) == 2
            and all(type(number) is int and abs(number) <= _MOST for number in place)
        ):
            raise entry.wrong(f"{key}: {place!r} is no hex [q, r] of whole numbers from -{_MOST} to {_MOST}")
    return [(place[0], place[1]) for place in hexes]


def touching(place: Hex, places: set[Hex]) -> int:
    """Return how many of the places touch a hex."""
    return sum(other in places for other in around(place))


def is_connected(places: Sequence[Hex]) -> bool:
    """Whether every place can be reached from every other."""
    left, reached = set(places[1:]), [places[0]]
    while reached:
        near = left.intersection(around(reached.pop()))
        left -= near
        reached += near
    return not left


def random_map(seed: int, spaces: int, ports: int, sea: int) -> Map:
    """Return a random map in which every tile touches at least two others (EW-80, FEW2-15).

    Ports are spread along the edge; sea tiles are in the middle.
    """
    places: set[Hex] = {(0, 0), (1, 0)}
    while len(places) < spaces + ports + sea:
        near = sorted({other for place in places for other in around(place)} - places)
        fit = [other for other in near if touching(other, places) >= 2]
        places.add(fit[roll(np.uint64(seed), MAP_STREAM, len(places), len(fit))])
    middle = (round(sum(q for q, _ in places) / len(places)), round(sum(r for _, r in places) / len(places)))
    moved = sorted((q - middle[0], r - middle[1]) for q, r in places)
    set_places = spread(edge(set(moved))) if ports else sorted(moved, key=lambda place: distance((0, 0), place))[:sea]
    return [place for place in moved if place not in set_places], set_places


def edge(places: set[Hex]) -> list[Hex]:
    """Return the places that border on the open sea, not only on a lagoon."""
    reach = 2 + max(distance((0, 0), place) for place in places)
    sea, border = {(reach, 0)}, [(reach, 0)]
    while border:
        near = {h for h in around(border.pop()) if distance((0, 0), h) <= reach} - places - sea
        sea |= near
        border += near
    return sorted(place for place in places if any(other in sea for other in around(place)))


def spread(places: Sequence[Hex]) -> list[Hex]:
    """Return four places that are as far apart as possible: first the nearest two, then all together."""
    steps = [[distance(one, other) for other in places] for one in places]
    best, chosen = (0, 0), (0, 1, 2, 3)
    for a, b, c in combinations(range(len(places)), 3):
        nearest = min(steps[a][b], steps[a][c], steps[b][c])
        if nearest < best[0]:
            continue
        for d in range(c + 1, len(places)):
            apart = min(nearest, steps[a][d], steps[b][d], steps[c][d])
            if apart >= best[0]:
                far = (apart, steps[a][b] + steps[a][c] + steps[b][c] + steps[a][d] + steps[b][d] + steps[c][d])
                if far > best:
                    best, chosen = far, (a, b, c, d)
    return [places[number] for number in chosen]
