"""What pieces of observations share: the type and bounds of their numbers, and rules that write sets and zeros."""

import numpy as np
from numpy.typing import NDArray

from century.engine.compile import rule

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
