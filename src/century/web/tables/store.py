"""The store: every change of a table is one transaction, in SQLite or in PostgreSQL.

A change names the version of the table it was made for. If the table has gone on since, nothing changes and `Stale` is
raised: a doubled or late request has no effect, and of two processes that answer for the same bot one does.
"""

import hashlib
import secrets
import threading
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass
from itertools import compress
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite

from century.errors import CenturyError
from century.web.tables.schema import actions, people, seats, tables, tokens

LISTED = 30  # tables in a list of the lobby
NO_ADDRESS = "DATABASE_URL is no address of a database: sqlite:///FILE or postgresql://USER:PASSWORD@HOST/NAME"

# what every answer needs, built once
_GONE_ON = sa.update(tables).where((tables.c.id == sa.bindparam("of")) & (tables.c.version == sa.bindparam("was")))
_ANSWERED = sa.insert(actions)
_NOTIFY = sa.text("SELECT pg_notify('century', :id)")


class Stale(Exception):
    """The table has gone on since."""


@dataclass(frozen=True)
class SeatRow:
    """Who sits on a seat, as it is kept."""

    seat: int
    kind: str
    person: str | None
    name: str
    level: str | None


@dataclass(frozen=True)
class TableRow:
    """A table, as it is kept, without its actions."""

    id: str
    game: str
    options: dict[str, Any]
    rules: str
    host: str
    made: float
    touched: float
    version: int
    plies: int
    actor: int | None
    stage: str
    private: bool
    takebacks: bool
    clock: int | None
    turn_at: float
    result: dict[str, Any] | None
    rematch: str | None
    seats: tuple[SeatRow, ...]

    def seats_of(self, person: str) -> list[int]:
        """The seats that a person sits on."""
        return [seat.seat for seat in self.seats if seat.person == person]


@dataclass(frozen=True)
class Given:
    """An answer: which, for which seat, and by whom."""

    action: int
    seat: int
    by: str


@dataclass(frozen=True)
class Answered:
    """An answer at a version of a table, and what the table is like after it."""

    table: str
    version: int
    ply: int
    given: Given
    state: Mapping[str, Any]


class Store:
    """The database behind the page."""

    def __init__(self, url: str) -> None:
        """Open a database; `migrate` makes or updates its tables."""
        try:
            self.url = sa.make_url(url)
        except sa.exc.ArgumentError:
            raise CenturyError(NO_ADDRESS) from None  # it may hold a password: it stands in no error
        if self.url.drivername in ("postgresql", "postgres"):
            self.url = self.url.set(drivername="postgresql+psycopg")
        self.is_sqlite = self.url.drivername == "sqlite"
        if not self.is_sqlite and self.url.drivername != "postgresql+psycopg":
            raise CenturyError(NO_ADDRESS)
        if self.is_sqlite and self.url.database and self.url.database != ":memory:":
            Path(self.url.database).parent.mkdir(parents=True, exist_ok=True)
        pool = {} if self.is_sqlite else {"pool_size": 10, "pool_pre_ping": True}
        self.engine = sa.create_engine(self.url, hide_parameters=True, **pool)  # no seed stands in a log
        self._one_writer = threading.Lock() if self.is_sqlite else None
        if self.is_sqlite:
            sa.event.listen(self.engine, "connect", _prepare_sqlite)
        sa.event.listen(self.engine, "checkin", self._given_back)
        self._closed = False

    def close(self) -> None:
        """Close all connections; those in use as soon as they are given back."""
        self._closed = True
        self.engine.dispose()

    def _given_back(self, connection: object, record: sa.pool.ConnectionPoolEntry) -> None:
        if self._closed and connection is not None:
            record.invalidate()

    def migrate(self) -> None:
        """Bring the tables of the database to this version."""
        from alembic import command
        from alembic.config import Config

        config = Config()
        config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
        with self.engine.begin() as connection:
            # several processes may start at once, and all is done or nothing
            begin = "BEGIN IMMEDIATE" if self.is_sqlite else "SELECT pg_advisory_xact_lock(1404)"
            connection.exec_driver_sql(begin)
            config.attributes["connection"] = connection
            command.upgrade(config, "head")

    def _writing(self) -> AbstractContextManager[Any]:
        return self._one_writer or nullcontext()

    # --- people -----------------------------------------------------------------------------------

    def name_of(self, person: str) -> str | None:
        """The name of a person, if one is known."""
        with self.engine.connect() as db:
            return db.scalar(sa.select(people.c.name).where(people.c.id == person))

    def keep_person(self, person: str, name: str) -> None:
        """Write a person down, if they are not known yet."""
        insert = sqlite.insert if self.is_sqlite else postgresql.insert
        row = insert(people).values(id=person, name=name, made=time.time())
        with self._writing(), self.engine.begin() as db:
            db.execute(row.on_conflict_do_nothing())

    def rename(self, person: str, name: str) -> list[str]:
        """Give a person another name, also where they play on one seat; returns these tables."""
        self.keep_person(person, name)
        once = sa.select(seats.c.table).where(seats.c.person == person).group_by(seats.c.table)
        playing = sa.select(tables.c.id).where((tables.c.stage != "over") & tables.c.id.in_(once.having(_one())))
        with self._writing(), self.engine.begin() as db:
            db.execute(sa.update(people).where(people.c.id == person).values(name=name))
            found = list(db.scalars(playing))
            db.execute(sa.update(seats).where((seats.c.person == person) & seats.c.table.in_(found)).values(name=name))
            db.execute(sa.update(tables).where(tables.c.id.in_(found)).values(version=tables.c.version + 1))
            for id in found:
                self._tell(db, id)
        return found

    def new_token(self, person: str) -> str:
        """A new token of a person; the old ones are no longer valid."""
        token = secrets.token_urlsafe(24)
        with self._writing(), self.engine.begin() as db:
            db.execute(sa.delete(tokens).where(tokens.c.person == person))
            db.execute(sa.insert(tokens).values(hash=_digest(token), person=person, made=time.time()))
        return token

    def person_with(self, token: str) -> str | None:
        """The person that a token belongs to."""
        with self.engine.connect() as db:
            return db.scalar(sa.select(tokens.c.person).where(tokens.c.hash == _digest(token)))

    # --- tables -----------------------------------------------------------------------------------

    def create(
        self,
        table: Mapping[str, Any],
        sitting: Sequence[SeatRow],
        given: Iterable[Given] = (),
        rematch_of: tuple[str, int] | None = None,
    ) -> str:
        """A new table with its seats, and the answers it begins with; returns its id.

        The rematch of another table, by its id and version, is noted there.
        """
        id, now = secrets.token_urlsafe(12), time.time()
        begun = list(given)
        row = {
            "id": id,
            "made": now,
            "touched": now,
            "turn_at": now,
            "version": 1,
            "plies": len(begun),
            "thinking_until": 0.0,
            **table,
        }
        with self._writing(), self.engine.begin() as db:
            db.execute(sa.insert(tables).values(row))
            db.execute(sa.insert(seats), [{"table": id, **vars(seat)} for seat in sitting])
            if begun:
                db.execute(
                    sa.insert(actions),
                    [{"table": id, "ply": ply, "at": now, **vars(one)} for ply, one in enumerate(begun)],
                )
            if rematch_of:
                self._go_on(db, *rematch_of, {"rematch": id})
                self._tell(db, rematch_of[0])
        return id

    def version(self, id: str) -> int | None:
        """The version of a table, if there is one."""
        with self.engine.connect() as db:
            return db.scalar(sa.select(tables.c.version).where(tables.c.id == id))

    def table(self, id: str) -> tuple[TableRow, list[Given]] | None:
        """A table by its id, and the answers given at it, in order: both as they were at one moment."""
        query = sa.select(actions.c.action, actions.c.seat, actions.c.by).where(actions.c.table == id)
        with self._one_moment() as db:
            found = self._tables(db, tables.c.id == id)
            return (found[0], [Given(*row) for row in db.execute(query.order_by(actions.c.ply))]) if found else None

    @contextmanager
    def _one_moment(self) -> Iterator[sa.Connection]:
        """A connection that sees the database as it is at one moment, whatever others write meanwhile."""
        with self.engine.connect() as db:
            if self.is_sqlite:
                db.exec_driver_sql("BEGIN")
            else:
                db.execution_options(isolation_level="REPEATABLE READ")
            yield db

    def mine(self, person: str) -> list[TableRow]:
        """The tables at which a person sits or which are theirs, those in play first, then the latest."""
        sits = sa.select(seats.c.table).where(seats.c.person == person)
        return self._listed(tables.c.id.in_(sits) | (tables.c.host == person), tables.c.stage == "over")

    def open(self) -> list[TableRow]:
        """Tables that anybody may sit down at."""
        free = sa.select(seats.c.table).where(seats.c.kind == "open")
        return self._listed((tables.c.stage == "waiting") & ~tables.c.private & tables.c.id.in_(free))

    def watchable(self) -> list[TableRow]:
        """Tables in play that anybody may watch."""
        return self._listed((tables.c.stage == "playing") & ~tables.c.private)

    def _listed(self, where: Any, *order: Any) -> list[TableRow]:
        with self._one_moment() as db:
            return self._tables(db, where, *order)

    def _tables(self, db: sa.Connection, where: Any, *order: Any) -> list[TableRow]:
        kept = [column for column in tables.c if column.name != "thinking_until"]
        query = sa.select(*kept).where(where).order_by(*order, tables.c.touched.desc()).limit(LISTED)
        rows = [dict(row._mapping) for row in db.execute(query)]
        sitting: dict[str, list[SeatRow]] = {row["id"]: [] for row in rows}
        chosen = sa.select(seats).where(seats.c.table.in_(sitting)).order_by(seats.c.seat)
        for table, *values in db.execute(chosen):
            sitting[table].append(SeatRow(*values))
        return [TableRow(**row, seats=tuple(sitting[row["id"]])) for row in rows]

    # --- changes ----------------------------------------------------------------------------------

    def act(self, answers: Sequence[Answered]) -> list[bool]:
        """Write answers down in one transaction; false for those whose table has gone on since."""
        now = time.time()
        with self._writing(), self.engine.begin() as db:
            fresh = [self._goes_on(db, one.table, one.version, {"plies": one.ply + 1, **one.state}) for one in answers]
            rows = [
                {"table": one.table, "ply": one.ply, "at": now, **vars(one.given)} for one in compress(answers, fresh)
            ]
            if rows:
                db.execute(_ANSWERED, rows)
            for row in rows:
                self._tell(db, row["table"])
        return fresh

    def take_back(self, id: str, version: int, plies: int, state: Mapping[str, Any]) -> None:
        """Keep only so many answers."""
        with self._writing(), self.engine.begin() as db:
            self._go_on(db, id, version, {"plies": plies, **state})
            db.execute(sa.delete(actions).where((actions.c.table == id) & (actions.c.ply >= plies)))
            self._tell(db, id)

    def change(
        self, id: str, version: int, state: Mapping[str, Any], seat: int | None = None, **changed: str | None
    ) -> None:
        """Change something about a table, or about one of its seats."""
        with self._writing(), self.engine.begin() as db:
            self._go_on(db, id, version, state)
            if seat is not None:
                where = (seats.c.table == id) & (seats.c.seat == seat)
                db.execute(sa.update(seats).where(where).values(**changed))
            self._tell(db, id)

    def _go_on(self, db: sa.Connection, id: str, version: int, state: Mapping[str, Any]) -> None:
        if not self._goes_on(db, id, version, state):
            raise Stale

    def _goes_on(self, db: sa.Connection, id: str, version: int, state: Mapping[str, Any]) -> bool:
        """Whether the table still had this version, and so has the next one now."""
        changed = {"version": version + 1, "touched": time.time(), **state}
        return db.execute(_GONE_ON, {"of": id, "was": version, **changed}).rowcount == 1

    def _tell(self, db: sa.Connection, id: str) -> None:
        """Other processes hear of the change when it is committed."""
        if not self.is_sqlite:
            db.execute(_NOTIFY, {"id": id})

    def claim_thinking(self, id: str, version: int, seconds: float) -> float | None:
        """Claim the bots of a table for this process, for some seconds; None if another process has claimed them.

        The claim is the time at which it ends. It also tells the claims of two processes apart: a claim can be
        made only after the one before it has ended.
        """
        now = time.time()
        if self.is_sqlite:
            return now + seconds  # there is no other process
        where = (tables.c.id == id) & (tables.c.version == version) & (tables.c.thinking_until < now)
        return self._claim(where, now + seconds)

    def go_on_thinking(self, id: str, claim: float, seconds: float) -> float | None:
        """Prolong a claim, or give it back with 0 seconds. Return the new claim; None if another process has it."""
        until = time.time() + seconds if seconds else 0.0
        if self.is_sqlite:
            return until
        return self._claim((tables.c.id == id) & (tables.c.thinking_until == claim), until)

    def _claim(self, where: Any, until: float) -> float | None:
        with self._writing(), self.engine.begin() as db:
            claimed = db.execute(sa.update(tables).where(where).values(thinking_until=until)).rowcount == 1
        return until if claimed else None


def _one() -> Any:
    return sa.func.count() == 1


def _digest(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def _prepare_sqlite(connection: Any, _record: Any) -> None:
    """Readers do not wait for writers, and what is committed stays, whatever happens to the machine."""
    for setting in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=10000"):
        connection.execute(f"PRAGMA {setting}")
