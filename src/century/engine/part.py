"""What a mechanism brings to a game: its part, and the classes in which it declares what others need to know.

A `Part` says everything that is known about a mechanism: its fields, its set-up, what a view shows of it, what an
observation tells of it, what it is worth to a planner, and what can be taken. Players, environments, the lab, the
terminal and the page ask the parts of a game, and so name no mechanism.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, ClassVar, NamedTuple

import numpy as np
from numpy.typing import NDArray

from century.components.catalogue import Catalogue
from century.engine.actions import Block, Decision
from century.engine.compile import rule
from century.engine.deeds import Ask, Describe
from century.engine.rows import Row
from century.engine.state import Field, offer
from century.engine.things import Shown, Thing
from century.types import Rule

if TYPE_CHECKING:
    from century.engine.game import Game
    from century.engine.view import Known


class Choice:
    """One kind of answer: when it is open, and what it does.

    `options(s, box, offers)` offers the actions of the block that are open now, `do(s, box, index)`
    carries out the one with this index in the block. Both are rules. `why_not` says in words why
    an action of the block is not open, and which rule forbids it; `closed` is that reason where there is only one.
    """

    block: ClassVar[Block]
    appeal: ClassVar[int] = 1  # how much likelier it is than others for a player that chooses at random with some sense
    is_claim: ClassVar[bool] = False  # whether it claims something for points
    closed: ClassVar[str] = ""
    options: Rule
    do: Rule

    @classmethod
    def why_not(cls, s: Row, box: Row, index: int) -> str:
        """Return why the action is not open, if it is not."""
        return cls.closed


class OneAnswer(Choice):
    """A choice of a single answer. `can(s, box)` is a rule that says whether it is open; without it, it always is."""

    can: Rule

    def __init_subclass__(cls) -> None:
        """Write the rule `options`."""
        action, can = int(cls.block), getattr(cls, "can", always)

        def options(s: Row, box: Row, offers: NDArray[np.int16]) -> None:
            if can(s, box):
                offer(offers, action)

        options.__qualname__ = f"{cls.__qualname__}.options"
        cls.options = staticmethod(rule(options))


@rule
def always(s: Row, box: Row) -> bool:
    """Whether an answer is open that always is."""
    return True


class Item:
    """One line of the final score: `points(s, box, seat)` is a rule."""

    name: ClassVar[str]
    good: ClassVar[str] = ""  # the code of the coin that scores, if it is one: each edition has a name for it
    lasting: ClassVar[bool] = True  # whether these points stay; those of cubes go when the cubes are spent
    points: Rule


class Event(int):
    """Something that happens in a mechanism, and to which each game responds in its own way."""

    words: str


_EVENTS: list[Event] = []


def event(words: str) -> Event:
    """Return a new kind of event."""
    new = Event(len(_EVENTS))
    new.words = words
    _EVENTS.append(new)
    return new


class Column(NamedTuple):
    """One number of a piece: its name, its greatest and least values, and a usual greatest value."""

    name: str
    high: int = 1
    low: int = 0
    usual: int | None = None


class Piece:
    """Numbers of an observation that belong together: `observe(s, box, seat, out, at)` is a rule that writes them.

    It writes all of them, from `out[at]` on: rows of columns. A piece of the table is seen from `seat`. A piece of a
    seat is written once for each seat, which is then `seat`. Pieces of one `order` stand in the order of the parts.
    """

    name: ClassVar[str]
    meaning: ClassVar[str]
    order: ClassVar[int] = 1000  # its place among the pieces of an observation; trained players rely on it
    of_a_seat: ClassVar[bool] = False
    rows: ClassVar[Sequence[str]] = ("",)
    columns: ClassVar[Sequence[Column]] = (Column(""),)
    observe: Rule

    @classmethod
    def rows_of(cls, game: "Game") -> Sequence[str]:
        """Return the names of its rows; override it if they depend on the game."""
        return cls.rows


class Measure:
    """Something of value that a seat has: `worth(s, box, seat, weights)` is a rule; `seat` is the record of the seat.

    `weights` names its weights, in the order in which the rule is given them, with their values (in points) in a game
    that has no tuned ones. After them comes one weight for each of `pieces`, single cards or tiles: 0 until tuned.
    """

    weights: ClassVar[Mapping[str, float]]
    pieces: ClassVar[Sequence[str]] = ()
    fading: ClassVar[bool] = False  # whether its value shrinks as the game nears its end
    order: ClassVar[int] = 1000  # its place in the sum; tuned weights rely on it to the last bit
    worth: Rule


class Habit:
    """Legal answers that a planner skips: `trim(s, box, offers)` is a rule that removes some offers, never all."""

    trim: Rule


def measure(
    order: int, weights: Mapping[str, float], *, pieces: Sequence[str] = (), fading: bool = False
) -> Callable[[Rule], type[Measure]]:
    """Decorate a function `(s, box, seat, weights)`: it is the rule of a measure."""

    def decorate(worth: Rule) -> type[Measure]:
        declared = {"order": order, "weights": weights, "pieces": pieces, "fading": fading, "worth": rule(worth)}
        return type(worth.__name__, (Measure,), declared)

    return decorate


def habit(trim: Rule) -> type[Habit]:
    """Decorate a function `(s, box, offers)`: it is the rule of a habit."""
    return type(trim.__name__, (Habit,), {"trim": rule(trim)})


class Purchase(NamedTuple):
    """A turn of the opening that buys a piece outright."""

    answers: Sequence[int]  # of the whole turn
    piece: str  # the name of its weight
    value: float  # of the piece, by the weights
    rest: float  # of what else changes hands


class Shop:
    """Pieces that are bought outright in the opening, where there is nothing else to get early."""

    @staticmethod
    def purchases(known: "Known", weights: Mapping[str, float]) -> list[Purchase]:
        """Return what the seat can buy this turn; nothing once the opening is over."""
        raise NotImplementedError

    @staticmethod
    def printed(game: "Game", weights: Mapping[str, float]) -> dict[str, float]:
        """Return the value of each piece by what is printed on it, without its own weight."""
        raise NotImplementedError


@dataclass(frozen=True)
class Taken:
    """A kind of thing that seats take: its name, the ids of its things in order, and how taking one is recognized.

    A thing is taken when it is new in one of the sets of a seat, or when an answer of `block` names it. `sets` are
    fields of the seat, or rules: `set(seat)` returns the bits. Parts that name the same kind and ids add to one
    another's sets.
    """

    name: str
    ids: Sequence[str]
    sets: Sequence[str | Rule] = ()
    block: Block | None = None
    order: int = 1000  # its place among the kinds of a game; tables of games rely on it


@dataclass(frozen=True)
class Part:
    """Everything that is known about a mechanism of a game.

    Fields of the table, of each seat and of the box (the printed things); `read` fills the box
    from the catalogue; `prepare` writes into blank states what a setting of the game decides (a map);
    `setup` are rules that set the mechanism up; `forget` are rules that empty what is hidden from all; `show` and
    `show_seat` return what may be seen of it; `observed` are its pieces of an observation.

    What some seats know and others do not, such as a hand of cards, needs two kinds of rules. Those in `hide`, called
    with `(s, box, seat)`, remove what a seat does not know; seat -1 is a watcher. Those in `imagine`, called with the
    same, fill in what `hide` has removed, at random by `s.chance`. `show` and `show_seat` see a state after `hide`.

    `labels` are what people read for the names in `show` and `show_seat`, where the names themselves do not say it.

    `deeds` describe the answers of its choices, and `questions` put its questions in friendly words. `things` describe
    what is printed by kind and number, for kinds of things that can be taken.

    For planners: `measures` and `habits`; `progress(s, box, seat)` returns how near a seat has brought the end of
    the game, from 0 to 1; `blur(s)` makes states within a turn equal that need not be distinguished;
    `conflict(s, seat, answers)` returns whether a planned turn of another seat upsets the plan of the seat;
    `replies` are rules `(s, box)` by decision, which return the answer that planners expect of another seat to a
    question outside its turn (without one: the first legal answer); `windfalls` are fields of a seat that turns of
    others increase, and that planners do not count on. `shop` sells pieces in the opening.
    """

    table: Sequence[Field] = ()
    seat: Sequence[Field] = ()
    box: Sequence[Field] = ()
    read: Callable[[Row, Catalogue], None] | None = None
    prepare: Callable[[NDArray[np.void], str, Catalogue], None] | None = None
    setting: str = ""  # the setting whose value `prepare` is given
    setup: Sequence[Rule] = ()
    forget: Sequence[Rule] = ()
    hide: Sequence[Rule] = ()
    imagine: Sequence[Rule] = ()
    show: Callable[[Row, Row, Catalogue], Mapping[str, Shown]] | None = None
    show_seat: Callable[[Row, Row, Catalogue, Row], Mapping[str, Shown]] | None = None
    labels: Mapping[str, str] = field(default_factory=dict)
    deeds: Mapping[type[Choice], Describe] = field(default_factory=dict)
    questions: Mapping[Decision, Ask] = field(default_factory=dict)
    things: Mapping[str, Callable[[Row, int], Thing]] = field(default_factory=dict)
    observed: Sequence[type[Piece]] = ()
    taken: Sequence[Taken] = ()
    measures: Sequence[type[Measure]] = ()
    habits: Sequence[type[Habit]] = ()
    progress: Rule | None = None
    blur: Rule | None = None
    conflict: Rule | None = None
    replies: Mapping[Decision, Rule] = field(default_factory=dict)
    windfalls: Sequence[str] = ()
    shop: type[Shop] | None = None
    cubes: str = ""  # the field of a seat that holds its cubes by colour
