"""What is done in the New World: settlers, forts, markets and the trade route."""

from collections.abc import Iterator, Mapping
from typing import Any

from century.engine.actions import (
    EXPLORE,
    LAY_OUT,
    ORDER,
    REFRESH,
    REORDER,
    TILE,
    TIMES,
    UPGRADE,
    USE,
    WORK,
    WORK_CARD,
    Block,
)
from century.web.render.telling.answers import Answers
from century.web.render.telling.sentences import Sentence, Sentences
from century.web.tables.table_view import LogEntry


class NewWorld(Sentences):
    """Sentences of A New World and its combinations."""

    def of_blocks(self) -> dict[Block, Sentence]:
        """The sentence of each kind of answer."""
        return {
            WORK: self._worked,
            WORK_CARD: self._worked,
            TILE: self._took_tile,
            EXPLORE: self._explored,
            USE: self._used,
            LAY_OUT: self._laid_out,
            REFRESH: self._refreshed,
            REORDER: self._reordered,
        }

    def _worked(self, told: LogEntry, thing: Mapping[str, Any], answers: Answers) -> Iterator[str]:
        _ = self._
        kind = thing.get("kind", "card" if "card" in thing else "")
        if kind == "upgrade" and answers.next_is(UPGRADE):
            message = _("sent %(number)s to upgrade %(cubes)s")
            yield self.say(message, number=self.pen.strong(thing["needs"]), cubes=self.swap(answers.run(UPGRADE)))
        elif kind == "trade" and answers.next_is(TIMES):
            times = answers.take().action.id - TIMES + 1
            message = self.ngettext(
                "sent %(number)s to trade %(trade)s once", "sent %(number)s to trade %(trade)s %(times)s times", times
            )
            number = self.pen.strong(thing["needs"])
            yield self.say(message, number=number, trade=self.pen.effect(thing), times=times)
        else:
            yield self._sent(told, thing, kind)
        if "owner" in thing:
            message = _("sending %(number)s of %(name)s home")
            yield self.say(message, number=thing["placed"], name=self.pen.strong(self.names[thing["owner"]]))
        if thing.get("tools"):
            yield self.say(_("the tools gave %(cubes)s"), cubes=self.pen.cubes(thing["tools"]))

    def _sent(self, told: LogEntry, thing: Mapping[str, Any], kind: str) -> str:
        _ = self._
        values = {
            "number": self.pen.strong(thing.get("needs", 1)),
            "what": self.card(told, thing),
            "place": self.pen.strong(thing.get("number", "")),
            "cubes": self.pen.cubes(thing.get("gain", "")),
        }
        messages = {
            "produce": _("sent %(number)s to take %(cubes)s"),
            "upgrade": _("sent %(number)s to upgrade"),
            "trade": _("sent %(number)s to trade"),
            "fort": _("sent %(number)s to fort %(place)s"),
            "market": _("sent %(number)s to market %(place)s"),
            "refresh_market": _("sent %(number)s to refresh the markets"),
            "move_boat": _("sent %(number)s to the boat"),
            "boat_trade": _("sent %(number)s to trade where the boat is"),
            "outpost_trade": _("sent %(number)s to trade with an outpost"),
            "card": _("sent %(number)s to the route card %(what)s"),
        }
        return self.say(messages.get(kind, _("sent %(number)s to work")), **values)

    def _took_tile(self, told: LogEntry, thing: Mapping[str, Any], answers: Answers) -> Iterator[str]:
        yield self.bonus(self.plain.bonus(thing) if "kind" in thing else told.action.text)

    def _explored(self, told: LogEntry, thing: Mapping[str, Any], answers: Answers) -> Iterator[str]:
        if "gain" in thing:
            found = self.pen.cubes(thing["gain"])
        else:
            found = self.pen.strong(self.plain.explored(thing) if "tile" in thing else told.action.text)
        yield self.say(self._("explored and found %(found)s"), found=found)

    def _used(self, told: LogEntry, thing: Mapping[str, Any], answers: Answers) -> Iterator[str]:
        if not self.is_told_by_next(thing, answers):
            yield self.say(self._("used %(card)s"), card=self.card(told, thing))

    def _laid_out(self, told: LogEntry, thing: Mapping[str, Any], answers: Answers) -> Iterator[str]:
        yield self.say(self._("laid out %(card)s"), card=self.card(told, thing))

    def _refreshed(self, told: LogEntry, thing: Mapping[str, Any], answers: Answers) -> Iterator[str]:
        yield self._("refreshed the markets")

    def _reordered(self, told: LogEntry, thing: Mapping[str, Any], answers: Answers) -> Iterator[str]:
        answers.run(ORDER)
        yield self._("reordered the trade route")
