"""Workers: this process, threads, processes, or a Ray cluster. Tasks go in, outcomes come out as they finish.

A process gets one task at a time, and its death does not affect the others. It notes which seat it asks, so that the
bot is known that lets it die, or hang where no alarm reaches it.
"""

import os
import signal
import time
from collections.abc import Callable, Generator, Iterable
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor
from concurrent.futures import wait as wait_for
from contextlib import suppress
from functools import partial
from itertools import islice
from multiprocessing import get_all_start_methods, get_context
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnContext
from typing import cast

from century.errors import CenturyError, whole_number
from century.lab.play.game_task import GameTask
from century.lab.play.one_game import NOBODY, Clock
from century.lab.play.outcomes import Outcomes
from century.lab.play.ray_workers import in_cluster
from century.plugins import FILES

_GRACE = 5.0  # seconds after its patience that a process may take to say that a player was too slow
_LOOK_SECONDS = 1.0  # between looks at the clocks
RAY = "ray"

# A fork of this process could inherit locks held by its threads, such as those of a progress bar.
_METHOD = "forkserver" if "forkserver" in get_all_start_methods() else "spawn"
_CONTEXT = cast("SpawnContext", get_context(_METHOD))  # both have the same methods

Workers = Callable[[Iterable[GameTask]], Generator[Outcomes, None, None]]


def cores() -> int:
    """Return how many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def workers_of(named: int | str | None = None, *, address: str | None = None, threaded: bool = False) -> Workers:
    """Return workers by their number (default: all cores; 0: this process) or by the name "ray".

    Compiled code runs in threads, which start at once; everything else in processes.
    """
    if named == RAY or address is not None:
        if named not in (RAY, None):
            raise CenturyError(f"an address of a Ray cluster goes with the workers {RAY!r}, not {named!r}")
        return partial(in_cluster, address=address)
    if isinstance(named, str) and not named.removeprefix("-").isdecimal():
        raise CenturyError(f"the number of workers must be a whole number or {RAY!r}, not {named!r}")
    count = cores() if named is None else whole_number("the number of workers", int(named), 0, 1000)
    if count == 0:
        return here
    return partial(in_threads if threaded else in_processes, count=count)


def here(tasks: Iterable[GameTask]) -> Generator[Outcomes, None, None]:
    """Do the tasks in this process, one after the other."""
    for task in tasks:
        yield task.run([NOBODY, 0.0])


def in_threads(tasks: Iterable[GameTask], count: int) -> Generator[Outcomes, None, None]:
    """Do the tasks in threads of this process."""
    waiting = iter(tasks)
    with ThreadPoolExecutor(count) as pool:
        running: set[Future[Outcomes]] = set()
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


def in_processes(tasks: Iterable[GameTask], count: int) -> Generator[Outcomes, None, None]:
    """Do the tasks in processes.

    A task whose process dies is done once more. If it dies again, `GameTask.died` decides the outcome.
    """
    _CONTEXT.set_forkserver_preload(["century.lab.play.game_task"])
    waiting = iter(tasks)
    died: dict[int, int] = {}  # by task: the seat that was asked then
    crew: list[_Worker] = []
    try:
        crew += [_Worker(task) for task in islice(waiting, count)]
        while crew:
            ready = wait([worker.connection for worker in crew], _LOOK_SECONDS)
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


class _Worker:
    """A process, and its task."""

    def __init__(self, task: GameTask) -> None:
        self.connection, theirs = _CONTEXT.Pipe()
        self.clock = _CONTEXT.RawArray("d", [NOBODY, 0.0])
        self.process = _CONTEXT.Process(target=_work, args=(theirs, self.clock, os.environ.get(FILES, "")), daemon=True)
        self.process.start()
        theirs.close()
        self.is_ready = self.is_stopped = False
        self.give(task)

    def give(self, task: GameTask) -> None:
        self.task = task
        with suppress(OSError):  # if it is dead, `hear` raises
            self.connection.send(task)

    def hear(self) -> Outcomes | None:
        """Return the outcomes, or None if the process only reports that it is ready."""
        message: Outcomes | CenturyError | None = self.connection.recv()
        self.is_ready = True
        if isinstance(message, CenturyError):
            raise message
        return message

    @property
    def asked(self) -> int:
        """The seat that is asked, or NOBODY."""
        return int(self.clock[0])

    @property
    def is_overdue(self) -> bool:
        return self.asked != NOBODY and time.monotonic() - self.clock[1] > self.task.patience + _GRACE

    def stop(self) -> None:
        self.is_stopped = True
        self.process.kill()
        self.process.join()
        self.connection.close()


def _work(connection: Connection, clock: Clock, files: str) -> None:
    """Do the tasks that are sent. The sender handles Ctrl-C.

    `files` are those of games from outside. The server of forks was perhaps started before they were loaded.
    """
    os.environ[FILES] = files
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    connection.send(None)
    with suppress(EOFError, OSError):
        while True:
            task = connection.recv()
            try:
                connection.send(task.run(clock))
            except CenturyError as error:
                connection.send(error)


def _hung(worker: _Worker) -> Outcomes:
    """Return the outcome of a process in which a bot never answers, such as one that loops in compiled code."""
    seat = worker.asked
    worker.stop()
    return worker.task.hung(seat)


def _died(worker: _Worker, died: dict[int, int]) -> Outcomes | None:
    """Return the outcome of a process that died, or None if its task is to be done once more."""
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
