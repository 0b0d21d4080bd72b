"""PettingZoo: an AEC environment for each game, registered as `century/spice_road-v0` and so on.

>>> from century.environments.pettingzoo import spice_road
>>> env = spice_road(players=3, reward="rank", turn_limit=30)
>>> env.reset(seed=7)
>>> for agent in env.agent_iter():
...     observation, reward, termination, truncation, info = env.last()
...     env.step(None if termination or truncation else int(observation["action_mask"].argmax()))
"""

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv

import century
from century.engine.match import Match
from century.environments.single import RENDER_MODES, Table
from century.errors import CenturyError
from century.types import JsonDict

VERSION = 0


class CenturyEnv(AECEnv):  # type: ignore[misc]  # PettingZoo has no types
    """A game of the series for PettingZoo: agent `player_k` has seat k. The agent to answer is selected.

    Options: `players`; `reward` (`win`: 1 and -1, 0 if the turn limit stops the game; `rank`: from 1 for the first to
    -1 for the last; `score`: own points less the most points of another seat); `turn_limit`; `components` (an overlay
    pack); `start` (the seat of the start player); `render_mode` (`ansi`, `svg`, `human`); settings of the game, such as
    `map`.

    An observation is a dict. `observation` holds the numbers that `century.environments.observation_space` names, seen
    from the agent's seat. `action_mask` is also in the agent's info. `step` accepts the number of an action or its
    text. The seed of `reset` is the seed of the match.
    """

    def __init__(self, game: str, players: int = 2, **options: Any) -> None:
        super().__init__()
        self.table = Table(game, players, **options)
        self.render_mode = self.table.render_mode
        name = f"{game.replace('-', '_')}_v{VERSION}"
        self.metadata = {
            "name": name,
            "render_modes": list(RENDER_MODES),
            "is_parallelizable": False,
            "render_fps": 1,
        }
        self.possible_agents = [f"player_{seat}" for seat in range(players)]
        self.agents: list[str] = []
        layout, count = self.table.layout, self.table.game.action_count
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(layout.low, layout.high, dtype=layout.low.dtype.type),
                    "action_mask": spaces.Box(0, 1, (count,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self.action_spaces = {agent: spaces.Discrete(count) for agent in self.possible_agents}

    @property
    def match(self) -> Match:
        """The match in play, with its record, views and scores."""
        return self.table.match

    def observation_space(self, agent: str) -> spaces.Dict:
        """Return the space of an agent's observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        """Return the space of an agent's actions."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: JsonDict | None = None) -> None:
        """Deal a new game; `options` may change the start player, the turn limit and the settings of the game."""
        self.table.deal(seed, options)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._select()

    def step(self, action: object) -> None:
        """Play an action of the selected agent; it must be None when the game is over."""
        if not self.agents:
            raise CenturyError("the game is over: call reset() to start another one")
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            if action is not None:
                raise CenturyError(f"the game is over for {agent}: its action must be None, not {action!r}")
            self._was_dead_step(action)
            return
        self.table.play(action)
        self._cumulative_rewards[agent] = 0.0
        match = self.table.match
        if match.over:
            self.rewards = dict(zip(self.possible_agents, self.table.rewards(), strict=True))
            over = self.truncations if match.stopped else self.terminations
            over.update(dict.fromkeys(self.agents, True))
            self._accumulate_rewards()
        self._select()
        if self.render_mode == "human":
            self.render()

    def _select(self) -> None:
        """Select the agent to answer, and write the legal actions into the infos."""
        actor = self.table.match.actor
        if actor is not None:
            self.agent_selection = self.possible_agents[actor]
        self._mask = self.table.mask(-1 if actor is None else actor)
        self._none = np.zeros_like(self._mask)
        self.infos = {
            agent: {"action_mask": self._mask if seat == actor else self._none}
            for seat, agent in enumerate(self.possible_agents)
        }

    def observe(self, agent: str) -> JsonDict:
        """Return what an agent sees."""
        seat = self.possible_agents.index(agent)
        is_asked = seat == self.table.match.actor
        return {
            "observation": self.table.observation(seat),
            "action_mask": (self._mask if is_asked else self._none).copy(),
        }

    def render(self) -> str | None:
        """Return the table as text, or as an SVG picture."""
        return self.table.render()

    def close(self) -> None:
        """Do nothing: there is nothing to close."""


env = CenturyEnv


def __getattr__(name: str) -> Callable[..., CenturyEnv]:  # spice_road(...), and so on
    game = name.replace("_", "-")
    if game not in century.games():
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return partial(CenturyEnv, game)


def register() -> None:
    """Register the games for `pettingzoo.make("aec", "century/spice_road-v0")`, where PettingZoo has a registry."""
    try:
        from pettingzoo.env_registry.registration import aec_registry
        from pettingzoo.env_registry.registration import register as add
    except ImportError:  # before PettingZoo 1.27
        return
    for name in century.games():
        id = f"century/{name.replace('-', '_')}-v{VERSION}"
        if id not in aec_registry:
            add("aec", id, entry_point=f"{__name__}:env", kwargs={"game": name})


register()
