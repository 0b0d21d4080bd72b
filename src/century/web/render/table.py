"""The data of a table for its templates."""

from collections import Counter
from collections.abc import Sequence
from functools import cached_property
from typing import ClassVar

from markupsafe import Markup

from century.engine.actions import CUBE, UPGRADE, Block
from century.engine.deeds import Deed, Question
from century.engine.signs import Cubes, Sign
from century.engine.things import Thing
from century.engine.zones import Layout, seat_layout, table_layout
from century.types import Json
from century.web.render.chart import LAND, NEAT, RING, Chart
from century.web.render.languages import translations
from century.web.render.pens import pens
from century.web.render.played import TurnLog
from century.web.tables.table_view import TableView
from century.words import many, translated

_KEYS = "123456789"
_GENERIC = "generic"  # the layout of a game that declares none


class TableContext:
    """The data of a table, as one visitor sees it, for its templates."""

    def __init__(self, seen: TableView, language: str) -> None:
        self.seen = seen
        self.view: Json = {
            **seen.view,
            **seen.view.shown,
            "seats": seen.view.seats_shown,
        }  # with the things as they are
        self.pages = seen.view.game.page or _GENERIC
        found = translations(language)
        self.gettext, self.ngettext = found.gettext, found.ngettext
        self.say, self._drawn = pens(language, tuple(seen.view["words"].items()))
        self.cubes = self._drawn.cubes
        self.acting = seen.acting and not self.view["over"]
        self.legal = {action.id: action for action in seen.view.actions} if self.acting else {}
        self._keys: dict[int, str] = {}
        self._deeds: dict[int, Deed] = {}
        self.names = [sitter.name for sitter in seen.seats]

    @property
    def layout(self) -> str:
        """The template with the layout of the game."""
        return f"{self.pages.partition(' ')[0]}_layout"

    @property
    def question(self) -> str:
        """The question in plain words, for screen readers."""
        if self.view["over"]:
            return self.gettext("The game is over")
        if self.acting:
            parts = (self.asked.text, self.asked.help)
            return " ".join(part if part.endswith(("?", ".", "!")) else f"{part}." for part in parts if part)
        return self.gettext("%(name)s's turn") % {"name": self.names[self.view["actor"]]}

    # --- the generic layout

    @property
    def is_generic(self) -> bool:
        """Whether the things are sorted into zones, because the game has no layout."""
        return self.pages == _GENERIC

    @cached_property
    def zones(self) -> Layout:
        """The zones of the table."""
        return table_layout(self.seen.view)

    def zones_of(self, seat: int) -> Layout:
        """Return the zones of a seat."""
        return seat_layout(self.seen.view, seat)

    def signs(self, signs: Sequence[Sign]) -> Markup:
        """Return signs as drawn pieces."""
        return self._drawn.signs(signs)

    def is_cubes(self, words: str) -> bool:
        """Whether a fact is cubes, to be drawn."""
        return isinstance(words, Cubes)

    @cached_property
    def _about(self) -> dict[tuple[str, str], list[int]]:
        """The open answers by the thing that they are about."""
        found: dict[tuple[str, str], list[int]] = {}
        for action in self.legal:
            if thing := self.deed(action).about:
                found.setdefault((thing.kind, thing.id), []).append(action)
        return found

    @cached_property
    def unplaced(self) -> list[int]:
        """The numbers of the open answers that no thing on the table or at the visitor's seat stands for."""
        zones = [*self.zones.zones, *(self.zones_of(self.seen.seat).zones if self.seen.seat is not None else ())]
        placed = {self.answer_about(place.thing) for zone in zones for place in zone.places if place.label}
        return [action for action in self.legal if action not in placed]

    def answer_about(self, thing: Thing | None) -> int | None:
        """Return the number of the answer about a thing, if there is only one."""
        actions = self._about.get((thing.kind, thing.id), []) if thing else []
        return actions[0] if len(actions) == 1 else None

    def word(self, text: str) -> str:
        """Return words from data in the language of the page. Unlike the words of templates, they are escaped."""
        return translated(text, self.gettext)

    # --- who

    @property
    def me(self) -> Json | None:
        """The seat at the bottom of the page, if there is one."""
        return None if self.seen.seat is None else self.view["seats"][self.seen.seat]

    @cached_property
    def others(self) -> list[int]:
        """The seats of the rail: in turn order, after the visitor's."""
        players = self.view["players"]
        if self.seen.seat is None:
            return list(range(players))
        return [(self.seen.seat + place) % players for place in range(1, players)]

    @cached_property
    def totals(self) -> list[int]:
        """The points of each seat."""
        return [sum(seat["score"].values()) for seat in self.view["seats"]]

    @cached_property
    def items(self) -> dict[str, str]:
        """The items of the score in the words of the edition."""
        words = self.view["words"]
        return {item.name: many(words[item.good]) if item.good else item.name for item in self.seen.view.game.scoring}

    @property
    def has_tie(self) -> bool:
        """Whether the winner has no more points than somebody else."""
        winner = self.view["winner"]
        return winner is not None and self.totals.count(self.totals[winner]) > 1

    @property
    def actor(self) -> int | None:
        """The seat to answer."""
        actor: int | None = self.view["actor"]
        return actor

    # --- answers, by the numbers of their actions

    def deed(self, action: int) -> Deed:
        """Return an open answer, as its mechanism describes it."""
        if action not in self._deeds:
            self._deeds[action] = self.seen.view.deed(self.legal[action])
        return self._deeds[action]

    def can(self, action: int | None) -> bool:
        """Whether an answer is open."""
        return action in self.legal

    def open(self, *blocks: Block) -> list[int]:
        """Return the open answers of some blocks."""
        return [action for block in blocks for action in self.legal if action in block]

    @cached_property
    def cube_answers(self) -> dict[str, int]:
        """The answers that the visitor's cubes stand for."""
        return {self.deed(action).cubes: action for action in self.open(CUBE, UPGRADE)}

    def label(self, action: int) -> str:
        """Return the effect of an answer, in words."""
        return self.say.message(self.deed(action).label, self.names)

    def why(self, action: int | None) -> str | None:
        """Return why an answer to this question is not open."""
        return self.seen.refusals.get(action) if self.acting and action is not None else None

    def key(self, action: int) -> str:
        """Return the key of an answer. Answers are numbered in the order in which they are drawn."""
        number = len(self._keys)
        return self._keys.setdefault(action, _KEYS[number] if number < len(_KEYS) else "")

    def rules(self, action: int) -> str:
        """Return the rules of an answer."""
        return " ".join(self.seen.rules.get(action, ()))

    def hinted(self, action: int | None) -> bool:
        """Whether an answer is the one of the hint."""
        return self.seen.hint is not None and self.seen.hint.id == action

    @cached_property
    def asked(self) -> Question:
        """The open question in friendly words."""
        question = self.seen.view.question() or Question("")
        return Question(self.say.message(question.text, self.names), self.say.message(question.help, self.names))

    @property
    def decision(self) -> str:
        """The kind of the question; nothing when the game is over."""
        return str((self.view["question"] or {}).get("decision", ""))

    # --- what is missing

    def missing(self, cost: str) -> str:
        """Return the cubes of a cost that the visitor does not have."""
        me = self.me
        lacking = Counter(cost) - Counter(me["cubes"] if me else "")
        return "".join(colour * lacking[colour] for colour in "YRGB")

    # --- things with a place

    shape: ClassVar = {"land": LAND, "ring": RING, "neat": NEAT}

    @cached_property
    def chart(self) -> Chart:
        """The map of the islands."""
        return Chart(self.view["map"], self.log.way, self.decision)

    @property
    def base_storage(self) -> int:
        """The spaces of a storage without those that bonus tiles have added."""
        me = self.me or {}
        amounts = self.view.get("bonus_amounts", {})
        added: int = me["bonus"]["hold"] * amounts["hold"] if amounts else 0
        return int(me["storage"]) - added

    @cached_property
    def log(self) -> TurnLog:
        """The turns so far."""
        return TurnLog(self.seen.log, self._drawn, self.say, self.names)
