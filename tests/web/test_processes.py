"""Two servers on one PostgreSQL serve the same tables."""

import signal
from collections import Counter
from collections.abc import Iterator

import pytest
import sqlalchemy as sa

from century.web.schema import actions
from century.web.store import Store
from tests.waiting import until
from tests.web.house import API, BOT, ME, OPEN, SCREEN, Person
from tests.web.server import Running


class Two:
    """Two servers, and people who can go from one to the other."""

    def __init__(self, a: Running, b: Running, store: Store) -> None:
        self.a, self.b, self.store = a, b, store

    def person(self, name: str) -> tuple[Person, Person]:
        """The same person at both."""
        at_a, at_b = self.a.person(name), self.b.person(name)
        at_b.http.headers["authorization"] = at_a.http.headers["authorization"]
        at_b.id = at_a.id
        return at_a, at_b

    def last_seen_long_ago(self) -> None:
        """Have everybody be away at both servers, except those who have a table open."""
        for server in (self.a, self.b):
            server.last_seen_long_ago()


@pytest.fixture(scope="module")
def two(postgres: str) -> Iterator[Two]:
    a, b = Running.with_quick_bots(postgres), Running.with_quick_bots(postgres)
    with a, b:
        store = Store(postgres)
        yield Two(a, b, store)
        store.close()
        for server in (a, b):
            assert server.stop(signal.SIGTERM) in (0, -signal.SIGTERM)
            assert "Traceback" not in "".join(server.errors), server.errors


def test_who_listens_at_one_hears_what_is_done_at_the_other(two: Two) -> None:
    ann, _ = two.person("Ann")
    _, eve = two.person("Eve")
    id = ann.lays_out(ME, SCREEN, start=0)
    with eve.listens(id) as listening:
        assert listening.versions() == [1]
        for version in (2, 3, 4):
            ann.answers(id)
            listening.hears_version(version)
            assert eve.state(id)["plies"] == version - 1
        ann.takes_back(id)
        listening.hears_version(5)
        assert eve.state(id)["view"] == {**ann.state(id)["view"], "seat": None, "actions": []}


def test_a_person_plays_through_both_in_turn(two: Two) -> None:
    at_a, at_b = two.person("Ann")
    id = at_a.lays_out(ME, SCREEN, start=0, seed=1)
    for number in range(8):
        (at_a, at_b)[number % 2].answers(id)
    version = at_b.state(id)["version"]
    until(lambda: at_a.state(id)["version"] == version)
    action = at_a.state(id)["view"]["actions"][0]["id"]
    first = at_a.tries(id, action, version)
    assert first.status_code == 200
    assert at_b.tries(id, action, version).status_code == 409, "the same once more, elsewhere"
    assert at_b.takes_back(id).status_code in (200, 409)
    until(lambda: at_a.state(id)["version"] == at_b.state(id)["version"])
    found = two.store.table(id)
    assert found
    assert len(found[1]) == found[0].plies == at_a.state(id)["plies"]


def test_what_was_done_at_one_is_taken_back_at_the_other(two: Two) -> None:
    at_a, at_b = two.person("Ann")
    id = at_a.lays_out(ME, BOT, start=0)
    at_b.state(id)
    at_a.answers(id, "play S01")
    at_b.waits_for_turn(id)
    until(lambda: at_b.takes_back(id).status_code == 200)
    until(lambda: at_a.state(id)["plies"] == 0)
    at_a.answers(id, "acquire 2")


def test_a_bot_answers_once_with_both_awake(two: Two) -> None:
    at_a, at_b = two.person("Ann")
    watcher, _ = two.person("Eve")
    id = at_a.lays_out(ME, BOT, BOT, start=0)
    with at_b.listens(id), watcher.listens(id):
        for number in range(6):
            player = (at_a, at_b)[number % 2]
            turn = player.waits_for_turn(id)["view"]["turn"]
            while player.state(id)["view"]["turn"] == turn and player.state(id)["acting"]:
                player.answers(id)
        at_a.waits_for_turn(id)
    with two.store.engine.connect() as db:
        rows = list(db.execute(sa.select(actions.c.ply, actions.c.by).where(actions.c.table == id)))
    assert sorted(row.ply for row in rows) == list(range(len(rows)))
    assert Counter(row.by for row in rows)["bot:novice"] >= 12
    found = two.store.table(id)
    assert found
    assert found[0].version == len(rows) + 1, "nothing was done twice or for nothing"


def test_bots_that_are_watched_at_either_play(two: Two) -> None:
    at_a, at_b = two.person("Ann")
    id = at_a.lays_out(BOT, BOT, turn_limit=30)
    with at_a.listens(id), at_b.listens(id) as listening:
        until(lambda: at_b.table(id)["stage"] == "over")
        listening.hears_version(31)
    found = two.store.table(id)
    assert found
    assert found[0].version == len(found[1]) + 1


def test_who_has_the_table_open_at_one_is_seen_at_the_other(two: Two) -> None:
    ann, _ = two.person("Ann")
    _, bo = two.person("Bo")
    id = ann.lays_out(ME, OPEN, start=0)
    bo.sits_down(id)
    until(lambda: ann.table(id)["stage"] == "playing")
    with ann.listens(id) as listening:
        until(lambda: ("presence", {}) in listening.events)  # that is ann herself
        seen = len(listening.events)
        with bo.listens(id):
            until(lambda: ("presence", {}) in listening.events[seen:])
            refused = ann.gives_to_bot(id, 1)
            assert (refused.status_code, "Bo is here" in refused.json()["error"]) == (403, True)
            seen = len(listening.events)
        until(lambda: ("presence", {}) in listening.events[seen:])
        assert ann.gives_to_bot(id, 1).status_code == 403, "Bo was there a moment ago"
        two.last_seen_long_ago()
        assert ann.gives_to_bot(id, 1).status_code == 200


def test_who_plays_at_one_is_not_away_at_the_other(two: Two) -> None:
    ann, _ = two.person("Ann")
    _, bo = two.person("Bo")
    id = ann.lays_out(ME, OPEN, start=1)
    bo.sits_down(id)
    until(lambda: ann.table(id)["stage"] == "playing")
    two.last_seen_long_ago()
    version = bo.answers(id, "acquire 2")["version"]
    until(lambda: ann.state(id)["version"] == version)
    refused = ann.gives_to_bot(id, 1)
    assert (refused.status_code, "a moment ago" in refused.json()["error"]) == (403, True)


def test_names_seats_and_rematches_come_through(two: Two) -> None:
    ann, ann_at_b = two.person("Ann")
    _, bo = two.person("Bo")
    id = ann.lays_out(ME, OPEN, start=0, turn_limit=2)
    assert bo.sits_down(id).status_code == 200
    until(lambda: ann.table(id)["stage"] == "playing")
    bo.ok("PUT", f"{API}/me", name="Bohumil")
    until(lambda: ann.table(id)["seats"][1]["name"] == "Bohumil")
    ann.answers(id, "play S01")
    bo.answers(id, "play S01")
    until(lambda: ann.table(id)["stage"] == "over")
    rematches = {person.ok("POST", f"{API}/tables/{id}/rematch")["id"] for person in (ann, bo, ann_at_b)}
    assert len(rematches) == 1
    assert len(two.store.mine(bo.id)) == 2
