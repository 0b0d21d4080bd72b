"""What was played, as the table shows it: the turns of the log, and the marks of the last one."""

from collections.abc import Sequence
from functools import cached_property

from markupsafe import Markup

from century.engine.actions import ACQUIRE, CLAIM, PLACE, STEP, WORK, Block
from century.web.render.telling import Pen, Plain, Teller, Turn, turns_of
from century.web.render.telling.pens import Gettext, Ngettext
from century.web.tables.table_view import LogEntry

_SHOWN_TURNS = 60  # in the log; older ones are folded away


class Played:
    """The answers that were given at a table."""

    def __init__(
        self, log: Sequence[LogEntry], pieces: Pen, plain: Plain, names: Sequence[str], _: Gettext, ngettext: Ngettext
    ) -> None:
        """Draw with pieces, and tell in plain words."""
        self.turns = turns_of(log)
        self._log = log
        self._names = names
        self._drawn = Teller(pieces, plain, names, _, ngettext)
        self._plain = Teller(plain, plain, names, _, ngettext)

    @property
    def older_and_shown(self) -> tuple[list[Turn], list[Turn]]:
        """The older turns, and those shown openly."""
        at = max(len(self.turns) - _SHOWN_TURNS, 0)
        return self.turns[:at], self.turns[at:]

    def tell(self, turn: Turn) -> Markup:
        """A turn as a sentence without its subject, with pieces drawn."""
        return Markup("&NoBreak;, ").join(self._drawn.tell(turn))  # no line begins with the comma

    def tell_in_words(self, turn: Turn) -> str:
        """A turn as a sentence without its subject, in plain words."""
        return ", ".join(self._plain.tell(turn))

    @property
    def told(self) -> str:
        """The last turn in plain words."""
        return f"{self._names[self.turns[-1].seat]} {self.tell_in_words(self.turns[-1])}" if self.turns else ""

    def last(self, *blocks: Block) -> list[LogEntry]:
        """The answers of these kinds in the last turn."""
        return [told for told in self.turns[-1].tolds if _is_of(told, *blocks)] if self.turns else []

    @cached_property
    def location(self) -> str:
        """Where settlers were sent in the last turn."""
        found = self.last(WORK)
        return found[-1].action.text.partition(" ")[2] if found else ""

    @cached_property
    def has_acquired(self) -> bool:
        """Whether a merchant card was taken in the last turn."""
        return bool(self.last(ACQUIRE))

    @cached_property
    def has_claimed(self) -> bool:
        """Whether a point card was claimed in the last turn, so that a new one came."""
        return bool(self.last(CLAIM))

    @cached_property
    def way(self) -> list[str]:
        """The tiles that a boat has just passed, the first being where it came from."""
        steps = self.last(STEP)
        if not steps:
            return []
        before = [
            told
            for told in self._log
            if told.seat == steps[0].seat and told.ply < steps[0].ply and _is_of(told, PLACE, STEP)
        ]
        return [told.action.text.partition(" ")[2] for told in (*before[-1:], *steps)]


def _is_of(told: LogEntry, *blocks: Block) -> bool:
    return any(block <= told.action.id < block + len(block.labels) for block in blocks)
