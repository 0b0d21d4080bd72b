"""Chance. A state holds one number, `chance`, that determines everything hidden.

A draw is a function of that number, of its stream (a deck or another random event) and of the
number of earlier draws from the stream. The order of a deck is therefore fixed from the start,
whatever the players do, and needs no memory. The same seed gives the same game on every machine,
also on a GPU. To shuffle all hidden cards, it is enough to change one number.
"""

import numpy as np

from century.engine.compile import rule

_LOW = np.uint64(0xFFFFFFFF)
_GOLDEN = np.uint64(0x9E3779B9)
_FIRST = np.uint64(0x7FEB352D)
_SECOND = np.uint64(0x846CA68B)
_ROUNDS = 4

START_STREAM = 0  # the start player
FIRST_DECK_STREAM = 1  # each deck of a game has its own stream, from this number on


@rule
def scrambled(x):
    """Return a hash of a 32-bit number, computed in 64-bit arithmetic that cannot overflow."""
    x = ((x ^ (x >> np.uint64(16))) * _FIRST) & _LOW
    x = ((x ^ (x >> np.uint64(15))) * _SECOND) & _LOW
    return x ^ (x >> np.uint64(16))


@rule
def roll(chance, stream, count, n):
    """Return the `count`-th random number of a stream, in [0, n)."""
    left = chance >> np.uint64(32)
    right = chance & _LOW
    key = np.uint64(stream) * np.uint64(256) + np.uint64(count)
    for _ in range(_ROUNDS):
        key = (key + _GOLDEN) & _LOW
        mixed = left ^ scrambled(right ^ key)
        left = right
        right = mixed
    return np.int64((right * np.uint64(n)) >> np.uint64(32))


@rule
def tossed(dice):
    """Return the next state of the dice of a random player (xorshift; never zero)."""
    dice ^= dice << np.uint64(13)
    dice ^= dice >> np.uint64(7)
    dice ^= dice << np.uint64(17)
    return dice


@rule
def below(dice, n):
    """Return the number in [0, n) that the dice show."""
    return np.int64(((dice >> np.uint64(32)) * np.uint64(n)) >> np.uint64(32))


def dice_of(seed: int, games: int, first: int = 0) -> "np.ndarray[tuple[int], np.dtype[np.uint64]]":
    """Return the dice of the random players of `games` games. Those of game k depend only on seed + k."""
    # the sum may exceed 2**64; arrays wrap around without a warning
    number = np.arange(first, first + games, dtype=np.uint64) + np.uint64(seed & 0xFFFFFFFFFFFFFFFF)
    low, high = number & _LOW, number >> np.uint64(32)
    dice = (scrambled(low ^ _GOLDEN) << np.uint64(32)) | scrambled(scrambled(low) ^ high)
    return np.asarray(dice | np.uint64(1))
