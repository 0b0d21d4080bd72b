"""The games: short declarations, and the list of them that needs no engine."""

from importlib import import_module
from typing import TYPE_CHECKING

from century.errors import unknown
from century.trilogy.titles import TITLES as TITLES
from century.words import say

if TYPE_CHECKING:
    from century.engine.game import Game


def names() -> list[str]:
    """The names of the games."""
    return [title.name for title in TITLES]


def load(name: str) -> "Game":
    """The game of this name."""
    if name not in names():
        raise unknown(say("game"), name, names())
    module = import_module(f"century.trilogy.{name.replace('-', '_')}")
    game: Game = module.GAME
    return game
