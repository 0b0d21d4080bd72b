"""Compiled code is kept on disk across processes, and never stale."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

PACKAGE = Path(__file__).parents[2] / "src" / "century"
DIGESTS = Path(__file__).parents[2] / "docs" / "rules"
SCRIPT = """
import century
from century.engine import native
match = century.game("spice-road").new(players=2, seed=1, start=0)
match.play("play S01")
stats = native.step.stats
print(match.view()["seats"][0]["cubes"], sum(stats.cache_hits.values()), sum(stats.cache_misses.values()))
"""


def run(source: Path, cache: Path) -> list[str]:
    environment = {**os.environ, "PYTHONPATH": str(source), "CENTURY_CACHE": str(cache)}
    result = subprocess.run([sys.executable, "-c", SCRIPT], env=environment, capture_output=True, text=True, check=True)
    return result.stdout.split()


def test_the_cache_is_used_by_the_next_process_and_never_stale(tmp_path: Path) -> None:
    source, cache = tmp_path / "source", tmp_path / "cache"
    shutil.copytree(PACKAGE, source / "century", ignore=shutil.ignore_patterns("__pycache__"))
    assert run(source, cache) == ["YYYYY", "0", "1"]
    assert run(source, cache) == ["YYYYY", "1", "0"]
    cubes = source / "century" / "mechanisms" / "cubes.py"  # not the file of the compiled function
    text = cubes.read_text()
    assert "cubes[colour] += np.int64(gained[colour]) * times" in text
    cubes.write_text(text.replace("(gained[colour]) * times", "(gained[colour]) * times * 2"))
    assert run(source, cache) == ["YYYYYYY", "0", "1"]


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
