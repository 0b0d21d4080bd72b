"""A piece of an observation: some numbers with one meaning, written by a rule."""

from collections.abc import Sequence
from typing import Any, ClassVar, NamedTuple

import numpy as np

from century.engine.actions import Block
from century.engine.compile import rule
from century.engine.game import Game
from century.engine.part import Rule
from century.mechanisms.common.cubes import COLOURS
from century.mechanisms.common.decks import NONE

NUMBER = np.int16  # the type of all numbers of an observation
MOST = int(np.iinfo(NUMBER).max)
MOST_POINTS = 100  # of one printed thing
MOST_PRINTED = 127  # of any other printed number


class Column(NamedTuple):
    """One number of a piece: its name, the least and the most it can be, and what is usual at most."""

    name: str
    high: int = 1
    low: int = 0
    usual: int | None = None


def colours(what: str, high: int = MOST, usual: int = 10) -> tuple[Column, ...]:
    """A number for each colour of cubes."""
    return tuple(Column(f"{what} {code}".strip(), high, usual=usual) for code in "YRGB")


EFFECT = (  # of a card: what `write_effect` writes
    Column("upgrades", MOST_PRINTED, usual=3),
    *colours("gives", MOST_PRINTED, 5),
    *colours("takes", MOST_PRINTED, 5),
)
EFFECT_COLUMNS = len(EFFECT)
COST = (*colours("cost", MOST_PRINTED, 5), Column("points", MOST_POINTS, usual=20))  # what `write_cost` writes
COST_COLUMNS = len(COST)


class Piece:
    """Numbers with one meaning: `observe(s, box, seat, out, at)` is a rule that writes all of them, from `out[at]` on.

    A piece of the table is seen from `seat`. A piece of a seat is written once for each seat, which is then `seat`.
    The numbers are in rows of columns; a game has the pieces for which its state has the fields.
    """

    name: ClassVar[str]
    meaning: ClassVar[str]
    needs: ClassVar[Sequence[str]] = ()  # fields of the table or of a seat
    of_a_seat: ClassVar[bool] = False
    columns: ClassVar[Sequence[Column]] = (Column(""),)
    observe: Rule

    @staticmethod
    def rows(game: Game) -> Sequence[str]:
        """The names of its rows."""
        return ("",)


def labelled(block: Block) -> Any:
    """Rows for the things that a block of actions names."""
    return staticmethod(lambda game: block.labels)


def numbered(what: str, count: int) -> Any:
    """So many rows of one kind."""
    return staticmethod(lambda game: [f"{what} {number + 1}" for number in range(count)])


@rule
def write_bits(out, at, cards, count):
    """A 1 for each card of a set."""
    left = np.uint64(cards)
    first = np.uint64(at)  # not below zero, so compiled code need not look for that
    for card in range(count):
        out[first + np.uint64(card)] = np.int16((left >> np.uint64(card)) & np.uint64(1))


@rule
def write_cubes(out, at, cubes):
    """How many cubes of each colour."""
    first = np.uint64(at)
    for colour in range(COLOURS):
        out[first + np.uint64(colour)] = cubes[colour]


@rule
def write_zeros(out, at, count):
    """Nothing is there."""
    first = np.uint64(at)
    for number in range(count):
        out[first + np.uint64(number)] = 0


@rule
def write_effect(out, at, box, number):
    """An effect of the table of effects: upgrades, what is given and what is taken."""
    effect = box.effects[number]
    out[at] = effect.upgrades
    write_cubes(out, at + 1, effect.given)
    write_cubes(out, at + 1 + COLOURS, effect.taken)


@rule
def write_merchant(out, at, box, card):
    """A merchant card that lies somewhere: its number, counted from 1, and its effect; zeros if there is none."""
    if card == NONE:
        write_zeros(out, at, 1 + EFFECT_COLUMNS)
    else:
        out[at] = card + 1
        write_effect(out, at + 1, box, box.first_merchant + card)


@rule
def write_cost(out, at, box, card):
    """A thing that is claimed: its number, counted from 1, its cost and its points; zeros if there is none."""
    if card < 0:
        write_zeros(out, at, 1 + COST_COLUMNS)
    else:
        out[at] = card + 1
        write_cubes(out, at + 1, box.point_cards[card].cost)
        out[at + 1 + COLOURS] = box.point_cards[card].points
