"""The database: connections and transactions, in SQLite or in PostgreSQL."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path

import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy.engine.interfaces import DBAPIConnection

from century.errors import CenturyError
from century.web import metrics
from century.web.tables.starting import ServerLock, prepare_file, start_error

BAD_URL = "DATABASE_URL is no address of a database: sqlite:///FILE or postgresql://USER:PASSWORD@HOST/NAME"


class Database:
    """A database, open from construction to `close`. Thread-safe."""

    def __init__(self, url: str) -> None:
        """Open a database; `migrate` creates or updates its tables."""
        try:
            self.url = sa.make_url(url)
        except sa.exc.ArgumentError:
            raise CenturyError(BAD_URL) from None  # the URL may hold a password: no error shows it
        if self.url.drivername in ("postgresql", "postgres"):
            self.url = self.url.set(drivername="postgresql+psycopg")
        self.is_sqlite = self.url.drivername == "sqlite"
        if not self.is_sqlite and self.url.drivername != "postgresql+psycopg":
            raise CenturyError(BAD_URL)
        if self.is_sqlite and self.url.database and self.url.database != ":memory:":
            prepare_file(Path(self.url.database))
        pool = {} if self.is_sqlite else {"pool_size": 10, "pool_pre_ping": True}
        try:
            self.engine = sa.create_engine(self.url, hide_parameters=True, **pool)  # no seed gets into a log
        except ModuleNotFoundError:
            raise CenturyError("PostgreSQL needs more packages: pip install 'century[postgres]'") from None
        self._lock: ServerLock | None = None
        self._one_writer = threading.Lock() if self.is_sqlite else nullcontext()
        if self.is_sqlite:
            sa.event.listen(self.engine, "connect", _prepare_sqlite)
        sa.event.listen(self.engine, "checkin", self._returned)
        sa.event.listen(self.engine, "handle_error", lambda context: metrics.DATABASE_ERRORS.inc())
        self._closed = False

    def close(self) -> None:
        """Close all connections; those in use as soon as they are returned."""
        self._closed = True
        self.engine.dispose()
        if self._lock:
            self._lock.release()

    def open_for_server(self) -> None:
        """Bring the tables to this version. With SQLite, raise CenturyError if another server uses the file.

        A database that cannot be used raises CenturyError, too, which says what to do.
        """
        try:
            if self.is_sqlite and self.url.database and self.url.database != ":memory:":
                self._lock = ServerLock(Path(self.url.database))
            self.migrate()
        except Exception as error:
            raise start_error(error, self.url) from error
        finally:
            if self._closed and self._lock:  # the server was stopped meanwhile
                self._lock.release()

    def _returned(self, connection: object, record: sa.pool.ConnectionPoolEntry) -> None:
        if self._closed and connection is not None:
            record.invalidate()

    def migrate(self, revision: str = "head") -> None:
        """Bring the tables of the database to this version, or to an earlier one."""
        config = _alembic()
        with self.engine.begin() as connection:
            # several processes may start at once, and a migration is done completely or not at all
            begin = "BEGIN IMMEDIATE" if self.is_sqlite else "SELECT pg_advisory_xact_lock(1404)"
            connection.exec_driver_sql(begin)
            config.attributes["connection"] = connection
            command.upgrade(config, revision)

    def is_migrated(self) -> bool:
        """Whether the database has the tables of this version. Raise SQLAlchemyError if it does not answer."""
        with self.engine.connect() as db:
            return MigrationContext.configure(db).get_current_revision() == newest_revision()

    @contextmanager
    def writing(self) -> Iterator[sa.Connection]:
        """Open a transaction that changes something; it is committed at the end."""
        with self._one_writer, self.engine.begin() as db:
            yield db

    @contextmanager
    def reading(self) -> Iterator[sa.Connection]:
        """Open a connection that sees the database as it is at one moment, whatever others write meanwhile."""
        with self.engine.connect() as db:
            if self.is_sqlite:
                db.exec_driver_sql("BEGIN")
            else:
                db.execution_options(isolation_level="REPEATABLE READ")
            yield db

    def notify(self, db: sa.Connection, channel: str, payload: str) -> None:
        """Tell all processes on this database something when the transaction is committed."""
        if not self.is_sqlite:  # with SQLite there is one process
            db.execute(_NOTIFY, {"channel": channel, "payload": payload})


def newest_revision() -> str | None:
    """Return the revision of the tables of this version."""
    return ScriptDirectory.from_config(_alembic()).get_current_head()


def _alembic() -> Config:
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    return config


_NOTIFY = sa.text("SELECT pg_notify(:channel, :payload)")


def _prepare_sqlite(connection: DBAPIConnection, _: object) -> None:
    """Readers do not wait for writers, and what is committed stays, whatever happens to the machine."""
    cursor = connection.cursor()
    for setting in ("busy_timeout=10000", "journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
        cursor.execute(f"PRAGMA {setting}")
    cursor.close()
