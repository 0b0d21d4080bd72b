"""Weights by trial: a change is kept when it wins.

One weight is changed at a time, up or down by its step, and the changed planner plays the one before on paired deals.
Trials that go badly end early. New seeds for every trial, so that luck is not learned.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import count
from typing import Any

import numpy as np

import century
from century.lab.play.workers import processes
from century.lab.tuning.weights_file import begun
from century.players.beam import Search
from century.players.planner import PLANNING, Planner
from century.players.worth import GENERAL, PIECES

TURN_LIMIT = 240
BLOCK = 10  # deals between two looks
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
}  # other weights change by a share of themselves, but not by less than LEAST_STEP
SHARE, LEAST_STEP = 0.4, 0.1
LEAST_DISCOUNT = 0.999
GIVE_UP, KEEP = 0.0, 1.0  # standard errors above no difference


@dataclass(frozen=True)
class Job:
    """A deal to be played by two planners, each sitting first once."""

    game: str
    weights: tuple[Any, Any]
    search: Search
    seed: int


@dataclass(frozen=True)
class Trial:
    """A change, and how it went."""

    name: str
    before: float
    after: float
    deals: int
    share: float  # of the games that the changed planner has won
    kept: bool


def duel(job: Job) -> tuple[float, float]:
    """The share of wins of the first planner over a deal, and the same with its margin of points."""
    wins, better = 0.0, 0.0
    for first in (0, 1):
        match = century.game(job.game).new(players=2, seed=job.seed, turn_limit=TURN_LIMIT)
        players = [Planner(job.search, weights=job.weights[(seat + first) % 2]) for seat in (0, 1)]
        while not match.over:
            assert match.actor is not None
            match.play(players[match.actor].answer(match.known(match.actor)))
        won = 0.5 if match.winner is None else float(match.winner == first)
        points = match.totals()
        margin = np.clip((points[first] - points[1 - first]) / MARGIN, -0.5, 0.5)
        wins += won / 2
        better += (won + 0.5 + float(margin)) / 4
    return wins, better


def above_even(better: Sequence[float]) -> float:
    """How much better than the one before a planner was, in standard errors."""
    return float((np.mean(better) - 0.5) / (np.std(better) / np.sqrt(len(better)) + 1e-9))


def open_weights(names: Sequence[str]) -> list[int]:
    """The places of the weights that can be changed: all but those of single cards."""
    return [number for number, name in enumerate(names) if name not in PIECES]


def step_of(name: str, weight: float) -> float:
    """By how much a weight is changed."""
    return STEPS.get(name, max(SHARE * abs(weight), LEAST_STEP))


def discounting(weights: Any) -> Any:
    """The weights, whose discounts must be below 1: else plans are made and never carried out."""
    places = [GENERAL.index(name) for name in ("discount", "sooner")]
    weights[places] = np.minimum(weights[places], LEAST_DISCOUNT)
    return weights


def climb(
    game: str, weights: Any = None, *, trials: int, deals: int, width: int, seed: int, workers: int | None = None
) -> Iterator[tuple[Trial, dict[str, float]]]:
    """Try changes of single weights, of these or of those of the game; each trial, and the weights after it."""
    names, best = begun(game, weights)
    chance = np.random.default_rng(seed)
    seeds = count(seed)
    search = PLANNING.wide(width)
    places = open_weights(names)
    with processes(workers) as pool:
        for trial in range(trials):
            if trial % len(places) == 0:
                order = chance.permutation(places)
            number = int(order[trial % len(places)])
            changed = best.copy()
            changed[number] += step_of(names[number], best[number]) * chance.choice([-1, 1]) * chance.uniform(0.5, 1.5)
            changed = discounting(changed)
            wins: list[float] = []
            better: list[float] = []
            while len(wins) < deals:
                jobs = [Job(game, (changed, best), search, next(seeds)) for _ in range(BLOCK)]
                for won, well in pool.map(duel, jobs):
                    wins.append(won)
                    better.append(well)
                if above_even(better) < GIVE_UP:
                    break
            kept = above_even(better) > KEEP
            tried = Trial(names[number], best[number], changed[number], len(wins), float(np.mean(wins)), kept)
            if kept:
                best = changed
            yield tried, dict(zip(names, best.tolist(), strict=True))
