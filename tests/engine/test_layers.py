"""Imports point up only and make no cycle, wherever they stand, and what needs no engine does not import it."""

import ast
import subprocess
import sys
from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

import century

PACKAGE = Path(__file__).parents[2] / "src" / "century"
LAYERS = [
    "version",
    "types",
    "words",
    "errors",
    "components",
    "engine",
    "mechanisms",
    "trilogy",
    "plugins",
    "",  # the package itself
    "players",
    "environments",
    "lab",
    "rulebook",
    "terminal",
    "web",
    "cli",
    "__main__",
]
Import = tuple[str, str]  # who imports, and what

# Imports that still have to go: each of them points down, or is part of a cycle.
KNOWN: set[Import] = {
    ("engine.game", "plugins"),
    ("environments.picture", "terminal.table"),
}


def name_of(path: Path, package: Path = PACKAGE) -> str:
    """The name of a module inside the package."""
    return ".".join(path.relative_to(package).with_suffix("").parts).removesuffix("__init__").rstrip(".")


def imported(tree: ast.AST, modules: set[str]) -> Iterator[str]:
    """The modules that a module imports when it is loaded or later; not those that only a type checker sees."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            continue
        names = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports are absolute"
            names = [f"{node.module}.{alias.name}" for alias in node.names]
        for name in names:
            if name.split(".")[0] == "century":
                inside = name.removeprefix("century").removeprefix(".")
                yield inside if inside in modules else inside.rpartition(".")[0]
        yield from imported(node, modules)


def imports(package: Path = PACKAGE) -> set[Import]:
    """All imports of one module of the package by another."""
    paths = {name_of(path, package): path for path in package.rglob("*.py")}
    trees = {name: ast.parse(path.read_text("utf-8")) for name, path in paths.items()}
    return {(name, other) for name, tree in trees.items() for other in imported(tree, set(paths)) if other != name}


def points_down(one: Import) -> bool:
    importer, other = (LAYERS.index(name.split(".")[0]) for name in one)
    return other > importer


def cycle(edges: set[Import]) -> list[str]:
    """The modules of a cycle, if there is one."""
    graph: dict[str, set[str]] = {}
    for importer, other in edges:
        graph.setdefault(importer, set()).add(other)
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        return list(error.args[1])
    return []


def test_imports_point_up_only() -> None:
    assert sorted(one for one in imports() - KNOWN if points_down(one)) == []


def test_there_is_no_cycle() -> None:
    assert cycle(imports() - KNOWN) == []


@pytest.mark.parametrize("one", sorted(KNOWN))
def test_what_is_excused_is_still_wrong(one: Import) -> None:
    assert one in imports()
    assert points_down(one) or cycle(imports() - KNOWN | {one})


def test_imports_are_found_wherever_they_stand(tmp_path: Path) -> None:
    (tmp_path / "lab").mkdir()
    (tmp_path / "lab" / "__init__.py").write_text("from century import web")
    (tmp_path / "web.py").write_text(
        "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from century import errors\n"
        "def f():\n    class A:\n        from century.lab import part\n"
    )
    (tmp_path / "errors.py").write_text("import numpy, century.web\ntry:\n    import century\nexcept ImportError: ...")
    (tmp_path / "__init__.py").write_text("")
    found = imports(tmp_path)
    assert found == {("lab", "web"), ("web", "lab"), ("errors", "web"), ("errors", "")}
    assert set(cycle(found)) == {"lab", "web"}
    assert sorted(one for one in found if points_down(one)) == [("errors", ""), ("errors", "web"), ("lab", "web")]


@pytest.mark.parametrize("layer", ["players", "environments", "lab"])
def test_what_asks_the_parts_of_a_game_names_no_mechanism(layer: str) -> None:
    rules = ("mechanisms", "trilogy")
    assert sorted(one for one in imports() if one[0].startswith(layer) and one[1].startswith(rules)) == []


DRAWERS = ("terminal", "web", "environments/picture.py", "lab/charts", "lab/stats")
TEMPLATE_HELPERS = {"web/render/table.py", "web/render/chart.py"}  # of the layouts of the seven games


def drawers() -> list[Path]:
    """The modules that draw things or tell answers of any game."""
    folders = [PACKAGE / name for name in DRAWERS]
    paths = [path for folder in folders for path in ([folder] if folder.is_file() else folder.rglob("*.py"))]
    return [path for path in paths if str(path.relative_to(PACKAGE)) not in TEMPLATE_HELPERS]


def shown_names() -> set[str]:
    """What parts of mechanisms show, by name, but for words that mean something else as well."""
    views = [century.game(name).new(players=2, seed=1, interpreted=True).view() for name in century.games()]
    found = {name for view in views for name in view.shown}
    found |= {name for view in views for seat in view.seats_shown for name in seat}
    found |= {"gain", "give", "take", "cost", "outposts", "does"}
    return found - {"map", "board", "boards", "trade", "bonus", "help", "name", "score", "storage", "played", "home"}


def test_what_draws_a_game_names_no_mechanism() -> None:
    """Cards, tiles and answers are described beside their rules; templates may know the seven games."""
    names = shown_names()
    assert len(names) > 30
    for path in drawers():
        tree = ast.parse(path.read_text("utf-8"))
        imported = [node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
        assert not [module for module in imported if module.startswith("century.mechanisms")], path
        texts = [node.value for node in ast.walk(tree) if isinstance(node, ast.Constant)]
        assert not names.intersection(text for text in texts if isinstance(text, str)), path


@pytest.mark.parametrize("arguments", [["--help"], ["games"], ["simulate", "--help"]])
def test_what_needs_no_engine_does_not_import_it(arguments: list[str]) -> None:
    code = (
        f"import sys; from century.cli import main\ntry: main({arguments})\nexcept SystemExit: pass\n"
        "print([name for name in ('numba', 'numpy', 'rich') if name in sys.modules])"
    )
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert result.stdout.splitlines()[-1] == "[]"
