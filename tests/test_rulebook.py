"""The links between rules, code and tests are read from source files, not from docstrings in memory."""

import subprocess
import sys
from collections.abc import Iterator

import pytest

import century
from century.engine.part import Choice
from century.rulebook import cited_by_class, numbers_in

CITED = """
import century
from century.rulebook import cited_by_class
for name in century.games():
    for choices in century.game(name).decisions.values():
        for choice in choices:
            print(name, choice.__qualname__, *cited_by_class(choice))
"""


def choices() -> Iterator[type[Choice]]:
    for name in century.games():
        for of_a_decision in century.game(name).decisions.values():
            yield from of_a_decision


def run(*arguments: str) -> str:
    return subprocess.run([sys.executable, *arguments], capture_output=True, text=True, check=True).stdout


@pytest.mark.parametrize(
    "arguments", [("-m", "century", "rules", "SR-52"), ("-c", CITED)], ids=("the command", "the links of the page")
)
def test_rules_have_their_code_without_docstrings_too(arguments: tuple[str, ...]) -> None:
    assert run(*arguments) == run("-OO", *arguments) != ""


def test_the_source_says_what_the_docstring_says() -> None:
    kinds = set(choices())
    assert len(kinds) > 30
    for kind in kinds:
        assert cited_by_class(kind) == numbers_in(f"{kind.__doc__} {getattr(kind, 'cites', '')}")
        assert cited_by_class(kind), kind


def test_a_class_in_a_function_has_its_docstring() -> None:
    class Inner:
        """As in SR-52, and SR-3."""

        cites = "SR-52, SR-60"

    assert cited_by_class(Inner) == ["SR-52", "SR-3", "SR-60"]
