"""Files that commands write."""

import os
from pathlib import Path

from century.errors import CenturyError


def write(path: Path, text: str) -> None:
    """Write a file, whole or not at all, or say why it cannot be."""
    try:
        if path.exists() and not path.is_file():  # a pipe, or a folder that says so itself
            path.write_text(text, "utf-8")
            return
        target = path.resolve()
        part = target.with_name(f".{target.name}.{os.getpid()}.part")
        try:
            part.write_text(text, "utf-8")
            part.replace(target)
        finally:
            part.unlink(missing_ok=True)
    except (OSError, ValueError) as error:
        raise CenturyError(f"{path}: cannot be written: {getattr(error, 'strerror', None) or error}") from error


def check_writable(path: Path) -> None:
    """Refuse early what could not be written later."""
    folder = path.resolve().parent
    if path.is_dir() or not folder.is_dir():
        raise CenturyError(
            f"{path}: cannot be written: " + ("it is a folder" if path.is_dir() else f"no folder {folder}")
        )
    if not os.access(path if path.exists() else folder, os.W_OK):
        raise CenturyError(f"{path}: cannot be written: it is not allowed")
