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
from typing import TYPE_CHECKING

import century
from century.errors import CenturyError, unknown
from century.types import Components

if TYPE_CHECKING:
    from century.environments.batches import ObservedBatch
    from century.environments.observing.layout import Layout

__all__ = ["batch", "observation_space"]
DEVICES = ("cpu", "cuda")


def observation_space(game: str, players: int = 2) -> "Layout":
    """Return the layout of observations: named pieces, with place, shape, bounds and meaning.

    >>> space = observation_space("eastern-wonders", players=3)
    >>> space["own_boat"].shape, space["opponent_2_boat"].rows[:2]
    ((32,), ('ginger_1', 'ginger_2'))
    """
    from century.environments.observing.layout import layout_of

    return layout_of(century.game(game), players)


def batch(
    game: str,
    games: int,
    players: int = 2,
    seed: int = 0,
    *,
    reward: str = "win",
    device: str = "cpu",
    threads: int | None = None,
    checked: bool = True,
    start: int | None = None,
    turn_limit: int | None = None,
    components: Components = None,
    **settings: str,
) -> "ObservedBatch":
    """Return games of one kind as arrays, with observations, masks, rewards and auto-reset: an `ObservedBatch`.

    `reward` is "win", "rank" or "score". `device="cuda"` keeps the games on a GPU. Settings are those of the game, such
    as `map`.
    """
    from century.engine.match import Options
    from century.environments.batches import REWARDS, ObservedBatch

    if reward not in REWARDS:
        raise unknown("reward", reward, REWARDS)
    if device not in DEVICES:
        raise unknown("device", device, DEVICES)
    declared = century.game(game)
    options = Options.checked(declared, players, seed, start=start, turn_limit=turn_limit, settings=settings)
    catalogue = declared.catalogue(components)
    if device == "cpu":
        return ObservedBatch(declared, options, catalogue, games, reward, checked=checked, threads=threads)
    try:
        from century.environments.gpu import GpuBatch, has_gpu
    except ImportError as error:
        raise CenturyError(f"a batch on a GPU needs numba-cuda, pip install century[gpu]: {error}") from error
    if not has_gpu():
        raise CenturyError("a batch on a GPU needs an NVIDIA GPU, and none is found here")
    return GpuBatch(declared, options, catalogue, games, reward, checked=checked)


for _library in ("gymnasium", "pettingzoo"):
    if find_spec(_library):
        import_module(f"century.environments.{_library}")
