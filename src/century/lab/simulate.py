"""Simulate: many games of random players, on all cores, and what came of them."""

import os
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from century.components.catalogue import Catalogue
from century.engine import native
from century.engine.actions import BLOCKS
from century.engine.chance import dice_of
from century.engine.game import Game
from century.engine.match import Options
from century.engine.state import STOPPED
from century.errors import unknown, whole_number

TURN_LIMIT = 10_000  # random players of Eastern Wonders may take longer
_CHUNK = 512  # games a task, at most


@dataclass(frozen=True)
class Simulation:
    """What came of many games. Row k belongs to the game of seed + k."""

    game: Game
    players: int
    seed: int
    turns: NDArray[np.int32]
    decisions: NDArray[np.int64]
    scores: NDArray[np.int32]  # by seat
    winners: NDArray[np.int8]  # -1: nobody, the game was stopped
    stopped: NDArray[np.bool_]
    starts: NDArray[np.int8]  # the seat of the start player

    @property
    def rounds(self) -> NDArray[np.float64]:
        """The length of each game in rounds."""
        return self.turns / self.players

    def by_place(self) -> NDArray[np.int32]:
        """The scores by place in turn order, the start player's first."""
        places = (self.starts[:, None] + np.arange(self.players)) % self.players
        return np.take_along_axis(self.scores, places.astype(np.intp), axis=1)

    def wins_by_place(self) -> NDArray[np.int64]:
        """How many games each place in turn order has won; stopped games are nobody's."""
        places = (self.winners - self.starts) % self.players
        return np.bincount(places[~self.stopped], minlength=self.players)


# How likely the players of a simulation are to choose an action, by its word; 1 if it is not named.
BOTS: Mapping[str, Mapping[str, int]] = {
    "random": {},
    "simple": {
        "claim": 1000,
        "build": 100,
        "bonus": 10,
        "tile": 10,
        "pick up": 100,
        "times": 20,
        "upgrade": 10,
        "play": 3,
        "anchor": 8,
        "harvest": 2,
    },
}


def weights_of(game: Game, bots: str) -> NDArray[np.int32]:
    """The weight of each action of a game."""
    if bots not in BOTS:
        raise unknown("kind of bots", bots, BOTS)
    words = [block.word for block in BLOCKS for _ in block.labels][: game.action_count]
    return np.array([BOTS[bots].get(word, 1) for word in words], np.int32)


def cores() -> int:
    """The cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def simulate(
    game: Game,
    players: int = 2,
    games: int = 1000,
    seed: int = 0,
    *,
    turn_limit: int = TURN_LIMIT,
    catalogue: Catalogue | None = None,
    bots: str = "random",
    threads: int | None = None,
    progress: Callable[[int], None] = lambda done: None,
    **settings: str,
) -> Simulation:
    """Play games with random players; the same seed gives the same games on any number of threads.

    `bots` are "random", or "simple": random too, but they claim when they can, and like to build and to trade.

    >>> import century
    >>> from century.lab.simulate import simulate
    >>> result = simulate(century.game("spice-road"), players=3, games=100, seed=1)
    >>> result.scores.shape
    (100, 3)
    """
    games = whole_number("the number of games", games, 1, 10**10)
    threads = cores() if threads is None else whole_number("the number of threads", threads, 1, 1000)
    options = Options.checked(game, players, seed, turn_limit=turn_limit, settings=settings)
    printed = catalogue or game.catalogue()
    boxes = np.asarray(game.box(printed))
    weights = weights_of(game, bots)
    result = Simulation(
        game,
        players,
        seed,
        turns=np.zeros(games, np.int32),
        decisions=np.zeros(games, np.int64),
        scores=np.zeros((games, players), np.int32),
        winners=np.zeros(games, np.int8),
        stopped=np.zeros(games, np.bool_),
        starts=np.zeros(games, np.int8),
    )

    chunk = max(1, min(_CHUNK, games // (4 * threads)))

    def play(first: int) -> int:
        rows = slice(first, min(first + chunk, games))
        count = rows.stop - rows.start
        states = options.blank(game, printed, count, first)
        native.playouts(
            states,
            boxes,
            dice_of(seed, count, first),
            weights,
            native.NO_LIMIT,
            result.decisions[rows],
            result.scores[rows],
            result.winners[rows],
        )
        result.turns[rows] = states["turn"]
        result.stopped[rows] = states["over"] == STOPPED
        result.starts[rows] = states["start"]
        return count

    with ThreadPoolExecutor(threads) as pool:
        tasks = [pool.submit(play, first) for first in range(0, games, chunk)]
        try:
            for task in as_completed(tasks):
                progress(task.result())
        except BaseException:
            pool.shutdown(cancel_futures=True)
            raise
    return result


def wilson(wins: int, games: int) -> tuple[float, float]:
    """The 95 % interval of a share, by Wilson's formula.

    >>> low, high = wilson(50, 100)
    >>> round(low, 3), round(high, 3)
    (0.404, 0.596)
    """
    z = 1.959964
    share = wins / games
    centre = share + z * z / (2 * games)
    spread = z * (share * (1 - share) / games + z * z / (4 * games * games)) ** 0.5
    low, high = (centre - spread) / (1 + z * z / games), (centre + spread) / (1 + z * z / games)
    return max(low, 0.0), min(high, 1.0)  # rounding may lead beyond
