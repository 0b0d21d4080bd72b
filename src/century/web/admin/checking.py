"""Checks a database: each table is replayed, and compared with what its row says."""

from collections.abc import Iterator

import sqlalchemy as sa

from century.errors import CenturyError
from century.web.tables.database import Database
from century.web.tables.history import History
from century.web.tables.live_table import match_columns
from century.web.tables.rows import AnswerRow, TableRow
from century.web.tables.schema import tables
from century.web.tables.table_store import TableStore


def table_ids(database: Database) -> list[str]:
    """Return the ids of all tables, the oldest first."""
    with database.reading() as db:
        return list(db.scalars(sa.select(tables.c.id).order_by(tables.c.made)))


def faults_of_file(database: Database) -> list[str]:
    """Return the faults that SQLite finds in its file."""
    if not database.is_sqlite:
        return []
    with database.engine.connect() as db:
        found = [str(line) for line in db.exec_driver_sql("PRAGMA integrity_check").scalars()]
        broken = db.exec_driver_sql("PRAGMA foreign_key_check").all()
    return [line for line in found if line != "ok"] + [f"{row[0]} refers to a missing {row[2]}" for row in broken]


def faults_of_table(store: TableStore, id: str) -> list[str]:
    """Return what is wrong with a table; nothing if it was deleted meanwhile."""
    read = store.table(id)
    return list(_faults(*read)) if read else []


def _faults(row: TableRow, answers: list[AnswerRow]) -> Iterator[str]:
    if [seat.seat for seat in row.seats] != list(range(len(row.seats))):
        yield "seats are missing"
        return
    try:
        history = History(row, answers)
    except CenturyError as error:
        yield f"it cannot be laid out: {error}"
        return
    if history.ended_early:
        yield f"answer {history.plies + 1} cannot be replayed: {history.ended_early}"
        return
    now = match_columns(history.match, row.seats)
    if now["actor"] != row.actor:
        yield f"seat {row.actor} is noted as the one to answer, the game says {now['actor']}"
    if now["stage"] != row.stage and not _is_closed(row, now["stage"]):
        yield f"it is noted as {row.stage}, the game is {now['stage']}"
    if now["stage"] == "over" and now.get("result") != row.result:
        yield f"the result is noted as {row.result}, the game says {now.get('result')}"


def _is_closed(row: TableRow, stage: str) -> bool:
    """Whether the operator ended the game."""
    return row.stage == "over" and stage != "over" and bool(row.result and row.result["stopped"])
