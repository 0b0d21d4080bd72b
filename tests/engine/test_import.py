"""Importing the package has no effects on disk."""

import os
import subprocess
import sys
from pathlib import Path

from tests.waiting import COMPILING

SCRIPT = """
import importlib, os, pkgutil, sys

def watch(event, arguments):
    if event == "open":
        assert not arguments[2] & (os.O_WRONLY | os.O_RDWR | os.O_CREAT), arguments
    assert event not in ("os.mkdir", "os.rename", "tempfile.mkdtemp", "tempfile.mkstemp"), (event, arguments)

sys.addaudithook(watch)
import century

for module in pkgutil.walk_packages(century.__path__, "century."):
    if module.name.endswith("__main__") or ".migrations" in module.name:  # they run when they are imported
        continue
    try:
        importlib.import_module(module.name)
    except ImportError as error:  # a library that is not installed
        assert not (error.name or "century").startswith("century"), error
"""


def test_importing_every_module_writes_nothing(tmp_path: Path) -> None:
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("CENTURY_", "XDG_"))}
    environment |= {"HOME": str(tmp_path), "XDG_CACHE_HOME": str(tmp_path / "cache"), "TMPDIR": str(tmp_path)}
    result = subprocess.run(
        [sys.executable, "-B", "-c", SCRIPT],
        cwd=tmp_path,
        env=environment,
        capture_output=True,
        text=True,
        timeout=COMPILING,
    )
    assert result.returncode == 0, result.stderr
    assert list(tmp_path.iterdir()) == []
