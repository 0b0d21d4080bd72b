"""Chance. A state carries one number, `chance`, from which everything hidden follows.

A draw is a function of that number, of the stream (which deck, or which other event) and of how
many draws of the stream came before. So a deck has its order from the first moment on, whatever
the players do, although nobody wrote it down; the same seed is the same game everywhere, on a GPU
too; and to imagine the hidden cards anew is to change one number.
"""

import numpy as np

from century.engine.compile import rule

_LOW = np.uint64(0xFFFFFFFF)
_GOLDEN = np.uint64(0x9E3779B9)
_FIRST = np.uint64(0x7FEB352D)
_SECOND = np.uint64(0x846CA68B)
_ROUNDS = 4

START_STREAM = 0  # who starts
FIRST_DECK_STREAM = 1  # each deck of a game has a stream of its own, from here on


@rule
def scrambled(x):
    """A 32-bit number well mixed, in 64-bit arithmetic that cannot overflow."""
    x = ((x ^ (x >> np.uint64(16))) * _FIRST) & _LOW
    x = ((x ^ (x >> np.uint64(15))) * _SECOND) & _LOW
    return x ^ (x >> np.uint64(16))


@rule
def roll(chance, stream, count, n):
    """A random number in [0, n): the `count`-th of a stream."""
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
    """The next state of the dice of a random player (xorshift; never zero)."""
    dice ^= dice << np.uint64(13)
    dice ^= dice >> np.uint64(7)
    dice ^= dice << np.uint64(17)
    return dice


@rule
def below(dice, n):
    """What the dice show: a number in [0, n)."""
    return np.int64(((dice >> np.uint64(32)) * np.uint64(n)) >> np.uint64(32))


def dice_of(seed: int, games: int, first: int = 0) -> "np.ndarray[tuple[int], np.dtype[np.uint64]]":
    """The dice of the random players of `games` games: those of game k depend on seed + k alone."""
    # the sum may pass 2**64: arrays wrap around without a word
    number = np.arange(first, first + games, dtype=np.uint64) + np.uint64(seed & 0xFFFFFFFFFFFFFFFF)
    low, high = number & _LOW, number >> np.uint64(32)
    dice = (scrambled(low ^ _GOLDEN) << np.uint64(32)) | scrambled(scrambled(low) ^ high)
    return np.asarray(dice | np.uint64(1))
