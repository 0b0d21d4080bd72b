"""Two servers on one PostgreSQL serve the same tables."""

import signal
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial

import pytest
import sqlalchemy as sa

from century.web.live.process_link import ProcessLink
from century.web.tables.database import Database
from century.web.tables.table_store import TableStore
from tests.waiting import until
from tests.web.house import API, BOT, ME, OPEN, SCREEN, House, Person
from tests.web.server_process import Running

# every change of a version, and the answers there were then
WENT_ON = """
CREATE TABLE went_on (id text, version bigint, plies int);
CREATE FUNCTION note() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN INSERT INTO went_on VALUES (NEW.id, NEW.version, NEW.plies); RETURN NULL; END $$;
CREATE TRIGGER note AFTER UPDATE ON tables FOR EACH ROW WHEN (OLD.version <> NEW.version) EXECUTE FUNCTION note();
"""


class Two:
    """Two servers, and people who can go from one to the other."""

    def __init__(self, a: Running, b: Running, store: TableStore) -> None:
        self.a, self.b, self.store = a, b, store

    def person(self, name: str) -> tuple[Person, Person]:
        """The same person at both."""
        at_a, at_b = self.a.person(name), self.b.person(name)
        at_b.http.headers["authorization"] = at_a.http.headers["authorization"]
        at_b.id, at_b.told = at_a.id, at_a.told
        return at_a, at_b

    def last_seen_long_ago(self) -> None:
        """Have everybody be away at both servers, except those who have a table open."""
        for server in (self.a, self.b):
            server.last_seen_long_ago()


@pytest.fixture(scope="module")
def two(postgres: str) -> Iterator[Two]:
    a, b = Running.with_quick_bots(postgres), Running.with_quick_bots(postgres)
    with a, b:
        store = TableStore(Database(postgres))
        with store.database.engine.begin() as db:
            db.exec_driver_sql(WENT_ON)
        yield Two(a, b, store)
        store.database.close()
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
    found = two.store.table(id)
    assert found
    row, given = found
    assert row.plies == len(given)
    assert Counter(one.by for one in given)["bot:novice"] >= 12
    with two.store.database.engine.connect() as db:
        went_on = list(
            db.execute(sa.text("SELECT version, plies FROM went_on WHERE id = :id ORDER BY version"), {"id": id})
        )
    assert went_on == [(version, version - 1) for version in range(2, row.version + 1)], "twice, or for nothing"


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


# --- what one server has not heard of yet -----------------------------------------------------------------


class Apart:
    """Two servers in this process; the first hears of nothing that the second does until it is told so."""

    def __init__(self, database: str, monkeypatch: pytest.MonkeyPatch) -> None:
        self.a, self.b = House(database), House(database)
        self._heard: list[tuple[ProcessLink, str, str]] = []
        receive = ProcessLink._receive

        def held_back(link: ProcessLink, channel: str, payload: str) -> None:
            if link._watchers is self.a.service.watchers:
                self._heard.append((link, channel, payload))
            else:
                receive(link, channel, payload)

        monkeypatch.setattr(ProcessLink, "_receive", held_back)
        self._receive = receive

    def lets_hear(self) -> None:
        for link, channel, payload in self._heard:
            self.a.in_its_thread(partial(self._receive, link, channel, payload))

    def person(self) -> tuple[Person, Person]:
        at_a, at_b = self.a.person(), self.b.person()
        at_b.http.headers["authorization"] = at_a.http.headers["authorization"]
        at_b.id, at_b.told = at_a.id, at_a.told
        return at_a, at_b


@pytest.fixture
def apart(new_database: Callable[[], str], monkeypatch: pytest.MonkeyPatch) -> Iterator[Apart]:
    both = Apart(new_database(), monkeypatch)
    with both.a, both.b:
        yield both


def test_whoever_names_a_version_sees_none_before_it(apart: Apart) -> None:
    """A person moves at one server and looks at the other, which has not heard of the move."""
    at_a, at_b = apart.person()
    id = at_a.lays_out(ME, SCREEN, start=0)
    assert at_a.state(id)["version"] == 1
    at_b.answers(id)
    assert at_a.state(id, version=0)["version"] == 1, "without a version the memory of a server is good enough"
    with at_a.listens(id) as listening:
        assert at_a.state(id)["version"] == 2
        listening.hears_version(2)
    at_b.answers(id)
    assert at_a.ok("GET", f"{API}/tables/{id}?version=3")["version"] == 3
    at_b.answers(id)
    assert 'data-version="4"' in at_a.get(f"/t/{id}/part?version=4").text
    at_b.answers(id)
    assert 'data-version="5"' in at_a.get(f"/t/{id}?version=5").text
    at_b.answers(id)
    assert at_a.get(f"{API}/tables/{id}/state?version={2**62}").json()["version"] == 6, "as new as there is"
    at_b.answers(id)
    assert at_a.ask("POST", f"{API}/tables/{id}/hint?version=7").status_code == 200
    assert at_a.get(f"{API}/tables/{id}/state?version=-1").status_code == 422


def test_the_database_is_asked_only_for_a_version_that_is_not_in_memory(
    apart: Apart, monkeypatch: pytest.MonkeyPatch
) -> None:
    at_a, _ = apart.person()
    id = at_a.lays_out(ME, SCREEN, start=0)
    at_a.answers(id)
    asked: list[str] = []

    def version(table: str) -> int:
        asked.append(table)
        return 2

    monkeypatch.setattr(apart.a.store, "version", version)
    at_a.state(id, version=0)
    at_a.state(id, version=2)
    assert asked == []
    at_a.state(id, version=3)
    assert asked == [id]


def test_a_turn_is_over_for_whoever_ended_it_wherever_they_look(apart: Apart) -> None:
    """Bots move at one server, while the other has not heard that the person has moved."""
    at_a, at_b = apart.person()
    id = at_a.lays_out(ME, BOT, start=0)
    assert at_a.state(id)["acting"]
    apart.b.service.bots.wake = lambda table: None  # type: ignore[method-assign]  # the bots take their time
    at_b.answers(id, "play S01")
    assert at_a.state(id, version=0)["acting"], "it has not heard"
    assert at_a.state(id)["plies"] > 0
    apart.lets_hear()
    state = at_a.waits_for_turn(id)
    assert state["view"]["turn"] > 1
    found = apart.a.store.table(id)
    assert found
    assert found[0].version == len(found[1]) + 1
