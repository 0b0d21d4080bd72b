"""State: one aligned NumPy record, and the stack of open questions in it.

A turn is a series of small questions. `question` is the one to be answered now; `ask` puts
another one on the stack, and the last one asked is answered first.
"""

from collections.abc import Iterable

import numpy as np
from numpy.typing import DTypeLike

from century.engine.compile import rule
from century.engine.rows import RecordType

Field = tuple[str, DTypeLike] | tuple[str, DTypeLike, int | tuple[int, ...]]

PLAYING, FINISHED, STOPPED = range(3)  # the values of `over`
MOST_QUESTIONS = 16  # open at one time
MOST_OFFERS = 127  # answers to one question


def record(*fields: Field) -> RecordType:
    """The type of a record with the given fields."""
    for name, *_ in fields:
        if hasattr(np.recarray, name) or hasattr(np.record, name):
            raise ValueError(f"a field cannot be called {name!r}: NumPy has an attribute of that name")
    return _without_gaps(np.dtype(list(fields), align=True))


def _without_gaps(dtype: RecordType) -> RecordType:
    """The same layout, with fields where alignment left gaps: NumPy does not copy the bytes of a gap."""
    fields: list[Field] = []
    at = 0
    for name, (field, offset, *_) in sorted((dtype.fields or {}).items(), key=lambda item: item[1][1]):
        if offset > at:
            fields.append((f"gap_{at}", np.uint8, offset - at))
        fields.append((name, field))
        at = offset + field.itemsize
    if dtype.itemsize > at:
        fields.append((f"gap_{at}", np.uint8, dtype.itemsize - at))
    closed = np.dtype(fields, align=True)
    assert closed.itemsize == dtype.itemsize
    return closed


QUESTION = record(
    ("decision", np.int8),  # what is asked
    ("seat", np.int8),  # who answers
    ("number", np.int16),  # two numbers that belong to the question, as in
    ("of", np.int16),  # "place a cube on card 2 of 3"
)


def table(seats: int, fields: Iterable[Field], seat_fields: Iterable[Field]) -> RecordType:
    """The record of a game: what every game has, and what its mechanisms bring."""
    return record(
        ("chance", np.uint64),
        ("turn", np.int32),  # counted from 0; -1 before the first
        ("turn_limit", np.int32),  # 0: none
        ("players", np.int8),
        ("start", np.int8),  # the seat of the start player
        ("over", np.int8),
        ("asked", np.int8),  # questions on the stack
        ("question", QUESTION),
        ("questions", QUESTION, MOST_QUESTIONS),
        *fields,
        ("seats", record(*seat_fields), seats),
    )


@rule
def ask(s, decision, number=0, of=0):
    """Put a question to the seat that is answering now."""
    ask_seat(s, s.question.seat, decision, number, of)


@rule
def ask_seat(s, seat, decision, number=0, of=0):
    """Put a question to a seat; the last question asked is answered first."""
    question = s.questions[s.asked]
    question.decision = decision
    question.seat = seat
    question.number = number
    question.of = of
    s.asked += 1


@rule
def take_question(s):
    """Make the question on top of the stack the one to be answered now."""
    s.asked -= 1
    top = s.questions[s.asked]
    s.question.decision = top.decision
    s.question.seat = top.seat
    s.question.number = top.number
    s.question.of = top.of
    top.decision = 0  # a state has one form: nothing is left above the stack
    top.seat = 0
    top.number = 0
    top.of = 0


@rule
def me(s):
    """The seat that answers."""
    return s.seats[s.question.seat]


@rule
def offer(offers, action):
    """Add an action to the open ones; `offers[0]` counts them."""
    offers[0] += 1
    offers[offers[0]] = action


@rule
def is_offered(offers, action):
    """Whether an action is among the open ones."""
    for place in range(1, offers[0] + 1):
        if offers[place] == action:
            return True
    return False


@rule
def keep_only(offers, action):
    """Remove all other actions from the open ones."""
    offers[0] = 1
    offers[1] = action


@rule
def drop(offers, action):
    """Remove an action from the open ones."""
    kept = 0
    for place in range(1, offers[0] + 1):
        if offers[place] != action:
            kept += 1
            offers[kept] = offers[place]
    offers[0] = kept
