"""What keeps a server from starting is one line that says what to do, and its files are nobody else's."""

import os
import sqlite3
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from century.errors import CenturyError
from century.web.tables.database import Database
from tests.waiting import PATIENCE
from tests.web.house import house_in


def started(folder: Path, **settings: str) -> str:
    """What a server says that cannot start."""
    environment = {**os.environ, "CENTURY_DATA": str(folder), "CENTURY_WARM_UP": "none", **settings}
    command = [sys.executable, "-m", "century", "serve", "--port", "0"]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=PATIENCE)
    assert done.returncode not in (0, None)
    assert len(done.stderr.strip().splitlines()) == 1, done.stderr
    return done.stderr.strip()


def test_a_file_of_a_newer_version_is_left_alone(tmp_path: Path) -> None:
    with house_in(tmp_path):
        pass
    with sqlite3.connect(tmp_path / "tables.sqlite") as db:
        db.execute("UPDATE alembic_version SET version_num = '9999'")
    db.close()
    said = started(tmp_path)
    assert "was written by a newer century" in said
    assert "update this one" in said


def test_a_damaged_file_is_named(tmp_path: Path) -> None:
    (tmp_path / "tables.sqlite").write_bytes(b"no database " * 1000)
    said = started(tmp_path)
    assert f"{tmp_path / 'tables.sqlite'}: is damaged, or no database" in said
    assert "restore a backup" in said


def test_postgresql_that_is_not_there_is_named_without_its_password(tmp_path: Path) -> None:
    said = started(tmp_path, DATABASE_URL="postgresql://me:a-password@127.0.0.1:1/tables")
    assert "PostgreSQL at 127.0.0.1:1: does not answer" in said
    assert "a-password" not in said


def test_a_folder_that_is_none_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    said = started(tmp_path, DATABASE_URL=f"sqlite:///{tmp_path / 'file' / 'tables.sqlite'}")
    assert "cannot be opened" in said


def test_a_second_server_on_the_same_file_is_refused(tmp_path: Path) -> None:
    with house_in(tmp_path) as house:
        said = started(tmp_path)
        assert f"another server (process {os.getpid()}) uses this file" in said
        assert house.person().ok("GET", "/api/v1/me")
    database = Database(f"sqlite:///{tmp_path / 'tables.sqlite'}")
    database.open_for_server()  # the first one has stopped
    database.close()


@pytest.mark.skipif(os.name == "nt", reason="Windows has other permissions")
def test_only_the_owner_may_read_the_tables(tmp_path: Path) -> None:
    (tmp_path / "before.sqlite").touch(0o644)
    Database(f"sqlite:///{tmp_path / 'before.sqlite'}").close()
    with house_in(tmp_path) as house:
        house.person()
        for path in tmp_path.iterdir():
            assert stat.S_IMODE(path.stat().st_mode) == 0o600, path


def test_errors_that_say_nothing_are_named_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    database = Database(f"sqlite:///{tmp_path / 'tables.sqlite'}")

    def fails() -> None:
        raise RuntimeError

    monkeypatch.setattr(database, "migrate", fails)
    with pytest.raises(CenturyError, match="cannot be used \\(RuntimeError\\)"):
        database.open_for_server()
    database.close()
