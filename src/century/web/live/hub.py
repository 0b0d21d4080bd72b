"""Who hears what: people who have a table open, in this process and in others on the same database."""

import asyncio
import contextlib
import json
import logging
import secrets
import threading
import time
from collections import OrderedDict, defaultdict
from collections.abc import Awaitable, Callable, Iterator
from typing import Any

from century.web.tables.store import Store
from century.web.threads import PATIENCE, end

ANNOUNCE = 20.0  # seconds between two announcements of who is here, to other processes
FORGET = 50.0  # seconds after which people of a silent process count as gone
REMEMBERED = 10_000  # pairs of a table and a person of whom we know when they were last there
LOOKS_UP = 0.2  # seconds after which the listening thread sees that the server stops
WAITING = 100  # events that may wait for a slow listener; it catches up by itself

Event = tuple[str, dict[str, Any]]

_log = logging.getLogger(__name__)


class Hub:
    """Listeners by table, and who is present there."""

    def __init__(self) -> None:
        """Nobody listens yet."""
        self.process = secrets.token_hex(4)
        self.last_seen: OrderedDict[tuple[str, str], float] = OrderedDict()  # by table and person
        self.began = time.time()
        self.announce: Callable[[str, str, bool], None] = lambda table, person, here: None
        self._listeners: dict[str, set[asyncio.Queue[Event]]] = defaultdict(set)
        self._here: dict[str, dict[tuple[str, str], float]] = defaultdict(dict)  # (process, person): until
        self._open: dict[tuple[str, str], int] = defaultdict(int)  # pages open in this process, by table and person

    @contextlib.contextmanager
    def listening(self, table: str, person: str | None) -> Iterator[asyncio.Queue[Event]]:
        """A queue of what happens at a table, while somebody listens."""
        queue: asyncio.Queue[Event] = asyncio.Queue(WAITING)
        self._listeners[table].add(queue)
        if person:
            self._open[table, person] += 1
            self.arrive(table, self.process, person, float("inf"))
            self.announce(table, person, True)
        try:
            yield queue
        finally:
            self._listeners[table].discard(queue)
            if not self._listeners[table]:
                del self._listeners[table]
            if person:
                self._open[table, person] -= 1
                if not self._open[table, person]:
                    del self._open[table, person]
                    self.leave(table, self.process, person)
                    self.announce(table, person, False)

    def tell(self, table: str, event: str, **data: Any) -> None:
        """Tell all who listen at a table."""
        for queue in self._listeners.get(table, ()):
            if not queue.full():
                queue.put_nowait((event, data))

    def tell_all(self, event: str) -> None:
        """Tell all who listen anywhere."""
        for table in list(self._listeners):
            self.tell(table, event)

    def has_listeners(self, table: str) -> bool:
        """Whether anybody has the table open in this process."""
        return table in self._listeners

    def listeners(self) -> int:
        """How many pages are open."""
        return sum(map(len, self._listeners.values()))

    def arrive(self, table: str, process: str, person: str, until: float) -> None:
        """Somebody has the table open, in some process."""
        before = self.here(table)
        self._here[table][process, person] = until
        if person not in before:
            self.tell(table, "presence")

    def leave(self, table: str, process: str, person: str) -> None:
        """Somebody has closed the table."""
        self._here[table].pop((process, person), None)
        self.seen(table, person)
        if not self._here[table]:
            del self._here[table]
        if person not in self.here(table):
            self.tell(table, "presence")

    def here(self, table: str) -> set[str]:
        """Who has the table open."""
        now = time.time()
        return {person for (_, person), until in self._here.get(table, {}).items() if until > now}

    def away_for(self, table: str, person: str) -> float:
        """For how many seconds somebody has been away."""
        return 0.0 if person in self.here(table) else time.time() - self.last_seen.get((table, person), self.began)

    def seen(self, table: str, person: str) -> None:
        """Somebody has done something at a table, whether they have it open or not."""
        self.last_seen[table, person] = time.time()
        self.last_seen.move_to_end((table, person))
        while len(self.last_seen) > REMEMBERED:
            self.last_seen.popitem(last=False)

    def forget(self) -> None:
        """People of a process that has fallen silent are gone."""
        now = time.time()
        for table, people in list(self._here.items()):
            for (process, person), until in list(people.items()):
                if until < now:
                    self.leave(table, process, person)

    def present(self) -> list[tuple[str, str]]:
        """The people in this process, with their tables."""
        return list(self._open)


class Wire:
    """Tells other processes on the same PostgreSQL what happens, and hears them."""

    def __init__(self, store: Store, hub: Hub, changed: Callable[[str], Awaitable[None]]) -> None:
        """`changed` is called for a table that somebody has changed."""
        self._store, self._hub, self._changed = store, hub, changed
        self._stopping = threading.Event()
        self._outbox: asyncio.Queue[str] = asyncio.Queue()
        self._tasks: set[asyncio.Task[None]] = set()
        self._thread: threading.Thread | None = None

    def start(self) -> None:
        """Listen; on SQLite there is nobody to listen to."""
        if self._store.is_sqlite:
            return
        self._loop = asyncio.get_running_loop()
        self._hub.announce = self._announce
        self._thread = threading.Thread(target=self._listen, name="listen", daemon=True)
        self._thread.start()
        self._tasks = {asyncio.create_task(self._send()), asyncio.create_task(self._repeat())}

    async def stop(self) -> None:
        """Stop listening and sending."""
        self._stopping.set()
        await end(self._tasks)
        if self._thread:
            await asyncio.to_thread(self._thread.join, PATIENCE)

    def _announce(self, table: str, person: str, here: bool) -> None:
        said = {"table": table, "process": self._hub.process, "person": person, "here": here}
        self._outbox.put_nowait(json.dumps(said))

    async def _send(self) -> None:
        import sqlalchemy as sa

        def send(text: str) -> None:
            with self._store.engine.begin() as db:
                db.execute(sa.text("SELECT pg_notify('century_here', :text)"), {"text": text})

        while True:
            text = await self._outbox.get()
            with contextlib.suppress(sa.exc.SQLAlchemyError):  # said again before long
                await asyncio.to_thread(send, text)

    async def _repeat(self) -> None:
        while True:
            await asyncio.sleep(ANNOUNCE)
            self._hub.forget()
            for table, person in self._hub.present():
                self._announce(table, person, True)

    def _listen(self) -> None:
        """Runs in a thread of its own; connects again when the connection is lost."""
        import psycopg

        url = self._store.url.set(drivername="postgresql").render_as_string(hide_password=False)
        while not self._stopping.is_set():
            try:
                with psycopg.connect(url, autocommit=True) as db:
                    db.execute("LISTEN century")
                    db.execute("LISTEN century_here")
                    self._pass_on("century", "")  # what was missed meanwhile
                    while not self._stopping.is_set():
                        for note in db.notifies(timeout=LOOKS_UP):
                            self._pass_on(note.channel, note.payload)
            except psycopg.Error:
                self._stopping.wait(1.0)

    def _pass_on(self, channel: str, payload: str) -> None:
        """Give a notice to the event loop, if the server still runs."""
        if not self._stopping.is_set():
            with contextlib.suppress(RuntimeError):  # the loop was closed this very moment
                self._loop.call_soon_threadsafe(self._hear, channel, payload)

    def _hear(self, channel: str, payload: str) -> None:
        if channel == "century":
            if not self._stopping.is_set():
                self._tasks.add(reading := asyncio.create_task(self._read(payload)))
                reading.add_done_callback(self._tasks.discard)
            return
        said = json.loads(payload)
        if said["process"] != self._hub.process:
            if said["here"]:
                self._hub.arrive(said["table"], said["process"], said["person"], time.time() + FORGET)
            else:
                self._hub.leave(said["table"], said["process"], said["person"])

    async def _read(self, table: str) -> None:
        try:
            await self._changed(table)
        except Exception:  # a database that is away: when it is back, everything is read
            _log.exception("a change at another process could not be read")
