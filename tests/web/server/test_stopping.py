"""A server stops silently and completely, whatever it and its clients are doing.

The only limit for a stop is `STOPPED`. How soon it stops is measured in test_stopping_stress.py.
"""

import asyncio
import contextlib
import random
import select
import signal
import socket
import sqlite3
import threading
from collections.abc import Callable, Iterator
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import resource_tracker
from pathlib import Path
from types import SimpleNamespace

import psycopg
import pytest

import century
from century.web.bots.driver import BotDriver
from century.web.bots.pool import BotPool
from century.web.threads import DaemonPool, cancel
from tests.waiting import PATIENCE, until
from tests.web.house import BOT, ME, SCREEN, STOPPED, House, house_in
from tests.web.storm import (
    Mover,
    Terminal,
    at_once,
    children,
    no_worker_is_left,
    playing,
    program_stopped,
    program_stopped_while_it_starts,
    spawning,
    stopped,
)


def test_it_stops_at_once(tmp_path: Path, terminal: Terminal) -> None:
    house = House(f"sqlite:///{tmp_path / 'tables.sqlite'}")
    stopped(house, terminal, at_once, random.Random(1), uploads=True)


def test_it_stops_while_processes_for_bots_start(tmp_path: Path, terminal: Terminal) -> None:
    house = House(f"sqlite:///{tmp_path / 'tables.sqlite'}", thinking=True)
    stopped(house, terminal, spawning, random.Random(2), hints=True)


def test_it_stops_in_the_middle_of_games_on_postgres(new_database: Callable[[], str], terminal: Terminal) -> None:
    stopped(House(new_database()), terminal, playing, random.Random(3))


def test_the_program_stops_at_the_first_of_two_signals(tmp_path: Path) -> None:
    program_stopped(tmp_path, [signal.SIGINT, signal.SIGTERM], random.Random(1))


def test_the_program_stops_while_it_starts(tmp_path: Path) -> None:
    program_stopped_while_it_starts(tmp_path, signal.SIGINT, lambda _: until((tmp_path / "secret").exists))


def test_the_program_stops_while_it_waits_for_its_database(tmp_path: Path) -> None:
    """A database that accepts the connection and then sends nothing."""
    with socket.create_server(("127.0.0.1", 0)) as silent:
        database = f"postgresql://ann@127.0.0.1:{silent.getsockname()[1]}/century"
        is_asked = lambda: bool(select.select([silent], [], [], 0)[0])  # noqa: E731
        program_stopped_while_it_starts(tmp_path, signal.SIGINT, lambda _: until(is_asked), DATABASE_URL=database)


@contextlib.contextmanager
def locked(database: str) -> Iterator[None]:
    """Another program has locked the database."""
    if database.startswith("sqlite"):
        with contextlib.closing(sqlite3.connect(database.removeprefix("sqlite:///"))) as other:
            other.execute("BEGIN EXCLUSIVE")
            yield
    else:
        with psycopg.connect(database) as other_connection:
            other_connection.execute("LOCK TABLE tables")
            yield
            other_connection.rollback()


def test_a_locked_database_holds_up_no_stop(database: str, terminal: Terminal) -> None:
    """An answer waits for the lock, and a bot for the right to think."""
    with House(database) as house:
        ann = house.person()
        ids = ann.lays_out(ME, SCREEN), ann.lays_out(ME, BOT, start=0)
        token, dice = ann.http.headers["authorization"], random.Random(1)
        movers = [Mover(house.address, token, id, dice) for id in ids]
        with locked(database):
            for mover in movers:
                mover.start()
            until(lambda: house.service._writer._writing)
            house.stop()
        for mover in movers:
            mover.join(PATIENCE)
    until(no_worker_is_left)
    assert [(mover.wrong, mover.version) for mover in movers] == [("", 0)] * 2, "nothing was acknowledged"
    terminal.is_silent()


def test_no_bot_is_woken_after_the_stop(tmp_path: Path) -> None:
    with house_in(tmp_path, pace=1000.0) as house:
        ann = house.person()
        id = ann.lays_out(BOT, ME, start=0)
        until(lambda: house.service.bots.at_work(id))
        house.stop()
        (room,) = house.service.tables()
        assert house.service.bots.due(room)
        house.service.bots.wake(room)  # raises where there is no event loop
        assert not house.service.bots.at_work(id)
        with pytest.raises(BrokenProcessPool):
            house.service.pool._pool(0)


def test_jobs_that_were_cancelled_break_no_pool(terminal: Terminal) -> None:
    """Several bots wait for one process; they are cancelled, and the process ends."""
    match = century.game("spice-road").new(players=2, seed=1, start=0, interpreted=True)

    async def ask() -> None:
        pool = BotPool(1)
        pool._compiler.close()  # which would start a process of its own
        asked = [asyncio.create_task(pool.answer(f"table {n}", match.known(0), "novice")) for n in range(8)]
        await asyncio.to_thread(until, lambda: children() - others)  # the process has been started
        await cancel(asked)
        assert len(children() - others) == 1
        pool.close()

    resource_tracker.ensure_running()  # it stays, and is no process of the pool
    others = children()
    asyncio.run(ask())
    until(lambda: not children() - others)
    terminal.is_silent()


def test_a_task_that_loses_its_cancellation_is_cancelled_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("century.web.threads.PATIENCE", 0.05)
    lost = 0

    async def deaf(times: int) -> None:
        nonlocal lost
        for _ in range(times):
            with contextlib.suppress(asyncio.CancelledError):
                await asyncio.Event().wait()
            lost += 1
        await asyncio.Event().wait()

    async def stop() -> list[bool]:
        tasks = [asyncio.create_task(deaf(times)) for times in range(3)]
        await asyncio.sleep(0)
        await cancel([*tasks, None])
        return [task.done() for task in tasks]

    assert asyncio.run(stop()) == [True, True, False], "the third is given up"


def test_a_thread_that_does_not_come_back_holds_up_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("century.web.threads.PATIENCE", 0.05)
    free, came_back = threading.Event(), threading.Event()

    def stay_away() -> None:
        free.wait(STOPPED)
        came_back.set()

    async def work() -> list[int]:
        workers = DaemonPool(2)
        asyncio.get_running_loop().set_default_executor(workers)
        found = await asyncio.gather(*(asyncio.to_thread(pow, number, 2) for number in range(5)))
        with pytest.raises(ZeroDivisionError):
            await asyncio.to_thread(divmod, 1, 0)
        assert await workers.finish(PATIENCE)
        stuck = asyncio.create_task(asyncio.to_thread(stay_away))
        await asyncio.sleep(0)
        assert not await workers.finish(0.05)
        stuck.cancel()
        return found

    assert asyncio.run(work()) == [0, 1, 4, 9, 16]
    assert not came_back.is_set()
    free.set()
    until(no_worker_is_left)


def test_a_claim_that_is_being_prolonged_is_given_back(monkeypatch: pytest.MonkeyPatch) -> None:
    """The bot answers while the database is being told that it thinks on: else the claim would last for nobody."""
    monkeypatch.setattr("century.web.bots.driver.LEASE", 0.03)
    kept, prolonging, answering = [1.0], threading.Event(), threading.Event()

    def extend_claim(id: str, claim: float, seconds: float) -> float | None:
        prolonging.set()
        assert answering.wait(PATIENCE)
        if kept[-1] != claim:
            return None
        kept.append(claim + 1 if seconds else 0.0)
        return kept[-1]

    async def think() -> None:
        store = SimpleNamespace(extend_claim=extend_claim)
        answered = asyncio.Event()
        driver = BotDriver(None, store, None, None, 0.0)  # type: ignore[arg-type]
        holding = asyncio.create_task(driver._hold("id", 1.0, answered))
        assert await asyncio.to_thread(prolonging.wait, PATIENCE)
        answered.set()
        answering.set()
        await holding

    asyncio.run(think())
    assert kept == [1.0, 2.0, 0.0]
