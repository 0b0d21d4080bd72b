"""What cards, tiles and locations do, in a few signs: for tables and charts."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from century.components.catalogue import CUBES, Catalogue, stands_in
from century.engine.game import Game
from century.engine.taken import kinds_of
from century.words import named

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
    return [
        Thing(kind.name, id, _signs(entries[id]), stands_in(entries[id])) for kind in kinds_of(game) for id in kind.ids
    ]


def _signs(entry: Mapping[str, Any]) -> tuple[str, ...]:
    """What an entry does: cubes given and taken, upgrades, points, or words."""
    found = dict(entry)
    if "give" in found:
        return (*found["give"], ARROW, *found["take"])
    if "gain" in found:
        return tuple(found["gain"])
    if "upgrade" in found or "upgrades" in found:
        return (UP,) * int(found.get("upgrade", found.get("upgrades", 0)))
    if "cost" in found:
        symbol = [named(found["new_world_symbol"])] if "new_world_symbol" in found else []
        return (*found["cost"], ARROW, str(found["points"]), *symbol)
    kind = str(found.get("effect", found.get("kind", "")))
    if kind == "produce":
        return tuple(found["take"])
    if kind in ("fort", "market"):
        return (f"{kind} {found[kind]}",)
    if "symbols" in found:
        symbols = [named(symbol) for symbol in found["symbols"]]
        words = ["merchants", *symbols] if kind == "merchant_pair" else symbols
        return (*_points(found), " and ".join(words))
    if kind == "settlers":
        return (*_points(found), f"per {found.get('per', 1)} settlers")
    if kind == "merchant":
        return (*_points(found), f"per {found.get('per', 1)} merchant cards")
    if "cubes" in found and kind == "cubes":
        return tuple(found["cubes"])
    if kind == "settler":
        return (f"+{found['settlers']} settlers",)
    return (*_points(found), "" if kind in ("points", "flat") else named(kind))


def _points(entry: Mapping[str, Any]) -> tuple[str, ...]:
    points = entry.get("points")
    return (str(points),) if isinstance(points, int) and points else ()


def _joined(signs: tuple[str, ...]) -> str:
    """Cubes close together, words apart."""
    text = ""
    for sign in signs:
        close = sign in (*CUBES, UP) and text[-1:] in (*CUBES, UP)
        text += sign if close or not text else f" {sign}"
    return text
