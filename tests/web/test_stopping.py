"""A server stops soon, silently and completely, whatever it and its clients are doing."""

import contextlib
import logging
import os
import random
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx
import psutil
import pytest

import century
from century.web.store import Store
from tests.web.house import API, BOT, ME, SCREEN, House, Person, until
from tests.web.server import Running

SOON = 5.0  # seconds
ROUNDS = 300  # of the long test, shared out among the kinds of rounds below
MOST_PLIES = 300  # a game by chance is far from over

StopServer = Callable[[], float]


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
    assert seconds < SOON
    assert not left
    assert not set(threading.enumerate()) - threads
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
        assert seconds < SOON
        storm.check(f"sqlite:///{folder / 'tables.sqlite'}")
    return seconds


def program_stopped_while_it_starts(folder: Path, how: signal.Signals, wait: float) -> float:
    command = [sys.executable, "-W", "error", "-m", "century", "serve", "--port", "0"]
    environment = {**os.environ, "CENTURY_DATA": str(folder)}
    process = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    until(lambda: handles(process.pid, signal.SIGINT))  # Python has begun ...
    until(lambda: not handles(process.pid, signal.SIGINT))  # ... and the command
    time.sleep(wait)
    began = time.monotonic()
    process.send_signal(how)
    out, err = process.communicate(timeout=20)
    seconds = time.monotonic() - began
    assert process.returncode in (0, -how)
    assert err == ""
    assert out == "" or (out.startswith("Century is at") and out.count("\n") == 1)
    assert seconds < SOON
    return seconds


def handles(pid: int, how: signal.Signals) -> bool:
    """Whether a process has a handler for a signal."""
    line = next(line for line in Path(f"/proc/{pid}/status").read_text().splitlines() if line.startswith("SigCgt"))
    return bool(int(line.split()[1], 16) >> (how - 1) & 1)


# --- the tests ------------------------------------------------------------------------------------------

QUICK = [("at once", at_once, False), ("playing", playing, False), ("spawning", spawning, True)]


@pytest.mark.parametrize(("name", "when", "bots"), QUICK, ids=[name for name, _, _ in QUICK])
def test_it_stops(name: str, when: Callable[[House], None], bots: bool, tmp_path: Path, terminal: Terminal) -> None:
    dice = random.Random(name)
    for number in range(2):
        house = House(f"sqlite:///{tmp_path / f'{number}.sqlite'}", thinking=bots)
        stopped(house, terminal, when, dice)


def test_it_stops_on_postgres(new_database: Callable[[], str], terminal: Terminal) -> None:
    stopped(House(new_database()), terminal, playing, random.Random(1))


@pytest.mark.parametrize("how", [[signal.SIGTERM], [signal.SIGINT, signal.SIGINT]], ids=["SIGTERM", "twice Ctrl-C"])
def test_the_program_stops(how: list[signal.Signals], tmp_path: Path) -> None:
    program_stopped(tmp_path, how, 0.3, random.Random(1))


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="needs /proc")
def test_the_program_stops_while_it_starts(tmp_path: Path) -> None:
    program_stopped_while_it_starts(tmp_path, signal.SIGINT, 0.3)


@pytest.fixture
def busy() -> Iterator[None]:
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
    longest: dict[str, list[float]] = {}
    compiled = os.environ.get("CENTURY_CACHE")
    for number in range(ROUNDS):
        folder = tmp_path / str(number)
        folder.mkdir()
        share = number % 15
        if share in (3, 8):
            monkeypatch.setenv("CENTURY_CACHE", str(folder / "cache"))  # everything has to be compiled
        elif compiled is not None:
            monkeypatch.setenv("CENTURY_CACHE", compiled)
        sqlite = f"sqlite:///{folder / 'tables.sqlite'}"
        if share < 5 or share == 14:
            kind, wait = "quick bots", dice.uniform(0, 0.5)
            seconds = stopped(House(sqlite), terminal, later(at_once, wait), dice)
        elif share < 7:
            kind, wait = "PostgreSQL", dice.uniform(0, 0.5)
            seconds = stopped(House(new_database()), terminal, later(playing, wait), dice)
        elif share < 10:
            kind, wait = "spawning or compiling", dice.uniform(0, 8 if share == 8 else 3)
            seconds = stopped(House(sqlite, thinking=True), terminal, later(spawning, wait), dice, hints=True)
        elif share < 12:
            kind, wait = "program", dice.uniform(0, 3)
            how = dice.choice([[signal.SIGINT], [signal.SIGTERM], [signal.SIGINT] * 2, [signal.SIGINT, signal.SIGTERM]])
            seconds = program_stopped(folder, how, wait, dice)
        elif share == 12:
            kind, wait = "program starting", dice.uniform(0, 4)
            seconds = program_stopped_while_it_starts(folder, dice.choice([signal.SIGINT, signal.SIGTERM]), wait)
        else:
            kind, wait = "thinking", dice.uniform(0, 1)
            house = House(sqlite if number % 2 else new_database(), thinking=True, processes=2)
            seconds = stopped(house, terminal, later(thinking, wait), dice, hints=True)
        longest.setdefault(kind, []).append(seconds)
    for kind, all_seconds in longest.items():
        terminal.says(f"{kind}: {len(all_seconds)} stops, the longest took {max(all_seconds):.2f} s")
