"""The rules as HTML: nothing of their markup is left, and every number leads somewhere."""

import re

import pytest

import century
from century.rulebook import rules
from century.web.languages import LANGUAGES
from century.web.pages import digest, written

LINK = re.compile(r'href="(?:/rules/([\w-]+))?#rule-([\w-]+)"')


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", century.games())
def test_every_rule_is_written_and_every_link_leads_to_one(game: str, language: str) -> None:
    shown = {number: (title, text) for section in digest(game, language) for number, title, text in section.rules}
    letters = century.game(game).letters
    assert set(shown) == {number for number in rules(language) if number.startswith(f"{letters}-")}
    for title, text in shown.values():
        assert not re.search(r"[*`]", re.sub(r"<[^>]*>", "", title + text))
        for other, number in LINK.findall(text):
            assert number in rules(language)
            assert number.partition("-")[0] == (century.game(other).letters if other else letters)


def test_texts_are_escaped() -> None:
    assert written("<b> *one* `[u]` SR-1", "spice-road").startswith(
        '&lt;b&gt; <em>one</em> <span class="mark">u</span> <a '
    )
