"""Compiled code on disk: never torn, never of another version, and compiled once however many processes need it."""

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from century.engine import code_cache
from century.engine.compile import is_cold
from tests.waiting import COMPILING

SCRIPT = """
import sys
import numpy as np
from century.engine.compile import entry

@entry
def doubled(numbers):
    for place in range(len(numbers)):
        numbers[place] *= 2

print("here", flush=True)
sys.stdin.readline()
numbers = np.arange(3)
doubled(numbers)
print(numbers.tolist() == [0, 2, 4], sum(doubled.stats.cache_hits.values()))
"""


class Process:
    """A process that uses an entry when it is told to."""

    def __init__(self, cache: Path) -> None:
        environment = {**os.environ, "CENTURY_CACHE": str(cache)}
        command = [sys.executable, "-c", SCRIPT]
        pipe = subprocess.PIPE
        self._process = subprocess.Popen(command, env=environment, stdin=pipe, stdout=pipe, stderr=pipe, text=True)
        assert self._process.stdout
        assert self._process.stdout.readline() == "here\n"

    def begin(self) -> None:
        assert self._process.stdin
        self._process.stdin.write("\n")
        self._process.stdin.flush()

    def end(self) -> tuple[bool, int]:
        """Whether its result was right, and how often it found compiled code."""
        out, err = self._process.communicate(timeout=COMPILING)
        assert not err, err
        right, hits = out.split()
        return right == "True", int(hits)


def uses(cache: Path) -> tuple[bool, int]:
    process = Process(cache)
    process.begin()
    return process.end()


def test_a_damaged_file_counts_as_missing_and_is_replaced(tmp_path: Path) -> None:
    assert uses(tmp_path) == (True, 0)
    (path,) = tmp_path.rglob("*.code")
    whole = path.read_bytes()
    for damaged in (b"", whole[: len(whole) // 2], whole[:-1] + bytes([whole[-1] ^ 1]), b"something else"):
        path.write_bytes(damaged)
        assert uses(tmp_path) == (True, 0), damaged[:20]
        assert len(path.read_bytes()) > len(whole) // 2
    assert uses(tmp_path) == (True, 1)


def test_of_several_processes_at_once_one_compiles(tmp_path: Path) -> None:
    several = [Process(tmp_path) for _ in range(4)]
    for process in several:
        process.begin()
    found = [process.end() for process in several]
    assert sorted(found) == [(True, 0), (True, 1), (True, 1), (True, 1)]


def test_the_folder_is_of_these_sources_these_versions_and_this_processor(monkeypatch: pytest.MonkeyPatch) -> None:
    usual = code_cache.fingerprint()
    assert usual == code_cache.fingerprint()
    for name, value in (
        ("numba", type("Numba", (), {"__version__": "0.1"})),
        ("llvmlite", type("Llvmlite", (), {"__version__": "0.1"})),
        ("np", type("Numpy", (), {"__version__": "0.1"})),
    ):
        with monkeypatch.context() as patch:
            patch.setattr(code_cache, name, value)
            assert code_cache.fingerprint() != usual, name
    with monkeypatch.context() as patch:
        patch.setattr("century.engine.code_cache.binding.get_host_cpu_name", lambda: "another")
        assert code_cache.fingerprint() != usual


def test_where_nothing_can_be_written_processes_that_are_started_share_a_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("CENTURY_CACHE", str(tmp_path / "file"))
    code_cache.folder.cache_clear()
    try:
        own = code_cache.folder()
        code_cache.folder.cache_clear()  # as in a process that is started now
        assert code_cache.folder() == own
        assert own.is_dir()
        code_cache.set_marker("players-test")
        assert code_cache.has_marker("players-test")
    finally:
        monkeypatch.undo()
        code_cache.folder.cache_clear()


def test_an_entry_is_cold_until_something_of_it_is_on_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from century.engine.native import sample

    monkeypatch.setenv("CENTURY_CACHE", str(tmp_path))
    code_cache.folder.cache_clear()
    try:
        assert is_cold(sample)
        path = sample._cache._path((np.int64,))  # type: ignore[attr-defined]
        path.touch()
        assert not is_cold(sample)
    finally:
        monkeypatch.undo()
        code_cache.folder.cache_clear()


def test_asking_what_is_compiled_creates_no_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from century.engine.native import sample

    monkeypatch.setenv("CENTURY_CACHE", str(tmp_path / "cache"))
    code_cache.folder.cache_clear()
    assert is_cold(sample)
    assert not code_cache.has_marker("players-spice-road")
    assert list(tmp_path.iterdir()) == []


def test_the_cache_is_where_the_platform_keeps_caches(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CENTURY_CACHE", raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    code_cache.folder.cache_clear()
    try:
        assert tmp_path in code_cache.folder().parents
    finally:
        monkeypatch.undo()
        code_cache.folder.cache_clear()
