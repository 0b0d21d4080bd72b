"""The things that can be taken in a game, for tables and charts."""

from functools import cache

from century.components.catalogue import CUBES, Catalogue
from century.engine.game import Game
from century.engine.signs import Cubes, Mark, Upgrades
from century.engine.taken import kinds_of
from century.engine.things import Thing

UP = "▲"


def things(game: Game, catalogue: Catalogue | None = None) -> list[Thing]:
    """Return the things that can be taken in a game, in the order of their numbers.

    The id of a thing is that of the lab's files; its name is the one on the table.

    >>> import century
    >>> [text_of(thing) for thing in things(century.game("spice-road"))][2:5]
    ['M01 YYY', 'M02 YR', 'M03 G']
    """
    return _things(game, catalogue or game.catalogue())


@cache
def _things(game: Game, catalogue: Catalogue) -> list[Thing]:
    stand_ins = {entry.get("id") for _, entry in catalogue.stand_ins()}
    box = game.box(catalogue)[0]
    described = {kind: describe for part in game.parts for kind, describe in part.things.items()}
    found = []
    for kind in kinds_of(game):
        for number, id in enumerate(kind.ids):
            thing = described[kind.name](box, number) if kind.name in described else Thing(kind.name, id, (), "")
            found.append(thing.but(kind=kind.name, id=id, name=thing.id, is_stand_in=id in stand_ins))
    return found


def signs_of(thing: Thing) -> list[str]:
    """Return the signs of a thing as short texts, a cube or an upgrade each."""
    texts: list[str] = []
    for sign in thing.signs:
        match sign:
            case Cubes():
                texts += sign
            case Upgrades(number):
                texts += UP * number
            case Mark.PLUS:
                pass
            case _:
                texts.append(str(sign))
    return texts


def text_of(thing: Thing) -> str:
    """Return the name and the effect of a thing as one text, without spaces between cubes."""
    text, close = f"{thing.name} ", (*CUBES, UP)
    for before, sign in zip(["", *signs_of(thing)], signs_of(thing), strict=False):
        text += sign if not before or (sign in close and before in close) else f" {sign}"
    return text.strip()
