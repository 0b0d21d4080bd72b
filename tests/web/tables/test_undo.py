"""What can be taken back: one's own turn until something hidden is seen, and all of it where only bots would mind."""

from typing import Any

import pytest

from century.web.tables.rows import SeatRow
from tests.web.house import API, BOT, ME, OPEN, SCREEN, House, Person

NOT_NOW = "undo is not possible now"


def laid_out(house: House, *sitting: Person | str, game: str = "spice-road", **more: Any) -> str:
    """A table with a seed of the test's choice, at which people and bots sit already."""
    seats = [
        SeatRow(number, "bot", None, f"Bot {number}", one)
        if isinstance(one, str)
        else SeatRow(number, "person", one.id, one.name, None)
        for number, one in enumerate(sitting)
    ]
    host = next(one.id for one in sitting if isinstance(one, Person))
    row = {"game": game, "options": {"seed": 1, "start": 0, **more.pop("options", {})}, "rules": "0.1.0", "host": host}
    kept = {"actor": 0, "stage": "playing", "private": False, "takebacks": True, "clock": None}
    return house.store.create({**row, **kept, **more}, seats)


def given(house: House, id: str) -> list[tuple[int, str]]:
    found = house.store.table(id)
    assert found
    return [(one.seat, one.by) for one in found[1]]


def is_refused(person: Person, id: str) -> bool:
    """Whether a person can take nothing back, and nothing changes when they try."""
    before = person.state(id)
    response = person.takes_back(id)
    if response.status_code != 403:
        return False
    assert NOT_NOW in response.json()["error"]
    assert not before["can_undo"]
    assert person.state(id) == before
    return True


# --- with another person ------------------------------------------------------------------------------


def test_an_answer_of_the_own_turn_is_taken_back(house: House, ann: Person, bo: Person) -> None:
    id = laid_out(house, ann, bo)
    before = ann.state(id)["view"]
    ann.answers(id, "acquire 2")
    assert ann.state(id)["can_undo"]
    assert is_refused(bo, id)
    done = ann.takes_back(id)
    assert done.status_code == 200
    assert done.json()["actor"] == 0
    assert ann.state(id)["view"] == before
    assert given(house, id) == []
    assert is_refused(ann, id), "there is nothing left"
    ann.answers(id, "play S01")
    assert given(house, id) == [(0, ann.id)]


def test_a_turn_that_is_over_is_over(house: House, ann: Person, bo: Person) -> None:
    id = laid_out(house, ann, bo)
    ann.answers(id, "play S01")
    assert is_refused(ann, id)
    bo.answers(id, "acquire 2")
    assert is_refused(ann, id), "bo would have to answer again"
    assert bo.takes_back(id).status_code == 200
    assert is_refused(ann, id)
    bo.answers(id, "play S01")
    assert is_refused(bo, id)


def test_what_was_hidden_and_is_seen_stays(house: House, ann: Person, bo: Person) -> None:
    """In this game a location refreshes the markets, from a deck, and gives another turn."""
    id = laid_out(house, ann, bo, game="east-to-west-3", options={"seed": 0})
    ann.answers(id, "work e2_3")
    state = ann.state(id)
    assert state["acting"]
    assert state["view"]["turn"] == 1, "the turn goes on"
    assert is_refused(ann, id)
    ann.answers(id, "work a2_4")
    ann.answers(id, "upgrade Y")
    assert ann.takes_back(id).status_code == 200
    assert ann.takes_back(id).status_code == 200
    assert is_refused(ann, id), "not past what was seen"
    assert given(house, id) == [(0, ann.id)]


def test_while_a_game_is_set_up_an_answer_stands_when_somebody_else_is_asked(
    house: House, ann: Person, bo: Person
) -> None:
    id = laid_out(house, ann, bo, game="eastern-wonders", actor=1)
    bo.answers(id)
    assert bo.takes_back(id).status_code == 200
    bo.answers(id)
    bo.answers(id)
    assert ann.state(id)["acting"]
    assert is_refused(bo, id)


@pytest.mark.parametrize("takebacks", [True, False])
def test_bots_beside_another_person_do_not_make_it_free(house: House, ann: Person, bo: Person, takebacks: bool) -> None:
    id = laid_out(house, ann, "novice", bo, takebacks=takebacks)
    ann.answers(id, "play S01")
    bo.waits_for_turn(id)
    assert given(house, id)[1] == (1, "bot:novice")
    assert is_refused(ann, id)


def test_a_bot_that_stands_in_for_somebody_does_not_make_it_free(house: House, ann: Person, bo: Person) -> None:
    id = laid_out(house, ann, bo)
    ann.state(id)
    house.last_seen_long_ago(id, bo)
    assert ann.gives_to_bot(id, 1).status_code == 200
    ann.answers(id, "play S01")
    ann.waits_for_turn(id)
    assert given(house, id)[1] == (1, "bot:novice")
    assert is_refused(ann, id)


# --- against bots, and on one screen ------------------------------------------------------------------


def test_against_bots_all_can_be_taken_back(house: House, ann: Person) -> None:
    id = laid_out(house, ann, "novice", "novice")
    before = ann.state(id)["view"]
    for _ in range(3):
        ann.answers(id)
        ann.waits_for_turn(id)
    plies = [len(given(house, id))]
    while ann.state(id)["can_undo"]:
        assert ann.takes_back(id).status_code == 200
        assert ann.state(id)["acting"], "one is to answer at once"
        plies.append(len(given(house, id)))
    assert plies == sorted(plies, reverse=True)
    assert (len(plies), plies[-1]) == (4, 0)
    assert ann.state(id)["view"] == before


def test_against_bots_what_was_seen_can_be_taken_back_too(house: House, ann: Person) -> None:
    id = laid_out(house, ann, "novice", game="east-to-west-3", options={"seed": 0})
    ann.answers(id, "work e2_3")
    assert ann.takes_back(id).status_code == 200


def test_a_table_without_takebacks_takes_back_within_the_turn_only(house: House, ann: Person) -> None:
    id = laid_out(house, ann, "novice", takebacks=False)
    ann.answers(id, "acquire 2")
    assert ann.takes_back(id).status_code == 200
    ann.answers(id, "play S01")
    ann.waits_for_turn(id)
    assert is_refused(ann, id)
    other = laid_out(house, ann, "novice", game="east-to-west-3", options={"seed": 0}, takebacks=False)
    ann.answers(other, "work e2_3")
    assert is_refused(ann, other)


def test_on_one_screen_all_can_be_taken_back(house: House, ann: Person) -> None:
    id = ann.lays_out(ME, SCREEN, seed=1, start=0)
    ann.answers(id, "play S01")
    ann.answers(id, "play S01")
    assert given(house, id) == [(0, ann.id), (1, ann.id)]
    assert ann.takes_back(id).json()["actor"] == 1
    assert ann.takes_back(id).json()["actor"] == 0
    assert is_refused(ann, id)


def test_on_one_screen_beside_another_person_it_is_not_free(house: House, ann: Person, bo: Person) -> None:
    id = ann.lays_out(ME, SCREEN, OPEN, start=0)
    assert bo.sits_down(id).status_code == 200
    ann.answers(id, "play S01")
    ann.answers(id, "play S01")
    assert is_refused(ann, id)


# --- at all tables ------------------------------------------------------------------------------------


def test_nothing_is_taken_back_after_the_end(house: House, ann: Person) -> None:
    id = ann.lays_out(ME, BOT, start=0, turn_limit=2)
    ann.answers(id, "play S01")
    assert ann.waits_for_turn(id)["table"]["stage"] == "over"
    assert is_refused(ann, id)


def test_answers_of_a_record_are_not_ones_own(house: House, ann: Person) -> None:
    id = ann.lays_out(ME, SCREEN, seed=1, start=0)
    ann.answers(id, "play S01")
    record = ann.get(f"{API}/tables/{id}/record").text
    again = ann.http.post(f"{API}/records", content=record, headers={"content-type": "text/plain"}).json()["id"]
    assert is_refused(ann, again)
    ann.answers(again, "play S01")
    assert ann.takes_back(again).status_code == 200
    assert is_refused(ann, again)


def test_taking_back_at_a_wrong_version_or_from_elsewhere_changes_nothing(
    house: House, ann: Person, bo: Person
) -> None:
    id = laid_out(house, ann, "novice")
    ann.answers(id, "acquire 2")
    version = ann.state(id)["version"]
    for wrong in (version - 1, version + 1, 0):
        assert ann.ask("POST", f"{API}/tables/{id}/undo", version=wrong).status_code == 409
    assert is_refused(bo, id)
    assert given(house, id) == [(0, ann.id)]
    assert ann.ask("POST", f"{API}/tables/{id}/undo", version=version).status_code == 200
    assert ann.ask("POST", f"{API}/tables/{id}/undo", version=version).status_code == 409, "doubled"
