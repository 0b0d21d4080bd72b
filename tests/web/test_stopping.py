"""A server stops soon, silently and completely, whatever it and its clients are doing."""

import asyncio
import contextlib
import logging
import os
import random
import select
import signal
import socket
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from types import SimpleNamespace

import httpx
import psutil
import psycopg
import pytest

import century
from century.web.machines import Machines
from century.web.store import Store
from century.web.thinkers import Thinkers
from century.web.work import Workers, end
from tests.waiting import until
from tests.web.house import API, BOT, ME, SCREEN, STOPPED, House, Person, house_in
from tests.web.server import Running

SOON = 5.0  # seconds
ROUNDS = 300  # of the long test, shared out among the kinds of rounds below
MOST_PLIES = 300  # a game by chance is far from over


class Mover(threading.Thread):
    """Plays as fast as it can until the server is gone, and remembers the last version that was acknowledged."""

    def __init__(self, address: str, authorization: str, table: str) -> None:
        super().__init__(daemon=True)
        self.table, self.version, self.wrong = table, 0, ""
        self._http = httpx.Client(base_url=address, headers={"authorization": authorization}, timeout=20)

    def run(self) -> None:
        with contextlib.suppress(httpx.TransportError), self._http:
            while not self.wrong:
                state = self._http.get(f"{API}/tables/{self.table}/state").json()
                if not state["acting"] or state["plies"] > MOST_PLIES:
                    time.sleep(0.01)
                    continue
                body = {"action": random.choice(state["view"]["actions"])["id"], "version": state["version"]}
                done = self._http.post(f"{API}/tables/{self.table}/actions", json=body)
                if done.status_code == 200:
                    self.version = done.json()["version"]
                elif done.status_code != 409:
                    self.wrong = f"{done.status_code} {done.text}"


class Storm:
    """Everything that clients can do to a server, from many threads and connections at once."""

    def __init__(self, person: Person, dice: random.Random, *, hints: bool = False) -> None:
        self._person, self._hints = person, hints
        self._sockets: list[socket.socket] = []
        self._threads: list[threading.Thread] = []
        self.movers: list[Mover] = []
        self._dice = dice

    def __enter__(self) -> "Storm":
        ann, token = self._person, self._person.http.headers["authorization"]
        address = str(ann.http.base_url)
        level = {"kind": "bot", "level": "trader"}
        tables = [ann.lays_out(ME, SCREEN), *(ann.lays_out(BOT, ME) for _ in range(2))]
        watched = [ann.lays_out(level, BOT, game=game) for game in ("spice-road", "spice-road", "eastern-wonders")]
        for table in (*tables, *watched):
            self._sends(f"GET {API}/tables/{table}/events HTTP/1.1\r\nhost: x\r\nauthorization: {token}\r\n\r\n")
        self._sends(f"GET {API}/tables/{watched[0]}/events HTTP/1.1\r\nhost: x\r\n\r\n", reads=False)
        post = f"POST {API}/tables/{tables[0]}/actions HTTP/1.1\r\nhost: x\r\nauthorization: {token}\r\n"
        if self._dice.random() < 0.5:
            self._sends(post + "content-type: application/json\r\ncontent-length: 1000\r\n\r\n" + '{"action": ')
        self._sends(post)  # not even all headers
        self._sends(f"GET {API}/games HTTP/1.1\r\nhost: x\r\n\r\n")  # a connection that is kept
        self._sends("")
        for table in tables:
            self.movers.append(Mover(address, token, table))
        self._threads += self.movers
        if self._hints:
            self._threads.append(threading.Thread(target=self._asks_for_a_hint, args=(address, token), daemon=True))
        if self._dice.random() < 0.3:
            self._threads.append(threading.Thread(target=self._uploads, args=(address, token), daemon=True))
        for thread in self._threads:
            thread.start()
        return self

    def _sends(self, text: str, *, reads: bool = True) -> None:
        host, port = self._person.http.base_url.host, self._person.http.base_url.port
        self._sockets.append(socket.create_connection((host, port or 80)))
        if not reads:
            self._sockets[-1].setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1)
        self._sockets[-1].sendall(text.encode())

    def _asks_for_a_hint(self, address: str, token: str) -> None:
        client = httpx.Client(base_url=address, headers={"authorization": token}, timeout=20)
        with contextlib.suppress(httpx.HTTPError), client as http:
            made = http.post(f"{API}/tables", json={"game": "spice-road", "seats": [ME, SCREEN]}).json()
            http.post(f"{API}/tables/{made['id']}/hint")

    def _uploads(self, address: str, token: str) -> None:
        headers = {"authorization": token, "content-type": "text/plain"}
        with contextlib.suppress(httpx.HTTPError), httpx.Client(base_url=address, headers=headers, timeout=20) as http:
            while True:
                http.post(f"{API}/records", content=long_record())

    def __exit__(self, *_: object) -> None:
        for connection in self._sockets:
            connection.close()
        for thread in self._threads:
            thread.join(20)
            assert not thread.is_alive(), thread

    def check(self, database: str) -> None:
        """What was acknowledged is there."""
        store = Store(database)
        for mover in self.movers:
            assert not mover.wrong
            kept = store.table(mover.table)
            assert kept
            assert kept[0].version >= mover.version
            assert kept[0].plies == len(kept[1])
        store.close()


_records: list[str] = []


def long_record() -> str:
    if not _records:
        match = century.game("a-new-world").new(players=4, seed=1, interpreted=True)
        dice = random.Random(1)
        while not match.over and len(match.history) < 2500:
            match.play(dice.choice(match.actions()))
        _records.append(match.record())
    return _records[0]


class Terminal:
    """What is written to the terminal, and logged."""

    def __init__(self, capfd: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture) -> None:
        self._capfd, self._caplog = capfd, caplog

    def is_silent(self) -> None:
        out, err = self._capfd.readouterr()
        logged = [record.getMessage() for record in self._caplog.records if record.levelno >= logging.WARNING]
        assert (out, err, logged) == ("", "", [])

    def says(self, text: str) -> None:
        with self._capfd.disabled():
            print(text)


@pytest.fixture
def terminal(capfd: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture) -> Terminal:
    return Terminal(capfd, caplog)


def assert_soon(seconds: float) -> None:
    """Other programs may leave this one less than the third of a core that the bound is meant for."""
    assert seconds < SOON or seconds < SOON * crowd() / 3


def crowd() -> float:
    """The time that some work takes here, divided by the time it would take on a core of its own."""
    began, used = time.perf_counter(), time.process_time()
    while time.process_time() - used < 0.5:
        pass
    return (time.perf_counter() - began) / 0.5


def children(of: int | None = None) -> set[psutil.Process]:
    """The processes below one, without the one of `multiprocessing` that lives as long as its parent."""
    found = set()
    for process in psutil.Process(of).children(recursive=True):
        with contextlib.suppress(psutil.NoSuchProcess):
            if "resource_tracker" not in " ".join(process.cmdline()):
                found.add(process)
    return found


def stopped(
    house: House, terminal: Terminal, when: Callable[[House], None], dice: random.Random, *, hints: bool = False
) -> float:
    """Start a server, stop it in a storm, and look for what is left; the seconds that the stop took."""
    processes, threads = children(), set(threading.enumerate())
    with house:
        with Storm(house.person(), dice, hints=hints) as storm:
            when(house)
            seconds = house.stop()
            left = children() - processes
        for person in house._people:
            person.http.close()
    assert_soon(seconds)
    assert not left
    more = set(threading.enumerate()) - threads
    assert all(thread.name.startswith("worker ") for thread in more), "one may still replay what was uploaded ..."
    until(lambda: not any(thread.is_alive() for thread in more))  # ... to its end
    storm.check(house.settings.database)
    terminal.is_silent()
    return seconds


def at_once(house: House) -> None:
    pass


def spawning(house: House) -> None:
    """A process for bots has been started, and has not yet begun."""
    until(lambda: house.hall.thinkers._pools)


def playing(house: House) -> None:
    until(lambda: sum(room.plies for room in house.hall.rooms()) > 20)


def thinking(house: House) -> None:
    """Bots have answered, and think on."""
    until(lambda: house.hall.thinkers._warm, 120)


def later(when: Callable[[House], None], seconds: float) -> Callable[[House], None]:
    def wait(house: House) -> None:
        when(house)
        time.sleep(seconds)

    return wait


# --- the real program -----------------------------------------------------------------------------------


def program_stopped(
    folder: Path, how: list[signal.Signals], wait: float, dice: random.Random, **environment: str
) -> float:
    """Start `century serve`, stop it in a storm, and look for what is left."""
    environment = {"CENTURY_DATA": str(folder), "CENTURY_PACE": "0", "CENTURY_MOVES_A_SECOND": "10000", **environment}
    server = Running("century", "serve", "--port", "0", **environment)
    with server:
        with Storm(server.person(), dice, hints=True) as storm:
            time.sleep(wait)
            left = children(server.process.pid)
            began = time.monotonic()
            for one in how[:-1]:
                with contextlib.suppress(ProcessLookupError):
                    server.process.send_signal(one)
                time.sleep(dice.uniform(0, 0.3))
            code = server.stop(how[-1])
            seconds = time.monotonic() - began
            _, alive = psutil.wait_procs(left, 1)
        assert code == 0
        assert (server.errors, server.said) == ([], [])
        assert not alive
        assert_soon(seconds)
        storm.check(f"sqlite:///{folder / 'tables.sqlite'}")
    return seconds


def program_stopped_while_it_starts(
    folder: Path, how: signal.Signals, ready: float | Callable[[], bool], **environment: str
) -> float:
    """Start `century serve` and stop it some seconds after the command has begun, or when the test is ready."""
    command = [sys.executable, "-W", "error", "-m", "century", "serve", "--port", "0"]
    environment = {**os.environ, "CENTURY_DATA": str(folder), **environment}
    process = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        until(lambda: handles(process.pid, signal.SIGINT))  # Python has begun ...
        until(lambda: not handles(process.pid, signal.SIGINT))  # ... and the command
        if callable(ready):
            until(ready)
        else:
            time.sleep(ready)
        began = time.monotonic()
        process.send_signal(how)
        out, err = process.communicate(timeout=STOPPED)
        seconds = time.monotonic() - began
    finally:
        process.kill()
        process.communicate()
    assert process.returncode in (0, -how)
    assert err == ""
    assert out == "" or (out.startswith("Century is at") and out.count("\n") == 1)
    assert_soon(seconds)
    return seconds


def handles(pid: int, how: signal.Signals) -> bool:
    """Whether a process has a handler for a signal."""
    line = next(line for line in Path(f"/proc/{pid}/status").read_text().splitlines() if line.startswith("SigCgt"))
    return bool(int(line.split()[1], 16) >> (how - 1) & 1)


# --- the tests ------------------------------------------------------------------------------------------

QUICK = [("at once", at_once, False), ("playing", playing, False), ("spawning", spawning, True)]


@pytest.mark.parametrize(("name", "when", "bots"), QUICK, ids=[name for name, _, _ in QUICK])
def test_it_stops(name: str, when: Callable[[House], None], bots: bool, tmp_path: Path, terminal: Terminal) -> None:
    stopped(House(f"sqlite:///{tmp_path / 'tables.sqlite'}", thinking=bots), terminal, when, random.Random(name))


def test_it_stops_on_postgres(new_database: Callable[[], str], terminal: Terminal) -> None:
    stopped(House(new_database()), terminal, playing, random.Random(1))


def test_the_program_stops_at_the_first_of_two_signals(tmp_path: Path) -> None:
    program_stopped(tmp_path, [signal.SIGINT, signal.SIGINT], 0.0, random.Random(1))


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="needs /proc")
def test_the_program_stops_while_it_starts(tmp_path: Path) -> None:
    program_stopped_while_it_starts(tmp_path, signal.SIGINT, 0.3)


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="needs /proc")
def test_the_program_stops_while_it_waits_for_its_database(tmp_path: Path) -> None:
    """A database that takes the connection and then says nothing."""
    with socket.create_server(("127.0.0.1", 0)) as silent:
        database = f"postgresql://ann@127.0.0.1:{silent.getsockname()[1]}/century"
        waits = lambda: bool(select.select([silent], [], [], 0)[0])  # noqa: E731
        program_stopped_while_it_starts(tmp_path, signal.SIGINT, waits, DATABASE_URL=database)


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
        movers = [Mover(house.address, ann.http.headers["authorization"], id) for id in ids]
        with locked(database):
            for mover in movers:
                mover.start()
            until(lambda: house.hall._scribe._writing)
            assert_soon(house.stop())
        for mover in movers:
            mover.join(20)
    until(lambda: not any(thread.name.startswith("worker ") for thread in threading.enumerate()))
    assert [(mover.wrong, mover.version) for mover in movers] == [("", 0)] * 2, "nothing was acknowledged"
    terminal.is_silent()


def test_no_bot_is_woken_after_the_stop(tmp_path: Path) -> None:
    with house_in(tmp_path, pace=1000.0) as house:
        ann = house.person()
        id = ann.lays_out(BOT, ME, start=0)
        until(lambda: house.hall.machines.at_work(id))
        house.stop()
        (room,) = house.hall.rooms()
        assert house.hall.machines.to_answer(room)
        house.hall.machines.wake(room)  # raises where there is no event loop
        assert not house.hall.machines.at_work(id)
        with pytest.raises(BrokenProcessPool):
            house.hall.thinkers._pool(0)


def test_jobs_that_were_cancelled_break_no_pool(terminal: Terminal) -> None:
    """Several bots wait for one process; they are cancelled, and the process ends."""
    match = century.game("spice-road").new(players=2, seed=1, start=0, interpreted=True)

    async def ask() -> None:
        thinkers = Thinkers(1)
        asked = [asyncio.create_task(thinkers.answer(f"table {n}", match.known(0), "novice")) for n in range(8)]
        await asyncio.sleep(0.1)
        await end(asked)
        before = children()
        assert len(before) == 1
        thinkers.close()
        assert not children()

    asyncio.run(ask())
    terminal.is_silent()


def test_a_task_that_loses_its_cancellation_is_cancelled_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("century.web.work.PATIENCE", 0.05)
    lost = 0

    async def deaf(times: int) -> None:
        nonlocal lost
        for _ in range(times):
            with contextlib.suppress(asyncio.CancelledError):
                await asyncio.sleep(30)
            lost += 1
        await asyncio.sleep(30)

    async def stop() -> list[bool]:
        tasks = [asyncio.create_task(deaf(times)) for times in range(3)]
        await asyncio.sleep(0)
        await end([*tasks, None])
        return [task.done() for task in tasks]

    assert asyncio.run(stop()) == [True, True, False], "the third is given up"


def test_a_thread_that_does_not_come_back_holds_up_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("century.web.work.PATIENCE", 0.05)
    free = threading.Event()

    async def work() -> list[int]:
        workers = Workers(2)
        asyncio.get_running_loop().set_default_executor(workers)
        found = await asyncio.gather(*(asyncio.to_thread(pow, number, 2) for number in range(5)))
        with pytest.raises(ZeroDivisionError):
            await asyncio.to_thread(divmod, 1, 0)
        assert await workers.finish()
        stuck = asyncio.create_task(asyncio.to_thread(free.wait, 20))
        await asyncio.sleep(0)
        assert not await workers.finish(0.05)
        stuck.cancel()
        return found

    began = time.monotonic()
    assert asyncio.run(work()) == [0, 1, 4, 9, 16]
    assert time.monotonic() - began < 5
    free.set()
    until(lambda: not any(thread.name.startswith("worker ") for thread in threading.enumerate()))


def test_a_claim_that_is_being_prolonged_is_given_back(monkeypatch: pytest.MonkeyPatch) -> None:
    """The bot answers while the database is being told that it thinks on: else the claim would last for nobody."""
    monkeypatch.setattr("century.web.machines.LEASE", 0.03)
    kept, prolonging = [1.0], threading.Event()

    def go_on_thinking(id: str, claim: float, seconds: float) -> float | None:
        prolonging.set()
        time.sleep(0.1)
        if kept[-1] != claim:
            return None
        kept.append(claim + 1 if seconds else 0.0)
        return kept[-1]

    async def think() -> None:
        hall = SimpleNamespace(store=SimpleNamespace(go_on_thinking=go_on_thinking))
        answered = asyncio.Event()
        holding = asyncio.create_task(Machines(hall, 0.0)._hold("id", 1.0, answered))  # type: ignore[arg-type]
        await asyncio.to_thread(prolonging.wait)
        answered.set()
        await holding

    asyncio.run(think())
    assert kept == [1.0, 2.0, 0.0]


@pytest.fixture
def compiled() -> None:
    """What the bots of the storm need is compiled: their processes are killed before they have done it."""

    async def ask() -> None:
        thinkers = Thinkers(1)
        for name in ("spice-road", "eastern-wonders"):
            match = century.game(name).new(players=2, seed=1, interpreted=True)
            assert match.actor is not None
            for level in ("novice", "trader"):
                await thinkers.answer("table", match.known(match.actor), level)
        thinkers.close()

    asyncio.run(ask())


@pytest.fixture
def busy(compiled: None) -> Iterator[None]:
    """Both cores are busy."""
    loops = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(2)]
    yield
    for loop in loops:
        loop.kill()
        loop.wait()


@pytest.mark.slow
def test_it_stops_three_hundred_times(
    busy: None,
    tmp_path: Path,
    new_database: Callable[[], str],
    terminal: Terminal,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    dice = random.Random(7)
    taken: dict[str, list[float]] = {}
    try:
        for number in range(ROUNDS):
            folder = tmp_path / str(number)
            folder.mkdir()
            kind, seconds = one_stop(number % 15, folder, dice, terminal, new_database, monkeypatch)
            taken.setdefault(kind, []).append(seconds)
    finally:
        for kind, each in taken.items():
            terminal.says(f"{kind}: {len(each)} stops, the longest took {max(each):.2f} s")


def one_stop(
    number: int,
    folder: Path,
    dice: random.Random,
    terminal: Terminal,
    new_database: Callable[[], str],
    monkeypatch: pytest.MonkeyPatch,
) -> tuple[str, float]:
    """One of fifteen rounds: its kind, and the seconds that the stop took."""
    sqlite = f"sqlite:///{folder / 'tables.sqlite'}"
    if number < 8:
        when = later(at_once, dice.uniform(0, 0.5))
        return "quick bots", stopped(House(sqlite), terminal, when, dice)
    if number < 10:
        when = later(playing, dice.uniform(0, 0.5))
        return "PostgreSQL", stopped(House(new_database()), terminal, when, dice)
    if number == 10:
        when = later(spawning, dice.uniform(0, 3))
        return "spawning", stopped(House(sqlite, thinking=True), terminal, when, dice, hints=True)
    if number == 11:
        with monkeypatch.context() as patch:
            patch.setenv("CENTURY_CACHE", str(folder / "cache"))  # an empty one
            when = later(spawning, dice.uniform(1, 8))
            return "compiling", stopped(House(sqlite, thinking=True), terminal, when, dice, hints=True)
    if number == 12:
        house = House(dice.choice([sqlite, new_database()]), thinking=True, processes=2)
        when = later(thinking, dice.uniform(0, 1))
        return "thinking", stopped(house, terminal, when, dice, hints=True)
    if number == 13:
        ways = [[signal.SIGINT], [signal.SIGTERM], [signal.SIGINT] * 2, [signal.SIGINT, signal.SIGTERM]]
        return "program", program_stopped(folder, dice.choice(ways), dice.uniform(0, 3), dice)
    how = dice.choice([signal.SIGINT, signal.SIGTERM])
    wait = dice.uniform(0, 2 * crowd())  # up to about when it serves
    return "program that starts", program_stopped_while_it_starts(folder, how, wait)
