"""Processes that play games: they are fed one game at a time, and none of them takes the others down.

A process notes which seat it asks, so that one which dies, or hangs where no alarm reaches it, is told from the others.
"""

import signal
import time
from collections.abc import Generator, Iterable
from contextlib import suppress
from itertools import islice
from multiprocessing import get_all_start_methods, get_context
from multiprocessing.connection import Connection, wait
from typing import Any

from century.errors import CenturyError
from century.lab.one_game import NOBODY, Job, Note, Played, lost_by, play, too_slow

_GRACE = 5.0  # seconds after its patience that a process may take to say that a player was too slow
_LOOK = 1.0  # seconds between looks at the clocks

# A fork of this process could inherit locks held by its threads, such as those of a progress bar.
_CONTEXT: Any = get_context("forkserver" if "forkserver" in get_all_start_methods() else "spawn")


def play_all(jobs: Iterable[Job], count: int) -> Generator[Played, None, None]:
    """Play games in so many processes; each game as it is finished.

    A game whose process dies is played once more. If it dies again, the player that was asked both times has lost.
    """
    _CONTEXT.set_forkserver_preload([play.__module__])
    waiting = iter(jobs)
    died: dict[Job, int] = {}  # the seat that was asked then
    crew: list[_Worker] = []
    try:
        crew += [_Worker(job) for job in islice(waiting, count)]
        while crew:
            ready = wait([worker.connection for worker in crew], _LOOK)
            for worker in [each for each in crew if each.connection in ready or each.is_overdue]:
                try:
                    game = worker.hear() if worker.connection in ready else _hung(worker)
                except (EOFError, OSError):
                    game = _died(worker, died)
                    if game is None:
                        crew[crew.index(worker)] = _Worker(worker.job)
                if game is None:
                    continue
                job = next(waiting, None)
                if job is None:
                    crew.remove(worker)
                    worker.stop()
                elif worker.is_stopped:
                    crew[crew.index(worker)] = _Worker(job)
                else:
                    worker.give(job)
                yield game
    finally:
        for worker in crew:
            worker.stop()


class _Worker:
    """A process, and the game that it plays."""

    def __init__(self, job: Job) -> None:
        self.connection, theirs = _CONTEXT.Pipe()
        self.note = _CONTEXT.RawArray("d", [NOBODY, 0.0])
        self.process = _CONTEXT.Process(target=_work, args=(theirs, self.note), daemon=True)
        self.process.start()
        theirs.close()
        self.is_ready = self.is_stopped = False
        self.give(job)

    def give(self, job: Job) -> None:
        self.job = job
        with suppress(OSError):  # if it is dead, `hear` says so
            self.connection.send(job)

    def hear(self) -> Played | None:
        """A game that is finished; none if the process only says that it is there."""
        said: Played | None = self.connection.recv()
        self.is_ready = True
        return said

    @property
    def asked(self) -> int:
        """The seat that is asked, or nobody."""
        return int(self.note[0])

    @property
    def is_overdue(self) -> bool:
        return self.asked != NOBODY and time.monotonic() - self.note[1] > self.job.patience + _GRACE

    def stop(self) -> None:
        self.is_stopped = True
        self.process.kill()
        self.process.join()
        self.connection.close()


def _work(connection: Connection, note: Note) -> None:
    """Play what is sent until nothing more comes. Ctrl-C is for the one who sends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    connection.send(None)
    with suppress(EOFError, OSError):
        while True:
            connection.send(play(connection.recv(), note))


def _hung(worker: _Worker) -> Played:
    """The game of a process in which a player does not come back, such as one lost in compiled code."""
    seat = worker.asked
    worker.stop()
    return _without_result(worker.job, lost_by(worker.job, seat, too_slow(worker.job)), seat)


def _died(worker: _Worker, died: dict[Job, int]) -> Played | None:
    """The game of a process that has died; none if it is to be played once more."""
    job, seat = worker.job, worker.asked
    worker.stop()
    if not worker.is_ready:
        raise CenturyError(
            "a process for games cannot be started; a script that runs a tournament needs: if __name__ == '__main__':"
        )
    if job not in died:
        died[job] = seat
        return None
    if seat == died.pop(job) != NOBODY:
        return _without_result(job, lost_by(job, seat, "the process died while it was asked, twice"), seat)
    return _without_result(job, f"a game of {', '.join(job.specs)} is stopped: its process died, twice", None)


def _without_result(job: Job, failed: str, lost: int | None) -> Played:
    """A game of which only this is known; at a table of two the other player has won."""
    count = len(job.seats)
    winner = 1 - lost if lost is not None and count == 2 else None
    return Played(job.table, job.deal, job.seats, (0,) * count, winner, 0, (0.0,) * count, (0,) * count, failed, lost)
