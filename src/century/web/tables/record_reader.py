"""Reads records that visitors upload, in a process of its own: no table waits while a record is replayed."""

import asyncio
import multiprocessing
import os
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from dataclasses import dataclass

import century
from century.errors import CenturyError
from century.lab.play.pools import deaf_to_ctrl_c, end_pools, end_with_parent, hear_ctrl_c_no_more
from century.web.tables.errors import Busy
from century.web.tables.new_tables import NewTable, replayed_answers, table_of
from century.web.tables.rows import SeatRow
from century.words import say

MOST_ANSWERS = 5000  # of a record that is uploaded: people give less than 1,500 in the longest games
SECONDS = 20.0  # for one record, on a machine that has other things to do
WAITING = 8  # records that may wait at once
WAITING_EACH = 2  # of them from one client
NICE = 5  # tables come first


@dataclass(frozen=True)
class _Upload:
    """A record, and the person who sent it."""

    host: str
    text: str


class RecordReader:
    """Replays one record after another. A record that takes too long is given up."""

    def __init__(self, seconds: float = SECONDS) -> None:
        """The process starts with the first record."""
        self._seconds = seconds
        self._waiting: Counter[str] = Counter()  # by client
        self._turn = asyncio.Lock()
        self._pool: ProcessPoolExecutor | None = None
        self._closed = False

    async def read(self, host: str, text: str, client: str) -> NewTable:
        """Return a private table of a host from a record; raise Busy if too many records wait."""
        check_length(text)
        if self._waiting.total() >= WAITING or self._waiting[client] >= WAITING_EACH:
            raise Busy(say("too many records are being read: try again in some seconds"))
        self._waiting[client] += 1
        try:
            async with self._turn:
                return await self._read(_Upload(host, text))
        finally:
            self._waiting[client] -= 1
            self._waiting += Counter()  # forgets clients without records

    async def _read(self, upload: _Upload) -> NewTable:
        if self._closed:
            raise Busy(say("the server is stopping"))
        with deaf_to_ctrl_c():
            self._pool = self._pool or ProcessPoolExecutor(1, multiprocessing.get_context("spawn"), _begin)
            reading = asyncio.get_running_loop().run_in_executor(self._pool, _read, upload)
        try:
            async with asyncio.timeout(self._seconds):
                return await reading
        except TimeoutError:
            text = say("the record takes too long to replay: more than {seconds} seconds", seconds=round(self._seconds))
            raise CenturyError(text) from None
        except BrokenProcessPool:
            raise Busy(say("the record could not be read: try again")) from None
        finally:
            if not reading.done() or reading.cancelled() or isinstance(reading.exception(), BrokenProcessPool):
                self._end()

    def _end(self) -> None:
        """End the process; the next record starts another one."""
        pool, self._pool = self._pool, None
        if pool:
            end_pools([pool])

    def close(self) -> None:
        """End the process for good."""
        self._closed = True
        self._end()


def check_length(text: str) -> None:
    """Refuse a record with too many answers, without replaying it."""
    game = text.replace("\r\n", "\n").partition("\n\n")[2].rstrip()
    if game.count(", ") + game.count("\n") > MOST_ANSWERS:
        raise CenturyError(say("a record of at most {most} answers can be opened here", most=MOST_ANSWERS))


def _begin() -> None:
    hear_ctrl_c_no_more()
    end_with_parent()
    with suppress(OSError, AttributeError):
        os.nice(NICE)


def _read(upload: _Upload) -> NewTable:
    """Replay a record; runs in the process."""
    match = century.replay(upload.text, interpreted=True)
    seats = [SeatRow(seat, "person", upload.host, name, None) for seat, name in enumerate(match.options.names)]
    return table_of(upload.host, match, seats, replayed_answers(match))
