"""Locations, forts, cards and tiles of the New World, and the answers about them, in words."""

from collections.abc import Callable, Iterator, Sequence
from functools import cache

from century.components.catalogue import CUBES, cube_text
from century.engine.actions import CLAIM_HERE, EXPLORE, WORK
from century.engine.deeds import Deed, Deeds, Describe, Question
from century.engine.signs import PLUS, Cubes, Mark, Player, Points, Sign, Strong, Symbol, Token, Upgrades
from century.engine.things import Thing
from century.mechanisms.common import words as common
from century.mechanisms.common.decks import NONE, holds
from century.mechanisms.common.words import TRADED, UPGRADED, point_card, swap
from century.mechanisms.new_world.kinds import Kind, does
from century.mechanisms.new_world.printed import (
    BONUS_TILES,
    CIRCLES,
    CUBES_TILE,
    EXPLORATION,
    MERCHANT_PAIR,
    NATIVE_HELP,
    NEW_SETTLERS,
    NEW_WORLD_CARDS,
    PER_MERCHANTS,
    PER_SETTLERS,
    POINTS_TILE,
    SETTLER_TILE,
    SINGLE,
    SYMBOLS,
    TILE_KINDS,
    TOOL,
)
from century.mechanisms.new_world.settlers import NOBODY, owner_of, required
from century.words import N_, Phrase, named, say, say_many

# The names of symbols and circles, whose codes are in the state of the game.
_CALLED = (
    *(N_("native help"), N_("tool"), N_("settlers"), N_("exploration")),
    *(N_("plough"), N_("kettle"), N_("canoe"), N_("tipi"), N_("guild")),
)
assert tuple(named(code) for code in (*SYMBOLS, *CIRCLES)) == _CALLED


def benefit(box, card: int) -> Thing:
    """The benefit of a claimed card."""
    printed = box.cards[card]
    symbol = Symbol(SYMBOLS[printed.symbol])
    facts: dict[str, object] = {"symbol": symbol.code}
    circle = Symbol("" if printed.circle == NONE else CIRCLES[printed.circle])
    cube = Cubes("" if printed.cube == NONE else CUBES[printed.cube])
    if circle.code:
        facts["circle"] = circle.code
    if cube:
        facts["cube"] = cube
    signs: list[Sign] = [symbol]
    if printed.symbol == NATIVE_HELP:
        spoken = say("native help at the {circle}: one settler fewer", circle=circle)
        signs = [symbol, circle]
    elif printed.symbol == TOOL:
        spoken = say("a tool for the {circle}: plus {cube}", circle=circle, cube=cube)
        signs = [symbol, circle, PLUS, cube]
    elif printed.symbol == NEW_SETTLERS:
        facts["settlers"] = int(printed.settlers)
        spoken = say("{number} new settlers", number=int(printed.settlers))
        signs = [settlers(int(printed.settlers))]
    else:
        assert printed.symbol == EXPLORATION
        spoken = say("an exploration tile")
    return Thing("benefit", "", signs, spoken, facts)


def settlers(number: int) -> str:
    """Return a number of new settlers in words, as a sign."""
    return say_many("+{number} settler", "+{number} settlers", number)


def new_world_card(box, card: int) -> Thing:
    """A card that is claimed at a fort, with its benefit."""
    return point_card(box, NEW_WORLD_CARDS, card).joined(benefit(box, card))


def bonus_tile(box, tile: int) -> Thing:
    """A bonus tile of a stack."""
    printed = box.bonus_tiles[tile]
    points, per = int(printed.points), int(printed.per)
    facts: dict[str, object] = {"tile": BONUS_TILES[tile], "kind": TILE_KINDS[printed.kind], "points": points}
    symbols: list[Symbol] = []
    if printed.first != NONE:
        facts["symbols"] = sorted({SYMBOLS[printed.first], SYMBOLS[printed.second]})
        symbols = [Symbol(code) for code in facts["symbols"]]  # type: ignore[attr-defined]
    if printed.kind in (PER_SETTLERS, PER_MERCHANTS, MERCHANT_PAIR):
        facts["per"] = per
    counted: list[Sign] = [symbols[0]] if symbols else []
    if printed.kind == SINGLE:
        spoken = say("{points} points for each {one}", points=points, one=symbols[0])
    elif len(symbols) == 2:
        spoken = say("{points} points for each pair of {one} and {two}", points=points, one=symbols[0], two=symbols[1])
        counted = [symbols[0], say("and"), symbols[1]]
    elif printed.kind == PER_SETTLERS:
        spoken = say("{points} points for every {per} settlers", points=points, per=per)
        counted = [say("{number} settlers", number=per)]
    elif printed.kind == PER_MERCHANTS:
        spoken = say("{points} points for every {per} merchants", points=points, per=per)
        counted = [say("{number} merchants", number=per)]
    elif printed.kind == MERCHANT_PAIR:
        spoken = say("{points} points for every {per} merchants with {one}", points=points, per=per, one=symbols[0])
        counted = [say("{number} merchants", number=per), say("and"), symbols[0]]
    else:
        spoken = say("{points} points", points=points)
    signs: list[Sign] = [Points(points), *([say("per"), *counted] if counted else [])]
    return Thing("bonus tile", BONUS_TILES[tile], signs, spoken, facts)


def exploration_tile(box, tile: int) -> Thing:
    """An exploration tile."""
    printed = box.exploration[tile]
    symbol = "" if printed.symbol == NONE else SYMBOLS[printed.symbol]
    return _exploration_tile(
        EXPLORE.labels[tile],
        int(printed.kind),
        cube_text(printed.cubes),
        int(printed.settlers),
        int(printed.points),
        symbol,
    )


@cache
def _exploration_tile(label: str, kind: int, letters: str, number: int, points: int, code: str) -> Thing:
    signs: list[Sign]
    facts: dict[str, object]
    if kind == CUBES_TILE:
        cubes = Cubes(letters)
        signs, spoken, facts = [PLUS, cubes], Phrase("{cubes}", {"cubes": cubes}), {"gain": cubes}
    elif kind == SETTLER_TILE:
        signs, spoken = [settlers(number)], say_many("{number} settler", "{number} settlers", number)
        facts = {"settlers": number}
    elif kind == POINTS_TILE:
        signs, spoken, facts = [Points(points)], say("{points} points", points=points), {"points": points}
    else:
        symbol = Symbol(code)
        signs, spoken, facts = [symbol], Phrase("{symbol}", {"symbol": symbol}), {"symbol": symbol.code}
    return Thing("exploration tile", label, signs, spoken, {"tile": label, **facts})


def location(s, box, number: int, kinds: Sequence[type[Kind]]) -> Thing:
    """A location, and who stands there."""
    printed, label = box.locations[number], WORK.labels[number]
    done: Thing = kinds[printed.kind].show(s, box, number)
    owner, circle = owner_of(s, number), "" if printed.circle == NONE else CIRCLES[printed.circle]
    placed = int(s.settlers[number])
    covered_by, on_it = None, list[Sign]()
    if holds(s.covered, number):
        covered_by = exploration_tile(box, list(s.exploration).index(number))
        on_it = [_COVERED, *covered_by.signs]
    elif owner != NOBODY:
        on_it = [Token("settlers", owner, placed, "")]
    needs = int(printed.settlers)
    facts = {
        "location": label,
        "settlers": needs,
        **done.facts,
        "circle": circle,
        "owner": None if owner == NOBODY else owner,
        "placed": placed,
        "exploration": covered_by,
    }
    if not s.over:
        facts["needs"] = needs = int(required(s, box, number))  # of the player to act
    needed = [settlers_needed(needs), *([Symbol(circle)] if circle else [])]
    return done.but(kind="location", id=label, facts=facts, on_it=on_it, needed=needed)


_COVERED = say("covered by")


@cache
def settlers_needed(number: int) -> str:
    """Return a number of settlers in words, as a sign."""
    return say_many("{number} settler", "{number} settlers", number)


def printed_location(kinds: Sequence[type[Kind]]) -> Callable[[object, int], Thing]:
    """Describe locations as printed; those of other kinds than these are not in play."""

    def describe(box, number: int) -> Thing:
        printed = box.locations[number]
        done = does(N_("not in this game")) if printed.kind == NONE else kinds[printed.kind].printed(box, number)
        return done.but(kind="location", id=WORK.labels[number], needed=[settlers_needed(int(printed.settlers))])

    return describe


# --- answers ----------------------------------------------------------------------------------------


def worked(kinds: Sequence[type[Kind]]) -> Describe:
    """Work at a location of one of these kinds."""

    def describe(s, box, index: int) -> Deed:
        printed, place, owner = box.locations[index], location(s, box, index, kinds), owner_of(s, index)
        sent, needed, number = kinds[printed.kind].sent, int(required(s, box, index)), int(printed.number) + 1
        sent_home, circle = int(s.settlers[index]), printed.circle
        tools = Cubes("" if circle == NONE else cube_text(s.seats[s.question.seat].tools[circle]))

        def tell(following: Deeds) -> Iterator[str]:
            done = _done(Strong(needed), place, following)
            yield done or Phrase(sent, {"number": Strong(needed), "place": Strong(number)})
            if owner != NOBODY:
                yield say("sending {number} of {name} home", number=sent_home, name=Strong(Player(int(owner))))
            if tools:
                yield say("gained {cubes} from tools", cubes=tools)

        return Deed(tell, about=place)

    return describe


def _done(number: Strong, place: Thing, following: Deeds) -> str:
    """Report the settlers sent to a location with an effect, and what they did; nothing for other locations."""
    match place.signs:
        case [Mark.PLUS, Cubes() as cubes]:
            return say("sent {number} to take {cubes}", number=number, cubes=cubes)
        case [Upgrades()]:
            if upgrades := following.run(UPGRADED):
                swapped = swap(each.cubes for each in upgrades)
                return say("sent {number} to upgrade: {cubes}", number=number, cubes=swapped)
            return say("sent {number} to upgrade", number=number)
        case [Cubes(), Mark.ARROW, Cubes()]:
            for traded in following.run(TRADED):
                return say_many(
                    "sent {settlers} to trade once: {trade}",
                    "sent {settlers} to trade {number} times: {trade}",
                    traded.times,
                    settlers=number,
                    trade=traded.about,
                )
            return say("sent {number} to trade", number=number)
    return ""


def claimed(s, box, index: int) -> Deed:
    """Claim the card above the fort."""
    card = s.fort_cards[s.question.number]
    return common.claimed_card(new_world_card(box, card), box.point_cards[card])


def took_tile(s, box, index: int) -> Deed:
    """Take the top tile of a stack."""
    return common.took_tile(bonus_tile(box, s.stack_tops[index]))


def explored(s, box, index: int) -> Deed:
    """Take an exploration tile."""
    tile = exploration_tile(box, index)
    cubes = Cubes(cube_text(box.exploration[index].cubes))
    return Deed(say("explored and found {found}", found=cubes or Strong(tile.spoken)), about=tile)


# --- questions --------------------------------------------------------------------------------------


def ask_turn(s, box, answers) -> Question:
    """Ask where to send settlers."""
    return Question(
        say("Your turn. Who works, and where?"),
        say_many(
            "Send settlers to a highlighted place, or rest to call everyone home. You have one at home.",
            "Send settlers to a highlighted place, or rest to call everyone home. You have {number} at home.",
            int(s.seats[s.question.seat].home),
        ),
    )


def ask_at_fort(s, box, answers) -> Question:
    """Ask what to take at a fort."""
    if CLAIM_HERE not in answers:
        help = say("Take a bonus tile from above the fort.")
    elif len(answers) > 1:
        help = say("Take a bonus tile, claim the card, or do both in the order you like.")
    else:
        help = say("Claim the card above the fort.")
    return Question(say("At fort {number}: what do you take?", number=int(s.question.number) + 1), help)


ASK_CLAIMING_TOO = say("You have the cubes that it costs.")
ASK_TILE = Question(say("Take a bonus tile?"), say("Choose the top tile of a highlighted stack, or finish."))
ASK_TILE_TOO = Question(say("Also take a bonus tile?"), say("Choose the top tile of a highlighted stack, or finish."))
ASK_EXPLORING = Question(say("Take an exploration tile"), say("From now on, everybody can use its location."))
