"""Bots think in processes of their own, which may die."""

import asyncio
import os
import signal
import sys
import threading
import warnings
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from pathlib import Path

import pytest

import century
from century.engine import code_cache
from century.engine.match import Match
from century.lab.background_compiler import BackgroundCompiler
from century.players import LEVELS
from century.players.readiness import is_simpler, player_for_now
from century.web.bots.pool import BotPool, _seed
from century.web.server.settings import Settings
from tests.waiting import until
from tests.web.house import House
from tests.web.storm import children


@pytest.fixture
def match() -> Match:
    return century.game("spice-road").new(players=2, seed=1, start=0, interpreted=True)


@pytest.fixture
def pool() -> Iterator[BotPool]:
    pool = BotPool(1)
    yield pool
    pool.close()


def test_a_bot_whose_process_died_answers_too(pool: BotPool, match: Match) -> None:
    async def ask() -> None:
        legal = {action.id for action in match.actions()}
        assert await pool.answer("table", match.known(0), "random") in legal
        (process,) = pool._pool(0)._processes.values()
        assert process.pid
        os.kill(process.pid, signal.SIGKILL)
        several = (pool.answer(f"table {number}", match.known(0), "random") for number in range(4))
        assert set(await asyncio.gather(*several)) <= legal

    asyncio.run(ask())


@pytest.mark.parametrize("spec", ["novice", "master:2"])
def test_what_bots_answer_is_legal(pool: BotPool, match: Match, spec: str) -> None:
    """The weakest, and the one that gives hints."""
    answer = asyncio.run(pool.answer("table", match.known(0), spec))
    assert answer in {action.id for action in match.actions()}


@pytest.fixture
def empty_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """No compiled code, here and in processes that are started here."""
    monkeypatch.setenv("CENTURY_CACHE", str(tmp_path))
    code_cache.folder.cache_clear()
    yield code_cache.folder()
    monkeypatch.undo()
    code_cache.folder.cache_clear()


def compiles(games: Sequence[str], how: str) -> list[str]:
    """In place of the command that compiles: one that leaves a file and goes on until it is ended, or fails."""
    code = f"import pathlib, sys; pathlib.Path({how!r}).with_suffix('.' + {games[0]!r}).touch(); sys.stdin.read()"
    return [sys.executable, "-c", code if how else "raise SystemExit(3)"]


@pytest.mark.parametrize("game", century.games())
def test_from_an_empty_cache_bots_answer_without_a_compiler(
    game: str, pool: BotPool, empty_cache: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun = tmp_path / "begun"
    monkeypatch.setattr("century.lab.background_compiler.background_command", partial(compiles, how=str(begun)))
    match = century.game(game).new(players=2, seed=1, interpreted=True)
    for level in LEVELS:
        assert match.actor is not None
        answer = asyncio.run(pool.answer(f"table of {level}", match.known(match.actor), level))
        assert answer in {action.id for action in match.actions()}
        match.play(answer)
    until(begun.with_suffix(f".{game}").exists)
    assert not pool.is_warm(game)
    assert not list(empty_cache.glob("*.code")), "nothing was compiled on the way"
    code_cache.set_marker(f"players-{game}")  # as the other process does at its end
    assert pool.is_warm(game)


def test_games_that_tables_wait_for_are_compiled_first(
    empty_cache: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    begun, compiler = tmp_path / "begun", BackgroundCompiler()
    monkeypatch.setattr("century.lab.background_compiler.background_command", partial(compiles, how=str(begun)))
    compiler.want_also(["spice-road", "eastern-wonders", "a-new-world"])
    until(begun.with_suffix(".spice-road").exists)
    for _ in range(2):
        compiler.want("east-to-west-3")  # what nobody waits for is interrupted
    until(begun.with_suffix(".east-to-west-3").exists)
    compiler.want("sand-to-sea")  # what somebody waits for is not
    begun.with_suffix(".spice-road").unlink()
    code_cache.set_marker("players-east-to-west-3")
    end_of(compiler)
    until(begun.with_suffix(".sand-to-sea").exists)
    code_cache.set_marker("players-sand-to-sea")
    end_of(compiler)
    until(begun.with_suffix(".spice-road").exists)
    process = compiler._process
    compiler.close()
    assert process
    assert process.poll() is not None, "nothing is left behind"
    assert not caplog.records
    compiler.want("a-new-world")
    assert compiler._thread is None or not compiler._thread.is_alive()


def test_a_server_compiles_all_games_after_its_page_is_open(
    empty_cache: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As `make play` starts it. Another process compiles, and the page answers meanwhile."""
    begun = tmp_path / "begun"
    monkeypatch.setattr("century.lab.background_compiler.background_command", partial(compiles, how=str(begun)))
    every = Settings.model_fields["warm_up"].default
    house = House(f"sqlite:///{tmp_path / 'tables.sqlite'}", warm_up=every)
    compiler, others = house.service.pool._compiler, children()
    assert compiler._process is None, "the server has not started"
    with house:
        for game in century.games():
            until(begun.with_suffix(f".{game}").exists)
            assert house.person().get("/").status_code == 200
            assert not house.service.pool.is_warm(game)
            code_cache.set_marker(f"players-{game}")  # as the other process does at its end
            if game != century.games()[-1]:
                end_of(compiler)
    until(lambda: not children() - others)


def end_of(compiler: BackgroundCompiler) -> None:
    """End the process that compiles, as if it were ready."""
    process = compiler._process
    assert process
    assert process.stdin
    process.stdin.close()


def test_bots_play_on_when_their_code_cannot_be_compiled(
    empty_cache: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("century.lab.background_compiler.background_command", partial(compiles, how=""))
    compiler = BackgroundCompiler()
    for _ in range(2):  # it is not tried again and again
        compiler.want("spice-road")
        until(lambda: compiler._thread is None)
    assert [record.getMessage() for record in caplog.records] == [
        "bots of spice-road could not be compiled (exit status 3)"
    ]
    compiler.close()


def test_a_player_is_simpler_until_its_code_is_there(empty_cache: Path) -> None:
    assert is_simpler(player_for_now("merchant", "spice-road", seed=1))
    assert not is_simpler(player_for_now("random", "spice-road", seed=1))
    code_cache.set_marker("players-spice-road")
    assert not is_simpler(player_for_now("merchant", "spice-road", seed=1))
    assert is_simpler(player_for_now("merchant", "sand-to-sea", seed=1))


def test_a_master_thinks_for_a_set_time(pool: BotPool, match: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    """A counted budget would take many seconds in games with boats."""
    asked: list[str] = []

    def answer(key: tuple[str, int, str], *_: object) -> int:
        asked.append(key[2])
        return 0

    monkeypatch.setattr("century.web.bots.pool._answer", answer)
    with ThreadPoolExecutor(1) as threads:
        monkeypatch.setattr(pool, "_pool", lambda where: threads)
        for level in LEVELS:
            asyncio.run(pool.answer("table", match.known(0), level))
    assert asked == [*LEVELS[:-1], "master:1s"]


def test_what_a_bot_is_given_holds_nothing_hidden(pool: BotPool, match: Match) -> None:
    known = match.known(0)
    assert int(known.state["chance"][0]) == 0
    assert int(match.state.chance) != 0


def never(key: tuple[str, int, str], *_: object) -> int:
    """In a process of its own, a bot that never answers; it leaves a file that is named like its table."""
    Path(key[0]).touch()
    threading.Event().wait()
    raise AssertionError


@pytest.mark.parametrize("when", ["while a process starts", "while a bot thinks"])
def test_when_the_server_ends_no_new_process_is_started(
    match: Match, when: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pool, begun = BotPool(1), tmp_path / "begun"
    monkeypatch.setattr("century.web.bots.pool._answer", never)

    async def ask() -> None:
        asked = asyncio.create_task(pool.answer(str(begun), match.known(0), "novice"))
        await asyncio.sleep(0)  # the task runs until it waits for its process
        assert pool._pools
        if when == "while a bot thinks":
            await asyncio.to_thread(until, begun.exists)
        pool.close()
        with pytest.raises((BrokenProcessPool, asyncio.CancelledError)):
            await asked
        assert not pool._pools

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        asyncio.run(ask())


def test_bots_of_the_same_level_have_seeds_of_their_own() -> None:
    keys = [(f"table {table}", seat, level) for table in range(50) for seat in range(5) for level in LEVELS]
    assert len({_seed(key) for key in keys}) == len(keys)
