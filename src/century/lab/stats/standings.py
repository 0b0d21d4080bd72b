"""The standings of a tournament. Only sums are kept, so memory does not grow."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from century.lab.stats.ratings import rater
from century.lab.stats.summary import wilson
from century.lab.store.tournament_games import TournamentGame


@dataclass(frozen=True)
class Standing:
    """The results of one player. Points and rounds leave out games that a bot lost by failing."""

    player: str
    games: int
    wins: int
    stopped: int
    low: float  # the 95 % interval of the share of wins
    high: float
    points: float  # a game
    rounds: float
    points_a_round: float
    milliseconds: float  # an answer
    rating: float
    uncertainty: float

    @property
    def share(self) -> float:
        """The share of wins; stopped games do not count."""
        return self.wins / max(self.games - self.stopped, 1)


@dataclass
class _Sums:
    """The sums of a player over all its seats."""

    games: int = 0
    wins: int = 0
    stopped: int = 0
    whole: int = 0  # games without a failure
    points: int = 0  # of those
    rounds: int = 0
    answers: int = 0
    seconds: float = 0.0


@dataclass
class Standings:
    """Counts games, which are added in their order, so that ratings are reproducible."""

    players: Sequence[str]
    seats: int
    games: int = 0
    stopped: int = 0
    failures: Counter[str] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        self._sums = [_Sums() for _ in self.players]
        self._rater = rater(len(self.players), self.seats)

    def add(self, game: TournamentGame) -> None:
        """Count a game."""
        self.games += 1
        self.stopped += not game.is_decided
        if game.failed:
            self.failures[game.failed] += 1
        self._rater.add(game)
        for seat, number in enumerate(game.seats):
            sums = self._sums[number]
            sums.games += 1
            sums.stopped += not game.is_decided
            sums.wins += game.winner == seat
            sums.answers += game.answers[seat]
            sums.seconds += game.seconds[seat]
            if not game.failed:
                sums.whole += 1
                sums.points += game.scores[seat]
                sums.rounds += game.rounds

    def table(self) -> list[Standing]:
        """Return the results of each player, the strongest first."""
        rated, spread = self._rater.ratings()
        standings = []
        for number, (name, sums) in enumerate(zip(self.players, self._sums, strict=True)):
            decided = sums.games - sums.stopped
            low, high = wilson(sums.wins, decided) if decided else (0.0, 1.0)
            standings.append(
                Standing(
                    player=name,
                    games=sums.games,
                    wins=sums.wins,
                    stopped=sums.stopped,
                    low=low,
                    high=high,
                    points=sums.points / max(sums.whole, 1),
                    rounds=sums.rounds / max(sums.whole, 1),
                    points_a_round=sums.points / max(sums.rounds, 1),
                    milliseconds=1000 * sums.seconds / max(sums.answers, 1),
                    rating=float(rated[number]),
                    uncertainty=float(spread[number]),
                )
            )
        return sorted(standings, key=lambda standing: -standing.rating)
