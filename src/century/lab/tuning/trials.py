"""Weights by trial: a change is kept when it wins.

One weight at a time is changed by its step, up or down, and the changed planner plays against the one before on paired
deals. Trials that go badly end early. Every trial has new seeds, so that luck is not learned.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from itertools import count, islice

import numpy as np

from century.lab.play.pools import processes
from century.lab.tuning import duels
from century.lab.tuning.weights_file import named, starting_weights
from century.players.planner import Weights

BLOCK = 10  # deals between two looks
GIVE_UP = 0.0  # standard errors above even below which a trial ends


@dataclass(frozen=True)
class Trial:
    """A change of one weight, how it went, and the weights after it."""

    name: str
    before: float
    after: float
    deals: int
    share: float  # of the games that the changed planner won
    kept: bool
    weights: dict[str, float]


def trials(game: str, play: duels.SelfPlay, weights: Weights | None = None, *, times: int) -> Iterator[Trial]:
    """Try changes of single weights, starting from these or those of the game; `play.games` is the most of a trial."""
    names, best = starting_weights(game, weights)
    chance = np.random.default_rng(play.seed)
    seeds = count(play.seed)
    places = duels.open_weights(game)
    duel = partial(duels.play_duel, game, play.search)
    with processes(play.workers) as pool:
        for time in range(times):
            if time % len(places) == 0:
                order = chance.permutation(places)
            number = int(order[time % len(places)])
            before = float(best[number])
            changed = best.copy()
            changed[number] += duels.step_of(names[number], before) * chance.choice([-1, 1]) * chance.uniform(0.5, 1.5)
            changed = duels.with_discounts_below_one(changed)
            results: list[tuple[float, float]] = []
            while len(results) < play.games:
                results += pool.map(duel, [(changed, best)] * BLOCK, islice(seeds, BLOCK))
                wins, better = zip(*results, strict=True)
                if duels.above_even(better) < GIVE_UP:
                    break
            kept = duels.above_even(better) > duels.KEEP
            after, share = float(changed[number]), float(np.mean(wins))
            best = changed if kept else best
            yield Trial(names[number], before, after, len(results), share, kept, named(names, best))
