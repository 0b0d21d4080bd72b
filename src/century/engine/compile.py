"""Rules are plain Python functions; entry points are native code, kept on disk across processes.

`rule` leaves a function as it is, so that the interpreter, a debugger and coverage see ordinary
Python, and makes it callable from compiled code for a CPU or a GPU. `entry` compiles: the few
functions through which Python calls the rules natively. `interpreted(entry)` is the same function
run by the interpreter.

Numba's cache looks only at the file of the function itself: change a rule in another file, and a
cached caller still holds the old one. So the folder of the cache carries a fingerprint of all the
sources that compiled code comes from.
"""

import hashlib
import os
import re
import shutil
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, cast

import numba
from numba.extending import register_jitable

_PACKAGE = Path(__file__).parents[1]
_COMPILED = ("engine", "mechanisms", "trilogy", "players", "environments/observing")
_KEPT_DAYS = 30


def fingerprint(package: Path = _PACKAGE) -> str:
    """A digest of every Python source that compiled code can come from."""
    digest = hashlib.sha256()
    for path in sorted(path for folder in _COMPILED for path in (package / folder).rglob("*.py")):
        digest.update(str(path.relative_to(package)).encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def _home() -> Path:
    """Where compiled code goes: CENTURY_CACHE, else the platform's folder for caches."""
    if chosen := os.environ.get("CENTURY_CACHE"):
        return Path(chosen) / "compiled"
    base = os.environ.get("XDG_CACHE_HOME") or os.environ.get("LOCALAPPDATA") or Path.home() / ".cache"
    return Path(base) / "century" / "compiled"


def _cache_folder() -> Path:
    """The folder for the present sources, made if need be; our folders of old sources are removed.

    Where nothing can be kept, a folder of this process alone.
    """
    try:
        folder = _home() / fingerprint()
        if not folder.exists():
            folder.mkdir(parents=True)
            for other in folder.parent.iterdir():
                old = time.time() - other.stat().st_mtime > _KEPT_DAYS * 86400
                if old and re.fullmatch(r"[0-9a-f]{16}", other.name):
                    shutil.rmtree(other, ignore_errors=True)
        if os.access(folder, os.W_OK):
            return folder
    except (OSError, RuntimeError):  # no home, or not ours to write
        pass
    return Path(tempfile.mkdtemp(prefix="century-"))


CACHE = _cache_folder()


def rule(function: Callable[..., Any]) -> Callable[..., Any]:
    """Mark a function as rule code: plain Python here, compiled where compiled code calls it."""
    return cast(Callable[..., Any], register_jitable(function))


def entry(function: Callable[..., Any]) -> Callable[..., Any]:
    """Compile a function to native code on first use, and keep the result on disk."""
    before, numba.config.CACHE_DIR = numba.config.CACHE_DIR, str(CACHE)
    try:
        return cast(Callable[..., Any], numba.njit(cache=True, nogil=True)(function))
    finally:
        numba.config.CACHE_DIR = before


def interpreted(function: Callable[..., Any]) -> Callable[..., Any]:
    """The plain Python behind an entry."""
    return cast(Callable[..., Any], getattr(function, "py_func", function))


def is_cold(function: Callable[..., Any]) -> bool:
    """Whether an entry has nothing on disk yet, so that its first use takes some seconds."""
    folder = getattr(getattr(function, "stats", None), "cache_path", None)
    return folder is not None and not any(Path(folder).glob(f"*.{function.__name__}-*.nbc"))
