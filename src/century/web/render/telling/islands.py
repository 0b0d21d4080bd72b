"""What is done on the map of the islands."""

from collections.abc import Iterator, Mapping
from typing import Any

from century.engine.actions import BONUS, BUILD, GROUP, HARVEST, PICK_UP, PLACE, SAIL, STEP, Block
from century.web.render.telling.answers import Answers, in_order
from century.web.render.telling.sentences import Sentence, Sentences
from century.web.tables.table_view import LogEntry


class Islands(Sentences):
    """Sentences of Eastern Wonders and its combinations."""

    def of_blocks(self) -> dict[Block, Sentence]:
        """The sentence of each kind of answer."""
        return {
            GROUP: self._group,
            PLACE: self._placed,
            STEP: self._sailed,
            PICK_UP: self._picked_up,
            BUILD: self._built,
            BONUS: self._chose,
            HARVEST: self._harvested,
        }

    def _group(self, told: LogEntry, thing: Mapping[str, Any], answers: Answers) -> Iterator[str]:
        yield self.say(self._("took %(cubes)s to start with"), cubes=self.pen.cubes(thing.get("cubes", "")))

    def _placed(self, told: LogEntry, thing: Mapping[str, Any], answers: Answers) -> Iterator[str]:
        yield self.say(self._("placed the boat at %(tile)s"), tile=self.place(told))

    def _sailed(self, told: LogEntry, thing: Mapping[str, Any], answers: Answers) -> Iterator[str]:
        steps, left, cards = 1, "", 0
        while answers.left:
            if answers.next_is(STEP):
                told, steps = answers.take(), steps + 1
            elif answers.next_is(SAIL):
                answers.take()
                cards += 1
            elif cubes := answers.cubes("leaving"):
                left += cubes
            else:
                break
        values = {"number": steps, "tile": self.place(told)}
        yield self.say(
            self.ngettext("sailed one step to %(tile)s", "sailed %(number)s steps to %(tile)s", steps), **values
        )
        if left:
            yield self.say(self._("leaving %(cubes)s behind"), cubes=self.pen.cubes(in_order(left)))
        if cards:
            yield self.say(
                self.ngettext("turning one card face down", "turning %(number)s cards face down", cards), number=cards
            )

    def _picked_up(self, told: LogEntry, thing: Mapping[str, Any], answers: Answers) -> Iterator[str]:
        yield self.say(self._("picked up %(cubes)s"), cubes=self.pen.cubes(thing.get("cubes", "")))

    def _built(self, told: LogEntry, thing: Mapping[str, Any], answers: Answers) -> Iterator[str]:
        paid = answers.cubes("building")
        if paid:
            message = self._("built an outpost at %(tile)s, paying %(cubes)s")
            yield self.say(message, tile=self.place(told), cubes=self.pen.cubes(paid))
        else:
            yield self.say(self._("built an outpost at %(tile)s"), tile=self.place(told))

    def _chose(self, told: LogEntry, thing: Mapping[str, Any], answers: Answers) -> Iterator[str]:
        yield self.bonus(self.plain.pile(told.action.text.partition(" ")[2], thing.get("points")))

    def _harvested(self, told: LogEntry, thing: Mapping[str, Any], answers: Answers) -> Iterator[str]:
        yield self.say(self._("harvested %(cubes)s"), cubes=self.pen.cubes(thing.get("gain", "")))
