"""A table from the first answer to the rematch: clocks, hints, records, and what is kept of a finished game."""

import asyncio
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from century.web.bots.thinking_queue import Demand
from century.web.tables import schema
from century.web.tables.live_table import LiveTable
from century.web.tables.memory import EMPTY
from century.web.tables.rows import AnswerRow, NewAnswer
from century.web.tables.service import HINTS_AT_ONCE
from tests.waiting import PATIENCE, until
from tests.web.house import API, BOT, ME, OPEN, SCREEN, House, Person, house_in


def given(house: House, id: str) -> list[tuple[int, str]]:
    found = house.store.table(id)
    assert found
    return [(one.seat, one.by) for one in found[1]]


def change_row(house: House, id: str, *, forget: bool = True, **values: Any) -> None:
    """Change a table behind the back of the server, which then reads it again if it is to forget it."""
    values["version"] = schema.tables.c.version + 1
    with house.store.database.engine.begin() as db:
        db.execute(sa.update(schema.tables).where(schema.tables.c.id == id).values(**values))
    if forget:
        house.forgets(id)


def finished(person: Person, *seats: dict[str, str], others: tuple[Person, ...] = (), **more: Any) -> str:
    id = person.lays_out(*seats, start=0, turn_limit=2, **more)
    for other in others:
        other.sits_down(id)
    person.answers(id, "play S01")
    for other in others:
        other.answers(id, "play S01")
    assert person.waits_for_turn(id)["table"]["stage"] == "over"
    return id


# --- answers ------------------------------------------------------------------------------------------


def test_a_late_or_doubled_answer_changes_nothing(house: House, ann: Person, bo: Person) -> None:
    id = ann.lays_out(ME, OPEN, start=0)
    bo.sits_down(id)
    version = ann.state(id)["version"]
    for wrong in (0, version - 1, version + 1, 2**62):
        assert ann.tries(id, "play S01", wrong).status_code == 409
    with ThreadPoolExecutor(5) as pool:
        statuses = [one.status_code for one in pool.map(lambda _: ann.tries(id, "play S01", version), range(5))]
    assert sorted(statuses) == [200, 409, 409, 409, 409]
    assert given(house, id) == [(0, ann.id)]
    assert bo.tries(id, "rest", version + 1).status_code == 422, "not legal: it says why"
    assert "'rest'" in bo.tries(id, "rest", version + 1).json()["error"]
    assert bo.tries(id, "dance", version + 1).status_code == 422
    assert len(given(house, id)) == 1


def test_a_change_by_somebody_else_on_the_same_database_is_noticed(house: House, ann: Person) -> None:
    id = ann.lays_out(ME, SCREEN, start=0, seed=1)
    state = ann.state(id)
    change_row(house, id, forget=False, takebacks=False)
    assert ann.tries(id, "play S01", state["version"]).status_code == 409
    again = ann.state(id)
    assert (again["version"], again["table"]["takebacks"]) == (state["version"] + 1, False)
    assert ann.tries(id, "play S01", again["version"]).status_code == 200


def test_what_was_not_written_down_did_not_happen(house: House, ann: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    id = ann.lays_out(ME, SCREEN, start=0)
    before = ann.state(id)

    def fails(*_: Any) -> None:
        raise OSError("the disk is full")

    with monkeypatch.context() as patch:
        patch.setattr(house.store, "add_answers", fails)
        response = ann.tries(id, "play S01", before["version"])
    assert response.status_code == 500
    assert response.json() == {"error": "something went wrong here: try again"}
    assert ann.state(id) == before
    assert ann.tries(id, "play S01", before["version"]).status_code == 200


# --- clocks -------------------------------------------------------------------------------------------


def test_a_turn_whose_time_is_over_is_finished_by_a_stand_in(house: House, ann: Person, bo: Person) -> None:
    id = ann.lays_out(ME, OPEN, start=0, clock=3600)
    bo.sits_down(id)
    ann.answers(id, "acquire 2")
    change_row(house, id, turn_at=time.time() - 3601)
    bo.waits_for_turn(id)
    answers = given(house, id)
    assert answers[0] == (0, ann.id)
    assert set(answers[1:]) == {(0, "clock")}, "the rest of the turn"
    assert bo.state(id)["table"]["seats"][0]["level"] is None, "it was for this turn only"
    bo.answers(id, "play S01")
    assert ann.waits_for_turn(id)["acting"]
    assert len(given(house, id)) == len(answers) + 1


def test_taking_back_gives_no_new_time(house: House, ann: Person) -> None:
    id = ann.lays_out(ME, BOT, start=0, clock=3600)
    began = time.time() - 1000
    change_row(house, id, turn_at=began)
    ann.answers(id, "acquire 2")
    assert ann.takes_back(id).status_code == 200
    found = house.store.table(id)
    assert found
    assert found[0].turn_at == began
    ann.answers(id, "play S01")
    found = house.store.table(id)
    assert found
    assert found[0].turn_at > began + 900, "the next turn has its own"


def test_while_a_game_is_set_up_each_has_their_own_time(house: House, ann: Person, bo: Person) -> None:
    id = ann.lays_out(ME, OPEN, game="eastern-wonders", start=1, clock=3600)
    bo.sits_down(id)
    began = time.time() - 1000
    change_row(house, id, turn_at=began)
    first = ann if ann.state(id)["acting"] else bo
    while first.state(id)["acting"]:
        assert house.store.table(id)[0].turn_at == began  # type: ignore[index]
        first.answers(id)
    assert house.store.table(id)[0].turn_at > began + 900  # type: ignore[index]


@pytest.mark.parametrize("clock", [0, 9, 3601, -1, "ten"])
def test_a_clock_is_neither_too_short_nor_too_long(ann: Person, clock: object) -> None:
    assert ann.ask("POST", f"{API}/tables", game="spice-road", seats=[ME, BOT], clock=clock).status_code == 422


# --- hints and hurry ----------------------------------------------------------------------------------


def test_a_hint_is_a_legal_action_for_who_is_to_answer(house: House, ann: Person, bo: Person) -> None:
    id = ann.lays_out(ME, OPEN, start=0, hints=True)
    bo.sits_down(id)
    assert bo.ask("POST", f"{API}/tables/{id}/hint").status_code == 403
    hint = ann.ok("POST", f"{API}/tables/{id}/hint")
    assert hint in ann.state(id)["view"]["actions"]
    assert ann.ok("POST", f"{API}/tables/{id}/hint") == hint
    ann.answers(id, hint["id"])
    while ann.state(id)["acting"]:
        ann.answers(id)
    assert ann.ask("POST", f"{API}/tables/{id}/hint").status_code == 403
    assert bo.ok("POST", f"{API}/tables/{id}/hint") in bo.state(id)["view"]["actions"]


def test_no_hints_against_people_unless_the_host_has_allowed_them(house: House, ann: Person, bo: Person) -> None:
    id = ann.lays_out(ME, OPEN, start=0)
    bo.sits_down(id)
    refused = ann.ask("POST", f"{API}/tables/{id}/hint")
    assert (refused.status_code, "has not allowed hints" in refused.text) == (403, True)
    assert 'data-do="hint"' not in ann.get(f"/t/{id}").text
    for seats in ((ME, BOT), (ME, SCREEN)):
        alone = ann.lays_out(*seats, start=0)
        assert 'data-do="hint"' in ann.get(f"/t/{alone}").text
        assert ann.ok("POST", f"{API}/tables/{alone}/hint")


def test_everybody_sees_that_a_hint_was_used(house: House, ann: Person, bo: Person) -> None:
    id = ann.lays_out(ME, OPEN, start=0, hints=True)
    bo.sits_down(id)
    ann.ok("POST", f"{API}/tables/{id}/hint")
    assert "with a hint" not in bo.get(f"/t/{id}").text
    ann.answers(id, "acquire 1")
    assert "with a hint" in bo.get(f"/t/{id}").text
    house.forgets(id)
    assert "with a hint" in bo.get(f"/t/{id}").text, "also after the table was read again"
    bo.answers(id, "acquire 1")
    assert bo.get(f"/t/{id}").text.count("with a hint") == 1


def test_answers_of_the_clock_and_of_a_stand_in_are_marked(house: House, ann: Person, bo: Person) -> None:
    id = ann.lays_out(ME, OPEN, start=0)
    bo.sits_down(id)
    house.last_seen_long_ago(id, bo)
    assert ann.gives_to_bot(id, 1).status_code == 200
    ann.answers(id, "acquire 1")
    ann.waits_for_turn(id)
    assert "by a bot that stands in" in ann.get(f"/t/{id}").text
    timed = ann.lays_out(ME, SCREEN, start=0, clock=10)
    row, _ = house.store.table(timed)  # type: ignore[misc]
    answer = NewAnswer(timed, row.version, 0, AnswerRow(0, 0, "clock"), {"actor": 1})
    assert house.store.add_answers([answer]) == [True]
    house.forgets(timed)
    assert "by the clock" in ann.get(f"/t/{timed}").text


def test_bots_think_once_for_all_who_ask_for_a_hint(house: House, ann: Person, monkeypatch: Any) -> None:
    id = ann.lays_out(ME, SCREEN, start=0)
    asked, release = list[str](), asyncio.Event()

    async def waits(table: str, known: Any, spec: str, demand: Demand) -> int:
        asked.append(spec)
        await release.wait()
        return int(known.actions[0].id)

    with monkeypatch.context() as patch, ThreadPoolExecutor(20) as pool:
        patch.setattr(house.service.pool, "answer", waits)
        hints = [pool.submit(ann.ask, "POST", f"{API}/tables/{id}/hint") for _ in range(20)]
        until(lambda: asked)
        house.in_its_thread(release.set)
        answers = [hint.result() for hint in hints]
    assert {answer.status_code for answer in answers} == {200}
    assert len({answer.text for answer in answers}) == 1
    assert asked == ["master"]


def test_nobody_gets_hints_without_end(house: House, ann: Person, bo: Person) -> None:
    ids = [ann.lays_out(ME, SCREEN, start=0) for _ in range(30)]
    answers = [ann.ask("POST", f"{API}/tables/{id}/hint") for id in ids]
    refused = [answer for answer in answers if answer.status_code == 429]
    assert len(refused) >= 30 - HINTS_AT_ONCE - 10
    assert all(answer.headers["retry-after"] for answer in refused)
    first = ids[0]
    assert ann.ask("POST", f"{API}/tables/{first}/hint").status_code == 200, "one that is known costs nothing"
    own = bo.lays_out(ME, SCREEN, start=0)
    assert bo.ask("POST", f"{API}/tables/{own}/hint").status_code == 200, "other people get theirs"


def test_a_hint_that_comes_too_late_is_none(house: House, ann: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    id = ann.lays_out(ME, SCREEN, start=0)

    async def slow(table: str, known: Any, spec: str, demand: Demand) -> int:
        await house.service.act(id, ann.id, 1, "play S01")
        return int(known.actions[0].id)

    with monkeypatch.context() as patch:
        patch.setattr(house.service.pool, "answer", slow)
        assert ann.ask("POST", f"{API}/tables/{id}/hint").status_code == 409
    assert ann.ok("POST", f"{API}/tables/{id}/hint") in ann.state(id)["view"]["actions"]


def test_bots_take_their_time_unless_somebody_is_in_a_hurry(tmp_path: Path) -> None:
    with house_in(tmp_path, pace=1000.0) as house:
        ann, bo = house.person("Ann"), house.person("Bo")
        wait, waits = house.service.bots._wait, list[tuple[bool, float]]()

        async def noted(table: LiveTable, seconds: float) -> None:
            waits.append((table.hurry, seconds))
            await wait(table, seconds)

        house.service.bots._wait = noted  # type: ignore[method-assign]
        id = ann.lays_out(BOT, BOT, ME, start=0)
        until(lambda: waits)  # the first bot has its answer, and 900 seconds to go
        assert bo.ask("POST", f"{API}/tables/{id}/hurry").status_code == 403
        assert ann.state(id)["plies"] == 0
        assert ann.ask("POST", f"{API}/tables/{id}/hurry").status_code == 204
        ann.waits_for_turn(id)
        ann.answers(id, "play S01")
        until(lambda: len(waits) == 3)
        assert [hurry for hurry, _ in waits] == [False, True, False], "the hurry is over when a person has answered"
        assert all(seconds > 400 for _, seconds in waits)
        assert ann.state(id)["plies"] == 3


# --- rematch ------------------------------------------------------------------------------------------


def test_a_rematch_is_for_the_same_people_on_other_seats_once(house: House, ann: Person, bo: Person) -> None:
    cy = house.person("Cy")
    id = ann.lays_out(ME, BOT, OPEN, start=0, turn_limit=3, clock=100, takebacks=False, edition="golem")
    assert ann.ask("POST", f"{API}/tables/{id}/rematch").status_code == 403
    bo.sits_down(id)
    ann.answers(id, "play S01")
    assert ann.ask("POST", f"{API}/tables/{id}/rematch").status_code == 403, "not before the end"
    bo.answers(id, "play S01")
    house.last_seen_long_ago(id, bo)
    assert cy.ask("POST", f"{API}/tables/{id}/rematch").status_code == 403
    with ThreadPoolExecutor(4) as pool:
        asked = list(pool.map(lambda one: one.ok("POST", f"{API}/tables/{id}/rematch"), (ann, bo, ann, bo)))
    assert len({table["id"] for table in asked}) == 1
    new = ann.table(asked[0]["id"])
    assert [seat["name"] for seat in new["seats"]] == [ann.table(id)["seats"][seat]["name"] for seat in (1, 2, 0)]
    assert [seat["kind"] for seat in new["seats"]] == ["bot", "person", "person"]
    assert (new["host"], new["stage"], new["clock"], new["takebacks"]) == (True, "playing", 100, False)
    assert ann.table(id)["rematch"] == new["id"]
    assert cy.ok("POST", f"{API}/tables/{id}/rematch")["id"] == new["id"], "who watches may follow"
    old, again = (house.store.table(one)[0] for one in (id, new["id"]))  # type: ignore[index]
    assert again.options["seed"] != old.options["seed"]
    assert "start" not in again.options
    assert (again.options["turn_limit"], again.options["edition"]) == (3, "golem")


def test_in_a_rematch_nobody_is_away_yet(house: House, ann: Person, bo: Person) -> None:
    id = ann.lays_out(ME, OPEN, start=0, turn_limit=2)
    bo.sits_down(id)
    house.last_seen_long_ago(id, bo)
    assert ann.gives_to_bot(id, 1).status_code == 200
    ann.answers(id, "play S01")
    assert ann.waits_for_turn(id)["table"]["stage"] == "over"
    again = ann.ok("POST", f"{API}/tables/{id}/rematch")
    assert [(seat["name"], seat["level"]) for seat in again["seats"]] == [("Bo", None), ("Ann", None)]


def test_a_rematch_that_was_asked_for_in_another_process_is_found(house: House, ann: Person) -> None:
    id = finished(ann, ME, BOT)
    create, tables = house.store.create, len(house.store.mine(ann.id))

    def outrun(*arguments: Any) -> str:
        house.store.create = create  # type: ignore[method-assign]
        create(*arguments)
        return create(*arguments)

    house.store.create = outrun  # type: ignore[method-assign, assignment]
    assert ann.ok("POST", f"{API}/tables/{id}/rematch")["id"] == ann.table(id)["rematch"]
    assert len(house.store.mine(ann.id)) == tables + 1


# --- what is kept -------------------------------------------------------------------------------------


def test_a_finished_game_keeps_who_played(house: House, ann: Person, bo: Person) -> None:
    id = ann.lays_out(ME, OPEN, {"kind": "bot", "level": "merchant"}, start=0, turn_limit=4)
    bo.sits_down(id)
    ann.answers(id, "play S01")
    house.last_seen_long_ago(id, bo)
    ann.gives_to_bot(id, 1, "apprentice")
    ann.answers(id)
    while ann.state(id)["acting"]:
        ann.answers(id)
    until(lambda: ann.table(id)["stage"] == "over")
    table = ann.table(id)
    assert [(seat["name"], seat["kind"], seat["level"]) for seat in table["seats"]][::2] == [
        ("Ann", "person", None),
        ("Wren", "bot", "merchant"),
    ]
    assert len(table["result"]["points"]) == 3
    assert table["result"]["stopped"]
    assert given(house, id)[:3] == [(0, ann.id), (1, "bot:apprentice"), (2, "bot:merchant")]
    assert table["actor"] is None
    assert ann.tries(id, "play S01").status_code == 422
    assert ann.gives_to_bot(id, 0).status_code == 403


def test_tables_stay_in_memory_by_their_size(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with house_in(tmp_path) as house:
        house.service._tables._most = 3 * (EMPTY + 2) + 1
        ann = house.person()
        ids = [ann.lays_out(ME, SCREEN, start=0) for _ in range(6)]
        for id in ids * 2:
            ann.answers(id)
        assert len(house.service._tables) == 3
        assert [len(given(house, id)) for id in ids] == [2] * 6
        house.service._tables._most = 6 * (EMPTY + 2) + 1
        for id in ids:
            ann.table(id)
        assert len(house.service._tables) == 6


def test_a_table_is_read_once_for_all_who_wait_for_it(house: House, ann: Person, monkeypatch: Any) -> None:
    id = ann.lays_out(ME, SCREEN, start=0)
    house.forgets(id)
    reads, table = list[str](), house.store.table
    several = threading.Barrier(2)

    def counted(id: str) -> Any:
        reads.append(id)
        several.wait(PATIENCE)
        return table(id)

    def look() -> int:
        return ann.get(f"{API}/tables/{id}").status_code

    def join_when_all_wait() -> None:
        until(lambda: id in house.service._loads and several.n_waiting)
        several.wait(PATIENCE)

    with monkeypatch.context() as patch, ThreadPoolExecutor(5) as pool:
        patch.setattr(house.store, "table", counted)
        answers = [pool.submit(look) for _ in range(4)]
        join_when_all_wait()
        assert [answer.result(PATIENCE) for answer in answers] == [200] * 4
    assert reads == [id]
