"""Turns as sentences, for the log."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby

from century.engine.actions import Block
from century.web.render.telling.answers import BLOCK_OF, Answers
from century.web.render.telling.islands import Islands
from century.web.render.telling.new_world import NewWorld
from century.web.render.telling.pens import Gettext, Ngettext, Pen, Plain
from century.web.render.telling.road import Road
from century.web.render.telling.sentences import Sentence
from century.web.tables.table_view import LogEntry


@dataclass(frozen=True)
class Turn:
    """What one player did in one turn."""

    round: int
    seat: int
    tolds: Sequence[LogEntry]
    sentences: list[str] = field(default_factory=list)

    @property
    def notation(self) -> str:
        """The answers as records write them."""
        return ", ".join(told.action.text for told in self.tolds)


def turns_of(log: Sequence[LogEntry]) -> list[Turn]:
    """The answers of the log by turn, and by who gave them."""
    groups = groupby(log, key=lambda told: (told.turn, told.seat))
    return [Turn(tolds[0].round, seat, tolds) for (_, seat), group in groups if (tolds := list(group))]


class Teller:
    """Tells turns, with one pen, in one language."""

    def __init__(self, pen: Pen, plain: Plain, names: Sequence[str], gettext: Gettext, ngettext: Ngettext) -> None:
        """How things are written and what the players are called."""
        self._passed = gettext("passed")
        self._sentences: dict[Block, Sentence] = {}
        for part in (Road, Islands, NewWorld):
            self._sentences |= part(pen, plain, names, gettext, ngettext).of_blocks()

    def tell(self, turn: Turn) -> list[str]:
        """The sentences of a turn, without their subject."""
        return list(self._told(Answers(turn.tolds))) or [self._passed]

    def _told(self, answers: Answers) -> Iterator[str]:
        while answers.left:
            told = answers.take()
            tell = self._sentences.get(BLOCK_OF[told.action.id])
            if tell:
                yield from tell(told, told.thing or {}, answers)
