"""Threads and tasks that a server can leave behind: none of them keeps it from stopping."""

import asyncio
import os
import threading
import time
from collections.abc import Callable, Iterable
from concurrent.futures import Future, ThreadPoolExecutor
from queue import SimpleQueue
from typing import Any, TypeVar

PATIENCE = 0.5  # seconds that a stop waits for a thread or a task before it goes on without it

T = TypeVar("T")
Job = tuple["Future[Any]", Callable[..., Any], tuple[Any, ...], dict[str, Any]]


class DaemonPool(ThreadPoolExecutor):
    """A pool of daemon threads, for `asyncio.to_thread`.

    `asyncio.run` and Python itself wait without limit for the threads of an ordinary pool. A transaction that waits for
    a locked database would hold up the stop for as long. It can be abandoned instead: it is committed as a whole or
    not at all, and nobody has been told that it succeeded.
    """

    def __init__(self, size: int | None = None) -> None:
        """Start `size` threads, by default as many as asyncio's own pool may have."""
        size = size or min(32, (os.cpu_count() or 1) + 4)
        super().__init__(size)  # for its type only, which asyncio insists on: it starts no thread
        self._jobs: SimpleQueue[Job | None] = SimpleQueue()
        self._changing = threading.Lock()
        self._unfinished = 0
        self._ended = False
        names = (f"worker {number}" for number in range(size))
        self._daemons = [threading.Thread(target=self._work, name=name, daemon=True) for name in names]
        for thread in self._daemons:
            thread.start()

    def submit(self, fn: Callable[..., T], /, *args: Any, **kwargs: Any) -> "Future[T]":
        """Call a function in one of the threads. Raise RuntimeError after `shutdown`."""
        future: Future[T] = Future()
        with self._changing:
            if self._ended:
                raise RuntimeError("the server has stopped")
            self._unfinished += 1
            self._jobs.put((future, fn, args, kwargs))
        return future

    def _work(self) -> None:
        while job := self._jobs.get():
            future, fn, args, kwargs = job
            if future.set_running_or_notify_cancel():
                try:
                    result = fn(*args, **kwargs)
                except BaseException as error:
                    future.set_exception(error)
                else:
                    future.set_result(result)
                    del result
            del job, future, fn, args, kwargs  # an idle thread keeps nothing alive
            with self._changing:
                self._unfinished -= 1

    async def finish(self, seconds: float = PATIENCE) -> bool:
        """Wait until all calls have returned, or `seconds` have passed. Return whether they have returned."""
        deadline = time.monotonic() + seconds
        while self._unfinished and time.monotonic() < deadline:
            await asyncio.sleep(0.01)
        return not self._unfinished

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """End the threads. Unlike the parent's, wait no longer than `PATIENCE` for those that are busy."""
        with self._changing:
            if not self._ended:
                self._ended = True
                for _ in self._daemons:
                    self._jobs.put(None)
        deadline = time.monotonic() + PATIENCE
        for thread in self._daemons if wait else ():
            thread.join(max(0.0, deadline - time.monotonic()))


async def cancel(tasks: Iterable["asyncio.Task[Any] | None"]) -> None:
    """Cancel tasks and wait until they are over.

    A task may be cleaning up, or a library may have lost the cancellation: so each is cancelled again after `PATIENCE`,
    and given up after that.
    """
    left = {task for task in tasks if task}
    for _ in range(2):
        for task in left:
            task.cancel()
        if left:
            over, left = await asyncio.wait(left, timeout=PATIENCE)
            for task in over:
                if not task.cancelled():
                    task.exception()  # fetched, or asyncio would print it
