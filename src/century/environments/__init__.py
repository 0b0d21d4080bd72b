"""Environments for training players: PettingZoo, Gymnasium, OpenSpiel, and batches as arrays.

>>> from century.environments import batch
>>> games = batch("spice-road", 1000, players=2, seed=1)
>>> observations, masks, rewards, dones = games.step(games.sample())
>>> observations.shape, masks.shape, rewards.shape, dones.shape
((1000, 419), (1000, 128), (1000, 2), (1000,))

The modules `pettingzoo`, `gymnasium` and `openspiel` are for the libraries of these names. If PettingZoo and Gymnasium
are installed (`pip install century[rl]`), the games are registered with them, for example as
`gymnasium.make("century/spice_road-v0")`.
"""

from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

import century

if TYPE_CHECKING:
    from century.environments.batches import Batch
    from century.environments.observing.layout import Layout

__all__ = ["batch", "observation_space"]


def observation_space(game: str, players: int = 2) -> "Layout":
    """Return the layout of observations: named pieces with their place, shape, bounds and meaning.

    >>> space = observation_space("eastern-wonders", players=3)
    >>> space["own_boat"].shape, space["opponent_2_boat"].rows[:2]
    ((32,), ('ginger_1', 'ginger_2'))
    """
    from century.environments.observing.layout import layout_of

    return layout_of(century.game(game), players)


def batch(game: str, games: int, players: int = 2, seed: int = 0, **options: Any) -> "Batch":
    """Return many games of one kind as arrays, with observations, masks, rewards and automatic resets.

    See `batches.Batch`. `device="cuda"` keeps the arrays on a GPU. Other options: `reward` (win, rank or score),
    `turn_limit`, `start`, `components`, `threads`, `checked`, and the settings of the game, such as `map`.
    """
    from century.environments.devices import make

    return make(century.game(game), games, players, seed, **options)


for _library in ("gymnasium", "pettingzoo"):
    if find_spec(_library):
        import_module(f"century.environments.{_library}")
