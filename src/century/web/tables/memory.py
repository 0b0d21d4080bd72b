"""The tables in memory: those used last, as many as fit."""

from collections import OrderedDict
from collections.abc import Callable, Iterator

from century.web.tables.live_table import LiveTable

MOST_ANSWERS = 120_000  # of all tables in memory; each takes 1 to 2 kB
EMPTY = 50  # answers that take as much memory as a table without any
LONG = 1000  # answers; further ones count double: only programs play so long, and they leave the memory to people


class TablesInMemory:
    """Live tables by id. A table that does not fit any more is read again when somebody needs it."""

    def __init__(self, in_use: Callable[[LiveTable], bool], most: int = MOST_ANSWERS) -> None:
        """Tables `in_use` stay, whatever their size."""
        self._tables: OrderedDict[str, LiveTable] = OrderedDict()  # the latest used last
        self._in_use, self._most = in_use, most

    def get(self, id: str) -> LiveTable | None:
        """Return a table that is in memory, and note that it was used."""
        if id in self._tables:
            self._tables.move_to_end(id)
        return self._tables.get(id)

    def add(self, table: LiveTable) -> None:
        """Keep a table, and let go of those that were not used for longest."""
        self._tables[table.id] = table
        size = sum(map(_size, self))
        for other in list(self):
            if size <= self._most:
                return
            if other is not table and not self._in_use(other):
                self.remove(other.id)
                size -= _size(other)

    def remove(self, id: str) -> None:
        """Let go of a table."""
        self._tables.pop(id, None)

    def __iter__(self) -> Iterator[LiveTable]:
        return iter(self._tables.values())

    def __len__(self) -> int:
        return len(self._tables)


def _size(table: LiveTable) -> int:
    return EMPTY + table.plies + max(0, table.plies - LONG)
