"""The rules as HTML: nothing of their markup is left, and every number leads somewhere."""

import re

import pytest

import century
from century.rulebook import rules
from century.web.render.languages import LANGUAGES
from century.web.server.rule_pages import digest, written
from century.web.tables.views import rules_of

LINK = re.compile(r'href="(?:/rules/([\w-]+))?#rule-([\w-]+)"')


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", century.games())
def test_every_rule_is_written_and_every_link_leads_to_one(game: str, language: str) -> None:
    shown = {number: (title, text) for section in digest(game, language) for number, title, text in section.rules}
    letters = century.game(game).letters
    own = {number for number in rules(language) if number.startswith(f"{letters}-")}
    assert {number for number in shown if number.startswith(f"{letters}-")} == own
    linked = 0
    for title, text in shown.values():
        assert not re.search(r"[*`]", re.sub(r"<[^>]*>", "", title + text))
        for other, number in LINK.findall(text):
            linked += 1
            assert number in rules(language)
            assert number.startswith(century.game(other).letters) if other else number in shown
    assert linked


@pytest.mark.parametrize("game", century.games())
def test_every_answer_has_a_rule_beside_the_table(game: str) -> None:
    shown = {number for section in digest(game, "en") for number, _, _ in section.rules}
    played = century.game(game)
    for choices in played.decisions.values():
        for choice in choices:
            assert shown & set(rules_of(choice, played)), choice


def test_rules_of_other_games_stand_at_the_end_under_their_name() -> None:
    homes = [section.home for section in digest("east-to-west-2", "en")]
    assert homes == sorted(homes, key=bool)
    assert {"Century: A New World", "Century: Eastern Wonders"} <= set(homes)
    assert not any(section.home for section in digest("spice-road", "en"))


def test_texts_are_escaped() -> None:
    assert written("<b> *one* `[u]` SR-1", "spice-road").startswith(
        '&lt;b&gt; <em>one</em> <span class="mark">u</span> <a '
    )
