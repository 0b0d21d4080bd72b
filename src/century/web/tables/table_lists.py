"""The lists of the lobby: they are the same for all visitors, so all who ask within a second share one look."""

import asyncio
import time
from collections.abc import Sequence

from century.web.tables.rows import TableRow
from century.web.tables.table_store import TableStore

FRESH = 1.0  # seconds for which a list is not read again, unless this process has changed what it lists
KEPT = 100  # lists


class TableLists:
    """The tables that wait for players and those that can be watched, by game and page."""

    def __init__(self, store: TableStore) -> None:
        """Nothing is read yet."""
        self._store = store
        self._kept: dict[tuple[str, str | None, int], tuple[asyncio.Task[Sequence[TableRow]], float]] = {}

    async def open(self, game: str | None = None, page: int = 0) -> Sequence[TableRow]:
        """Return the tables at which anybody may sit down."""
        return await self._list("open", game, page)

    async def watchable(self, game: str | None = None, page: int = 0) -> Sequence[TableRow]:
        """Return the tables in play that anybody may watch."""
        return await self._list("watchable", game, page)

    def forget(self) -> None:
        """Read every list again when it is needed next."""
        self._kept.clear()

    async def _list(self, which: str, game: str | None, page: int) -> Sequence[TableRow]:
        key, now = (which, game, page), time.monotonic()
        reading, begun = self._kept.get(key, (None, 0.0))
        if reading is None or (reading.done() and (now > begun + FRESH or reading.exception())):
            if len(self._kept) >= KEPT:
                self._kept.clear()
            read = self._store.open if which == "open" else self._store.watchable
            reading = asyncio.create_task(asyncio.to_thread(read, game, page))
            self._kept[key] = reading, now
        return await asyncio.shield(reading)
