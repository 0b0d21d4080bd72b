"""A game that can no longer be replayed is shown as far as it goes, and harms nobody else."""

from collections.abc import Callable
from typing import Any

import pytest
import sqlalchemy as sa

from century import __version__
from century.engine.actions import CLAIM
from century.web.tables.schema import actions, tables
from tests.web.house import API, BOT, ME, SCREEN, House, Person


def broken(house: House, person: Person, change: Callable[[str], Any], *, over: bool = False, **more: Any) -> str:
    """A table on which six answers were given, and whose rows were changed since."""
    id = person.lays_out(ME, SCREEN, seed=1, start=0, turn_limit=6, **more)
    for answer in ["play S01", "play S01", "acquire 1", "acquire 1", "rest"] + ["rest"] * over:
        person.answers(id, answer)
    with house.store.database.engine.begin() as db:
        db.execute(change(id))
    house.forgets(id)
    return id


def row(id: str, ply: int) -> Any:
    return sa.update(actions).where((actions.c.table == id) & (actions.c.ply == ply))


CHANGES: dict[str, tuple[Callable[[str], Any], int]] = {
    "not legal": (lambda id: row(id, 3).values(action=6), 3),
    "a card that nobody holds": (lambda id: row(id, 2).values(action=40), 2),
    "a card that does not lie there": (lambda id: row(id, 3).values(action=int(CLAIM)), 3),
    "of another game": (lambda id: row(id, 3).values(action=400), 3),
    "no action": (lambda id: row(id, 3).values(action=1_000_000), 3),
    "a negative action": (lambda id: row(id, 3).values(action=-1), 3),
    "somebody else's": (lambda id: row(id, 3).values(seat=0), 3),
    "no seat": (lambda id: row(id, 3).values(seat=77), 3),
    "lost in the middle": (lambda id: sa.delete(actions).where((actions.c.table == id) & (actions.c.ply == 3)), 3),
    "lost at the end": (lambda id: sa.delete(actions).where((actions.c.table == id) & (actions.c.ply == 4)), 4),
    "all lost": (lambda id: sa.delete(actions).where(actions.c.table == id), 0),
}


@pytest.mark.parametrize("kind", CHANGES)
def test_it_is_shown_as_far_as_it_goes_and_cannot_be_played_on(house: House, ann: Person, kind: str) -> None:
    change, plies = CHANGES[kind]
    id = broken(house, ann, change)
    with house.store.database.engine.connect() as db:
        before = list(db.execute(sa.select(actions).where(actions.c.table == id)))
    state = ann.state(id)
    assert state["plies"] == plies
    assert not state["acting"]
    assert not state["can_undo"]
    assert state["view"]["actions"] == []
    for path in (f"/t/{id}", f"/t/{id}/part"):
        page = ann.get(path)
        assert page.status_code == 200
        assert "started under different rules" in page.text
    for ply in (0, 3, 99):
        assert ann.get(f"/t/{id}/replay?ply={ply}").status_code == 200
    refused = ann.tries(id, "play S02", state["version"])
    assert (refused.status_code, refused.json()["error"]) == (
        403,
        "this game was started under different rules and cannot be continued",
    )
    assert ann.takes_back(id).status_code == 403
    assert ann.ask("POST", f"{API}/tables/{id}/hint").status_code == 403
    assert ann.get(f"{API}/tables/{id}/record").status_code == 403, "half a record would pass for a whole one"
    with house.store.database.engine.connect() as db:
        assert list(db.execute(sa.select(actions).where(actions.c.table == id))) == before


def test_a_finished_game_keeps_its_result(house: House, ann: Person) -> None:
    id = broken(house, ann, CHANGES["not legal"][0], over=True)
    table = ann.table(id)
    assert table["stage"] == "over"
    assert len(table["result"]["points"]) == 2
    assert ann.state(id)["plies"] == 3
    assert ann.get(f"/t/{id}").status_code == 200
    new = ann.ok("POST", f"{API}/tables/{id}/play-on", plies=2, level="novice", seat=0)
    assert ann.state(new["id"])["plies"] == 2, "a position that was reached can be gone on from"
    assert ann.ok("POST", f"{API}/tables/{id}/rematch")["stage"] == "playing"


def test_bots_do_not_go_on_either(house: House, ann: Person) -> None:
    id = ann.lays_out(ME, BOT, seed=1, start=0)
    ann.answers(id, "play S01")
    ann.waits_for_turn(id)
    with house.store.database.engine.begin() as db:
        db.execute(row(id, 0).values(action=6))
        db.execute(sa.update(tables).where(tables.c.id == id).values(actor=1))
    house.forgets(id)
    with ann.listens(id):
        assert ann.state(id)["plies"] == 0
        assert not house.service.bots.at_work(id)


@pytest.mark.parametrize(
    "values",
    [
        {"game": "a-game-of-old"},
        {"options": {"seed": 1, "map": "gone"}},
        {"options": {"seed": -1}},
        {"options": {}},
    ],
)
def test_a_game_that_is_no_more_does_not_break_the_lists(house: House, ann: Person, values: dict[str, Any]) -> None:
    good = ann.lays_out(ME, SCREEN)
    id = broken(house, ann, lambda id: sa.update(tables).where(tables.c.id == id).values(**values))
    for which in ("mine", "open", "watch"):
        ann.ok("GET", f"{API}/tables?list={which}")
    listed = {table["id"]: table for table in ann.ok("GET", f"{API}/tables?list=mine")}
    assert {good, id} <= listed.keys()
    assert listed[id]["title"] in (values.get("game"), "Century: Spice Road")
    lobby = ann.get("/")
    assert lobby.status_code == 200
    for path in (f"{API}/tables/{id}/state", f"/t/{id}", f"/t/{id}/replay"):
        answer = ann.get(path, headers={"accept": "text/html"})
        assert answer.status_code in (200, 422), path
    ann.answers(good)


def test_a_table_knows_the_rules_it_was_begun_under(house: House, ann: Person) -> None:
    found = house.store.table(ann.lays_out(ME, SCREEN))
    assert found
    assert found[0].rules == __version__
