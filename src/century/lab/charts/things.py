"""What cards, tiles and locations do, in a few signs: for tables and charts."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from century.components.catalogue import CUBES, Catalogue, stands_in
from century.engine.game import Game
from century.engine.taken import kinds_of
from century.engine.things import Arrow, Cubes, Plus, Upgrades
from century.engine.things import Thing as Described

ARROW, UP = "→", "▲"


@dataclass(frozen=True)
class Thing:
    """A card, tile or location; `signs` are cubes, an arrow, and short words."""

    kind: str
    id: str
    signs: tuple[str, ...]
    is_stand_in: bool

    @property
    def text(self) -> str:
        """What it does, as one text.

        >>> import century
        >>> [thing.text for thing in things(century.game("spice-road"))][2:5]
        ['M01 YYY', 'M02 YR', 'M03 G']
        """
        return " ".join([self.name, _joined(self.signs)]).strip()

    @property
    def name(self) -> str:
        """Its id without what all of its kind have in common."""
        return self.id.removeprefix("loc_").removeprefix("market_").removeprefix("explore_").removeprefix("bonus_")


def things(game: Game, catalogue: Catalogue | None = None) -> list[Thing]:
    """All that can be taken in a game, in the order of their numbers."""
    return _things(game, catalogue or game.catalogue())


@cache
def _things(game: Game, catalogue: Catalogue) -> list[Thing]:
    entries: dict[str, Mapping[str, Any]] = {
        entry["id"]: entry
        for table in catalogue.tables.values()
        if isinstance(table, list)
        for entry in table
        if "id" in entry
    }
    box = game.box(catalogue)[0]
    described = {kind: describe for part in game.parts for kind, describe in part.things.items()}
    return [
        Thing(
            kind.name,
            id,
            tuple(_signs(described[kind.name](box, number))) if kind.name in described else (),
            stands_in(entries.get(id, {})),
        )
        for kind in kinds_of(game)
        for number, id in enumerate(kind.ids)
    ]


def _signs(thing: Described) -> Iterator[str]:
    """The signs of a thing, a cube or an upgrade each."""
    for sign in thing.signs:
        match sign:
            case Cubes():
                yield from sign
            case Arrow():
                yield ARROW
            case Upgrades(number):
                yield from UP * number
            case Plus():
                pass
            case _:
                yield str(sign)


def _joined(signs: tuple[str, ...]) -> str:
    """Cubes close together, words apart."""
    text = ""
    for sign in signs:
        close = sign in (*CUBES, UP) and text[-1:] in (*CUBES, UP)
        text += sign if close or not text else f" {sign}"
    return text
