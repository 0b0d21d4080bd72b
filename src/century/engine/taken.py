"""What seats take in the course of a game: cards, tiles, outposts, work at locations.

Most things are kept: a mechanism holds them in sets of a seat, and a thing that is new in a set was taken just now.
Others are known by the answer itself, and can be taken more than once. The parts of a game declare them.
"""

from dataclasses import replace
from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from century.engine.compile import rule
from century.engine.dispatch import Code, dispatcher
from century.engine.game import Game
from century.engine.part import Taken
from century.errors import CenturyError
from century.types import Rule

MOST_KINDS = 8  # of things that can be taken in one game


@cache
def kinds_of(game: Game) -> list[Taken]:
    """Return the kinds of things that can be taken in a game.

    >>> import century
    >>> [kind.name for kind in kinds_of(century.game("spice-road"))]
    ['merchant card', 'point card']
    """
    kinds: dict[tuple[str, tuple[str, ...]], Taken] = {}
    for part in game.parts:
        for kind in part.taken:
            key = kind.name, tuple(kind.ids)
            kinds[key] = replace(kind, sets=[*kinds[key].sets, *kind.sets]) if key in kinds else kind
    if len(kinds) > MOST_KINDS:
        raise CenturyError(f"{game.name} declares {len(kinds)} kinds of things to be taken; at most {MOST_KINDS} fit")
    return sorted(kinds.values(), key=lambda kind: kind.order)


def things_of(game: Game) -> list[tuple[str, str]]:
    """Return all that can be taken in a game, kind and id; the number of a thing is its place in this list."""
    return [(kind.name, id) for kind in kinds_of(game) for id in kind.ids]


class Taking(NamedTuple):
    """What one seat has taken so far."""

    sets: NDArray[np.uint64]  # what it holds, by kind
    first: NDArray[np.int32]  # the round in which each thing was first taken
    times: NDArray[np.int32]  # how often


@rule
def note(number, bits, before, round, first, times):
    """Note the things of a set that were not there before; the first of them has this number."""
    new = bits & ~before
    thing = number
    while new != np.uint64(0):
        if new & np.uint64(1) != np.uint64(0):
            if times[thing] == 0:
                first[thing] = round
            times[thing] += 1
        new >>= np.uint64(1)
        thing += 1


@dispatcher("s, seat, action, round, taking")
def taken(game: Game, code: Code) -> None:
    """Note what a seat takes with an answer, and update its `Taking`."""
    take, uint64, number = code.name(note), code.name(np.uint64), 0
    code.add("own, sets, first, times = s.seats[seat], taking.sets, taking.first, taking.times")
    for kind_number, kind in enumerate(kinds_of(game)):
        if kind.block is not None:
            code.add(f"if {int(kind.block)} <= action < {kind.block + len(kind.ids)}:")
            code.add(f"{take}({number - kind.block} + action, {uint64}(1), {uint64}(0), round, first, times)", depth=1)
        if kind.sets:
            code.add(f"bits = {' | '.join(_bits(each, code) for each in kind.sets)}")
            code.add(f"if bits & ~sets[{kind_number}] != {uint64}(0):")
            code.add(f"{take}({number}, bits, sets[{kind_number}], round, first, times)", depth=1)
            code.add(f"sets[{kind_number}] |= bits", depth=1)
        number += len(kind.ids)


def _bits(own_set: str | Rule, code: Code) -> str:
    """Return the text of a set of the seat."""
    return f"{code.name(np.uint64)}(own.{own_set})" if isinstance(own_set, str) else f"{code.name(own_set)}(own)"
