"""The drawing of a table: every answer has its place, nothing else can be pressed, and the page is sound."""

import re
import time
from dataclasses import replace
from html.parser import HTMLParser

import pytest

import century
from century.engine.actions import action_of
from century.engine.signs import Cubes, Good
from century.engine.things import as_data
from century.web.render.drawing import draw, heading
from century.web.render.pens import Plain
from century.web.tables.table_view import TableView
from century.words import say
from tests.helpers import play
from tests.rules.a_new_world.table import a_new_world
from tests.web.seeing import GAMES, Watched, seat_views

ANSWERS = 60
NAMES = ['<b>"&Ines', "O'Kan", "Wren", "Mei", "A very long name, as long as they get"]
VOID = {"link", "meta", "br", "img", "input", "hr"}


class Page(HTMLParser):
    """The elements of a page, with what they can do; it fails where they are not balanced."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.actions: set[int] = set()
        self.moves: list[str] = []
        self.hinted = 0
        self.blocked = 0
        self.text = ""
        self.attributes: dict[str, str | None] = {}
        self._stack: list[str] = []
        self.feed(text)
        self.close()
        assert not self._stack

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        assert len(found) == len(attrs), f"an attribute twice in <{tag}>"
        assert tag != "script"
        assert "style" not in found
        assert not [name for name in found if name.startswith("on")]
        if tag == "main":
            self.attributes = found
        self._see(tag, found)
        if tag not in VOID:
            self._stack.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self._stack.pop()

    def handle_endtag(self, tag: str) -> None:
        assert self._stack.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data

    def _see(self, tag: str, found: dict[str, str | None]) -> None:
        classes = (found.get("class") or "").split()
        if "p" in self._stack:
            assert tag not in ("p", "div", "ul", "ol", "table", "section"), f"<{tag}> ends a <p>"
        if "data-action" in found:
            self.actions.add(int(found["data-action"] or ""))
            assert tag == "button" or (found["role"], found["tabindex"], "can" in classes) == ("button", "0", True)
            assert tag == "g" or found["type"] == "button"
            assert "data-key" in found
            assert "data-rules" in found
            assert "aria-disabled" not in found
        if "data-why" in found:
            self.blocked += 1
            assert found["data-why"]
            assert (found["tabindex"], found["aria-disabled"]) == ("0", "true")
        assert not (found.get("aria-label") or "").strip().endswith((":", ";")), found["aria-label"]
        if "data-move" in found:
            self.moves.append(found["data-move"] or "")
        self.hinted += "hinted" in classes


def players_of(game: str) -> list[int]:
    played = century.game(game)
    return sorted({2, played.most_players})


@pytest.mark.parametrize("looks", [2, pytest.param(5, marks=pytest.mark.slow)])
@pytest.mark.parametrize(("game", "players"), [(game, players) for game in GAMES for players in players_of(game)])
def test_every_answer_has_its_place(game: str, players: int, looks: int) -> None:
    """Before so many of five answers."""
    watched = Watched(game, players, seed=players)
    chairs = seat_views(NAMES[:players])
    spent = []
    for number in range(ANSWERS):
        match = watched.match
        if match.over:
            break
        seats = {match.actor, (number + 1) % players} if number % 4 else {match.actor, None}
        for seat in seats if number % 5 < looks else ():
            seen = watched.seen(seat, chairs, hint=number % 3 == 0)
            began = time.perf_counter()
            text = draw(seen)
            spent.append(time.perf_counter() - began)
            check_page(text, seen)
        watched.play()
    print(f"{game}, {players} players: {1000 * sorted(spent)[len(spent) // 2]:.1f} ms")


def check_page(text: str, seen: TableView) -> None:
    page = Page(text)
    legal = {action["id"] for action in seen.view["actions"]} if seen.acting else set()
    assert page.actions == legal, [action_of(id).text for id in page.actions ^ legal]
    assert len(page.moves) == len(set(page.moves)), [move for move in page.moves if page.moves.count(move) > 1]
    assert bool(page.hinted) == (seen.hint is not None)
    assert page.blocked == 0 or seen.acting
    assert page.attributes["id"] == "table"
    assert page.attributes["data-version"] == str(seen.version)
    assert page.attributes["data-question"]
    assert bool(page.attributes["data-told"]) == bool(seen.log)
    assert "<b>&#34;" not in text
    if 0 in range(len(seen.seats)):
        assert NAMES[0] in page.text
        assert "&lt;b&gt;&#34;&amp;Ines" in text


@pytest.mark.parametrize("game", GAMES)
def test_the_end_is_drawn(game: str) -> None:
    match = century.game(game).new(players=2, seed=1, turn_limit=3, interpreted=True)
    watched = Watched(game, 2, 1)
    watched.match = match
    while not match.over:
        watched.play()
    page = Page(draw(watched.seen(0, seat_views(NAMES[:2]))))
    assert not page.actions
    assert "no winner" in page.text
    assert "Stopped" in heading(watched.seen(0, seat_views(NAMES[:2])))


def test_a_turn_is_told_in_one_sentence() -> None:
    watched = Watched("spice-road", 2, seed=7)
    chairs = seat_views(["Ines", "Okan"])
    started = chairs[watched.match.actor or 0].name
    for text in ("play S02", "upgrade Y", "upgrade R"):
        watched.play(action_of(text))
    page = Page(draw(watched.seen(0, chairs)))
    assert page.attributes["data-told"] == f"{started} upgraded: give 1 turmeric for 1 cardamom"
    assert "Round 1" in page.text


@pytest.mark.parametrize(
    ("language", "buttons", "question"),
    [
        ("en", ("then optionally a tile", "Claim without a tile"), "Also take a bonus tile?"),
        ("de", ("danach vielleicht ein Plättchen", "Einlösen, ohne Plättchen"), "Auch ein Bonusplättchen nehmen?"),
    ],
)
def test_at_a_fort_the_page_offers_the_card_before_the_tile(
    language: str, buttons: tuple[str, str], question: str
) -> None:
    watched, chairs = Watched("a-new-world", 2, seed=1), seat_views(["Ines", "Okan"])
    watched.match = play(a_new_world(storage=["YRG"], forts="pc_12 pc_20 pc_13 pc_27"), "work b1_1")
    text = draw(watched.seen(0, chairs), language)
    assert all(button in Page(text).text for button in buttons)
    assert text.count(f'data-action="{action_of("claim first").id}"') == 2  # the button and the card
    watched.play(action_of("claim first"))
    assert question in Page(draw(watched.seen(0, chairs), language)).text
    watched.play(action_of("tile b1_1"))
    told = str(Page(draw(watched.seen(0, chairs))).attributes["data-told"])
    assert re.fullmatch("Ines paid .* for 4 points, took the bonus tile: .*", told)


@pytest.mark.parametrize(("language", "told"), [("en", "Place your boat"), ("de", "Boot auf")])
def test_only_where_the_boat_may_go_the_map_says_so(language: str, told: str) -> None:
    watched = Watched("eastern-wonders", 2, seed=7)
    chairs = seat_views(["Ines", "Okan"])
    while watched.match.question["decision"] != "placing boat":
        watched.play()
    seen = watched.seen(watched.match.actor, chairs)
    text = draw(seen, language)
    Page(text)
    assert text.count(f'aria-label="{told}') == len(seen.view["actions"]) < len(seen.view["map"])


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", "1 yellow crystal, 2 pink crystals; copper coin"),
        ("de", "1 Gelbkristall, 2 Rosakristalle; Kupfermünze"),
    ],
)
def test_crystals_are_counted_and_coins_are_of_the_edition(language: str, told: str) -> None:
    words = century.game("spice-road").new(edition="golem", interpreted=True).view()["words"]
    plain = Plain(language, words)
    assert plain.message(say("{cubes}; {coin}", cubes=Cubes("YBB"), coin=Good("gold"))) == told


def test_words_that_come_as_data_are_not_taken_for_markup() -> None:
    watched = Watched("spice-road", 2, seed=7)
    seen = watched.seen(watched.match.actor, seat_views(["Ines", "Okan"]))
    refused = dict.fromkeys(seen.refusals, '<i>"100%')
    watched.match = century.game("spice-road").new(players=2, seed=7, turn_limit=1, interpreted=True)
    watched.play()
    over = replace(watched.seen(0, seat_views(["Ines", "Okan"])), ended_early="<i>100%")
    for text in (draw(replace(seen, refusals=refused)), draw(over)):
        assert "<i>" not in text.replace("<i></i>", "").replace('<i class="on">', "")
        assert "100%" in text


def test_an_answer_is_about_a_thing_of_the_view() -> None:
    match = century.game("spice-road").new(players=2, seed=7, start=0, interpreted=True)
    deed = match.deed(action_of("acquire 3"))
    assert deed.about
    assert as_data(deed.about) == match.view()["merchant_row"][2]
