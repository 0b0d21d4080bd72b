"""The test of the tests: every rule of a playable game is cited by a test and by code; no number is invented."""

import ast
import io
import textwrap
import tokenize
from collections.abc import Iterator
from pathlib import Path

import pytest

import century
from century import rulebook

PROJECT = Path(__file__).parents[2]
PACKAGE = PROJECT / "src" / "century"
GAMES = [century.game(name) for name in century.games()]
NUMBERS = [n for n in rulebook.rules() for game in GAMES if n.startswith(game.letters + "-")]


def implemented_by(source: str) -> set[str]:
    """The rule numbers that a module of the package says it implements.

    They stand in docstrings and other texts. In the declaration of a game they also stand behind the entry that brings
    the rule into the game, if it names code of a mechanism: `winner=scoring.most_points,  # FEW1-63` is all that
    a game adds to "ties as ANW-63". Other comments do not count: nothing shows that what they stand beside has to do
    with the rule.
    """
    tree = ast.parse(source)
    texts = [node.value for node in ast.walk(tree) if isinstance(node, ast.Constant) and isinstance(node.value, str)]
    mechanisms = set(_names_of_mechanisms(tree))
    ends = {
        entry.end_lineno or entry.lineno
        for game in ast.walk(tree)
        if _is_declaration(game)
        for entry in _entries(game)
        if mechanisms & {node.id for node in ast.walk(entry) if isinstance(node, ast.Name)}
    }
    return set(rulebook.numbers_in("\n".join([*texts, *_comments_on(source, ends)])))


def _names_of_mechanisms(tree: ast.AST) -> Iterator[str]:
    """The names under which a module imports code of mechanisms."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("century.mechanisms"):
            yield from (each.asname or each.name for each in node.names)


def _is_declaration(node: ast.AST) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Game"


def _entries(declaration: ast.AST) -> Iterator[ast.expr]:
    """What a declaration lists: values of its arguments, of its tables and of its lists."""
    for node in ast.walk(declaration):
        if isinstance(node, ast.keyword):
            yield node.value
        elif isinstance(node, ast.List | ast.Tuple):
            yield from node.elts
        elif isinstance(node, ast.Dict):
            yield from node.values


def _comments_on(source: str, lines: set[int]) -> Iterator[str]:
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT and token.start[0] in lines:
            yield token.string


def all_implemented() -> set[str]:
    """The rule numbers that the package implements, by its own word."""
    return {number for path in PACKAGE.rglob("*.py") for number in implemented_by(path.read_text("utf-8"))}


def test_the_digests_are_read() -> None:
    assert len([number for number in NUMBERS if number.startswith("SR-")]) == 38
    assert rulebook.rules()["SR-3"].text == "**SR-3 Supply.** Unlimited."
    assert rulebook.rules()["SR-4"].text.endswith("cubes from one trade may pay for the next.")


def test_every_rule_has_a_test() -> None:
    cited = {number for test in rulebook.all_tests() for number in rulebook.cited_by(test)}
    assert [number for number in NUMBERS if number not in cited] == []


def test_every_rule_is_implemented() -> None:
    implemented = all_implemented()
    assert [number for number in NUMBERS if number not in implemented] == []


def test_a_comment_is_no_implementation() -> None:
    source = """
        from century.mechanisms.common import scoring, rounds
        x = 5  # SR-1
        # SR-2
        def f():
            "A caravan holds ten cubes (SR-3)."
            return say("not now (SR-4)")  # SR-5
        GAME = register(Game(
            # SR-6
            parts=[  # SR-12
                rounds(),  # SR-10
                # SR-13
            ],
            end=scoring.enough,  # SR-11
            letters="SR",  # SR-14
            seats=(2, 5),  # SR-15
            moods={},  # SR-40
        ))
    """
    assert implemented_by(textwrap.dedent(source)) == {"SR-3", "SR-4", "SR-10", "SR-11"}


def test_a_rule_is_cited_by_the_decorator_of_a_test_only() -> None:
    test = '''
        @rule("SR-1", "SR-2")
        @pytest.mark.parametrize("number", ["SR-3"])
        def test_something(number: str) -> None:  # SR-4
            """SR-5."""
    '''
    assert rulebook.cited_by(rulebook.Place("", 1, "test_something", textwrap.dedent(test).strip())) == {"SR-1", "SR-2"}


def test_every_citing_function_is_a_test_that_runs() -> None:
    """A misnamed function, or a number in a decorator of another name, would cite a rule that nobody tests."""
    marked = {
        (path.relative_to(PROJECT).as_posix(), node.name)
        for path in (PROJECT / "tests").rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.FunctionDef)
        and any(isinstance(each, ast.Call) and ast.unparse(each.func).endswith("rule") for each in node.decorator_list)
    }
    citing = {(Path(test.file).as_posix(), test.name) for test in rulebook.all_tests() if rulebook.cited_by(test)}
    assert marked == citing


@pytest.mark.parametrize("folder", ["src", "tests"])
def test_every_cited_number_exists(folder: str) -> None:
    invented = {
        (path.name, number)
        for path in (PROJECT / folder).rglob("*.py")
        for number in rulebook.numbers_in(path.read_text("utf-8"))
        if number not in rulebook.rules() and number != "SR-98"  # a test asks for one that is not there
    }
    assert invented == set()
