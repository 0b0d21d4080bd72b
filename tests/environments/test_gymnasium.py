"""Gymnasium: its checker passes, the opponents answer, and masks are where MaskablePPO looks."""

from typing import Any

import numpy as np
import pytest

import century

gymnasium = pytest.importorskip("gymnasium", reason="needs pip install century[rl]")

from gymnasium.utils.env_checker import check_env  # noqa: E402

from century.environments.gymnasium import CenturyEnv  # noqa: E402


class Legal(gymnasium.ActionWrapper):  # type: ignore[misc, name-defined]
    """Turns an action that is not legal, as the checker samples them, into one that is."""

    def action(self, action: Any) -> Any:
        mask = self.unwrapped.action_masks()
        return action if mask[action] else mask.argmax()


def play(env: Any, steps: int) -> list[Any]:
    random = np.random.default_rng(3)
    told = []
    for _ in range(steps):
        told.append(env.step(random.choice(np.flatnonzero(env.unwrapped.action_masks()))))
        if told[-1][2] or told[-1][3]:
            break
    return told


@pytest.mark.filterwarnings("default")  # it warns of wrappers
def test_the_checker_passes() -> None:
    check_env(Legal(CenturyEnv("spice-road", opponents="random", turn_limit=20)), skip_render_check=True)


@pytest.mark.parametrize("name", century.games())
def test_games_are_registered(name: str) -> None:
    import century.environments  # noqa: F401

    id = f"century/{name.replace('-', '_')}-v0"
    env = gymnasium.make(id, opponents="random", turn_limit=4, interpreted=True)
    observation, info = env.reset(seed=1)
    assert observation in env.observation_space
    assert info["action_mask"].sum() == len(env.unwrapped.match.actions())
    assert play(env, 100)[-1][3]


def test_the_own_seat_is_asked_and_the_others_answer() -> None:
    env = CenturyEnv("spice-road", 3, opponents=["random", "casual"], seat=1, reward="rank", turn_limit=30)
    env.reset(seed=5)
    while True:
        assert env.match.actor == 1
        assert (env.action_masks() == env.match.mask).all()
        (_, reward, terminated, truncated, info) = play(env, 1)[0]
        if terminated or truncated:
            break
        assert reward == 0
    assert reward in (-1.0, 0.0, 1.0)
    assert not info["action_mask"].any()
    with pytest.raises(century.CenturyError, match=r"the game is over: call reset\(\)"):
        env.step(45)


def test_the_same_seed_is_the_same_game() -> None:
    records = []
    for _ in range(2):
        env = CenturyEnv("spice-road", opponents="casual", seat=None, turn_limit=20)
        for seed in (5, None):
            env.reset(seed=seed)
            play(env, 1000)
            records.append(env.match.record())
    assert records[:2] == records[2:]


def test_opponents_of_ones_own_and_greedy_ones() -> None:
    class First:
        def choose(self, view: Any) -> Any:
            return view.actions[0]

    env = CenturyEnv("spice-road", opponents=First(), turn_limit=10)
    env.reset(seed=1)
    assert play(env, 100)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"opponents": ["random", "random"]}, "2 players need 1 opponents, not 2"),
        ({"opponents": "gredy"}, "unknown player 'gredy'"),
        ({"seat": 2}, "a seat must be a whole number from 0 to 1, not 2"),
        ({"reward": "points"}, "unknown reward 'points'"),
    ],
)
def test_bad_options_get_a_clear_error(options: dict[str, Any], message: str) -> None:
    with pytest.raises(century.CenturyError, match=message):
        CenturyEnv("spice-road", **options)


def test_bad_actions_get_a_clear_error() -> None:
    env = CenturyEnv("spice-road", opponents="random")
    with pytest.raises(century.CenturyError, match=r"no game has been dealt yet: call reset\(\) first"):
        env.step(45)
    env.reset(seed=1)
    with pytest.raises(century.CenturyError, match="a whole number from 0 to 127, not 999"):
        env.step(999)
    with pytest.raises(century.IllegalAction, match="cannot answer 'claim P01'"):
        env.step(52)
