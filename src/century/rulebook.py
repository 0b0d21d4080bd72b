"""The rules digests: where each numbered rule is written, which code cites it and which tests check it."""

import ast
import inspect
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import chain
from pathlib import Path

from century import plugins, trilogy
from century.errors import CenturyError, unknown

_RULE = re.compile(r"- \*\*([A-Z][A-Z0-9]*-E?\d+)\b")
_PACKAGE = Path(__file__).parent
_PROJECT = _PACKAGE.parents[1]


@dataclass(frozen=True)
class Rule:
    """A numbered rule."""

    number: str
    text: str
    file: str
    section: str


@dataclass(frozen=True)
class Place:
    """A piece of source that cites a rule."""

    file: str
    line: int
    name: str
    source: str


def digests(language: str = "en") -> list[Path]:
    """The digests: beside the installed package, or in the project's docs; English where a language has none.

    Those of games from outside that were loaded follow: silk_fair.md beside silk_fair.py.
    """
    return [*sorted(_folder(language).glob("*.md")), *_digests_outside(language)]


def digest_names() -> dict[str, Path]:
    """The English digests by the names of their games."""
    outside = {game.name: path for game in plugins.loaded() if (path := _digest_beside(game.file)).is_file()}
    return {path.stem.replace("_", "-"): path for path in sorted(_folder("en").glob("*.md"))} | outside


def rules(language: str = "en") -> dict[str, Rule]:
    """Every rule by its number, in the order of the digests."""
    found = _rules_in(_folder(language))
    outside = _digests_outside(language)
    return found | _rules_of(outside) if outside else found


def _digests_outside(language: str) -> list[Path]:
    files = dict.fromkeys(_digest_beside(game.file, language) for game in plugins.loaded())
    return [path for path in files if path.is_file()]


def _digest_beside(file: str, language: str = "en") -> Path:
    """The digest of a game from outside: silk_fair.de.md, or silk_fair.md where there is none in the language."""
    own = Path(file).with_suffix(f".{language}.md")
    return own if own.is_file() else Path(file).with_suffix(".md")


def rule(number: str, language: str = "en") -> Rule:
    """A rule by its number; SR-40 and sr-40 are the same."""
    found = rules(language).get(re.sub(r"-(E?)0+(?=\d)", r"-\1", number.upper()))
    if found is None:
        letters = number.upper().partition("-")[0]
        alike = [other for other in rules() if other.startswith(letters + "-")]
        if not alike:
            starts = dict.fromkeys(other.partition("-")[0] for other in rules())
            raise unknown("rule", number, (f"{start}-..." for start in starts))
        raise unknown("rule", number, [f"{alike[0]} to {alike[-1]} (not every number is used)"])
    return found


def code_of(number: str) -> list[Place]:
    """The classes and functions of the package, or of a game from outside, whose text cites a rule."""
    outside = [Path(game.file) for game in plugins.loaded() if number.startswith(f"{game.letters}-")]
    places = [_citing(number, path, path.parent) for path in outside]
    return list(chain(_citing(number, _PACKAGE, _PACKAGE.parent), *places))


def cited_by_class(kind: type) -> list[str]:
    """Return the rule numbers in the docstring of a class, then those in its attribute `cites`.

    The docstring is read from the source file: `python -OO` removes it from the class.
    """
    docstring = _docstrings(inspect.getsourcefile(kind) or "").get(kind.__qualname__, "")
    return numbers_in(f"{docstring} {getattr(kind, 'cites', '')}")


@cache
def _docstrings(file: str) -> dict[str, str]:
    """Return the docstring of every class of a source file, by its qualified name."""

    def walk(node: ast.AST, prefix: str) -> Iterator[tuple[str, str]]:
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.ClassDef):
                yield prefix + child.name, ast.get_docstring(child) or ""
                yield from walk(child, f"{prefix}{child.name}.")
            elif isinstance(child, ast.FunctionDef):
                yield from walk(child, f"{prefix}{child.name}.<locals>.")
            else:
                yield from walk(child, prefix)

    return dict(walk(ast.parse(Path(file).read_text("utf-8")), ""))


def tests_of(number: str) -> list[Place]:
    """The tests that cite a rule by their decorator; none where the tests are not at hand."""
    return [place for place in all_tests() if number in cited_by(place)]


@cache
def all_tests() -> list[Place]:
    """Every test that cites rules."""
    return [
        Place(str(path.relative_to(_PROJECT)), first, name, "\n".join(lines[first - 1 : last]))
        for path in sorted((_PROJECT / "tests").rglob("test_*.py"))
        for lines in [path.read_text("utf-8").splitlines()]
        for first, last, name in _definitions(ast.parse("\n".join(lines)))
        if name.startswith("test")
    ]


@cache
def cited_by(test: Place) -> set[str]:
    """The rule numbers in the decorator @rule(...) of a test."""
    (function,) = ast.parse(test.source).body
    return {
        str(argument.value)
        for decorator in getattr(function, "decorator_list", [])
        if isinstance(decorator, ast.Call) and getattr(decorator.func, "id", "") == "rule"
        for argument in decorator.args
        if isinstance(argument, ast.Constant)
    }


def numbers_in(text: str) -> list[str]:
    """Return the rule numbers in a text, each once, in the order of the text."""
    return list(dict.fromkeys(number_pattern().findall(text)))


def number_pattern() -> re.Pattern[str]:
    """Return a pattern of rule numbers, by the letters of the package's games and of loaded games from outside."""
    return _pattern_of(tuple(game.letters for game in [*map(trilogy.load, trilogy.names()), *plugins.loaded()]))


@cache
def _pattern_of(letters: tuple[str, ...]) -> re.Pattern[str]:
    return re.compile(rf"\b(?:{'|'.join(map(re.escape, letters))})-E?\d+\b")


def _folder(language: str) -> Path:
    """Where the digests of a language are: the English ones at the top, others in a folder named for theirs."""
    for folder in (_PACKAGE / "rules_digests", _PROJECT / "docs" / "rules"):
        if folder.is_dir():
            return next(
                (inner for inner in folder.iterdir() if inner.name == language and any(inner.glob("*.md"))), folder
            )
    raise CenturyError("the rules digests are not installed")


@cache
def _rules_in(folder: Path) -> dict[str, Rule]:
    return _rules_of(sorted(folder.glob("*.md")))


def _rules_of(paths: Iterable[Path]) -> dict[str, Rule]:
    found: dict[str, Rule] = {}
    for path in paths:
        section, number, lines = "", "", list[str]()
        for line in [*path.read_text("utf-8").splitlines(), "## "]:
            begins = _RULE.match(line)
            if number and (begins or not line.startswith(("  ", "\t"))):
                found[number] = Rule(number, "\n".join(lines), path.name, section)
                number = ""
            if begins:
                number, lines = begins[1], [line.removeprefix("- ")]
            elif number:
                lines.append(line.strip())
            elif line.startswith("#"):
                section = line.lstrip("# ")
    return found


def _citing(number: str, where: Path, base: Path) -> Iterator[Place]:
    for path in [where] if where.is_file() else sorted(where.rglob("*.py")):
        source = path.read_text("utf-8")
        if number not in source:
            continue
        lines = source.splitlines()
        spans = sorted(_definitions(ast.parse(source)), key=lambda span: span[1] - span[0])
        seen: set[int] = set()
        for at, line in enumerate(lines, 1):
            if number not in line or number not in numbers_in(line):
                continue
            first, last, name = next((span for span in spans if span[0] <= at <= span[1]), (at, at, path.stem))
            if first not in seen:
                seen.add(first)
                yield Place(str(path.relative_to(base)), first, name, "\n".join(lines[first - 1 : last]))


def _definitions(tree: ast.AST) -> Iterator[tuple[int, int, str]]:
    """First and last line and name of each class that is a choice, and of each function outside of one."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.ClassDef | ast.FunctionDef):
            first = min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])
            yield first, node.end_lineno or first, node.name
