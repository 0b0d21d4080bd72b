"""Component files: reading them, applying a pack, and rejecting values that no rule reads."""

import json
import tomllib
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from century.errors import ComponentError
from century.types import Json, JsonDict


@cache
def printed_tables(file: str, folder: str = "") -> JsonDict:
    """Return a component file of a folder or of the package. The caller must not modify it."""
    if folder and (Path(folder) / file).is_file():
        return {name: watched(value) for name, value in read_pack(Path(folder) / file).items()}
    try:
        return tomllib.loads((files("century.components") / file).read_text("utf-8"))
    except OSError:
        raise ComponentError(f"{Path(folder) / file}: the file does not exist") from None


def watched(value: Any) -> Any:
    """Wrap tables of an outside file, so that keys that no rule reads are detected."""
    if isinstance(value, list):
        return [watched(entry) for entry in value]
    return Watched(value, {}) if isinstance(value, dict) else value


def line_of(text: str, error: ComponentError) -> int | None:
    """Return the line of a key, or else of the entry or table that should contain it."""
    name, start = error.entry.split()[0] if error.entry else "", 0
    first = None
    lines = [line.strip() for line in text.splitlines()]
    for number, line in enumerate(lines, 1):
        if line.startswith("["):
            start = number
        if line == name or (start and line.partition("#")[0].replace(" ", "") in (f'id="{name}"', f'code="{name}"')):
            first = start
            break
    if not first:
        return None
    for number, line in enumerate(lines[first:], first + 1):
        if line.startswith("["):
            break
        if line.partition("=")[0].strip() == error.key:
            return number
    return first


def read_pack(path: Path) -> JsonDict:
    """Read a TOML file. Errors name the file."""
    try:
        return tomllib.loads(path.read_text("utf-8"))
    except OSError as error:
        raise ComponentError(f"{path}: cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise ComponentError(f"{path}: not a UTF-8 text file") from error
    except tomllib.TOMLDecodeError as error:
        raise ComponentError(f"{path}: invalid TOML: {error}") from error
    except RecursionError:
        raise ComponentError(f"{path}: tables are nested too deeply") from None


DEEPEST = 16  # most levels of nested tables and lists


def check_plain(overlay: Json) -> None:
    """Raise an error for a pack that a record cannot store as JSON, or that is nested too deeply."""
    values: list[JsonDict | list[Any]] = [dict(overlay)]
    for _ in range(DEEPEST):
        inside = [list(value.values()) if isinstance(value, dict) else value for value in values]
        values = [one for several in inside for one in several if isinstance(one, dict | list)]
    if values:
        raise ComponentError(f"the tables of a pack are nested too deeply; at most {DEEPEST} levels are allowed")
    try:
        json.dumps(overlay)
    except (TypeError, ValueError, RecursionError) as error:
        raise ComponentError(f"a pack may contain only texts, numbers, lists and tables: {error}") from error


_NOT_FOR_RULES = {"id", "code", "certain", "inferred", "name", "golem", "count", "slot", "modes"}


def refuse_unread(name: str, table: "Watched") -> None:
    """Raise an error for a key that no rule has read, unless its value is as printed."""
    for key, value in table.items():
        if isinstance(value, Watched) and key in table.read:
            refuse_unread(f"{name} {key}", value)
        elif key not in table.read and key not in _NOT_FOR_RULES and value != table.printed.get(key):
            what = (
                f"{key!r} cannot be changed: no rule reads it" if table.printed else f"no rule reads {key!r}: remove it"
            )
            raise ComponentError(f"{name}: {what}", name, key)


class Watched(JsonDict):
    """A table of a pack that keeps track of the keys that were read, and of the printed values that it replaces."""

    def __init__(self, values: Json, printed: Json) -> None:
        super().__init__(values)
        self.printed = printed
        self.read: set[str] = set()
        for key, value in values.items():
            if isinstance(value, dict):
                before = printed.get(key)
                dict.__setitem__(self, key, Watched(value, before if isinstance(before, dict) else {}))

    def __getitem__(self, key: str) -> Any:
        self.read.add(key)
        return super().__getitem__(key)

    def get(self, key: str, default: Any = None) -> Any:
        """Return a value, and record that it was read."""
        self.read.add(key)
        return super().get(key, default)


def lay_over(tables: JsonDict, name: str, replacement: Any) -> None:
    """Replace keys of a table, or entries of a list, with those of a pack."""
    if name not in tables:
        raise ComponentError(f"[{name}]: no such table; available: {', '.join(tables)}")
    there = tables[name]
    if isinstance(there, list):
        _lay_over_entries(there, name, replacement)
    elif isinstance(there, dict):
        if not isinstance(replacement, dict):
            raise ComponentError(f"[{name}]: must be a table")
        tables[name] = Watched(_merged(f"[{name}]", there, replacement), there)
    else:
        raise ComponentError(f"{name}: cannot be changed")


def _lay_over_entries(there: list[Any], name: str, replacement: Any) -> None:
    key = "code" if "code" in there[0] else "id"
    ids = [entry[key] for entry in there]
    if not isinstance(replacement, list) or not all(isinstance(entry, dict) for entry in replacement):
        raise ComponentError(f"[{name}]: must be a list of [[{name}]] entries")
    seen = set()
    for entry in replacement:
        id = entry.get(key)
        if id is None:
            raise ComponentError(f"[[{name}]]: an entry has no {key}")
        if id not in ids:
            raise ComponentError(f"{id}: no such {name}; available: {ids[0]} to {ids[-1]}")
        if id in seen:
            raise ComponentError(f"{id}: occurs twice in the pack; remove one of them")
        if not isinstance(entry.get("certain", True), bool):
            raise ComponentError(f"{id}: certain must be true or false, not {entry['certain']!r}")
        seen.add(id)
        there[ids.index(id)] = Watched(entry, there[ids.index(id)])


def _merged(name: str, there: Json, replacement: Json) -> JsonDict:
    """Return a plain table with some keys replaced, also in nested tables."""
    merged = dict(there)
    for key, value in replacement.items():
        if key not in there:
            raise ComponentError(f"{name}: no key {key!r}; available: {', '.join(there)}")
        inside = isinstance(value, dict) and isinstance(there[key], dict)
        merged[key] = _merged(f"{name} {key}", there[key], value) if inside else value
    return merged
