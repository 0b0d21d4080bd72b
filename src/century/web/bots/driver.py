"""Bots, and the clock: who answers at a table when no person does."""

import asyncio
import logging
import time
from contextlib import suppress
from typing import TYPE_CHECKING

from sqlalchemy.exc import SQLAlchemyError

from century.web.tables.errors import Conflict, NotHere
from century.web.tables.live_table import Room
from century.web.tables.store import Given
from century.web.threads import end

if TYPE_CHECKING:
    from century.web.tables.service import Hall

LEASE = 10.0  # seconds for which a process has a table's bots for itself, unless it says that it is still at it
AGAIN = 5.0  # seconds after which bots are asked again when something went wrong
STAND_IN = "apprentice"  # who ends a turn when its time is over

_log = logging.getLogger(__name__)


class Machines:
    """The bots of all tables of a hall, and its clocks."""

    def __init__(self, hall: "Hall", pace: float) -> None:
        """`pace` 1 has bots move as people do, 0 at once."""
        self._hall, self._pace = hall, pace
        self._bots: dict[str, asyncio.Task[None]] = {}
        self._ticking: asyncio.Task[None] | None = None
        self._stopping = False

    def start(self) -> None:
        """Let the clocks tick."""
        self._ticking = asyncio.create_task(self._tick())

    async def stop(self) -> None:
        """Stop the bots and the clocks, and start none again."""
        self._stopping = True
        await end([*self._bots.values(), self._ticking])

    def at_work(self, id: str) -> bool:
        """Whether bots of a table are at work."""
        return id in self._bots

    def to_answer(self, room: Room) -> tuple[int, str, str] | None:
        """The seat that a machine is to answer for, its level, and in whose name; none if a person is to."""
        actor = room.match.actor
        if actor is None or room.row.stage != "playing" or room.ended_early:
            return None
        level = room.bot_level(actor)
        if level:
            alone = all(seat.level for seat in room.row.seats)  # nobody plays but bots
            return None if alone and not self._hall.hub.has_listeners(room.row.id) else (actor, level, f"bot:{level}")
        if room.row.clock and time.time() > room.row.turn_at + room.row.clock:
            return actor, STAND_IN, "clock"
        return None

    def wake(self, room: Room) -> None:
        """Let bots answer, if one is to."""
        id = room.row.id
        if not self._stopping and id not in self._bots and self.to_answer(room):
            self._bots[id] = asyncio.create_task(self._answer_for_bots(id))

    async def _answer_for_bots(self, id: str) -> None:
        try:
            going = True
            while going:
                try:
                    going = await self._one_answer(id)
                except NotHere:
                    return
                except Exception:  # a database that is away comes back
                    _log.exception("the bots of a table could not answer")
                    await asyncio.sleep(AGAIN)
        finally:
            del self._bots[id]

    async def _one_answer(self, id: str) -> bool:
        """One answer of a bot; false when nobody is to answer but people."""
        async with self._hall.lock(id):
            room = await self._hall.loaded(id)
        machine = self.to_answer(room)
        if machine is None:
            return False
        seat, level, by = machine
        version, began = room.row.version, time.monotonic()
        claim = await asyncio.to_thread(self._hall.store.claim_thinking, id, version, LEASE)
        if claim is None:
            await asyncio.sleep(1.0)  # another process is at it
            await self._hall.heard(id)
            return True
        answered = asyncio.Event()
        holding = asyncio.create_task(self._hold(id, claim, answered))
        try:
            answer = await self._hall.thinkers.answer(id, room.match.known(seat), level)
            fresh = not room.told or room.told[-1].turn != room.match.turn
            await self._wait(room, (0.9 if fresh else 0.5) * self._pace - (time.monotonic() - began))
            async with self._hall.lock(id):
                room = await self._hall.loaded(id)
                if room.row.version == version:
                    await self._hall.play(room, Given(answer, seat, by))
        except Conflict:
            pass
        finally:
            answered.set()
            await holding
        return True

    async def _hold(self, id: str, claim: float | None, answered: asyncio.Event) -> None:
        """Prolong a claim until the bot has answered, then give it back.

        One task does both, one after the other: if the claim were given back while it is being prolonged, it would last
        for nobody. A claim that another process has taken over meanwhile is let alone.
        """
        while claim:
            with suppress(TimeoutError):
                async with asyncio.timeout(LEASE / 3):
                    await answered.wait()
            seconds = 0.0 if answered.is_set() else LEASE
            with suppress(SQLAlchemyError):  # said again before long; a claim that is not given back ends by itself
                claim = await asyncio.to_thread(self._hall.store.go_on_thinking, id, claim, seconds)
            if not seconds:
                return

    async def _wait(self, room: Room, seconds: float) -> None:
        """The time a person would take, unless somebody is in a hurry."""
        until = time.monotonic() + seconds
        while not room.hurry and time.monotonic() < until:
            await asyncio.sleep(min(0.05, max(0.0, until - time.monotonic())))

    async def _tick(self) -> None:
        """Look at the clocks."""
        while True:
            await asyncio.sleep(0.5)
            for room in self._hall.rooms():
                if room.row.clock and room.row.stage == "playing":
                    self.wake(room)
