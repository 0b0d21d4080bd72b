"""A game counts as compiled only while its code is on disk, whole."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from century.cli import main
from century.engine import code_cache
from century.engine.compile import entry
from century.engine.view import Known
from century.players.planner import Planner
from century.players.readiness import get_ready, is_ready

GAME = "spice-road"


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """An empty one."""
    monkeypatch.setenv("CENTURY_CACHE", str(tmp_path))
    code_cache.folder.cache_clear()
    yield code_cache.folder()
    monkeypatch.undo()
    code_cache.folder.cache_clear()


@pytest.fixture
def small(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In place of a search: a function that is quick to compile, once in each test."""

    @entry
    def turn_of(states: Any) -> Any:
        return states[0].turn

    def plan(planner: Planner, known: Known) -> list[int]:
        turn_of(known.state)
        return []

    monkeypatch.setattr(Planner, "plan", plan)


def code(cache: Path) -> Path:
    """The only file of compiled code."""
    (path,) = cache.glob("*.code")
    return path


def test_a_game_is_ready_while_its_code_is_there(small: None, cache: Path) -> None:
    assert not is_ready(GAME)
    get_ready(GAME)
    assert is_ready(GAME)
    assert not is_ready("sand-to-sea")
    whole = code(cache).read_bytes()
    for harm in (whole[: len(whole) // 2], whole[:-1] + bytes([whole[-1] ^ 1]), b""):
        code(cache).write_bytes(harm)
        assert not is_ready(GAME)
        code(cache).write_bytes(whole)
        assert is_ready(GAME)
    code(cache).unlink()
    assert not is_ready(GAME)


@pytest.mark.parametrize("what", ["the code", "the note"])
def test_on_a_full_disk_a_game_is_not_ready(
    small: None, cache: Path, what: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    write = code_cache._write

    def full(path: Path, content: bytes) -> None:
        if (path.suffix == ".code") == (what == "the code"):
            raise OSError("no space left on device")
        write(path, content)

    with monkeypatch.context() as patch:
        patch.setattr(code_cache, "_write", full)
        with pytest.raises(OSError, match="disk full" if what == "the code" else "no space left"):
            get_ready(GAME)
    assert not is_ready(GAME)


def test_a_file_that_cannot_be_written_leaves_no_rest(cache: Path) -> None:
    taken = cache / "some.code"
    taken.mkdir()
    with pytest.raises(OSError, match="directory"):
        code_cache._write(taken, b"content")
    assert list(cache.iterdir()) == [taken]


@pytest.mark.parametrize("note", [b"", b'["players.tree.thi', b"\xff"])
def test_a_note_that_is_half_written_counts_as_missing(note: bytes, cache: Path) -> None:
    (cache / f"players-{GAME}.ready").write_bytes(note)
    assert not is_ready(GAME)


def test_the_command_says_why_a_game_could_not_be_compiled(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError("the compiled code could not be written")

    monkeypatch.setattr("century.terminal.warm.compile_games", full)
    assert main(["warm", GAME]) == 2
