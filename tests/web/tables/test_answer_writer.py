"""Answers that are written down together, and that nobody's answer suffers for another's."""

import asyncio
import threading
from collections.abc import Sequence

import pytest

from century.web.tables.answer_writer import AnswerWriter
from century.web.tables.rows import AnswerRow, NewAnswer
from century.web.tables.table_store import StaleVersion
from tests.waiting import PATIENCE


class Disk:
    """A store that writes when it is let to, and remembers what it wrote together."""

    def __init__(self) -> None:
        self.busy = threading.Event()
        self.free = threading.Event()
        self.written: list[list[str]] = []

    async def is_busy(self) -> None:
        """Return when the first write has begun."""
        assert await asyncio.to_thread(self.busy.wait, PATIENCE)

    def add_answers(self, answers: Sequence[NewAnswer]) -> list[bool]:
        self.busy.set()
        assert self.free.wait(PATIENCE)
        names = [one.table for one in answers]
        if "broken" in names:
            raise OSError("the disk is gone")
        self.written.append(names)
        return [one.table != "late" for one in answers]


def answered(table: str) -> NewAnswer:
    return NewAnswer(table, 1, 0, AnswerRow(3, 0, "ann"), {})


def written(disk: Disk, *tables: str) -> list[BaseException | None]:
    """What comes of answers that arrive while the first is being written."""

    async def all_at_once() -> list[BaseException | None]:
        scribe = AnswerWriter(disk)  # type: ignore[arg-type]
        first = asyncio.create_task(scribe.write(answered("first")))
        await disk.is_busy()
        others = [asyncio.create_task(scribe.write(answered(table))) for table in tables]
        for _ in range(10):  # each time, every task goes as far as it can
            await asyncio.sleep(0)
        assert not any(task.done() for task in (first, *others)), "nothing is acknowledged before it is written"
        disk.free.set()
        await scribe.stop()
        return await asyncio.gather(*others, return_exceptions=True)

    return asyncio.run(all_at_once())


def test_what_comes_meanwhile_is_written_together_in_the_order_of_tables() -> None:
    disk = Disk()
    assert written(disk, "c", "a", "b") == [None, None, None]
    assert disk.written == [["first"], ["a", "b", "c"]]


def test_a_late_answer_is_refused_alone() -> None:
    disk = Disk()
    found = written(disk, "a", "late", "b")
    assert [type(one) for one in found] == [type(None), StaleVersion, type(None)]


def test_an_answer_that_cannot_be_written_fails_alone() -> None:
    disk = Disk()
    found = written(disk, "a", "broken", "b")
    assert [type(one) for one in found] == [type(None), OSError, type(None)]
    assert disk.written == [["first"], ["a"], ["b"]]


def test_who_has_gone_is_not_waited_for() -> None:
    async def leave() -> None:
        disk = Disk()
        scribe = AnswerWriter(disk)  # type: ignore[arg-type]
        leaving = asyncio.create_task(scribe.write(answered("gone")))
        await disk.is_busy()
        leaving.cancel()
        with pytest.raises(asyncio.CancelledError):
            await leaving
        disk.free.set()
        await scribe.write(answered("next"))
        assert disk.written == [["gone"], ["next"]]

    asyncio.run(leave())
