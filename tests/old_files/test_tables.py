"""A database of before is opened by the server of today: its visitors see their tables as they were, and play on."""

import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.old_files import FOLDER, differences
from tests.waiting import until
from tests.web.house import API, House, Person, house_in

SAVED = json.loads((FOLDER / "tables" / "seen.json").read_text("utf-8"))
TABLES: dict[str, str] = SAVED["tables"]
SEEN: dict[str, dict[str, Any]] = SAVED["seen"]
IN_PLAY = [name for name in TABLES if SEEN[name]["Ann"]["table"]["stage"] == "playing"]


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    """A server with a copy of the database."""
    shutil.copy(FOLDER / "tables" / "tables.sqlite", tmp_path)
    with house_in(tmp_path) as house:
        yield house


def visitor(house: House, name: str) -> Person:
    """A visitor of before, with the token of then."""
    person = house.person()
    person.http.headers["authorization"] = f"Bearer {SAVED['tokens'][name]}"
    me = person.ok("GET", f"{API}/me")
    assert me["name"] == name
    person.id = me["id"]
    return person


def test_everyone_sees_their_tables_as_they_were(house: House) -> None:
    for name, id in TABLES.items():
        for who, before in SEEN[name].items():
            person = visitor(house, who)
            assert differences(before, person.state(id)) == [], name
            for page in (f"/t/{id}", f"/t/{id}/replay?ply=3"):
                answer = person.get(page)
                assert answer.status_code == 200
                assert "started under different rules" not in answer.text
    ann = visitor(house, "Ann")
    listed = {table["id"] for table in ann.ok("GET", f"{API}/tables?list=mine")}
    assert listed >= {TABLES[name] for name in IN_PLAY}
    assert ann.get("/").status_code == 200


def test_a_private_table_stays_private(house: House) -> None:
    bo = visitor(house, "Bo")
    for name, id in TABLES.items():
        assert bo.get(f"{API}/tables/{id}").is_success == ("Bo" in SEEN[name]), name


@pytest.mark.parametrize("name", IN_PLAY)
def test_a_table_is_played_on(house: House, name: str) -> None:
    people = [visitor(house, who) for who in SEEN[name]]
    plies = SEEN[name]["Ann"]["plies"]
    for given in range(3):
        actor = until(lambda: next((one for one in people if one.state(TABLES[name])["acting"]), None))
        assert actor
        actor.answers(TABLES[name])
        assert actor.state(TABLES[name])["plies"] > plies + given


def test_answers_of_before_are_taken_back(house: House) -> None:
    ann = visitor(house, "Ann")
    table = TABLES["with a bot"]
    before = ann.state(table)["plies"]
    assert ann.takes_back(table).status_code == 200
    assert ann.state(table)["plies"] < before


def test_an_invitation_of_before_is_accepted(house: House) -> None:
    bo = visitor(house, "Bo")
    ((seat, secret),) = SAVED["link"].items()
    answer = bo.sits_down(TABLES["waiting"], secret=secret)
    assert answer.status_code == 200, answer.text
    state = bo.state(TABLES["waiting"])
    assert (state["seat"], state["table"]["stage"]) == (int(seat), "playing")


def test_the_seat_that_a_bot_answers_for_is_taken_back(house: House) -> None:
    ann = visitor(house, "Ann")
    assert ann.gives_to_bot(TABLES["stand-in"], 0, None).status_code == 200
    assert ann.state(TABLES["stand-in"])["table"]["seats"][0]["level"] is None


def test_records_of_tables_are_the_same(house: House) -> None:
    ann = visitor(house, "Ann")
    for name, record in SAVED["records"].items():
        assert ann.get(f"{API}/tables/{TABLES[name]}/record").text == record


def test_a_finished_table_leads_to_its_rematch_and_to_its_positions(house: House) -> None:
    ann = visitor(house, "Ann")
    rematch = ann.table(TABLES["finished"])["rematch"]
    assert ann.state(rematch)["acting"]
    new = ann.ok("POST", f"{API}/tables/{TABLES['finished']}/play-on", plies=5, level="novice", seat=0)
    assert ann.state(new["id"])["plies"] >= 5
