"""Examples in the documentation run and say what they say."""

import ast
import doctest
import importlib
import pkgutil
import re
import textwrap
from pathlib import Path

import pytest

import century
from tests import mechanisms

PROJECT = Path(__file__).parents[1]
NEEDS = {  # modules for other libraries, which may not be installed
    "century.environments.gymnasium": "gymnasium",
    "century.environments.pettingzoo": "pettingzoo",
    "century.environments.openspiel": "pyspiel",
}
MODULES = [
    info.name
    for info in pkgutil.walk_packages(century.__path__, "century.")
    if info.name not in ("century.__main__", "century.environments.gpu")
    if not info.name.startswith("century.web.tables.migrations.")  # for Alembic to run
]


@pytest.mark.parametrize("name", ["century", *MODULES])
def test_examples_in_docstrings(name: str) -> None:
    if name in NEEDS:
        pytest.importorskip(NEEDS[name])
    assert doctest.testmod(importlib.import_module(name)).failed == 0


@pytest.mark.parametrize(
    "path", [PROJECT / "README.md", *sorted((PROJECT / "docs").glob("*.md"))], ids=lambda p: p.name
)
def test_examples_in_documents(path: Path) -> None:
    for number, block in enumerate(re.findall(r"```python\n(.*?)```", path.read_text("utf-8"), re.DOTALL)):
        if ">>>" in block:
            test = doctest.DocTestParser().get_doctest(block, {}, f"{path.name} {number}", str(path), 0)
            assert doctest.DocTestRunner().run(test).failed == 0
        elif not block.startswith(("# sketch", "# examples/")):  # of the second kind, other tests know
            exec(compile(block, f"{path.name} {number}", "exec"), {})


@pytest.mark.parametrize(
    "path", [PROJECT / "README.md", *sorted((PROJECT / "docs").rglob("*.md"))], ids=lambda p: p.name
)
def test_links_lead_somewhere(path: Path) -> None:
    for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", path.read_text("utf-8")):
        assert (path.parent / target).exists(), target


def test_there_are_examples_and_links_to_be_tested() -> None:
    text = "".join(path.read_text("utf-8") for path in (PROJECT / "README.md", *(PROJECT / "docs").glob("*.md")))
    assert text.count("```python\n") > 5
    assert len(re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", text)) > 20


@pytest.mark.parametrize("path", [PROJECT / "docs" / "notation.md", PROJECT / "src/century/engine/record.py"])
def test_the_record_shown_is_one(path: Path) -> None:
    (shown,) = re.findall(
        r"^ {4}century record 1\n.*?^ {4}end: .*?\n", path.read_text("utf-8"), re.DOTALL | re.MULTILINE
    )
    assert len(century.replay(textwrap.dedent(shown)).history) == 6


def test_the_table_of_mechanisms_is_up_to_date() -> None:
    assert mechanisms.FILE.read_text("utf-8") == mechanisms.written()


BOXES = re.findall(r'\["([^"]+?)(?:<br/>([^"]+))?"\]', (PROJECT / "docs" / "how-it-works.md").read_text("utf-8"))


def names_in(path: Path) -> set[str]:
    """Return the functions and classes of a file, those of a class as `Class.method`."""
    text = path.read_text("utf-8")
    if path.suffix == ".js":
        return set(re.findall(r"^(?:export )?(?:async )?function (\w+)", text, re.MULTILINE))
    found = set()
    for node in ast.parse(text).body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            found.add(node.name)
            inside = node.body if isinstance(node, ast.ClassDef) else []
            found |= {
                f"{node.name}.{one.name}" for one in inside if isinstance(one, ast.FunctionDef | ast.AsyncFunctionDef)
            }
    return found


@pytest.mark.parametrize(("file", "name"), sorted(set(BOXES)), ids=lambda part: part)
def test_the_diagrams_name_what_there_is(file: str, name: str) -> None:
    path = PROJECT / "src" / "century" / file
    assert path.is_file()
    assert not name or name in names_in(path)


def test_there_are_diagrams_to_be_tested() -> None:
    text = (PROJECT / "docs" / "how-it-works.md").read_text("utf-8")
    assert text.count("```mermaid\n") == 4
    assert len(BOXES) > 40
    assert len(BOXES) == text.count("<br/>") + 1, "every box is read, one of them without a function"
