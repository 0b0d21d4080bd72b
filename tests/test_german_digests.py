"""The German digests say what the English ones say, as far as numbers and codes can tell."""

import re
from collections import Counter
from pathlib import Path

import pytest

from century import rulebook

ENGLISH, GERMAN = rulebook.rules(), rulebook.rules("de")
SAME = [
    re.compile(r"[+=]?\d+\+?"),  # 3, 10, +3, 3+, =4
    re.compile(r"\b[YRGB]+\b"),  # Y, YYR; and side B
    re.compile(r"\b[A-F][12]\b"),  # boards
    re.compile(r"`[^`]*`|\[[^]]*\]"),  # `first_game`, `[u]`, [stand-in]
    re.compile(r"\*+"),
    rulebook.number_pattern(),
]


def counted(pattern: re.Pattern[str], text: str) -> Counter[str]:
    return Counter(pattern.findall(text))


def written(path: Path) -> list[str]:
    """The numbers of the rules and the levels of the headings, as they stand in a file."""
    return re.findall(r"^(?:- \*\*\S+?-E?\d+|#+ )", path.read_text("utf-8"), re.MULTILINE)


def test_every_digest_is_there_in_german() -> None:
    english, german = rulebook.digests(), rulebook.digests("de")
    assert [path.name for path in german] == [path.name for path in english]
    assert not {*german} & {*english}


@pytest.mark.parametrize("path", rulebook.digests("de"), ids=lambda path: path.stem)
def test_the_same_rules_under_the_same_headings(path: Path) -> None:
    assert written(path) == written(path.parents[1] / path.name)
    rules = [line for line in written(path) if line.startswith("-")]
    assert len({*rules}) == len(rules) == sum(rule.file == path.name for rule in GERMAN.values())


@pytest.mark.parametrize("number", ENGLISH)
def test_a_rule_says_the_same(number: str) -> None:
    english, german = ENGLISH[number].text, GERMAN[number].text
    assert german != english
    assert len(german) > 0.8 * len(english), "something is left out"
    english = english.replace("stand-in count", "Platzhalter-Anzahl").replace("stand-in", "Platzhalter")
    for pattern in SAME:
        assert counted(pattern, german) == counted(pattern, english), pattern.pattern


def test_a_language_without_digests_reads_the_english_ones() -> None:
    assert rulebook.rule("sr-040", "de").text.startswith("**SR-40** Eine Händlerkarte")
    assert rulebook.rule("SR-40", "de").section == "Erwerben"
    assert rulebook.rule("SR-40", "xx") == rulebook.rule("SR-40", "..") == rulebook.rule("SR-40")
    assert rulebook.rules("de") is GERMAN
