"""Removal from the database: tables, people, and whatever has not been touched for long.

What is kept of a removed table, for statistics, has no names: the game, the levels of bots, points and winner.
"""

import secrets
import time
from collections.abc import Sequence
from itertools import cycle
from typing import NamedTuple

import sqlalchemy as sa

from century.web.tables.database import Database
from century.web.tables.rows import Result
from century.web.tables.schema import actions, device_links, metadata, people, seats, statistics, tables, tokens
from century.web.tables.seating import BOT_NAMES

STAND_IN = "apprentice"  # the level of a bot that takes the seat of a removed person
DAY = 86400.0  # seconds
NOBODY = "removed"  # the author of an answer, when the person is removed
CHUNK = 500  # tables that are removed in one transaction


# what belongs to a table of the game
_PARTS = [part for part in metadata.sorted_tables if any(key.column.table is tables for key in part.foreign_keys)]


class Removed(NamedTuple):
    """How many tables and people were removed."""

    tables: int
    people: int


class Upkeep:
    """Removes tables and people, and tells all processes of it."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def close_table(self, id: str, result: Result) -> bool:
        """End the game of a table with its points so far. Return whether the table was open."""
        is_open = (tables.c.id == id) & (tables.c.stage != "over")
        values = {"stage": "over", "result": result, "version": tables.c.version + 1, "touched": time.time()}
        with self._database.writing() as db:
            closed = db.execute(sa.update(tables).where(is_open).values(**values)).rowcount == 1
            self._database.notify(db, "century", id)
        return closed

    def delete_tables(self, ids: Sequence[str]) -> int:
        """Delete tables with seats and answers; keep statistics. Return how many there were."""
        found = 0
        for start in range(0, len(ids), CHUNK):
            with self._database.writing() as db:
                found += self._delete_tables(db, ids[start : start + CHUNK])
        return found

    def _delete_tables(self, db: sa.Connection, ids: Sequence[str]) -> int:
        chosen = tables.c.id.in_(ids)
        rows = db.execute(sa.select(tables).where(chosen).with_for_update()).all()
        levels: dict[str, list[str | None]] = {}
        by_seat = sa.select(seats.c.table, seats.c.level).where(seats.c.table.in_(ids)).order_by(seats.c.seat)
        for id, level in db.execute(by_seat):
            levels.setdefault(id, []).append(level)
        kept = [
            {
                "id": secrets.token_urlsafe(12),
                "game": row.game,
                "rules": row.rules,
                "day": time.strftime("%Y-%m-%d", time.gmtime(row.touched)),
                "levels": levels.get(row.id, []),
                "plies": row.plies,
                "stage": row.stage,
                "result": row.result,
            }
            for row in rows
        ]
        if kept:
            db.execute(sa.insert(statistics), kept)
        db.execute(sa.update(tables).where(tables.c.rematch.in_(ids)).values(rematch=None))
        for part in _PARTS:
            db.execute(sa.delete(part).where(part.c.table.in_(ids)))
        db.execute(sa.delete(tables).where(chosen))
        for id in ids:
            self._database.notify(db, "century", id)
        return len(kept)

    def rename(self, person: str, name: str) -> None:
        """Give a person another name everywhere, also at tables whose games are over."""
        with self._database.writing() as db:
            db.execute(sa.update(people).where(people.c.id == person).values(name=name))
            sits = db.execute(sa.select(seats.c.table, seats.c.seat).where(seats.c.person == person)).all()
            for id in sorted({seat.table for seat in sits}):
                own = sorted(seat.seat for seat in sits if seat.table == id)
                for number in own:
                    where = (seats.c.table == id) & (seats.c.seat == number)
                    shown = name if number == own[0] else f"{name} {number + 1}"
                    db.execute(sa.update(seats).where(where).values(name=shown))
                db.execute(sa.update(tables).where(tables.c.id == id).values(version=tables.c.version + 1))
                self._database.notify(db, "century", id)

    def delete_person(self, person: str) -> Removed:
        """Delete a person with everything that is theirs.

        Tables at which nobody else sits are deleted. At the others a bot takes the seat under a bot's name, and the
        next person becomes the host.
        """
        with self._database.writing() as db:
            sits = sa.select(seats.c.table).where(seats.c.person == person)
            others = sa.select(seats.c.table).where(seats.c.person.is_not(None) & (seats.c.person != person))
            theirs = tables.c.id.in_(sits) | (tables.c.host == person)
            shared = list(db.scalars(sa.select(tables.c.id).where(theirs & tables.c.id.in_(others))))
            alone = list(db.scalars(sa.select(tables.c.id).where(theirs & tables.c.id.not_in(others))))
            self._delete_tables(db, alone)
            for id in shared:
                self._leave(db, id, person)
            return Removed(len(alone), self._forget(db, [person]))

    def _leave(self, db: sa.Connection, id: str, person: str) -> None:
        sitting = db.execute(sa.select(seats).where(seats.c.table == id).order_by(seats.c.seat)).all()
        heir = next(seat.person for seat in sitting if seat.person not in (None, person))
        host = sa.case((tables.c.host == person, heir), else_=tables.c.host)
        db.execute(sa.update(tables).where(tables.c.id == id).values(host=host, version=tables.c.version + 1))
        names = cycle([name for name in BOT_NAMES if name not in {seat.name for seat in sitting}] or BOT_NAMES)
        for seat in sitting:
            if seat.person == person:
                new = {"kind": "bot", "person": None, "name": next(names), "level": seat.level or STAND_IN}
                where = (seats.c.table == id) & (seats.c.seat == seat.seat)
                db.execute(sa.update(seats).where(where).values(**new))
        db.execute(sa.update(actions).where((actions.c.table == id) & (actions.c.by == person)).values(by=NOBODY))
        self._database.notify(db, "century", id)

    @staticmethod
    def _forget(db: sa.Connection, gone: Sequence[str]) -> int:
        """Delete people who sit at no table. Return how many there were."""
        for table in (tokens, device_links):
            db.execute(sa.delete(table).where(table.c.person.in_(gone)))
        return db.execute(sa.delete(people).where(people.c.id.in_(gone))).rowcount

    def clean(self, days: float) -> Removed:
        """Delete tables that nobody has touched for some days, and people without tables who are older than that."""
        before = time.time() - days * DAY
        with self._database.reading() as db:
            old = list(db.scalars(sa.select(tables.c.id).where(tables.c.touched < before)))
        removed = self.delete_tables(old)
        with self._database.writing() as db:
            db.execute(sa.delete(device_links).where(device_links.c.until < time.time()))
            busy = sa.select(seats.c.person).where(seats.c.person.is_not(None)).union(sa.select(tables.c.host))
            idle = (people.c.made < before) & people.c.banned.is_(None) & people.c.id.not_in(busy)
            gone = list(db.scalars(sa.select(people.c.id).where(idle)))
            for start in range(0, len(gone), CHUNK):
                self._forget(db, gone[start : start + CHUNK])
        return Removed(removed, len(gone))
