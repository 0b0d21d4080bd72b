"""What all sentences are made with: a pen, names and a language."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from century.engine.actions import TIMES, UPGRADE, Block
from century.web.render.telling.answers import Answers, in_order
from century.web.render.telling.pens import Gettext, Ngettext, Pen, Plain
from century.web.tables.table_view import LogEntry

Sentence = Callable[
    [LogEntry, Mapping[str, Any], Answers], Iterator[str]
]  # an answer, its thing, and those that follow


@dataclass(frozen=True)
class Sentences:
    """The sentences of a part of the rules: how things are written, and what the players are called."""

    pen: Pen
    plain: Plain
    names: Sequence[str]
    _: Gettext
    ngettext: Ngettext

    def of_blocks(self) -> dict[Block, Sentence]:
        """The sentence of each kind of answer."""
        raise NotImplementedError

    def say(self, message: str, **values: object) -> str:
        """A sentence with its things put in."""
        return self.pen.fill(message, values)

    def card(self, told: LogEntry, thing: Mapping[str, Any]) -> str:
        """A card by what it does."""
        return self.pen.effect(thing) or self.pen.strong(told.action.text)

    def is_told_by_next(self, thing: Mapping[str, Any], answers: Answers) -> bool:
        """Whether the sentence of the trade or the upgrades that follow says it all."""
        return ("give" in thing and answers.next_is(TIMES)) or ("upgrade" in thing and answers.next_is(UPGRADE))

    def bonus(self, words: str) -> str:
        """A bonus tile that was taken."""
        return self.say(self._("took the bonus tile: %(bonus)s"), bonus=self.pen.strong(words))

    def swap(self, cubes: Sequence[str]) -> str:
        """Cubes before and after they are upgraded; one that is upgraded again is told once."""
        before, after = Counter[str](), Counter[str]()
        for cube in cubes:
            if after[cube]:
                after[cube] -= 1
            else:
                before[cube] += 1
            after[{"Y": "R", "R": "G", "G": "B"}[cube]] += 1
        told = {"give": in_order("".join(before.elements())), "take": in_order("".join(after.elements()))}
        return self.pen.effect(told)

    def place(self, told: LogEntry) -> str:
        """The tile that an answer is about."""
        label = str((told.thing or {}).get("tile", told.action.text.partition(" ")[2]))
        return self.pen.strong(self.plain.tile(label))
