"""Until it is sure: deals are judged in their order, and errors are as rare as promised."""

import random
from math import log

import pytest

import century
from century.lab.stats.sequential import BOUND, SequentialTest, _likelihood
from century.lab.store.tournament_games import TournamentGame
from century.lab.tournament import Tournament
from tests.lab import bots

SHARES = (0.0, 0.25, 0.5, 0.75, 1.0)
BROKEN = f"random,{bots.__file__}:Broken"


def judged(chances: tuple[float, ...], seed: int) -> SequentialTest:
    generator, test = random.Random(seed), SequentialTest(games=2)
    while not test.is_sure and test.deals < 3000:
        test.add(generator.choices(SHARES, chances)[0])
    return test


@pytest.mark.parametrize(
    ("chances", "stronger"),
    [
        ((0.05, 0, 0.6, 0, 0.35), 0),  # 108 Elo
        ((0.35, 0, 0.6, 0, 0.05), 1),
        ((0.05, 0.05, 0.8, 0.05, 0.05), None),
    ],
)
def test_it_is_seldom_wrong(chances: tuple[float, ...], stronger: int | None) -> None:
    tests = [judged(chances, seed) for seed in range(40)]
    assert all(test.is_sure for test in tests)
    assert sum(test.stronger != stronger for test in tests) <= 6  # 40 * (0.05 + 0.05) = 4 are expected at most


def test_the_likelihood_is_that_of_the_best_fitting_chances() -> None:
    wins, losses = 60, 40  # with two outcomes only the mean itself fits
    expected = wins * log(0.5 / 0.6) + losses * log(0.5 / 0.4)
    assert _likelihood([losses, 0, wins], 0.5) == pytest.approx(expected, abs=0.01)
    assert _likelihood([losses, 0, wins], 0.6) == pytest.approx(0, abs=0.01)


def test_what_one_of_the_tests_has_refused_stays_refused() -> None:
    test = SequentialTest(games=2)
    while test.ratios[1] > -BOUND:
        test.add(0.75 if test.deals % 12 == 0 else 0.5)
    assert not test.is_sure  # the second is not stronger; the first may be
    while not test.is_sure:
        test.add(0.0)
    assert test.stronger is None


def played(deal: int, turn: int, winner: int) -> TournamentGame:
    return TournamentGame(0, deal, (0, 1) if turn == 0 else (1, 0), (1, 1), winner, 9, (0.0, 0.0), (1, 1))


def test_only_whole_deals_are_judged() -> None:
    made = Tournament("spice-road", "random,casual", until_sure=True)
    assert made.test
    assert made.games == 20_000
    made.add(played(0, 0, 0))
    assert made.test.deals == 0
    made.add(played(0, 1, 1))
    assert made.test.deals == 1
    while not made.is_sure:
        made.add(played(made.deals, 0, 0))
        made.add(played(made.deals - 1, 1, 1))
    assert (made.test.deals, made.test.stronger) == (36, 0)


def test_a_stopped_game_is_half_a_win() -> None:
    made = Tournament("spice-road", "random,casual", until_sure=True)
    assert made.test
    made.add(played(0, 0, 0))
    made.add(TournamentGame(0, 0, (1, 0), (1, 1), None, 9, (0.0, 0.0), (1, 1)))
    assert made.test.counts == [0, 0, 0, 1, 0]


@pytest.mark.parametrize("workers", [0, 2])
def test_it_stops_at_the_same_deal_on_any_number_of_processes(workers: int) -> None:
    made = Tournament("spice-road", BROKEN, until_sure=True)
    games = list(made.run(workers))
    assert made.test
    assert (made.test.deals, made.test.stronger) == (36, 0)
    assert [game.deal for game in games] == [deal for deal in range(36) for _ in range(2)]
    assert list(made.run(workers)) == []
    assert made.test.verdict(["random", "Broken"]) == "random is stronger than Broken: sure after 36 deals"


def test_three_players_are_refused() -> None:
    with pytest.raises(century.CenturyError, match="takes two players, not 3"):
        Tournament("spice-road", "random,casual,greedy", until_sure=True)
