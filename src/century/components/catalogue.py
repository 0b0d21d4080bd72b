"""The catalogue: the components of a game, read from TOML, overridden by a pack, and checked.

An overlay pack is a TOML file of the same structure. An entry with an id replaces the whole printed
entry with that id. A key of a plain table (`[setup]`, `[end]`) replaces that key. Nothing can be added.
"""

import json
from collections.abc import Mapping, Sequence
from os import PathLike
from pathlib import Path
from typing import Any, Self

from century.components.packs import Watched, check_plain, lay_over, line_of, printed_tables, read_pack, refuse_unread
from century.errors import ComponentError
from century.types import Components, Json, JsonDict

CUBES = "YRGB"  # in the order of their value


def stands_in(entry: Json) -> bool:
    """Return whether the value of an entry is approximate, because the printed one is not known."""
    return entry.get("certain", True) is False


class Catalogue:
    """The components of a game, by table and entry."""

    def __init__(self, names: Sequence[str], overlay: Json, folder: str = "") -> None:
        """Read the printed components, and apply the overlay to them.

        The first name is a file; the others are lists of further files, as in "spice_road.toml merchant". Files are
        those of the package, or of the folder of a game from outside the package.
        """
        self.names = tuple(names)
        self.overlay = dict(overlay)
        self.folder = folder
        self.tables: JsonDict = {}
        for file, *lists in (name.split() for name in names):
            printed = printed_tables(file, folder)
            wanted = lists or printed
            self.tables |= {
                key: list(printed[key]) if isinstance(printed[key], list) else printed[key] for key in wanted
            }
        check_plain(self.overlay)
        for name, replacement in self.overlay.items():
            lay_over(self.tables, name, replacement)
        self._hash = hash(json.dumps(self.tables, sort_keys=True, default=str))

    @classmethod
    def load(cls, names: Sequence[str], overlay: Components = None, folder: str = "") -> Self:
        """Read printed components from the package or a folder, and apply a pack, if there is one."""
        if overlay is None or isinstance(overlay, Mapping):
            return cls(names, overlay or {}, folder)
        if not isinstance(overlay, str | PathLike):
            raise ComponentError(f"components must be the path of a TOML file or its parsed content, not {overlay!r}")
        return cls(names, read_pack(Path(overlay)), folder)

    def __reduce__(self) -> tuple[type[Self], tuple[tuple[str, ...], JsonDict, str]]:
        return type(self), (self.names, self.overlay, self.folder)

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, Catalogue) and self.tables == other.tables)

    def __hash__(self) -> int:
        return self._hash

    def stand_ins(self) -> list[tuple[str, Json]]:
        """Return the entries with approximate values, each with the name of its list or table."""
        found: list[tuple[str, Json]] = []
        for name, value in self.tables.items():
            entries = value if isinstance(value, list) else [value]
            found += [(name, entry) for entry in entries if isinstance(entry, Mapping) and stands_in(entry)]
        return found

    def check_read(self) -> None:
        """Raise an error for values of a pack or an outside file that no rule has read: they would change nothing."""
        for name in self.tables if self.folder else self.overlay:
            if isinstance(self.tables[name], list):
                for entry in self.tables[name]:
                    if isinstance(entry, Watched):
                        refuse_unread(str(entry.get("id", entry.get("code"))), entry)
            elif isinstance(self.tables[name], Watched):
                refuse_unread(f"[{name}]", self.tables[name])

    def place_of(self, error: ComponentError) -> str:
        """Return the file and line of the entry and key of an error, such as "fair.toml:12: ", or an empty string."""
        for file in dict.fromkeys(name.split()[0] for name in self.names):
            path = Path(self.folder) / file
            if self.folder and path.is_file() and (line := line_of(path.read_text("utf-8"), error)):
                return f"{path}:{line}: "
        return ""

    def table(self, name: str) -> "Entry":
        """Return a table such as "setup", a nested table such as "player_board.A", or an entry such as "mode.few1"."""
        first, *inner = name.split(".")
        if first not in self.tables:
            raise ComponentError(f"[{first}]: no such table; available: {', '.join(self.tables)}")
        if isinstance(self.tables[first], list):
            found = next(entry for entry in self.entries(first) if entry.id == inner[0])
            inner = inner[1:]
        else:
            found = Entry(f"[{first}]", self.tables[first])
        for key in inner:
            found = found.inner(key)
        return Entry(found.id if found.id in name else f"[{name}]", found.values)

    def at(self, name: str) -> tuple["Entry", str]:
        """Return the table and the key of a name such as "setup.merchant_row"."""
        table, _, key = name.rpartition(".")
        return self.table(table), key

    def number(self, name: str, least: int, most: int) -> int:
        """Return a whole number within bounds, by a name such as "setup.merchant_row"."""
        entry, key = self.at(name)
        return entry.number(key, least, most)

    def entries(self, *names: str) -> list["Entry"]:
        """Return the entries of lists such as [[merchant]], in order."""
        return [
            Entry(str(entry.get("id", entry.get("code", name))), entry) for name in names for entry in self._list(name)
        ]

    def _list(self, name: str) -> list[Any]:
        if not isinstance(self.tables.get(name), list):
            raise ComponentError(f"[[{name}]]: no such list; available: {', '.join(self.tables)}")
        return list(self.tables[name])

    def entries_with_ids(self, ids: Sequence[str], *names: str) -> list["Entry"]:
        """Return the entries of lists; raise an error if their ids are not exactly these."""
        found = self.entries(*names)
        if [entry.id for entry in found] != list(ids):
            raise ComponentError(f"{' and '.join(names)}: the ids must be {ids[0]} to {ids[-1]} in order")
        return found

    def words(self, edition: str | None) -> dict[str, str]:
        """Return the names of cubes and coins in an edition, by code or id."""
        return {
            entry.id: str(entry.values.get(edition or "name", entry.values.get("name", entry.id)))
            for list_name in ("spice", "coin")
            for entry in self.entries(*[list_name] if list_name in self.tables else [])
        }


class Entry:
    """One entry. Its readers check a value and raise an error that names the entry if it is wrong."""

    def __init__(self, id: str, values: Json) -> None:
        self.id = id
        self.values = values

    def wrong(self, what: str) -> ComponentError:
        """Return an error that names the entry. The first word of the message may be a key of it."""
        return ComponentError(f"{self.id}: {what}", self.id, what.split()[0].strip("'"))

    def number(self, key: str, least: int, most: int) -> int:
        """Return a whole number within bounds."""
        value = self._value(key)
        if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
            raise self.wrong(f"{key} must be a whole number from {least} to {most}, not {value!r}")
        return value

    def numbers(self, key: str, count: int, least: int, most: int) -> list[int]:
        """Return a list of `count` whole numbers within bounds."""
        found = self._value(key)
        if not isinstance(found, list) or len(found) != count:
            raise self.wrong(f"{key} must be a list of {count} numbers, not {found!r}")
        return [Entry(f"{self.id} {key}", {"each": number}).number("each", least, most) for number in found]

    def names(self, key: str, known: Sequence[str]) -> list[str]:
        """Return a list of names, all of them known."""
        found = self._value(key)
        if not isinstance(found, list) or not all(isinstance(name, str) and name in known for name in found):
            raise self.wrong(f"{key} must be a list of {', '.join(map(repr, known))}, not {found!r}")
        return found

    def texts(self, key: str) -> list[str]:
        """Return a list of texts."""
        found = self._value(key)
        if not isinstance(found, list) or not all(isinstance(text, str) for text in found):
            raise self.wrong(f"{key} must be a list of texts, not {found!r}")
        return found

    def inner(self, key: str) -> "Entry":
        """Return a nested table."""
        found = self._value(key)
        if not isinstance(found, dict):
            raise self.wrong(f"{key} must be a table, not {found!r}")
        return Entry(f"{self.id} {key}", found)

    def one_of(self, key: str, values: Sequence[str]) -> int:
        """Return the index of the value among the allowed ones."""
        value = self._value(key)
        if not isinstance(value, str) or value not in values:
            known = ", ".join(repr(other) for other in values)
            raise self.wrong(f"{key} must be one of {known}, not {value!r}")
        return values.index(value)

    def cubes(self, key: str, least: int = 1, most: int = 10) -> list[int]:
        """Return the number of cubes of each colour in a string such as "YYR"."""
        return self.cubes_in(key, self._value(key), least, most)

    def cubes_in(self, key: str, value: object, least: int = 0, most: int = 10) -> list[int]:
        """Return the number of cubes of each colour in a string such as "YYR"."""
        if not isinstance(value, str):
            raise self.wrong(f'{key} must be cubes such as "YYR", not {value!r}')
        for letter in value:
            if letter not in CUBES:
                raise self.wrong(f'{key} "{value}": unknown cube {letter}; cubes are Y, R, G and B')
        if not least <= len(value) <= most:
            raise self.wrong(f'{key} "{value}": must be {least} to {most} cubes')
        return [value.count(letter) for letter in CUBES]

    def _value(self, key: str) -> Any:
        if key not in self.values:
            raise self.wrong(f"{key} is missing")
        return self.values[key]


def cube_text(cubes: Sequence[int]) -> str:
    """Return cubes as a string in colour order.

    >>> cube_text([2, 0, 1, 0])
    'YYG'
    """
    return "".join(letter * int(count) for letter, count in zip(CUBES, cubes, strict=True))
