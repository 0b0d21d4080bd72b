"""What pieces of observations share: the type and bounds of their numbers, rules that write them, and common kinds."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from century.engine.compile import rule
from century.engine.dispatch import Code
from century.engine.part import Column, Piece
from century.types import Rule

if TYPE_CHECKING:
    from century.engine.game import Game

NUMBER = np.int16  # the type of all numbers of an observation
MOST = int(np.iinfo(NUMBER).max)
MOST_POINTS = 100  # of one printed thing
MOST_PRINTED = 127  # of any other printed number


@rule
def write_bits(out: NDArray[np.int16], at: int, cards: np.unsignedinteger, count: int) -> None:
    """Write a 1 for each member of a set, and a 0 for everything else."""
    left = np.uint64(cards)
    first = np.uint64(at)  # not below zero, so compiled code need not look for that
    for card in range(count):
        out[first + np.uint64(card)] = np.int16((left >> np.uint64(card)) & np.uint64(1))


@rule
def write_zeros(out: NDArray[np.int16], at: int, count: int) -> None:
    """Write a 0 for each of `count` numbers."""
    first = np.uint64(at)
    for number in range(count):
        out[first + np.uint64(number)] = 0


def piece(
    name: str,
    order: int,
    meaning: str,
    columns: Sequence[Column] = (Column(""),),
    *,
    rows: Sequence[str] = ("",),
    rows_of: Callable[["Game"], Sequence[str]] | None = None,
    of_a_seat: bool = False,
) -> Callable[[Rule], type[Piece]]:
    """Decorate a function `(s, box, seat, out, at)`: it is the rule of a piece. `rows_of` names rows game by game."""

    def decorate(observe: Rule) -> type[Piece]:
        declared = {
            "name": name,
            "order": order,
            "meaning": meaning,
            "columns": columns,
            "rows_of": staticmethod(rows_of or (lambda game: rows)),
            "of_a_seat": of_a_seat,
            "observe": rule(observe),
        }
        return type(name, (Piece,), declared)

    return decorate


def set_piece(field: str, ids: Sequence[str], order: int, meaning: str) -> type[Piece]:
    """Return a piece of a seat: 1 for each of the things that a set holds, which is a field of the seat."""
    code = Code()
    code.call(write_bits, f"out, at, s.seats[seat].{field}, {len(ids)}")
    return piece(field, order, meaning, rows=ids, of_a_seat=True)(_observe(code, field))


def count_piece(
    field: str,
    order: int,
    meaning: str,
    columns: Sequence[Column] = (Column(""),),
    *,
    name: str = "",
    of_a_seat: bool = True,
    rows: Sequence[str] = ("",),
) -> type[Piece]:
    """Return a piece with the numbers of a field of the seat, or of the table: one, or an array of them."""
    code, owner, count = Code(), "s.seats[seat]" if of_a_seat else "s", len(rows) * len(columns)
    if count == 1:
        code.add(f"out[at] = {owner}.{field}")
    else:
        code.add(f"for number in range({count}): out[at + number] = {owner}.{field}[number]")
    return piece(name or field, order, meaning, columns, rows=rows, of_a_seat=of_a_seat)(_observe(code, field))


def _observe(code: Code, field: str) -> Rule:
    return code.function(f"observe_{field}", "s, box, seat, out, at", "pieces")
