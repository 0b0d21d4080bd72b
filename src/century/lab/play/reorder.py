"""Putting outcomes in order: those that finish out of order wait, and an interrupted run keeps them."""

import re
import tempfile
from collections import deque
from collections.abc import Generator, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Self

from century.errors import CenturyError
from century.lab.files import write, write_errors
from century.lab.play.outcomes import Outcomes

MOST_HELD = 64  # outcomes in memory; of more, those needed last are stored on disk
_NAME = re.compile(r"early-(\d{12,})-(\d+)\.npz")


class ReorderBuffer:
    """Outcomes that wait, by the number of their first game: in memory, or each in a file."""

    def __init__(self, folder: Path) -> None:
        """Use this folder for files. `restored` also loads the files that are there."""
        self.folder = folder
        self._held: dict[int, Outcomes] = {}
        self._stored: dict[int, int] = {}  # on disk: how many games
        self._spent: deque[tuple[int, int]] = deque()  # their files are still there

    @classmethod
    def restored(cls, folder: Path, first: int, games: int) -> Self:
        """Return what an interrupted run kept from game `first` on. Files of games beyond `games` are removed."""
        buffer, end = cls(folder), first
        names = [name for file in folder.iterdir() if (name := _NAME.fullmatch(file.name))]
        for number, count in sorted((int(name[1]), int(name[2])) for name in names):
            if number < end or number + count > games:
                buffer._remove(number, count)
            else:
                buffer._read(number, count)  # damage is reported now, not after hours
                buffer._stored[number] = count
                end = number + count
        return buffer

    @property
    def kept(self) -> int:
        """The number of games on disk."""
        return sum(self._stored.values())

    def gaps(self, first: int, games: int) -> list[range]:
        """Return the games that are still to be played."""
        waiting = self._stored | {number: len(outcomes) for number, outcomes in self._held.items()}
        gaps = []
        for number in sorted(waiting):
            gaps.append(range(first, number))
            first = number + waiting[number]
        return [gap for gap in [*gaps, range(first, games)] if gap]

    def add(self, outcomes: Outcomes) -> None:
        """Let outcomes wait, once: a worker that was believed lost may come back."""
        if outcomes.first in self._stored:
            return
        self._held.setdefault(outcomes.first, outcomes)
        if len(self._held) > MOST_HELD:
            self._store(max(self._held))

    def at(self, first: int) -> Outcomes | None:
        """Return the outcomes that begin with this game, if they are here."""
        if first in self._stored:
            return self._read(first, self._stored[first])
        return self._held.get(first)

    def forget(self, first: int) -> None:
        """Forget outcomes. If they have a file, `sweep` removes it when the games are safe elsewhere."""
        self._held.pop(first, None)
        if first in self._stored:
            self._spent.append((first, self._stored.pop(first)))

    def sweep(self, end: int) -> None:
        """Remove the files of forgotten outcomes before this game."""
        while self._spent and self._spent[0][0] < end:
            self._remove(*self._spent[0])
            self._spent.popleft()

    def keep(self, first: int) -> None:
        """Store everything on disk but the games before this one, which are safe elsewhere."""
        self.drop(first)
        for number in tuple(self._held):
            self._store(number)

    def drop(self, end: int) -> None:
        """Forget everything before this game, and remove the files."""
        for number in sorted((*self._held, *self._stored)):
            if number < end:
                self.forget(number)
        self.sweep(end)

    def _store(self, first: int) -> None:
        outcomes = self._held[first]
        write(self._file(first, len(outcomes)), outcomes.as_bytes())
        self._stored[first] = len(outcomes)
        del self._held[first]

    def _read(self, first: int, count: int) -> Outcomes:
        file = self._file(first, count)
        try:
            outcomes = Outcomes.from_bytes(file.read_bytes())
            if (outcomes.first, len(outcomes)) != (first, count):
                raise ValueError("other games than its name says")
        except Exception as error:  # whatever is wrong with it
            raise CenturyError(f"{file}: is damaged: remove it, and its games are played again") from error
        return outcomes

    def _remove(self, first: int, count: int) -> None:
        file = self._file(first, count)
        with write_errors(file):
            file.unlink(missing_ok=True)

    def _file(self, first: int, count: int) -> Path:
        return self.folder / f"early-{first:012}-{count}.npz"


@contextmanager
def temporary_buffer() -> Generator[ReorderBuffer, None, None]:
    """Provide a buffer with temporary files."""
    with tempfile.TemporaryDirectory(prefix="century-") as folder:
        yield ReorderBuffer(Path(folder))


def in_order(finished: Iterable[Outcomes], buffer: ReorderBuffer, first: int) -> Iterator[Outcomes]:
    """Yield outcomes in the order of their games, each once. Those in use are not forgotten yet."""
    coming = iter(finished)
    while True:
        while (ready := buffer.at(first)) is not None:
            yield ready
            buffer.forget(first)
            first += len(ready)
        outcomes = next(coming, None)
        if outcomes is None:
            return
        if outcomes.first >= first:
            buffer.add(outcomes)
