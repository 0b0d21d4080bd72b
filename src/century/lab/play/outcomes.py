"""The outcomes of a run of games, as arrays."""

from dataclasses import dataclass, fields
from io import BytesIO
from typing import Self

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True)
class Outcomes:
    """The outcomes of consecutive games of a plan. Row k of an array belongs to the game with the number first + k."""

    first: int
    starts: NDArray[np.int8]  # the seat of the start player
    turns: NDArray[np.int32]
    stopped: NDArray[np.bool_]
    winners: NDArray[np.int8]  # -1: nobody, the game was stopped
    answers: NDArray[np.int32]  # by seat
    items: NDArray[np.int32]  # points by seat and item of the score
    taken_by: NDArray[np.int64]  # for each thing taken: game * players + seat,
    taken: NDArray[np.int16]  # the number of the thing,
    taken_in: NDArray[np.int32]  # the round in which it was first taken,
    taken_times: NDArray[np.int32]  # and how often
    turn_rows: NDArray[np.void]  # a row for each turn, if requested
    seconds: tuple[float, ...] = ()  # thinking time by game and seat; tournaments only
    failed: tuple[str, ...] = ()  # by game and seat: why it lost at once; tournaments only

    def __len__(self) -> int:
        return len(self.turns)

    @property
    def scores(self) -> NDArray[np.int32]:
        """The points by seat."""
        scores: NDArray[np.int32] = self.items.sum(axis=2, dtype=np.int32)
        return scores

    def by_place(self) -> NDArray[np.int32]:
        """Return the points by place in turn order, the start player's first."""
        players = self.answers.shape[1]
        seats = (self.starts[:, None] + np.arange(players)) % players
        return np.take_along_axis(self.scores, seats.astype(np.intp), axis=1)

    def as_bytes(self) -> bytes:
        """Return the outcomes in NumPy's file format."""
        file = BytesIO()
        arrays = {field.name: np.asarray(getattr(self, field.name)) for field in fields(self)}
        np.savez(file, allow_pickle=False, **arrays)
        return file.getvalue()

    @classmethod
    def from_bytes(cls, content: bytes) -> Self:
        """Return outcomes from `as_bytes`."""
        with np.load(BytesIO(content), allow_pickle=False) as file:
            arrays = {field.name: file[field.name] for field in fields(cls)}
        tuples = {name: tuple(arrays[name].tolist()) for name in ("seconds", "failed")}
        return cls(**{**arrays, **tuples, "first": int(arrays["first"])})
