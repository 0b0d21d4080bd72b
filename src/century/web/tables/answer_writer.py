"""Writes answers to the database: those that arrive during a transaction share the next one.

A commit waits for the disk, whatever it holds; so tables that are played at the same time share it. No answer is
acknowledged before the transaction that holds it is committed.
"""

import asyncio

from century.web.tables.rows import NewAnswer
from century.web.tables.table_store import StaleVersion, TableStore
from century.web.threads import PATIENCE


class AnswerWriter:
    """A queue of answers that are written in the order in which they arrive."""

    def __init__(self, store: TableStore) -> None:
        """Nothing waits yet."""
        self._store = store
        self._waiting: list[tuple[NewAnswer, asyncio.Future[None]]] = []
        self._writing: asyncio.Task[None] | None = None

    async def write(self, answer: NewAnswer) -> None:
        """Return when the answer is committed; raise StaleVersion if the table has moved on."""
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append((answer, done))
        if self._writing is None:
            self._writing = asyncio.create_task(self._write_all())
        await done

    async def stop(self) -> None:
        """Write what is waiting, unless the database does not answer for `PATIENCE` seconds."""
        if self._writing:
            await asyncio.wait([self._writing], timeout=PATIENCE)

    async def _write_all(self) -> None:
        batches: list[list[tuple[NewAnswer, asyncio.Future[None]]]] = []
        while batches or self._waiting:
            if not batches:
                batches = [sorted(self._waiting, key=lambda one: one[0].table)]  # no two processes wait for each other
                self._waiting = []
            batch = batches.pop(0)
            errors: list[Exception | None]
            try:
                fresh = await asyncio.to_thread(self._store.add_answers, [answer for answer, _ in batch])
                errors = [None if written else StaleVersion() for written in fresh]
            except Exception as failure:
                if len(batch) > 1:  # each is tried alone: no answer fails because of another one
                    batches = [[one] for one in batch]
                    continue
                errors = [failure]
            for (_, done), error in zip(batch, errors, strict=True):
                if done.done():  # the request was cancelled
                    continue
                if error:
                    done.set_exception(error)
                else:
                    done.set_result(None)
        self._writing = None
