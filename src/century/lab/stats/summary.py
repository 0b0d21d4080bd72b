"""A running summary of games; memory does not grow with their number."""

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from century.lab.play.outcomes import Outcomes
from century.lab.play.plan import Plan

Z = 1.959964  # standard errors of half a 95 % interval


class Tally:
    """Counts how often each whole number occurs.

    >>> tally = Tally()
    >>> tally.add(np.array([3, 1, 3]))
    >>> tally.mean, tally.percentile(50), tally.least, tally.most
    (2.3333333333333335, 3, 1, 3)
    """

    def __init__(self) -> None:
        self.counts = np.zeros(1, np.int64)

    def add(self, values: NDArray[np.integer]) -> None:
        """Count numbers, none of them below 0."""
        self._add_counts(np.bincount(values.ravel()))

    def merge(self, other: "Tally") -> None:
        """Count the numbers of another tally, too."""
        self._add_counts(other.counts)

    def _add_counts(self, counts: NDArray[np.int64]) -> None:
        total = np.zeros(max(len(counts), len(self.counts)), np.int64)
        total[: len(counts)] += counts
        total[: len(self.counts)] += self.counts
        self.counts = total

    @property
    def total(self) -> int:
        """How many numbers were counted."""
        return int(self.counts.sum())

    @property
    def mean(self) -> float:
        """Their mean."""
        return float(self.counts @ np.arange(len(self.counts))) / max(self.total, 1)

    @property
    def least(self) -> int:
        """The smallest."""
        return int(np.flatnonzero(self.counts)[0])

    @property
    def most(self) -> int:
        """The largest."""
        return int(np.flatnonzero(self.counts)[-1])

    def percentile(self, share: float) -> int:
        """Return the smallest number that this share, in percent, does not exceed."""
        return int(np.searchsorted(np.cumsum(self.counts), share / 100 * self.total))


class Summary:
    """Lengths, points, and wins by place in turn order, the start player's first."""

    def __init__(self, plan: Plan, parts: Iterable[Outcomes] = ()) -> None:
        self.plan = plan
        self.games = self.stopped = 0
        self.turns, self.decisions, self.points = Tally(), Tally(), Tally()
        self.wins = np.zeros(plan.players, np.int64)
        self.points_by_place = np.zeros(plan.players)
        self.wins_by_seat = np.zeros(plan.players, np.int64)
        self.points_by_seat = np.zeros(plan.players)
        for outcomes in parts:
            self.add(outcomes)

    def add(self, outcomes: Outcomes) -> None:
        """Count more games."""
        self.games += len(outcomes)
        self.stopped += int(outcomes.stopped.sum())
        self.turns.add(outcomes.turns)
        self.decisions.add(outcomes.answers.sum(axis=1))
        self.points.add(outcomes.scores)
        players, winners = self.plan.players, outcomes.winners[~outcomes.stopped]
        self.wins += np.bincount((winners - outcomes.starts[~outcomes.stopped]) % players, minlength=players)
        self.points_by_place += outcomes.by_place().sum(axis=0)
        self.wins_by_seat += np.bincount(winners, minlength=players)
        self.points_by_seat += outcomes.scores.sum(axis=0)

    @property
    def finished(self) -> int:
        """How many games were not stopped."""
        return self.games - self.stopped


def wilson(wins: int, games: int) -> tuple[float, float]:
    """Return the 95 % interval of a share, by Wilson's formula.

    >>> low, high = wilson(50, 100)
    >>> round(low, 3), round(high, 3)
    (0.404, 0.596)
    """
    share = wins / games
    centre = share + Z * Z / (2 * games)
    spread = Z * (share * (1 - share) / games + Z * Z / (4 * games * games)) ** 0.5
    low, high = (centre - spread) / (1 + Z * Z / games), (centre + spread) / (1 + Z * Z / games)
    return max(low, 0.0), min(high, 1.0)  # rounding errors may exceed the limits
