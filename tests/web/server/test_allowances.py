"""What one client may ask for, and what may be open at once, so that there is something left for the others."""

import asyncio
import socket
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import httpx
import pytest
import sqlalchemy as sa

from century.web.limits import client_of
from century.web.server import guard, slow_clients
from century.web.server.allowances import PEOPLE, SLOWED, Admission, Allowances, Rates
from century.web.tables import trouble
from tests.waiting import PATIENCE, until
from tests.web.house import API, BOT, ME, House, Person, house_in


class Door:
    """Allowances with a clock that the test sets; requests name the person they are from."""

    def __init__(self, **rates: Any) -> None:
        self.now = 1000.0
        self.allowances = Allowances(Rates(**rates), lambda: self.now, self.person_of)

    @staticmethod
    def person_of(headers: Any) -> str | None:
        name: str = headers[b"from"]
        return name or None

    def asks(self, method: str, path: str, person: str = "ann", client: str = "192.0.2.1") -> Admission | str:
        scope = {"method": method, "path": path, "client": (client, 1)}
        return self.allowances.admit(scope, {b"from": person})  # type: ignore[dict-item]

    def admitted(
        self,
        times: int,
        method: str,
        path: str,
        person: str = "ann",
        *,
        leaving: bool = True,
        client: Callable[[int], str] = lambda number: "192.0.2.1",
    ) -> int:
        found = 0
        for number in range(times):
            answer = self.asks(method, path, person, client(number))
            if isinstance(answer, Admission):
                found += 1
                if leaving:
                    answer.leave()
        return found


def test_streams_are_limited_for_a_person_and_for_a_client() -> None:
    door = Door(streams=3, reads_a_second=1e6)
    path = f"{API}/tables/x/events"
    held = [door.asks("GET", path) for _ in range(5)]
    assert [isinstance(one, Admission) for one in held] == [True] * 3 + [False] * 2
    assert isinstance(door.asks("GET", path, "bo"), Admission)
    assert isinstance(door.asks("GET", "/"), Admission), "pages have limits of their own"
    held[0].leave()  # type: ignore[union-attr]
    assert isinstance(door.asks("GET", path), Admission)
    several = sum(isinstance(door.asks("GET", path, f"person {n}"), Admission) for n in range(100))
    assert several == 3 * PEOPLE - 4, "many people at one address have more, but not without end"
    assert isinstance(door.asks("GET", path, "cy", client="192.0.2.2"), Admission)


def test_requests_under_way_are_limited() -> None:
    door = Door(requests=2, moves_a_second=1e6)
    assert door.admitted(5, "PUT", f"{API}/me", leaving=False) == 2
    assert door.admitted(500, "PUT", f"{API}/me", "", leaving=False) == 2, "of nobody in particular"
    door = Door(requests=2, moves_a_second=1e6)
    assert door.admitted(500, "PUT", f"{API}/me") == 500, "one after the other"


def test_pages_have_a_rate_and_files_of_the_page_cost_less() -> None:
    door = Door(reads_a_second=10.0)
    assert door.admitted(100, "GET", "/") == 30
    assert door.admitted(100, "GET", "/", "bo") == 30
    door.now += 1.0
    assert door.admitted(100, "GET", "/") == 10
    door.now += 60.0
    assert door.admitted(1000, "GET", "/static/page.js") == 240
    door.now += 60.0
    assert sum(door.admitted(10, "GET", "/", f"person {number}") for number in range(100)) == 150


def test_a_network_of_ipv6_is_one_client() -> None:
    door = Door(reads_a_second=10.0)
    assert door.admitted(1000, "GET", "/", "", client=lambda number: f"2001:db8:0:7::{number:x}") == 30
    assert door.admitted(100, "GET", "/", "", client=lambda number: "2001:db8:0:8::1") == 30
    assert client_of("2001:DB8:0:7:ffff::1%eth0") == "2001:db8:0:7::"


def test_whoever_goes_on_asking_waits_for_the_refusal(monkeypatch: pytest.MonkeyPatch) -> None:
    door, slept = Door(), list[float]()

    async def sleep(seconds: float) -> None:
        slept.append(seconds)

    async def refused(client: str, times: int) -> None:
        for _ in range(times):
            await door.allowances.slow_down({"client": (client, 1)})

    monkeypatch.setattr("century.web.server.allowances.asyncio", SimpleNamespace(sleep=sleep))
    asyncio.run(refused("192.0.2.1", 30))
    assert slept == [SLOWED] * 10
    asyncio.run(refused("192.0.2.2", 5))
    assert len(slept) == 10, "others do not"


def test_counts_are_forgotten_when_nothing_is_open() -> None:
    door = Door(reads_a_second=1e6)
    door.admitted(100, "GET", "/")
    assert not door.allowances._open


def test_inventing_cookies_brings_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("century.web.server.allowances.SLOWED", 0.0)
    with house_in(tmp_path, moves_a_second=1.0) as house:
        headers = {"origin": house.address}
        with httpx.Client(base_url=house.address, headers=headers) as http:
            for signed in (True, False):
                answers = []
                for number in range(20):
                    http.cookies.clear()
                    if signed:
                        http.get("/")  # brings a fresh one
                    else:
                        http.cookies.set("century", f"invented {number}")
                    answers.append(http.put(f"{API}/me", json={"name": "Eve"}).status_code)
                assert answers.count(429) >= 10, answers  # 20 people would have done it


# --- slow and half-sent requests ----------------------------------------------------------------------


def test_a_body_that_does_not_come_is_not_waited_for(
    house: House, ann: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(guard, "BODY_WITHIN", 0.2)
    head = f"PUT {API}/me HTTP/1.1\r\nhost: x\r\nauthorization: {ann.http.headers['authorization']}\r\n"
    with connected(house) as sock:
        sock.sendall(f"{head}content-type: application/json\r\ncontent-length: 100\r\n\r\n".encode() + b'{"na')
        answer = received(sock)
    assert answer.startswith(b"HTTP/1.1 408")
    assert b"connection: close" in answer.lower()


def test_a_head_that_does_not_come_is_not_waited_for(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(slow_clients, "HEAD_WITHIN", 0.2)
    for begun in (b"", b"GET / HT", b"GET / HTTP/1.1\r\nhost: x\r\nx: "):
        with connected(house) as sock:
            sock.sendall(begun)
            assert received(sock) == b""
    monkeypatch.setattr(house.server.config, "timeout_keep_alive", 0.2)
    with connected(house) as sock:  # one request was answered, and the next one has begun
        sock.sendall(b"GET /nowhere HTTP/1.1\r\nhost: x\r\n\r\nGET /no")
        assert b" 404 " in received(sock)


def test_streams_and_slow_answers_are_not_cut_off(house: House, ann: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(slow_clients, "HEAD_WITHIN", 0.1)
    id = ann.lays_out(ME, {"kind": "screen"}, start=0)
    with ann.listens(id) as listening:
        with connected(house) as later:  # which waits for a head as long as the stream would, if it were waited for
            assert received(later) == b""
        assert not listening.ended.is_set()
        ann.answers(id)
        listening.hears_version(2)


def connected(house: House) -> socket.socket:
    host, port = house.address.removeprefix("http://").split(":")
    return socket.create_connection((host, int(port)), PATIENCE)


def received(sock: socket.socket) -> bytes:
    """Everything until the server closes the connection."""
    found = b""
    while data := sock.recv(65536):
        found += data
    return found


# --- headers ------------------------------------------------------------------------------------------


def test_only_known_host_names_are_answered(tmp_path: Path) -> None:
    with house_in(tmp_path, hosts=("play.example", "127.0.0.1")) as house, httpx.Client(base_url=house.address) as http:
        for host, status in (("play.example", 200), ("PLAY.example:8350", 200), ("evil.example", 400), ("", 400)):
            assert http.get("/", headers={"host": host}).status_code == status, host
        assert http.get("/").status_code == 200


def test_private_answers_are_not_kept_by_anybody(house: House, ann: Person) -> None:
    id = ann.lays_out(ME, BOT)
    for path in (f"{API}/me", f"{API}/tables/{id}/state", f"{API}/games", "/", f"/t/{id}", f"/t/{id}/part", "/nowhere"):
        assert ann.get(path).headers["cache-control"] == "no-store", path
    file = ann.get("/static/page.js")
    assert file.headers["cache-control"].startswith("public")
    again = ann.get("/static/page.js", headers={"if-none-match": file.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert ann.get("/static/../guard.py").status_code == 404
    assert ann.get("/static/page.js").headers["content-type"].startswith("text/javascript")


def test_https_is_kept_where_it_is(tmp_path: Path) -> None:
    with house_in(tmp_path, proxies=("127.0.0.1",)) as house, httpx.Client(base_url=house.address) as http:
        assert "strict-transport-security" not in http.get("/").headers
        behind = http.get("/", headers={"x-forwarded-proto": "https"})
        assert behind.headers["strict-transport-security"] == "max-age=31536000"


# --- trouble ------------------------------------------------------------------------------------------


def test_a_database_that_is_away_is_503_and_one_line(
    house: House, ann: Person, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(trouble, "_told", {})

    def away(*_: object) -> Any:
        raise sa.exc.OperationalError("SELECT 1", {}, Exception("database or disk is full"))

    with monkeypatch.context() as patch:
        for name in ("open", "watchable", "mine", "create"):
            patch.setattr(house.store, name, away)
        page = ann.get("/", headers={"accept": "text/html"})
        assert (page.status_code, page.headers["retry-after"]) == (503, "5")
        assert page.headers["content-type"].startswith("text/html")
        for _ in range(5):
            answer = ann.ask("POST", f"{API}/tables", game="spice-road", seats=[ME, BOT])
            assert (answer.status_code, answer.headers["retry-after"]) == (503, "5")
            assert "database" in answer.json()["error"]
    lines = [record for record in caplog.records if record.levelname == "ERROR"]
    assert [record.getMessage() for record in lines] == [
        "the database does not answer (database or disk is full): clients get 503 until it does"
    ]
    assert not lines[0].exc_info
    assert ann.get("/").status_code == 200


def test_a_locked_database_is_503(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trouble, "_told", {})
    with house_in(tmp_path) as house:
        ann = house.person()
        id = ann.lays_out(ME, {"kind": "screen"}, start=0)
        engine = house.store.database.engine
        sa.event.listen(engine, "checkout", lambda raw, *_: raw.execute("PRAGMA busy_timeout=50"))
        lock = sa.create_engine(f"sqlite:///{tmp_path / 'tables.sqlite'}")
        with lock.connect() as other:
            other.exec_driver_sql("BEGIN IMMEDIATE")
            answer = ann.tries(id, 0)
            assert (answer.status_code, answer.headers["retry-after"]) == (503, "5")
            other.rollback()
        lock.dispose()
        assert until(lambda: ann.tries(id, 0).is_success)


def test_asked_for_a_page_the_server_refuses_with_a_page(tmp_path: Path) -> None:
    with house_in(tmp_path, reads_a_second=0.0) as house, httpx.Client(base_url=house.address) as http:
        http.get("/")
        refused = http.get("/", headers={"accept": "text/html"})
        assert (refused.status_code, refused.headers["retry-after"]) == (429, "5")
        assert "<!doctype html>" in refused.text
        assert http.get(f"{API}/games").json()["error"]


def test_cancelled_requests_are_counted_no_longer() -> None:
    async def cancelled() -> None:
        allowances = Allowances(Rates(requests=1), lambda: 0.0)
        begun = asyncio.Event()

        async def app(scope: Any, receive: Any, send: Any) -> None:
            begun.set()
            await asyncio.Event().wait()

        door = guard.Guard(app, allowances)
        scope = {"type": "http", "method": "GET", "path": "/", "headers": [], "client": ("192.0.2.1", 1)}
        task = asyncio.create_task(door(scope, None, None))  # type: ignore[arg-type]
        await begun.wait()
        assert allowances._open
        task.cancel()
        await asyncio.wait([task])
        assert not allowances._open

    asyncio.run(cancelled())
