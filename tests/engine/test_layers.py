"""Imports point up only, and what needs no engine does not import it."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[2] / "src" / "century"
LAYERS = [
    "words",
    "errors",
    "components",
    "engine",
    "mechanisms",
    "trilogy",
    "plugins",
    "players",
    "environments",
    "lab",
    "rulebook",
    "terminal",
    "web",
    "cli",
]


def imports(path: Path) -> set[str]:
    """The layers that a file imports when it is loaded; what a function imports later does not count."""
    found = set()
    for node in ast.parse(path.read_text("utf-8")).body:
        names = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module:
            names = [node.module] if node.module != "century" else [f"century.{alias.name}" for alias in node.names]
        found |= {name.split(".")[1] for name in names if name.startswith("century.")}
    return found & set(LAYERS)


def all_imports(path: Path) -> set[str]:
    """The modules that a file imports anywhere, and what it imports from them."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            found |= {f"{node.module}.{alias.name}" for alias in node.names}
    return found


@pytest.mark.parametrize("path", sorted(PACKAGE.rglob("*.py")), ids=lambda path: str(path.relative_to(PACKAGE)))
def test_imports_point_up_only(path: Path) -> None:
    layer = path.relative_to(PACKAGE).parts[0].removesuffix(".py")
    if layer in ("__init__", "__main__"):
        return
    allowed = LAYERS[: LAYERS.index(layer) + 1]
    assert imports(path) <= set(allowed)


def test_environments_name_no_mechanism() -> None:
    found = [
        (str(path.relative_to(PACKAGE)), module)
        for path in sorted((PACKAGE / "environments").rglob("*.py"))
        for module in all_imports(path)
        if module.startswith(("century.mechanisms", "century.trilogy"))
    ]
    assert found == []


@pytest.mark.parametrize("arguments", [["--help"], ["games"], ["simulate", "--help"]])
def test_what_needs_no_engine_does_not_import_it(arguments: list[str]) -> None:
    code = (
        f"import sys; from century.cli import main\ntry: main({arguments})\nexcept SystemExit: pass\n"
        "print([name for name in ('numba', 'numpy', 'rich') if name in sys.modules])"
    )
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert result.stdout.splitlines()[-1] == "[]"
