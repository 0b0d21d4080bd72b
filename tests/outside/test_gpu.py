"""Silk Fair on a GPU has the same bytes as on a CPU, secrets included. Skipped where there is none."""

import sys
from pathlib import Path

import numpy as np
import pytest

from century.engine.game import Game
from century.environments import batch
from tests.gpu.test_gpu import _has_gpu

sys.path.insert(0, str(Path(__file__).parents[2] / "benchmarks"))

pytestmark = [
    pytest.mark.gpu,
    pytest.mark.filterwarnings("default"),  # numba warns of small launches
    pytest.mark.skipif(not _has_gpu(), reason="needs an NVIDIA GPU and numba-cuda"),
]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_random_games_have_the_same_bytes(silk_fair: Game, players: int) -> None:
    from gpu import measure

    same, _, _ = measure(silk_fair, players, games=2000, compared=2000, runs=1)
    assert same


@pytest.mark.parametrize("players", [2, 3, 4])
def test_batches_have_the_same_bytes(silk_fair: Game, players: int) -> None:
    from environments import same_bytes

    assert same_bytes(silk_fair.name, games=500, steps=200, players=players, reward="score") == []


def test_to_imagine_deals_the_secrets_of_the_others_anew(silk_fair: Game) -> None:
    """A seat that plans with imagined games would else see what the others hold."""
    games = batch(silk_fair.name, 200, players=3, seed=1, device="cuda")
    for _ in range(10):
        games.step(games.sample())
    held, imagined = (np.asarray(each.states)["seats"]["commissions"] for each in (games, games.imagine(seed=3)))
    own = np.arange(200), np.asarray(games.actors)
    assert (imagined[own] == held[own]).all()
    assert (imagined != held).any(axis=1).mean() > 0.9
