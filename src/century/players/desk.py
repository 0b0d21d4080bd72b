"""The desk of a beam search: its limits, and all arrays that it writes to, allocated once."""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from century.engine.compile import rule
from century.engine.rows import RecordType
from century.engine.state import MOST_OFFERS, record
from century.players.turns import QUEUE, SEEN, Answers, blank_line

CANDIDATES = 3  # for each node that a beam keeps
RECORDS = ("states", "kept", "candidates", "course")  # fields of a desk: arrays of records, or `Rows` if interpreted

NODE = record(
    ("value", np.float64),
    ("gained", np.float64),  # points by turn, discounted
    ("points", np.int64),  # settled so far
    ("key", np.uint64),
    ("parent", np.int32),  # the index in the previous beam
    ("first", np.int32),  # the index of the line's first turn
)
COURSE = record(
    ("seat", np.int64),  # the seat whose line is searched
    ("planned", np.int64),  # whether the others follow their plans (otherwise they pass)
    ("width", np.int64),
    ("most", np.int64),  # most states examined in one turn
    ("first_turn", np.int64),
    ("left", np.float64),  # the share of the game left at the first turn
    ("stock", np.float64),  # the value of a point of worth, one turn later
    ("number", np.int64),  # of the turn that is searched, from 0
    ("rate", np.float64),  # the value of a point made in that turn
    ("prize", np.float64),  # the value of a win in that turn, in points
    ("nodes", np.int64),  # in the beam
    ("next_nodes", np.int64),  # candidates so far for the next beam
    ("enough", np.float64),  # the value that a candidate must exceed
)


class Search(NamedTuple):
    """How far to look: the width and the depth in turns of the beams, for the own seat and for the others."""

    width: int
    depth: int
    other_width: int = 0
    other_depth: int = 0
    most: int = 800  # states looked at in one turn
    even: bool = False  # seats that have had their turn in this round look one turn less far

    def wide(self, width: int) -> "Search":
        """Return the same search with another width. Plans of the others are not wider than that."""
        return self._replace(width=width, other_width=min(width, self.other_width))


class Reach(NamedTuple):
    """The limits of one beam."""

    width: int
    depth: int
    most: int


class Candidate(NamedTuple):
    """A state that may become a node of the next beam."""

    parent: int
    value: float
    gained: float
    points: int


class Desk(NamedTuple):
    """The working memory of a search: everything that it writes to."""

    states: Any  # the beam, then the candidates, then a queue of states within a turn, one more, and the root
    words: NDArray[np.uint64]  # the same, as numbers
    kept: Any  # nodes of the beam
    candidates: Any  # for the nodes of the next one
    course: Any  # how far the beam has come: one record
    plans: Answers  # the best line of each seat: answers by turn, or NO_ANSWER
    hopes: NDArray[np.float64]  # the values of these lines, including current points
    moves: Answers  # answers by turn and place in the beam
    candidate_moves: Answers
    values: NDArray[np.float64]  # what the candidates are worth, in any order: room to find the bar
    parents: NDArray[np.int32]  # by turn and place in the beam
    table: NDArray[np.int32]  # candidates by key, counted from 1
    seen: NDArray[np.uint64]  # keys of states within a turn
    inner: NDArray[np.int64]  # indices in the queue of states within a turn
    turns: NDArray[np.int64]  # indices of states after whole turns
    paths: Answers  # answers by index in the queue
    lengths: NDArray[np.int64]
    offers: NDArray[np.int16]
    others_offers: NDArray[np.int16]
    behind: NDArray[
        np.float64
    ]  # by first turn: points by which its best line is behind the best one; infinity: not examined
    last: NDArray[np.int64]  # the last turn at which the beam had a line with this first turn


def blank_desk(state_type: RecordType, width: int, depth: int) -> Desk:
    """Return room for a beam of this width and depth."""
    states = np.zeros(width + CANDIDATES * width + QUEUE + 2, state_type)
    seats = state_type["seats"].shape[0]
    return Desk(
        states,
        states.view(np.uint64).reshape(len(states), -1),
        np.zeros(width, NODE),
        np.zeros(CANDIDATES * width, NODE),
        np.zeros(1, COURSE),
        blank_line(seats, depth),
        np.zeros(seats, np.float64),
        blank_line(depth, width),
        blank_line(CANDIDATES * width),
        np.zeros(CANDIDATES * width, np.float64),
        np.zeros((depth, width), np.int32),
        np.zeros(_table_size(CANDIDATES * width), np.int32),
        np.zeros(SEEN, np.uint64),
        np.zeros(QUEUE, np.int64),
        np.zeros(QUEUE, np.int64),
        blank_line(QUEUE + 1),
        np.zeros(QUEUE + 1, np.int64),
        np.zeros(MOST_OFFERS + 1, np.int16),
        np.zeros(MOST_OFFERS + 1, np.int16),
        np.full(width, np.inf),
        np.zeros(width, np.int64),
    )


def _table_size(room):
    """Return the table size for a number of nodes: a power of two, at most half full."""
    size = 64
    while size < 2 * room:
        size *= 2
    return size


table_size = rule(_table_size)


@rule
def queue_of(width):
    """Return the row where the queue of states within a turn begins."""
    return width + CANDIDATES * width
