"""Whether a server lives, is ready, and what it measures."""

import re
import socket
import threading
from collections.abc import Callable
from pathlib import Path

import httpx
import psycopg
import pytest
import sqlalchemy as sa

from century.cli import main
from century.web.server import health
from tests.waiting import PATIENCE, until
from tests.web.house import API, BOT, ME, House, house_in


def ready(house: House) -> tuple[int, dict[str, bool]]:
    """What the server says of itself, looked up anew."""
    house.app.state.readiness._until = 0.0
    answer = httpx.get(f"{house.address}/readyz", timeout=PATIENCE)
    return answer.status_code, answer.json()


def test_a_server_that_runs_lives_and_is_ready(house: House) -> None:
    assert httpx.get(f"{house.address}/healthz", timeout=PATIENCE).text == "ok\n"
    assert ready(house) == (200, {"database": True, "migrations": True, "bots": True})


def test_a_database_that_is_away_or_of_another_version_is_not_ready(
    postgres: str, new_database: Callable[[], str]
) -> None:
    url = new_database()
    name = re.search(r"/(test_\w+)\?", url)[1]  # type: ignore[index]
    with House(url) as house:
        assert ready(house)[0] == 200
        with psycopg.connect(postgres, autocommit=True) as db:
            db.execute(f'ALTER DATABASE "{name}" ALLOW_CONNECTIONS false')
            db.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s", [name])
            assert ready(house) == (503, {"database": False, "migrations": False, "bots": True})
            assert httpx.get(f"{house.address}/healthz", timeout=PATIENCE).status_code == 200
            db.execute(f'ALTER DATABASE "{name}" ALLOW_CONNECTIONS true')
        assert until(lambda: ready(house)[0] == 200)
        with house.store.database.engine.begin() as connection:
            connection.execute(sa.text("UPDATE alembic_version SET version_num = '0000'"))
        assert ready(house) == (503, {"database": True, "migrations": False, "bots": True})


def test_a_slow_database_is_not_waited_for(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    answering = threading.Event()
    monkeypatch.setattr(health, "SLOW", 0.01)
    monkeypatch.setattr(house.store.database, "is_migrated", lambda: answering.wait(PATIENCE))
    try:
        until(lambda: ready(house)[1]["database"] is False)
    finally:
        answering.set()


def test_lost_processes_of_bots_are_seen(tmp_path: Path) -> None:
    with house_in(tmp_path, thinking=True) as house:
        house.service.pool._closed = True
        assert ready(house) == (503, {"database": True, "migrations": True, "bots": False})


def metrics_of(house: House) -> dict[str, float]:
    port = house.app.state.metrics.port
    text = httpx.get(f"http://127.0.0.1:{port}/metrics", timeout=PATIENCE).text
    lines = [line.rpartition(" ") for line in text.splitlines() if not line.startswith("#")]
    return {name: float(value) for name, _, value in lines}


def test_the_metrics_count_what_happens(tmp_path: Path) -> None:
    with house_in(tmp_path, metrics="127.0.0.1:0") as house:
        before = metrics_of(house)
        ann = house.person()
        table = ann.lays_out(ME, BOT)
        ann.answers(table)
        ann.waits_for_turn(table)
        with ann.listens(table):
            until(lambda: metrics_of(house)["century_streams"] > before["century_streams"])
        with pytest.raises(sa.exc.SQLAlchemyError), house.store.database.engine.connect() as db:
            db.execute(sa.text("nonsense"))

        def grown(name: str) -> float:
            return metrics_of(house)[name] - before.get(name, 0.0)

        assert grown('century_answers_total{by="person"}') == 1
        assert grown('century_answers_total{by="bot"}') >= 1
        assert grown("century_commit_seconds_count") >= 2
        assert grown('century_bot_wait_seconds_count{level="novice"}') >= 1
        route = f'method="POST",route="{API}/tables/{{id}}/actions",status="200"'
        assert grown(f"century_request_seconds_count{{{route}}}") == 1
        assert not [name for name in metrics_of(house) if "events" in name and grown(name)]
        assert grown("century_database_errors_total") == 1
        now = metrics_of(house)
        assert now["century_tables_in_memory"] == 1
        until(lambda: metrics_of(house)['century_tables{stage="playing"}'] == 1)  # counted once a second
        assert 'century_compiled{game="spice-road"}' in now
        assert not [name for name in now if table in name or ann.id in name]


def test_the_metrics_are_not_at_the_port_of_the_page(house: House) -> None:
    assert httpx.get(f"{house.address}/metrics", timeout=PATIENCE).status_code == 404
    assert house.app.state.metrics is None


def test_a_port_that_is_taken_is_named_before_anything_starts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("CENTURY_DATA", str(tmp_path))
    with socket.create_server(("127.0.0.1", 0)) as taken:
        monkeypatch.setenv("CENTURY_METRICS", str(taken.getsockname()[1]))
        assert main(["serve", "--port", "0"]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith("century: CENTURY_METRICS: cannot listen on ")


def test_what_a_client_invents_makes_no_series(tmp_path: Path) -> None:
    with house_in(tmp_path, metrics="127.0.0.1:0") as house:
        for path in ("/a", "/b/c"):
            httpx.request("BREW", house.address + path, timeout=PATIENCE)
        names = " ".join(metrics_of(house))
        assert "BREW" not in names
        assert "/b/c" not in names
