"""Ratings on the Elo scale: a lead of 400 means odds of ten to one. The mean is 0; ± is half a 95 % interval."""

import numpy as np
from numpy.typing import NDArray

from century.lab.store.tournament_games import TournamentGame

Ratings = NDArray[np.float64]  # a number for each player

_ELO = 400 / np.log(10)


def rater(players: int, seats: int) -> "BradleyTerry | PlackettLuce":
    """Return Bradley-Terry for tables of two, else openskill's Plackett-Luce. Add games in their order."""
    return PlackettLuce(players, seats) if seats > 2 else BradleyTerry(players)


class BradleyTerry:
    """Ratings from the number of wins of each player over each other one."""

    def __init__(self, players: int) -> None:
        self.wins = np.zeros((players, players))

    def add(self, game: TournamentGame) -> None:
        """Count a game."""
        if game.winner is not None:
            for number in game.seats:
                self.wins[game.seats[game.winner], number] += number != game.seats[game.winner]

    def ratings(self) -> tuple[Ratings, Ratings]:
        """Return the ratings, and their uncertainty."""
        return bradley_terry(self.wins)


def bradley_terry(wins: Ratings) -> tuple[Ratings, Ratings]:
    """Return the ratings of a table of wins, and their uncertainty.

    Half a win each way is added, so that ratings stay finite. Intervals treat games as independent; with rotated seats
    they are somewhat too wide.
    """
    wins = wins + (1 - np.eye(len(wins))) / 2
    games = wins + wins.T
    strength = np.ones(len(wins))
    for _ in range(500):
        share = games / (strength[:, None] + strength[None, :])
        strength = wins.sum(axis=1) / share.sum(axis=1)
        strength /= np.exp(np.log(strength).mean())
    chance = strength[:, None] / (strength[:, None] + strength[None, :])
    information = -games * chance * (1 - chance)
    np.fill_diagonal(information, 0)
    np.fill_diagonal(information, -information.sum(axis=1))
    return _ELO * np.log(strength), 1.96 * _ELO * np.sqrt(np.diag(np.linalg.pinv(information)))


class PlackettLuce:
    """Ratings from places at the table, by openskill's Plackett-Luce model.

    Bots do not change, so nothing is forgotten (tau 0) and every game counts in full (gamma 1). In the model the odds
    of two players are exp(difference / c). c is close to beta times the root of the seats, which gives the scale.
    """

    def __init__(self, players: int, seats: int) -> None:
        from openskill.models import PlackettLuce as Model

        self._model = Model(tau=0.0, gamma=lambda *_: 1.0)
        self._scale = _ELO / (self._model.beta * np.sqrt(seats))
        self._mu, self._sigma = np.full(players, self._model.mu), np.full(players, self._model.sigma)

    def add(self, game: TournamentGame) -> None:
        """Count a game."""
        if not game.is_decided:
            return
        before = [(self._mu[number], self._sigma[number]) for number in game.seats]
        teams = [[self._model.rating(mu, sigma)] for mu, sigma in before]
        rated = self._model.rate(teams, ranks=[float(place) for place in places(game)])
        for number, (team,), (old_mu, old_sigma) in zip(game.seats, rated, before, strict=True):
            self._mu[number] += team.mu - old_mu  # a bot on several seats is updated for each
            self._sigma[number] *= team.sigma / old_sigma

    def ratings(self) -> tuple[Ratings, Ratings]:
        """Return the ratings, and their uncertainty."""
        return self._scale * (self._mu - self._mu.mean()), 1.96 * self._scale * self._sigma


def places(game: TournamentGame) -> list[int]:
    """Return the place of each seat: the winner first, a bot that failed last, the others by points."""
    best = max(game.scores) + 1

    def key(seat: int) -> int:
        if seat == game.winner:
            return best
        if seat == game.lost:
            return min(game.scores) - 1
        return game.scores[seat]

    keys = [key(seat) for seat in range(len(game.seats))]
    return [sum(other > mine for other in keys) for mine in keys]
