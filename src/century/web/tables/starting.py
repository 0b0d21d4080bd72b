"""Opening the database when a server starts: what can go wrong is one line that says what to do."""

import os
from pathlib import Path

import sqlalchemy as sa
from alembic.util import CommandError

from century.errors import CenturyError


def prepare_file(path: Path) -> None:
    """Create the file of an SQLite database, which only its owner may read: it holds what is hidden in games."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
        if path.stat().st_mode & 0o077:
            path.chmod(0o600)
    except OSError as error:
        text = f"{path}: cannot be opened ({error.strerror}); check its folder, or name another file with DATABASE_URL"
        raise CenturyError(text) from None


class ServerLock:
    """The right to serve an SQLite file, for one process at a time: each knows only its own changes."""

    def __init__(self, database: Path) -> None:
        """Take it; raise CenturyError if another process has it. The system gives it back when a process ends."""
        path = database.with_name(database.name + ".lock")
        self._file = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
        try:
            import fcntl

            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except ImportError:  # Windows
            return
        except OSError:
            other = os.pread(self._file, 20, 0).decode(errors="replace").strip()
            os.close(self._file)
            process = f" (process {other})" if other else ""
            text = f"{database}: another server{process} uses this file; stop it, or use PostgreSQL for several servers"
            raise CenturyError(text) from None
        os.ftruncate(self._file, 0)
        os.pwrite(self._file, str(os.getpid()).encode(), 0)

    def release(self) -> None:
        """Give it back."""
        file, self._file = self._file, -1
        if file >= 0:
            os.close(file)


def start_error(error: Exception, url: sa.URL) -> CenturyError:
    """Return what is wrong with a database that could not be opened, and what to do; never its password."""
    if isinstance(error, CenturyError):
        return error
    name = url.database if url.drivername == "sqlite" else f"PostgreSQL at {url.host or 'localhost'}:{url.port or 5432}"
    cause = (str(getattr(error, "orig", None) or error).strip() or type(error).__name__).splitlines()[0]
    if isinstance(error, CommandError):
        return CenturyError(f"{name}: was written by a newer century ({cause}); update this one, or restore a backup")
    if url.drivername != "sqlite":
        return CenturyError(f"{name}: does not answer ({cause}); start it, or correct DATABASE_URL")
    if type(error) is sa.exc.DatabaseError:
        return CenturyError(f"{name}: is damaged, or no database ({cause}); move it away, or restore a backup")
    if isinstance(error, sa.exc.OperationalError):
        return CenturyError(f"{name}: cannot be opened ({cause}); check the disk, its folder and who may write there")
    return CenturyError(f"{name}: cannot be used ({cause}); restore a backup, or name another database")
