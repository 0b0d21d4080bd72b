"""Zones: what a view shows, sorted so that it can be drawn without knowing the game."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from century.engine.signs import Cubes
from century.engine.things import HexMap, Shown, Thing
from century.engine.view import View
from century.words import named


@dataclass(frozen=True)
class Place:
    """A place in a zone: its label, the thing there, and a note."""

    label: str
    thing: Thing | None
    note: str = ""


@dataclass(frozen=True)
class Zone:
    """A group of things, such as a row of cards, a hand, or the tiles of a map."""

    name: str
    places: Sequence[Place]
    map: HexMap | None = None  # its things, if they form a map of hexes


@dataclass(frozen=True)
class Layout:
    """The zones of the table or of a seat, and the numbers and words beside them, by name."""

    zones: Sequence[Zone]
    facts: Mapping[str, str]


def table_layout(view: View) -> Layout:
    """Sort what a view shows of the table."""
    return laid_out(view.shown, view.game.labels)


def seat_layout(view: View, seat: int) -> Layout:
    """Sort what a view shows of a seat, besides its name and its score."""
    shown = {key: value for key, value in view.seats_shown[seat].items() if key not in ("name", "score")}
    return laid_out(shown, view.game.labels)


def laid_out(shown: Mapping[str, Shown], labels: Mapping[str, str]) -> Layout:
    """Sort what is shown, under the labels that a game has for its names.

    >>> card = Thing("card", "M01", [Cubes("YY")], "")
    >>> shown = {"merchant_row": [card], "merchant_deck": 37, "coins": {"gold": 4, "silver": 0}}
    >>> layout = laid_out(shown, {"merchant_deck": "cards in the deck"})
    >>> [zone.name for zone in layout.zones], layout.facts
    (['merchant row'], {'cards in the deck': '37', 'coins': '4 gold'})
    """
    zones, facts, drawn = list[Zone](), dict[str, str](), set[str]()
    for key, value in shown.items():
        if places := _places(value):
            zones.append(Zone(labels.get(key) or named(key), places, value if isinstance(value, HexMap) else None))
            drawn |= {place.thing.id for place in places if place.thing}
    for key, value in shown.items():
        listed = isinstance(value, list | tuple)
        is_drawn = listed and {str(each) for each in value} <= drawn  # type: ignore[union-attr]
        if not is_drawn and not _places(value) and (words := _words(value)):
            facts[labels.get(key) or named(key)] = words
    return Layout(zones, facts)


def _places(value: Shown) -> list[Place]:
    """The things of a value, if it has some."""
    if isinstance(value, Thing):
        return [Place(value.id, value)]
    found: list[Place] = []
    if isinstance(value, Mapping):
        for label, each in value.items():
            note = ""
            if isinstance(each, Mapping):
                note = ", ".join(f"{named(key)} {fact}" for key, fact in each.items() if isinstance(fact, str | int))
                each = next((fact for fact in each.values() if isinstance(fact, Thing)), None)
                found.append(Place(label, each, note))
            elif isinstance(each, Thing):
                found.append(Place(label, each))
            elif isinstance(each, Cubes):
                found.append(Place(label, Thing("cubes", label, [each], "")))
            else:
                found.append(Place(label, None, each if isinstance(each, str) else ""))
    elif isinstance(value, list | tuple):
        for each in value:
            thing = _thing(each) if isinstance(each, Mapping) else each
            found.append(Place(thing.id, thing) if isinstance(thing, Thing) else Place("", None))
    return found if any(place.thing for place in found) else []


def _thing(facts: Mapping[str, Shown]) -> Thing:
    """A thing of plain facts: the first one names it."""
    (kind, id), *others = facts.items()
    signs = [fact if isinstance(fact, Cubes) else f"{named(name)} {_words(fact)}" for name, fact in others if fact]
    return Thing(named(kind), str(id), signs, ", ".join(signs))


def _words(value: Shown) -> str:
    """A value without things in a line."""
    if isinstance(value, Cubes):
        return value
    if isinstance(value, Mapping):
        return ", ".join(f"{_words(each)} {named(name)}" for name, each in value.items() if each)
    if isinstance(value, list | tuple):
        return ", ".join(map(_words, value))
    return "" if value is None else str(value)
