"""What the templates ask about a table."""

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any, ClassVar

from markupsafe import Markup

from century.engine.deeds import Deed, Question
from century.engine.signs import Cubes, Sign
from century.engine.things import Thing
from century.engine.zones import Layout, laid_out
from century.web.render.chart import LAND, NEAT, RING, Chart
from century.web.render.languages import translations
from century.web.render.pens import pens
from century.web.render.played import Played
from century.web.tables.table_view import TableView
from century.words import many, told

_KEYS = "123456789"
_GENERIC = "generic"  # the layout of a game that declares none


class Table:
    """What the templates ask about a table."""

    def __init__(self, seen: TableView, language: str) -> None:
        """A table as one person sees it."""
        self.seen = seen
        self.view: Mapping[str, Any] = {
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
        actions = self.view["actions"] if self.acting else ()
        self.legal: dict[str, int] = {action["text"]: action["id"] for action in actions}
        self._keys: dict[str, str] = {}
        self.names = [sitter.name for sitter in seen.seats]

    @property
    def layout(self) -> str:
        """The template that lays the things of the game out."""
        return f"{self.pages.partition(' ')[0]}_layout"

    @property
    def question(self) -> str:
        """The question in plain words, to be heard."""
        if self.view["over"]:
            return self.gettext("The game is over")
        if self.acting:
            said = (self.asked.text, self.asked.help)
            return " ".join(part if part.endswith(("?", ".", "!")) else f"{part}." for part in said if part)
        return self.gettext("%(name)s's turn") % {"name": self.names[self.view["actor"]]}

    # --- the generic layout

    @property
    def is_generic(self) -> bool:
        """Whether the things are sorted into zones, for want of a layout of the game."""
        return self.pages == _GENERIC

    @cached_property
    def zones(self) -> Layout:
        """What is shown of the table."""
        return laid_out(self.seen.view.shown)

    def zones_of(self, seat: int) -> Layout:
        """What is shown of a seat."""
        shown = self.seen.view.seats_shown[seat]
        return laid_out({key: value for key, value in shown.items() if key not in ("name", "score")})

    def signs(self, signs: Sequence[Sign]) -> Markup:
        """Signs as pieces drawn."""
        return self._drawn.signs(signs)

    def is_cubes(self, words: str) -> bool:
        """Whether a fact is cubes, to be drawn."""
        return isinstance(words, Cubes)

    @cached_property
    def _about(self) -> dict[tuple[str, str], list[str]]:
        """The open answers by the thing that they are about."""
        found: dict[tuple[str, str], list[str]] = {}
        for text, deed in self.deeds.items():
            if deed.about:
                found.setdefault((deed.about.kind, deed.about.id), []).append(text)
        return found

    def answer_about(self, thing: Thing | None) -> str:
        """The answer that a thing may be, if it is about this thing alone."""
        texts = self._about.get((thing.kind, thing.id), []) if thing else []
        return texts[0] if len(texts) == 1 else ""

    def word(self, text: str) -> str:
        """Words that come as data, in the language of the page; not safe, as the words of the templates are."""
        return told(text, self.gettext)

    # --- who

    @property
    def me(self) -> Mapping[str, Any] | None:
        """The seat at the bottom of the page, if there is one."""
        return None if self.seen.seat is None else self.view["seats"][self.seen.seat]

    @cached_property
    def others(self) -> list[int]:
        """The seats of the rail: in turn order, after one's own."""
        players = self.view["players"]
        if self.seen.seat is None:
            return list(range(players))
        return [(self.seen.seat + place) % players for place in range(1, players)]

    @cached_property
    def totals(self) -> list[int]:
        """The points of each seat."""
        return [sum(seat["score"].values()) for seat in self.view["seats"]]

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

    # --- answers

    def can(self, text: str) -> int | None:
        """The number of an answer, if it is open."""
        return self.legal.get(text)

    @cached_property
    def deeds(self) -> dict[str, Deed]:
        """The open answers, as their mechanisms describe them."""
        return {action.text: deed for action, deed in self.seen.view.deeds()} if self.acting else {}

    def label(self, text: str) -> str:
        """What an answer does, in words."""
        return self.say.message(self.deeds[text].label, self.names)

    def why(self, text: str) -> str | None:
        """Why an answer is not open, if it would be one to this question."""
        return self.seen.refusals.get(text) if self.acting else None

    def key(self, text: str) -> str:
        """The key of an answer: the answers of a page are numbered as they are drawn."""
        if text not in self._keys:
            number = len(self._keys)
            self._keys[text] = _KEYS[number] if number < len(_KEYS) else ""
        return self._keys[text]

    def rules(self, text: str) -> str:
        """The rules that an answer follows."""
        return " ".join(self.seen.rules.get(text, ()))

    def hinted(self, text: str) -> bool:
        """Whether an answer is what the hint says."""
        return self.seen.hint is not None and self.seen.hint.text == text

    def open(self, word: str) -> list[str]:
        """The open answers that begin with a word."""
        return [text for text in self.legal if text == word or text.startswith(word + " ")]

    @cached_property
    def asked(self) -> Question:
        """The question of the moment in friendly words."""
        question = self.seen.view.question() or Question("")
        return Question(self.say.message(question.text, self.names), self.say.message(question.help, self.names))

    @property
    def decision(self) -> str:
        """The kind of the question; nothing when the game is over."""
        return str((self.view["question"] or {}).get("decision", ""))

    def cube_answer(self, cube: str) -> str:
        """The answer that a cube of one's own storage may be."""
        return f"upgrade {cube}" if self.decision == "upgrading" else f"cube {cube}"

    def tile_answer(self, tile: str) -> str:
        """The answer that a tile of the map may be."""
        word = {"placing boat": "place", "choosing outpost": "trade"}.get(self.decision, "step")
        return f"{word} {tile}"

    @property
    def trade(self) -> Mapping[str, Any]:
        """The trade that the question is about: of a card or a location, or of the tile where the boat is."""
        found: Mapping[str, Any] = self.view["trade"] or self.here
        return found

    @property
    def here(self) -> Mapping[str, Any]:
        """The tile where one's own boat is."""
        boat = self.me and self.me["boat"]
        return next(tile for tile in self.view["map"] if tile["tile"] == boat)

    @property
    def claimable(self) -> Mapping[str, Any]:
        """The card or tile that can be claimed where one is."""
        found: Mapping[str, Any]
        if "ports" in self.view:
            found = self.view["ports"][self.here["tile"]]
        else:
            found = self.view["forts"][self.view["question"]["number"]]
        return found

    @property
    def build_price(self) -> int:
        """The cubes that an outpost costs where one's own boat is."""
        price: int = len(self.here["outposts"]) * self.view["outpost_cost"]
        return price

    @property
    def market_card(self) -> Mapping[str, Any]:
        """The merchant card that the question is about."""
        card: Mapping[str, Any] = self.view["markets"][self.view["question"]["number"]]
        return card

    @staticmethod
    def times(cubes: str, number: int) -> str:
        """Cubes so many times."""
        return "".join(cube * number for cube in cubes)

    def item(self, name: str) -> str:
        """An item of the score in the words of the edition."""
        coin = name.removesuffix(" coins")
        return many(self.view["words"][coin]) if name.endswith(" coins") else name

    # --- what is missing

    def missing(self, cost: str) -> str:
        """The cubes of a cost that are not in one's own storage."""
        me = self.me
        lacking = Counter(cost) - Counter(me["cubes"] if me else "")
        return "".join(colour * lacking[colour] for colour in "YRGB")

    def most_times(self, card: Mapping[str, Any]) -> int:
        """How many times one's own cubes allow a trade."""
        me = self.me
        cubes, given, taken = Counter(me["cubes"] if me else ""), Counter(card["give"]), Counter(card["take"])
        times = 0
        while times < 32 and given <= cubes:
            cubes = cubes - given + taken
            times += 1
        return times

    # --- things with a place

    shape: ClassVar = {"land": LAND, "ring": RING, "neat": NEAT}

    @cached_property
    def chart(self) -> Chart:
        """The map of the islands."""
        return Chart(self.view, self.played.way)

    @cached_property
    def boards(self) -> dict[str, list[Mapping[str, Any]]]:
        """The locations of the boards, but for forts and markets, which lie with their cards."""
        found: dict[str, list[Mapping[str, Any]]] = {}
        for place in self.view["locations"]:
            if "fort" not in place and "market" not in place:
                found.setdefault(place["location"].partition("_")[0], []).append(place)
        return dict(sorted(found.items(), key=lambda board: (len(board[1]) > 4, board[0])))  # small boards first

    def place_of(self, kind: str, number: int) -> Mapping[str, Any]:
        """The location that is a fort or a market of this number."""
        return next(place for place in self.view["locations"] if kind in place and place[kind] == number)

    def stacks(self, giver: str, fort: int | None = None) -> list[tuple[str, Mapping[str, Any]]]:
        """The stacks of bonus tiles that something gives, by their labels."""
        return [
            (label, stack)
            for label, stack in self.view["stacks"].items()
            if stack["given_by"] == giver and fort in (None, stack["fort"])
        ]

    def symbols(self, seat: Mapping[str, Any]) -> dict[str, int]:
        """How many New World symbols of each kind a seat has."""
        found = Counter(card["symbol"] for card in seat["benefits"])
        found.update(tile["symbol"] for tile in seat["exploration_tiles"] if "symbol" in tile)
        return {symbol: found[symbol] for symbol in ("native_help", "tool", "settlers", "exploration")}

    def claimed(self, seat: Mapping[str, Any]) -> list[Thing]:
        """The cards a seat has claimed, with what they bring."""
        cards: Sequence[Thing] = seat["claimed"]
        benefits: Sequence[Thing | None] = seat.get("benefits", [None] * len(cards))
        return [card.joined(benefit) if benefit else card for card, benefit in zip(cards, benefits, strict=True)]

    def out(self, number: int) -> int:
        """How many settlers of a seat work."""
        placed: int = sum(place["placed"] for place in self.view["locations"] if place["owner"] == number)
        placed += sum(card["placed"] for card in self.view["seats"][number].get("route", ()))
        return placed

    @property
    def base_storage(self) -> int:
        """The spaces of a storage without those that bonus tiles have added."""
        me = self.me or {}
        amounts = self.view.get("bonus_amounts", {})
        added: int = me["bonus"]["hold"] * amounts["hold"] if amounts else 0
        return int(me["storage"]) - added

    # --- what was played

    @cached_property
    def played(self) -> Played:
        """The turns of the log."""
        return Played(self.seen.log, self._drawn, self.say, self.names, self.seen.view.game)

    @property
    def is_row_new(self) -> bool:
        """Whether the last merchant card of the row has just come."""
        return bool(self.played.last("acquire")) and self.decision != "placing" and self.view["merchant_deck"] > 0
