"""Files of printed things: read, laid over one another, and checked for what no rule reads."""

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
    """A file of a folder, or of the package; nobody changes what it holds."""
    if folder and (Path(folder) / file).is_file():
        return {name: watched(value) for name, value in read_pack(Path(folder) / file).items()}
    try:
        return tomllib.loads((files("century.components") / file).read_text("utf-8"))
    except OSError:
        raise ComponentError(f"{Path(folder) / file}: there is no such file") from None


def watched(value: Any) -> Any:
    """What a file from outside says, so that what no rule reads is found."""
    if isinstance(value, list):
        return [watched(entry) for entry in value]
    return Watched(value, {}) if isinstance(value, dict) else value


def line_of(text: str, error: ComponentError) -> int | None:
    """The line of a key, or else of the entry or table in which it should be."""
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
    """Read a TOML file; an error names the file."""
    try:
        return tomllib.loads(path.read_text("utf-8"))
    except OSError as error:
        raise ComponentError(f"{path}: cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise ComponentError(f"{path}: not a text file in UTF-8") from error
    except tomllib.TOMLDecodeError as error:
        raise ComponentError(f"{path}: not TOML: {error}") from error
    except RecursionError:
        raise ComponentError(f"{path}: nested too deeply") from None


DEEPEST = 16  # tables and lists inside of one another


def check_plain(overlay: Json) -> None:
    """Refuse a pack that a record could not hold as JSON, or that is nested too deeply."""
    values: list[JsonDict | list[Any]] = [dict(overlay)]
    for _ in range(DEEPEST):
        inside = [list(value.values()) if isinstance(value, dict) else value for value in values]
        values = [one for several in inside for one in several if isinstance(one, dict | list)]
    if values:
        raise ComponentError(f"a pack holds tables inside of one another at most {DEEPEST} levels deep")
    try:
        json.dumps(overlay)
    except (TypeError, ValueError, RecursionError) as error:
        raise ComponentError(f"a pack holds texts, numbers, lists and tables only: {error}") from error


_NOT_FOR_RULES = {"id", "code", "certain", "inferred", "name", "golem", "count", "slot", "modes"}


def refuse_unread(name: str, table: "Watched") -> None:
    """Refuse a table with a key that no rule has read, unless its value is as printed."""
    for key, value in table.items():
        if isinstance(value, Watched) and key in table.read:
            refuse_unread(f"{name} {key}", value)
        elif key not in table.read and key not in _NOT_FOR_RULES and value != table.printed.get(key):
            what = (
                f"{key!r} cannot be changed: no rule reads it" if table.printed else f"no rule reads {key!r}: remove it"
            )
            raise ComponentError(f"{name}: {what}", name, key)


class Watched(JsonDict):
    """A table of a pack that knows which of its keys were read, and what was printed in its place."""

    def __init__(self, values: Json, printed: Json) -> None:
        """Take over values, and note what they replace."""
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
        """Return a value, and note that it was read."""
        self.read.add(key)
        return super().get(key, default)


def lay_over(tables: JsonDict, name: str, replacement: Any) -> None:
    """Replace a table, or entries of a list, by those of a pack."""
    if name not in tables:
        raise ComponentError(f"[{name}]: no such table; there are: {', '.join(tables)}")
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
        raise ComponentError(f"[{name}]: must be entries of the form [[{name}]]")
    seen = set()
    for entry in replacement:
        id = entry.get(key)
        if id is None:
            raise ComponentError(f"[[{name}]]: an entry has no {key}")
        if id not in ids:
            raise ComponentError(f"{id}: no such {name}; there are: {ids[0]} to {ids[-1]}")
        if id in seen:
            raise ComponentError(f"{id}: stands twice in the pack")
        if not isinstance(entry.get("certain", True), bool):
            raise ComponentError(f"{id}: certain must be true or false, not {entry['certain']!r}")
        seen.add(id)
        there[ids.index(id)] = Watched(entry, there[ids.index(id)])


def _merged(name: str, there: Json, replacement: Json) -> JsonDict:
    """A plain table with some keys replaced; tables inside of it likewise."""
    merged = dict(there)
    for key, value in replacement.items():
        if key not in there:
            raise ComponentError(f"{name}: no key {key!r} here; there are: {', '.join(there)}")
        inside = isinstance(value, dict) and isinstance(there[key], dict)
        merged[key] = _merged(f"{name} {key}", there[key], value) if inside else value
    return merged
