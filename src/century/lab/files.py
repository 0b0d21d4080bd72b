"""Atomic writes: a file appears whole or not at all."""

import os
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

from century.errors import CenturyError


def write(path: Path, content: str | bytes) -> None:
    """Write a file, whole or not at all. Raise a `CenturyError` with the reason if that fails."""
    data = content.encode() if isinstance(content, str) else content
    with write_errors(path):
        if path.exists() and not path.is_file():  # a pipe, or a folder that says so itself
            path.write_bytes(data)
            return
        target = path.resolve()
        part = target.with_name(f".{target.name}.{os.getpid()}.part")
        try:
            part.write_bytes(data)
            part.replace(target)
        finally:
            part.unlink(missing_ok=True)


@contextmanager
def write_errors(path: Path) -> Generator[None, None, None]:
    """Turn errors of the disk into a `CenturyError` that names the file."""
    try:
        yield
    except CenturyError:
        raise
    except (OSError, ValueError) as error:
        raise CenturyError(f"{path}: cannot be written: {getattr(error, 'strerror', None) or error}") from error


def check_writable(path: Path) -> None:
    """Raise a `CenturyError` if the file could not be written later."""
    folder = path.resolve().parent
    if path.is_dir() or not folder.is_dir():
        raise CenturyError(
            f"{path}: cannot be written: " + ("it is a folder" if path.is_dir() else f"no folder {folder}")
        )
    if not os.access(path if path.exists() else folder, os.W_OK):
        raise CenturyError(f"{path}: cannot be written: it is not allowed")
