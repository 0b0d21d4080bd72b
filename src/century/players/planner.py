"""Players that plan their coming turns by beam search: greedy, sketcher and planner."""

import time
import tomllib
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files
from typing import Any

import numpy as np

from century.engine.actions import ACTIONS, Action
from century.engine.game import Game
from century.engine.view import Known, View
from century.players import beam
from century.players.worth import names_of


@cache
def weights_of(game: Game) -> Any:
    """The weights of a game, in the order of its measures."""
    data = tomllib.loads((files("century.players") / "weights.toml").read_text("utf-8"))
    own = data["all"] | data.get(game.name, {})
    return np.array([own[name] for name in names_of(game)], np.float64)


@dataclass(frozen=True)
class Search:
    """How far a planner looks: the width of the beam and its depth in turns, for itself and for the others."""

    width: int
    depth: int
    other_width: int = 0
    other_depth: int = 0
    discount: float = 0.95  # of points, for each turn that they come later
    most: int = 400  # states looked at in one turn


_SEARCHES = {
    "greedy": Search(1, 1),
    "sketcher": Search(12, 6),
    "planner": Search(200, 12, 25, 8),
}


def search_of(name: str, width: int | None = None) -> Search:
    """How far a player of the ladder looks; a width of one's own is shared with the others likewise."""
    search = _SEARCHES[name]
    return search if width is None else _wide(search, width)


def _wide(search: Search, width: int) -> Search:
    return replace(search, width=width, other_width=max(1, width // 8) if search.other_width else 0)


class Planner:
    """Finds the line of own turns that is worth most, and plays its first turn.

    It sees only what its seat knows: decks are empty in its plans. The rest of a turn follows the plan, unless
    something has come up that the plan did not know of.

    >>> import century
    >>> from century.players import player
    >>> match = century.game("spice-road").new(players=2, seed=7)
    >>> player("greedy").choose(match.view(match.actor)) in match.actions()
    True
    """

    def __init__(self, search: Search, seconds: float | None = None, weights: Any = None) -> None:
        """A planner that searches so far, or so long; weights other than those of the game are for tuning."""
        self.search = search
        self.seconds = seconds
        self._weights = weights
        self._cost = 0.0  # seconds for each state of the width, as measured
        self._pool: Any = None
        self._planned: list[int] = []
        self._turn = (-1, -1)

    def choose(self, view: View) -> Action:
        """The next answer of the best line."""
        assert view.known, "a watcher has nothing to choose"
        return self.answer(view.known)

    def answer(self, known: Known) -> Action:
        """The next answer of the best line."""
        turn = (int(known.state["turn"][0]), known.seat)
        legal = [action.id for action in known.actions]
        if turn != self._turn or not self._planned or self._planned[0] not in legal:
            self._planned = legal[:1] if len(legal) == 1 else self.plan(known)
            self._turn = turn
        return ACTIONS[self._planned.pop(0)]

    def plan(self, known: Known) -> list[int]:
        """The answers of the first turn of the best line."""
        if self.seconds is None:
            return self._line_of(known, self.search)
        start = time.perf_counter()
        if not self._cost:
            self._line_of(known, _wide(self.search, 1))  # loads the compiled code
            start = time.perf_counter()
            self._measure(known, 8)
        left = self.seconds - (time.perf_counter() - start)
        return self._measure(known, max(1, min(int(0.8 * left / self._cost), 20_000)))

    def _measure(self, known: Known, width: int) -> list[int]:
        """Search with a width, and note what it has cost."""
        start = time.perf_counter()
        line = self._line_of(known, _wide(self.search, width))
        cost = (time.perf_counter() - start) / width
        self._cost = max(cost, 0.7 * self._cost + 0.3 * cost)
        return line

    def _line_of(self, known: Known, search: Search) -> list[int]:
        rows = max(search.width, search.other_width) * (1 + beam.CANDIDATES) + beam.QUEUE + 2
        if self._pool is None or len(self._pool) < rows or self._pool.dtype != known.state.dtype:
            self._pool = np.zeros(rows, known.state.dtype)
            turns = max(search.depth, search.other_depth)
            self._plans = np.full((known.game.most_players, turns, beam.LONGEST), beam.NO_ANSWER, np.int16)
            self._line = np.full((turns, beam.LONGEST), beam.NO_ANSWER, np.int16)
        self._pool[0] = known.state[0]
        beam.think(
            self._pool,
            self._pool.view(np.uint64).reshape(len(self._pool), -1),
            np.asarray(known.game.box(known.catalogue)),
            weights_of(known.game) if self._weights is None else self._weights,
            self._plans,
            self._line,
            known.seat,
            search.width,
            search.depth,
            search.other_width,
            search.other_depth,
            search.discount,
            search.most,
        )
        found = [int(answer) for answer in self._line[0] if answer != beam.NO_ANSWER]
        return found or [known.actions[0].id]
