"""The page of a game from outside, over HTTP: tables, answers and rules."""

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("fastapi", reason="the page is not installed: pip install 'century[web]'")

from century.engine.actions import END_OF_ACTIONS
from century.engine.game import Game
from century.web.bots.pool import BotPool
from century.web.render import languages
from century.web.tables.views import rules_of
from tests.web.house import API, ME, SCREEN, House, house_in


@pytest.fixture
def house(tmp_path: Path, silk_fair: Game) -> Iterator[House]:
    """A server that knows the game."""
    with house_in(tmp_path) as house:
        yield house


def test_answers_are_given_by_number_and_by_text(house: House) -> None:
    ann = house.person("Ann")
    id = ann.lays_out(ME, SCREEN, game="silk-fair", start=0)
    stroll = next(action for action in ann.state(id)["view"]["actions"] if action["text"] == "stroll")
    assert ann.tries(id, stroll["id"]).status_code == 200
    assert ann.tries(id, "stroll").status_code == 200
    assert ann.state(id)["plies"] == 2


def test_the_greatest_number_of_an_action_is_one_that_a_game_could_have(house: House, silk_fair: Game) -> None:
    ann = house.person("Ann")
    id = ann.lays_out(ME, SCREEN, game="silk-fair", start=0)
    last, beyond = (ann.tries(id, number).text for number in (END_OF_ACTIONS - 1, END_OF_ACTIONS))
    assert f"from 0 to {silk_fair.action_count - 1}, not {END_OF_ACTIONS - 1}" in last  # the game itself refuses it
    assert "less than" in beyond


def test_answers_and_rules_have_links_to_the_rules_of_the_game(house: House, silk_fair: Game) -> None:
    for choices in silk_fair.decisions.values():
        for choice in choices:
            is_its_own = not choice.__module__.startswith("century.")
            assert rules_of(choice, silk_fair)[0].startswith("SF-" if is_its_own else ""), choice
    page = house.person("Ann").get("/rules/silk-fair").text
    assert 'href="#rule-SF-50"' in page  # SF-E3 cites it


def test_the_lobby_and_the_rules_name_it(house: House) -> None:
    ann = house.person("Ann", browser=True)
    lobby = ann.get("/").text
    assert "Fetch spices, and haggle for silk" in lobby
    assert "15 min" in lobby
    assert "<p></p>" not in lobby
    assert 'href="/rules/silk-fair"' in ann.get("/rules/spice-road").text


def test_its_words_are_translated_by_the_file_beside_it(house: House, silk_fair: Game) -> None:
    ann = house.person("Ann")
    id = ann.lays_out(ME, SCREEN, game="silk-fair", start=0, seed=1)
    german = {"accept-language": "de"}
    assert "Seidenmarkt" in ann.get("/", headers=german).text
    for action in ("stall garden", "stroll"):
        ann.answers(id, action)
    page = ann.get(f"/t/{id}", headers=german).text
    for words in ("Stände", "Garten", "Färberei", "Kranich", "Platz für Würfel", "hat am Stand „Garten“ gearbeitet"):
        assert words in page, words
    for words in ("garden", "bolt row", "last bolt", "storage", "worked"):
        assert f">{words}" not in page, words
    assert languages.updated_of_game("de", silk_fair) == languages.file_of_game(silk_fair.file, "de").read_text("utf-8")
    assert not [
        message for message in languages.messages_of_game(silk_fair) if languages._first(message) == german_of(message)
    ]


def german_of(message: languages.Forms) -> str:
    return languages.translations("de").gettext(languages._first(message))


def test_its_settings_are_options_of_a_new_table(house: House) -> None:
    ann = house.person("Ann", browser=True)
    pages = [ann.get("/", headers={"accept-language": language}).text for language in ("en", "de")]
    for page, words in zip(pages, (("length", "usual", "short"), ("Länge", "üblich", "kurz")), strict=True):
        _, _, select = page.partition('data-only="silk-fair"')
        options, _, _ = select.partition("</label>")
        assert 'name="silk-fair/length"' in options
        for word in words:
            assert f">{word}<" in options
    id = ann.lays_out(ME, SCREEN, game="silk-fair", settings={"length": "short"})
    assert ann.state(id)["view"]["last_bolt"] == 4


def test_a_hint_is_a_legal_action(house: House) -> None:
    ann = house.person("Ann")
    id = ann.lays_out(ME, SCREEN, game="silk-fair", start=0)
    assert ann.ok("POST", f"{API}/tables/{id}/hint") in ann.state(id)["view"]["actions"]


def test_the_process_of_a_bot_knows_the_game(silk_fair: Game) -> None:
    match = silk_fair.new(seed=1, interpreted=True)
    assert match.actor is not None
    pool = BotPool(1)
    try:
        answer = asyncio.run(pool.answer("table", match.known(match.actor), "random"))
    finally:
        pool.close()
    assert answer in {action.id for action in match.actions()}


def test_the_log_tells_sentences(house: House) -> None:
    ann = house.person("Ann")
    id = ann.lays_out(ME, SCREEN, game="silk-fair", start=0, seed=1)
    bolt = next(action["text"] for action in ann.state(id)["view"]["actions"] if action["text"].startswith("haggle"))
    for action in (bolt, "price 2", "leave it", "cube Y", "cube Y"):
        ann.answers(id, action)
    page = ann.get(f"/t/{id}").text
    for words in ("at a price of", "left it", "kept the bolt and paid"):
        assert words in page, words
