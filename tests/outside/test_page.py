"""The page of a game from outside, over HTTP: tables, answers and rules."""

from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("fastapi", reason="the page is not installed: pip install 'century[web]'")

from century.engine.actions import END_OF_ACTIONS
from century.engine.game import Game
from century.web.render import languages
from century.web.tables.views import rules_of
from tests.web.house import ME, SCREEN, House, house_in


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


def test_the_log_tells_sentences(house: House) -> None:
    ann = house.person("Ann")
    id = ann.lays_out(ME, SCREEN, game="silk-fair", start=0, seed=1)
    bolt = next(action["text"] for action in ann.state(id)["view"]["actions"] if action["text"].startswith("haggle"))
    for action in (bolt, "price 2", "leave it", "cube Y", "cube Y"):
        ann.answers(id, action)
    page = ann.get(f"/t/{id}").text
    for words in ("at a price of", "left it", "kept the bolt and paid"):
        assert words in page, words
