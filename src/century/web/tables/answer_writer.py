"""Who writes answers down: those that come while it writes go into the next transaction together.

A commit waits for the disk, whatever it holds. So many tables that are played at once share it, and nobody's answer is
acknowledged before the transaction that holds it is committed.
"""

import asyncio
from collections.abc import Sequence

from century.web.tables.store import Answered, Stale, Store
from century.web.threads import PATIENCE


class Scribe:
    """Writes answers down in the order in which they come."""

    def __init__(self, store: Store) -> None:
        """Nothing waits yet."""
        self._store = store
        self._waiting: list[tuple[Answered, asyncio.Future[None]]] = []
        self._writing: asyncio.Task[None] | None = None

    async def write(self, answered: Answered) -> None:
        """Return when the answer is written down; `Stale` if the table has gone on since."""
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append((answered, done))
        if self._writing is None:
            self._writing = asyncio.create_task(self._write_all())
        await done

    async def stop(self) -> None:
        """Write what is waiting, unless the database does not answer for `PATIENCE` seconds."""
        if self._writing:
            await asyncio.wait([self._writing], timeout=PATIENCE)

    async def _write_all(self) -> None:
        while self._waiting:
            together = sorted(self._waiting, key=lambda one: one[0].table)  # no two processes wait for each other
            self._waiting = []
            found = await self._written([answered for answered, _ in together])
            for (_, done), error in zip(together, found, strict=True):
                if done.done():  # whoever asked is gone
                    continue
                if error:
                    done.set_exception(error)
                else:
                    done.set_result(None)
        self._writing = None

    async def _written(self, together: Sequence[Answered]) -> list[Exception | None]:
        """What went wrong with each. If something fails, each is tried alone: nobody suffers for another's answer."""
        try:
            fresh = await asyncio.to_thread(self._store.act, together)
        except Exception as error:
            if len(together) == 1:
                return [error]
            return [(await self._written([answered]))[0] for answered in together]
        return [None if written else Stale() for written in fresh]
