"""The games: short declarations, and the list of them that needs no engine."""

from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Final

from century.errors import unknown
from century.words import say

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
    Title(
        "sand-to-sea",
        "Century: From Sand to Sea",
        "2-4",
        "The islands of Eastern Wonders with the cards of Spice Road, which are also the price of sailing.",
    ),
    Title(
        "east-to-west-1",
        "Century: From East to West I",
        "2-4",
        "The New World with markets: use a merchant card at once, or lay it out for a trade route of your own.",
    ),
    Title(
        "east-to-west-2",
        "Century: From East to West II",
        "2-4",
        "The New World with a boat: settlers send it out to a small map of islands, to build outposts and to trade.",
    ),
    Title(
        "east-to-west-3",
        "Century: From East to West III",
        "2-4",
        "All three games on six boards: settlers, merchant cards and islands, with a score from every source.",
    ),
)


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
