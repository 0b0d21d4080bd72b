"""Compiled code on disk: one file for each entry and kind of game, shared by all processes.

A file is replaced atomically and contains a digest, so an incomplete or damaged file counts as missing. While one
process compiles, other processes that need the same code wait for it instead of compiling it again.

The folder is named after a fingerprint of everything that the code depends on: the source files of all rules, the
versions of the compilers, and the processor. Code of another version is therefore never loaded.
"""

import atexit
import contextlib
import hashlib
import json
import os
import pickle
import re
import shutil
import sys
import tempfile
import time
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import IO, Any

import llvmlite
import numba
import numpy as np
import platformdirs
from llvmlite import binding
from numba.core.caching import _Cache
from numba.core.compiler import CompileResult
from numba.core.serialize import dumps

from century.engine.rows import RecordType
from century.types import Rule

try:
    import fcntl
except ImportError:  # Windows: two processes may compile the same code; both results are valid
    fcntl = None  # type: ignore[assignment]

_PACKAGE = Path(__file__).parents[1]
_COMPILED = ("engine", "mechanisms", "trilogy", "players", "environments/observing")
_KEPT_DAYS = 30
_DIGEST = 32  # bytes


def fingerprint(package: Path = _PACKAGE) -> str:
    """Return a digest of everything that compiled code depends on."""
    digest = hashlib.sha256()
    versions = (sys.version, numba.__version__, llvmlite.__version__, np.__version__)
    digest.update(repr((*versions, binding.get_host_cpu_name(), binding.get_host_cpu_features().flatten())).encode())
    for path in sorted(path for folder in _COMPILED for path in (package / folder).rglob("*.py")):
        digest.update(str(path.relative_to(package)).encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


_OUTSIDE: dict[str, str] = {}  # digests of the source files of games from outside, by the type of their states


def digest_of_sources(file: str) -> str:
    """Return a digest of a module, or of all modules of its package if it is in one."""
    top = Path(file)
    while (top.parent / "__init__.py").is_file():
        top = top.parent
    digest = hashlib.sha256()
    for path in [top] if top.is_file() else sorted(top.rglob("*.py")):
        digest.update(path.name.encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def add_sources(state_type: RecordType, digest: str) -> None:
    """Make compiled code for these states depend on the source files of their game, which is not in this package."""
    _OUTSIDE[repr(numba.from_dtype(state_type))] = digest


def _home() -> Path:
    """Return the folder for compiled code: CENTURY_CACHE, or else the platform's cache folder."""
    if chosen := os.environ.get("CENTURY_CACHE"):
        return Path(chosen) / "compiled"
    caches = platformdirs.user_cache_path("century", appauthor=False)
    if not caches.is_absolute():
        raise RuntimeError("this user has no home folder")
    return caches / "compiled"


_fingerprint = cache(fingerprint)


def _location() -> Path:
    """Return the folder for the current source files. It may not exist yet."""
    try:
        return _home() / _fingerprint()
    except RuntimeError:  # no home
        return folder()


@cache
def folder() -> Path:
    """Return the folder for the current source files; create it if necessary, and remove folders of old source files.

    If the folder cannot be written, return a temporary folder that this process and its child processes share.
    """
    try:
        path = _home() / _fingerprint()
        if not path.exists():
            path.mkdir(parents=True, exist_ok=True)
            for other in path.parent.iterdir():
                old = time.time() - other.stat().st_mtime > _KEPT_DAYS * 86400
                if old and re.fullmatch(r"[0-9a-f]{16}", other.name):
                    shutil.rmtree(other, ignore_errors=True)
        if os.access(path, os.W_OK):
            return path
    except (OSError, RuntimeError):  # no home folder, or no permission to write
        pass
    own = tempfile.mkdtemp(prefix="century-")
    atexit.register(shutil.rmtree, own, ignore_errors=True)
    os.environ["CENTURY_CACHE"] = own
    path = _home() / _fingerprint()
    path.mkdir(parents=True)
    return path


def has_marker(name: str) -> bool:
    """Return whether a marker is set, by this or another process, and all code that it lists still exists."""
    try:
        files = json.loads((_location() / f"{name}.ready").read_bytes())
    except (OSError, ValueError):
        return False
    return all(_is_whole(_location() / file) for file in files)


def set_marker(name: str, files: Sequence[Path] = ()) -> None:
    """Set a marker that tells all processes that these files of code are complete.

    Raise OSError if a file is missing or damaged, or if the marker cannot be written.
    """
    missing = [file for file in files if not _is_whole(file)]
    if missing:
        raise OSError(f"the compiled code could not be written to {missing[0]}; is the disk full?")
    _write(folder() / f"{name}.ready", json.dumps([file.name for file in files]).encode())


def files_for(state_type: RecordType) -> list[Path]:
    """Return the files of all code for these states that this process has compiled or loaded."""
    record = repr(numba.from_dtype(state_type))
    return [path for path, kinds in _used.items() if record in kinds and path.parent == folder()]


_used: dict[Path, str] = {}  # the files of code that this process has compiled or loaded, with the types they are for
_whole: dict[Path, tuple[int, int, int]] = {}  # the inode, time and size of each file that was complete when last read


def _is_whole(path: Path) -> bool:
    """Return whether a file of code exists and is undamaged. It is read again only after a change."""
    try:
        status = path.stat()
        seen = status.st_ino, status.st_mtime_ns, status.st_size
        if _whole.get(path) != seen:
            if _content(path.read_bytes()) is None:
                return False
            _whole[path] = seen
    except OSError:
        return False
    return True


def _content(whole: bytes) -> bytes | None:
    """Return what stands behind the digest at the beginning of a file; None if the file is damaged."""
    content = whole[_DIGEST:]
    return content if hashlib.sha256(content).digest() == whole[:_DIGEST] else None


def _write(path: Path, content: bytes) -> None:
    """Write a file whole, or not at all."""
    number, name = tempfile.mkstemp(dir=path.parent, prefix=f"{path.stem}.")
    try:
        with open(number, "wb") as file:
            file.write(content)
        os.replace(name, path)
    except OSError:
        with contextlib.suppress(OSError):
            os.unlink(name)
        raise


class CodeCache(_Cache):  # type: ignore[misc]
    """The compiled code of one entry, by the types of its arguments (an interface of Numba)."""

    def __init__(self, function: Rule) -> None:
        self._name = f"{function.__module__.removeprefix('century.')}.{function.__name__}"
        self._function = function
        self._locks: dict[Path, IO[bytes]] = {}
        self._enabled = True

    @property
    def cache_path(self) -> str:
        """The folder of the cache."""
        return str(folder())

    def is_empty(self) -> bool:
        """Return whether no code of the entry has been compiled yet."""
        return not any(_location().glob(f"{self._name}-*.code"))

    def load_overload(self, signature: object, target: Any) -> Any:
        """Return the code for a signature, or None if the caller has to compile it while other processes wait."""
        target.refresh()
        if not self._enabled:
            return None
        path = self._path(signature)
        _used[path] = repr(signature)
        found = self._load(path, target)
        if found is None and path not in self._locks and fcntl:
            try:
                lock = path.with_suffix(".lock").open("wb")
                fcntl.flock(lock, fcntl.LOCK_EX)  # released when the code is saved or the process ends
            except OSError:  # a file system without locks
                return None
            found = self._load(path, target)
            if found is None:
                self._locks[path] = lock
            else:
                lock.close()
        return found

    def save_overload(self, signature: object, compiled: Any) -> None:
        """Save the compiled code for a signature."""
        path = self._path(signature)
        try:
            if self._enabled:
                content = dumps(compiled._reduce())
                _write(path, hashlib.sha256(content).digest() + content)
        except OSError:  # for example no space: it is compiled again next time
            pass
        finally:
            if path in self._locks:
                self._locks.pop(path).close()

    def _path(self, signature: object) -> Path:
        key = hashlib.sha256(repr(signature).encode())
        kinds = repr(signature)
        for record, digest in _OUTSIDE.items():
            if record in kinds:
                key.update(digest.encode())
        source = Path(self._function.__code__.co_filename)
        if not source.is_relative_to(_PACKAGE):  # the fingerprint does not cover it
            key.update(source.read_bytes() if source.is_file() else self._function.__code__.co_code)
        return folder() / f"{self._name}-{key.hexdigest()[:20]}.code"

    def _load(self, path: Path, target: Any) -> Any:
        try:
            content = _content(path.read_bytes())
        except OSError:
            return None
        if content is None:
            return None
        try:
            return CompileResult._rebuild(target, *pickle.loads(content))
        except ImportError:  # from a game from outside whose module had another name
            return None

    def enable(self) -> None:
        """Enable the cache."""
        self._enabled = True

    def disable(self) -> None:
        """Disable the cache."""
        self._enabled = False

    def flush(self) -> None:
        """Delete all code of the entry."""
        for path in folder().glob(f"{self._name}-*.code"):
            path.unlink(missing_ok=True)
