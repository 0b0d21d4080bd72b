"""Imports point up only and make no cycle, wherever they stand, and what needs no engine does not import it."""

import ast
import subprocess
import sys
from collections.abc import Container, Iterator
from functools import cache
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
    "drawing",
    "environments",
    "lab",
    "rulebook",
    "terminal",
    "web",
    "cli",
    "__main__",
]
Import = tuple[str, str]  # who imports, and what


def name_of(path: Path, package: Path = PACKAGE) -> str:
    """The name of a module inside the package."""
    return ".".join(path.relative_to(package).with_suffix("").parts).removesuffix("__init__").rstrip(".")


@cache
def parsed(path: Path) -> ast.Module:
    return ast.parse(path.read_text("utf-8"))


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


@cache
def imports(package: Path = PACKAGE) -> set[Import]:
    """All imports of one module of the package by another."""
    paths = {name_of(path, package): path for path in package.rglob("*.py")}
    modules = set(paths)
    return {(name, other) for name, path in paths.items() for other in imported(parsed(path), modules) if other != name}


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
    assert sorted(one for one in imports() if points_down(one)) == []


def test_there_is_no_cycle() -> None:
    assert cycle(imports()) == []


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


# Rooms of mechanisms, and the rooms that one combines. Every room may use `common`.
COMBINED = {
    "common": set[str](),
    "road": set[str](),
    "sea": set[str](),
    "new_world": set[str](),
    "sand_to_sea": {"road", "sea"},
    "markets": {"road", "new_world"},
    "east_to_west": {"sea", "new_world"},
}
RECORDS = {"s", "box", "seat", "own", "me(s)", "s.seats[seat]", "state"}  # how code calls a state, a box and a seat


def rooms_of_fields() -> dict[str, set[str]]:
    """The fields of states and boxes, with the rooms of mechanisms whose parts bring them."""
    rooms: dict[str, set[str]] = {}
    for part in [part for name in century.games() for part in century.game(name).parts]:
        rules = [*part.setup, *part.forget, part.read, part.show, part.show_seat]
        modules = [rule.__module__.split(".") for rule in rules if rule]
        for name, *_ in (*part.table, *part.seat, *part.box):
            rooms.setdefault(name, set()).add(modules[0][2] if modules else "common")
    return rooms


@cache
def names_in(tree: ast.AST) -> set[str]:
    """The fields that code may name: of a record, or as a text that can hardly mean anything else."""
    names = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and ast.unparse(node.value) in RECORDS:
            names.add(node.attr)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and "_" in node.value:
            names.add(node.value)
    return names


def named_fields(tree: ast.AST, fields: Container[str]) -> set[str]:
    """The fields among those that code names."""
    return {name for name in names_in(tree) if name in fields}


def outside(room: str) -> Iterator[tuple[str, ast.AST]]:
    """The modules that may not name a room of mechanisms: all but its own, combinations with it, and declarations."""
    for path in PACKAGE.rglob("*.py"):
        name = name_of(path)
        _, _, mechanism = name.partition("mechanisms.")
        of = mechanism.split(".")[0]
        if of != room and room not in COMBINED.get(of, ()) and not name.startswith("trilogy"):
            yield name, parsed(path)


def test_all_rooms_of_mechanisms_are_listed() -> None:
    assert {path.parent.name for path in (PACKAGE / "mechanisms").glob("*/__init__.py")} == set(COMBINED)


@pytest.mark.parametrize("room", [room for room in COMBINED if room != "common"])
def test_a_mechanism_is_known_in_its_own_room_only(room: str) -> None:
    """By import, and by the names of its fields; combinations may know the rooms that they combine."""
    modules = {name for name, _ in outside(room)}
    assert sorted(one for one in imports() if one[0] in modules and one[1].startswith(f"mechanisms.{room}")) == []
    fields = {field for field, rooms in rooms_of_fields().items() if rooms == {room}}
    assert {name: fields for name, tree in outside(room) if (fields := named_fields(tree, fields))} == {}


def test_fields_are_found_by_name() -> None:
    code = "s.boat + me(s).boat + other.coins + box.toll; x = 'port_tiles', 'map'"
    assert named_fields(ast.parse(code), {"boat", "coins", "port_tiles", "map"}) == {"boat", "port_tiles"}
    assert rooms_of_fields()["port_tiles"] == {"sea"}


def test_streams_of_chance_differ() -> None:
    """Decks that share a stream would have related orders."""
    trees = [parsed(path) for path in (PACKAGE / "mechanisms").rglob("*.py")]
    lines = [ast.unparse(node) for tree in trees for node in tree.body if isinstance(node, ast.Assign)]
    streams = [line.partition(" = ") for line in lines if "_STREAM" in line.partition(" = ")[0]]
    assert len(streams) > 10
    assert len({value for _, _, value in streams}) == len(streams)


DRAWERS = ("drawing", "terminal", "web", "environments/picture.py", "lab/charts", "lab/stats")
TEMPLATE_HELPERS = {
    f"web/render/{name}.py" for name in ("table", "chart", "road", "newworld")
}  # of the layouts of the seven games


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
    others = {"map", "board", "boards", "route", "trade", "bonus", "help", "name", "score", "storage", "played", "home"}
    return found - others


def test_what_draws_a_game_names_no_mechanism() -> None:
    """Cards, tiles and answers are described beside their rules; templates may know the seven games."""
    names = shown_names()
    assert len(names) > 30
    for path in drawers():
        tree = parsed(path)
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
