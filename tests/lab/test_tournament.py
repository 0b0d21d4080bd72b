"""Tournaments: paired deals, tables, ratings."""

import numpy as np
import pytest

from century.lab.stats.ratings import bradley_terry, places, rater
from century.lab.store.tournament_games import TournamentGame
from century.lab.tournament import Tournament


def test_every_deal_is_played_once_in_each_rotation() -> None:
    made = Tournament("spice-road", "random,casual,greedy", 5, seats=2, seed=9)
    plan = made.plan
    assert plan.tables == [(0, 1), (0, 2), (1, 2)]
    assert plan.games == 3 * 3 * 2  # 5 games are 3 deals in two rotations, for each of the three tables
    assert [plan.seed_of(number) for number in (0, 5, 6, 17)] == [9, 9, 10, 11]
    assert [plan.bots_of(number) for number in (0, 1, 17)] == [
        ("random", "casual"),
        ("casual", "random"),
        ("greedy", "casual"),
    ]
    fewer = Tournament("a-new-world", "random,casual", 4, seats=4)
    assert fewer.plan.tables == [(0, 1, 0, 1)]


def test_results_do_not_depend_on_the_number_of_workers() -> None:
    one, two = (Tournament("spice-road", "random,casual", 4, seed=4) for _ in range(2))
    found = [list(one.run(workers=0)), list(two.run(workers=2))]
    results = [[(game.deal, game.seats, game.scores, game.winner) for game in games] for games in found]
    assert len(results[0]) == 4
    assert results[0] == results[1]
    assert [standing.rating for standing in one.standings()] == [standing.rating for standing in two.standings()]


def test_bradley_terry_finds_the_odds() -> None:
    ratings, spread = bradley_terry(np.array([[0, 7500], [2500, 0]]))
    assert ratings[0] - ratings[1] == pytest.approx(400 * np.log10(3), abs=1)
    assert ratings.sum() == pytest.approx(0, abs=1e-6)
    share = 1.96 * np.sqrt(0.75 * 0.25 / 10_000)  # half the interval of a share of wins, and so of the odds
    assert 2 * spread[0] == pytest.approx(share * 400 / np.log(10) / (0.75 * 0.25), rel=0.01)


def test_a_clean_sweep_is_no_certainty() -> None:
    ratings, spread = bradley_terry(np.array([[0, 10], [0, 0]]))
    assert np.isfinite(ratings).all()
    assert spread[0] > 100


def test_openskill_finds_the_odds_of_three() -> None:
    generator, strength = np.random.default_rng(5), np.array([100, 0, -100]) * np.log(10) / 400
    games = []
    for deal in range(600):
        drawn = strength + generator.gumbel(size=3)
        scores = tuple(int(1000 * value) for value in drawn)
        games.append(TournamentGame(0, deal, (0, 1, 2), scores, int(drawn.argmax()), 9, (0.0,) * 3, (1,) * 3))
    rated = rater(3, 3)
    for game in games:
        rated.add(game)
    found, spread = rated.ratings()
    assert found == pytest.approx([100, 0, -100], abs=40)
    assert all(15 < value < 50 for value in spread)
    assert found.sum() == pytest.approx(0, abs=1e-6)


def test_places_go_by_the_winner_then_points_then_who_failed() -> None:
    def game(scores: tuple[int, ...], winner: int | None, lost: int | None = None) -> TournamentGame:
        return TournamentGame(0, 0, (0, 1, 2), scores, winner, 9, (0.0,) * 3, (1,) * 3, "failed" if lost else "", lost)

    assert places(game((50, 50, 30), winner=1)) == [1, 0, 2]  # the game has broken the tie
    assert places(game((50, 40, 40), winner=0)) == [0, 1, 1]
    assert places(game((50, 40, 30), winner=1, lost=0)) == [2, 0, 1]
    assert places(game((0, 0, 0), winner=None, lost=2)) == [0, 0, 2]


def test_with_fewer_players_than_seats_all_sit_equally_often_and_no_game_is_played_twice() -> None:
    for players, seats in (("random,casual", 3), ("random,casual", 4), ("random,casual,greedy", 4)):
        made = Tournament("spice-road", players, 12, seats=seats)
        sitting = [number for numbers in made.plan.sittings for number in numbers]
        assert len({sitting.count(number) for number in range(len(made.players))}) == 1
        assert len(set(made.plan.sittings)) == len(made.plan.sittings)
        first = [numbers[0] for numbers in made.plan.sittings]
        assert len({first.count(number) for number in range(len(made.players))}) == 1
        assert made.games == 12
    made = Tournament("spice-road", "random,casual", 4, seats=4)
    for deal in range(2):
        made.add(TournamentGame(0, deal, (0, 1, 0, 1), (9, 1, 8, 2), 0, 9, (0.0,) * 4, (1,) * 4))
        made.add(TournamentGame(0, deal, (1, 0, 1, 0), (9, 1, 8, 2), 1, 9, (0.0,) * 4, (1,) * 4))
    best, other = made.standings()
    assert (best.player, best.games, best.wins, other.wins) == ("random", 8, 4, 0)
    assert best.rating == pytest.approx(-other.rating)
    assert best.rating > 0
