"""A server in a thread of the test, people who play over HTTP, and who listens to the events of a table."""

import asyncio
import contextlib
import io
import json
import queue
import sys
import threading
import time
import traceback
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Self

import httpx

from century.engine.view import Known
from century.web.bots.thinking_queue import Demand
from century.web.server.app import create_app
from century.web.server.serve import _listen, server_of
from century.web.server.settings import Settings
from century.web.tables.service import TableService
from century.web.tables.table_store import TableStore
from tests.waiting import PATIENCE, until

STOPPED = 60.0  # seconds within which a server has stopped, on the slowest machine; it takes one on an idle one
SECRET = b"a secret of the tests alone"
ME, SCREEN, FRIEND, OPEN = {"kind": "me"}, {"kind": "screen"}, {"kind": "friend"}, {"kind": "open"}
BOT = {"kind": "bot", "level": "novice"}
API = "/api/v1"


def still_running(loop: asyncio.AbstractEventLoop | None) -> str:
    """The stacks of all threads of this process, and of all tasks of an event loop."""
    text = io.StringIO()
    names = {thread.ident: thread.name for thread in threading.enumerate()}
    for ident, frame in sys._current_frames().items():
        print(f"\nthread {names.get(ident, ident)}:", *traceback.format_stack(frame), sep="\n", file=text)
    for task in asyncio.all_tasks(loop) if loop else ():
        print(file=text)
        task.print_stack(file=text)
    return text.getvalue()


async def first_answer(table: str, known: Known, spec: str, demand: Demand) -> int:
    """A bot that answers at once, without anything being compiled."""
    return known.actions[0].id


class Person:
    """Somebody at a server: a program with a token, or a browser with a cookie."""

    def __init__(self, address: str, name: str = "Ann", *, browser: bool = False) -> None:
        self.http = httpx.Client(base_url=address, timeout=PATIENCE)
        self.name = name
        self.told: dict[str, int] = {}  # the latest version of each table that a server has told this person of
        if browser:
            self.get("/")
            self.http.headers["origin"] = address
            self.ok("PUT", f"{API}/me", name=name)
        else:
            made = self.ok("POST", f"{API}/people", name=name)
            self.http.headers["authorization"] = f"Bearer {made['token']}"
        self.id: str = self.ok("GET", f"{API}/me")["id"]

    def moves_to(self, address: str) -> None:
        """The same person at another server."""
        self.http.base_url = httpx.URL(address)

    def get(self, path: str, **more: Any) -> httpx.Response:
        return self.http.get(path, **more)

    def ask(self, method: str, path: str, **body: Any) -> httpx.Response:
        return self.http.request(method, path, json=body) if body else self.http.request(method, path)

    def ok(self, method: str, path: str, **body: Any) -> Any:
        response = self.ask(method, path, **body)
        assert response.is_success, f"{method} {path}: {response.status_code} {response.text}"
        return response.json() if response.content else None

    # --- at a table -----------------------------------------------------------------------------

    def lays_out(self, *seats: dict[str, str], game: str = "spice-road", **more: Any) -> str:
        """A new table; its id."""
        made = self.ok("POST", f"{API}/tables", game=game, seats=list(seats), **more)
        return str(made["id"])

    def table(self, id: str) -> Any:
        return self.ok("GET", f"{API}/tables/{id}")

    def state(self, id: str, version: int | None = None) -> Any:
        """The state, never older than what this person was told before, or than a version."""
        least = self.told.get(id, 0) if version is None else version
        state = self.ok("GET", f"{API}/tables/{id}/state?version={least}")
        self._hears_of(id, state["version"])
        return state

    def _hears_of(self, id: str, version: int) -> None:
        self.told[id] = max(version, self.told.get(id, 0))

    def waits_for_turn(self, id: str) -> Any:
        """The state when this person is to answer, or the game is over."""

        def look() -> Any:
            state = self.state(id)
            return state if state["acting"] or state["table"]["stage"] == "over" else None

        return until(look)

    def tries(self, id: str, action: int | str, version: int | None = None, **more: Any) -> httpx.Response:
        version = self.state(id)["version"] if version is None else version
        response = self.ask("POST", f"{API}/tables/{id}/actions", action=action, version=version, **more)
        if response.is_success:
            self._hears_of(id, response.json()["version"])
        return response

    def answers(self, id: str, action: int | str | None = None) -> Any:
        """Answer when it is one's turn, by default with the first that is legal."""

        def look() -> httpx.Response | None:
            state = self.waits_for_turn(id)
            chosen = state["view"]["actions"][0]["id"] if action is None else action
            response = self.tries(id, chosen, state["version"])
            return None if response.status_code == 409 else response  # another server may hear of a change later

        response = until(look)
        assert response
        assert response.status_code == 200, response.text
        return response.json()

    def takes_back(self, id: str) -> httpx.Response:
        return self.ask("POST", f"{API}/tables/{id}/undo", version=self.state(id)["version"])

    def sits_down(self, id: str, **more: Any) -> httpx.Response:
        return self.http.post(f"{API}/tables/{id}/seats", json=more)

    def gives_to_bot(self, id: str, seat: int, level: str | None = "novice") -> httpx.Response:
        return self.http.put(f"{API}/tables/{id}/seats/{seat}/bot", json={"level": level})

    def listens(self, id: str) -> "Listening":
        return Listening(self.http, id)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.http.close()


class Listening:
    """The events of a table, read in a thread while the `with` lasts."""

    def __init__(self, http: httpx.Client, id: str, path: str = "") -> None:
        self._http, self._path = http, path or f"{API}/tables/{id}/events"
        self.events: list[tuple[str, Any]] = []
        self.ended = threading.Event()
        self._opened: queue.Queue[httpx.Response] = queue.Queue()
        self._thread = threading.Thread(target=self._read, daemon=True)

    def _read(self) -> None:
        event = ""
        # a server that is stopped or killed, and a stream closed from this side, end the reading
        over = contextlib.suppress(httpx.HTTPError, httpx.StreamError, OSError, AttributeError)
        with over, self._http.stream("GET", self._path, timeout=None) as response:
            self._opened.put(response)
            for line in response.iter_lines():
                if line.startswith("event: "):
                    event = line[7:]
                elif line.startswith("data: "):
                    self.events.append((event, json.loads(line[6:])))
        self.ended.set()

    def versions(self) -> list[int]:
        return [data["version"] for event, data in self.events if event == "change"]

    def hears_version(self, version: int) -> None:
        until(lambda: any(heard >= version for heard in self.versions()))

    def __enter__(self) -> Self:
        self._thread.start()
        self._response = self._opened.get(timeout=PATIENCE)
        until(lambda: self.events)
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        stream = self._response.extensions["network_stream"]
        with contextlib.suppress(OSError):
            stream.get_extra_info("socket").shutdown(2)
        self._thread.join(PATIENCE)


class House:
    """A server in a thread."""

    def __init__(self, database: str, *, thinking: bool = False, **settings: Any) -> None:
        """Rates that no test reaches, and nobody away unless the test says so.

        Bots answer at once, unless they are to think in processes of their own.
        """
        usual = {
            "moves_a_second": 10_000.0,
            "tables_a_minute": 600_000.0,
            "reads_a_second": 100_000.0,
            "streams": 10_000,
            "open_tables": 10_000,
            "requests": 10_000,
            "pace": 0.0,
            "processes": 1,
            "away": 3600.0,
            "warm_up": (),
        }
        self.settings = Settings(database=database, secret=SECRET, **{**usual, **settings})
        self.app = create_app(self.settings)
        self.service: TableService = self.app.state.service
        self.service._records._seconds = PATIENCE  # a slow machine may take longer than visitors wait
        if not thinking:
            self.service.pool.answer = first_answer
        self._people: list[Person] = []

    @property
    def store(self) -> TableStore:
        return self.service.store

    def forgets(self, id: str) -> None:
        """Have the server read a table again when it is needed next."""
        self.service._tables.remove(id)

    def person(self, name: str = "Ann", *, browser: bool = False) -> Person:
        self._people.append(Person(self.address, name, browser=browser))
        return self._people[-1]

    def last_seen_long_ago(self, id: str, person: Person) -> None:
        """Have a person be away from a table since long ago, unless they have it open."""
        self.service.watchers.last_seen[id, person.id] = 0.0

    async def last_seen_long_ago_everywhere(self) -> None:
        """Have everybody be away from every table since long ago, except those who have it open."""
        self.service.watchers.began = 0.0
        self.service.watchers.last_seen.clear()

    def in_its_thread(self, do: Callable[[], object]) -> None:
        """Do something where the server does everything."""
        self.loop.call_soon_threadsafe(do)

    @property
    def loop(self) -> asyncio.AbstractEventLoop:
        """The event loop in which the server does everything."""
        assert self.service.bots._ticking
        return self.service.bots._ticking.get_loop()

    def __enter__(self) -> Self:
        listening = _listen("127.0.0.1", 0)
        self.address = f"http://127.0.0.1:{listening.getsockname()[1]}"
        self.server = server_of(self.app, configure_log=False)
        self._thread = threading.Thread(target=self.server.run, kwargs={"sockets": [listening]}, daemon=True)
        self._thread.start()
        until(lambda: self.server.started)
        return self

    def stop(self) -> float:
        """Stop the server; the seconds that it took."""
        began = time.monotonic()
        self.server.should_exit = True
        self._thread.join(STOPPED)
        if self._thread.is_alive():
            servers = getattr(self.server, "servers", None)
            loop = servers[0].get_loop() if servers else None
            raise AssertionError(f"the server has not stopped within {STOPPED} s{still_running(loop)}")
        return time.monotonic() - began

    def __exit__(self, *_: object) -> None:
        for person in self._people:
            person.http.close()
        self.stop()


@contextlib.contextmanager
def house_in(folder: Path, **settings: Any) -> Iterator[House]:
    """A server with a database of its own in a folder."""
    with House(f"sqlite:///{folder / 'tables.sqlite'}", **settings) as house:
        yield house
