"""Shares a process in which bots think between the tables that wait for it."""

import asyncio
import contextlib
import time
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable
from concurrent.futures import Future
from dataclasses import dataclass

REMEMBERED = 10_000  # clients whose use is remembered
HALF_LIFE = 20.0  # seconds after which half of what a client has used is forgotten


@dataclass(frozen=True)
class Demand:
    """Who waits for an answer."""

    client: str = ""  # who pays: the address of the host of the table, or of the person who wants a hint
    people: bool = True  # whether a person waits, and not only bots play


class Usage:
    """The seconds for which bots have thought for each client, recent ones most."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._used: OrderedDict[str, tuple[float, float]] = OrderedDict()  # seconds, and when they were noted

    def of(self, client: str) -> float:
        """Return what a client has used lately, in seconds."""
        used, noted = self._used.get(client, (0.0, 0.0))
        return float(used * 0.5 ** ((self._clock() - noted) / HALF_LIFE))

    def add(self, client: str, seconds: float) -> None:
        """Note that bots have thought for a client."""
        self._used[client] = self.of(client) + seconds, self._clock()
        self._used.move_to_end(client)
        while len(self._used) > REMEMBERED:
            self._used.popitem(last=False)


@dataclass(eq=False)
class Turn:
    """A turn to think, from the request for it until its end."""

    demand: Demand
    begins: "asyncio.Future[None]"
    since: float = 0.0
    thinking: "Future[int] | None" = None

    def ends_with(self, thinking: "Future[int]") -> None:
        """Keep the turn until a process has answered, even if nobody waits for the answer any more."""
        self.thinking = thinking


class ThinkingQueue:
    """One bot thinks at a time: first for tables of people, then for clients that have used least, then in order."""

    def __init__(self, usage: Usage, clock: Callable[[], float] = time.monotonic) -> None:
        """Several queues share what clients have used."""
        self._usage, self._clock = usage, clock
        self._waiting: list[Turn] = []
        self._busy = False

    @property
    def waiting(self) -> int:
        """The number of answers that wait for their turn."""
        return len(self._waiting)

    @contextlib.asynccontextmanager
    async def turn(self, demand: Demand) -> AsyncIterator[Turn]:
        """Wait for a turn, and have it until the process has answered."""
        loop = asyncio.get_running_loop()
        one = Turn(demand, loop.create_future())
        self._waiting.append(one)
        self._next()
        try:
            await one.begins
        except BaseException:
            if one in self._waiting:
                self._waiting.remove(one)
            else:  # the turn had just begun
                self._end(one)
            raise
        try:
            yield one
        finally:
            if one.thinking and not one.thinking.done():
                one.thinking.add_done_callback(lambda _: _call_in(loop, lambda: self._end(one)))
            else:
                self._end(one)

    def _next(self) -> None:
        """Begin the next turn, if nobody has it."""
        if self._busy or not self._waiting:
            return
        one = min(self._waiting, key=lambda one: (not one.demand.people, self._usage.of(one.demand.client)))
        self._waiting.remove(one)
        self._busy, one.since = True, self._clock()
        one.begins.set_result(None)

    def _end(self, one: Turn) -> None:
        self._usage.add(one.demand.client, self._clock() - one.since)
        self._busy = False
        self._next()


def _call_in(loop: asyncio.AbstractEventLoop, do: Callable[[], None]) -> None:
    with contextlib.suppress(RuntimeError):  # the loop was closed
        loop.call_soon_threadsafe(do)
