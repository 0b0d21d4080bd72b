"""The games: short declarations, and the list of them that needs no engine."""

from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Final

from century.errors import unknown

if TYPE_CHECKING:
    from century.engine.game import Game


@dataclass(frozen=True)
class Title:
    """What can be said of a game without loading it."""

    name: str
    title: str
    players: str
    summary: str


TITLES: Final = (
    Title(
        "spice-road",
        "Century: Spice Road",
        "2-5",
        "Build an engine of merchant cards, turn cheap spices into dear ones, and claim point cards.",
    ),
    Title(
        "eastern-wonders",
        "Century: Eastern Wonders",
        "2-4",
        "Sail between islands, build outposts to trade there, and deliver spices at the ports.",
    ),
    Title(
        "a-new-world",
        "Century: A New World",
        "2-4",
        "Send settlers to work, drive others home, explore the land, and claim point cards at the forts.",
    ),
)


def names() -> list[str]:
    """The names of the games."""
    return [title.name for title in TITLES]


def load(name: str) -> "Game":
    """The game of this name."""
    if name not in names():
        raise unknown("game", name, names())
    module = import_module(f"century.trilogy.{name.replace('-', '_')}")
    game: Game = module.GAME
    return game
