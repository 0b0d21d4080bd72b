"""The guide walks through the example as it stands: all its definitions, in their order."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from tests.outside.conftest import SILK_FAIR

GUIDE = Path(__file__).parents[2] / "docs" / "adding-a-game.md"
FIRST = "# examples/silk_fair.py\n"


def test_what_the_guide_quotes_stands_in_the_example() -> None:
    source = SILK_FAIR.read_text("utf-8")
    blocks = re.findall(r"```python\n(.*?)```", GUIDE.read_text("utf-8"), re.DOTALL)
    quoted = [block.removeprefix(FIRST) for block in blocks if block.startswith(FIRST)]
    assert len(quoted) >= 10
    for block in quoted:
        assert block in source, block
    places = [source.index(block) for block in quoted]
    assert places == sorted(places), "the guide goes through the file from its beginning to its end"


def defined(source: str) -> Iterator[str]:
    """The names that a module defines, in order."""
    for node in ast.parse(source).body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            yield node.name
        elif isinstance(node, ast.Assign):
            yield from (name.id for name in ast.walk(node.targets[0]) if isinstance(name, ast.Name))


def test_every_definition_is_explained_in_its_order() -> None:
    """A name counts where it stands in backticks, or where a quotation of the file defines it."""
    text = GUIDE.read_text("utf-8")
    steps = text[text.index("## 2.") : text.index("## 11.")]
    mentioned = re.findall(r"`(\w+)`|^(?:class |def )?(\w+)(?:\(.*| = .*)$", steps, re.MULTILINE)
    names = [quoted or defined for quoted, defined in mentioned]
    at = -1
    for name in defined(SILK_FAIR.read_text("utf-8")):
        assert name in names[at + 1 :], f"{name} is not explained after {names[at]}"
        at = names.index(name, at + 1)
