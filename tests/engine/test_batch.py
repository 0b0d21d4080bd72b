"""Batches: many games at once, the same as one by one."""

import copy
from typing import Any

import numpy as np
import pytest

import century
from century.engine.native import NOTHING

GAME = century.game("spice-road")


@pytest.mark.parametrize("players", [2, 5])
def test_a_batch_plays_the_same_games_as_matches_do(players: int) -> None:
    batch = GAME.batch(20, players=players, seed=5)
    matches = [GAME.new(players=players, seed=5 + number) for number in range(20)]
    while not batch.over.all():
        actions = batch.sample()
        for number, match in enumerate(matches):
            assert batch.masks[number].nonzero()[0].tolist() == [action.id for action in match.actions()]
            assert match.over or batch.actors[number] == match.actor
            if not match.over:
                match.play(int(actions[number]))
        batch.step(actions)
    for number, match in enumerate(matches):
        assert batch.states[number].tobytes() == match.state.tobytes()
        assert batch.scores[number, :players].tolist() == match.totals()
        assert batch.winners[number] == match.winner


def test_an_illegal_action_changes_nothing_and_names_the_game() -> None:
    batch = GAME.batch(5, seed=1)
    before = batch.states.tobytes()
    actions = batch.sample()
    for wrong in (44, -1, 999, NOTHING, -3):
        actions[3] = wrong
        with pytest.raises(century.IllegalAction, match=r"^game 3: .* is not legal; legal are: 'play S01'"):
            batch.step(actions)
    assert batch.states.tobytes() == before
    with pytest.raises(century.CenturyError, match="a step takes 5 whole numbers"):
        batch.step(actions[:4])


def test_a_finished_game_takes_no_action() -> None:
    batch = GAME.batch(2, seed=1, turn_limit=1)
    batch.step(np.full(2, 45))
    assert batch.over.all()
    assert (batch.sample() == NOTHING).all()
    batch.step(batch.sample())
    with pytest.raises(century.IllegalAction, match="game 0 is over"):
        batch.step(np.full(2, 45))


def test_restarted_games_have_the_next_seeds() -> None:
    batch = GAME.batch(3, seed=1, turn_limit=1, start=0, restart=True)
    batch.step(np.full(3, 45))  # acquire 1
    assert batch.over.all()
    batch.step(batch.sample())
    assert not batch.over.any()
    for number in range(3):
        assert batch.states[number].tobytes() == GAME.new(seed=4 + number, turn_limit=1, start=0).state.tobytes()


@pytest.mark.parametrize(
    "actions", [[45.9, 45.0], ["45", "45"], [True, True], None, ["rest", "rest"], [float("nan")] * 2, [45]]
)
def test_what_is_no_list_of_actions_is_refused(actions: Any) -> None:
    with pytest.raises(century.CenturyError, match="a step takes 2 whole numbers, an action for each game"):
        GAME.batch(2, start=0).step(actions)


def test_large_numbers_do_not_wrap_around_to_legal_ones() -> None:
    with pytest.raises(century.IllegalAction, match="game 0: action 65581 is not legal"):
        GAME.batch(2, start=0).step(np.array([65536 + 45, 45]))


def test_a_stopped_game_is_nobodys() -> None:
    batch = GAME.batch(2, turn_limit=1)
    batch.step(np.full(2, 45))
    assert batch.over.all()
    assert batch.stopped.all()
    assert batch.winners.tolist() == [-1, -1]
    assert batch.actors.tolist() == [-1, -1]


def test_a_copy_has_the_same_bytes() -> None:
    batch = GAME.batch(50, players=3, seed=2)
    for _ in range(30):
        batch.step(batch.sample())
    twin = copy.deepcopy(batch)
    assert twin.states.tobytes() == batch.states.tobytes() == batch.states.copy().tobytes()


def test_a_batch_has_a_game() -> None:
    with pytest.raises(century.CenturyError, match="the number of games must be a whole number from 1"):
        GAME.batch(0)
