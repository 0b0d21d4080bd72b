"""The Century trilogy: exact rules, played interpreted, native or on a GPU.

>>> import century
>>> match = century.game("spice-road").new(players=2, seed=7, start=0)
>>> match.play("acquire 1").actor
1
"""

from typing import TYPE_CHECKING

from century import plugins
from century.errors import CenturyError, ComponentError, IllegalAction, RecordError, UnknownName
from century.version import __version__ as __version__

__all__ = [
    "CenturyError",
    "ComponentError",
    "IllegalAction",
    "RecordError",
    "UnknownName",
    "game",
    "games",
    "replay",
]

if TYPE_CHECKING:
    from pathlib import Path

    from century.engine.game import Game
    from century.engine.match import Match


def games() -> list[str]:
    """The names of the games: of this package, of installed packages, and of the files named in CENTURY_GAMES.

    >>> "spice-road" in games()
    True
    """
    return plugins.names()


def game(name: "str | Path") -> "Game":
    """A game by its name, or, given a path, the game that a file declares.

    A name is never taken for a file, so it may come from anywhere.

    >>> game("spice-raod")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    ...
    century.errors.UnknownName: unknown game 'spice-raod' (did you mean spice-road?); available: spice-road, ...
    """
    return plugins.game_named(name) if isinstance(name, str) else plugins.game_in(name)


def replay(text: str, *, interpreted: bool = False) -> "Match":
    """The match that a record tells of, in the same state, ready to be played on.

    >>> match = game("spice-road").new(players=2, seed=7)
    >>> replay(match.record()).state.tobytes() == match.state.tobytes()
    True
    """
    from century.engine.record import read

    return read(text, game, interpreted=interpreted)
