"""The test of the tests: every rule of a playable game is cited by a test and by code; no number is invented."""

from pathlib import Path

import pytest

import century
from century import rulebook

PROJECT = Path(__file__).parents[2]
GAMES = [century.game(name) for name in century.games()]
NUMBERS = [n for n in rulebook.rules() for game in GAMES if n.startswith(game.letters + "-")]


def test_the_digests_are_read() -> None:
    assert len([number for number in NUMBERS if number.startswith("SR-")]) == 38
    assert rulebook.rules()["SR-3"].text == "**SR-3 Supply.** Unlimited."
    assert rulebook.rules()["SR-4"].text.endswith("what one execution yields may pay the next.")


def test_every_rule_has_a_test() -> None:
    cited = {number for test in rulebook.all_tests() for number in rulebook.cited_by(test)}
    assert [number for number in NUMBERS if number not in cited] == []


def test_every_rule_is_cited_in_the_code() -> None:
    assert [number for number in NUMBERS if not rulebook.code_of(number)] == []


@pytest.mark.parametrize("folder", ["src", "tests"])
def test_every_cited_number_exists(folder: str) -> None:
    invented = {
        (path.name, number)
        for path in (PROJECT / folder).rglob("*.py")
        for number in rulebook.cited(path.read_text("utf-8"))
        if number not in rulebook.rules() and number != "SR-98"  # a test asks for one that is not there
    }
    assert invented == set()
