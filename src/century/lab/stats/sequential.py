"""A sequential test: play until it is clear which of two players is stronger, or that the difference is small.

Two generalized likelihood ratio tests run side by side: one for the first player being stronger by 30 Elo rather than
not at all, one for the second. A deal with all its rotations is one observation, since its games are related.
"""

from collections.abc import Sequence
from math import log

ELO = 30
ERROR = 0.05  # the chance of each wrong answer, of each of the two tests
BOUND = log((1 - ERROR) / ERROR)
_EVEN = 0.5
_STRONGER = 1 / (1 + 10 ** (-ELO / 400))
_LITTLE = 0.001  # in place of 0, since outcomes never seen are still possible
_STEPS = 40


class SequentialTest:
    """Judges deal after deal.

    >>> test = SequentialTest(games=2)
    >>> while not test.is_sure:
    ...     test.add(1.0)  # the first player wins both games of every deal
    >>> test.deals, test.stronger
    (36, 0)
    """

    def __init__(self, games: int) -> None:
        """Start without deals. Each has this number of games; half a win is possible in each."""
        self.counts = [0] * (2 * games + 1)
        self.deals = 0
        self.ratios = (0.0, 0.0)  # log likelihood ratios: for the first player being stronger, and the second
        self.stronger: int | None = None
        self._refused = [False, False]

    @property
    def is_sure(self) -> bool:
        """Whether the test is decided: one player is stronger, or neither is."""
        return self.stronger is not None or all(self._refused)

    def add(self, share: float) -> None:
        """Count a deal, and the share of its games that the first player won."""
        self.deals += 1
        self.counts[round(share * (len(self.counts) - 1))] += 1
        even = _likelihood(self.counts, _EVEN)
        first, second = (_likelihood(self.counts, mean) - even for mean in (_STRONGER, 1 - _STRONGER))
        self.ratios = first, second
        for number, ratio in enumerate(self.ratios):
            if ratio >= BOUND:
                self.stronger = number
            self._refused[number] |= ratio <= -BOUND

    def verdict(self, players: Sequence[str]) -> str:
        """Return the result, in words."""
        after = f"after {self.deals} deals"
        if self.stronger is not None:
            return f"{players[self.stronger]} is stronger than {players[1 - self.stronger]}: sure {after}"
        if self.is_sure:
            return f"no difference worth naming ({ELO} Elo) between {players[0]} and {players[1]}: sure {after}"
        return f"not sure {after} whether {players[0]} or {players[1]} is stronger"

    def state(self) -> str:
        """Return the ratios of both players, for a line of progress."""
        first, second = self.ratios
        return f"{first:+.1f} and {second:+.1f}, sure at {BOUND:.1f}"


def _likelihood(counts: Sequence[int], mean: float) -> float:
    """Return the log likelihood of the counts, up to a constant, under the best fitting chances with this mean.

    The outcomes are evenly spaced from 0 to 1. The chances that fit best are the shares over 1 + x (outcome - mean).
    """
    last = len(counts) - 1
    pairs = [(max(count, _LITTLE), outcome / last - mean) for outcome, count in enumerate(counts)]
    low, high = -1 / (1 - mean), 1 / mean
    for _ in range(_STEPS):
        x = (low + high) / 2
        if sum(count * away / (1 + x * away) for count, away in pairs) > 0:
            low = x
        else:
            high = x
    return -sum(count * log(1 + x * away) for count, away in pairs)
