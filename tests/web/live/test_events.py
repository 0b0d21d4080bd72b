"""What happens at a table is heard by all who have it open; who comes and goes is seen."""

import socket
import threading
import time

import pytest

from century.web.live import event_stream, watchers
from century.web.live.watchers import Watchers
from tests.waiting import until
from tests.web.house import API, FRIEND, ME, OPEN, SCREEN, House, Listening, Person


def test_the_first_event_carries_the_version_and_changes_follow(house: House, ann: Person, bo: Person) -> None:
    id = ann.lays_out(ME, OPEN, start=0)
    with bo.listens(id) as listening:
        assert listening.events[0] == ("change", {"version": 1})
        bo.sits_down(id)
        ann.answers(id, "acquire 2")
        ann.takes_back(id)
        ann.answers(id, "play S01")
        listening.hears_version(5)
    assert listening.versions() == [1, 2, 3, 4, 5]
    with bo.listens(id) as again:
        assert again.events[0] == ("change", {"version": 5}), "who comes again knows what was missed"


def test_one_stream_has_the_events_of_several_tables(house: House, ann: Person, bo: Person) -> None:
    ids = [ann.lays_out(ME, SCREEN, start=0) for _ in range(3)]
    private = bo.lays_out(ME, SCREEN, start=0, private=True)
    path = "&".join(f"table={id}" for id in (*ids, private, "nowhere"))
    with Listening(ann.http, "", f"{API}/events?{path}") as listening:
        until(lambda: len(listening.versions()) == 3)
        assert ("change", {"table": ids[0], "version": 1}) in listening.events
        assert house.service.watchers.present(ids[2]) == {ann.id}
        assert private not in str(listening.events)
        ann.answers(ids[1])
        bo.answers(private)
        until(lambda: ("change", {"table": ids[1], "version": 2}) in listening.events)
    until(lambda: not house.service.watchers._streams)
    assert private not in str(listening.events)
    for wrong in ("", "table=", "table=!!", "&".join(["table=x"] * 51)):
        assert ann.get(f"{API}/events?{wrong}").status_code == 422, wrong


def test_events_hold_no_more_than_they_need_to(house: House, ann: Person) -> None:
    id = ann.lays_out(ME, SCREEN, start=0)
    with ann.listens(id) as listening:
        for _ in range(4):
            ann.answers(id)
        listening.hears_version(5)
    for event, data in listening.events:
        assert (event, set(data)) in (("change", {"version"}), ("presence", set()))


def test_who_comes_and_goes_is_heard(house: House, ann: Person, bo: Person) -> None:
    id = ann.lays_out(ME, OPEN)
    bo.sits_down(id)
    house.last_seen_long_ago(id, bo)
    with ann.listens(id) as listening:
        until(lambda: ("presence", {}) in listening.events)  # that is ann herself
        assert house.service.watchers.present(id) == {ann.id}
        assert house.service.watchers.away_for(id, bo.id) > 10**9
        before = len(listening.events)
        with bo.listens(id):
            until(lambda: ("presence", {}) in listening.events[before:])
            assert house.service.watchers.present(id) == {ann.id, bo.id}
            with bo.listens(id):
                pass
            assert bo.id in house.service.watchers.present(id), "another page is open"
            before = len(listening.events)
        until(lambda: ("presence", {}) in listening.events[before:])
        assert house.service.watchers.present(id) == {ann.id}
        assert house.service.watchers.away_for(id, bo.id) < 3600, "counted from when the page was closed"
    until(lambda: not house.service.watchers._streams)
    assert not house.service.watchers._here.get(id)


def test_nobody_listens_to_a_private_table(house: House, ann: Person, bo: Person) -> None:
    id = ann.lays_out(ME, FRIEND, private=True)
    assert bo.get(f"{API}/tables/{id}/events").status_code == 404
    assert bo.get(f"{API}/tables/nowhere/events").status_code == 404
    with ann.listens(id) as listening:
        assert listening.versions() == [1]


def test_a_stream_says_that_it_is_alive(house: House, ann: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(event_stream, "ALIVE", 0.05)
    id = ann.lays_out(ME, SCREEN)
    with ann.http.stream("GET", f"{API}/tables/{id}/events") as response:
        assert response.headers["content-type"].startswith("text/event-stream")
        assert response.headers["cache-control"] == "no-store"
        lines = response.iter_lines()
        assert next(lines) == "retry: 1000"
        until(lambda: next(lines) == ": still here")


def test_who_does_not_read_holds_nobody_up(house: House, ann: Person) -> None:
    """A listener whose connection is full, and more events than wait for anybody."""
    id = ann.lays_out(ME, SCREEN, start=0)
    host, port = house.address.removeprefix("http://").split(":")
    stuck = socket.create_connection((host, int(port)))
    stuck.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1)
    stuck.sendall(f"GET {API}/tables/{id}/events HTTP/1.1\r\nhost: x\r\n\r\n".encode())
    until(lambda: house.service.watchers.is_watched(id))
    try:
        with ann.listens(id) as listening:
            for _ in range(2 * watchers.WAITING):
                house.in_its_thread(lambda: house.service.watchers.publish(id, "presence"))
            ann.answers(id)  # this would wait for ever
            ann.answers(id)
            listening.hears_version(3)
    finally:
        stuck.close()
    until(lambda: not house.service.watchers._streams)


def test_a_queue_that_is_full_takes_no_more() -> None:
    everybody = Watchers()
    with everybody.watching("t", "ann") as queue:
        for number in range(10 * watchers.WAITING):
            everybody.publish("t", "change", version=number)
        assert queue.qsize() == watchers.WAITING


def test_people_of_a_silent_process_are_gone() -> None:
    everybody = Watchers()
    everybody.began = 0.0
    with everybody.watching("t", "bo") as queue:
        everybody.arrive("t", "elsewhere", "ann", time.time() + 3600)
        assert everybody.present("t") == {"ann", "bo"}
        everybody.arrive("t", "elsewhere", "ann", time.time() - 1)  # as if nothing more was heard from there
        assert everybody.present("t") == {"bo"}
        before = queue.qsize()
        everybody.drop_silent()
        assert queue.qsize() == before + 1, "it is told"
    assert everybody.away_for("t", "ann") < 3600, "counted from now"


def test_the_memory_of_who_was_where_does_not_grow_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watchers, "REMEMBERED", 5)
    everybody = Watchers()
    for number in range(50):
        with everybody.watching(f"table {number}", "ann"):
            pass
    assert len(everybody.last_seen) == 5
    assert not everybody._here
    assert not everybody._streams


def test_many_people_at_one_table(house: House, ann: Person) -> None:
    id = ann.lays_out(ME, SCREEN, start=0)
    watchers = [house.person(f"Guest {number}") for number in range(8)]
    streams = [watcher.listens(id).__enter__() for watcher in watchers]
    try:
        for _ in range(5):
            ann.answers(id)
        for stream in streams:
            stream.hears_version(6)
    finally:
        closing = [threading.Thread(target=stream.close) for stream in streams]
        for thread in closing:
            thread.start()
        for thread in closing:
            thread.join()
