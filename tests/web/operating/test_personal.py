"""A person's own data: all of it, none of it, and on another device."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
import segno

from century.web.server import personal
from tests.waiting import PATIENCE
from tests.web.house import API, BOT, ME, OPEN, House, Person, house_in
from tests.web.operating.test_admin import everything


@pytest.fixture
def guest(house: House) -> Person:
    """Somebody with a cookie."""
    return house.person("Gus", browser=True)


def browser(house: House) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=house.address, timeout=PATIENCE, headers={"origin": house.address}) as http:
        yield http


another = pytest.fixture(browser)


def test_a_person_downloads_everything_that_is_kept(house: House, guest: Person, ann: Person) -> None:
    table = guest.lays_out(ME, OPEN)
    assert ann.sits_down(table).status_code == 200
    while not (guest.state(table)["acting"]):
        ann.answers(table)
    guest.answers(table)
    answer = guest.get(f"{API}/me/data")
    assert answer.headers["content-disposition"] == 'attachment; filename="century-my-data.json"'
    assert answer.headers["cache-control"] == "no-store"
    data = answer.json()
    assert (data["id"], data["name"]) == (guest.id, "Gus")
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", data["first_seen"])
    (mine,) = data["tables"]
    assert (mine["id"], mine["host"]) == (table, True)
    assert [seat["mine"] for seat in mine["seats"]] == [True, False]
    assert len(mine["moves"]) == 1
    assert ann.id not in answer.text
    assert "seed" not in answer.text
    assert httpx.get(f"{house.address}{API}/me/data", timeout=PATIENCE).status_code == 401


def test_a_person_deletes_everything(tmp_path: Path) -> None:
    with house_in(tmp_path) as house:
        guest, ann = house.person("Gustavus", browser=True), house.person()
        alone, shared = guest.lays_out(ME, BOT), guest.lays_out(ME, OPEN)
        assert ann.sits_down(shared).status_code == 200
        guest.ok("POST", f"{API}/me/token")
        guest.ok("POST", f"{API}/me/link")
        guest.answers(alone)
        answer = guest.ask("DELETE", f"{API}/me")
        assert answer.status_code == 204
        assert "century" not in guest.http.cookies
        assert ann.get(f"{API}/tables/{alone}").status_code == 404
        seats = ann.table(shared)["seats"]
        assert (seats[0]["kind"], seats[1]["mine"], ann.table(shared)["host"]) == ("bot", True, True)
        assert ann.waits_for_turn(shared)["acting"]
        left = repr(everything(house.settings.database))
        assert guest.id not in left
        assert "Gustavus" not in left


def test_another_device_becomes_the_same_persons_once(house: House, guest: Person, another: httpx.Client) -> None:
    table = guest.lays_out(ME, BOT, private=True)
    made = guest.ok("POST", f"{API}/me/link")
    assert made["picture"] == segno.make(made["url"], error="m").svg_data_uri(scale=5, border=4, light="white")
    page, _, secret = made["url"].partition("#")
    assert page == f"{house.address}/device"
    assert another.get(page).status_code == 200  # as somebody else
    assert another.get(f"{API}/tables/{table}").status_code == 404
    assert another.post(f"{API}/device", json={"secret": secret}).json() == {"id": guest.id, "name": "Gus"}
    assert another.get(f"{API}/tables/{table}").status_code == 200
    assert guest.get(f"{API}/tables/{table}").status_code == 200  # the first device stays, too
    again = another.post(f"{API}/device", json={"secret": secret})
    assert (again.status_code, "was used" in again.text) == (403, True)


def test_a_link_expires_and_a_new_one_makes_the_old_one_invalid(
    house: House, guest: Person, another: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    old, new = (guest.ok("POST", f"{API}/me/link")["url"].partition("#")[2] for _ in range(2))
    assert another.post(f"{API}/device", json={"secret": old}).status_code == 403
    monkeypatch.setattr(personal, "LINK_SECONDS", 0.0)
    late = guest.ok("POST", f"{API}/me/link")["url"].partition("#")[2]
    for secret in (new, late, "", "x" * 64):
        assert another.post(f"{API}/device", json={"secret": secret}).status_code in (403, 422)
    assert another.get(f"{API}/me").status_code == 401


def test_links_are_not_kept_as_such(tmp_path: Path) -> None:
    with house_in(tmp_path) as house:
        secret = house.person().ok("POST", f"{API}/me/link")["url"].partition("#")[2]
        assert secret not in repr(everything(house.settings.database))


def test_a_page_of_another_site_can_do_none_of_it(guest: Person) -> None:
    guest.http.headers["origin"] = "https://elsewhere.example"
    for method, path in (("DELETE", f"{API}/me"), ("POST", f"{API}/me/link"), ("POST", f"{API}/device")):
        assert guest.ask(method, path).status_code == 403


@pytest.mark.parametrize(
    ("days", "text"), [(None, "until you delete"), (1.0, "after 1 day,"), (90.0, "after 90 days,")]
)
def test_a_page_says_what_is_kept_and_for_how_long(tmp_path: Path, days: float | None, text: str) -> None:
    with house_in(tmp_path, keep_days=days) as house:
        page = httpx.get(f"{house.address}/privacy", timeout=PATIENCE).text
        assert text in page
        german = httpx.get(f"{house.address}/privacy", headers={"accept-language": "de"}, timeout=PATIENCE).text
        assert "Was dieser Server speichert" in german
        assert httpx.get(f"{house.address}/device", timeout=PATIENCE).status_code == 200


def test_the_download_is_json_with_all_letters(guest: Person) -> None:
    guest.ok("PUT", f"{API}/me", name="Gøran 😀")
    data = guest.get(f"{API}/me/data")
    assert json.loads(data.content)["name"] == "Gøran 😀"
    assert "Gøran 😀" in data.text
