"""What was played, told in words: the thing an answer is about, and the turns as sentences for the log."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any, Protocol

from century.components.catalogue import cube_text
from century.engine.actions import (
    ACQUIRE,
    BLOCKS,
    BONUS,
    BUILD,
    CLAIM,
    CLAIM_HERE,
    CUBE,
    DECISIONS,
    EXPLORE,
    GROUP,
    HARVEST,
    LAY_OUT,
    ORDER,
    PICK_UP,
    PLACE,
    PLAY,
    REFRESH,
    REORDER,
    REST,
    SAIL,
    STEP,
    TILE,
    TIMES,
    TRADE_AT,
    UPGRADE,
    USE,
    WORK,
    WORK_CARD,
    Action,
    Block,
)
from century.engine.match import Match
from century.mechanisms.bonus_piles import HARVEST as HARVEST_TILES
from century.mechanisms.bonus_piles import POINTS
from century.mechanisms.bonus_stacks import show_bonus_tile
from century.mechanisms.coins import COINS, NO_COIN, coin_at
from century.mechanisms.decks import NONE, cards_of
from century.mechanisms.effects import show_effect
from century.mechanisms.exploration import show_exploration
from century.mechanisms.islands import FIRST_PORT, MARKET_TILES
from century.mechanisms.locations import required
from century.mechanisms.merchants import STARTERS, show_merchant
from century.mechanisms.new_world_cards import CIRCLES, NEW_WORLD_CARDS, show_benefit
from century.mechanisms.point_cards import show_point_card
from century.mechanisms.ports import VP_TILES
from century.mechanisms.settlers import NOBODY, owner_of
from century.mechanisms.trade_route import place_of
from century.web.seen import Told

Thing = dict[str, Any]
Gettext = Callable[[str], str]
Ngettext = Callable[[str, str, int], str]

Show = Callable[..., Thing]

# how the mechanisms show things
_card_shown: Show = show_merchant
_points_shown: Show = show_point_card
_benefit_shown: Show = show_benefit
_bonus_shown: Show = show_bonus_tile
_exploration_shown: Show = show_exploration

_BLOCK_OF = [block for block in BLOCKS for _ in block.labels]


# --- the thing an answer is about -----------------------------------------------------------------


def thing_of(match: Match, action: Action) -> Thing | None:
    """The card, tile, place or cubes that an answer is about, and which question it answers ("asked").

    It is looked up before the answer is played, and holds nothing that is hidden.
    """
    if match.over:
        return None
    s, box = match.state, match.box
    block = _BLOCK_OF[action.id]
    found = _THINGS.get(block)
    asked = DECISIONS[int(s.question.decision)].name
    return {"asked": asked, **(found(match, s, box, action.id - block) if found else {})}


def _merchant(match: Match, s: Any, box: Any, index: int) -> Thing:
    return _card_shown(box, index)


def _row_card(match: Match, s: Any, box: Any, index: int) -> Thing:
    place = s.merchant_row[index]
    return {**_card_shown(box, place.card), "cubes": cube_text(place.cubes), "price": index}


def _route_card(match: Match, s: Any, box: Any, index: int) -> Thing:
    card = index + STARTERS
    seat = s.seats[s.question.seat]
    return {**_card_shown(box, card), "needs": int(place_of(seat, card)) + 1}


def _market_card(match: Match, s: Any, box: Any, index: int) -> Thing:
    return _card_shown(box, s.market_cards[s.question.number])


def _point_card(match: Match, s: Any, box: Any, index: int) -> Thing:
    coin = coin_at(s, list(s.point_row).index(index))
    return {**_points_shown(box, CLAIM.labels, index), "coin": None if coin == NO_COIN else COINS[coin]}


def _claimed_here(match: Match, s: Any, box: Any, index: int) -> Thing:
    if "port_tiles" in s.dtype.names:
        tile = s.port_tiles[s.seats[s.question.seat].boat - FIRST_PORT]
        return _points_shown(box, VP_TILES, tile)
    card = s.fort_cards[s.question.number]
    return {**_points_shown(box, NEW_WORLD_CARDS, card), **_benefit_shown(box, card)}


def _rest(match: Match, s: Any, box: Any, index: int) -> Thing:
    seat = s.seats[s.question.seat]
    names = seat.dtype.names
    if "played" in names:
        zones = [zone for zone in ("played", "sailed") if zone in names]
        return {"cards": sum(len(cards_of(seat[zone])) for zone in zones)}
    out = sum(int(s.settlers[location]) for location in cards_of(seat.placed))
    if "route" in names:
        out += sum(int(place.settlers) for place in seat.route[: seat.route_length])
    return {"settlers": out}


def _cube(match: Match, s: Any, box: Any, index: int) -> Thing:
    return {"to": int(s.question.number)} if DECISIONS[int(s.question.decision)].name == "paying toll" else {}


def _trade(match: Match, s: Any, box: Any, index: int) -> Thing:
    return dict(show_effect(box.effects[s.question.number]))


def _group(match: Match, s: Any, box: Any, index: int) -> Thing:
    return {"cubes": cube_text(box.groups[index])}


def _tile(match: Match, s: Any, box: Any, index: int) -> Thing:
    return {
        "tile": STEP.labels[index],
        **(show_effect(box.effects[box.first_tile + index]) if index < MARKET_TILES else {}),
    }


def _here(match: Match, s: Any, box: Any, index: int) -> Thing:
    return {"tile": STEP.labels[s.seats[s.question.seat].boat]}


def _lying(match: Match, s: Any, box: Any, index: int) -> Thing:
    return {"cubes": cube_text(s.tile_cubes[s.seats[s.question.seat].boat])}


def _bonus(match: Match, s: Any, box: Any, index: int) -> Thing:
    if index != POINTS:
        return {"bonus": BONUS.labels[index]}
    return {"bonus": "points", "points": int(box.pile_points[index][box.pile_sizes[index] - s.piles[index]])}


def _harvest(match: Match, s: Any, box: Any, index: int) -> Thing:
    tiles = s.seats[s.question.seat].bonus[HARVEST_TILES]
    return {"gain": cube_text(box.harvest + tiles * box.harvest_extra)}


def _location(match: Match, s: Any, box: Any, index: int) -> Thing:
    printed = box.locations[index]
    kind = match.catalogue.tables["location"][index]["kind"]
    owner = int(owner_of(s, index))
    thing: Thing = {"location": WORK.labels[index], "kind": kind, "needs": int(required(s, box, index))}
    if owner != NOBODY:
        thing |= {"owner": owner, "placed": int(s.settlers[index])}
    if kind in ("produce", "upgrade", "trade"):
        thing |= show_effect(box.effects[box.first_location + index])
    elif kind in ("fort", "market"):
        thing["number"] = int(printed.number) + 1
    if printed.circle != NONE:
        thing["circle"] = CIRCLES[printed.circle]
        thing["tools"] = cube_text(s.seats[s.question.seat].tools[printed.circle])
    return thing


def _bonus_tile(match: Match, s: Any, box: Any, index: int) -> Thing:
    return _bonus_shown(box, s.stack_tops[index])


def _explored(match: Match, s: Any, box: Any, index: int) -> Thing:
    return _exploration_shown(box, index)


_THINGS: dict[Block, Callable[[Match, Any, Any, int], Thing]] = {
    PLAY: _merchant,
    SAIL: _merchant,
    ORDER: lambda match, s, box, index: _merchant(match, s, box, index + STARTERS),
    ACQUIRE: _row_card,
    REST: _rest,
    CLAIM: _point_card,
    CUBE: _cube,
    TIMES: _trade,
    GROUP: _group,
    PLACE: _tile,
    STEP: _tile,
    TRADE_AT: _tile,
    PICK_UP: _lying,
    BUILD: _here,
    BONUS: _bonus,
    HARVEST: _harvest,
    CLAIM_HERE: _claimed_here,
    WORK: _location,
    WORK_CARD: _route_card,
    TILE: _bonus_tile,
    EXPLORE: _explored,
    USE: _market_card,
    LAY_OUT: _market_card,
}


# --- pens: how a thing stands in a sentence -------------------------------------------------------


class Pen(Protocol):
    """How the things of a sentence are written: as words, or as pieces drawn."""

    def cubes(self, letters: str) -> str:
        """Cubes."""

    def effect(self, thing: Mapping[str, Any]) -> str:
        """What a card or a tile does."""

    def strong(self, text: object) -> str:
        """A word that matters."""

    def fill(self, message: str, values: Mapping[str, object]) -> str:
        """A sentence with its things put in."""


class Plain:
    """Things in words, for those who hear the page."""

    def __init__(self, words: Mapping[str, str], gettext: Gettext, ngettext: Ngettext) -> None:
        """In the words of an edition, in a language."""
        self._words = words
        self._ = gettext
        self.ngettext = ngettext

    def cubes(self, letters: str) -> str:
        """Cubes, such as "2 turmeric, 1 saffron"."""
        _ = self._
        counted = [(letters.count(code), self._words.get(code, code)) for code in "YRGB" if code in letters]
        return ", ".join(_("%(number)s %(good)s") % {"number": n, "good": _(good)} for n, good in counted) or _(
            "nothing"
        )

    def effect(self, thing: Mapping[str, Any]) -> str:
        """What a card, a tile or a location does."""
        _ = self._
        if "gain" in thing:
            return _("take %(cubes)s") % {"cubes": self.cubes(thing["gain"])}
        if "upgrade" in thing:
            number = thing["upgrade"]
            return self.ngettext("upgrade %(number)s cube", "upgrade %(number)s cubes", number) % {"number": number}
        if "give" in thing:
            cubes = {"given": self.cubes(thing["give"]), "taken": self.cubes(thing["take"])}
            return _("give %(given)s for %(taken)s") % cubes
        if "fort" in thing:
            return _("fort %(number)s") % {"number": thing["fort"]}
        if "market" in thing:
            return _("market %(number)s") % {"number": thing["market"]}
        return _(str(thing["does"])) if "does" in thing else ""

    def price(self, card: Mapping[str, Any]) -> str:
        """A card or tile that is claimed."""
        told = {"points": card["points"], "cubes": self.cubes(card["cost"])}
        text = self._("%(points)s points for %(cubes)s") % told
        return f"{text}; {self.benefit(card)}" if "symbol" in card else text

    def benefit(self, card: Mapping[str, Any]) -> str:
        """What a card of the New World brings."""
        _ = self._
        told = {
            "circle": _(str(card.get("circle", ""))),
            "cube": self.cubes(str(card.get("cube", ""))),
            "number": card.get("settlers", 0),
        }
        message = {
            "native_help": _("native help at the %(circle)s: one settler less"),
            "tool": _("a tool for the %(circle)s: %(cube)s more"),
            "settlers": _("%(number)s new settlers"),
            "exploration": _("an exploration tile"),
        }[str(card["symbol"])]
        return message % told

    def bonus(self, tile: Mapping[str, Any]) -> str:
        """A bonus tile of a stack."""
        _ = self._
        symbols = [_(symbol.replace("_", " ")) for symbol in tile.get("symbols", ())]
        told = {
            "points": tile["points"],
            "per": tile.get("per"),
            "one": "".join(symbols[:1]),
            "two": "".join(symbols[1:]),
        }
        message = {
            "single": _("%(points)s points for each %(one)s"),
            "pair": _("%(points)s points for each pair of %(one)s and %(two)s"),
            "settlers": _("%(points)s points for every %(per)s settlers"),
            "flat": _("%(points)s points"),
            "merchant": _("%(points)s points for every %(per)s merchants"),
            "merchant_pair": _("%(points)s points for every %(per)s merchants with %(one)s"),
        }[str(tile["kind"])]
        return message % told

    def pile(self, kind: str, points: int | None = None) -> str:
        """A bonus tile of a pile."""
        _ = self._
        return {
            "hold": _("a larger hold"),
            "step": _("a free step"),
            "points": _("%(points)s points") % {"points": points},
            "upgrade": _("an upgrade with each build"),
            "harvest": _("a richer harvest"),
        }[kind]

    def explored(self, tile: Mapping[str, Any]) -> str:
        """An exploration tile."""
        _ = self._
        if "gain" in tile:
            return self.cubes(tile["gain"])
        if "settlers" in tile:
            number = tile["settlers"]
            return self.ngettext("%(number)s settler", "%(number)s settlers", number) % {"number": number}
        if "points" in tile:
            return _("%(points)s points") % {"points": tile["points"]}
        return _(str(tile["symbol"]).replace("_", " "))

    def tile(self, label: str) -> str:
        """A tile of the map by its kind, as it can be told apart on the map."""
        _ = self._
        return {
            "ginger": _("the ginger market"),
            "chili": _("the chili market"),
            "tea": _("the tea market"),
            "cloves": _("the cloves market"),
            "port": _("a port"),
            "sea": _("the open sea"),
        }[label.partition("_")[0]]

    def strong(self, text: object) -> str:
        """A word that matters, which words cannot show."""
        return str(text)

    def fill(self, message: str, values: Mapping[str, object]) -> str:
        """A sentence with its things put in."""
        return message % values


# --- turns as sentences ---------------------------------------------------------------------------


@dataclass(frozen=True)
class Turn:
    """What one player did in one turn."""

    round: int
    seat: int
    tolds: Sequence[Told]
    sentences: list[str] = field(default_factory=list)

    @property
    def notation(self) -> str:
        """The answers as records write them."""
        return ", ".join(told.action.text for told in self.tolds)


def turns_of(log: Sequence[Told]) -> list[Turn]:
    """The answers of the log by turn, and by who gave them."""
    groups = groupby(log, key=lambda told: (told.turn, told.seat))
    return [Turn(tolds[0].round, seat, tolds) for (_, seat), group in groups if (tolds := list(group))]


class Teller:
    """Tells turns, with one pen, in one language."""

    def __init__(self, pen: Pen, plain: Plain, names: Sequence[str], gettext: Gettext, ngettext: Ngettext) -> None:
        """How things are written and what the players are called."""
        self._pen = pen
        self._plain = plain
        self._names = names
        self._ = gettext
        self.ngettext = ngettext

    def tell(self, turn: Turn) -> list[str]:
        """The sentences of a turn, without their subject."""
        told = list(self._told(_Answers(turn.tolds)))
        return told or [self._("passed")]

    def _told(self, answers: "_Answers") -> Iterator[str]:
        while answers.left:
            told = answers.take()
            tell = _SENTENCES.get(_BLOCK_OF[told.action.id])
            if tell:
                yield from tell(self, told, told.thing or {}, answers)

    def _say(self, message: str, **values: object) -> str:
        return self._pen.fill(message, values)

    def _cubes(self, answers: "_Answers", asked: str) -> str:
        return self._pen.cubes(answers.cubes(asked))

    # cards of the road

    def _acquired(self, told: Told, thing: Mapping[str, Any], answers: "_Answers") -> Iterator[str]:
        _, card = self._, self._card(told, thing)
        paid = answers.cubes("placing")
        if paid:
            yield self._say(_("took the card %(card)s, paying %(cubes)s"), card=card, cubes=self._pen.cubes(paid))
        else:
            yield self._say(_("took the card %(card)s for free"), card=card)
        if thing.get("cubes"):
            yield self._say(_("with %(cubes)s on it"), cubes=self._pen.cubes(thing["cubes"]))

    def _card(self, told: Told, thing: Mapping[str, Any]) -> str:
        return self._pen.effect(thing) or self._pen.strong(told.action.text)

    def _played(self, told: Told, thing: Mapping[str, Any], answers: "_Answers") -> Iterator[str]:
        if "give" in thing and answers.next_is(TIMES):
            return  # the trade is told
        if "upgrade" in thing and answers.next_is(UPGRADE):
            return
        yield self._say(self._("played %(card)s"), card=self._card(told, thing))

    def _traded(self, told: Told, thing: Mapping[str, Any], answers: "_Answers") -> Iterator[str]:
        number = told.action.id - TIMES + 1
        message = self.ngettext("traded %(trade)s once", "traded %(trade)s %(number)s times", number)
        yield self._say(message, trade=self._card(told, thing), number=number)

    def _upgraded(self, told: Told, thing: Mapping[str, Any], answers: "_Answers") -> Iterator[str]:
        swap = self._swap([told.action.text[-1], *answers.run(UPGRADE)])
        yield self._say(self._("upgraded %(cubes)s"), cubes=swap)

    def _swap(self, cubes: Sequence[str]) -> str:
        """Cubes before and after they are upgraded; one that is upgraded again is told once."""
        before, after = Counter[str](), Counter[str]()
        for cube in cubes:
            if after[cube]:
                after[cube] -= 1
            else:
                before[cube] += 1
            after[{"Y": "R", "R": "G", "G": "B"}[cube]] += 1
        told = {"give": _sorted("".join(before.elements())), "take": _sorted("".join(after.elements()))}
        return self._pen.effect(told)

    def _rested(self, told: Told, thing: Mapping[str, Any], answers: "_Answers") -> Iterator[str]:
        number = thing.get("cards", thing.get("settlers", 0))
        if not number:
            yield self._("rested")
        elif "cards" in thing:
            yield self._say(
                self.ngettext("rested and took back one card", "rested and took back %(number)s cards", number),
                number=number,
            )
        else:
            yield self._say(
                self.ngettext("rested; one settler came home", "rested; %(number)s settlers came home", number),
                number=number,
            )

    def _claimed(self, told: Told, thing: Mapping[str, Any], answers: "_Answers") -> Iterator[str]:
        if "cost" not in thing:
            yield self._say(self._("claimed %(card)s"), card=self._pen.strong(told.action.text))
            return
        values = {"cubes": self._pen.cubes(thing["cost"]), "points": self._pen.strong(thing["points"])}
        if thing.get("coin") == "gold":
            yield self._say(self._("paid %(cubes)s for %(points)s points and a gold coin"), **values)
        elif thing.get("coin") == "silver":
            yield self._say(self._("paid %(cubes)s for %(points)s points and a silver coin"), **values)
        else:
            yield self._say(self._("paid %(cubes)s for %(points)s points"), **values)

    def _gave(self, told: Told, thing: Mapping[str, Any], answers: "_Answers") -> Iterator[str]:
        _ = self._
        asked = str(thing.get("asked", ""))
        if asked == "paying toll":
            to = thing.get("to", 0)
            name = self._pen.strong(self._names[to])
            yield self._say(
                _("paid %(name)s a toll of %(cubes)s"), name=name, cubes=self._pen.cubes(told.action.text[-1])
            )
            return
        cubes = self._pen.cubes(_sorted(told.action.text[-1] + answers.cubes(asked)))
        yield self._say(_("returned %(cubes)s") if asked == "returning" else _("paid %(cubes)s"), cubes=cubes)

    # the islands

    def _group(self, told: Told, thing: Mapping[str, Any], answers: "_Answers") -> Iterator[str]:
        yield self._say(self._("took %(cubes)s to start with"), cubes=self._pen.cubes(thing.get("cubes", "")))

    def _placed(self, told: Told, thing: Mapping[str, Any], answers: "_Answers") -> Iterator[str]:
        yield self._say(self._("placed the boat at %(tile)s"), tile=self._place(told))

    def _place(self, told: Told) -> str:
        label = str((told.thing or {}).get("tile", told.action.text.partition(" ")[2]))
        return self._pen.strong(self._plain.tile(label))

    def _sailed(self, told: Told, thing: Mapping[str, Any], answers: "_Answers") -> Iterator[str]:
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
        values = {"number": steps, "tile": self._place(told)}
        yield self._say(
            self.ngettext("sailed one step to %(tile)s", "sailed %(number)s steps to %(tile)s", steps), **values
        )
        if left:
            yield self._say(self._("leaving %(cubes)s behind"), cubes=self._pen.cubes(_sorted(left)))
        if cards:
            yield self._say(
                self.ngettext("turning one card face down", "turning %(number)s cards face down", cards), number=cards
            )

    def _picked_up(self, told: Told, thing: Mapping[str, Any], answers: "_Answers") -> Iterator[str]:
        yield self._say(self._("picked up %(cubes)s"), cubes=self._pen.cubes(thing.get("cubes", "")))

    def _built(self, told: Told, thing: Mapping[str, Any], answers: "_Answers") -> Iterator[str]:
        paid = answers.cubes("building")
        if paid:
            message = self._("built an outpost at %(tile)s, paying %(cubes)s")
            yield self._say(message, tile=self._place(told), cubes=self._pen.cubes(paid))
        else:
            yield self._say(self._("built an outpost at %(tile)s"), tile=self._place(told))

    def _chose(self, told: Told, thing: Mapping[str, Any], answers: "_Answers") -> Iterator[str]:
        bonus = self._plain.pile(told.action.text.partition(" ")[2], thing.get("points"))
        yield self._say(self._("took the bonus tile: %(bonus)s"), bonus=self._pen.strong(bonus))

    def _harvested(self, told: Told, thing: Mapping[str, Any], answers: "_Answers") -> Iterator[str]:
        yield self._say(self._("harvested %(cubes)s"), cubes=self._pen.cubes(thing.get("gain", "")))

    # the New World

    def _worked(self, told: Told, thing: Mapping[str, Any], answers: "_Answers") -> Iterator[str]:
        _ = self._
        kind = thing.get("kind", "card" if "card" in thing else "")
        if kind == "upgrade" and answers.next_is(UPGRADE):
            message = _("sent %(number)s to upgrade %(cubes)s")
            yield self._say(message, number=self._pen.strong(thing["needs"]), cubes=self._swap(answers.run(UPGRADE)))
        elif kind == "trade" and answers.next_is(TIMES):
            times = answers.take().action.id - TIMES + 1
            message = self.ngettext(
                "sent %(number)s to trade %(trade)s once", "sent %(number)s to trade %(trade)s %(times)s times", times
            )
            number = self._pen.strong(thing["needs"])
            yield self._say(message, number=number, trade=self._pen.effect(thing), times=times)
        else:
            yield self._sent(told, thing, kind)
        if "owner" in thing:
            message = _("sending %(number)s of %(name)s home")
            yield self._say(message, number=thing["placed"], name=self._pen.strong(self._names[thing["owner"]]))
        if thing.get("tools"):
            yield self._say(_("the tools gave %(cubes)s"), cubes=self._pen.cubes(thing["tools"]))

    def _sent(self, told: Told, thing: Mapping[str, Any], kind: str) -> str:
        _ = self._
        values = {
            "number": self._pen.strong(thing.get("needs", 1)),
            "what": self._card(told, thing),
            "place": self._pen.strong(thing.get("number", "")),
            "cubes": self._pen.cubes(thing.get("gain", "")),
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
        return self._say(messages.get(kind, _("sent %(number)s to work")), **values)

    def _took_tile(self, told: Told, thing: Mapping[str, Any], answers: "_Answers") -> Iterator[str]:
        bonus = self._plain.bonus(thing) if "kind" in thing else told.action.text
        yield self._say(self._("took the bonus tile: %(bonus)s"), bonus=self._pen.strong(bonus))

    def _explored(self, told: Told, thing: Mapping[str, Any], answers: "_Answers") -> Iterator[str]:
        if "gain" in thing:
            found = self._pen.cubes(thing["gain"])
        else:
            found = self._pen.strong(self._plain.explored(thing) if "tile" in thing else told.action.text)
        yield self._say(self._("explored and found %(found)s"), found=found)

    def _used(self, told: Told, thing: Mapping[str, Any], answers: "_Answers") -> Iterator[str]:
        if ("give" in thing and answers.next_is(TIMES)) or ("upgrade" in thing and answers.next_is(UPGRADE)):
            return
        yield self._say(self._("used %(card)s"), card=self._card(told, thing))

    def _laid_out(self, told: Told, thing: Mapping[str, Any], answers: "_Answers") -> Iterator[str]:
        yield self._say(self._("laid out %(card)s"), card=self._card(told, thing))

    def _refreshed(self, told: Told, thing: Mapping[str, Any], answers: "_Answers") -> Iterator[str]:
        yield self._("refreshed the markets")

    def _reordered(self, told: Told, thing: Mapping[str, Any], answers: "_Answers") -> Iterator[str]:
        answers.run(ORDER)
        yield self._("reordered the trade route")


_SENTENCES: dict[Block, Callable[[Teller, Told, Mapping[str, Any], "_Answers"], Iterator[str]]] = {
    ACQUIRE: Teller._acquired,
    PLAY: Teller._played,
    TIMES: Teller._traded,
    UPGRADE: Teller._upgraded,
    REST: Teller._rested,
    CLAIM: Teller._claimed,
    CLAIM_HERE: Teller._claimed,
    CUBE: Teller._gave,
    GROUP: Teller._group,
    PLACE: Teller._placed,
    STEP: Teller._sailed,
    PICK_UP: Teller._picked_up,
    BUILD: Teller._built,
    BONUS: Teller._chose,
    HARVEST: Teller._harvested,
    WORK: Teller._worked,
    WORK_CARD: Teller._worked,
    TILE: Teller._took_tile,
    EXPLORE: Teller._explored,
    USE: Teller._used,
    LAY_OUT: Teller._laid_out,
    REFRESH: Teller._refreshed,
    REORDER: Teller._reordered,
}


class _Answers:
    """The answers of a turn that are not told yet."""

    def __init__(self, tolds: Sequence[Told]) -> None:
        self.left = list(tolds)

    def take(self) -> Told:
        return self.left.pop(0)

    def next_is(self, block: Block) -> bool:
        return bool(self.left) and _BLOCK_OF[self.left[0].action.id] is block

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
        return _sorted(found)


def _sorted(cubes: str) -> str:
    return "".join(sorted(cubes, key="YRGB".index))
