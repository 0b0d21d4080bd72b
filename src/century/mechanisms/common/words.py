"""Things, answers and questions that all rooms share, in words."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from century.components.catalogue import cube_text
from century.engine.actions import CUBE, UPGRADE
from century.engine.things import (
    ARROW,
    PLUS,
    About,
    Cubes,
    Deed,
    Deeds,
    Good,
    Player,
    Points,
    Question,
    Sign,
    Strong,
    Thing,
)
from century.engine.things import Silent as Silent
from century.engine.things import Upgrades as UpgradeSign
from century.mechanisms.common.effects import SPICE, UPGRADES
from century.words import say, say_many

_MOST_SHOWN = 4  # trades at once whose cubes are drawn


def in_order(cubes: str) -> Cubes:
    """Return cubes from the lowest colour to the highest."""
    return Cubes("".join(sorted(cubes, key="YRGB".index)))


@cache
def trade(given: str, taken: str) -> Thing:
    """Cubes for cubes."""
    given, taken = Cubes(given), Cubes(taken)
    spoken = say("give {given} for {taken}", given=given, taken=taken)
    return Thing("effect", "", [given, ARROW, taken], spoken, {"give": given, "take": taken})


def effect(effect) -> Thing:
    """What a card, a tile or a location does."""
    if effect.kind == SPICE:
        return _spice(cube_text(effect.taken))
    if effect.kind == UPGRADES:
        return _upgrades(int(effect.upgrades))
    return trade(cube_text(effect.given), cube_text(effect.taken))


@cache
def _spice(letters: str) -> Thing:
    cubes = Cubes(letters)
    return Thing("effect", "", [PLUS, cubes], say("take {cubes}", cubes=cubes), {"gain": cubes})


@cache
def _upgrades(number: int) -> Thing:
    spoken = say_many("upgrade {number} cube", "upgrade {number} cubes", number)
    return Thing("effect", "", [UpgradeSign(number)], spoken, {"upgrade": number})


def point_card(box, ids: Sequence[str], card: int, kind: str = "point card") -> Thing:
    """A card or tile that is claimed."""
    printed = box.point_cards[card]
    cost, points = Cubes(cube_text(printed.cost)), int(printed.points)
    spoken = say("{points} points for {cubes}", points=points, cubes=cost)
    facts = {"card": ids[card], "cost": cost, "points": points}
    return Thing(kind, ids[card], [cost, ARROW, Points(points)], spoken, facts)


# --- answers ----------------------------------------------------------------------------------------


def silent(s, box, index: int) -> Deed:
    """An answer that is not told."""
    return Silent()


class Declined(Silent):
    """An offer was left, or what is left of it."""

    @property
    def label(self) -> str:
        """What the answer does."""
        return say("Done")


def declined(s, box, index: int) -> Deed:
    """Leave an offer."""
    return Declined()


@dataclass(frozen=True)
class Traded(Deed):
    """A trade was made a number of times."""

    trade: Thing
    times: int

    @property
    def signs(self) -> Sequence[Sign]:
        """All cubes given and taken, if they are not too many."""
        if self.times > _MOST_SHOWN:
            return ()
        given, taken = (in_order(self.trade[name] * self.times) for name in ("give", "take"))
        return [given, ARROW, taken]

    @property
    def label(self) -> str:
        """What the answer does."""
        return say_many("Trade once", "Trade {number} times", self.times)

    def told(self, following: Deeds) -> Iterator[str]:
        """Tell it."""
        yield say_many("traded once: {trade}", "traded {number} times: {trade}", self.times, trade=self.trade)


def traded(s, box, index: int) -> Deed:
    """Trade as the question says."""
    return Traded(effect(box.effects[s.question.number]), index + 1)


@dataclass(frozen=True)
class Upgraded(Deed):
    """A cube was turned into the next colour."""

    cube: str

    @property
    def signs(self) -> Sequence[Sign]:
        """The cube before and after."""
        return [Cubes(self.cube), ARROW, Cubes(_NEXT[self.cube])]

    @property
    def label(self) -> str:
        """What the answer does."""
        return say("Upgrade {cube}", cube=Cubes(self.cube))

    def told(self, following: Deeds) -> Iterator[str]:
        """Tell all upgrades of a run at once."""
        yield say("upgraded: {cubes}", cubes=swap([self, *following.run(Upgraded)]))


_NEXT = {"Y": "R", "R": "G", "G": "B"}


def upgraded(s, box, index: int) -> Deed:
    """Upgrade a cube."""
    return Upgraded(UPGRADE.labels[index])


def swap(upgrades: Sequence[Upgraded]) -> Thing:
    """Cubes before and after they are upgraded; one that is upgraded again is told once."""
    before, after = Counter[str](), Counter[str]()
    for upgrade in upgrades:
        if after[upgrade.cube]:
            after[upgrade.cube] -= 1
        else:
            before[upgrade.cube] += 1
        after[_NEXT[upgrade.cube]] += 1
    return trade(in_order("".join(before.elements())), in_order("".join(after.elements())))


def is_told_by_next(card: Thing, following: Deeds) -> bool:
    """Whether the sentence of the trade or the upgrades that follow says what a card does."""
    return ("give" in card and following.next_is(Traded)) or ("upgrade" in card and following.next_is(Upgraded))


@dataclass(frozen=True)
class GaveCube(Deed):
    """A cube was given for something."""

    cube: str

    @property
    def signs(self) -> Sequence[Sign]:
        """The cube."""
        return [Cubes(self.cube)]

    @property
    def label(self) -> str:
        """What the answer does."""
        return say("Give {cube}", cube=Cubes(self.cube))

    def told(self, following: Deeds) -> Iterator[str]:
        """Tell all cubes that were given for it at once."""
        yield say("paid {cubes}", cubes=all_cubes([self, *following.run(type(self))]))


def all_cubes(given: Sequence[GaveCube]) -> Cubes:
    """Return all cubes that were given."""
    return in_order("".join(gift.cube for gift in given))


class ReturnedCube(GaveCube):
    """A cube too many was returned."""

    def told(self, following: Deeds) -> Iterator[str]:
        """Tell all of them at once."""
        yield say("returned {cubes}", cubes=all_cubes([self, *following.run(ReturnedCube)]))


def returned_cube(s, box, index: int) -> Deed:
    """Return a cube."""
    return ReturnedCube(CUBE.labels[index])


@dataclass(frozen=True)
class Claimed(About):
    """A card or tile was paid for and taken, perhaps with a coin."""

    coin: str | None = None

    @property
    def label(self) -> str:
        """What the answer does."""
        return say("Claim {card}", card=self.about)

    def told(self, following: Deeds) -> Iterator[str]:
        """Tell what it cost and brought."""
        cubes, points = self.about["cost"], Strong(self.about["points"])
        if self.coin:
            yield say("paid {cubes} for {points} points and a {coin}", cubes=cubes, points=points, coin=Good(self.coin))
        else:
            yield say("paid {cubes} for {points} points", cubes=cubes, points=points)


@dataclass(frozen=True)
class TookTile(About):
    """A bonus tile was taken."""

    def told(self, following: Deeds) -> Iterator[str]:
        """Tell which."""
        yield say("took the bonus tile: {bonus}", bonus=Strong(self.about.spoken))


@dataclass(frozen=True)
class Rested(Deed):
    """Cards or settlers came back."""

    cards: int = 0
    settlers: int = 0

    @property
    def label(self) -> str:
        """What the answer does."""
        return say("Rest")

    def told(self, following: Deeds) -> Iterator[str]:
        """Tell how many came back."""
        if self.cards:
            yield say_many("rested and took back one card", "rested and took back {number} cards", self.cards)
        elif self.settlers:
            yield say_many("rested; one settler came home", "rested; {number} settlers came home", self.settlers)
        else:
            yield say("rested")


@dataclass(frozen=True)
class PaidToll(GaveCube):
    """A cube was given to another player."""

    to: int

    def told(self, following: Deeds) -> Iterator[str]:
        """Tell to whom."""
        yield say("paid {name} a toll of {cubes}", name=Strong(Player(self.to)), cubes=Cubes(self.cube))


# --- questions --------------------------------------------------------------------------------------


def ask_upgrades(s, box, answers) -> Question:
    """Ask for a cube to upgrade."""
    return Question(
        say_many("Upgrade a cube, if you like", "Upgrade a cube, if you like ({number} left)", int(s.question.number)),
        say("Choose a cube to turn into the next colour. The same cube may be chosen again."),
    )


ASK_TRADES = Question(
    say("How many times do you trade?"), say("You may pay for a trade with cubes from the one before.")
)

ASK_TRADES_IF_ANY = Question(
    say("Do you trade here, and how many times?"), say("You may pay for a trade with cubes from the one before.")
)


def ask_surplus(s, box, answers) -> Question:
    """Ask for a cube too many."""
    return Question(
        say_many("You have one cube too many", "You have {number} cubes too many", int(s.question.number)),
        say("Choose a cube to return to the supply, lowest colours first."),
    )
