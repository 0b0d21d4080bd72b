"""A server that is stopped in a storm of clients, and a check that it leaves nothing behind."""

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
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import psutil
import pytest

import century
from century.web.tables.database import Database
from century.web.tables.table_store import TableStore
from tests.waiting import PATIENCE, until
from tests.web.house import API, BOT, ME, SCREEN, STOPPED, House, Person
from tests.web.server_process import Running

MOST_PLIES = 300  # a game by chance is far from over


class Mover(threading.Thread):
    """Play as fast as possible until the server is gone, and remember the last acknowledged version."""

    def __init__(self, address: str, authorization: str, table: str, dice: random.Random) -> None:
        super().__init__(daemon=True)
        self.table, self.version, self.wrong, self._dice = table, 0, "", dice
        self._http = httpx.Client(base_url=address, headers={"authorization": authorization}, timeout=PATIENCE)

    def run(self) -> None:
        with contextlib.suppress(httpx.TransportError), self._http:
            while not self.wrong:
                state = until(self._turn)
                if state["plies"] > MOST_PLIES:
                    return
                body = {"action": self._dice.choice(state["view"]["actions"])["id"], "version": state["version"]}
                done = self._http.post(f"{API}/tables/{self.table}/actions", json=body)
                if done.status_code == 200:
                    self.version = done.json()["version"]
                elif done.status_code != 409:
                    self.wrong = f"{done.status_code} {done.text}"

    def _turn(self) -> Any:
        """The state of the table, if it is a person's turn."""
        state = self._http.get(f"{API}/tables/{self.table}/state").json()
        return state if state["acting"] else None


class Storm:
    """Everything that clients can do to a server, from many threads and connections at once."""

    def __init__(self, person: Person, dice: random.Random, *, hints: bool, uploads: bool) -> None:
        self._person, self._dice, self._hints, self._uploads = person, dice, hints, uploads
        self._sockets: list[socket.socket] = []
        self._threads: list[threading.Thread] = []
        self.movers: list[Mover] = []

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
            self.movers.append(Mover(address, token, table, random.Random(self._dice.random())))
        self._threads += self.movers
        for wanted, act in ((self._hints, self._asks_for_a_hint), (self._uploads, self._uploads_records)):
            if wanted:
                self._threads.append(threading.Thread(target=act, args=(address, token), daemon=True))
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
        client = httpx.Client(base_url=address, headers={"authorization": token}, timeout=PATIENCE)
        with contextlib.suppress(httpx.HTTPError), client as http:
            made = http.post(f"{API}/tables", json={"game": "spice-road", "seats": [ME, SCREEN]}).json()
            http.post(f"{API}/tables/{made['id']}/hint")

    def _uploads_records(self, address: str, token: str) -> None:
        headers = {"authorization": token, "content-type": "text/plain"}
        client = httpx.Client(base_url=address, headers=headers, timeout=PATIENCE)
        with contextlib.suppress(httpx.HTTPError), client as http:
            while True:
                http.post(f"{API}/records", content=long_record())

    def __exit__(self, *_: object) -> None:
        for connection in self._sockets:
            connection.close()
        for thread in self._threads:
            thread.join(PATIENCE)
            assert not thread.is_alive(), thread

    def check(self, database: str) -> None:
        """Check that every acknowledged answer is in the database."""
        store = TableStore(Database(database))
        for mover in self.movers:
            assert not mover.wrong
            kept = store.table(mover.table)
            assert kept
            assert kept[0].version >= mover.version
            assert kept[0].plies == len(kept[1])
        store.database.close()


_records: list[str] = []


def long_record() -> str:
    """A record that a server needs some time to replay."""
    if not _records:
        match = century.game("a-new-world").new(players=4, seed=1, interpreted=True)
        dice = random.Random(1)
        while not match.over and len(match.history) < 2500:
            match.play(dice.choice(match.actions()))
        _records.append(match.record())
    return _records[0]


class Terminal:
    """Everything that is written to the terminal or logged."""

    def __init__(self, capfd: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture) -> None:
        self._capfd, self._caplog = capfd, caplog

    def is_silent(self) -> None:
        """Check that nothing was written."""
        out, err = self._capfd.readouterr()
        logged = [record.getMessage() for record in self._caplog.records if record.levelno >= logging.WARNING]
        assert (out, err, logged) == ("", "", [])

    def says(self, text: str) -> None:
        """Write something for the person who runs the tests."""
        with self._capfd.disabled():
            print(text)


def children(of: int | None = None) -> set[psutil.Process]:
    """The processes below one, without the one of `multiprocessing` that lives as long as its parent."""
    found = set()
    for process in psutil.Process(of).children(recursive=True):
        with contextlib.suppress(psutil.NoSuchProcess):
            if "resource_tracker" not in " ".join(process.cmdline()):
                found.add(process)
    return found


def started_in(folder: Path) -> set[psutil.Process]:
    """All processes that have this CENTURY_DATA, whoever has started them: an orphan has another parent."""
    found = set()
    for process in psutil.process_iter():
        with contextlib.suppress(psutil.Error):  # it has ended meanwhile, or is another user's
            if process.environ().get("CENTURY_DATA") == str(folder):
                found.add(process)
    return found


def no_worker_is_left() -> bool:
    """Whether all threads of the servers' pools have ended."""
    return not any(thread.name.startswith("worker ") for thread in threading.enumerate())


# --- a server in a thread -------------------------------------------------------------------------------


def stopped(
    house: House,
    terminal: Terminal,
    when: Callable[[House], object],
    dice: random.Random,
    *,
    hints: bool = False,
    uploads: bool = False,
) -> float:
    """Start a server, stop it in a storm as soon as `when` returns, and look for what is left.

    Return the seconds until the server has stopped and all its processes and workers are gone.
    """
    processes, threads = children(), set(threading.enumerate())
    with house:
        with Storm(house.person(), dice, hints=hints, uploads=uploads) as storm:
            when(house)
            began = time.monotonic()
            house.stop()
            until(lambda: no_worker_is_left() and not children() - processes)
            seconds = time.monotonic() - began
        for person in house._people:
            person.http.close()
    until(lambda: not set(threading.enumerate()) - threads)  # those of the clients, too
    storm.check(house.settings.database)
    terminal.is_silent()
    return seconds


def at_once(house: House) -> None:
    """The storm has just begun."""


def spawning(house: House) -> None:
    """A process for bots has been started, and has not yet begun."""
    until(lambda: house.service.pool._pools)


def playing(house: House) -> None:
    """There have been answers."""
    until(lambda: sum(room.plies for room in house.service.tables()) > 20)


# --- the real program -----------------------------------------------------------------------------------


def program_stopped(
    folder: Path,
    how: list[signal.Signals],
    dice: random.Random,
    pause: Callable[[], object] = lambda: None,
    *,
    uploads: bool = False,
) -> float:
    """Start `century serve`, stop it in a storm by one or more signals, and look for what is left.

    `pause` is called before each signal. Return the seconds from the first signal until all its processes are gone.
    """
    environment = {"CENTURY_DATA": str(folder), "CENTURY_PACE": "0", "CENTURY_MOVES_A_SECOND": "10000"}
    server = Running("century", "serve", "--port", "0", **environment)
    with server:
        with Storm(server.person(), dice, hints=True, uploads=uploads) as storm:
            pause()
            began = time.monotonic()
            for one in how[:-1]:
                with contextlib.suppress(ProcessLookupError):
                    server.process.send_signal(one)
                pause()
            code = server.stop(how[-1])
            until(lambda: not started_in(folder))
            seconds = time.monotonic() - began
        assert code == 0
        assert (server.errors, server.said) == ([], [])
        storm.check(f"sqlite:///{folder / 'tables.sqlite'}")
    return seconds


def program_stopped_while_it_starts(
    folder: Path, how: signal.Signals, ready: Callable[[subprocess.Popen[str]], object], **environment: str
) -> float:
    """Start `century serve`, and stop it as soon as `ready` returns.

    Return the seconds until all its processes are gone.
    """
    command = [sys.executable, "-W", "error", "-m", "century", "serve", "--port", "0"]
    environment = {**os.environ, "CENTURY_DATA": str(folder), **environment}
    process = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        ready(process)
        began = time.monotonic()
        process.send_signal(how)
        out, err = process.communicate(timeout=STOPPED)
        until(lambda: not started_in(folder))
        seconds = time.monotonic() - began
    finally:
        process.kill()
        process.communicate()
    assert process.returncode in (0, -how)
    assert err == ""
    assert out == "" or (out.startswith("Century is at") and out.count("\n") == 1)
    return seconds
