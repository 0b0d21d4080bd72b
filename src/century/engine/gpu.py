"""The rules on a GPU, through numba-cuda: the same functions, the same bytes.

A thread plays one game. It works on a copy of the state in its local memory, which the hardware
interleaves between threads, and writes the state back at the end.
"""

from functools import cache
from typing import Any

import numpy as np

# ruff: noqa: E402
for _old, _new in (("row_stack", "vstack"), ("in1d", "isin"), ("trapz", "trapezoid")):
    if not hasattr(np, _old):  # numba-cuda 0.30 still asks NumPy 2.5 for the old names
        setattr(np, _old, getattr(np, _new))

import numba
from numba import cuda as cuda  # others take it from here
from numpy.typing import NDArray

from century.engine.contract import setup
from century.engine.game import Game
from century.engine.native import play_randomly, write_result
from century.engine.state import MOST_OFFERS

_OFFERS = MOST_OFFERS + 1  # a local array wants a constant of this module
_THREADS = 128


@cache
def playouts_kernel(game: Game) -> Any:
    """The kernel that deals and plays each game with random answers; compiled on first use."""
    state_type = numba.from_dtype(game.state_type)

    @cuda.jit
    def playouts(states, boxes, dice, weights, most, decisions, scores, winners):
        game = cuda.grid(1)
        if game < states.shape[0]:
            mine = cuda.local.array(1, state_type)
            mine[0] = states[game]
            s = mine[0]
            offers = cuda.local.array(_OFFERS, numba.int16)
            box = boxes[0]
            setup(s, box)
            decisions[game] = play_randomly(s, box, offers, dice[game], weights, most)
            write_result(s, box, scores[game], winners, game)
            states[game] = s

    return playouts


def playouts(
    game: Game,
    states: NDArray[np.void],
    boxes: NDArray[np.void],
    dice: NDArray[np.uint64],
    weights: NDArray[np.int32],
    most: int,
    decisions: NDArray[np.int64],
    scores: NDArray[np.int32],
    winners: NDArray[np.int8],
) -> None:
    """What `native.playouts` does, on the GPU; the arrays may lie there already."""
    blocks = -(-len(states) // _THREADS)
    playouts_kernel(game)[blocks, _THREADS](states, boxes, dice, weights, most, decisions, scores, winners)
