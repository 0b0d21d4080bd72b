"""Things on the table: each card, tile and place, described once.

A mechanism describes what it brings as a `Thing`: in signs, in words and as the plain data of a view. Drawers draw the
signs, and a screen reader says the words.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Self, TypeAlias

from century.engine.signs import Cubes, Sign
from century.types import Json
from century.words import Phrase


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
    on_it: Sequence[Sign] = ()  # cubes and pieces on it now
    needed: Sequence[Sign] = ()  # what it takes to use it now
    hex: tuple[int, int] = (0, 0)  # its position on a `HexMap`
    is_stand_in: bool = False  # whether what is printed on it is not known, and these are approximate values

    def __str__(self) -> str:
        return str(self.spoken)

    def __getitem__(self, name: str) -> Any:
        """Return a fact, for templates: they read a thing like the plain data that is made of it."""
        return self.facts[name]

    def __contains__(self, name: str) -> bool:
        return name in self.facts

    def but(self, **changes: Any) -> Self:
        """Return the thing with some changes; `dataclasses.replace` takes ten times as long."""
        twin = object.__new__(type(self))
        twin.__dict__.update(self.__dict__, **changes)
        return twin

    def joined(self, other: "Thing") -> Self:
        """Return a thing that says what both say."""
        return self.but(
            signs=[*self.signs, *other.signs],
            spoken=Phrase("{one}; {other}", {"one": self.spoken, "other": other.spoken}),
            facts={**self.facts, **other.facts},
        )


class HexMap(list[Thing]):
    """Things on a map of hexes; the legend explains the pieces on them."""

    def __init__(self, things: Iterable[Thing], legend: str = "") -> None:
        super().__init__(things)
        self.legend = legend


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
