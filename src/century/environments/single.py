"""The base of environments for single matches: options, observations, masks, rewards and pictures."""

import copy

import numpy as np
from numpy.typing import NDArray

import century
from century.engine.actions import Action
from century.engine.compile import interpreted as plain
from century.engine.match import MOST_SEED, Match
from century.engine.pieces import NUMBER
from century.environments.batches import REWARDS
from century.environments.observing import steps
from century.environments.observing.layout import layout_of
from century.errors import CenturyError, unknown, whole_number
from century.types import Components, Json

RENDER_MODES = ("human", "ansi", "svg")


class Table:
    """A game with its options, and the match in play."""

    def __init__(
        self,
        game: str,
        players: int = 2,
        *,
        reward: str = "win",
        turn_limit: int | None = None,
        components: Components = None,
        start: int | None = None,
        render_mode: str | None = None,
        interpreted: bool = False,
        **settings: str,
    ) -> None:
        """Check the options; `deal` starts a match."""
        self.game = century.game(game)
        if reward not in REWARDS:
            raise unknown("reward", reward, REWARDS)
        if render_mode is not None and render_mode not in RENDER_MODES:
            raise unknown("render mode", render_mode, RENDER_MODES)
        self.reward = reward
        self.layout = layout_of(self.game, players)
        self.players = players
        self.render_mode = render_mode
        self.interpreted = interpreted
        self.game.catalogue(components)  # rejects a pack that does not make a game
        self._options = {"turn_limit": turn_limit, "start": start, **self.game.check_settings(settings)}
        self._components = components
        self._random = np.random.default_rng()
        self._match: Match | None = None
        self._seats = np.zeros(1, np.int8)

    @property
    def match(self) -> Match:
        """The match in play."""
        if self._match is None:
            raise CenturyError("no game has been dealt yet: call reset() first")
        return self._match

    def deal(self, seed: int | None, options: Json | None = None) -> Match:
        """Start the match of a seed, or of a random seed if none is given.

        Options with unknown names are ignored: they may be for a wrapper.
        """
        changed = {name: value for name, value in (options or {}).items() if name in self._options}
        if seed is not None:
            self._random = np.random.default_rng(whole_number("a seed", seed, 0, MOST_SEED))
        drawn = int(self._random.integers(MOST_SEED)) if seed is None else seed
        self._match = self.game.new(
            self.players,
            drawn,
            components=self._components,
            interpreted=self.interpreted,
            **{**self._options, **changed},
        )
        return self._match

    def observation(self, seat: int) -> NDArray[np.int16]:
        """Return what a seat sees."""
        seen = np.empty((1, self.layout.size), NUMBER)
        self._seats[0] = seat
        entry = plain(steps.observe_all) if self.interpreted else steps.observe_all
        entry(*self.match.arrays, self._seats, seen)
        return seen.reshape(-1)

    def mask(self, seat: int) -> NDArray[np.int8]:
        """Return the legal actions of a seat: none unless it is asked."""
        if seat != self.match.actor:
            return np.zeros(self.game.action_count, np.int8)
        mask: NDArray[np.int8] = self.match.mask.astype(np.int8)
        return mask

    def play(self, action: object) -> None:
        """Play an action; an error says why it is not legal."""
        match = self.match
        if match.over:
            raise CenturyError("the game is over: call reset() to start another one")
        if not isinstance(action, str | Action):
            action = whole_number(f"an action of {self.game.name}", _scalar(action), 0, self.game.action_count - 1)
        match.play(action)

    def rewards(self) -> list[float]:
        """Return the reward of each seat for the last action: 0 while the game goes on."""
        rewards = np.zeros(self.players, np.float32)
        if self.match.over:
            scores = np.zeros(self.players, np.int32)
            steps.write_rewards(self.match.state, self.match.box, REWARDS.index(self.reward), scores, rewards)
        return [float(reward) for reward in rewards]

    def render(self) -> str | None:
        """Return the table as text or as a picture, by the render mode; `human` prints the text."""
        if self.render_mode is None:
            raise CenturyError(f"render() needs a render mode; available: {', '.join(RENDER_MODES)}")
        from century.environments.picture import picture, text

        view = self.match.view(self.match.actor)
        if self.render_mode == "svg":
            return picture(view)
        if self.render_mode == "human":
            print(text(view))
            return None
        return text(view)

    def __deepcopy__(self, memo: dict[int, object]) -> "Table":
        twin = copy.copy(self)
        twin._random = copy.deepcopy(self._random)
        twin._match = copy.deepcopy(self._match)
        return twin


def _scalar(action: object) -> object:
    """Return an action as a plain number if it is an array of one."""
    return action.item() if hasattr(action, "item") and getattr(action, "size", 0) == 1 else action
