"""Automatic answers at the tables: for bots, and for people whose time is over."""

import asyncio
import logging
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import NamedTuple

from sqlalchemy.exc import SQLAlchemyError

from century.web import metrics
from century.web.bots.pool import BotPool
from century.web.bots.thinking_queue import Demand
from century.web.limits import ClientsOfPeople
from century.web.live.watchers import Watchers
from century.web.tables.errors import TableNotFound, VersionConflict
from century.web.tables.live_table import LiveTable
from century.web.tables.rows import AnswerRow
from century.web.tables.table_store import TableStore
from century.web.tables.trouble import is_trouble, report
from century.web.threads import cancel

LEASE = 10.0  # seconds for which a process claims the bots of a table, unless it extends the claim
AGAIN = 5.0  # seconds after which bots try again when something went wrong
STAND_IN = "apprentice"  # the level that ends a turn when its time is over

_log = logging.getLogger(__name__)


class AutomaticAnswer(NamedTuple):
    """The seat to answer for, the level of the bot, and the author of the answer."""

    seat: int
    level: str
    by: str


class BotDriver:
    """The bots and the clocks of all tables in this process."""

    def __init__(
        self, pool: BotPool, store: TableStore, watchers: Watchers, clients: ClientsOfPeople, pace: float
    ) -> None:
        """With `pace` 1 bots move as fast as people, with 0 at once."""
        self._clients = clients
        self._pool, self._store, self._watchers, self._pace = pool, store, watchers, pace
        self._bots: dict[str, asyncio.Task[None]] = {}  # by table
        self._ticking: asyncio.Task[None] | None = None
        self._stopping = False

    def start(self, tables: Callable[[], Iterable[LiveTable]]) -> None:
        """Start the clocks of the tables that `tables` returns."""
        self._ticking = asyncio.create_task(self._tick(tables))

    async def stop(self) -> None:
        """Stop the bots and the clocks for good."""
        self._stopping = True
        await cancel([*self._bots.values(), self._ticking])

    def at_work(self, id: str) -> bool:
        """Whether the bots of a table are at work."""
        return id in self._bots

    def due(self, table: LiveTable) -> AutomaticAnswer | None:
        """Return the automatic answer that is due at a table, if any."""
        row, actor = table.row, table.match.actor
        if actor is None or row.stage != "playing" or table.history.ended_early:
            return None
        if level := row.seats[actor].level:
            only_bots = all(seat.level for seat in row.seats)
            watched = not only_bots or self._watchers.is_watched(table.id)
            return AutomaticAnswer(actor, level, f"bot:{level}") if watched else None
        late = row.clock is not None and time.time() > row.turn_at + row.clock
        return AutomaticAnswer(actor, STAND_IN, "clock") if late else None

    def wake(self, table: LiveTable) -> None:
        """Start to answer at a table, if an answer is due."""
        if not self._stopping and table.id not in self._bots and self.due(table):
            self._bots[table.id] = asyncio.create_task(self._answer_while_due(table))

    async def _answer_while_due(self, table: LiveTable) -> None:
        try:
            going = True
            while going:
                try:
                    going = await self._answer_once(table)
                except TableNotFound:
                    return
                except Exception as error:  # the database may be back later
                    if is_trouble(error):
                        report(error)
                    else:
                        _log.exception("the bots of a table could not answer")
                    await asyncio.sleep(AGAIN)
        finally:
            del self._bots[table.id]

    async def _answer_once(self, table: LiveTable) -> bool:
        """Give one answer; return False if none is due."""
        async with table.lock:
            await table.refresh()
        due = self.due(table)
        if due is None:
            return False
        version, began = table.row.version, time.monotonic()
        claim = await asyncio.to_thread(self._store.claim_bots, table.id, version, LEASE)
        if claim is None:
            await asyncio.sleep(1.0)  # another process answers
            async with table.lock:
                await table.check_for_changes()
            return True
        answered = asyncio.Event()
        holding = asyncio.create_task(self._hold(table.id, claim, answered))
        try:
            people = not all(seat.level for seat in table.row.seats)
            demand = Demand(self._clients.of(table.row.host), people)
            with metrics.BOTS_WAITING.track_inprogress(), metrics.BOT_ANSWERS.labels(due.level).time():
                action = await self._pool.answer(table.id, table.match.known(due.seat), due.level, demand)
            pause = (0.9 if table.history.is_turn_fresh else 0.5) * self._pace
            await self._wait(table, pause - (time.monotonic() - began))
            async with table.lock:
                await table.refresh()
                if table.row.version == version:
                    await table.play(AnswerRow(action, due.seat, due.by))
        except VersionConflict:
            pass
        finally:
            answered.set()
            await holding
        return True

    async def _hold(self, id: str, claim: float | None, answered: asyncio.Event) -> None:
        """Extend a claim until the bot has answered, then return it.

        One task does both, one after the other: if the claim were returned while it is being extended, no
        process could use it. A claim that another process has taken over meanwhile is left alone.
        """
        while claim:
            with suppress(TimeoutError):
                async with asyncio.timeout(LEASE / 3):
                    await answered.wait()
            seconds = 0.0 if answered.is_set() else LEASE
            with suppress(SQLAlchemyError):  # it is tried again before long; a claim that is not returned runs out
                claim = await asyncio.to_thread(self._store.extend_claim, id, claim, seconds)
            if not seconds:
                return

    async def _wait(self, table: LiveTable, seconds: float) -> None:
        """Wait as long as a person would take, unless somebody is in a hurry."""
        until = time.monotonic() + seconds
        while not table.hurry and time.monotonic() < until:
            await asyncio.sleep(min(0.05, max(0.0, until - time.monotonic())))

    async def _tick(self, tables: Callable[[], Iterable[LiveTable]]) -> None:
        """Look at the clocks."""
        while True:
            await asyncio.sleep(0.5)
            for table in tables():
                if table.row.clock and table.row.stage == "playing":
                    self.wake(table)
