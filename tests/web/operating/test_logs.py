"""The log as JSON: a line for each request, with its id, and nothing that is secret or names a person."""

import json
import logging
from pathlib import Path

import httpx
import pytest

from century.web.server.logs import WithRequestId
from tests.waiting import PATIENCE
from tests.web.house import API, ME, SCREEN, House
from tests.web.server_process import Running


def test_each_request_has_a_line_without_secrets(tmp_path: Path) -> None:
    server = Running(
        "century", "serve", "--port", "0", CENTURY_DATA=str(tmp_path), CENTURY_LOG="json", CENTURY_WARM_UP="none"
    )
    with server:
        ann = server.person("Annabella")
        table = ann.lays_out(ME, SCREEN)
        ann.answers(table)
        page = httpx.get(
            f"{server.address}/?secret=hidden", headers={"x-forwarded-for": "192.0.2.66"}, timeout=PATIENCE
        )
        assert ann.get(f"{API}/tables/none-such").status_code == 404
        server.stop()
        lines = [json.loads(line) for line in server.errors]
    requests = [line for line in lines if line["logger"] == "century.requests"]
    ids = [line["request_id"] for line in requests]
    assert len(set(ids)) == len(ids) >= 5
    (lobby,) = [line for line in requests if line["request_id"] == page.headers["x-request-id"]]
    assert (lobby["method"], lobby["route"], lobby["status"], lobby["level"]) == ("GET", "/", 200, "INFO")
    assert {"time", "ms"} <= lobby.keys()
    (warning,) = [line for line in lines if line["level"] == "WARNING"]
    assert "CENTURY_PROXIES" in warning["message"]
    assert warning["request_id"] == lobby["request_id"]
    assert {line["status"] for line in requests} >= {200, 201, 404}
    everything = "".join(server.errors)
    token = ann.http.headers["authorization"].removeprefix("Bearer ")
    for secret in ("Annabella", token, table, ann.id, "hidden", "192.0.2.66", page.cookies["century"]):
        assert secret not in everything


def test_an_error_is_logged_with_the_id_that_the_client_gets(
    house: House, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    caplog.handler.addFilter(noting := WithRequestId())
    try:
        monkeypatch.setattr(house.service, "hurry", None)
        ann = house.person()
        table = ann.lays_out(ME, SCREEN)
        answer = ann.ask("POST", f"{API}/tables/{table}/hurry")
    finally:
        caplog.handler.removeFilter(noting)
    assert answer.status_code == 500
    (record,) = [record for record in caplog.records if record.levelno == logging.ERROR]
    assert record.exc_info
    assert record.request_id == answer.headers["x-request-id"]  # type: ignore[attr-defined]
