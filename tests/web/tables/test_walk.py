"""The walk of a move is short: from the request to the commit, and from there to the page of another watcher."""

import ast
import asyncio
import inspect
import sys
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

import sqlalchemy as sa

import century.web
from tests.web.house import ME, SCREEN, House, Person

ROOT = Path(century.web.__file__).parent

TO_THE_COMMIT = [
    "server/logs.py: RequestLog.__call__",
    "server/guard.py: Guard.__call__",
    "server/api.py: act",
    "tables/service.py: TableService.act",
    "tables/live_table.py: LiveTable.play",
    "tables/answer_writer.py: AnswerWriter.write",
    "tables/answer_writer.py: AnswerWriter._write_all",
    "threads.py: DaemonPool._work",
    "tables/table_store.py: TableStore.add_answers",
    "tables/database.py: Database.writing",
]
TO_THE_STREAM = [
    *TO_THE_COMMIT[:5],
    "tables/live_table.py: LiveTable._advance",
    "tables/live_table.py: LiveTable._announce",
    "live/watchers.py: Watchers.publish",
]


def named(code: CodeType) -> list[str]:
    """The name of a function of the page's server, with its file; nothing for other code."""
    path = Path(code.co_filename)
    return [f"{path.relative_to(ROOT).as_posix()}: {code.co_qualname}"] if path.is_relative_to(ROOT) else []


def stack(frame: FrameType | None) -> list[str]:
    """Our functions that run in this thread, the outermost first."""
    found: list[str] = []
    while frame:
        found[:0] = named(frame.f_code)
        frame = frame.f_back
    return found


def awaiting(task: "asyncio.Task[Any]") -> list[str]:
    """Our functions that a task waits in, the outermost first."""
    found: list[str] = []
    waiting: object = task.get_coro()
    while inspect.iscoroutine(waiting):
        found += named(waiting.cr_code)
        waiting = waiting.cr_await
    return found


def test_a_move_passes_ten_functions_to_the_commit_and_few_to_the_page(house: House, ann: Person) -> None:
    id = ann.lays_out(ME, SCREEN, start=0)
    loop = house.loop
    walks: list[list[str]] = []

    def committing(_: sa.Connection) -> None:
        tasks = [awaiting(task) for task in asyncio.all_tasks(loop)]
        request = next(walk for walk in tasks if "server/api.py: act" in walk)
        writing = next(walk for walk in tasks if "tables/answer_writer.py: AnswerWriter._write_all" in walk)
        walks.append([*request, *writing, *stack(sys._getframe())])

    sa.event.listen(house.store.database.engine, "commit", committing)
    try:
        ann.answers(id, "play S01")
    finally:
        sa.event.remove(house.store.database.engine, "commit", committing)
    assert walks == [TO_THE_COMMIT]
    assert len(TO_THE_COMMIT) <= 10

    publish = house.service.watchers.publish
    published: list[list[str]] = []

    def publishing(table: str, event: str, **data: int) -> None:
        if event == "change":
            published.append([*stack(sys._getframe(1)), TO_THE_STREAM[-1]])
        publish(table, event, **data)

    house.service.watchers.publish = publishing  # type: ignore[method-assign]
    try:
        ann.answers(id, "play S01")
    finally:
        house.service.watchers.publish = publish  # type: ignore[method-assign]
    assert published == [TO_THE_STREAM]


def test_only_a_live_table_replaces_its_state() -> None:
    outside = [
        f"{path.name}: {ast.unparse(target)}"
        for path in ROOT.rglob("*.py")
        if path.name != "live_table.py"
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Assign | ast.AugAssign | ast.AnnAssign)
        for target in (node.targets if isinstance(node, ast.Assign) else [node.target])
        if isinstance(target, ast.Attribute) and target.attr in ("row", "history", "plies", "hint", "hurry")
    ]
    assert outside == []
