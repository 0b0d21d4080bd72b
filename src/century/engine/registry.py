"""The games that compiled code knows, by the type of their states."""

from collections.abc import Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from century.engine.game import Game

_GAMES: "dict[np.dtype[Any], Game]" = {}


def add(state_type: np.dtype[Any], game: "Game") -> None:
    """Add a game, in place of one with the same states."""
    _GAMES[state_type] = game


@lru_cache(maxsize=64)
def game_of(state_type: np.dtype[Any]) -> "Game":
    """Return the game whose states have this type."""
    return _GAMES[state_type]


def registered() -> "Mapping[np.dtype[Any], Game]":
    """Return the games known so far, by the type of their states."""
    return _GAMES
