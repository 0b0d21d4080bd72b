"""Cookies end: by themselves, in one browser, or everywhere."""

import time
from types import SimpleNamespace

import httpx
import pytest
from itsdangerous import URLSafeSerializer

from century.web.server import sessions
from century.web.server.sessions import COOKIE, DAY, LIFETIME, RENEWED
from tests.web.house import API, BOT, ME, SECRET, House, Person


def cookie_of(person: Person) -> str:
    value = person.http.cookies[COOKIE]
    assert isinstance(value, str)
    return value


def who(house: House, cookie: str) -> str | None:
    """The person whom a cookie stands for."""
    with httpx.Client(base_url=house.address, cookies={COOKIE: cookie}) as http:
        answer = http.get(f"{API}/me")
    return answer.json()["id"] if answer.is_success else None


def later(monkeypatch: pytest.MonkeyPatch, seconds: float) -> None:
    """Have sessions be older by some time."""
    now = vars(sessions)["time"].time
    monkeypatch.setattr(sessions, "time", SimpleNamespace(time=lambda: now() + seconds, monotonic=time.monotonic))


def test_a_cookie_expires(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    eve = house.person("Eve", browser=True)
    cookie = cookie_of(eve)
    assert f"Max-Age={LIFETIME:.0f}" in eve.http.get("/", headers={"cookie": ""}).headers["set-cookie"]
    with monkeypatch.context() as patch:
        later(patch, LIFETIME - DAY)
        assert who(house, cookie) == eve.id
        later(patch, DAY)
        assert who(house, cookie) is None
    assert who(house, cookie) == eve.id


def test_a_visitor_who_comes_again_gets_a_fresh_cookie(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    eve = house.person("Eve", browser=True)
    before = cookie_of(eve)
    eve.get("/")
    assert cookie_of(eve) == before
    with monkeypatch.context() as patch:
        later(patch, RENEWED + 1)
        eve.get("/")
        after = cookie_of(eve)
        later(patch, LIFETIME - 1)
        assert (who(house, before), who(house, after)) == (None, eve.id)


def test_signing_out_ends_one_session(house: House) -> None:
    eve = house.person("Eve", browser=True)
    id, here = eve.lays_out(ME, BOT), cookie_of(eve)
    signed = house.app.state.identity.sessions._signed
    elsewhere = signed.dumps([eve.id, "another browser", time.time()])
    eve.ok("POST", f"{API}/me/sign-out", everywhere=False)
    assert COOKIE not in eve.http.cookies
    assert (who(house, here), who(house, elsewhere)) == (None, eve.id)
    house.app.state.identity.sessions._looked_up.clear()
    assert (who(house, here), who(house, elsewhere)) == (None, eve.id), "as the database knows it"
    eve.get("/")
    assert eve.ok("GET", f"{API}/me")["id"] != eve.id
    assert not any(seat["mine"] for seat in eve.table(id)["seats"])


def test_signing_out_everywhere_ends_all_sessions_and_tokens(house: House, ann: Person) -> None:
    eve = house.person("Eve", browser=True)
    signed = house.app.state.identity.sessions._signed
    cookies = [cookie_of(eve), signed.dumps([eve.id, "another browser", time.time()])]
    token = eve.ok("POST", f"{API}/me/token")["token"]
    eve.ok("POST", f"{API}/me/sign-out", everywhere=True)
    assert [who(house, cookie) for cookie in cookies] == [None, None]
    assert httpx.get(f"{house.address}{API}/me", headers={"authorization": f"Bearer {token}"}).status_code == 401
    assert ann.ok("GET", f"{API}/me")["id"] == ann.id, "nobody else"
    assert who(house, signed.dumps([eve.id, "a new one", time.time()])) == eve.id


def test_a_cookie_of_before_is_replaced_and_can_be_signed_out(house: House) -> None:
    before = str(URLSafeSerializer(SECRET, salt="person").dumps("a-visitor-of-before"))
    assert who(house, before) == "a-visitor-of-before"
    with httpx.Client(base_url=house.address, cookies={COOKIE: before}, headers={"origin": house.address}) as http:
        assert "set-cookie" in http.get("/").headers
        assert http.post(f"{API}/me/sign-out", json={"everywhere": True}).status_code == 204
    assert who(house, before) is None


@pytest.mark.parametrize("payload", [None, 1, [], ["a"], ["a", "b", "c", "d"], {"a": 1}, "x" * 33])
def test_other_things_that_were_signed_are_no_cookie(house: House, payload: object) -> None:
    for salt in ("person", "session"):
        assert who(house, str(URLSafeSerializer(SECRET, salt=salt).dumps(payload))) is None
