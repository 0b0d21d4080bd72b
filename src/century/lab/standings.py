"""Standings: what each player of a tournament has reached."""

from collections.abc import Sequence
from dataclasses import dataclass

from century.lab.one_game import Played
from century.lab.ratings import ratings
from century.lab.summary import wilson


@dataclass(frozen=True)
class Standing:
    """What one player has reached. Points and rounds leave games out that somebody lost by failing."""

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


def standings(players: Sequence[str], seats: int, games: Sequence[Played]) -> list[Standing]:
    """What came of games, the strongest player first. The games are in order, so that ratings are always the same."""
    rated, spread = ratings(len(players), seats, games)
    found = []
    for number, name in enumerate(players):
        mine = [(game, seat) for game in games for seat, sits in enumerate(game.seats) if sits == number]
        decided = [(game, seat) for game, seat in mine if game.is_decided]
        whole = [(game, seat) for game, seat in mine if not game.failed]
        wins = sum(game.winner == seat for game, seat in decided)
        low, high = wilson(wins, len(decided)) if decided else (0.0, 1.0)
        answers = sum(game.answers[seat] for game, seat in mine)
        rounds = sum(game.rounds for game, _ in whole)
        points = sum(game.scores[seat] for game, seat in whole)
        found.append(
            Standing(
                player=name,
                games=len(mine),
                wins=wins,
                stopped=len(mine) - len(decided),
                low=low,
                high=high,
                points=points / max(len(whole), 1),
                rounds=rounds / max(len(whole), 1),
                points_a_round=points / max(rounds, 1),
                milliseconds=1000 * sum(game.seconds[seat] for game, seat in mine) / max(answers, 1),
                rating=float(rated[number]),
                uncertainty=float(spread[number]),
            )
        )
    return sorted(found, key=lambda standing: -standing.rating)
