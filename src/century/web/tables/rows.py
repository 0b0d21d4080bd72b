"""Rows of the database, as the rest of the server sees them."""

from dataclasses import dataclass
from typing import TypedDict

from century.types import JsonDict

Options = JsonDict  # arguments of `Game.new`


class Result(TypedDict):
    """The result of a game that is over."""

    points: list[int]
    winner: int | None
    stopped: bool  # whether the turn limit ended the game


class Change(TypedDict, total=False):
    """New values of a table."""

    actor: int | None
    stage: str
    result: Result
    turn_at: float


@dataclass(frozen=True)
class SeatRow:
    """A seat at a table."""

    seat: int
    kind: str  # "person", "bot", "open" (for anybody), "invited" (by link)
    person: str | None
    name: str
    level: str | None  # of a bot, also of one that stands in for the person

    @property
    def is_free(self) -> bool:
        """Whether the seat waits for a person."""
        return self.kind in ("open", "invited")


@dataclass(frozen=True)
class TableRow:
    """A table without its answers."""

    id: str
    game: str
    options: Options
    rules: str
    host: str
    made: float
    touched: float
    version: int
    plies: int
    actor: int | None
    stage: str
    private: bool
    takebacks: bool
    hints: bool
    clock: int | None
    turn_at: float
    result: Result | None
    rematch: str | None
    seats: tuple[SeatRow, ...]
    hinted: frozenset[int] = frozenset()  # the answers before which a hint was shown, of a table that is played

    def __hash__(self) -> int:
        return hash((self.id, self.version))

    def seats_of(self, person: str) -> list[int]:
        """Return the seats of a person."""
        return [seat.seat for seat in self.seats if seat.person == person]


@dataclass(frozen=True, slots=True)
class AnswerRow:
    """An answer: the number of its action, the seat, and who gave it: a person, "bot:LEVEL", "clock" or "record"."""

    action: int
    seat: int
    by: str


@dataclass(frozen=True)
class NewAnswer:
    """An answer to a version of a table, and how it changes the table."""

    table: str
    version: int
    ply: int
    answer: AnswerRow
    change: Change
