"""What a server does by itself from time to time."""

import asyncio
import contextlib
import logging

from sqlalchemy.exc import SQLAlchemyError

from century.web.admin.upkeep import Upkeep
from century.web.server.identity import Identity
from century.web.tables.service import TableService
from century.web.threads import cancel

LOOK = 2.0  # seconds between two looks for what `century admin` has changed
CLEAN = 3600.0  # seconds between two removals of what nobody has touched for long

_log = logging.getLogger(__name__)


class Housekeeping:
    """Notices changes by other programs, and removes old tables."""

    def __init__(self, service: TableService, identity: Identity, keep_days: float | None) -> None:
        """With `keep_days`, delete tables that nobody has touched for this time."""
        self._service, self._identity, self._keep_days = service, identity, keep_days
        self._tasks: list[asyncio.Task[None]] = []

    def start(self) -> None:
        """Begin."""
        self._tasks.append(asyncio.create_task(self._look()))
        if self._keep_days:
            self._tasks.append(asyncio.create_task(self._clean(self._keep_days)))

    async def stop(self) -> None:
        """End."""
        await cancel(self._tasks)

    async def _look(self) -> None:
        while True:
            await asyncio.sleep(LOOK)
            with contextlib.suppress(SQLAlchemyError):  # whoever needs the database notices, too
                self._service.watchers.dismiss(await self._identity.banned())
                if self._service.store.database.is_sqlite:  # PostgreSQL tells
                    await self._service.look_for_changes()

    async def _clean(self, days: float) -> None:
        upkeep = Upkeep(self._service.store.database)
        while True:
            try:
                await asyncio.to_thread(upkeep.clean, days)
            except SQLAlchemyError:
                _log.exception("old tables could not be removed")
            await asyncio.sleep(CLEAN)
