"""Modules of the lab import one another one way, also inside functions."""

import ast
from graphlib import TopologicalSorter
from pathlib import Path

from century import lab

FOLDER = Path(lab.__file__).parent


def imports_of(path: Path) -> set[str]:
    """The modules of the lab that a file imports anywhere but for its types."""
    tree = ast.parse(path.read_text("utf-8"))
    for node in ast.walk(tree):
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            node.body = []
    names = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module:
            names |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
        elif isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
    return {name for name in names if name.startswith("century.lab.")}


def test_modules_have_an_order() -> None:
    modules = {
        ".".join(("century", "lab", *path.relative_to(FOLDER).with_suffix("").parts)): imports_of(path)
        for path in FOLDER.rglob("*.py")
        if path.name != "__init__.py"
    }
    assert len(modules) > 30
    order = [name for name in TopologicalSorter(modules).static_order() if name in modules]
    assert len(order) == len(modules)


def test_games_are_played_without_knowing_files_and_statistics() -> None:
    found = {name for path in (FOLDER / "play").glob("*.py") for name in imports_of(path)}
    assert {name.split(".")[2] for name in found} == {"play", "files"}
