"""Ratings on the Elo scale: 400 more are odds of ten to one. Their mean is 0, and ± is half a 95 % interval."""

from typing import Any, Protocol

import numpy as np

from century.lab.store.tournament_games import TournamentGame

_ELO = 400 / np.log(10)


class Rater(Protocol):
    """Rates players by games, which come in their order."""

    def add(self, game: TournamentGame) -> None:
        """Count a game."""

    def ratings(self) -> tuple[Any, Any]:
        """The ratings, and their uncertainty."""


def rater(players: int, seats: int) -> Rater:
    """Bradley-Terry at tables of two, else openskill's Plackett-Luce."""
    return PlackettLuce(players, seats) if seats > 2 else BradleyTerry(players)


class BradleyTerry:
    """Ratings from how often each player has won against each other one."""

    def __init__(self, players: int) -> None:
        """Nobody has won yet."""
        self.wins = np.zeros((players, players))

    def add(self, game: TournamentGame) -> None:
        """Count a game."""
        if game.winner is not None:
            for number in game.seats:
                self.wins[game.seats[game.winner], number] += number != game.seats[game.winner]

    def ratings(self) -> tuple[Any, Any]:
        """The ratings, and their uncertainty."""
        return bradley_terry(self.wins)


def bradley_terry(wins: Any) -> tuple[Any, Any]:
    """Ratings from a table of wins.

    Half a win each way is added, so that they stay finite. The intervals take games for independent; with rotated seats
    they are rather too wide.
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

    Players do not change, so nothing is forgotten (tau 0) and every game counts in full (gamma 1). In the model the
    odds of two players are exp(difference / c). c comes near beta times the root of the seats, which gives the scale.
    """

    def __init__(self, players: int, seats: int) -> None:
        """All are equal."""
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
            self._mu[number] += team.mu - old_mu  # one who sits on several seats learns from each
            self._sigma[number] *= team.sigma / old_sigma

    def ratings(self) -> tuple[Any, Any]:
        """The ratings, and their uncertainty."""
        return self._scale * (self._mu - self._mu.mean()), 1.96 * self._scale * self._sigma


def places(game: TournamentGame) -> list[int]:
    """The place of each seat: the winner first, whatever broke the tie, one that failed last, the others by points."""
    best = max(game.scores) + 1

    def key(seat: int) -> int:
        if seat == game.winner:
            return best
        if seat == game.lost:
            return min(game.scores) - 1
        return game.scores[seat]

    keys = [key(seat) for seat in range(len(game.seats))]
    return [sum(other > mine for other in keys) for mine in keys]
