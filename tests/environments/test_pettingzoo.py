"""PettingZoo: its own tests pass, and a game can be copied and kept in the middle."""

import copy
import pickle
import warnings
from functools import partial
from typing import Any

import numpy as np
import pytest

import century

pytest.importorskip("pettingzoo", reason="needs pip install century[rl]")
pytest.importorskip("pygame", reason="the tests of PettingZoo need it")

with warnings.catch_warnings():  # they import one of its games, in a way that is old by now
    warnings.simplefilter("ignore")
    import pettingzoo
    from pettingzoo.test import api_test, render_test, seed_test

from century.environments.pettingzoo import CenturyEnv, env, spice_road

pytestmark = pytest.mark.filterwarnings("default")  # PettingZoo warns of what it merely dislikes
OTHERS = [name for name in century.games() if name != "spice-road"]


def play(table: CenturyEnv, steps: int, seed: int = 1) -> CenturyEnv:
    random = np.random.default_rng(seed)
    for _ in range(steps):
        observation, _, termination, truncation, _ = table.last()
        if termination or truncation:
            break
        table.step(random.choice(np.flatnonzero(observation["action_mask"])))
    return table


def test_the_public_tests_pass() -> None:
    for reward in ("win", "rank", "score"):
        api_test(spice_road(players=3, reward=reward, turn_limit=30), num_cycles=200)
    api_test(spice_road(), num_cycles=50)
    seed_test(partial(spice_road, turn_limit=40), num_cycles=100)


@pytest.mark.parametrize("name", OTHERS)
def test_the_public_tests_pass_for_each_game(name: str) -> None:
    api_test(env(name, turn_limit=4, interpreted=True), num_cycles=5)
    seed_test(lambda: env(name, turn_limit=4, interpreted=True), num_cycles=3)


def test_the_render_test_passes(capsys: pytest.CaptureFixture[str]) -> None:
    render_test(partial(spice_road, turn_limit=40), {"svg": lambda drawn: drawn.startswith("<svg")})
    assert "Century: Spice Road, round 1" in capsys.readouterr().out


@pytest.mark.parametrize("name", century.games())
def test_games_are_registered(name: str) -> None:
    registered = pytest.importorskip("pettingzoo.env_registry", reason="PettingZoo has a register from 1.27 on")
    assert registered
    made = pettingzoo.make("aec", f"century/{name.replace('-', '_')}-v0", players=3, interpreted=True)
    made.reset(seed=1)
    assert made.possible_agents == ["player_0", "player_1", "player_2"]
    assert made.match.game.name == name


@pytest.mark.parametrize("twin_of", [copy.deepcopy, lambda table: pickle.loads(pickle.dumps(table))])
def test_a_game_can_be_copied_in_the_middle(twin_of: Any) -> None:
    table = spice_road(players=3)
    table.reset(seed=4)
    play(table, 60)
    twin = twin_of(table)
    before = table.match.state.tobytes()
    assert twin.match.state.tobytes() == before
    assert (twin.last()[0]["observation"] == table.last()[0]["observation"]).all()
    play(twin, 30, seed=2)
    assert table.match.state.tobytes() == before
    play(table, 30, seed=2)
    assert table.match.state.tobytes() == twin.match.state.tobytes()
    assert table.match.record() == twin.match.record()
    twin.reset()  # the next seed is drawn by the same dice, too
    table.reset()
    assert table.match.options.seed == twin.match.options.seed


def test_masks_and_observations_are_those_of_the_match() -> None:
    table = spice_road()
    table.reset(seed=2)
    assert table.match.state.tobytes() == century.game("spice-road").new(2, 2).state.tobytes()
    for _ in range(50):
        agent = table.agent_selection
        observation = table.observe(agent)
        assert table.possible_agents.index(agent) == table.match.actor
        assert observation["action_mask"].dtype == np.int8
        assert np.flatnonzero(observation["action_mask"]).tolist() == [each.id for each in table.match.actions()]
        assert (table.infos[agent]["action_mask"] == observation["action_mask"]).all()
        waiting = next(other for other in table.agents if other != agent)
        assert not table.observe(waiting)["action_mask"].any()
        play(table, 1)


def test_rewards_come_to_all_at_the_end() -> None:
    table = spice_road(players=3, reward="rank", turn_limit=12)
    table.reset(seed=2)
    play(table, 10_000)
    assert all(table.truncations.values())
    assert sorted(table.rewards.values()) == [-1.0, 0.0, 1.0]
    assert table.match.stopped


@pytest.mark.parametrize(
    ("action", "message"),
    [
        (999, "an action of spice-road must be a whole number from 0 to 127, not 999"),
        (-1, "an action of spice-road must be a whole number from 0 to 127, not -1"),
        (2.5, "an action of spice-road must be a whole number from 0 to 127, not 2.5"),
        (None, "an action of spice-road must be a whole number"),
        (51, r"cannot answer 'rest': no card has been played"),
        ("claim P01", "Player . cannot answer 'claim P01'"),
        ("clam P01", "unknown action 'clam P01'"),
    ],
)
def test_bad_actions_get_a_clear_error(action: Any, message: str) -> None:
    table = spice_road()
    table.reset(seed=2)
    with pytest.raises(century.CenturyError, match=message):
        table.step(action)


def test_a_step_at_the_wrong_time_gets_a_clear_error() -> None:
    table = spice_road(turn_limit=1)
    with pytest.raises(century.CenturyError, match=r"call reset\(\)"):
        table.step(45)
    table.reset(seed=1)
    table.step("acquire 1")
    with pytest.raises(century.CenturyError, match="its action must be None, not 45"):
        table.step(45)
    table.step(None)
    table.step(None)
    with pytest.raises(century.CenturyError, match=r"the game is over: call reset\(\)"):
        table.step(None)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"reward": "points"}, "unknown reward 'points'"),
        ({"players": 7}, "the number of players of spice-road"),
        ({"render_mode": "rgb_array"}, "unknown render mode 'rgb_array'; available: human, ansi, svg"),
        ({"board": "E1"}, "unknown option 'board'"),
    ],
)
def test_bad_options_get_a_clear_error(options: dict[str, Any], message: str) -> None:
    with pytest.raises(century.CenturyError, match=message):
        spice_road(**options)


def test_a_pack_and_settings_are_options() -> None:
    pack = {"merchant": [{"id": "M01", "gain": "YYYYY"}]}
    table = env("spice-road", components=pack, interpreted=True)
    table.reset(seed=1)
    other = env("eastern-wonders", map="atoll", interpreted=True)
    other.reset(seed=1)
    assert other.match.options.settings == {"map": "atoll"}


@pytest.mark.parametrize("name", century.games())
def test_every_game_has_a_picture(name: str) -> None:
    from xml.etree import ElementTree

    table = env(name, render_mode="svg", interpreted=True, turn_limit=6)
    table.reset(seed=1)
    ElementTree.fromstring(str(table.render()))
    play(table, 1000)
    ElementTree.fromstring(str(table.render()))
    table.table.render_mode = "ansi"
    assert century.game(name).title in str(table.render())
