"""The same bytes on a GPU. Skipped where there is none."""

import importlib.util
import sys
from pathlib import Path

import pytest

import century

sys.path.insert(0, str(Path(__file__).parents[2] / "benchmarks"))


def _has_gpu() -> bool:
    if not importlib.util.find_spec("numba_cuda"):
        return False
    from century.environments.gpu import has_gpu

    return has_gpu()


@pytest.mark.gpu
@pytest.mark.filterwarnings("default")  # numba warns of small launches
@pytest.mark.skipif(not _has_gpu(), reason="needs an NVIDIA GPU and numba-cuda")
@pytest.mark.parametrize("name", century.games())
def test_games_on_a_gpu_have_the_same_bytes(name: str) -> None:
    from gpu import measure

    game = century.game(name)
    for players in range(game.least_players, game.most_players + 1):
        same, _, _ = measure(game, players, games=2000, compared=2000, runs=1)
        assert same


@pytest.mark.gpu
@pytest.mark.filterwarnings("default")
@pytest.mark.skipif(not _has_gpu(), reason="needs an NVIDIA GPU and numba-cuda")
@pytest.mark.parametrize("name", century.games())
def test_batches_on_a_gpu_have_the_same_bytes(name: str) -> None:
    from environments import same_bytes

    assert same_bytes(name, games=500, steps=200, players=2, reward="score") == []


@pytest.mark.gpu
@pytest.mark.filterwarnings("default")
@pytest.mark.skipif(not _has_gpu(), reason="needs an NVIDIA GPU and numba-cuda")
def test_arrays_on_a_gpu_are_shared_and_illegal_actions_refused() -> None:
    from environments import shared

    assert not [said for said in shared().values() if said.startswith("FAILED")]
