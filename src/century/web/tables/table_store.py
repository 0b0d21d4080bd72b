"""Tables in the database: every change of a table is one transaction.

A change names the version of the table that it was made for. If the table has moved on, nothing changes and
`StaleVersion` is raised: a repeated or late request has no effect, and of two processes that answer for the same bot
one succeeds.
"""

import secrets
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import compress

import sqlalchemy as sa

from century.web.tables.database import Database
from century.web.tables.rows import AnswerRow, Change, NewAnswer, SeatRow, TableRow
from century.web.tables.schema import actions, hints, people, seats, tables

LISTED = 30  # tables in a list of the lobby

# what every answer needs, built once
_MOVE_ON = sa.update(tables).where((tables.c.id == sa.bindparam("of")) & (tables.c.version == sa.bindparam("was")))
_ANSWER = sa.insert(actions)


class StaleVersion(Exception):
    """The table has moved on."""


class TableStore:
    """Tables with their seats and answers."""

    def __init__(self, database: Database) -> None:
        """Use an open database."""
        self.database = database

    # --- reading ----------------------------------------------------------------------------------

    def version(self, id: str) -> int | None:
        """Return the version of a table, if it exists."""
        with self.database.engine.connect() as db:
            return db.scalar(sa.select(tables.c.version).where(tables.c.id == id))

    def versions(self, ids: Iterable[str]) -> dict[str, int]:
        """Return the versions of tables, of those that exist."""
        with self.database.engine.connect() as db:
            query = sa.select(tables.c.id, tables.c.version).where(tables.c.id.in_(ids))
            return {row.id: row.version for row in db.execute(query)}

    def table(self, id: str) -> tuple[TableRow, list[AnswerRow]] | None:
        """Return a table and its answers in order, both as they were at one moment."""
        query = sa.select(actions.c.action, actions.c.seat, actions.c.by).where(actions.c.table == id)
        with self.database.reading() as db:
            if not (found := _rows(db, tables.c.id == id)):
                return None
            hinted = frozenset(db.scalars(sa.select(hints.c.ply).where(hints.c.table == id)))
            answers = [AnswerRow(*row) for row in db.execute(query.order_by(actions.c.ply))]
            return replace(found[0], hinted=hinted), answers

    def mine(self, person: str) -> list[TableRow]:
        """Return the tables that a person sits at or hosts, those in play first, then the latest."""
        sits = sa.select(seats.c.table).where(seats.c.person == person)
        return self._listed(tables.c.id.in_(sits) | (tables.c.host == person), tables.c.stage == "over")

    def open(self, game: str | None = None, page: int = 0) -> list[TableRow]:
        """Return the tables at which anybody may sit down, those of a game if one is named, by pages."""
        free = sa.select(seats.c.table).where(seats.c.kind == "open")
        return self._listed(_public("waiting", game) & tables.c.id.in_(free), page=page)

    def watchable(self, game: str | None = None, page: int = 0) -> list[TableRow]:
        """Return the tables in play that anybody may watch, those of a game if one is named, by pages."""
        return self._listed(_public("playing", game), page=page)

    def hosts_that_wait(self) -> list[str]:
        """Return the hosts of the tables that the lobby lists as open, once for each table."""
        free = sa.select(seats.c.table).where(seats.c.kind == "open")
        with self.database.engine.connect() as db:
            return list(db.scalars(sa.select(tables.c.host).where(_public("waiting") & tables.c.id.in_(free))))

    def _listed(self, where: sa.ColumnElement[bool], *order: sa.ColumnElement[bool], page: int = 0) -> list[TableRow]:
        with self.database.reading() as db:
            return _rows(db, where, *order, page=page)

    # --- changes ----------------------------------------------------------------------------------

    def create(
        self,
        table: Mapping[str, object],
        sitting: Sequence[SeatRow],
        answers: Iterable[AnswerRow] = (),
        rematch_of: tuple[str, int] | None = None,
    ) -> str:
        """Create a table with its seats and first answers, and return its id.

        If it is the rematch of another table, given by id and version, that table notes its id.
        """
        id, now = secrets.token_urlsafe(12), time.time()
        given = [_answer(id, ply, now, one) for ply, one in enumerate(answers)]
        row = {"id": id, "made": now, "touched": now, "turn_at": now, "version": 1, "plies": len(given)}
        with self.database.writing() as db:
            db.execute(sa.insert(tables).values({**row, "thinking_until": 0.0, **table}))
            db.execute(sa.insert(seats), [{"table": id, **vars(seat)} for seat in sitting])
            if given:
                db.execute(_ANSWER, given)
            if rematch_of:
                self._change(db, *rematch_of, {"rematch": id})
        return id

    def add_answers(self, answers: Sequence[NewAnswer]) -> list[bool]:
        """Write answers in one transaction. Return for each whether its table still had the version."""
        now = time.time()
        with self.database.writing() as db:
            fresh = [_moves_on(db, one.table, one.version, {"plies": one.ply + 1, **one.change}) for one in answers]
            if rows := [_answer(one.table, one.ply, now, one.answer) for one in compress(answers, fresh)]:
                db.execute(_ANSWER, rows)
            for one in compress(answers, fresh):
                self.database.notify(db, "century", one.table)
        return fresh

    def take_back(self, id: str, version: int, plies: int, change: Change) -> None:
        """Keep only the first `plies` answers."""
        with self.database.writing() as db:
            self._change(db, id, version, {"plies": plies, **change})
            db.execute(sa.delete(actions).where((actions.c.table == id) & (actions.c.ply >= plies)))

    def change_seat(self, id: str, version: int, change: Change, seat: SeatRow) -> None:
        """Write a table and one of its seats."""
        with self.database.writing() as db:
            self._change(db, id, version, change)
            where = (seats.c.table == id) & (seats.c.seat == seat.seat)
            db.execute(sa.update(seats).where(where).values(**vars(seat)))

    def add_hint(self, id: str, ply: int) -> None:
        """Note that a hint was shown before an answer."""
        with self.database.writing() as db:
            if not db.scalar(sa.select(hints.c.ply).where((hints.c.table == id) & (hints.c.ply == ply))):
                db.execute(sa.insert(hints).values(table=id, ply=ply))

    def rename(self, person: str, name: str) -> list[str]:
        """Give a known person another name, also where they play on one seat; return these tables."""
        once = sa.select(seats.c.table).where(seats.c.person == person).group_by(seats.c.table)
        once = once.having(sa.func.count() == 1)
        playing = sa.select(tables.c.id).where((tables.c.stage != "over") & tables.c.id.in_(once))
        with self.database.writing() as db:
            db.execute(sa.update(people).where(people.c.id == person).values(name=name))
            found = list(db.scalars(playing))
            db.execute(sa.update(seats).where((seats.c.person == person) & seats.c.table.in_(found)).values(name=name))
            db.execute(sa.update(tables).where(tables.c.id.in_(found)).values(version=tables.c.version + 1))
            for id in found:
                self.database.notify(db, "century", id)
        return found

    def _change(self, db: sa.Connection, id: str, version: int, change: Mapping[str, object]) -> None:
        if not _moves_on(db, id, version, change):
            raise StaleVersion
        self.database.notify(db, "century", id)

    # --- which process answers for bots -------------------------------------------------------------

    def claim_bots(self, id: str, version: int, seconds: float) -> float | None:
        """Claim the bots of a table for this process, for some seconds; None if another process has claimed them.

        The claim is the time at which it ends. It also tells the claims of two processes apart: a claim can be
        made only after the one before it has ended.
        """
        now = time.time()
        where = (tables.c.id == id) & (tables.c.version == version) & (tables.c.thinking_until < now)
        return self._claim(where, now + seconds)

    def extend_claim(self, id: str, claim: float, seconds: float) -> float | None:
        """Extend a claim, or return it with 0 seconds. Return the new claim; None if another process has it."""
        where = (tables.c.id == id) & (tables.c.thinking_until == claim)
        return self._claim(where, time.time() + seconds if seconds else 0.0)

    def _claim(self, where: sa.ColumnElement[bool], until: float) -> float | None:
        if self.database.is_sqlite:
            return until  # there is no other process
        with self.database.writing() as db:
            claimed = db.execute(sa.update(tables).where(where).values(thinking_until=until)).rowcount == 1
        return until if claimed else None


def _public(stage: str, game: str | None = None) -> sa.ColumnElement[bool]:
    where = (tables.c.stage == stage) & ~tables.c.private
    return where & (tables.c.game == game) if game else where


def _rows(
    db: sa.Connection, where: sa.ColumnElement[bool], *order: sa.ColumnElement[bool], page: int = 0
) -> list[TableRow]:
    kept = [column for column in tables.c if column.name != "thinking_until"]
    query = sa.select(*kept).where(where).order_by(*order, tables.c.touched.desc()).limit(LISTED).offset(page * LISTED)
    rows = [dict(row._mapping) for row in db.execute(query)]
    sitting: dict[str, list[SeatRow]] = {row["id"]: [] for row in rows}
    chosen = sa.select(seats).where(seats.c.table.in_(sitting)).order_by(seats.c.seat)
    for table, *values in db.execute(chosen):
        sitting[table].append(SeatRow(*values))
    return [TableRow(**row, seats=tuple(sitting[row["id"]])) for row in rows]


def _answer(id: str, ply: int, at: float, answer: AnswerRow) -> dict[str, object]:
    return {"table": id, "ply": ply, "at": at, "action": answer.action, "seat": answer.seat, "by": answer.by}


def _moves_on(db: sa.Connection, id: str, version: int, change: Mapping[str, object]) -> bool:
    """Whether the table still had this version; if so, it has the next one now."""
    values = {"version": version + 1, "touched": time.time(), **change}
    return db.execute(_MOVE_ON, {"of": id, "was": version, **values}).rowcount == 1
