"""What is done on the road: cards, trades, claims and payments."""

from collections.abc import Iterator, Mapping
from typing import Any

from century.engine.actions import ACQUIRE, CLAIM, CLAIM_FIRST, CLAIM_HERE, CUBE, PLAY, REST, TIMES, UPGRADE, Block
from century.web.render.telling.answers import Answers, in_order
from century.web.render.telling.sentences import Sentence, Sentences
from century.web.tables.table_view import LogEntry


class Road(Sentences):
    """Sentences of Spice Road, and of what all games share."""

    def of_blocks(self) -> dict[Block, Sentence]:
        """The sentence of each kind of answer."""
        return {
            ACQUIRE: self._acquired,
            PLAY: self._played,
            TIMES: self._traded,
            UPGRADE: self._upgraded,
            REST: self._rested,
            CLAIM: self._claimed,
            CLAIM_HERE: self._claimed,
            CLAIM_FIRST: self._claimed,
            CUBE: self._gave,
        }

    def _acquired(self, told: LogEntry, thing: Mapping[str, Any], answers: Answers) -> Iterator[str]:
        _, card = self._, self.card(told, thing)
        paid = answers.cubes("placing")
        if paid:
            yield self.say(_("took the card %(card)s, paying %(cubes)s"), card=card, cubes=self.pen.cubes(paid))
        else:
            yield self.say(_("took the card %(card)s for free"), card=card)
        if thing.get("cubes"):
            yield self.say(_("with %(cubes)s on it"), cubes=self.pen.cubes(thing["cubes"]))

    def _played(self, told: LogEntry, thing: Mapping[str, Any], answers: Answers) -> Iterator[str]:
        if not self.is_told_by_next(thing, answers):
            yield self.say(self._("played %(card)s"), card=self.card(told, thing))

    def _traded(self, told: LogEntry, thing: Mapping[str, Any], answers: Answers) -> Iterator[str]:
        number = told.action.id - TIMES + 1
        message = self.ngettext("traded %(trade)s once", "traded %(trade)s %(number)s times", number)
        yield self.say(message, trade=self.card(told, thing), number=number)

    def _upgraded(self, told: LogEntry, thing: Mapping[str, Any], answers: Answers) -> Iterator[str]:
        swap = self.swap([told.action.text[-1], *answers.run(UPGRADE)])
        yield self.say(self._("upgraded %(cubes)s"), cubes=swap)

    def _rested(self, told: LogEntry, thing: Mapping[str, Any], answers: Answers) -> Iterator[str]:
        number = thing.get("cards", thing.get("settlers", 0))
        if not number:
            yield self._("rested")
        elif "cards" in thing:
            yield self.say(
                self.ngettext("rested and took back one card", "rested and took back %(number)s cards", number),
                number=number,
            )
        else:
            yield self.say(
                self.ngettext("rested; one settler came home", "rested; %(number)s settlers came home", number),
                number=number,
            )

    def _claimed(self, told: LogEntry, thing: Mapping[str, Any], answers: Answers) -> Iterator[str]:
        if "cost" not in thing:
            yield self.say(self._("claimed %(card)s"), card=self.pen.strong(told.action.text))
            return
        values = {"cubes": self.pen.cubes(thing["cost"]), "points": self.pen.strong(thing["points"])}
        if thing.get("coin"):
            message = self._("paid %(cubes)s for %(points)s points and a %(coin)s")
            yield self.say(message, **values, coin=self.plain.coin(thing["coin"]))
        else:
            yield self.say(self._("paid %(cubes)s for %(points)s points"), **values)

    def _gave(self, told: LogEntry, thing: Mapping[str, Any], answers: Answers) -> Iterator[str]:
        _ = self._
        asked = str(thing.get("asked", ""))
        if asked == "paying toll":
            to = thing.get("to", 0)
            name = self.pen.strong(self.names[to])
            yield self.say(
                _("paid %(name)s a toll of %(cubes)s"), name=name, cubes=self.pen.cubes(told.action.text[-1])
            )
            return
        cubes = self.pen.cubes(in_order(told.action.text[-1] + answers.cubes(asked)))
        yield self.say(_("returned %(cubes)s") if asked == "returning" else _("paid %(cubes)s"), cubes=cubes)
