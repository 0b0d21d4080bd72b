"""The answers of a turn, as they are told one after the other."""

from collections.abc import Sequence

from century.engine.actions import BLOCKS, CUBE, Block
from century.web.tables.table_view import LogEntry

BLOCK_OF = [block for block in BLOCKS for _ in block.labels]  # by the number of an answer


class Answers:
    """The answers of a turn that are not told yet."""

    def __init__(self, tolds: Sequence[LogEntry]) -> None:
        """All that were given."""
        self.left = list(tolds)

    def take(self) -> LogEntry:
        """The next one."""
        return self.left.pop(0)

    def next_is(self, block: Block) -> bool:
        """Whether the next one is of this kind."""
        return bool(self.left) and BLOCK_OF[self.left[0].action.id] is block

    def run(self, block: Block) -> list[str]:
        """The last letters of the answers of a block that come next."""
        found = []
        while self.next_is(block):
            found.append(self.take().action.text[-1])
        return found

    def cubes(self, asked: str) -> str:
        """The cubes that come next and answer this question."""
        found = ""
        while self.next_is(CUBE) and (self.left[0].thing or {}).get("asked", asked) == asked:
            found += self.take().action.text[-1]
        return in_order(found)


def in_order(cubes: str) -> str:
    """Cubes from the lowest colour to the highest."""
    return "".join(sorted(cubes, key="YRGB".index))
