"""Things, answers and questions that several games share, in words."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cache

from century.components.catalogue import cube_text
from century.engine.actions import CUBE, UPGRADE
from century.engine.deeds import Deed, Deeds, Describe, Question
from century.engine.signs import ARROW, PLUS, Cubes, Good, Player, Points, Strong
from century.engine.signs import Upgrades as UpgradeSign
from century.engine.things import Thing
from century.mechanisms.common.printed import SPICE, TRADE, UPGRADES
from century.words import N_, Phrase, say, say_many

_MOST_SHOWN = 4  # trades at once whose cubes are drawn
_NEXT = {"Y": "R", "R": "G", "G": "B"}
TRADED, UPGRADED = "traded", "upgraded"  # deeds that others take into their sentences


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
    """The effect of a card, a tile or a location."""
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

SILENT = Deed()
DECLINED = Deed(label=say("Done"))


def traded(s, box, index: int) -> Deed:
    """Trade one or more times."""
    done, times = box.effects[s.question.number], index + 1
    swapped = trade(cube_text(done.given), cube_text(done.taken))
    all_cubes = (in_order(cube_text(cubes) * times) for cubes in (done.given, done.taken))
    return Deed(
        say_many("traded once: {trade}", "traded {number} times: {trade}", times, trade=swapped),
        say_many("Trade once", "Trade {number} times", times),
        swapped,
        TRADED,
        times=times,
        drawn=trade(*all_cubes).signs if times <= _MOST_SHOWN else (),
    )


def upgraded(s, box, index: int) -> Deed:
    """Upgrade a cube; a run of upgrades is reported in one sentence."""
    cube = Cubes(UPGRADE.labels[index])

    def tell(following: Deeds) -> Iterator[str]:
        yield say("upgraded: {cubes}", cubes=swap([cube, *(each.cubes for each in following.run(UPGRADED))]))

    drawn = [cube, ARROW, Cubes(_NEXT[cube])]
    return Deed(tell, say("Upgrade {cube}", cube=cube), kind=UPGRADED, cubes=cube, drawn=drawn)


def swap(upgrades: Iterable[str]) -> Thing:
    """Return the cubes before and after upgrades; a cube that is upgraded again counts once."""
    before, after = Counter[str](), Counter[str]()
    for cube in upgrades:
        if after[cube]:
            after[cube] -= 1
        else:
            before[cube] += 1
        after[_NEXT[cube]] += 1
    return trade(in_order("".join(before.elements())), in_order("".join(after.elements())))


def used_card(card: Thing, effect, label: str, sentence: str) -> Deed:
    """Use a card; if a trade or upgrades follow, their sentence reports it."""
    kind = {TRADE: TRADED, UPGRADES: UPGRADED}.get(int(effect.kind))

    def tell(following: Deeds) -> Iterator[str]:
        if not kind or not following.next_is(kind):
            yield sentence

    return Deed(tell, label, card)


def gave_cube(kind: str, message: str = N_("paid {cubes}")) -> Describe:
    """Give a cube; a run of them is reported in one sentence."""

    def describe(s, box, index: int) -> Deed:
        cube = Cubes(CUBE.labels[index])

        def tell(following: Deeds) -> Iterator[str]:
            yield Phrase(message, {"cubes": cubes_of([Deed(cubes=cube), *following.run(kind)])})

        return Deed(tell, say("Give {cube}", cube=cube), kind=kind, cubes=cube)

    return describe


def cubes_of(deeds: Iterable[Deed]) -> Cubes:
    """Return the cubes of all deeds, in order."""
    return in_order("".join(deed.cubes for deed in deeds))


returned_cube = gave_cube("returned", N_("returned {cubes}"))


def paid_toll(s, box, index: int) -> Deed:
    """Pay a cube of toll to another player."""
    cube, name = Cubes(CUBE.labels[index]), Strong(Player(int(s.question.number)))
    sentence = say("paid {name} a toll of {cubes}", name=name, cubes=cube)
    return Deed(sentence, say("Give {cube}", cube=cube), cubes=cube)


def claimed_card(card: Thing, printed, coin: str | None = None) -> Deed:
    """Pay for a card or tile and take it, perhaps with a coin."""
    cubes, points = Cubes(cube_text(printed.cost)), Strong(int(printed.points))
    sentence = say("paid {cubes} for {points} points", cubes=cubes, points=points)
    if coin:
        sentence = say("paid {cubes} for {points} points and a {coin}", cubes=cubes, points=points, coin=Good(coin))
    return Deed(sentence, say("Claim {card}", card=card), card)


def took_tile(tile: Thing) -> Deed:
    """Take a bonus tile."""
    return Deed(say("took the bonus tile: {bonus}", bonus=Strong(tile.spoken)), about=tile)


def rested(*, cards: int = 0, settlers: int = 0) -> Deed:
    """Take cards or settlers back."""
    sentence = say("rested")
    if cards:
        sentence = say_many("rested and took back one card", "rested and took back {number} cards", cards)
    elif settlers:
        sentence = say_many("rested; one settler came home", "rested; {number} settlers came home", settlers)
    return Deed(sentence, say("Rest"))


# --- questions --------------------------------------------------------------------------------------


def ask_upgrades(s, box, answers) -> Question:
    """Ask for a cube to upgrade."""
    return Question(
        say_many("Upgrade a cube, if you like", "Upgrade a cube, if you like ({number} left)", int(s.question.number)),
        say("Choose a cube to turn into the next colour. The same cube may be chosen again."),
    )


ASK_TRADES = say("You may pay for a trade with cubes from the one before.")
ASK_TRADES_IF_ANY = Question(say("Do you trade here, and how many times?"), ASK_TRADES)


def ask_surplus(s, box, answers) -> Question:
    """Ask for a cube to return."""
    return Question(
        say_many("You have one cube too many", "You have {number} cubes too many", int(s.question.number)),
        say("Choose a cube to return to the supply, lowest colours first."),
    )
