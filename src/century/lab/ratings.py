"""Ratings on the Elo scale: 400 more are odds of ten to one. Their mean is 0, and ± is half a 95 % interval."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from century.lab.one_game import Played

_ELO = 400 / np.log(10)


def ratings(players: int, seats: int, games: Sequence[Played]) -> tuple[Any, Any]:
    """The ratings and their uncertainty: Bradley-Terry at tables of two, else openskill. Games are in order."""
    return plackett_luce(players, seats, games) if seats > 2 else bradley_terry(wins(players, games))


def wins(players: int, games: Sequence[Played]) -> Any:
    """How often each player has won at a table with each other one."""
    found = np.zeros((players, players))
    for game in games:
        if game.winner is not None:
            for number in game.seats:
                found[game.seats[game.winner], number] += number != game.seats[game.winner]
    return found


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


def plackett_luce(players: int, seats: int, games: Sequence[Played]) -> tuple[Any, Any]:
    """Ratings from places at the table, by openskill's Plackett-Luce model.

    Players do not change, so nothing is forgotten (tau 0) and every game counts in full (gamma 1). In the model the
    odds of two players are exp(difference / c). c comes near beta times the root of the seats, which gives the scale.
    """
    from openskill.models import PlackettLuce

    model = PlackettLuce(tau=0.0, gamma=lambda *_: 1.0)
    mu, sigma = np.full(players, model.mu), np.full(players, model.sigma)
    for game in games:
        if not game.is_decided:
            continue
        teams = [[model.rating(mu[number], sigma[number])] for number in game.seats]
        rated = model.rate(teams, ranks=[float(place) for place in places(game)])
        before = [(mu[number], sigma[number]) for number in game.seats]
        for number, (team,), (old_mu, old_sigma) in zip(game.seats, rated, before, strict=True):
            mu[number] += team.mu - old_mu  # one who sits on several seats learns from each
            sigma[number] *= team.sigma / old_sigma
    scale = _ELO / (model.beta * np.sqrt(seats))
    return scale * (mu - mu.mean()), 1.96 * scale * sigma


def places(game: Played) -> list[int]:
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
