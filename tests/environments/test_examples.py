"""The examples run: a few steps of each. Those that need more than the extra `rl` are skipped where it is missing."""

import runpy
from pathlib import Path
from typing import Any

import pytest

EXAMPLES = Path(__file__).parents[2] / "examples"


def main_of(name: str) -> Any:
    return runpy.run_path(str(EXAMPLES / name))["main"]


def test_random_play(capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("pettingzoo", reason="needs pip install century[rl]")
    main_of("random_play.py")(["--steps", "30", "--games", "64"])
    assert "Batch: 1920 steps" in capsys.readouterr().out


@pytest.mark.filterwarnings("default")
def test_maskable_ppo(capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("sb3_contrib", reason="needs pip install century[train]")
    main_of("maskable_ppo.py")(["--steps", "32", "--rollout", "32", "--games", "1", "--opponent", "random"])
    assert "in 1 games against random" in capsys.readouterr().out


@pytest.mark.filterwarnings("default")
def test_self_play(tmp_path: Path) -> None:
    pytest.importorskip("torch", reason="needs pip install century[train]")
    arguments = "--updates 2 --games 16 --steps 8 --width 16 --trials 2 --points 1 --processes 1 --against random"
    files = [f"--out={tmp_path / 'curve.json'}", f"--chart={tmp_path / 'curve.svg'}"]
    from subprocess import run  # its processes import it by its name
    from sys import executable

    run([executable, str(EXAMPLES / "selfplay_torch.py"), *arguments.split(), *files], check=True, capture_output=True)
    assert (tmp_path / "curve.svg").read_text().startswith("<svg")
