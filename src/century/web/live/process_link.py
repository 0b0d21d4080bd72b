"""What processes on the same PostgreSQL tell each other: which tables have changed, and who is present."""

import asyncio
import contextlib
import json
import logging
import threading
import time
from collections.abc import Awaitable, Callable

from sqlalchemy.exc import SQLAlchemyError

from century.web.live.watchers import Watchers
from century.web.tables.database import Database
from century.web.tables.trouble import is_trouble, report
from century.web.threads import PATIENCE, cancel

ANNOUNCE = 20.0  # seconds between two announcements of who is present
FORGET = 50.0  # seconds after which the people of a silent process count as gone
POLL = 0.2  # seconds after which the listening thread notices that the server stops

_log = logging.getLogger(__name__)


class ProcessLink:
    """Sends notices to the other processes, and receives theirs."""

    def __init__(self, database: Database, watchers: Watchers, changed: Callable[[str], Awaitable[None]]) -> None:
        """`changed` is called with the id of a table that has changed, or "" if any may have changed."""
        self._database, self._watchers, self._changed = database, watchers, changed
        self._stopping = threading.Event()
        self._outbox: asyncio.Queue[str] = asyncio.Queue()
        self._tasks: set[asyncio.Task[None]] = set()
        self._thread: threading.Thread | None = None

    def start(self) -> None:
        """Start to listen; with SQLite there is no other process."""
        if self._database.is_sqlite:
            return
        self._loop = asyncio.get_running_loop()
        self._watchers.announce = self._announce
        self._thread = threading.Thread(target=self._listen, name="listen", daemon=True)
        self._thread.start()
        self._tasks = {asyncio.create_task(self._send()), asyncio.create_task(self._repeat())}

    async def stop(self) -> None:
        """Stop listening and sending."""
        self._stopping.set()
        await cancel(self._tasks)
        if self._thread:
            await asyncio.to_thread(self._thread.join, PATIENCE)

    def _announce(self, table: str, person: str, here: bool) -> None:
        notice = {"table": table, "process": self._watchers.process, "person": person, "here": here}
        self._outbox.put_nowait(json.dumps(notice))

    async def _send(self) -> None:
        def send(text: str) -> None:
            with self._database.engine.begin() as db:
                self._database.notify(db, "century_here", text)

        while True:
            text = await self._outbox.get()
            with contextlib.suppress(SQLAlchemyError):  # it is announced again before long
                await asyncio.to_thread(send, text)

    async def _repeat(self) -> None:
        while True:
            await asyncio.sleep(ANNOUNCE)
            self._watchers.drop_silent()
            for table, person in self._watchers.present_here():
                self._announce(table, person, True)

    def _listen(self) -> None:
        """Listen, in a thread of its own; connect again when the connection is lost."""
        import psycopg  # installed only with the extra `postgres`

        url = self._database.url.set(drivername="postgresql").render_as_string(hide_password=False)
        while not self._stopping.is_set():
            try:
                with psycopg.connect(url, autocommit=True) as db:
                    db.execute("LISTEN century")
                    db.execute("LISTEN century_here")
                    self._pass_on("century", "")  # changes may have been missed
                    while not self._stopping.is_set():
                        for note in db.notifies(timeout=POLL):
                            self._pass_on(note.channel, note.payload)
            except psycopg.Error:
                self._stopping.wait(1.0)

    def _pass_on(self, channel: str, payload: str) -> None:
        """Give a notice to the event loop, if the server still runs."""
        if not self._stopping.is_set():
            with contextlib.suppress(RuntimeError):  # the loop was closed this very moment
                self._loop.call_soon_threadsafe(self._receive, channel, payload)

    def _receive(self, channel: str, payload: str) -> None:
        if channel == "century":
            if not self._stopping.is_set():
                self._tasks.add(reading := asyncio.create_task(self._read(payload)))
                reading.add_done_callback(self._tasks.discard)
            return
        notice = json.loads(payload)
        if notice["process"] != self._watchers.process:
            if notice["here"]:
                self._watchers.arrive(notice["table"], notice["process"], notice["person"], time.time() + FORGET)
            else:
                self._watchers.leave(notice["table"], notice["process"], notice["person"])

    async def _read(self, table: str) -> None:
        try:
            await self._changed(table)
        except Exception as error:  # a database that is away: when it is back, everything is read
            if is_trouble(error):
                report(error)
            else:
                _log.exception("a change at another process could not be read")
