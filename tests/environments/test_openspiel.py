"""OpenSpiel: the games are registered and pass its random simulations. Skipped where it is not installed."""

import numpy as np
import pytest

import century

pyspiel = pytest.importorskip("pyspiel", reason="needs pip install open_spiel")

import century.environments.openspiel  # noqa: E402


@pytest.mark.parametrize("name", century.games())
def test_random_simulations_pass(name: str, capfd: pytest.CaptureFixture[str]) -> None:
    options = {"turn_limit": 4, "interpreted": True} if name != "spice-road" else {"turn_limit": 40}
    short = f"century_{name.replace('-', '_')}"
    game = pyspiel.load_game(short, {"deals": 3, **options})
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)


def test_a_state_is_a_match() -> None:
    game = pyspiel.load_game(
        "century_spice_road", {"players": 3, "seed": 5, "deals": 10, "reward": "rank", "turn_limit": 9}
    )
    state = game.new_initial_state()
    assert state.is_chance_node()
    state.apply_action(2)
    assert state.match.state.tobytes() == century.game("spice-road").new(3, 7, turn_limit=9).state.tobytes()
    twin, other = state.clone(), state.resample(0, 4)
    assert state.observation_tensor(0) == other.observation_tensor(0)
    while not state.is_terminal():
        state.apply_action(state.legal_actions()[-1])
    assert sorted(state.returns()) == [-1.0, 0.0, 1.0]
    assert len(twin.match.history) == 0
    assert np.asarray(twin.observation_tensor(1)).shape == (
        century.environments.observation_space("spice-road", 3).size,
    )
