"""Who does the work: this process, threads, processes, or a Ray cluster. Tasks go in, results come out as they finish.

A process is fed one task at a time, and none of them takes the others down. It notes which seat it asks, so that one
which dies, or hangs where no alarm reaches it, is told from the others.
"""

import os
import signal
import time
from collections.abc import Callable, Generator, Iterable
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures import wait as wait_for
from contextlib import suppress
from functools import partial
from itertools import islice
from multiprocessing import get_all_start_methods, get_context
from multiprocessing.connection import Connection, wait
from typing import Any, Generic, Protocol, TypeVar

from century.errors import CenturyError, whole_number
from century.lab.play.one_game import NOBODY, Note

_GRACE = 5.0  # seconds after its patience that a process may take to say that a player was too slow
_LOOK = 1.0  # seconds between looks at the clocks
RAY = "ray"

# A fork of this process could inherit locks held by its threads, such as those of a progress bar.
_CONTEXT: Any = get_context("forkserver" if "forkserver" in get_all_start_methods() else "spawn")

Result = TypeVar("Result")
ResultOut = TypeVar("ResultOut", covariant=True)


class Task(Protocol[ResultOut]):
    """Something to be done; it must not matter where, nor whether it was begun before."""

    @property
    def patience(self) -> float:
        """How many seconds a seat may be asked."""

    def run(self, note: Note) -> ResultOut:
        """Do it."""

    def hung(self, seat: int) -> ResultOut:
        """The result if this seat does not come back."""

    def died(self, seat: int | None) -> ResultOut:
        """The result if its process has died twice, both times when this seat was asked."""


Workers = Callable[[Iterable[Task[Any]]], Generator[Any, None, None]]


def cores() -> int:
    """The cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def workers_of(named: int | str | None = None, *, address: str | None = None, threaded: bool = False) -> Workers:
    """Workers by their number (all cores if not given, 0: this process) or by the name "ray".

    Work in compiled code is done by threads, which need not be started; all other work by processes.
    """
    if named == RAY or address is not None:
        if named not in (RAY, None):
            raise CenturyError(f"an address of a Ray cluster goes with the workers {RAY!r}, not {named!r}")
        from century.lab.play.ray_workers import in_cluster

        return partial(in_cluster, address=address)
    if isinstance(named, str) and not named.removeprefix("-").isdecimal():
        raise CenturyError(f"workers are a number of processes, or {RAY!r}, not {named!r}")
    count = cores() if named is None else whole_number("the number of workers", int(named), 0, 1000)
    if count == 0:
        return here
    return partial(in_threads if threaded else in_processes, count=count)


def here(tasks: Iterable[Task[Result]]) -> Generator[Result, None, None]:
    """Do the tasks in this process, one after the other."""
    for task in tasks:
        yield task.run([NOBODY, 0.0])


def in_threads(tasks: Iterable[Task[Result]], count: int) -> Generator[Result, None, None]:
    """Do the tasks in so many threads of this process."""
    waiting = iter(tasks)
    with ThreadPoolExecutor(count) as pool:
        running: set[Future[Result]] = set()
        try:
            while True:
                more = islice(waiting, 2 * count - len(running))  # none of them has to wait for the next one
                running |= {pool.submit(task.run, [NOBODY, 0.0]) for task in more}
                if not running:
                    return
                done, running = wait_for(running, return_when=FIRST_COMPLETED)
                for future in done:
                    yield future.result()
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


def in_processes(tasks: Iterable[Task[Result]], count: int) -> Generator[Result, None, None]:
    """Do the tasks in so many processes.

    A task whose process dies is done once more. If it dies again, the task says what its result is.
    """
    _CONTEXT.set_forkserver_preload(["century.lab.play.one_game", "century.lab.play.chunks"])
    waiting = iter(tasks)
    died: dict[int, int] = {}  # by task: the seat that was asked then
    crew: list[_Worker[Result]] = []
    try:
        crew += [_Worker(task) for task in islice(waiting, count)]
        while crew:
            ready = wait([worker.connection for worker in crew], _LOOK)
            for worker in [each for each in crew if each.connection in ready or each.is_overdue]:
                try:
                    result = worker.hear() if worker.connection in ready else _hung(worker)
                except (EOFError, OSError):
                    result = _died(worker, died)
                    if result is None:
                        crew[crew.index(worker)] = _Worker(worker.task)
                if result is None:
                    continue
                task = next(waiting, None)
                if task is None:
                    crew.remove(worker)
                    worker.stop()
                elif worker.is_stopped:
                    crew[crew.index(worker)] = _Worker(task)
                else:
                    worker.give(task)
                yield result
    finally:
        for worker in crew:
            worker.stop()


class _Worker(Generic[Result]):
    """A process, and the task that it does."""

    def __init__(self, task: Task[Result]) -> None:
        self.connection, theirs = _CONTEXT.Pipe()
        self.note = _CONTEXT.RawArray("d", [NOBODY, 0.0])
        self.process = _CONTEXT.Process(target=_work, args=(theirs, self.note), daemon=True)
        self.process.start()
        theirs.close()
        self.is_ready = self.is_stopped = False
        self.give(task)

    def give(self, task: Task[Result]) -> None:
        self.task = task
        with suppress(OSError):  # if it is dead, `hear` says so
            self.connection.send(task)

    def hear(self) -> Result | None:
        """A result; none if the process only says that it is there."""
        said: Result | CenturyError | None = self.connection.recv()
        self.is_ready = True
        if isinstance(said, CenturyError):
            raise said
        return said

    @property
    def asked(self) -> int:
        """The seat that is asked, or nobody."""
        return int(self.note[0])

    @property
    def is_overdue(self) -> bool:
        return self.asked != NOBODY and time.monotonic() - self.note[1] > self.task.patience + _GRACE

    def stop(self) -> None:
        self.is_stopped = True
        self.process.kill()
        self.process.join()
        self.connection.close()


def _work(connection: Connection, note: Note) -> None:
    """Do what is sent until nothing more comes. Ctrl-C is for the one who sends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    connection.send(None)
    with suppress(EOFError, OSError):
        while True:
            task = connection.recv()
            try:
                connection.send(task.run(note))
            except CenturyError as error:
                connection.send(error)


def _hung(worker: _Worker[Result]) -> Result:
    """The result of a process in which a player does not come back, such as one lost in compiled code."""
    seat = worker.asked
    worker.stop()
    return worker.task.hung(seat)


def _died(worker: _Worker[Result], died: dict[int, int]) -> Result | None:
    """The result of a process that has died; none if its task is to be done once more."""
    task, seat = worker.task, worker.asked
    worker.stop()
    if not worker.is_ready:
        raise CenturyError(
            "a process for games cannot be started; a script that uses processes needs: if __name__ == '__main__':"
        )
    if id(task) not in died:
        died[id(task)] = seat
        return None
    return task.died(seat if seat == died.pop(id(task)) != NOBODY else None)


def processes(workers: int | None) -> ProcessPoolExecutor:
    """Processes for work that is quick to share out, as tuning is. Ctrl-C is for the one who shares it out."""
    return ProcessPoolExecutor(workers, initializer=signal.signal, initargs=(signal.SIGINT, signal.SIG_IGN))
