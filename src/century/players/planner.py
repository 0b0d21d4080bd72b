"""Players that plan their coming turns by beam search."""

import tomllib
from dataclasses import dataclass
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
    discount: float = 0.97
    most: int = 400  # states looked at in one turn


class Planner:
    """Finds the line of own turns that is worth most, and plays its first turn."""

    def __init__(self, search: Search, weights: Any = None) -> None:
        """A planner that searches so far; `weights` in place of those of the game are for tuning."""
        self.search = search
        self._weights = weights
        self._pool: Any = None
        self._planned: list[int] = []
        self._turn = (-1, -1)

    def choose(self, view: View) -> Action:
        """The next answer of the best line."""
        assert view.known
        return self.answer(view.known)

    def answer(self, known: Known) -> Action:
        """The next answer of the best line."""
        turn = (int(known.state["turn"][0]), known.seat)
        legal = {action.id for action in known.actions}
        if len(legal) == 1:
            (only,) = legal
            if self._planned and self._planned[0] == only:
                self._planned.pop(0)
            return ACTIONS[only]
        if turn != self._turn or not self._planned or self._planned[0] not in legal:
            self._planned = self.plan(known)[0]
            self._turn = turn
        return ACTIONS[self._planned.pop(0)]

    def plan(self, known: Known) -> list[list[int]]:
        """The answers of the turns of the best line."""
        search = self.search
        rows = search.width * (1 + beam.CANDIDATES) + beam.STACK + 2
        if self._pool is None or self._pool.dtype != known.state.dtype:
            widest = max(search.width, search.other_width)
            rows = widest * (1 + beam.CANDIDATES) + beam.STACK + 2
            self._pool = np.zeros(rows, known.state.dtype)
            turns = max(search.depth, search.other_depth)
            self._plans = np.full((2 * known.game.most_players, turns, beam.LONGEST), beam.NO_ANSWER, np.int16)
            self._line = np.full((turns, beam.LONGEST), beam.NO_ANSWER, np.int16)
        self._pool[0] = known.state[0]
        weights = weights_of(known.game) if self._weights is None else self._weights
        self.value = beam.think(
            self._pool,
            self._pool.view(np.uint64).reshape(len(self._pool), -1),
            np.asarray(known.game.box(known.catalogue)),
            weights,
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
        return [[int(answer) for answer in turn if answer != beam.NO_ANSWER] for turn in self._line]
