"""The log of a table by turns, and the marks of the last turn on the table."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby

from markupsafe import Markup

from century.engine.actions import PLACE, STEP, Block
from century.engine.deeds import Deeds
from century.web.render.pens import Drawn, Pen, Plain
from century.web.tables.table_view import LogEntry
from century.words import N_

_KEPT_TURNS = 5000  # whose sentences a pen keeps
_SHOWN_TURNS = 60  # in the log; older ones are folded away


@dataclass(frozen=True)
class Turn:
    """The answers of one player in one turn."""

    round: int
    seat: int
    entries: Sequence[LogEntry]

    @property
    def notation(self) -> str:
        """The answers as records write them."""
        return ", ".join(entry.action.text for entry in self.entries)

    @property
    def marks(self) -> list[str]:
        """Notes on who gave the answers, if not the player alone."""
        texts = {"clock": N_("by the clock"), "stand-in": N_("by a bot that stands in")}
        found = [texts[entry.by] for entry in self.entries if entry.by]
        found += [N_("with a hint") for entry in self.entries if entry.hinted]
        return list(dict.fromkeys(found))


def turns_of(log: Sequence[LogEntry]) -> list[Turn]:
    """Group the answers of the log by turn and player."""
    groups = groupby(log, key=lambda entry: (entry.turn, entry.seat))
    return [Turn(entries[0].round, seat, entries) for (_, seat), group in groups if (entries := list(group))]


class TurnLog:
    """The turns of a table, in the words of a language."""

    def __init__(self, log: Sequence[LogEntry], drawn: Drawn, plain: Plain, names: Sequence[str]) -> None:
        """Group the answers by turn; one pen draws pieces, the other writes plain words."""
        self.turns = turns_of(log)
        self._log, self._names = log, names
        self._drawn, self._plain = drawn, plain

    @property
    def older_and_shown(self) -> tuple[list[Turn], list[Turn]]:
        """The older turns, and those shown openly."""
        at = max(len(self.turns) - _SHOWN_TURNS, 0)
        return self.turns[:at], self.turns[at:]

    def _sentences(self, turn: Turn, pen: Pen) -> list[str]:
        """Return the sentences about a turn, without their subject."""
        sentences = Deeds([entry.deed for entry in turn.entries]).sentences()
        return [pen.message(sentence, self._names) for sentence in sentences] or [pen.message(N_("passed"))]

    def tell(self, turn: Turn) -> Markup:
        """Return a turn as a sentence without its subject, with drawn pieces. Sentences are cached."""
        kept = self._drawn.turns
        key = (id(turn.entries[0]), id(turn.entries[-1]), tuple(self._names))
        if key not in kept:
            if len(kept) >= _KEPT_TURNS:
                kept.clear()
            sentence = Markup("&NoBreak;, ").join(self._sentences(turn, self._drawn))  # no line begins with the comma
            kept[key] = turn.entries, sentence  # as long as the entries live, no others have their ids
        return kept[key][1]

    def tell_in_words(self, turn: Turn) -> str:
        """Return a turn as a sentence without its subject, in plain words."""
        return ", ".join(self._sentences(turn, self._plain))

    @property
    def last_turn(self) -> str:
        """The last turn in plain words."""
        return f"{self._names[self.turns[-1].seat]} {self.tell_in_words(self.turns[-1])}" if self.turns else ""

    # --- what is marked on the table ---

    def last(self, block: Block) -> list[str]:
        """Return the ids of the things that the answers of a block were about in the last turn."""
        return _things(self.turns[-1].entries, block) if self.turns else []

    @cached_property
    def way(self) -> list[str]:
        """The tiles that a boat has just passed, the first being where it came from."""
        steps = self.last(STEP)
        if not steps:
            return []
        first = self.turns[-1].entries[0]
        before = [entry for entry in self._log if entry.seat == first.seat and entry.ply < first.ply]
        return [*_things(before, PLACE, STEP)[-1:], *steps]


def _things(entries: Sequence[LogEntry], *blocks: Block) -> list[str]:
    """Return the ids of the things that the answers of some blocks were about."""
    return [
        entry.deed.about.id
        for entry in entries
        if entry.deed.about and any(entry.action.id in block for block in blocks)
    ]
