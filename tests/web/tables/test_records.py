"""Records go out and come in, and a game goes on from any of its positions."""

import re
from typing import Any

import httpx
import pytest

import century
from century.web.server import pages
from tests.web.house import API, BOT, ME, OPEN, SCREEN, House, Person
from tests.web.tables.test_service import finished, given


def upload(person: Person, text: str | bytes) -> httpx.Response:
    return person.http.post(f"{API}/records", content=text, headers={"content-type": "text/plain; charset=utf-8"})


def test_a_record_goes_out_and_comes_in_again(house: House, ann: Person, bo: Person) -> None:
    id = ann.lays_out(ME, BOT, seed=5, start=1, edition="golem")
    for _ in range(3):
        ann.answers(id)
    ann.waits_for_turn(id)
    response = ann.get(f"{API}/tables/{id}/record")
    assert response.headers["content-disposition"] == f'attachment; filename="spice-road-{id}.txt"'
    match = century.replay(response.text, interpreted=True)
    assert len(match.history) == ann.state(id)["plies"]
    made = upload(ann, response.text)
    assert made.status_code == 201
    again = made.json()
    assert (again["private"], [seat["name"] for seat in again["seats"]]) == (True, ["Ann", "Wren"])
    assert all(seat["mine"] for seat in again["seats"])
    assert ann.get(f"{API}/tables/{again['id']}/record").text == response.text
    assert bo.get(f"{API}/tables/{again['id']}").status_code == 404
    assert {by for _, by in given(house, again["id"])} == {"record"}
    ann.answers(again["id"])


def test_the_record_of_a_finished_game_is_a_finished_table(house: House, ann: Person) -> None:
    id = finished(ann, ME, BOT)
    again = upload(ann, ann.get(f"{API}/tables/{id}/record").text).json()
    assert (again["stage"], again["result"]) == ("over", ann.table(id)["result"])


@pytest.mark.parametrize(
    ("change", "line"),
    [
        (lambda text: "hello", 1),
        (lambda text: text.replace("play S01", "play S99"), 10),
        (lambda text: text.replace("seed: 5", "seed: 5e5"), 5),
        (lambda text: text.replace("spice-road", "../../etc/passwd"), 3),
        (lambda text: text.rsplit("end:", 1)[0], 10),
        (lambda text: text.replace("seed: 5", "seed: 5\ncomponents: " + "[" * 50_000), 6),
        (lambda text: text.replace("seat 1: Ann", "seat 1: <b>\x00</b>"), 8),
    ],
)
def test_a_broken_record_is_refused_with_its_line(ann: Person, change: Any, line: int) -> None:
    id = ann.lays_out(ME, SCREEN, seed=5, start=0)
    ann.answers(id, "play S01")
    response = upload(ann, change(ann.get(f"{API}/tables/{id}/record").text))
    assert response.status_code == 422
    assert f"line {line}: " in response.json()["error"]


def test_the_bar_of_a_replay_shows_the_turns_around_the_position(
    house: House, ann: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pages, "TURNS", 4)
    id = ann.lays_out(ME, SCREEN, start=0)

    def bar(ply: int) -> tuple[int, int, int, list[int], list[str]]:
        """The answers that the slider covers, the turns that are drawn, those that buttons lead to, and the links."""
        page = ann.get(f"/t/{id}/replay?ply={ply}").text
        slider = re.search(r'id="ply" min="(\d+)" max="(\d+)"', page)
        turns = re.search(r'data-turns="([\d ]+)"', page)
        assert slider
        assert turns
        links = re.findall(r'href="(\?ply=\d+)"', page)
        return int(slider[1]), int(slider[2]), page.count("<rect class="), [*map(int, turns[1].split())], links

    assert bar(0) == (0, 0, 0, [0], [])
    for number in range(10):
        ann.answers(id, ("play S01", "rest")[number // 2 % 2])  # a turn each
    assert bar(0) == (0, 4, 4, [0, 1, 2, 3, 4, 5], ["?ply=4"])
    assert bar(5) == (3, 7, 4, [2, 3, 4, 5, 6, 7, 8], ["?ply=3", "?ply=7"])
    assert bar(10) == bar(1000) == (6, 10, 4, [5, 6, 7, 8, 9, 10], ["?ply=6"])
    monkeypatch.setattr(pages, "TURNS", 300)
    assert bar(5) == (0, 10, 10, [*range(11)], [])


def test_no_record_at_all_is_refused(ann: Person) -> None:
    refused = upload(ann, "")
    assert refused.status_code == 422
    assert refused.json() == {"error": "the request is invalid: body: Field required"}


def test_playing_on_from_a_position(house: House, ann: Person, bo: Person) -> None:
    id = finished(ann, ME, OPEN, others=(bo,))
    new = bo.ok("POST", f"{API}/tables/{id}/play-on", plies=1, level="novice")
    assert [(seat["kind"], seat["mine"]) for seat in new["seats"]] == [("bot", False), ("person", True)]
    assert (new["private"], bo.state(new["id"])["plies"]) == (True, 1)
    assert given(house, new["id"]) == [(0, "record")]
    bo.answers(new["id"])
    wrong: tuple[dict[str, object], ...] = (
        {"plies": 2},
        {"plies": 3},
        {"plies": 0, "seat": 2},
        {"plies": 0, "level": "god"},
        {"plies": -1},
        {},
    )
    for body in wrong:
        assert ann.http.post(f"{API}/tables/{id}/play-on", json=body).status_code in (403, 422), body
    seated = ann.ok("POST", f"{API}/tables/{id}/play-on", plies=0, seat=1)
    assert [seat["mine"] for seat in seated["seats"]] == [False, True]
