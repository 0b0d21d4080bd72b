"""The events of a table as a stream for one client, in the format of server-sent events.

Written here, not taken from sse-starlette: that keeps five tasks for a stream (here two), needs twice the memory for
2,000 streams (63 MB, here 31 MB), and replaces uvicorn's signal handler to end streams, which the server does itself.
"""

import asyncio
import json
from collections.abc import AsyncIterator, Iterable, Mapping
from contextlib import ExitStack, suppress

from century.web import metrics
from century.web.live.watchers import WAITING, Event
from century.web.tables.errors import TableNotFound
from century.web.tables.service import TableService

ALIVE = 15.0  # seconds after which a silent stream sends a comment
COMMENT: Event = ("", {}, "")


async def events_of(service: TableService, id: str, person: str | None) -> AsyncIterator[str]:
    """Yield the version of a table, and then its events until the server stops."""
    with metrics.STREAMS.track_inprogress(), service.watchers.watching(id, person) as queue:
        yield "retry: 1000\n" + _event("change", await _version(service, id, person))
        async for event, data, _ in _events(service, queue):
            yield _event(event, data)


async def events_of_tables(service: TableService, ids: Iterable[str], person: str | None) -> AsyncIterator[str]:
    """Yield the versions and the events of several tables, each with its table; those that are not there are left out.

    One browser opens only a few connections, and may show more tables than that.
    """
    queue: asyncio.Queue[Event] = asyncio.Queue(WAITING)
    with metrics.STREAMS.track_inprogress(), ExitStack() as watching:
        yield "retry: 1000\n: welcome\n\n"
        for id in ids:
            with suppress(TableNotFound):
                await service.table(id, person)  # whoever may not see a table is not present there
                watching.enter_context(service.watchers.watching(id, person, queue))
                yield _event("change", {"table": id, **await _version(service, id, person)})
        async for event, data, table in _events(service, queue):
            yield _event(event, {"table": table, **data})


async def _version(service: TableService, id: str, person: str | None) -> dict[str, int]:
    table = await service.table(id, person)
    service.bots.wake(table)  # bots among themselves play while somebody watches
    return {"version": table.row.version}


async def _events(service: TableService, queue: asyncio.Queue[Event]) -> AsyncIterator[Event]:
    """Yield the events of a queue, and a comment where there are none, until the server stops."""
    while not service.closed.is_set():
        try:
            async with asyncio.timeout(ALIVE):
                event = await queue.get()
        except TimeoutError:
            yield COMMENT
            continue
        if event[0] == "close":
            return
        yield event


def _event(name: str, data: Mapping[str, int | str]) -> str:
    return f"event: {name}\ndata: {json.dumps(data)}\n\n" if name else ": still here\n\n"
