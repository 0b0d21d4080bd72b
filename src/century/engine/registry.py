"""The games that compiled code knows, by the type of their states."""

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from century.engine.game import Game

_GAMES: "dict[np.dtype[Any], Game]" = {}
WHEN_REPLACED: list[Callable[[], None]] = []  # what forgets the rules of games that are added or removed


def add(state_type: np.dtype[Any], game: "Game") -> None:
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
def game_of(state_type: np.dtype[Any]) -> "Game":
    """Return the game whose states have this type."""
    return _GAMES[state_type]


def registered() -> "Mapping[np.dtype[Any], Game]":
    """Return the games known so far, by the type of their states."""
    return _GAMES
