"""Gymnasium: the agent has one seat, players have the others. Registered as `century/spice_road-v0` and so on.

>>> import gymnasium
>>> import century.environments
>>> env = gymnasium.make("century/spice_road-v0", opponents="random", turn_limit=30)
>>> observation, info = env.reset(seed=7)
>>> observation, reward, terminated, truncated, info = env.step(int(info["action_mask"].argmax()))
"""

from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

import century
from century.engine.match import Match
from century.environments.single import RENDER_MODES, Table
from century.errors import CenturyError, whole_number
from century.players import Player, player
from century.types import JsonDict

VERSION = 0


class CenturyEnv(gymnasium.Env[NDArray[np.int16], int]):
    """A game of the series for one agent: it answers for its seat, and opponents answer for theirs.

    Options: `players`; `opponents`, a player for each other seat or one for all (`"greedy"`, `"planner:50ms"`, or an
    object with `choose(view)`); `seat`, or None for a random one in each game; `reward` (`win`, `rank` or `score`, as
    for PettingZoo, at the end of the game); `turn_limit`, `components`, `start`, `render_mode` and settings of the
    game.

    The observation is the row of numbers that `century.environments.observation_space` names. Legal actions are in
    `info["action_mask"]` and, for MaskablePPO, in `action_masks()`; any other action is an error.
    """

    metadata = {"render_modes": list(RENDER_MODES), "render_fps": 1}  # noqa: RUF012  # as in Gymnasium

    def __init__(
        self,
        game: str,
        players: int = 2,
        *,
        opponents: str | Player | Sequence[str | Player] = "greedy",
        seat: int | None = 0,
        **options: Any,
    ) -> None:
        self.table = Table(game, players, **options)
        self.render_mode = self.table.render_mode
        self.seat = 0
        self._chosen = None if seat is None else whole_number("a seat", seat, 0, players - 1)
        self._specs: list[str | Player] = (
            list(opponents)
            if isinstance(opponents, Sequence) and not isinstance(opponents, str)
            else [opponents] * (players - 1)
        )
        if len(self._specs) != players - 1:
            raise CenturyError(f"{players} players need {players - 1} opponents, not {len(self._specs)}")
        self._opponents: list[Player] = [player(each) if isinstance(each, str) else each for each in self._specs]
        layout = self.table.layout
        self.observation_space = spaces.Box(layout.low, layout.high, dtype=layout.low.dtype.type)
        self.action_space = spaces.Discrete(self.table.game.action_count)  # type: ignore[assignment]

    @property
    def match(self) -> Match:
        """The match in play, with its record, views and scores."""
        return self.table.match

    def reset(self, *, seed: int | None = None, options: JsonDict | None = None) -> tuple[NDArray[np.int16], JsonDict]:
        """Deal a new game, and let the opponents answer until it is the agent's turn."""
        super().reset(seed=seed)
        self.table.deal(seed, options)
        drawn = self.table._random
        self.seat = int(drawn.integers(self.table.players)) if self._chosen is None else self._chosen
        if seed is not None:  # players with randomness repeat for the same seed
            self._opponents = [
                player(spec, int(drawn.integers(2**31))) if isinstance(spec, str) else spec for spec in self._specs
            ]
        self._others_answer()
        return self.table.observation(self.seat), self._info()

    def step(self, action: int) -> tuple[NDArray[np.int16], float, bool, bool, JsonDict]:
        """Play an action, and let the opponents answer until it is the agent's turn or the game is over."""
        self.table.play(action)
        self._others_answer()
        match = self.table.match
        reward = self.table.rewards()[self.seat] if match.over else 0.0
        if self.render_mode == "human":
            self.render()
        return (
            self.table.observation(self.seat),
            reward,
            match.over and not match.stopped,
            match.stopped,
            self._info(),
        )

    def _others_answer(self) -> None:
        match = self.table.match
        while not match.over and match.actor != self.seat:
            assert match.actor is not None
            other = self._opponents[(match.actor - self.seat) % self.table.players - 1]
            if hasattr(other, "answer"):  # players that search take a record, which is cheaper than a view
                match.play(other.answer(match.known(match.actor)))
            else:
                match.play(other.choose(match.view(match.actor)))

    def _info(self) -> JsonDict:
        return {"action_mask": self.table.mask(self.seat)}

    def action_masks(self) -> NDArray[np.bool_]:
        """Return the legal actions, for MaskablePPO."""
        return self.table.mask(self.seat).astype(np.bool_)

    def render(self) -> str | None:
        """Return the table as text, or as an SVG picture."""
        return self.table.render()


def register() -> None:
    """Register the games for `gymnasium.make("century/spice_road-v0")`."""
    for name in century.games():
        id = f"century/{name.replace('-', '_')}-v{VERSION}"
        if id not in gymnasium.registry:
            gymnasium.register(
                id, entry_point=f"{__name__}:CenturyEnv", kwargs={"game": name}, disable_env_checker=True
            )


register()
