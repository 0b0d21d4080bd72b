"""The test of the suite: what no test may do, because it would fail on some machines, or make another test fail."""

import ast
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Container, Iterator
from pathlib import Path

import pytest

IMPORTS = "from century.web.server import guard\nimport threading, signal, time as clock"
TESTS = Path(__file__).parent
PATCHES = {"setattr", "delattr", "patch", "object", "multiple"}  # functions that change attributes
MAY_SLEEP = {
    "waiting.py": "everything waits by it",
    "test_stopping_stress.py": "slow; stops a server at random moments, and measures how long that takes",
}
SHARED = sys.stdlib_module_names - {"builtins"}  # every thread of the process uses these modules


def patches_of_shared_modules(source: str) -> Iterator[str]:
    """The places where an attribute of a module is changed that servers and libraries use at the same time.

    `monkeypatch.setattr("century.web.server.guard.time.monotonic", ...)` stops the clock of the whole process. To
    replace what one module sees, replace its own name (`"century.web.server.guard.time"`), or hand it a clock.
    """
    tree = ast.parse(source)
    imported = {
        alias.asname or alias.name: alias.name if isinstance(node, ast.Import) else ""
        for node in ast.walk(tree)
        if isinstance(node, ast.Import | ast.ImportFrom)
        for alias in node.names
    }

    def is_shared(node: ast.expr) -> bool:
        if isinstance(node, ast.Name):
            return imported.get(node.id, "") in SHARED
        if not isinstance(node, ast.Attribute) or node.attr not in SHARED:
            return False
        return isinstance(node.value, ast.Name) and node.value.id in imported

    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and node.args:
            name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            what = node.args[0]
            path = what.value.split(".") if isinstance(what, ast.Constant) and isinstance(what.value, str) else []
            if name in PATCHES and (is_shared(what) or SHARED & {*path[:-1]}):
                yield f"{node.lineno}: {ast.unparse(node)}"
        if isinstance(node, ast.Assign | ast.AugAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            if any(isinstance(target, ast.Attribute) and is_shared(target.value) for target in targets):
                yield f"{node.lineno}: {ast.unparse(node)}"


def naps(source: str) -> Iterator[str]:
    """The places where a test sleeps, or sets a limit of its own: see `tests.waiting`."""
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.Call):
            continue
        name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        arguments = [ast.unparse(argument) for argument in node.args]
        limits = [keyword.value for keyword in node.keywords if keyword.arg == "timeout"]
        if name in ("wait", "join"):
            limits += node.args
        numbers = [each.value for each in limits if isinstance(each, ast.Constant)]
        if (name == "sleep" and arguments not in ([], ["0"])) or any(isinstance(each, int | float) for each in numbers):
            yield f"{node.lineno}: {ast.unparse(node)}"


def in_files(wrong: Callable[[str], Iterator[str]], but: Container[str] = ()) -> list[str]:
    """Everything that is wrong in any file of the suite, with its file and line."""
    return [
        f"{path.relative_to(TESTS)}:{each}"
        for path in sorted(TESTS.rglob("*.py"))
        if path.name not in but
        for each in wrong(path.read_text("utf-8"))
    ]


def test_no_test_patches_what_the_whole_process_uses() -> None:
    assert in_files(patches_of_shared_modules) == []


def test_no_test_sleeps_or_is_less_patient_than_the_others() -> None:
    assert in_files(naps, but=MAY_SLEEP) == []


@pytest.mark.parametrize(
    "line",
    [
        'monkeypatch.setattr("century.web.server.guard.time.monotonic", fixed)',
        'monkeypatch.setattr("time.monotonic", fixed)',
        'monkeypatch.setattr(guard.time, "monotonic", fixed)',
        'monkeypatch.delattr(signal, "setitimer")',
        'mock.patch("century.web.live.watchers.asyncio.sleep")',
        'mock.patch.object(clock, "time")',
        "guard.time.monotonic = fixed",
        "threading.Thread = Fake",
    ],
)
def test_such_patches_are_found(line: str) -> None:
    assert list(
        patches_of_shared_modules(
            f"from century.web.server import guard\nimport threading, signal, time as clock\n{line}"
        )
    )


def test_other_patches_are_allowed() -> None:
    allowed = """
import time
monkeypatch.setattr("century.web.server.guard.time", fake)
monkeypatch.setattr(guard, "time", fake)
monkeypatch.setattr("builtins.input", fake)
self.time = time
"""
    assert not list(patches_of_shared_modules(allowed))


@pytest.mark.parametrize(
    "line", ["time.sleep(0.1)", "await asyncio.sleep(1)", "run(timeout=60)", "thread.join(5)", "event.wait(0.2)"]
)
def test_naps_are_found(line: str) -> None:
    assert list(naps(f"async def f():\n    {line}"))
    assert not list(naps("thread.join()\nevent.wait(PATIENCE)\n' '.join(names)\nsleep()"))


IGNORES = """
import signal

def test_ctrl_c_is_heeded():
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
"""


@pytest.mark.skipif(os.name != "posix", reason="needs POSIX signals")
def test_programs_that_tests_start_heed_ctrl_c_also_where_a_script_ignores_it(tmp_path: Path) -> None:
    """A shell script that runs the tests with `&` has them ignore SIGINT, and their child processes inherit that."""
    (tmp_path / "test_signal.py").write_text(IGNORES)
    command = [sys.executable, "-m", "pytest", "-q", "-n", "0", "-p", "tests.conftest", "-c", os.devnull]
    run = subprocess.run(
        [*command, "--rootdir", str(tmp_path), str(tmp_path)],
        cwd=TESTS.parent,
        env={**os.environ, "PYTEST_ADDOPTS": ""},
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_IGN),
        capture_output=True,
        text=True,
    )
    assert run.returncode == 0, run.stdout + run.stderr
