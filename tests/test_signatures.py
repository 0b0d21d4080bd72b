"""No function takes a long row of arguments by place: what belongs together is a record."""

import ast
from collections.abc import Iterator
from pathlib import Path

import century

MOST = 6
PACKAGE = Path(century.__file__).parent


def long_signatures(source: str) -> Iterator[str]:
    """The functions and dispatchers with more than `MOST` arguments that can be given by place, `self` left out."""
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.Lambda():
                names = [argument.arg for argument in (*node.args.posonlyargs, *node.args.args)]
            case ast.Call(func=ast.Name(id="dispatcher"), args=[ast.Constant(value=str(arguments))]):
                names = arguments.split(",")
            case _:
                continue
        if len(names) - (names[:1] in (["self"], ["cls"])) > MOST:
            yield f"line {node.lineno}: {len(names)} arguments"


def test_no_function_takes_more_than_six_arguments_by_place() -> None:
    found = {
        str(path.relative_to(PACKAGE)): list(long_signatures(path.read_text("utf-8"))) for path in PACKAGE.rglob("*.py")
    }
    assert {path: lines for path, lines in found.items() if lines} == {}


def test_long_signatures_are_found_wherever_they_stand() -> None:
    seven = "a, b, c, d, e, f, g"
    assert list(long_signatures(f"def many({seven}): pass"))
    assert list(long_signatures(f"class A:\n    def many(self, {seven}): pass"))
    assert list(long_signatures(f"many = lambda {seven}: 0"))
    assert list(long_signatures(f"@dispatcher('{seven}')\ndef many(game, code): pass"))
    assert not list(long_signatures("class A:\n    def few(self, a, b, c, d, e, f, *, g, h): pass"))
