"""Who sits where: open seats, friends by link, bots for those who are away, and who sees what."""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from century.players import LEVELS
from century.web.tables.rows import NewAnswer
from tests.waiting import until
from tests.web.house import API, BOT, FRIEND, ME, OPEN, SCREEN, House, Person, house_in


def invitation(host: Person, id: str, seat: int = 1) -> str:
    return str(host.ok("GET", f"{API}/tables/{id}/invitations")[str(seat)])


def error(response: object) -> str:
    return str(response.json()["error"])  # type: ignore[attr-defined]


# --- open seats ---------------------------------------------------------------------------------------


def test_a_table_begins_when_the_last_seat_is_taken(house: House, ann: Person, bo: Person) -> None:
    cy = house.person("Cy")
    id = ann.lays_out(ME, OPEN, OPEN, start=0)
    assert id in [table["id"] for table in cy.ok("GET", f"{API}/tables?list=open")]
    assert ann.table(id)["stage"] == "waiting"
    assert "when all seats are taken" in error(ann.tries(id, "play S01"))
    assert bo.sits_down(id).json()["stage"] == "waiting"
    assert "already" in error(bo.sits_down(id)), "nobody takes two seats"
    assert "taken" in error(cy.sits_down(id, seat=1))
    assert cy.sits_down(id, seat=2).json()["stage"] == "playing"
    assert "taken" in error(house.person("Dee").sits_down(id))
    assert [seat["name"] for seat in ann.table(id)["seats"]] == ["Ann", "Bo", "Cy"]
    assert id not in [table["id"] for table in cy.ok("GET", f"{API}/tables?list=open")]
    assert id in [table["id"] for table in cy.ok("GET", f"{API}/tables?list=mine")]
    ann.answers(id, "play S01")
    assert "it is Bo's turn" in error(cy.tries(id, "play S01"))
    bo.answers(id)


def test_of_many_who_sit_down_at_once_one_does(house: House, ann: Person) -> None:
    people = [house.person(f"Guest {number}") for number in range(6)]
    id = ann.lays_out(ME, OPEN)
    with ThreadPoolExecutor(6) as pool:
        statuses = [one.status_code for one in pool.map(lambda person: person.sits_down(id, seat=1), people)]
    assert sorted(statuses) == [200, 403, 403, 403, 403, 403]


def test_the_host_gives_a_seat_that_nobody_took_to_a_bot(house: House, ann: Person, bo: Person) -> None:
    id = ann.lays_out(ME, OPEN, FRIEND, start=0)
    secret = invitation(ann, id, 2)
    assert bo.gives_to_bot(id, 1).status_code == 403
    assert ann.gives_to_bot(id, 1).json()["stage"] == "waiting"
    table = ann.gives_to_bot(id, 2, "master").json()
    assert table["stage"] == "playing"
    assert [(seat["kind"], seat["level"]) for seat in table["seats"]][1:] == [("bot", "novice"), ("bot", "master")]
    assert len({seat["name"] for seat in table["seats"]}) == 3
    assert bo.sits_down(id, secret=secret).status_code == 403, "the invitation is gone with the seat"
    assert ann.gives_to_bot(id, 2).status_code == 403
    assert ann.gives_to_bot(id, 2, None).status_code == 403
    ann.answers(id)
    ann.waits_for_turn(id)


def test_a_seat_is_given_to_a_bot_even_if_all_its_names_are_taken(ann: Person) -> None:
    names = ("Wren", "Okan", "Mei", "Tariq", "Ines")
    id = ann.lays_out(*({"kind": "open", "name": name} for name in names))
    assert ann.gives_to_bot(id, 2).status_code == 200


# --- friends by link ----------------------------------------------------------------------------------


@pytest.mark.parametrize("private", [True, False])
def test_an_invitation_gives_one_seat_once(house: House, ann: Person, bo: Person, private: bool) -> None:
    cy = house.person("Cy")
    id = ann.lays_out(ME, FRIEND, FRIEND, private=private, start=0)
    first, second = invitation(ann, id, 1), invitation(ann, id, 2)
    assert first != second
    assert cy.sits_down(id, seat=1).status_code == (404 if private else 403)
    assert cy.sits_down(id, secret="0" * 40).status_code == (404 if private else 403)
    assert cy.sits_down(id, secret="ä").status_code == (404 if private else 403)
    assert cy.sits_down(id, secret="").status_code == (404 if private else 403)
    assert cy.sits_down(id, secret=first, seat=2).status_code == (404 if private else 403)
    assert bo.sits_down(id, secret=first).status_code == 200
    assert bo.sits_down(id, secret=first).status_code == 200, "once more is no harm"
    assert "already" in error(bo.sits_down(id, secret=second))
    assert bo.sits_down(id, secret="ä").status_code == 403
    assert "already used" in error(cy.sits_down(id, secret=first))
    assert [seat["mine"] for seat in bo.table(id)["seats"]] == [False, True, False]
    assert ann.ok("GET", f"{API}/tables/{id}/invitations").keys() == {"2"}
    assert "already" in error(ann.sits_down(id, secret=second)), "a host who tries the link keeps the seat free"
    assert cy.sits_down(id, secret=second).json()["stage"] == "playing"


def test_only_the_host_has_invitations(house: House, ann: Person, bo: Person) -> None:
    id = ann.lays_out(ME, FRIEND)
    secret = invitation(ann, id)
    assert bo.get(f"{API}/tables/{id}/invitations").status_code == 403
    for person in (ann, bo):
        for path in (f"{API}/tables/{id}", f"{API}/tables/{id}/state", f"/t/{id}", f"/t/{id}/part", "/"):
            assert secret not in person.get(path).text
    other = ann.lays_out(ME, FRIEND)
    assert bo.sits_down(other, secret=secret).status_code == 403, "it is for one table"


# --- away ---------------------------------------------------------------------------------------------


def test_the_seat_of_somebody_away_is_given_to_a_bot_and_taken_back(house: House, ann: Person, bo: Person) -> None:
    cy = house.person("Cy")
    id = ann.lays_out(ME, OPEN, start=1)
    bo.sits_down(id)
    with bo.listens(id):
        assert "Bo is here" in error(ann.gives_to_bot(id, 1))
    until(lambda: not house.service.watchers.present(id))
    assert "a moment ago" in error(ann.gives_to_bot(id, 1))
    house.last_seen_long_ago(id, bo)
    assert ann.gives_to_bot(id, 1, "trader").status_code == 200
    assert ann.waits_for_turn(id)["acting"], "the bot has answered"
    ann.answers(id, "play S01")
    ann.waits_for_turn(id)
    assert "only the host" in error(cy.gives_to_bot(id, 0))
    assert "only the player of this seat" in error(cy.gives_to_bot(id, 1, None))
    seat = bo.table(id)["seats"][1]
    assert (seat["kind"], seat["name"], seat["level"], seat["mine"]) == ("person", "Bo", "trader", True)
    assert bo.gives_to_bot(id, 1, None).status_code == 200
    assert "no bot is standing in" in error(bo.gives_to_bot(id, 1, None))
    ann.answers(id, "play S02")
    while ann.state(id)["acting"]:
        ann.answers(id)
    bo.answers(id)
    found = house.store.table(id)
    assert found
    assert [one.by for one in found[1]][:4:2] == ["bot:trader", "bot:trader"]
    assert found[1][-1].by == bo.id


def test_a_bot_stands_in_and_the_person_may_not_answer_beside_it(
    house: House, ann: Person, bo: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    id = ann.lays_out(ME, OPEN, start=0)
    bo.sits_down(id)
    monkeypatch.setattr(house.service.bots, "due", lambda table: None)  # the bot takes its time
    ann.gives_to_bot(id, 0)
    assert not ann.state(id)["acting"]
    assert "a bot is playing for you" in error(ann.tries(id, "play S01"))
    assert ann.ask("POST", f"{API}/tables/{id}/hint").status_code == 403
    ann.gives_to_bot(id, 0, None)
    assert ann.tries(id, "play S01").status_code == 200


def test_who_plays_without_the_page_open_is_not_away(house: House, ann: Person, bo: Person) -> None:
    house.service.watchers.began = 0.0  # the server has been there for long
    id = ann.lays_out(ME, OPEN, start=1)
    bo.sits_down(id)
    assert "Bo is here" in error(ann.gives_to_bot(id, 1))
    house.last_seen_long_ago(id, bo)
    bo.answers(id)
    assert "Bo is here" in error(ann.gives_to_bot(id, 1))
    house.last_seen_long_ago(id, bo)
    assert ann.gives_to_bot(id, 1).status_code == 200


# --- bots ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("level", LEVELS)
def test_bots_of_all_levels_answer(house: House, ann: Person, level: str) -> None:
    id = ann.lays_out({"kind": "bot", "level": level}, ME, start=0)
    assert ann.waits_for_turn(id)["view"]["turn"] == 2
    found = house.store.table(id)
    assert found
    assert {one.by for one in found[1]} == {f"bot:{level}"}


def test_bots_among_themselves_play_while_somebody_watches(house: House, ann: Person, bo: Person) -> None:
    id = ann.lays_out(BOT, BOT, BOT, turn_limit=2000)
    assert ann.state(id)["plies"] == 0
    with bo.listens(id) as listening:
        listening.hears_version(4)
    until(lambda: not house.service.bots.at_work(id))
    plies = ann.state(id)["plies"]
    assert 3 <= plies < 2000
    assert ann.state(id)["plies"] == plies, "nobody watches"
    with bo.listens(id) as listening:
        listening.hears_version(plies + 3)


def test_bots_do_not_play_on_for_people_who_have_all_gone(house: House, ann: Person) -> None:
    id = ann.lays_out(ME, BOT, turn_limit=2000)
    ann.waits_for_turn(id)
    ann.gives_to_bot(id, 0)
    until(lambda: not house.service.bots.at_work(id))
    assert ann.state(id)["table"]["stage"] == "playing"
    with ann.listens(id) as listening:
        listening.hears_version(ann.state(id)["version"] + 3)


# --- names, and several seats of one person -----------------------------------------------------------


def test_a_new_name_shows_at_the_table(house: House, ann: Person, bo: Person) -> None:
    id = ann.lays_out(ME, OPEN, start=0)
    bo.sits_down(id)
    twice = bo.lays_out(ME, SCREEN)
    with ann.listens(id) as listening:
        version = ann.state(id)["version"]
        assert bo.ok("PUT", f"{API}/me", name="Bohumil") == {"id": bo.id, "name": "Bohumil"}
        listening.hears_version(version + 1)
    assert ann.table(id)["seats"][1]["name"] == "Bohumil"
    assert ann.state(id)["view"]["seats"][1]["name"] == "Bohumil"
    assert [seat["name"] for seat in bo.table(twice)["seats"]] == ["Bo", "Bo 2"]
    ann.answers(id)
    bo.answers(id)


def test_on_one_screen_one_sees_the_seat_that_is_to_answer(ann: Person) -> None:
    id = ann.lays_out(ME, SCREEN, SCREEN, start=1)
    for seat in (1, 2, 0, 1):
        state = ann.state(id)
        assert (state["seat"], state["acting"], state["view"]["seat"]) == (seat, True, seat)
        assert ann.tries(id, "play S01", seat=(seat + 1) % 3).status_code == 403, "not for another seat"
        ann.answers(id)
        while ann.state(id)["seat"] == seat:
            ann.answers(id)


def test_two_seats_and_a_bot_show_the_seat_that_answered_last(house: House, ann: Person) -> None:
    id = ann.lays_out(ME, SCREEN, OPEN, start=1)
    house.person("Bo").sits_down(id)
    ann.answers(id, "play S01")
    state = ann.state(id)
    assert (state["seat"], state["acting"]) == (1, False)


@pytest.mark.parametrize("length", [37, 38, 39, 40])
def test_long_names_have_room_for_a_number(house: House, length: int) -> None:
    long = house.person("x" * length)
    names = [seat["name"] for seat in long.table(long.lays_out(ME, SCREEN))["seats"]]
    assert names == ["x" * length, "x" * min(length, 38) + " 2"]


def test_bots_wait_for_a_database_that_is_away(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("century.web.bots.driver.AGAIN", 0.05)
    with house_in(tmp_path) as house:
        ann = house.person()
        act, failures = house.store.add_answers, iter([True, True, False])

        def fails(answers: Sequence[NewAnswer]) -> list[bool]:
            if next(failures, False):
                raise OSError("the disk is gone")
            return act(answers)

        house.store.add_answers = fails  # type: ignore[method-assign]
        id = ann.lays_out(BOT, ME, start=0)
        assert ann.waits_for_turn(id)["plies"] > 0
