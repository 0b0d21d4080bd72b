"""What every request has to pass, and the headers of every answer."""

import asyncio
import re
from pathlib import Path
from typing import Any

import httpx
import pytest

from century.web.server.allowances import Allowances, Rates
from century.web.server.guard import MOST_BYTES, Guard
from tests.web.house import API, BOT, ME, House, Person, house_in

NASTY = "<script>\"&'"


# --- origins ------------------------------------------------------------------------------------------


def test_changes_come_from_pages_of_this_site(house: House, ann: Person) -> None:
    eve = house.person("Eve", browser=True)
    own, host = house.address, house.address.removeprefix("http://")
    good: list[dict[str, str]] = [{"origin": own}, {"sec-fetch-site": "same-origin"}, {"origin": f"https://{host}"}]
    bad: list[dict[str, str]] = [
        {},
        {"origin": "https://evil.example"},
        {"origin": "null"},
        {"origin": f"http://{host}.evil.example"},
        {"origin": f"http://evil.example/{host}"},
        {"origin": host},
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site"},
        {"sec-fetch-site": "none"},
        {"origin": "https://evil.example", "sec-fetch-site": "same-origin"},
    ]
    del eve.http.headers["origin"]
    for method, path, body in (
        ("PUT", f"{API}/me", {"name": "Eve"}),
        ("POST", f"{API}/me/token", None),
        ("POST", f"{API}/tables", {"game": "spice-road", "seats": [ME, BOT]}),
        ("POST", f"{API}/people", {"name": "Eve"}),
    ):
        for headers in bad:
            answer = eve.http.request(method, path, json=body, headers=headers)
            assert (answer.status_code, "error" in answer.json()) == (403, True), (path, headers)
        for headers in good:
            assert eve.http.request(method, path, json=body, headers=headers).is_success, (path, headers)
    for method in ("DELETE", "PATCH", "TRACE", "QUERY"):
        assert eve.http.request(method, f"{API}/me").status_code in (403, 405)
    assert ann.ok("PUT", f"{API}/me", name="Ann") == {"id": ann.id, "name": "Ann"}, "a token comes from anywhere"


# --- pages --------------------------------------------------------------------------------------------


def test_every_page_has_a_strict_policy_and_no_inline_script(house: House, ann: Person) -> None:
    id = ann.lays_out(ME, BOT)
    paths = ["/", "/join", "/rules", "/rules/spice-road", "/nowhere", "/t/nowhere", "/t/!!", "/rules/nothing"]
    for path in [
        *(f"/t/{id}", f"/t/{id}/part", f"/t/{id}/replay", f"{API}/tables/{id}"),
        *paths,
        f"{API}/openapi.json",
        "/static/page.js",
        "/static/nothing",
    ]:
        answer = ann.get(path, headers={"accept": "text/html"})
        policy = answer.headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "script-src 'self';" in policy
        assert "unsafe" not in policy
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["x-frame-options"] == "DENY"
        if answer.headers.get("content-type", "").startswith("text/html"):
            assert not re.search(r"<script(?![^>]*\bsrc=)|\son\w+=|javascript:|\sstyle=", answer.text, re.I), path


def test_names_are_shown_as_they_are(house: House) -> None:
    eve = house.person(NASTY, browser=True)
    id = eve.lays_out(ME, {"kind": "bot", "level": "novice", "name": NASTY}, start=0)
    eve.answers(id, "play S01")
    for path in ("/", f"/t/{id}", f"/t/{id}/part", f"/t/{id}/replay?ply=1", "/join"):
        text = eve.get(path).text
        assert NASTY not in text, path
        assert not re.search(r'<script>["&]', text), path
    assert "&lt;script&gt;" in eve.get(f"/t/{id}").text
    assert eve.table(id)["seats"][0]["name"] == NASTY


# --- size and rate ------------------------------------------------------------------------------------


def test_more_than_is_taken_is_refused(ann: Person) -> None:
    body = b'{"name": "' + b"x" * MOST_BYTES + b'"}'

    def pieces() -> Any:
        for start in range(0, len(body), 10_000):
            yield body[start : start + 10_000]

    for content in (body, pieces()):
        for path, kind in ((f"{API}/me", "application/json"), (f"{API}/records", "text/plain")):
            method = "PUT" if path.endswith("me") else "POST"
            if not isinstance(content, bytes):
                content = pieces()
            answer = ann.http.request(method, path, content=content, headers={"content-type": kind})
            assert (answer.status_code, "bytes" in answer.json()["error"]) == (413, True)
    assert ann.ok("GET", f"{API}/me")["name"] == "Ann"


def test_too_many_requests_are_refused(tmp_path: Path) -> None:
    with house_in(tmp_path, moves_a_second=0.001) as house, httpx.Client(base_url=house.address) as http:
        people = [http.post(f"{API}/people", json={"name": "Eve"}) for _ in range(2)]
        assert [one.status_code for one in people] == [201, 429]
        assert "wait" in people[1].json()["error"]
        assert http.get("/").status_code == 200


class Clocked:
    """A guard with a clock of its own, which the test sets."""

    def __init__(self) -> None:
        self.now = 1000.0
        rates = Rates(moves_a_second=2.0, tables_a_minute=6.0, reads_a_second=4.0, streams=3, requests=2)
        self.guard = Guard(self.app, Allowances(rates, lambda: self.now))

    async def app(self, scope: Any, receive: Any, send: Any) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": []})

    def asks(self, who: str, path: str = "/x", client: str = "1.2.3.4", times: int = 1) -> list[int]:
        found: list[int] = []

        async def send(message: Any) -> None:
            found.extend([message["status"]] if "status" in message else [])

        async def receive() -> Any:
            return {"type": "http.request"}

        headers = [(b"authorization", who.encode())]
        scope = {"type": "http", "method": "POST", "path": path, "headers": headers, "client": (client, 1)}
        for _ in range(times):
            asyncio.run(self.guard(scope, receive, send))
        return found


def test_one_person_has_a_rate_and_a_burst() -> None:
    door = Clocked()
    assert door.asks("Bearer ann", times=8) == [200] * 6 + [429] * 2
    assert door.asks("Bearer bo") == [200], "others go on"
    door.now += 1.0
    assert door.asks("Bearer ann", times=4) == [200] * 2 + [429] * 2


def test_who_brings_another_name_each_time_is_held_by_the_address() -> None:
    door = Clocked()
    asked = [door.asks(f"Bearer {number}")[0] for number in range(70)]
    assert asked == [200] * 60 + [429] * 10
    assert door.asks("Bearer ann", client="5.6.7.8") == [200], "elsewhere others go on"


@pytest.mark.parametrize("path", ["tables", "tables/", "people", "records", "tables/x/play-on", "tables/x/rematch"])
def test_what_adds_to_the_database_has_a_rate_of_its_own(path: str) -> None:
    door = Clocked()
    asked = [door.asks(f"Bearer {number}", f"{API}/{path}")[0] for number in range(8)]
    assert asked == [200] * 6 + [429] * 2
    assert door.asks("Bearer x", f"{API}/tables/x/actions") == [200]
    door.now += 10.0
    assert door.asks("Bearer y", f"{API}/{path}", times=2) == [200, 429]
