"""Blocks that come before their turn: they wait for the games before them, and an interrupted run keeps them."""

import re
import tempfile
from collections import deque
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

from century.errors import CenturyError
from century.lab.play.chunks import Block
from century.lab.store.files import said, write

MOST_HELD = 64  # blocks in memory; of more, those that are needed last lie on disk
_NAME = re.compile(r"early-(\d{12,})-(\d+)\.npz")


class Early:
    """Blocks that wait, by the number of their first game: in memory, or each in a file."""

    def __init__(self, folder: Path) -> None:
        """For blocks that may lie in this folder; `found` takes those that lie there already."""
        self.folder = folder
        self._held: dict[int, Block] = {}
        self._laid: dict[int, int] = {}  # on disk: how many games
        self._spent: deque[tuple[int, int]] = deque()  # their files are still there

    @classmethod
    def found(cls, folder: Path, first: int, games: int) -> "Early":
        """What an interrupted run has kept, from the game `first` on; what is beyond so many games goes away."""
        early, end = cls(folder), first
        names = [found for file in folder.iterdir() if (found := _NAME.fullmatch(file.name))]
        for number, count in sorted((int(name[1]), int(name[2])) for name in names):
            if number < end or number + count > games:
                early._remove(number, count)
            else:
                early._read(number, count)  # what is damaged is said now, not after hours
                early._laid[number] = count
                end = number + count
        return early

    @property
    def kept(self) -> int:
        """How many games lie on disk."""
        return sum(self._laid.values())

    def gaps(self, first: int, games: int) -> list[range]:
        """The games that are still to be played."""
        waiting = self._laid | {number: len(block) for number, block in self._held.items()}
        found = []
        for number in sorted(waiting):
            found.append(range(first, number))
            first = number + waiting[number]
        return [gap for gap in [*found, range(first, games)] if gap]

    def add(self, block: Block) -> None:
        """Let a block wait, once: a worker that was believed lost may come back."""
        if block.first in self._laid:
            return
        self._held.setdefault(block.first, block)
        if len(self._held) > MOST_HELD:
            self._lay(max(self._held))

    def at(self, first: int) -> Block | None:
        """The block that begins with this game, if it is here."""
        if first in self._laid:
            return self._read(first, self._laid[first])
        return self._held.get(first)

    def forget(self, first: int) -> None:
        """Let a block go. If it has a file, `sweep` removes it when the games are safe elsewhere."""
        self._held.pop(first, None)
        if first in self._laid:
            self._spent.append((first, self._laid.pop(first)))

    def sweep(self, end: int) -> None:
        """Remove the files of blocks that were let go, up to this game."""
        while self._spent and self._spent[0][0] < end:
            self._remove(*self._spent[0])
            self._spent.popleft()

    def keep(self, first: int) -> None:
        """Lay all of them on disk but those before this game, which are safe elsewhere."""
        self.drop(first)
        for number in tuple(self._held):
            self._lay(number)

    def drop(self, end: int) -> None:
        """Let all of them go that are before this game, with their files."""
        for number in sorted((*self._held, *self._laid)):
            if number < end:
                self.forget(number)
        self.sweep(end)

    def _lay(self, first: int) -> None:
        block = self._held[first]
        write(self._file(first, len(block)), block.as_bytes())
        self._laid[first] = len(block)
        del self._held[first]

    def _read(self, first: int, count: int) -> Block:
        file = self._file(first, count)
        try:
            block = Block.from_bytes(file.read_bytes())
            if (block.first, len(block)) != (first, count):
                raise ValueError("other games than its name says")
        except Exception as error:  # whatever is wrong with it
            raise CenturyError(f"{file}: is damaged: remove it, and its games are played again") from error
        return block

    def _remove(self, first: int, count: int) -> None:
        file = self._file(first, count)
        with said(file):
            file.unlink(missing_ok=True)

    def _file(self, first: int, count: int) -> Path:
        return self.folder / f"early-{first:012}-{count}.npz"


@contextmanager
def for_now() -> Generator[Early, None, None]:
    """A place for early blocks that nobody will ask for again."""
    with tempfile.TemporaryDirectory(prefix="century-") as folder:
        yield Early(Path(folder))
