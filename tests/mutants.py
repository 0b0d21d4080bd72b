"""Mutation testing: change the rules in one place at a time, and see whether the tests notice.

    python -m tests.mutants --sample 100                    a random sample of all mutants
    python -m tests.mutants --sample 100 --also OTHER_TREE  the same mutants in two source trees

A mutant is one changed operator, number or statement in `mechanisms/` or `engine/`. Each runs against the tests of the
rules and of the engine, interpreted, because compiling every mutant would take a minute. A mutant that no test kills
is printed with its place: either a test is missing, or the change makes no difference.
"""

import argparse
import ast
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from copy import deepcopy
from dataclasses import dataclass
from pathlib import Path
from queue import SimpleQueue
from typing import Any

ROOT = Path(__file__).parents[1]
MUTATED = ("mechanisms", "engine")
# what has other tests: what planners know, compiled code, its cache, GPUs and batches
LEFT_OUT = ("taken", "code_cache", "compile", "pipeline", "gpu", "batch", "rows", "native")
TESTS = [
    "tests/rules",
    *(f"tests/engine/test_{name}.py" for name in ("match", "actions", "record", "playthroughs", "components")),
    "tests/engine/test_perft.py",
    "tests/engine/test_properties.py",
]
SELECTED = "not test_tree_counts or interpreted"
SECONDS = 600  # a mutant that runs longer never ends, and counts as killed

_COMPARED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}
_CALCULATED: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.BitOr: ast.BitAnd,
    ast.BitAnd: ast.BitOr,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
}


def pytest_configure(config: Any) -> None:
    """Run every match interpreted: this module is a plugin of the runs that it starts."""
    from century.engine.match import Match

    start: Callable[..., None] = Match.__init__

    def interpreted(self: Match, *arguments: Any, **options: Any) -> None:
        start(self, *arguments, **{**options, "interpreted": True})

    Match.__init__ = interpreted  # type: ignore[method-assign]


@dataclass(frozen=True)
class Mutant:
    """One changed place. `key` names it by what it changes, so that it is found in another tree as well."""

    key: str
    path: Path
    source: str


def mutants(tree: Path) -> Iterator[Mutant]:
    """Yield all mutants of a source tree."""
    package = tree / "src" / "century"
    for folder in MUTATED:
        for path in sorted((package / folder).rglob("*.py")):
            if path.stem not in LEFT_OUT:
                yield from _of_file(path, tree)


def _of_file(path: Path, tree: Path) -> Iterator[Mutant]:
    module = ast.parse(path.read_text("utf-8"))
    for name, function in _functions(module, path.stem):
        numbers: dict[str, int] = {}
        for node in [inner for statement in function.body for inner in ast.walk(statement)]:
            for change, undo in _changes(node):
                text = ast.unparse(node)
                change()
                changed = ast.unparse(ast.fix_missing_locations(module))
                what = f"{name}: {text} -> {ast.unparse(node)}".replace("\n", " ")
                undo()
                numbers[what] = numbers.get(what, 0) + 1
                yield Mutant(f"{what} #{numbers[what]}", path.relative_to(tree), changed)


def _functions(node: ast.AST, name: str) -> Iterator[tuple[str, ast.FunctionDef]]:
    for inner in ast.iter_child_nodes(node):
        if isinstance(inner, ast.FunctionDef):
            yield f"{name}.{inner.name}", inner
        elif isinstance(inner, ast.ClassDef):
            yield from _functions(inner, f"{name}.{inner.name}")


def _changes(node: ast.AST) -> Iterator[tuple[Callable[[], None], Callable[[], None]]]:
    """Yield what can be changed in a node, each with how to change it back."""
    before = dict(vars(node))

    def undo() -> None:
        vars(node).update(before)

    def change(name: str, value: Any) -> tuple[Callable[[], None], Callable[[], None]]:
        return lambda: setattr(node, name, value), undo

    match node:
        case ast.Compare(ops=[op]) if type(op) in _COMPARED:
            yield change("ops", [_COMPARED[type(op)]()])
        case ast.BinOp(op=op) if type(op) in _CALCULATED:
            yield change("op", _CALCULATED[type(op)]())
        case ast.AugAssign(op=op) if type(op) in _CALCULATED:
            yield change("op", _CALCULATED[type(op)]())
        case ast.BoolOp(op=op):
            yield change("op", ast.Or() if isinstance(op, ast.And) else ast.And())
        case ast.Constant(value=bool() as value):
            yield change("value", not value)
        case ast.Constant(value=int() as value):
            yield change("value", value + 1)
        case ast.Expr(value=ast.Call()):
            yield change("value", ast.Constant(None))
        case ast.If(test=test) | ast.While(test=test):
            yield change("test", ast.UnaryOp(ast.Not(), deepcopy(test)))


class Workshop:
    """A copy of a source tree, in which one mutant at a time is tested."""

    def __init__(self, tree: Path) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="mutants-"))
        for name in ("src", "tests", "docs", "examples", "pyproject.toml", "README.md"):
            if (tree / name).is_dir():
                shutil.copytree(tree / name, self.folder / name, ignore=shutil.ignore_patterns("__pycache__"))
            elif (tree / name).exists():
                shutil.copy(tree / name, self.folder / name)
        shutil.copy(__file__, self.folder / "tests" / "mutants.py")

    def kills(self, mutant: Mutant | None) -> bool:
        """Whether a test fails with this mutant, or with none."""
        place = self.folder / mutant.path if mutant else None
        source = place.read_text("utf-8") if place else ""
        if place and mutant:
            place.write_text(mutant.source, "utf-8")
        command = [sys.executable, "-m", "pytest", "-p", "tests.mutants", "-p", "no:cacheprovider", "-x", "-q"]
        command += ["-p", "no:xdist", "-k", SELECTED, *[test for test in TESTS if (self.folder / test).exists()]]
        paths = os.pathsep.join([str(self.folder / "src"), str(self.folder), os.environ.get("PYTHONPATH", "")])
        environment = {**os.environ, "PYTHONPATH": paths, "PYTHONDONTWRITEBYTECODE": "1"}
        try:
            ended = subprocess.run(
                command, cwd=self.folder, env=environment, timeout=SECONDS, capture_output=True, text=True, check=False
            )
            if mutant is None and ended.returncode:
                print(ended.stdout[-3000:], ended.stderr[-2000:])
            return ended.returncode != 0
        except subprocess.TimeoutExpired:
            return True
        finally:
            if place:
                place.write_text(source, "utf-8")


def run(trees: list[Path], sample: int, seed: int, workers: int, until: float) -> None:
    """Test a sample of the mutants that all trees have, and print which of them live."""
    found = [{mutant.key: mutant for mutant in mutants(tree)} for tree in trees]
    keys = sorted(set.intersection(*(set(one) for one in found)))
    chosen = random.Random(seed).sample(keys, min(sample, len(keys)))
    print(f"{len(keys):,} mutants, {len(chosen)} of them tested, {workers} at once", flush=True)
    benches: list[SimpleQueue[Workshop]] = [SimpleQueue() for _ in trees]
    for tree, bench in zip(trees, benches, strict=True):
        for _ in range(workers):
            bench.put(Workshop(tree))
    killed: list[dict[str, bool]] = [{} for _ in trees]

    def test(job: tuple[str, int]) -> None:
        key, number = job
        if time.monotonic() > until:
            return
        workshop = benches[number].get()
        try:
            killed[number][key] = workshop.kills(found[number][key])
        finally:
            benches[number].put(workshop)
        done = sum(len(one) for one in killed)
        fate = "killed" if killed[number][key] else "LIVES "
        print(f"{done:4} of {len(chosen) * len(trees)} {fate} {trees[number].name} {key}", flush=True)

    try:
        with ThreadPoolExecutor(workers) as pool:
            for failed in pool.map(lambda bench: _unchanged_fails(bench), benches):
                if failed:
                    raise SystemExit("the tests fail without any mutant")
            list(pool.map(test, [(key, number) for key in chosen for number in range(len(trees))]))
        both = [key for key in chosen if all(key in one for one in killed)]
        for tree, one in zip(trees, killed, strict=True):
            dead = sum(one[key] for key in both)
            print(f"{tree}: {dead} of {len(both)} mutants killed")
    finally:
        for bench in benches:
            while not bench.empty():
                shutil.rmtree(bench.get().folder, ignore_errors=True)


def _unchanged_fails(bench: "SimpleQueue[Workshop]") -> bool:
    workshop = bench.get()
    try:
        return workshop.kills(None)
    finally:
        bench.put(workshop)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sample", type=int, default=100, metavar="N", help="test N mutants (default: 100)")
    parser.add_argument("--seed", type=int, default=1, help="choose another sample (default: 1)")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1, metavar="N", help="run N at once")
    parser.add_argument("--minutes", type=float, default=600, help="stop after so long, and report what was tested")
    parser.add_argument("--also", type=Path, metavar="TREE", help="another source tree to compare with")
    given = parser.parse_args()
    run(
        [ROOT, *([given.also.resolve()] if given.also else [])],
        given.sample,
        given.seed,
        given.workers,
        time.monotonic() + given.minutes * 60,
    )
