"""Batches: many games of one kind as arrays, on all cores of a CPU or on a GPU, for training players."""

import copy
import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray

from century.components.catalogue import Catalogue
from century.engine import native
from century.engine.batch import as_actions, legal_actions
from century.engine.chance import dice_of
from century.engine.game import Game
from century.engine.match import MOST_SEED, Options
from century.engine.pieces import NUMBER
from century.environments.observing import steps
from century.environments.observing.layout import layout_of
from century.errors import whole_number
from century.types import JsonDict

REWARDS = steps.REWARDS
MOST_MAPS = 1024  # random maps of a batch
_LEAST_SHARE = 128  # games that make a thread worthwhile


class StepResult(NamedTuple):
    """The result of a step: arrays with a row for each game."""

    observations: NDArray[np.int16]
    masks: NDArray[np.bool_]
    rewards: NDArray[np.float32]
    dones: NDArray[np.bool_]


class ObservedBatch:
    """Many games at once, with observations, rewards and auto-reset. Row k of every array belongs to game k.

    - `observations[k]`: what the seat to act sees (`layout` names the pieces), relative to that seat
    - `masks[k]`: its legal actions
    - `actors[k]`: the number of that seat
    - `rewards[k, seat]`: the reward of the last step for each seat; 0 until a game is over
    - `dones[k]`: whether the last step ended a game; `truncated[k]`: whether the turn limit ended it
    - `scores[k, seat]`: the points of the last game that ended in this row

    A step that ends a game deals the next one, so the observation and the mask already belong to the next game. Every
    step overwrites the same arrays: copy what you want to keep. Game k has the seed `seed + k`, the next game in its
    row `seed + k + games`, and so on; `century.game(name).new(seed=...)` plays the same game. With random maps, all
    games in a row have the same map.

    >>> from century.environments import batch
    >>> games = batch("spice-road", 512, players=3, seed=7, reward="rank", turn_limit=60)
    >>> ended = 0
    >>> for _ in range(200):
    ...     observations, masks, rewards, dones = games.step(games.sample())
    ...     ended += int(dones.sum())
    >>> ended > 100, float(rewards.sum())
    (True, 0.0)
    """

    device = "cpu"

    def __init__(
        self,
        game: Game,
        options: Options,
        catalogue: Catalogue,
        games: int,
        reward: str,
        *,
        checked: bool = True,
        threads: int | None = None,
    ) -> None:
        """Allocate the arrays and deal; use `century.environments.batch`."""
        self.game = game
        self.options = options
        self.layout = layout_of(game, options.players)
        self.reward = reward
        self.checked = checked
        games = whole_number("the number of games", games, 1, 2**31)
        cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
        self.threads = whole_number("the number of threads", cores if threads is None else threads, 1, 1024)
        maps = any(setting == "random" for setting in options.settings.values())
        self._blanks = options.blank(game, catalogue, min(games, MOST_MAPS) if maps else 1)
        self._boxes = np.asarray(game.box(catalogue))
        self._stride = np.uint64(games)
        self._allocate(games)
        self.reset()

    def _allocate(self, games: int) -> None:
        players = self.options.players
        self.states: NDArray[np.void] = np.zeros(games, self.game.state_type)
        self.observations = np.zeros((games, self.layout.size), NUMBER)
        self.masks = np.zeros((games, self.game.action_count), np.bool_)
        self.rewards = np.zeros((games, players), np.float32)
        self.scores = np.zeros((games, players), np.int32)
        self.dones = np.zeros(games, np.bool_)
        self.truncated = np.zeros(games, np.bool_)
        self.actors = np.zeros(games, np.int8)
        self._seeds = np.zeros(games, np.uint64)
        self._dice = dice_of(self.options.seed, games)
        self._actions = np.zeros(games, np.int16)

    def __len__(self) -> int:
        return len(self.states)

    def reset(self, seed: int | None = None) -> StepResult:
        """Deal all games again, from another first seed if one is given."""
        first = self.options.seed if seed is None else whole_number("a seed", seed, 0, MOST_SEED)
        self._start(np.arange(len(self), dtype=np.uint64) + np.uint64(first), dice_of(first, len(self)))
        return StepResult(self.observations, self.masks, self.rewards, self.dones)

    def _start(self, seeds: NDArray[np.uint64], dice: NDArray[np.uint64]) -> None:
        """Deal all games with these seeds."""
        self._seeds[:] = seeds
        self._dice[:] = dice
        self.scores[:] = 0
        self._actions[:] = native.DEAL
        self._advance()

    def step(self, actions: ArrayLike) -> StepResult:
        """Apply an action to each game.

        An illegal action raises IllegalAction, which names the game, and changes nothing. A batch that is not `checked`
        skips the games with an illegal action.
        """
        if self.checked:
            self._actions[:] = legal_actions(self.game, self.masks, actions)
        else:
            self._actions[:] = as_actions(actions, len(self))
            self._actions[self._actions < 0] = native.NOTHING
        self._advance()
        return StepResult(self.observations, self.masks, self.rewards, self.dones)

    def sample(self) -> NDArray[np.int16]:
        """Return a random legal action for each game."""
        actions = np.empty(len(self), np.int16)
        self._share(native.sample, lambda part: (self.masks[part], self._dice[part], actions[part]))
        return actions

    def imagine(self, seed: int) -> Self:
        """Return a copy in which everything hidden is shuffled; each seat sees the same as before.

        >>> from century.environments import batch
        >>> games = batch("spice-road", 100, seed=7)
        >>> twin = games.imagine(seed=3)
        >>> bool((twin.observations == games.observations).all()), bool((twin.states == games.states).any())
        (True, False)
        """
        seed = whole_number("a seed", seed, 0, MOST_SEED)
        chances = dice_of(int(np.random.SeedSequence(seed).generate_state(1, np.uint64)[0]), len(self))
        twin = self.copy()
        twin._imagined(chances)
        return twin

    def _imagined(self, chances: NDArray[np.uint64]) -> None:
        if self.game.has_secrets:
            native.imagine_all(self.states, self._boxes, chances)
        self.states["chance"] = chances
        self._seeds[:] = chances + self._stride  # later games are unknown as well

    def copy(self) -> Self:
        """Return an independent copy."""
        return copy.deepcopy(self)

    def __setstate__(self, saved: JsonDict) -> None:
        vars(self).update(saved)
        self._boxes.setflags(write=False)  # as before pickling, because compiled code depends on it

    def match_state(self, number: int) -> NDArray[np.void]:
        """Return the state of one game, as an array of one record."""
        return self.states[number : number + 1].copy()

    def _advance(self) -> None:
        """Apply the actions in one pass of compiled code."""
        self._share(steps.advance_all, self._arguments)

    def _arguments(self, part: slice) -> tuple[steps.Arrays, steps.Common]:
        return steps.Arrays._make(array[part] for array in self._arrays()), self._common(part.start)

    def _arrays(self) -> steps.Arrays:
        return steps.Arrays(
            states=self.states,
            seeds=self._seeds,
            actions=self._actions,
            observations=self.observations,
            masks=self.masks,
            actors=self.actors,
            rewards=self.rewards,
            scores=self.scores,
            dones=self.dones,
            truncated=self.truncated,
        )

    def _common(self, first: int = 0) -> steps.Common:
        return steps.Common(self._boxes, self._blanks, first, self._stride, REWARDS.index(self.reward))

    def _share(self, entry: Callable[..., None], arguments: Callable[[slice], tuple[object, ...]]) -> None:
        """Run an entry on all threads, each with its own part of the games."""
        parts = max(1, min(self.threads, len(self) // _LEAST_SHARE))
        edges = [len(self) * number // parts for number in range(parts + 1)]
        own, *others = (slice(first, end) for first, end in pairwise(edges))
        running = [_pool(parts).submit(entry, *arguments(part)) for part in others]
        entry(*arguments(own))
        for each in running:
            each.result()

    def __repr__(self) -> str:
        return f"<{type(self).__name__} of {len(self)} games of {self.game.name}, {self.options.players} players>"


@lru_cache(maxsize=8)
def _pool(threads: int) -> ThreadPoolExecutor:
    return ThreadPoolExecutor(threads, "century")
