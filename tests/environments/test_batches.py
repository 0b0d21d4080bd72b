"""Batches for training: the same games as matches, whatever the threads, with rewards and auto-reset."""

import pickle
from typing import Any

import numpy as np
import pytest

import century
from century.engine.compile import interpreted
from century.environments import batch
from century.environments.batches import ObservedBatch
from century.environments.observing import steps
from tests.environments.positions import seen

GAME = century.game("spice-road")
ARRAYS = ("states", "observations", "masks", "rewards", "scores", "dones", "truncated", "actors")


def same(one: ObservedBatch, other: ObservedBatch) -> bool:
    return all(getattr(one, array).tobytes() == getattr(other, array).tobytes() for array in ARRAYS)


def test_a_batch_plays_the_games_of_its_seeds_and_deals_the_next_ones() -> None:
    games = batch("spice-road", 8, players=3, seed=5, reward="score", turn_limit=9)
    seeds = [5 + number for number in range(8)]
    matches = [GAME.new(3, seed, turn_limit=9) for seed in seeds]
    ended = 0
    for _ in range(60):
        for number, match in enumerate(matches):
            assert games.actors[number] == match.actor
            assert (games.masks[number] == match.mask).all()
            assert games.states[number].tobytes() == match.state.tobytes()
        assert games.observations[3].tolist() == seen(matches[3], int(games.actors[3])).tolist()
        actions = games.sample()
        _, _, rewards, dones = games.step(actions)
        for number, match in enumerate(matches):
            match.play(int(actions[number]))
            assert dones[number] == match.over
            if match.over:
                ended += 1
                totals = match.totals()
                assert games.truncated[number]
                assert games.scores[number].tolist() == totals
                others = [max(totals[:seat] + totals[seat + 1 :]) for seat in range(3)]
                assert rewards[number].tolist() == [own - other for own, other in zip(totals, others, strict=True)]
                seeds[number] += 8
                matches[number] = GAME.new(3, seeds[number], turn_limit=9)
            else:
                assert not rewards[number].any()
    assert ended > 8


@pytest.mark.parametrize(("reward", "sums"), [("win", -1.0), ("rank", 0.0)])
def test_rewards_of_finished_games(reward: str, sums: float) -> None:
    games = batch("spice-road", 64, players=3, seed=1, reward=reward)
    finished = 0
    while finished < 3:
        games.step(games.sample())
        for number in np.flatnonzero(games.dones):
            finished += 1
            assert not games.truncated[number]
            assert games.rewards[number].sum() == sums
            assert games.scores[number, games.rewards[number].argmax()] == games.scores[number].max()


def test_a_stopped_game_is_nobodys() -> None:
    games = batch("spice-road", 4, turn_limit=1)
    _, _, rewards, dones = games.step(np.full(4, 45))
    assert dones.all()
    assert games.truncated.all()
    assert not rewards.any()


def test_threads_make_no_difference_and_neither_does_the_interpreter() -> None:
    one, several = (batch("spice-road", 600, seed=3, turn_limit=30, threads=threads) for threads in (1, 3))
    plain = batch("spice-road", 4, seed=3, turn_limit=30)
    few = batch("spice-road", 4, seed=3, turn_limit=30)
    states = plain.states.view(np.recarray)
    for _ in range(40):
        actions = one.sample()
        assert (several.sample() == actions).all()
        one.step(actions)
        several.step(actions)
        few_actions = few.sample()
        few.step(few_actions)
        plain._actions[:] = few_actions
        blanks, boxes = plain._blanks.view(np.recarray), np.asarray(GAME.box(GAME.catalogue())).view(np.recarray)
        common = plain._common()._replace(boxes=boxes, blanks=blanks)
        interpreted(steps.advance_all)(plain._arrays()._replace(states=states), common)
    assert same(one, several)
    assert same(few, plain)


def test_an_illegal_action_changes_nothing_and_names_the_game() -> None:
    games = batch("spice-road", 5, seed=1, start=0)
    before = games.copy()
    for wrong in (99, 44, -1, -2, 65536 + 45, 2**40):
        actions = games.sample().astype(np.int64)
        actions[3] = wrong
        with pytest.raises(century.IllegalAction, match=r"^game 3: .* is not legal; legal are: 'play S01'"):
            games.step(actions)
    assert same(games, before)
    free = batch("spice-road", 5, seed=1, start=0, checked=False)
    free.step(np.array([45, 45, 45, 99, -1]))
    assert free.states[3:].tobytes() == before.states[3:].tobytes()
    assert free.states[0].tobytes() != before.states[0].tobytes()


@pytest.mark.parametrize("actions", [[45.9, 45.0], ["45", "45"], None, [45], [[45, 45]]])
def test_what_is_no_list_of_actions_is_refused(actions: Any) -> None:
    with pytest.raises(century.CenturyError, match="a step takes 2 whole numbers, an action for each game"):
        batch("spice-road", 2).step(actions)


def test_to_imagine_is_to_shuffle_what_is_hidden() -> None:
    games = batch("spice-road", 50, seed=2)
    for _ in range(20):
        games.step(games.sample())
    twin, again, other = games.imagine(1), games.imagine(1), games.imagine(2)
    assert (twin.observations == games.observations).all()
    assert (twin.masks == games.masks).all()
    assert same(twin, again)
    assert (twin.states["chance"] != games.states["chance"]).all()
    assert (twin.states["chance"] != other.states["chance"]).all()
    before = games.states.tobytes()
    twin.step(twin.sample())
    assert games.states.tobytes() == before


def test_a_batch_can_be_copied_pickled_and_reset() -> None:
    games = batch("spice-road", 200, seed=2, turn_limit=20)
    first = games.copy()
    for _ in range(15):
        games.step(games.sample())
    twin = pickle.loads(pickle.dumps(games))
    assert (twin.sample() == games.copy().sample()).all()
    assert same(twin, games)
    games.reset()
    assert (games.observations == first.observations).all()
    games.reset(seed=9)
    assert games.states[0].tobytes() == GAME.new(2, 9, turn_limit=20).state.tobytes()


def test_maps_at_random_are_those_of_matches() -> None:
    game = century.game("eastern-wonders")
    games = [game.new(2, 7 + number, map="random", interpreted=True) for number in range(3)]
    options = games[0].options
    blanks = options.blank(game, game.catalogue(), 3)
    assert all(blanks[k]["spaces"].tolist() == games[k].state.spaces.tolist() for k in range(3))


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"reward": "points"}, "unknown reward 'points'; available: win, rank, score"),
        ({"device": "tpu"}, "unknown device 'tpu' .*; available: cpu, cuda"),
        ({"players": 9}, "the number of players of spice-road must be a whole number from 2 to 5, not 9"),
        ({"threads": 0}, "the number of threads must be a whole number from 1 to 1024, not 0"),
        ({"map": "atoll"}, "unknown option 'map'"),
    ],
)
def test_wrong_options_are_named(options: dict[str, Any], message: str) -> None:
    with pytest.raises(century.CenturyError, match=message):
        batch("spice-road", 4, **options)


def test_wrong_names_and_numbers_are_named() -> None:
    with pytest.raises(century.UnknownName, match="unknown game 'spice-raod'"):
        batch("spice-raod", 4)
    with pytest.raises(century.CenturyError, match="the number of games must be a whole number from 1"):
        batch("spice-road", 0)


def test_without_a_gpu_there_is_a_clear_error() -> None:
    try:
        batch("spice-road", 4, device="cuda")
    except century.CenturyError as error:
        assert "a batch on a GPU needs" in str(error)  # noqa: PT017  # where there is one, there is no error
