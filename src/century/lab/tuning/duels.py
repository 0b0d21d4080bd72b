"""Duels between planners with different weights, and the steps by which weights are changed."""

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from typing import NamedTuple

import numpy as np

import century
from century.lab.play.pools import processes
from century.players.desk import Search
from century.players.planner import PLANNING, Planner, Weights
from century.players.worth import DISCOUNT, SOONER, names_of, pieces_of

Pair = tuple[Weights, Weights]

TURN_LIMIT = 240
MARGIN = 60.0  # points that count as much as a win
STEPS = {
    "discount": 0.01,
    "sooner": 0.03,
    "many cubes": 0.02,
    "same cubes": 0.02,
    "many cards": 0.02,
    "unseen goal": 1.0,
    "claim": 1.0,
    "tile space": 1.0,
}  # other weights change by a share of themselves, but by LEAST_STEP at least
SHARE, LEAST_STEP = 0.4, 0.1
LEAST_DISCOUNT = 0.999
KEEP = 1.0  # standard errors above even that a change needs to be kept


class SelfPlay(NamedTuple):
    """Games of planners against each other, each with the next seed."""

    games: int  # or deals, of two games
    width: int  # of the planners' searches
    seed: int  # of the first game
    workers: int | None = None  # processes; all cores by default

    @property
    def search(self) -> Search:
        """The search of the planners."""
        return PLANNING.wide(self.width)


def play_duel(game: str, search: Search, weights: Pair, seed: int) -> tuple[float, float]:
    """Play a deal between two planners; each of them sits first once.

    Return the share of wins of the first planner, and the same with its margin of points.
    """
    wins, better = 0.0, 0.0
    for first in (0, 1):
        match = century.game(game).new(players=2, seed=seed, turn_limit=TURN_LIMIT)
        players = [Planner(search, weights=weights[(seat + first) % 2]) for seat in (0, 1)]
        while not match.over:
            assert match.actor is not None
            match.play(players[match.actor].answer(match.known(match.actor)))
        won = 0.5 if match.winner is None else float(match.winner == first)
        points = match.totals()
        margin = np.clip((points[first] - points[1 - first]) / MARGIN, -0.5, 0.5)
        wins += won / 2
        better += (won + 0.5 + float(margin)) / 4
    return wins, better


def results_of(game: str, play: SelfPlay, pairs: Iterable[Pair], seeds: Iterable[int]) -> Iterator[tuple[float, float]]:
    """Yield what `play_duel` returns for each pair of weights with its seed, in their order."""
    with processes(play.workers) as pool:
        yield from pool.map(partial(play_duel, game, play.search), pairs, seeds)


def above_even(better: Sequence[float]) -> float:
    """Return how much better than even these results are, in standard errors."""
    return float((np.mean(better) - 0.5) / (np.std(better) / np.sqrt(len(better)) + 1e-9))


def open_weights(game: str) -> list[int]:
    """Return the indices of the weights that can be changed: all but those of single cards and tiles."""
    declared = century.game(game)
    pieces = pieces_of(declared)
    return [number for number, name in enumerate(names_of(declared)) if name not in pieces]


def step_of(name: str, weight: float) -> float:
    """Return by how much a weight is changed."""
    return STEPS.get(name, max(SHARE * abs(weight), LEAST_STEP))


def with_discounts_below_one(weights: Weights) -> Weights:
    """Limit the discounts of weights: at 1 or more, planners would put off their plans forever."""
    places = [DISCOUNT, SOONER]
    weights[places] = np.minimum(weights[places], LEAST_DISCOUNT)
    return weights
