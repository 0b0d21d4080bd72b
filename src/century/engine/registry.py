"""The games that compiled code knows, by the type of their states."""

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING

from century.engine.rows import RecordType

if TYPE_CHECKING:
    from century.engine.game import Game

_GAMES: "dict[RecordType, Game]" = {}
WHEN_REPLACED: list[Callable[[], None]] = []  # what forgets the rules of games that are added or removed


def add(state_type: RecordType, game: "Game") -> None:
    """Add a game, in place of one with the same states."""
    if _GAMES.get(state_type) is not game:
        _GAMES[state_type] = game
        _forget_rules()


def withdraw(file: str) -> None:
    """Remove the games of a file that turned out to be broken."""
    for state_type in [state_type for state_type, game in _GAMES.items() if game.file == file]:
        del _GAMES[state_type]
        _forget_rules()


def _forget_rules() -> None:
    for forget in (game_of.cache_clear, *WHEN_REPLACED):
        forget()


@lru_cache(maxsize=64)
def game_of(state_type: RecordType) -> "Game":
    """Return the game whose states have this type."""
    return _GAMES[state_type]


def registered() -> "Mapping[RecordType, Game]":
    """Return the games known so far, by the type of their states."""
    return _GAMES
