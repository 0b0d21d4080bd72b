"""Weights by variation: all are changed at once, at random, and the changes explain who won.

The two planners of a deal have the same changes, one up and one down, so every deal says something about every weight.
The result is a direction. Strides along it play on new deals against its start, and the best one is kept if it wins. A
direction is only right nearby, so the search starts again from the new weights, where earlier deals count less. If no
stride wins, the changes were too large to find the direction: they get smaller.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import count, islice

import numpy as np

import century
from century.lab.tuning.duels import (
    KEEP,
    SelfPlay,
    above_even,
    open_weights,
    results_of,
    step_of,
    with_discounts_below_one,
)
from century.lab.tuning.weights_file import named, starting_weights
from century.players.planner import Weights
from century.players.worth import names_of

SHARE = 0.6  # of a step, by which each weight is changed at first
HOLD = 4.0  # empty deals: a few deals say little
STRIDES = (0.3, 0.6, 1.2)  # along the direction, whose longest change is one step
FADE = 0.5  # what a deal still counts after a stride


@dataclass(frozen=True)
class Variation:
    """A deal between planners with changed weights."""

    changes: Weights  # up or down, 1 or -1, by weight
    better: float  # how well the first planner did, from 0 to 1
    counts: float = 1.0


@dataclass(frozen=True)
class Slope:
    """The effect of increasing a weight."""

    name: str
    gain: float  # in wins of the planner with the larger weight
    error: float  # its standard error


@dataclass(frozen=True)
class Stride:
    """A step along a direction, and its results against the start."""

    length: float
    games: int
    share: float  # of games won
    better: float  # the same with the margin of points
    sure: float  # how much more than even that is, in standard errors
    weights: dict[str, float]


def variations(game: str, play: SelfPlay, weights: Weights | None = None, *, reach: float = 1.0) -> Iterator[Variation]:
    """Play deals between planners whose weights vary around these, or those of the game."""
    names, base = starting_weights(game, weights)
    steps = SHARE * reach * _steps(game, base)
    chance = np.random.default_rng(play.seed)
    changes = [np.where(steps > 0, chance.choice([-1.0, 1.0], len(names)), 0.0) for _ in range(play.games)]
    up, down = ([with_discounts_below_one(base + sign * steps * change) for change in changes] for sign in (1, -1))
    for change, (_, better) in zip(
        changes, results_of(game, play, zip(up, down, strict=True), count(play.seed)), strict=True
    ):
        yield Variation(change, better)


def slopes(game: str, played: Sequence[Variation]) -> list[Slope]:
    """Estimate the effect of each weight by least squares, the largest first."""
    if not played:
        return []
    names = names_of(century.game(game))
    places = open_weights(game)
    changes = np.array([variation.changes for variation in played])[:, places]
    better = np.array([variation.better for variation in played]) - 0.5
    counts = np.array([variation.counts for variation in played])
    counted = changes.T * counts
    inverse = np.linalg.inv(counted @ changes + HOLD * np.eye(len(places)))
    gains = inverse @ counted @ better
    left = max(len(played) - len(places), 1) / len(played) * counts.sum()
    spread = counts @ (better - changes @ gains) ** 2 / left
    errors = np.sqrt(spread * np.diag(inverse @ (counted * counts) @ changes @ inverse))
    estimates = zip(places, gains.tolist(), errors.tolist(), strict=True)
    return sorted((Slope(names[place], *each) for place, *each in estimates), key=lambda slope: -abs(slope.gain))


def direction_of(estimates: Sequence[Slope]) -> dict[str, float]:
    """Return how far each weight goes, in its steps. The longest is 1; an uncertain slope counts less."""
    sure = {slope.name: slope.gain * max(0.0, 1 - (slope.error / slope.gain) ** 2) for slope in estimates if slope.gain}
    longest = max(map(abs, sure.values()), default=0.0)
    return {name: gain / longest for name, gain in sure.items() if gain}


def faded(played: Sequence[Variation]) -> list[Variation]:
    """Return variations as they count after a stride."""
    return [replace(variation, counts=FADE * variation.counts) for variation in played]


def strides(
    game: str, play: SelfPlay, direction: dict[str, float], weights: Weights | None = None, *, reach: float = 1.0
) -> Iterator[Stride]:
    """Play strides along a direction, all on the same deals."""
    names, base = starting_weights(game, weights)
    steps = _steps(game, base) * np.array([direction.get(name, 0.0) for name in names])
    lengths = [reach * length for length in STRIDES]
    ends = [with_discounts_below_one(base + length * steps) for length in lengths]
    pairs = [(end, base) for end in ends for _ in range(play.games)]
    seeds = [*range(play.seed, play.seed + play.games)] * len(ends)
    results = results_of(game, play, pairs, seeds)
    for length, end in zip(lengths, ends, strict=True):
        wins, better = zip(*islice(results, play.games), strict=True)
        share, mean = float(np.mean(wins)), float(np.mean(better))
        yield Stride(length, 2 * play.games, share, mean, above_even(better), named(names, end))


def best_stride(played: Sequence[Stride]) -> Stride | None:
    """Return the best of these strides, if it wins."""
    best = max(played, key=lambda stride: stride.better)
    return best if best.sure > KEEP else None


def _steps(game: str, base: Weights) -> Weights:
    """Return the step of each weight; 0 for those that do not change."""
    names = names_of(century.game(game))
    steps = np.zeros(len(names))
    for place in open_weights(game):
        steps[place] = step_of(names[place], base[place])
    return steps
