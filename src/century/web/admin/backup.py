"""Backups: an SQLite file with everything in a database of either kind.

It is made while servers run, from one moment of the database, and restored into a database of either kind. A backup
by an earlier version is brought to this version first.
"""

import os
import shutil
import sqlite3
import tempfile
from collections.abc import Callable
from pathlib import Path

import sqlalchemy as sa
from alembic.util import CommandError

from century.errors import CenturyError
from century.web.tables.database import Database
from century.web.tables.schema import metadata

ROWS = 1000  # that are copied at once

Report = Callable[[int, int], None]  # is called with what is done, and with all there is


def back_up(database: Database, path: Path, report: Report = lambda done, total: None) -> None:
    """Write a backup; a file of that name is replaced when the backup is whole."""
    check_version(database)
    part = path.with_name(f"{path.name}.part")
    part.unlink(missing_ok=True)
    try:
        os.close(os.open(part, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
        if database.is_sqlite:
            _copy_file(Path(database.url.database or ""), part, report)
        else:
            copy = Database(f"sqlite:///{part}")
            copy.migrate()
            with database.reading() as source, copy.writing() as target:
                _copy_rows(source, target, report)
            with copy.engine.connect() as db:
                db.exec_driver_sql("PRAGMA journal_mode=DELETE")  # one file, without one for the journal
            copy.close()
        os.replace(part, path)
    except OSError as error:
        raise CenturyError(f"{path}: cannot be written: {error.strerror}") from error
    finally:
        part.unlink(missing_ok=True)


def restore(database: Database, path: Path, replace: bool, report: Report = lambda done, total: None) -> None:
    """Fill a database from a backup. With `replace`, delete its content in the same transaction."""
    with tempfile.TemporaryDirectory() as folder:
        copied = Path(folder) / "backup.sqlite"
        try:
            shutil.copyfile(path, copied)
        except OSError as error:
            raise CenturyError(f"{path}: cannot be read: {error.strerror}") from error
        backup = Database(f"sqlite:///{copied}")
        try:
            if not sa.inspect(backup.engine).has_table("alembic_version"):
                raise CenturyError(f"{path} is no backup of Century")
            backup.migrate()
        except (sa.exc.DatabaseError, CommandError) as error:
            raise CenturyError(f"{path} is damaged, or a backup of a later version: {error}") from error
        database.migrate()
        with backup.reading() as source, database.writing() as target:
            if not replace and any(target.scalar(sa.select(sa.exists(table.select()))) for table in _all_tables()):
                raise CenturyError("the database is not empty: --replace deletes everything in it first")
            for table in reversed(_all_tables()):
                target.execute(table.delete())
            _copy_rows(source, target, report)
        backup.close()


def check_version(database: Database) -> None:
    """Raise CenturyError unless the database has the tables of this version."""
    if not database.is_migrated():
        raise CenturyError("the database has the tables of another version, or none: start a server of this one first")


def _all_tables() -> list[sa.Table]:
    return metadata.sorted_tables


def _copy_rows(source: sa.Connection, target: sa.Connection, report: Report) -> None:
    total = sum(source.scalar(sa.select(sa.func.count()).select_from(table)) or 0 for table in _all_tables())
    done = 0
    for table in _all_tables():
        rows = source.execution_options(stream_results=True).execute(table.select())
        for chunk in rows.mappings().partitions(ROWS):
            target.execute(table.insert(), [dict(row) for row in chunk])
            done += len(chunk)
            report(done, total)


def _copy_file(source: Path, target: Path, report: Report) -> None:
    """Copy an SQLite database with SQLite's backup function, while a server writes to it."""

    def progress(status: int, remaining: int, total: int) -> None:
        report(total - remaining, total)

    before, after = sqlite3.connect(source), sqlite3.connect(target)
    try:
        before.backup(after, pages=ROWS, progress=progress, sleep=0.01)
        after.execute("PRAGMA journal_mode=DELETE")
    finally:
        before.close()
        after.close()
