"""OpenSpiel: the games as Python games, if `open_spiel` is installed.

>>> import pyspiel
>>> import century.environments.openspiel
>>> game = pyspiel.load_game("century_spice_road", {"players": 3, "turn_limit": 20})
>>> state = game.new_initial_state()
>>> state.is_chance_node(), len(state.chance_outcomes())
(True, 1000)
>>> state.apply_action(7)
>>> state.action_to_string(state.legal_actions()[0])
'play S01'

The first node is a chance node: one of `deals` equally likely deals. Deal k is the game of seed + k, and everything
hidden follows from it. `resample` returns a state in which everything that a player cannot see is shuffled again.
"""

import copy

import numpy as np
import pyspiel

import century
from century.engine.match import MOST_SEED, Match
from century.environments.single import Table
from century.errors import whole_number
from century.types import JsonDict

PREFIX = "century_"
LONGEST = 20_000  # an upper limit of the actions of a game with this turn limit
TURN_LIMIT = 1000
MOST_POINTS = 1000.0
_DEFAULTS: JsonDict = {
    "players": 2,
    "seed": 0,
    "deals": 1000,
    "turn_limit": TURN_LIMIT,
    "reward": "win",
    "interpreted": False,
}


def game_type(name: str) -> pyspiel.GameType:
    """Return how OpenSpiel classifies a game."""
    game = century.game(name)
    return pyspiel.GameType(
        short_name=PREFIX + name.replace("-", "_"),
        long_name=game.title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=game.most_players,
        min_num_players=game.least_players,
        provides_information_state_string=False,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={**_DEFAULTS, **{key: values[0] for key, values in game.settings.items()}},
    )


class CenturyGame(pyspiel.Game):  # type: ignore[misc]  # pyspiel has no types
    """A game of the series with its parameters: players, seed, turn_limit, reward, and settings such as map."""

    game_name: str

    def __init__(self, params: JsonDict | None = None) -> None:
        values = {**_DEFAULTS, **(params or {})}
        self.options = {key: value for key, value in values.items() if key not in ("players", "seed", "deals")}
        self.players = int(values["players"])
        self.deals = whole_number("the number of deals", values["deals"], 1, 10**6)
        self.seed = whole_number("a seed", values["seed"], 0, MOST_SEED - self.deals)
        self.table = Table(self.game_name, self.players, **self.options)
        most = MOST_POINTS if self.table.reward == "score" else 1.0
        info = pyspiel.GameInfo(
            num_distinct_actions=self.table.game.action_count,
            max_chance_outcomes=self.deals,
            num_players=self.players,
            min_utility=-most,
            max_utility=most,
            utility_sum=None,
            max_game_length=LONGEST,
        )
        super().__init__(game_type(self.game_name), info, params or {})

    def new_initial_state(self, state: object = None) -> "CenturyState":
        """Return a state before the deal."""
        return CenturyState(self)

    def make_py_observer(self, iig_obs_type: object = None, params: object = None) -> "CenturyObserver":
        """Return an observer, which writes observations."""
        return CenturyObserver(self.table)


class CenturyState(pyspiel.State):  # type: ignore[misc]
    """A match in play as a state of OpenSpiel."""

    def __init__(self, game: CenturyGame) -> None:
        """Start before the deal; use `new_initial_state`."""
        super().__init__(game)
        self.table = Table(game.game_name, game.players, **game.options)
        self._seed, self._deals = game.seed, game.deals
        self._is_dealt = False

    @property
    def match(self) -> Match:
        """The match in play."""
        return self.table.match

    def current_player(self) -> int:
        """Return the player to answer: chance before the deal."""
        if not self._is_dealt:
            return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.TERMINAL) if self.match.actor is None else int(self.match.actor)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the deals, with equal chances."""
        return [(deal, 1 / self._deals) for deal in range(self._deals)]

    def _legal_actions(self, player: int) -> list[int]:
        """Return the legal actions of a player: none unless it is to answer."""
        return [int(action) for action in np.flatnonzero(self.match.mask)] if player == self.match.actor else []

    def _apply_action(self, action: int) -> None:
        if self._is_dealt:
            self.table.play(action)
        else:
            self.table.deal(self._seed + action)
            self._is_dealt = True

    def _action_to_string(self, player: int, action: int) -> str:
        return f"deal {action}" if player == pyspiel.PlayerId.CHANCE else self.table.game.space.actions[action].text

    def is_terminal(self) -> bool:
        """Return whether the game is over."""
        return self._is_dealt and bool(self.match.over)

    def returns(self) -> list[float]:
        """Return the reward of each player: 0 until the game is over."""
        return self.table.rewards() if self._is_dealt else [0.0] * self.table.players

    def resample(self, player: int, seed: int) -> "CenturyState":
        """Return a copy in which everything that the player cannot see is shuffled again."""
        twin: CenturyState = self.clone()
        twin.table._match = self.match.imagine(player, seed)
        return twin

    def __deepcopy__(self, memo: dict[int, object]) -> "CenturyState":
        twin = CenturyState(self.get_game())
        twin.table = copy.deepcopy(self.table)
        twin._is_dealt = self._is_dealt
        return twin

    def __str__(self) -> str:
        if not self._is_dealt:
            return "not dealt"
        answers = " ".join(str(action.id) for action in self.match.history)
        return f"seed {self.match.options.seed}: {answers}"


class CenturyObserver:
    """Observations: the numbers of `century.environments.observation_space`, by name and as one tensor."""

    def __init__(self, table: Table) -> None:
        self.layout = table.layout
        self.tensor = np.zeros(table.layout.size, np.float32)
        self.dict = self.layout.split(self.tensor)

    def set_from(self, state: CenturyState, player: int) -> None:
        """Write what a player sees into the tensor."""
        self.tensor[:] = state.table.observation(player) if state._is_dealt else 0

    def string_from(self, state: CenturyState, player: int) -> str:
        """Return what a player sees, as text."""
        if not state._is_dealt:
            return "not dealt"
        numbers = state.table.observation(player)
        return " ".join(
            f"{name}={','.join(map(str, numbers[named.place].tolist()))}" for name, named in self.layout.items()
        )


def register() -> None:
    """Register the games for `pyspiel.load_game("century_spice_road")`."""
    known = set(pyspiel.registered_names())
    for name in century.games():
        own_type = type("".join(part.title() for part in name.split("-")), (CenturyGame,), {"game_name": name})
        if PREFIX + name.replace("-", "_") not in known:
            pyspiel.register_game(game_type(name), own_type)


register()
