"""Weights by variation: all are changed at once, at random, and who won is explained by the changes.

The two planners of a deal have the same changes, one up and one down, so every deal tells something about every weight.
What comes out is a way; strides along it play, on new deals, against where it begins, and the best one is kept if it
wins. A way is straight and a weight has its best somewhere, so this is done anew from where it led to, and what was
seen before still counts, but less. If no stride wins, the changes were too large to tell the way: they get smaller.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any

import numpy as np

import century
from century.lab.play.workers import processes
from century.lab.tuning.duels import KEEP, Job, above_even, discounting, duel, open_weights, step_of
from century.lab.tuning.weights_file import begun
from century.players.planner import PLANNING
from century.players.worth import names_of

SHARE = 0.6  # of a step, by which each weight is changed at first
HOLD = 4.0  # deals with nothing in them: a few deals say little
STRIDES = (0.3, 0.6, 1.2)  # along the way, whose longest change is one step
FADE = 0.5  # what a deal still counts after a stride


@dataclass(frozen=True)
class Variation:
    """A deal between planners with changed weights."""

    changes: Any  # up or down, 1 or -1, by weight
    better: float  # how well the first planner did, from 0 to 1
    counts: float = 1.0


@dataclass(frozen=True)
class Slope:
    """What more of a weight brings."""

    name: str
    gain: float  # in wins of the planner with more of it
    error: float  # its standard error


@dataclass(frozen=True)
class Stride:
    """A step along a way, and how it went against where the way begins."""

    length: float
    games: int
    share: float  # of the games that it has won
    better: float  # the same with its margin of points
    sure: float  # how much more than even that is, in standard errors
    weights: dict[str, float]


def variations(
    game: str,
    weights: Any = None,
    *,
    deals: int,
    width: int,
    seed: int,
    reach: float = 1.0,
    workers: int | None = None,
) -> Iterator[Variation]:
    """Deals between planners whose weights are varied around these, or those of the game."""
    names, base = begun(game, weights)
    steps = SHARE * reach * _steps(names, base)
    chance = np.random.default_rng(seed)
    changes = [np.where(steps > 0, chance.choice([-1.0, 1.0], len(names)), 0.0) for _ in range(deals)]
    jobs = [
        Job(
            game,
            (discounting(base + steps * change), discounting(base - steps * change)),
            PLANNING.wide(width),
            seed + number,
        )
        for number, change in enumerate(changes)
    ]
    with processes(workers) as pool:
        for change, (_, better) in zip(changes, pool.map(duel, jobs), strict=True):
            yield Variation(change, better)


def slopes(game: str, found: Sequence[Variation]) -> list[Slope]:
    """What each weight brings, by least squares; those that bring most come first."""
    if not found:
        return []
    names = names_of(century.game(game))
    places = open_weights(names)
    changes = np.array([variation.changes for variation in found])[:, places]
    better = np.array([variation.better for variation in found]) - 0.5
    counts = np.array([variation.counts for variation in found])
    counted = changes.T * counts
    inverse = np.linalg.inv(counted @ changes + HOLD * np.eye(len(places)))
    gains = inverse @ counted @ better
    left = max(len(found) - len(places), 1) / len(found) * counts.sum()
    spread = counts @ (better - changes @ gains) ** 2 / left
    errors = np.sqrt(spread * np.diag(inverse @ (counted * counts) @ changes @ inverse))
    made = [Slope(names[place], *each) for place, *each in zip(places, gains.tolist(), errors.tolist(), strict=True)]
    return sorted(made, key=lambda slope: -abs(slope.gain))


def way_of(found: Sequence[Slope]) -> dict[str, float]:
    """How far each weight goes, in its steps, the longest 1: less the less it is sure."""
    sure = {slope.name: slope.gain * max(0.0, 1 - (slope.error / slope.gain) ** 2) for slope in found if slope.gain}
    longest = max(map(abs, sure.values()), default=0.0)
    return {name: gain / longest for name, gain in sure.items() if gain}


def fade(found: Sequence[Variation]) -> list[Variation]:
    """The same, seen from weights that are a stride away."""
    return [replace(variation, counts=FADE * variation.counts) for variation in found]


def walk(
    game: str,
    way: dict[str, float],
    weights: Any = None,
    *,
    deals: int,
    width: int,
    seed: int,
    reach: float = 1.0,
    workers: int | None = None,
) -> Iterator[Stride]:
    """Strides along a way, all on the same deals."""
    names, base = begun(game, weights)
    steps = _steps(names, base) * np.array([way.get(name, 0.0) for name in names])
    lengths = [reach * length for length in STRIDES]
    ends = [discounting(base + length * steps) for length in lengths]
    jobs = [Job(game, (end, base), PLANNING.wide(width), seed + deal) for end in ends for deal in range(deals)]
    with processes(workers) as pool:
        played = pool.map(duel, jobs)
        for length, end in zip(lengths, ends, strict=True):
            wins, better = zip(*islice(played, deals), strict=True)
            named = dict(zip(names, end.tolist(), strict=True))
            yield Stride(length, 2 * deals, float(np.mean(wins)), float(np.mean(better)), above_even(better), named)


def kept(strides: Sequence[Stride]) -> Stride | None:
    """The best of these strides, if it wins."""
    best = max(strides, key=lambda stride: stride.better)
    return best if best.sure > KEEP else None


def _steps(names: Sequence[str], base: Any) -> Any:
    """The step of each weight; 0 of those that are not changed."""
    steps = np.zeros(len(names))
    for place in open_weights(names):
        steps[place] = step_of(names[place], base[place])
    return steps
