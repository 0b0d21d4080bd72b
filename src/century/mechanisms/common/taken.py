"""What seats take in the course of a game, mechanism by mechanism: cards, tiles, outposts, work at locations.

Most things are kept: a mechanism holds them in sets of a seat, and a thing that is new in a set was taken just now.
Others are known by the answer itself, and can be taken more than once. A game has those kinds of things for which its
state has the fields, so a combination needs nothing of its own.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np

from century.engine.actions import BONUS, CLAIM, PLAY, WORK, Block
from century.engine.compile import rule
from century.engine.dispatch import Code, dispatcher
from century.engine.game import Game
from century.mechanisms.common.decks import holds
from century.mechanisms.markets.trade_route import laid_out
from century.mechanisms.new_world.bonus_stacks import BONUS_TILES
from century.mechanisms.new_world.cards import NEW_WORLD_CARDS
from century.mechanisms.new_world.exploration import EXPLORATION_TILES
from century.mechanisms.new_world.locations import LOCATION_IDS
from century.mechanisms.sea.bonus_piles import BONUS_KINDS
from century.mechanisms.sea.islands import MARKET_TILE_IDS
from century.mechanisms.sea.ports import VP_TILES


@dataclass(frozen=True)
class Kind:
    """A kind of thing: its name, the ids of the things in order, and what tells that one was taken."""

    name: str
    ids: Sequence[str]
    needs: str = ""  # a field that the game must have, besides those of the zones or actions
    zones: Sequence[str] = ()  # fields of a seat that are sets of these things; those that the game has
    block: Block | None = None  # answers that take such a thing


KINDS = (
    Kind("merchant card", PLAY.labels, zones=("hand", "played", "sailed", "discards", "route")),
    Kind("point card", CLAIM.labels, needs="point_row", zones=("claimed",)),
    Kind("point card", NEW_WORLD_CARDS, needs="fort_cards", zones=("claimed",)),
    Kind("VP tile", VP_TILES, needs="port_tiles", zones=("claimed",)),
    Kind("outpost", MARKET_TILE_IDS, zones=("outposts",)),
    Kind("bonus tile", BONUS_KINDS, needs="piles", block=BONUS),
    Kind("bonus tile", BONUS_TILES, zones=("bonus_tiles",)),
    Kind("exploration tile", EXPLORATION_TILES, zones=("explored",)),
    Kind("location", LOCATION_IDS, needs="in_play", block=WORK),
)


@cache
def kinds_of(game: Game) -> list[Kind]:
    """The kinds of things that can be taken in a game.

    >>> import century
    >>> [kind.name for kind in kinds_of(century.game("spice-road"))]
    ['merchant card', 'point card']
    """
    return [
        kind
        for kind in KINDS
        if (not kind.needs or kind.needs in game.fields) and (kind.block is not None or _zones(game, kind))
    ]


def things_of(game: Game) -> list[tuple[str, str]]:
    """All that can be taken in a game, kind and id; the number of a thing is its place in this list."""
    return [(kind.name, id) for kind in kinds_of(game) for id in kind.ids]


def _zones(game: Game, kind: Kind) -> list[str]:
    return [zone for zone in kind.zones if zone in game.fields]


@rule
def note(number, bits, before, round, first, times):
    """Note the things of a set that were not there before; the first of them has this number."""
    new = bits & ~before
    thing = number
    while new != np.uint64(0):
        if holds(new, 0):
            if times[thing] == 0:
                first[thing] = round
            times[thing] += 1
        new >>= np.uint64(1)
        thing += 1


@dispatcher("s, seat, action, before, round, first, times")
def taken(game: Game, code: Code) -> None:
    """Note what a seat has taken with an answer: `before` holds its sets by kind, and is brought up to date.

    `first` is the round in which each thing was first taken, and `times` how often.
    """
    take, uint64, number = code.name(note), code.name(np.uint64), 0
    code.add("own = s.seats[seat]")
    for kind_number, kind in enumerate(kinds_of(game)):
        if kind.block is not None:
            code.add(f"if {int(kind.block)} <= action < {kind.block + len(kind.ids)}:")
            code.add(f"{take}({number - kind.block} + action, {uint64}(1), {uint64}(0), round, first, times)", depth=1)
        else:
            sets = [
                f"{code.name(laid_out)}(own)" if zone == "route" else f"{uint64}(own.{zone})"
                for zone in _zones(game, kind)
            ]
            code.add(f"bits = {' | '.join(sets)}")
            code.add(f"if bits & ~before[{kind_number}] != {uint64}(0):")
            code.add(f"{take}({number}, bits, before[{kind_number}], round, first, times)", depth=1)
            code.add(f"before[{kind_number}] |= bits", depth=1)
        number += len(kind.ids)
