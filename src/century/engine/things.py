"""Things on the table, and what is said of them: signs, things, deeds and questions.

A mechanism describes each of its cards, tiles and places once, as a `Thing`: in signs, in words and as the plain data
of a view. The page, the terminal, pictures and reports draw the signs; a screen reader says the words.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Self, TypeAlias, TypeVar

from century.engine.rows import Row
from century.types import Json
from century.words import Said, named


class Cubes(str):
    """Cubes as letters, such as "YYR"."""

    __slots__ = ()


@dataclass(frozen=True)
class Arrow:
    """What stands before it is given for what stands behind it."""

    def __str__(self) -> str:
        return "→"


@dataclass(frozen=True)
class Plus:
    """What stands behind it comes in addition."""

    def __str__(self) -> str:
        return "+"


@dataclass(frozen=True)
class Upgrades:
    """A number of cubes, each turned into the next colour."""

    number: int

    def __str__(self) -> str:
        return f"upgrade {self.number}"


@dataclass(frozen=True)
class Points:
    """Points."""

    number: int

    def __str__(self) -> str:
        return str(self.number)


@dataclass(frozen=True)
class Symbol:
    """A printed symbol, by its code, such as "native_help"."""

    code: str

    def __str__(self) -> str:
        return named(self.code)


@dataclass(frozen=True)
class Piece:
    """Pieces of a player that stand on a thing, such as a boat or settlers; `mark` stands for one in a line of text."""

    kind: str
    seat: int
    number: int = 1
    mark: str = "*"

    def __str__(self) -> str:
        return f"{self.mark}{self.seat + 1}" + (f" ({self.number})" if self.number > 1 else "")


@dataclass(frozen=True)
class Good:
    """A coin, by what the edition of the game calls it."""

    code: str

    def __str__(self) -> str:
        return self.code


Sign: TypeAlias = (
    Cubes | Arrow | Plus | Upgrades | Points | Symbol | Piece | Good | str
)  # a plain string is a message: words
ARROW, PLUS = Arrow(), Plus()


@dataclass(frozen=True)
class Strong:
    """A word or a number that matters in a sentence."""

    value: object

    def __str__(self) -> str:
        return str(self.value)


@dataclass(frozen=True)
class Player:
    """The player on a seat, in a sentence."""

    seat: int

    def __str__(self) -> str:
        return f"player {self.seat + 1}"


@dataclass(frozen=True)
class Thing:
    """A card, a tile, a place: what it says in signs, in words, and as data.

    `kind` is what it is called ("merchant card"), `id` tells it from the others of its kind, and `facts` are what a
    view says of it, ready for JSON; some may be things themselves.
    """

    kind: str
    id: str
    signs: Sequence[Sign]
    spoken: str
    facts: Json = field(default_factory=dict)
    name: str = ""  # what it is called, if that is more than its kind
    on_it: Sequence[Sign] = ()  # what lies or stands on it now
    needed: Sequence[Sign] = ()  # what it takes to use it now

    def __str__(self) -> str:
        return str(self.spoken)

    def __getitem__(self, name: str) -> Any:
        return self.facts[name]

    def but(self, **changes: Any) -> Self:
        """Return the thing with some changes; `dataclasses.replace` takes ten times as long."""
        twin = object.__new__(type(self))
        twin.__dict__.update(self.__dict__, **changes)
        return twin

    def __contains__(self, name: str) -> bool:
        return name in self.facts

    def get(self, name: str, default: object = None) -> Any:
        """Return a fact, or something else if it has none of this name."""
        return self.facts.get(name, default)

    def of_kind(self, kind: str, id: str, *, name: str = "", **facts: Any) -> Self:
        """Return a thing that says the same, with further facts before its own."""
        return self.but(kind=kind, id=id, name=name, facts={**facts, **self.facts})

    def saying(self, *signs: Sign) -> Self:
        """Return the thing with further signs."""
        return self.but(signs=[*self.signs, *signs])

    def under(self, *signs: Sign) -> Self:
        """Return the thing with what lies or stands on it."""
        return self.but(on_it=[sign for sign in signs if sign != ""])

    def also(self, **facts: Any) -> Self:
        """Return the thing with further facts."""
        return self.but(facts={**self.facts, **facts})

    def needing(self, *signs: Sign) -> Self:
        """Return the thing with what it takes to use it."""
        return self.but(needed=signs)

    def joined(self, other: "Thing") -> Self:
        """Return a thing that says what both say."""
        return self.but(
            signs=[*self.signs, *other.signs],
            spoken=Said("{one}; {other}", {"one": self.spoken, "other": other.spoken}),
            facts={**self.facts, **other.facts},
        )


# What a part shows of a mechanism: numbers and words, things, and lists and tables of them.
Shown: TypeAlias = Thing | str | int | Sequence["Shown"] | Mapping[str, "Shown"] | None


def as_data(shown: Any) -> Any:
    """Return what is shown as plain data for JSON.

    >>> as_data({"row": [Thing("card", "M01", [], "", {"card": "M01", "gain": Cubes("YY")}), None]})
    {'row': [{'card': 'M01', 'gain': 'YY'}, None]}
    """
    kind = type(shown)
    if kind is Cubes:
        return str(shown)
    if kind in _PLAIN:
        return shown
    if kind is Thing or isinstance(shown, Mapping):
        facts = shown.facts if kind is Thing else shown
        return {name: fact if type(fact) in _PLAIN else as_data(fact) for name, fact in facts.items()}
    return [as_data(value) for value in shown] if isinstance(shown, list | tuple) else shown


_PLAIN = frozenset({str, int, bool, type(None)})


# --- what is done, and what is asked ----------------------------------------------------------------


class Deed:
    """An answer in the words of its mechanism, described before it is carried out; it holds nothing that is hidden.

    `signs` show the answer where people choose, and `label` says what it does. `told` yields what was done in the past
    tense, without the player's name; it may take answers that follow and belong to it.
    """

    @property
    def signs(self) -> Sequence[Sign]:
        """What the answer is about, in signs."""
        return ()

    @property
    def label(self) -> str:
        """What the answer does, as a short message; nothing if its text and its signs say it."""
        return ""

    def told(self, following: "Deeds") -> Iterator[str]:
        """Tell it, in one sentence or several."""
        return iter(())


@dataclass(frozen=True)
class About(Deed):
    """An answer that is about a thing."""

    about: Thing

    @property
    def signs(self) -> Sequence[Sign]:
        """What the thing says."""
        return self.about.signs


D = TypeVar("D", bound=Deed)
Describe: TypeAlias = Callable[[Row, Row, int], Deed]  # an answer before it is given: state, box, index in its block


@dataclass(frozen=True)
class Answered(Deed):
    """An answer that its mechanism does not describe: it is told as records write it."""

    text: str

    def told(self, following: "Deeds") -> Iterator[str]:
        """Tell the text of the answer."""
        yield Said("{answer}", {"answer": Strong(self.text)})


class Silent(Deed):
    """An answer that is not told: nothing comes of it that others do not say."""


class Deeds:
    """The answers of a turn that are not told yet."""

    def __init__(self, deeds: Sequence[Deed]) -> None:
        """All that were given."""
        self.left = list(deeds)

    def next_is(self, kind: type[Deed]) -> bool:
        """Whether the next one is of a kind."""
        return bool(self.left) and isinstance(self.left[0], kind)

    def take(self, kind: type[D]) -> D | None:
        """Take the next one, if it is of a kind."""
        return self.left.pop(0) if self.left and isinstance(self.left[0], kind) else None  # type: ignore[return-value]

    def run(self, kind: type[D]) -> list[D]:
        """Take those of a kind that come next."""
        taken: list[D] = []
        while (deed := self.take(kind)) is not None:
            taken.append(deed)
        return taken

    def told(self) -> Iterator[str]:
        """Tell all of them."""
        while self.left:
            yield from self.left.pop(0).told(self)


@dataclass(frozen=True)
class Question:
    """A question in friendly words, and a sentence that helps to answer it."""

    text: str
    help: str = ""


# How a question is put: always in the same words, or from the state, the box and the numbers of the open answers.
Ask: TypeAlias = Question | Callable[[Row, Row, Sequence[int]], Question]
