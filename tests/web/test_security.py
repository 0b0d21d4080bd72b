"""Nobody acts for another, nobody sees what is hidden or private, and pages of other sites change nothing."""

import asyncio
import json
import logging
import re
from pathlib import Path
from typing import Any

import httpx
import pytest

from century.web.guard import MOST_BYTES, Guard
from century.web.people import COOKIE
from tests.web.house import API, BOT, FRIEND, ME, OPEN, SCREEN, House, Person, house_in

NASTY = "<script>\"&'"


def cookie_of(person: Person) -> str:
    return str(person.http.cookies[COOKIE])


def seed_of(house: House, id: str) -> str:
    found = house.store.table(id)
    assert found
    return str(found[0].options["seed"])


def all_that_is_told(person: Person | httpx.Client, id: str) -> dict[str, httpx.Response]:
    """Whatever can be read of a table."""
    paths = [f"{API}/tables/{id}{rest}" for rest in ("", "/state", "/record", "/invitations")]
    paths += [f"/t/{id}{rest}" for rest in ("", "/part", "/replay", "/replay/part?ply=3")]
    paths += ["/", f"{API}/tables", f"{API}/tables?list=mine", f"{API}/tables?list=watch"]
    return {path: person.get(path, headers={"accept": "text/html"}) for path in paths}


# --- seats ------------------------------------------------------------------------------------------------


def test_nobody_acts_for_another(house: House, ann: Person, bo: Person) -> None:
    eve = house.person("Eve")
    id = ann.lays_out(ME, OPEN, start=0)
    bo.sits_down(id)
    version = ann.state(id)["version"]
    for person in (bo, eve):
        for seat in (None, 0, 1):
            assert person.tries(id, "play S01", version, seat=seat).status_code == 403
    assert eve.ask("POST", f"{API}/tables/{id}/undo", version=version).status_code == 403
    assert eve.ask("POST", f"{API}/tables/{id}/hint").status_code == 403
    assert eve.ask("POST", f"{API}/tables/{id}/hurry").status_code == 403
    assert bo.gives_to_bot(id, 0).status_code == 403
    assert eve.gives_to_bot(id, 1, None).status_code == 403
    assert ann.state(id)["version"] == version
    assert not eve.state(id)["view"]["actions"]
    assert not bo.state(id)["view"]["actions"]
    nobody = httpx.Client(base_url=house.address, headers={"origin": house.address})
    with nobody:
        answer = nobody.post(f"{API}/tables/{id}/actions", json={"action": "play S01", "version": version})
    assert (answer.status_code, "error" in answer.json()) == (401, True)


# --- what is hidden ---------------------------------------------------------------------------------------------


def test_the_seed_of_a_game_with_others_is_told_to_nobody(house: House, ann: Person, bo: Person) -> None:
    id = ann.lays_out(ME, OPEN, start=0)
    seed = seed_of(house, id)
    assert len(seed) > 12, "nobody finds it by trying"

    def look() -> None:
        for person in (ann, bo, house.person("Eve")):
            for path, response in all_that_is_told(person, id).items():
                assert seed not in response.text, path
                assert '"options"' not in response.text, path
            assert person.get(f"{API}/tables/{id}/record").status_code == 403
            for plies in (0, 1):
                refused = person.ask("POST", f"{API}/tables/{id}/play-on", plies=plies)
                assert refused.status_code == 403, "nor can they find out by playing on"

    look()  # while the host waits alone, too
    bo.sits_down(id)
    ann.answers(id, "acquire 2")
    look()
    wrong = ann.tries(id, "claim P01").text + ann.tries(id, "play S01", 1).text + ann.tries(id, 9999).text
    assert seed not in wrong


def test_a_seed_can_be_chosen_where_nobody_else_plays(house: House, ann: Person) -> None:
    for others in (OPEN, FRIEND):
        response = ann.ask("POST", f"{API}/tables", game="spice-road", seats=[ME, others], seed=3)
        assert (response.status_code, "seed" in response.json()["error"]) == (422, True)
    id = ann.lays_out(ME, BOT, SCREEN, seed=3)
    assert seed_of(house, id) == "3"
    assert ann.get(f"{API}/tables/{id}/record").status_code == 200


def test_a_record_is_given_to_who_plays_alone_and_to_all_after_the_end(house: House, ann: Person, bo: Person) -> None:
    alone, strict = ann.lays_out(ME, BOT), ann.lays_out(ME, BOT, takebacks=False)
    watched = ann.lays_out(BOT, BOT)
    assert [ann.get(f"{API}/tables/{id}/record").status_code for id in (alone, strict, watched)] == [200, 403, 200]
    assert [bo.get(f"{API}/tables/{id}/record").status_code for id in (alone, strict, watched)] == [403, 403, 403]
    id = ann.lays_out(ME, OPEN, start=0, turn_limit=2)
    bo.sits_down(id)
    ann.answers(id, "play S01")
    bo.answers(id, "play S01")
    assert ann.table(id)["stage"] == "over"
    assert house.person("Eve").get(f"{API}/tables/{id}/record").status_code == 200


@pytest.mark.parametrize(
    "settings",
    [
        {"components": "/etc/passwd"},
        {"components": "pyproject.toml"},
        {"players": "3"},
        {"names": "x"},
        {"interpreted": "1"},
        {"seed": "7"},
        {"self": "x"},
        {"map": "no such map"},
        {"x\x00": "y"},
    ],
)
def test_settings_are_those_of_the_game_and_nothing_else(ann: Person, settings: dict[str, str]) -> None:
    response = ann.ask("POST", f"{API}/tables", game="eastern-wonders", seats=[ME, BOT], settings=settings)
    assert response.status_code == 422
    assert re.match("no (option|map) ", response.json()["error"])
    assert "root:" not in response.text


def test_a_setting_of_the_game_is_kept(house: House, ann: Person) -> None:
    id = ann.lays_out(ME, BOT, game="eastern-wonders", settings={"map": "atoll"})
    found = house.store.table(id)
    assert found
    assert found[0].options["map"] == "atoll"


# --- what is private ----------------------------------------------------------------------------------------------


def test_nobody_reads_a_private_table(house: House, ann: Person, bo: Person) -> None:
    id = ann.lays_out(ME, SCREEN, private=True, start=0)
    ann.answers(id)
    browser = house.person("Eve", browser=True)
    for person in (bo, browser):
        for path, response in all_that_is_told(person, id).items():
            if id in path:
                assert response.status_code == 404, path
                nowhere = person.get(path.replace(id, "nowhere"), headers={"accept": "text/html"})
                assert nowhere.text == response.text, "as if there were none"
            assert id not in response.text.replace(path, ""), path
        for method, rest, body in (
            ("POST", "actions", {"action": 1, "version": 1}),
            ("POST", "undo", {"version": 1}),
            ("POST", "hint", {}),
            ("POST", "hurry", {}),
            ("POST", "rematch", {}),
            ("POST", "seats", {"seat": 1}),
            ("POST", "seats", {"secret": "x"}),
            ("POST", "play-on", {"plies": 0}),
            ("PUT", "seats/0/bot", {"level": "novice"}),
        ):
            assert person.ask(method, f"{API}/tables/{id}/{rest}", **body).status_code == 404, rest
    assert ann.table(id)["private"]
    assert ann.get(f"/t/{id}").status_code == 200


# --- cookies and tokens ---------------------------------------------------------------------------------------------


def test_a_cookie_is_signed_and_kept_from_scripts(house: House) -> None:
    with httpx.Client(base_url=house.address) as http:
        answer = http.get("/")
    kept = answer.headers["set-cookie"].lower()
    assert kept.startswith(f"{COOKIE}=")
    assert "httponly" in kept
    assert "samesite=lax" in kept
    eve = house.person("Eve", browser=True)
    good = cookie_of(eve)
    payload, _, signature = good.rpartition(".")
    forged = {good[:-1] + ("A" if good[-1] != "A" else "B"), payload, signature, payload + ".", "x" + good}
    forged |= {json.dumps(eve.id), "é", '""', ".", "a.b.c", "x" * 3000}
    with httpx.Client(base_url=house.address) as http:
        assert http.get(f"{API}/me", headers={"cookie": f"{COOKIE}={good}"}).json()["id"] == eve.id
        for wrong in forged:
            answer = http.get(f"{API}/me", headers={"cookie": f"{COOKIE}={wrong}".encode()})
            assert answer.status_code == 401, wrong


@pytest.mark.parametrize("header", ["", "Bearer", "Bearer x", "Basic eDp5", "Bearer é\x01", "x" * 5000])
def test_a_token_that_is_none_is_nobody(house: House, header: str) -> None:
    """Nor does the cookie beside it count, which such a request could come with from anywhere."""
    eve = house.person("Eve", browser=True)
    del eve.http.headers["origin"]
    sent = {"authorization": header.encode("latin-1")}
    for answer in (eve.http.get(f"{API}/me", headers=sent), eve.http.post(f"{API}/me/token", headers=sent)):
        assert (answer.status_code, "token" in answer.json()["error"]) == (401, True)
    assert eve.http.get("/", headers=sent).status_code == 401


def test_a_new_token_ends_the_old_one(house: House, ann: Person) -> None:
    fresh = ann.ok("POST", f"{API}/me/token")
    assert ann.get(f"{API}/me").status_code == 401
    ann.http.headers["authorization"] = f"bearer {fresh['token']}"
    assert ann.ok("GET", f"{API}/me") == {"id": ann.id, "name": "Ann"}


# --- origins -----------------------------------------------------------------------------------------------------------


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


# --- pages ---------------------------------------------------------------------------------------------------------------


def test_every_page_has_a_strict_policy_and_no_inline_script(house: House, ann: Person) -> None:
    id = ann.lays_out(ME, BOT)
    paths = ["/", "/join", "/rules", "/rules/spice-road", "/nowhere", "/t/nowhere", "/t/!!", "/rules/nothing"]
    for path in [*all_that_is_told(ann, id), *paths, f"{API}/openapi.json", "/static/page.js", "/static/nothing"]:
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


# --- size and rate ----------------------------------------------------------------------------------------------------------


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
    """A guard whose clock the test turns."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 1000.0
        monkeypatch.setattr("century.web.guard.time.monotonic", lambda: self.now)
        self.guard = Guard(self.app, moves_a_second=2.0, tables_a_minute=6.0)

    async def app(self, scope: Any, receive: Any, send: Any) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": []})

    def asks(self, who: str, path: str = "/x", client: str = "1.2.3.4", times: int = 1) -> list[int]:
        found: list[int] = []

        async def send(message: Any) -> None:
            found.extend([message["status"]] if "status" in message else [])

        headers = [(b"authorization", who.encode())]
        scope = {"type": "http", "method": "POST", "path": path, "headers": headers, "client": (client, 1)}
        for _ in range(times):
            asyncio.run(self.guard(scope, send, send))
        return found


def test_one_person_has_a_rate_and_a_burst(monkeypatch: pytest.MonkeyPatch) -> None:
    door = Clocked(monkeypatch)
    assert door.asks("Bearer ann", times=8) == [200] * 6 + [429] * 2
    assert door.asks("Bearer bo") == [200], "others go on"
    door.now += 1.0
    assert door.asks("Bearer ann", times=4) == [200] * 2 + [429] * 2


def test_who_brings_another_name_each_time_is_held_by_the_address(monkeypatch: pytest.MonkeyPatch) -> None:
    door = Clocked(monkeypatch)
    asked = [door.asks(f"Bearer {number}")[0] for number in range(70)]
    assert asked == [200] * 60 + [429] * 10
    assert door.asks("Bearer ann", client="5.6.7.8") == [200], "elsewhere others go on"


@pytest.mark.parametrize("path", ["tables", "tables/", "people", "records", "tables/x/play-on", "tables/x/rematch"])
def test_what_adds_to_the_database_has_a_rate_of_its_own(monkeypatch: pytest.MonkeyPatch, path: str) -> None:
    door = Clocked(monkeypatch)
    asked = [door.asks(f"Bearer {number}", f"{API}/{path}")[0] for number in range(8)]
    assert asked == [200] * 6 + [429] * 2
    assert door.asks("Bearer x", f"{API}/tables/x/actions") == [200]
    door.now += 10.0
    assert door.asks("Bearer y", f"{API}/{path}", times=2) == [200, 429]


# --- logs ---------------------------------------------------------------------------------------------------------------------


def test_no_secret_is_logged(house: House, caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]) -> None:
    caplog.set_level(logging.DEBUG)
    ann = house.person("Ann")
    eve = house.person("Eve", browser=True)
    id = ann.lays_out(ME, FRIEND)
    secret = ann.ok("GET", f"{API}/tables/{id}/invitations")["1"]
    eve.sits_down(id, secret=secret)
    eve.tries(id, "nonsense")
    token = ann.http.headers["authorization"].removeprefix("Bearer ")
    hidden = [secret, token, cookie_of(eve), seed_of(house, id), house.settings.secret.decode()]
    # what the client in this test itself says does not count
    own = "\n".join(record.getMessage() for record in caplog.records if not record.name.startswith(("http", "hpack")))
    told = own + "".join(capfd.readouterr()) + repr(house.settings)
    assert [one for one in hidden if one in told] == []
