"""Environments of a game from outside: observations tell what a seat knows, and nothing else."""

import numpy as np
import pytest

from century.engine.game import Game
from century.engine.match import Match
from century.environments import batch, observation_space
from century.environments.observing.layout import observe
from tests.helpers import played_on


def seen(match: Match, seat: int) -> list[int]:
    row = np.zeros(observation_space(match.game.name, match.options.players).size, np.int16)
    observe(match.state, match.box, seat, row)
    return row.tolist()


@pytest.mark.parametrize("players", [2, 3, 4])
def test_an_observation_does_not_depend_on_what_is_hidden(silk_fair: Game, players: int) -> None:
    for answers in (0, 15, 40):
        match = played_on(silk_fair.new(players=players, seed=players, interpreted=True), 7, answers)
        for seat in range(players):
            assert {tuple(seen(match.imagine(seat, hidden), seat)) for hidden in range(10)} == {
                tuple(seen(match, seat))
            }


def test_an_observation_tells_what_the_seat_knows(silk_fair: Game) -> None:
    match = silk_fair.new(players=2, seed=3, start=0, interpreted=True)
    space = observation_space("silk-fair", 2)
    view = match.view(0)
    patterns = [card["pattern"] for card in view["seats"][0]["commissions"]]
    own = np.array(seen(match, 0))[space["commissions"].place].tolist()
    assert own == [patterns.count(pattern) for pattern in ("crane", "carp", "lotus", "dragon")]
    row = np.array(seen(match, 0))[space["bolt_row"].place].reshape(5, 2)
    assert row[:4, 1].tolist() == [bolt["points"] for bolt in view["bolt_row"]]
    assert row[4].tolist() == [0, 0]
    match.play(f"haggle {view['bolt_row'][2]['card']}")
    assert np.array(seen(match, 0))[space["bolt_row"].place][8:].tolist() == row[2].tolist()
    assert np.array(seen(match, 0))[space["seller"].place].tolist() == [1]
    assert np.array(seen(match, 1))[space["seller"].place].tolist() == [0]


def test_a_batch_of_environments_plays_to_the_end(silk_fair: Game) -> None:
    games = batch("silk-fair", 50, players=3, seed=1)
    space, ended = observation_space("silk-fair", 3), 0
    for _ in range(300):
        turn = games.step(games.sample())
        assert (turn.observations >= space.low).all()
        assert (turn.observations <= space.high).all()
        ended += int(turn.dones.sum())
    assert ended > 50


def test_to_imagine_a_batch_deals_the_others_anew_and_shows_the_same(silk_fair: Game) -> None:
    games = batch("silk-fair", 40, players=3, seed=1)
    for _ in range(10):
        games.step(games.sample())
    twin = games.imagine(seed=3)
    assert (twin.observations == games.observations).all()
    assert (twin.masks == games.masks).all()
    held, imagined = (np.asarray(each.states)["seats"]["commissions"] for each in (games, twin))
    own = np.arange(40), np.asarray(games.actors)
    assert (imagined[own] == held[own]).all()
    assert (imagined != held).any(axis=1).mean() > 0.9
    assert (np.bitwise_count(imagined) == 2)[:, :3].all()


@pytest.mark.filterwarnings("default")  # PettingZoo warns of what it merely dislikes
def test_pettingzoo_plays_it(silk_fair: Game) -> None:
    pytest.importorskip("pettingzoo")
    pytest.importorskip("pygame", reason="the tests of PettingZoo need it")
    from pettingzoo.test import api_test

    from century.environments import pettingzoo

    api_test(pettingzoo.env(silk_fair.name, players=3, interpreted=True), num_cycles=100)
