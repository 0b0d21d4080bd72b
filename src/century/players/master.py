"""The master: a tree search over whole turns that uses the planner's plans."""

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import numpy as np

from century.engine.view import Known
from century.errors import CenturyError
from century.players import tree
from century.players.desk import Desk, Search, blank_desk
from century.players.planner import PLANNING, Planner, Weights
from century.players.tree import PLANT, Growth, Task, Tree
from century.players.turns import answers_of

NODES = 20_000  # of a tree
CHUNK = 2  # visits between two looks at the clock
ROOT_SHARE = 0.2  # of the time
STOP = 0.95  # of the time, after which no more visits begin
INNER = Search(width=16, depth=8, other_width=16, other_depth=8, even=True)  # alike, since hopes are compared
WIDTHS = (6, 24)  # of the beams of nodes, least and most, with a time
ENOUGH = 80  # visits that should fit into the time
VISITS = 200

Room = tuple[Tree, Desk]  # of a thread


class Master(Planner):
    """Plans like a planner, then searches the replies of the others and what may be revealed.

    >>> import century
    >>> from century.players import player
    >>> match = century.game("spice-road").new(players=2, seed=7)
    >>> player("master:10").choose(match.view(match.actor)) in match.actions()
    True
    """

    def __init__(
        self,
        visits: int = VISITS,
        *,
        seconds: float | None = None,
        threads: int = 1,
        seed: int | None = None,
        weights: Weights | None = None,
        opening: bool = False,
        growth: Growth | None = None,
        root: Search = PLANNING,
        inner: Search = INNER,
    ) -> None:
        """Set the visits of the tree, or the time for a turn in seconds. Each thread has its own tree."""
        super().__init__(root, seconds=seconds, seed=seed, weights=weights, opening=opening)
        self._visits = visits
        self._threads = threads
        self._growth = growth or Growth()
        self._inner = inner
        self._rooms: list[Room] = []

    def plan(self, known: Known) -> list[int]:
        """Return the answers of the most visited turn."""
        start = time.perf_counter()
        root, inner = self.search, self._inner
        if self.seconds is not None:
            new = not self._cost
            width = self._width_for(known, ROOT_SHARE * self.seconds)
            root = root.wide(min(root.width, width))
            inner = _even(inner, int(width / ROOT_SHARE / ENOUGH))
            start = time.perf_counter() if new else start
        self._make_rooms(known)
        ends = None if self.seconds is None else start + STOP * self.seconds
        visits = -(-self._visits // self._threads)

        boxes, weights = np.asarray(known.game.box(known.catalogue)), self._weights_for(known)
        task = Task(boxes, weights, known.seat, self._growth, inner, root)

        def think(room: Room) -> None:
            def visit(times: int) -> None:
                tree.think(*room, task, times)

            room[0].states[-1] = known.state[0]
            begun = time.perf_counter()
            visit(PLANT)
            self._note_cost(begun, root.width)
            if room[0].nodes[room[0].used[1]]["turns"] < 2:
                return
            if ends is None:
                visit(visits)
            while ends is not None and time.perf_counter() < ends:
                visit(CHUNK)

        self._for_all(think)
        grown = self._rooms[0][0]
        at = int(grown.used[1])
        turns = int(grown.nodes[at]["turns"])
        if turns == 0:
            return [known.actions[0].id]
        visited = sum(room[0].turns[room[0].used[1]]["visits"][:turns] for room in self._rooms)
        return answers_of(grown.answers[at, int(np.argmax(visited))])

    def _make_rooms(self, known: Known) -> None:
        """Make a tree and a desk for each thread."""
        if self._rooms and self._rooms[0][0].states.dtype == known.state.dtype:
            return
        if known.game.most_players > tree.SEATS:
            raise CenturyError(
                f"master plays games with at most {tree.SEATS} seats; {known.game.name} has more: use planner"
            )
        kind, depth = known.state.dtype, max(self.search.depth, self._inner.depth)
        self._rooms = []
        for _ in range(self._threads):
            grown = tree.tree(kind, NODES)
            grown.dice[0] = self._chance.getrandbits(63) | 1
            self._rooms.append((grown, blank_desk(kind, max(self.search.width, self._inner.width, *WIDTHS), depth)))

    def _for_all(self, think: Callable[[Room], None]) -> None:
        if self._threads == 1:
            think(self._rooms[0])
            return
        with ThreadPoolExecutor(self._threads) as pool:
            list(pool.map(think, self._rooms))


def _even(search: Search, width: int) -> Search:
    """Return a search with another width, the same for all seats."""
    least, most = WIDTHS
    width = max(least, min(width, most))
    return search._replace(width=width, other_width=width)
