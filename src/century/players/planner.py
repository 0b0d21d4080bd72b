"""Players that plan their coming turns by beam search: greedy, sketcher and planner."""

import time
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from century.engine.actions import Action
from century.engine.game import Game
from century.engine.rows import Rows
from century.engine.view import Known, View
from century.players import beam, tree
from century.players.desk import RECORDS, Desk, Search, blank_desk
from century.players.opening import Opening, shop_of
from century.players.tree import NO_TREE, Growth, Task
from century.players.turns import Answers, answers_of
from century.players.worth import default_weights, names_of, pieces_of

Weights = NDArray[np.float64]

WIDEST = 4000  # a wider beam finds nothing better
_NO_GROWTH = Growth()  # for an entry that is also for those who grow a tree
MEASURED = 8  # the width of the first beam of a player with a time
SAFE = 0.8  # the share of its time that it plans to use
SLOWLY = 0.7  # the weight of the last cost if the new one is lower

_loaded: set[str] = set()  # games whose compiled code this process has


@cache
def weights_of(game: Game, own: str = "", opening: bool = False) -> Weights:
    """Return the weights of a game, or of its opening, in the order of its measures.

    `own` names a table of weights that some players have in some games; these have no opening.
    """
    data = _data()
    tables = data[own] if own and game.name in data[own] else data
    weights = default_weights(game) | tables.get("all", {}) | tables.get(game.name, {})
    if opening and tables is data:
        pieces = pieces_of(game)
        weights |= {name: worth for name, worth in data["opening"][game.name].items() if name in pieces}
    return weights_in(game, weights)


def named_weights(game: Game, opening: bool = False) -> dict[str, float]:
    """Return the weights of a game by name, or those of its opening."""
    return dict(zip(names_of(game), weights_of(game, opening=opening).tolist(), strict=True))


@cache
def opening_of(game: Game) -> Opening | None:
    """Return the opening of a game, if it has one."""
    own = _data()["opening"].get(game.name)
    return None if own is None else Opening(own["rounds"], named_weights(game, opening=True))


@cache
def _data() -> Mapping[str, Any]:
    return tomllib.loads((files("century.players") / "weights.toml").read_text("utf-8"))


def weights_in(game: Game, named: Mapping[str, float]) -> Weights:
    """Return weights in the order of the game's measures; a missing weight is 0."""
    return np.array([named.get(name, 0.0) for name in names_of(game)], np.float64)


PLANNING = Search(200, 15, 3, 8)  # with good plans for the others, no card would be left


@dataclass(frozen=True)
class Manner:
    """How a named planner plays: its search, whether it has an opening, its weights and its temper."""

    search: Search
    opening: bool = False
    own: str = ""  # the table of its separate weights
    temper: float = 0.0


MANNERS = {
    "greedy": Manner(Search(1, 1), own="near"),
    "sketcher": Manner(Search(12, 6)),
    "planner": Manner(PLANNING, opening=True),
    "novice": Manner(Search(12, 1), own="near", temper=6.0),
    "apprentice": Manner(Search(12, 1), own="near", temper=1.0),
    "trader": Manner(Search(12, 5), own="levels", temper=0.5),
    "merchant": Manner(Search(24, 8), own="levels", opening=True),
}


MEANWHILE = Search(6, 2, most=120)  # takes a fraction of a second, interpreted
MEANWHILE_NEAR = Search(6, 1, most=400)  # for players that look one turn ahead


class Planner:
    """Finds the sequence of its next turns that is worth most, and plays the first of them.

    It sees only what its seat knows: decks are empty in its plans. The rest of a turn follows the plan, unless it
    reveals something that the plan did not know.

    >>> import century
    >>> from century.players import player
    >>> match = century.game("spice-road").new(players=2, seed=7)
    >>> player("greedy").choose(match.view(match.actor)) in match.actions()
    True
    """

    def __init__(
        self,
        search: Search,
        *,
        seconds: float | None = None,
        temper: float = 0.0,
        seed: int | None = None,
        weights: Weights | None = None,
        own: str = "",
        opening: bool = False,
        interpreted: bool = False,
    ) -> None:
        """Set the extent of the search, or its time for a turn in seconds.

        With a temper above 0, the planner does not always take the best turn: one that is worth `temper` points less is
        taken e times less often. `own` names a table of weights to use before those of the game; `weights` are for
        tuning. With `opening` it begins with the opening of the game, if there is one. `interpreted` runs the search in
        plain Python, which needs no compiler.
        """
        self.search = search
        self.seconds = seconds
        self.temper = temper
        self._chance = Random(seed)
        self._weights = weights
        self._own = own
        self._opening = opening
        self._interpreted = interpreted
        self._cost = 0.0  # seconds for each state of the width, as measured
        self._desk: Desk | None = None
        self._planned: list[int] = []
        self._turn = (-1, -1)

    def choose(self, view: View) -> Action:
        """Return the next answer of the best line."""
        assert view.known, "a watcher has nothing to choose"
        return self.answer(view.known)

    def answer(self, known: Known) -> Action:
        """Return the next answer of the best line."""
        turn = (int(known.state["turn"][0]), known.seat)
        legal = [action.id for action in known.actions]
        if turn != self._turn or not self._planned or self._planned[0] not in legal:
            self._planned = legal[:1] if len(legal) == 1 else self._opening_turn(known) or self.plan(known)
            self._turn = turn
        return known.game.space.actions[self._planned.pop(0)]

    def _opening_turn(self, known: Known) -> list[int]:
        opening = opening_of(known.game) if self._opening else None
        answers = opening.turn(known) if opening else []
        if answers and not self._interpreted and known.game.name not in _loaded:
            Planner(self.search.wide(1)).plan(known)  # loads the code now, not in the middle of a game
            _loaded.add(known.game.name)
        return answers

    def plan(self, known: Known) -> list[int]:
        """Return the answers of the first turn of the best line."""
        if self.seconds is None:
            return self._line_of(known, self.search)
        return self._measured(known, self._width_for(known, self.seconds))

    def _width_for(self, known: Known, seconds: float) -> int:
        """Return the greatest width with which a search is done in time."""
        start = time.perf_counter()
        if not self._cost:
            self._line_of(known, self.search.wide(1))  # loads the compiled code
            start = time.perf_counter()
            self._measured(known, MEASURED)
        left = seconds - (time.perf_counter() - start)
        return max(1, min(int(SAFE * left / self._cost), WIDEST))

    def _measured(self, known: Known, width: int) -> list[int]:
        """Search with a width, and measure its cost."""
        self._reserve(known, width, self.search.depth)
        start = time.perf_counter()
        line = self._line_of(known, self.search.wide(width))
        self._note_cost(start, width)
        return line

    def _note_cost(self, start: float, width: int) -> None:
        cost = (time.perf_counter() - start) / width
        self._cost = max(cost, SLOWLY * self._cost + (1 - SLOWLY) * cost)

    def _reserve(self, known: Known, width: int, depth: int) -> Desk:
        """Make room for a beam of this width and depth."""
        if self._desk is None or len(self._desk.kept) < width or self._desk.states.dtype != known.state.dtype:
            self._desk = blank_desk(known.state.dtype, width, depth)
            self._no_tree = tree.tree(known.state.dtype, 1)
        return self._desk

    def _weights_for(self, known: Known) -> Weights:
        if self._weights is not None:
            return self._weights
        opening = opening_of(known.game) if self._opening and not shop_of(known.game) else None
        return weights_of(known.game, self._own, opening is not None and opening.lasts(known.state[0]))

    def _line_of(self, known: Known, search: Search) -> list[int]:
        desk = self._reserve(known, max(search.width, search.other_width), max(search.depth, search.other_depth))
        desk.states[0] = known.state[0]
        boxes, weights = known.game.box(known.catalogue), self._weights_for(known)
        if self._interpreted:
            records: dict[str, Any] = {name: Rows(getattr(desk, name)) for name in RECORDS}
            with np.errstate(over="ignore"):  # keys wrap around
                beam.find_line(desk._replace(**records), boxes[0], weights, known.seat, search)
        else:
            task = Task(np.asarray(boxes), weights, known.seat, _NO_GROWTH, search, search)
            tree.think(self._no_tree, desk, task, NO_TREE)
        turn = desk.plans[known.seat, 0] if self.temper == 0 else self._any_turn(desk, search.width)
        return answers_of(turn) or [known.actions[0].id]

    def _any_turn(self, desk: Desk, width: int) -> Answers:
        """Return the answers of a random first turn; good ones are more likely. No turn found: no answers."""
        chances = np.exp(-desk.behind[:width] / self.temper)
        if not chances.any():
            return np.zeros(0, np.int16)
        return np.asarray(desk.moves[0, self._chance.choices(range(width), chances.tolist())[0]])


class Meanwhile(Planner):
    """A planner that stands in for a player until its code is compiled.

    It has the same manner, looks less far ahead, and needs no compiler.
    """

    is_simpler = True

    def __init__(self, spec: str, seed: int | None = None) -> None:
        manner = MANNERS.get(spec.partition(":")[0], MANNERS["planner"])
        search = MEANWHILE_NEAR if manner.search.depth == 1 else MEANWHILE
        opening = manner.opening
        super().__init__(search, seed=seed, temper=manner.temper, own=manner.own, opening=opening, interpreted=True)
