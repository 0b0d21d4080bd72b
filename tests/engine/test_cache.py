"""Compiled code is kept on disk across processes, and never stale."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[2] / "src" / "century"
# an entry that is quick to compile: cubes, the compilations that were found, and those that were made
SMALL = """
import numpy as np
from century.engine.compile import entry
from century.mechanisms.common.cubes import gain

@entry
def three_times(cubes, more):
    gain(cubes, more, np.int64(3))

cubes = np.array([2, 0, 0, 0], np.int8)
three_times(cubes, np.array([1, 0, 0, 0], np.int8))
stats = three_times.stats
print("Y" * cubes[0], sum(stats.cache_hits.values()), sum(stats.cache_misses.values()))
"""
# the same for all rules of a game
STEP = """
import century
from century.engine import native
match = century.game("spice-road").new(players=2, seed=1, start=0)
match.play("play S01")
stats = native.step.stats
print(match.view()["seats"][0]["cubes"], sum(stats.cache_hits.values()), sum(stats.cache_misses.values()))
"""


def run(source: Path, cache: Path, script: str = SMALL) -> list[str]:
    environment = {**os.environ, "PYTHONPATH": str(source), "CENTURY_CACHE": str(cache)}
    result = subprocess.run([sys.executable, "-c", script], env=environment, capture_output=True, text=True, check=True)
    return result.stdout.split()


@pytest.mark.parametrize(
    ("script", "stale"),
    [
        pytest.param(SMALL, "YYYYYYYY", id="of a small entry"),
        pytest.param(STEP, "YYYYYYY", id="of a game", marks=pytest.mark.slow),
    ],
)
def test_the_cache_is_used_by_the_next_process_and_never_stale(script: str, stale: str, tmp_path: Path) -> None:
    source, cache = tmp_path / "source", tmp_path / "cache"
    shutil.copytree(PACKAGE, source / "century", ignore=shutil.ignore_patterns("__pycache__"))
    assert run(source, cache, script) == ["YYYYY", "0", "1"]
    assert run(source, cache, script) == ["YYYYY", "1", "0"]
    cubes = source / "century" / "mechanisms" / "common" / "cubes.py"  # not the file of the compiled function
    text = cubes.read_text()
    assert "cubes[colour] += np.int64(gained[colour]) * times" in text
    cubes.write_text(text.replace("(gained[colour]) * times", "(gained[colour]) * times * 2"))
    assert run(source, cache, script) == [stale, "0", "1"]


def test_only_our_own_old_folders_are_removed(tmp_path: Path) -> None:
    ours, theirs = tmp_path / "compiled" / "0123456789abcdef", tmp_path / "compiled" / "precious"
    for folder in (ours, theirs, tmp_path / "other"):
        folder.mkdir(parents=True)
        os.utime(folder, (0, 0))
    run(PACKAGE.parent, tmp_path)
    assert [folder.exists() for folder in (ours, theirs, tmp_path / "other")] == [False, True, True]


def test_where_nothing_can_be_written_it_still_runs(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    assert run(PACKAGE.parent, tmp_path / "file" / "cache")[0] == "YYYYY"
