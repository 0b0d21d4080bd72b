"""Generate the page of mechanisms and games from the declarations of the games.

python -m tests.mechanisms > docs/mechanisms.md
"""

import ast
import inspect
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

import century
from century.engine.game import Game

FILE = Path(__file__).parents[1] / "docs" / "mechanisms.md"
FOLDER = "century.mechanisms."

HEAD = """# Mechanisms and games

A game is a list of mechanisms with parameters. This page is generated from the declarations in
`src/century/trilogy` (`python -m tests.mechanisms > docs/mechanisms.md`). A test checks that it is up to
date.

A parameter in quotes names a number or a table of the component files.
"""


def modules() -> dict[Game, ModuleType]:
    """Return the games and the modules that declare them."""
    games = [century.game(name) for name in century.games()]
    return {game: import_module(f"century.trilogy.{game.name.replace('-', '_')}") for game in games}


def mechanism_of(thing: Any) -> str:
    """Return the mechanism that defines a rule, choice, item or part."""
    module: str = inspect.unwrap(thing).__module__
    return module.removeprefix(FOLDER) if module.startswith(FOLDER) else ""


class WithoutModules(ast.NodeTransformer):
    """Removes module names from attribute accesses."""

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        return ast.Name(node.attr) if isinstance(node.value, ast.Name) else self.generic_visit(node)


def parts(module: ModuleType) -> Iterator[tuple[str, str]]:
    """Yield the mechanism and the text of each part of a declaration."""
    for node in ast.walk(ast.parse(inspect.getsource(module))):
        if isinstance(node, ast.keyword) and node.arg == "parts" and isinstance(node.value, ast.List):
            for call in node.value.elts:
                assert isinstance(call, ast.Call)
                assert isinstance(call.func, ast.Attribute)
                part = eval(ast.unparse(call.func), vars(module))
                yield mechanism_of(part), ast.unparse(WithoutModules().visit(call))


def used(game: Game, module: ModuleType) -> dict[str, tuple[list[str], list[str]]]:
    """Return what a game uses of each mechanism: parts with parameters, and names of choices and rules."""
    found: dict[str, tuple[list[str], list[str]]] = {}
    for mechanism, text in parts(module):
        found.setdefault(mechanism, ([], []))[0].append(text)
    things = [choice for choices in game.decisions.values() for choice in choices]
    things += getattr(module, "KINDS", ())
    rules = [rule for responses in game.events.values() for rule in responses]
    rules += [*game.turn_end, game.next_turn, game.end, game.winner]
    everything: list[Any] = [*things, *rules, *game.scoring]
    for thing in everything:
        names = found.setdefault(mechanism_of(thing), ([], []))[1]
        if thing.__name__ not in names:
            names.append(thing.__name__)
    return found


def written() -> str:
    """Return the whole page."""
    games = {game: used(game, module) for game, module in modules().items()}
    names = sorted({mechanism for found in games.values() for mechanism in found})
    lines = [HEAD, f"| | {' | '.join(game.letters for game in games)} |", "|---" * (len(games) + 1) + "|"]
    for name in names:
        marks = ["•" if name in found else "" for found in games.values()]
        lines.append(f"| [{name}](#{name}) | {' | '.join(marks)} |")
    for name in names:
        about = (inspect.getdoc(import_module(FOLDER + name)) or "").partition("\n")[0]
        lines += ["", f"## {name}", "", about, "", "| game | parts | choices and rules |", "|---|---|---|"]
        for game, found in games.items():
            if name in found:
                made, others = found[name]
                cells = ["<br>".join(f"`{text}`" for text in made), ", ".join(others)]
                lines.append(f"| {game.letters} | {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    sys.stdout.write(written())
