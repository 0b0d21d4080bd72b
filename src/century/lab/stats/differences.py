"""Differences between two sets of games: house rules, packs of components, or bots against each other.

Where both have the same seeds and seats, each game is compared with the game of the same seed. The two games have the
same cards, so the difference is much more certain than that of unrelated games.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from century.engine.things import Thing
from century.errors import CenturyError
from century.lab.play.plan import Plan
from century.lab.stats.findings import Findings, Share, Values, measured
from century.lab.stats.summary import Z
from century.lab.store.tables import Results


@dataclass(frozen=True)
class Difference:
    """A measure of A and of B, their difference, and half its 95 % interval."""

    name: str
    a: float
    b: float
    spread: float

    @property
    def difference(self) -> float:
        """B less A."""
        return self.b - self.a

    @property
    def is_sure(self) -> bool:
        """Whether the interval leaves 0 out."""
        return abs(self.difference) > self.spread

    @property
    def is_share(self) -> bool:
        """Whether it is a share of games, not a number of points or rounds."""
        return self.name.startswith(("wins", "stopped"))


@dataclass(frozen=True)
class ThingDifference:
    """How the rates of a thing differ: in how many games it is taken, and how often a seat that took it wins."""

    a: Thing
    b: Thing
    picks: Difference
    wins: Difference

    @property
    def is_changed(self) -> bool:
        """Whether a pack changes it."""
        return self.a.signs != self.b.signs


class Comparison:
    """Two results side by side. `is_paired` says whether games were compared seed by seed."""

    def __init__(self, a: Results, b: Results, names: tuple[str, str] = ("A", "B")) -> None:
        check_comparable(a.plan, b.plan)
        self.a, self.b = Findings(a), Findings(b)
        self.names = names
        self.is_paired = _deals(a.plan) == _deals(b.plan)
        self.differences = _paired(a, b) if self.is_paired else _unpaired(a, b)

    def things(self) -> list[ThingDifference]:
        """Return the things that both have: first those printed differently, then by how certain the change is."""
        changes = []
        for kind in dict.fromkeys([*self.a.kinds(), *self.b.kinds()]):
            mine = {finding.thing.id: finding for finding in self.a.of_kind(kind)}
            for theirs in self.b.of_kind(kind):
                if theirs.thing.id in mine:
                    own = mine[theirs.thing.id]
                    picks = _of_shares("taken", own.picks, theirs.picks)
                    wins = _of_shares("wins", own.wins, theirs.wins)
                    changes.append(ThingDifference(own.thing, theirs.thing, picks, wins))
        return sorted(changes, key=lambda each: (not each.is_changed, -max(_size(each.picks), _size(each.wins))))


def _deals(plan: Plan) -> tuple[int, int, int]:
    """Return what determines the seed of each game."""
    return plan.seed, plan.games, len(plan.sittings)


def _size(difference: Difference) -> float:
    return abs(difference.difference) / difference.spread if difference.spread > 0 else 0.0


def check_comparable(a: Plan, b: Plan) -> None:
    """Raise an error for different games, or tables of different sizes."""
    if a.game != b.game:
        raise CenturyError(f"{a.game} and {b.game} are different games: their results cannot be compared")
    if a.players != b.players:
        raise CenturyError(f"{a.players} and {b.players} players: results of different tables cannot be compared")


def _of_shares(name: str, a: Share, b: Share) -> Difference:
    spread = Z * sum(share.share * (1 - share.share) / share.of for share in (a, b) if share.of) ** 0.5
    return Difference(name, a.share, b.share, spread)


def _paired(a: Results, b: Results) -> list[Difference]:
    """Compare game by game: the interval is that of the mean difference."""
    names, parts = _in_step(a, b)
    means, errors = _moments(np.hstack([ours, theirs, theirs - ours]) for ours, theirs in parts)
    (of_a, of_b, _), (*_, error) = means.reshape(3, -1), errors.reshape(3, -1)
    return _differences(names, of_a, of_b, error)


def _in_step(a: Results, b: Results) -> tuple[list[str], Iterator[tuple[Values, Values]]]:
    """Return the measures, and their values in both results, game by game."""
    ours, theirs = measured(a), measured(b)

    def parts() -> Iterator[tuple[Values, Values]]:
        left, right = next(ours.values), next(theirs.values)
        while True:  # batches may be of different lengths
            count = min(len(left), len(right))
            yield left[:count], right[:count]
            left, right = left[count:], right[count:]
            left = left if len(left) else next(ours.values, left)
            right = right if len(right) else next(theirs.values, right)
            if not len(left) or not len(right):
                return

    return ours.names, parts()


def _unpaired(a: Results, b: Results) -> list[Difference]:
    """Compare the means of different games."""
    ours, theirs = measured(a), measured(b)
    (mean_a, error_a), (mean_b, error_b) = _moments(ours.values), _moments(theirs.values)
    return _differences(ours.names, mean_a, mean_b, error_a + error_b)


def _moments(parts: Iterable[Values]) -> tuple[Values, Values]:
    """Return the mean of each column, and its squared standard error."""
    count, sums, squares = 0, np.zeros(1), np.zeros(1)
    for values in parts:
        count += len(values)
        sums = sums + values.sum(axis=0)
        squares = squares + (values**2).sum(axis=0)
    means = sums / count
    return means, np.maximum(squares / count - means**2, 0) / max(count - 1, 1)


def _differences(names: Sequence[str], a: Values, b: Values, errors: Values) -> list[Difference]:
    columns = a.tolist(), b.tolist(), (Z * np.sqrt(errors)).tolist()
    return [Difference(*each) for each in zip(names, *columns, strict=True)]
