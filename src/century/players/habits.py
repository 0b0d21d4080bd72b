"""Habits: which of the legal answers a planner does not look at, because they are hardly ever better.

Cubes that are given away are the cheapest, or those there are most of; cards that pay for a step are those that gain
least; no boat plans a long detour; a trade route is left in its order. A game has those for which its state has the
fields.
"""

from collections.abc import Sequence
from typing import ClassVar

import numpy as np

from century.engine.actions import (
    ANCHOR,
    ASHORE,
    AT_FORT,
    CLAIM_FIRST,
    CUBE,
    DONE,
    HARVEST,
    ORDER,
    PICKING_UP,
    REORDER,
    RETURNING,
    SAIL,
    SAILING,
    TURN,
    WORK,
)
from century.engine.compile import rule
from century.engine.dispatch import Code, dispatcher
from century.engine.game import Game
from century.engine.part import Rule
from century.engine.state import me
from century.mechanisms.common.cubes import COLOURS
from century.mechanisms.common.decks import NONE, bit, holds
from century.mechanisms.new_world.locations import required
from century.mechanisms.new_world.settlers import LOCATIONS
from century.mechanisms.road.merchants import CARDS, STARTERS
from century.mechanisms.sea.islands import TILES
from century.players.worth import gain_of

FAR = 3  # steps of a sail


class Habit:
    """`trim(s, box, offers)` is a rule that leaves out some of the offered actions, but never all."""

    needs: ClassVar[Sequence[str]]  # fields of the table or of a seat
    one_of: ClassVar[Sequence[str]] = ()  # and one of these, if there are any
    trim: Rule


@rule
def cheapest(offers):
    """The cheapest cube that is offered, whatever the order."""
    least = offers[1]
    for place in range(2, offers[0] + 1):
        least = min(least, offers[place])
    return least


class CheapestCube(Habit):
    """Pay with the cheapest cube."""

    needs = ("cubes",)

    @rule
    def trim(s, box, offers):
        if CUBE <= offers[1] < CUBE + COLOURS and s.question.decision != RETURNING:
            offers[1] = cheapest(offers)
            offers[0] = 1


class CheapestReturned(Habit):
    """With too many cubes in storage, give the cheapest one back, or perhaps one of those there are most of.

    Without the second, storage full of dear cubes would never have room for the cheap ones that a card asks for. Where
    turns are short, without boats and settlers, there is time to look at every colour.
    """

    needs = ("cubes",)
    one_of = ("boat", "placed")

    @rule
    def trim(s, box, offers):
        if s.question.decision != RETURNING:
            return
        least = cheapest(offers)
        most = least
        for place in range(1, offers[0] + 1):
            if me(s).cubes[offers[place] - CUBE] > me(s).cubes[most - CUBE]:
                most = offers[place]
        offers[0] = 1
        offers[1] = least
        if most != least:
            offers[0] = 2
            offers[2] = most


class CheapestCard(Habit):
    """Pay for a step with the card that gains least, better one that is played."""

    needs = ("sailed",)

    @rule
    def trim(s, box, offers):
        if not SAIL <= offers[1] < SAIL + CARDS:
            return
        least = np.float64(0)
        chosen = offers[1]
        for place in range(1, offers[0] + 1):
            card = offers[place] - SAIL
            gain = gain_of(box.effects[box.first_merchant + card])
            if holds(me(s).played, card):
                gain -= 100
            if place == 1 or gain < least:
                least = gain
                chosen = offers[place]
        offers[0] = 1
        offers[1] = chosen


class ShortSails(Habit):
    """After some steps a sail ends, if it can."""

    needs = ("boat",)

    @rule
    def trim(s, box, offers):
        if s.question.decision == SAILING and s.question.number >= FAR:
            for place in range(1, offers[0] + 1):
                if offers[place] == ANCHOR:
                    offers[0] = 1
                    offers[1] = ANCHOR
                    return


class TakeWhatLies(Habit):
    """Pick up cubes that lie here, and harvest rather than do nothing."""

    needs = ("tile_cubes",)

    @rule
    def trim(s, box, offers):
        if s.question.decision != PICKING_UP and s.question.decision != ASHORE:
            return
        takes = s.question.decision == PICKING_UP
        for place in range(1, offers[0] + 1):
            takes |= offers[place] == HARVEST
        kept = 0
        for place in range(1, offers[0] + 1):
            if not takes or offers[place] != DONE:
                kept += 1
                offers[kept] = offers[place]
        offers[0] = kept


class TileFirst(Habit):
    """At a fort, take the bonus tile before the card.

    The order decides what is seen before the next choice. A planner plans a whole turn with cards and tiles that it
    imagines, and learns nothing on the way: both orders are the same turn to it.
    """

    needs = ("stack_tops",)

    @rule
    def trim(s, box, offers):
        if s.question.decision != AT_FORT:
            return
        kept = 0
        for place in range(1, offers[0] + 1):
            if offers[place] != CLAIM_FIRST:
                kept += 1
                offers[kept] = offers[place]
        offers[0] = kept


@rule
def is_better_place(s, box, one, other):
    """Whether the same can be done at one location as at another, with fewer settlers."""
    here, there = box.locations[one], box.locations[other]
    if here.kind != there.kind or here.number != there.number or (here.circle != there.circle != NONE):
        return False
    does, does_too = box.effects[box.first_location + one], box.effects[box.first_location + other]
    same = does.upgrades == does_too.upgrades
    for colour in range(COLOURS):
        same &= does.given[colour] == does_too.given[colour]
        same &= does.taken[colour] == does_too.taken[colour]
    fewer = required(s, box, other) - required(s, box, one)
    return same and (fewer > 0 or (fewer == 0 and one < other))


class FewestSettlers(Habit):
    """Of locations where the same can be done, work at the one that needs fewest settlers."""

    needs = ("placed", "in_play")

    @rule
    def trim(s, box, offers):
        if s.question.decision != TURN:
            return
        needless = np.uint64(0)
        for place in range(1, offers[0] + 1):
            for rival in range(1, offers[0] + 1):
                one, other = offers[rival] - WORK, offers[place] - WORK
                if 0 <= one < LOCATIONS and 0 <= other < LOCATIONS and is_better_place(s, box, one, other):
                    needless |= bit(other)
        kept = 0
        for place in range(1, offers[0] + 1):
            location = offers[place] - WORK
            if not (0 <= location < LOCATIONS and holds(needless, location)):
                kept += 1
                offers[kept] = offers[place]
        offers[0] = kept


class KeepRoute(Habit):
    """Leave the trade route in its order."""

    needs = ("route",)

    @rule
    def trim(s, box, offers):
        if ORDER <= offers[1] < ORDER + CARDS - STARTERS:
            offers[0] = 1
            return
        kept = 0
        for place in range(1, offers[0] + 1):
            if offers[place] != REORDER:
                kept += 1
                offers[kept] = offers[place]
        offers[0] = max(kept, 1)


HABITS: Sequence[type[Habit]] = (
    CheapestCube,
    CheapestReturned,
    CheapestCard,
    ShortSails,
    TakeWhatLies,
    TileFirst,
    FewestSettlers,
    KeepRoute,
)


def habits_of(game: Game) -> list[type[Habit]]:
    """The habits that make sense in a game."""
    return [
        habit
        for habit in HABITS
        if game.fields.issuperset(habit.needs) and (not habit.one_of or game.fields.intersection(habit.one_of))
    ]


@dispatcher("s, box, offers")
def trim(game: Game, code: Code) -> None:
    """Leave out what a planner does not look at."""
    for habit in habits_of(game):
        code.call(habit.trim, "s, box, offers")


# --- one way to a place ---------------------------------------------------------------------------


@rule
def forget_way(s):
    """A boat on its way: it does not matter where the cubes lie that it has left behind."""
    if s.question.decision == SAILING:
        for tile in range(TILES):
            for colour in range(COLOURS):
                s.tile_cubes[tile][colour] = 0


@dispatcher("s")
def blur(game: Game, code: Code) -> None:
    """Make states within a turn equal that a planner need not distinguish."""
    if "tile_cubes" in game.fields:
        code.call(forget_way, "s")


# --- what nobody counts on ------------------------------------------------------------------------


@rule
def sends_home(s, seat, answers):
    """Whether a turn of somebody else sends settlers of a seat home."""
    for answer in answers:
        location = answer - WORK
        if 0 <= location < LOCATIONS and holds(s.seats[seat].placed, location):
            return True
    return False


@dispatcher("s, seat, answers")
def runs_into(game: Game, code: Code) -> None:
    """Return whether a planned turn of another seat interferes with what this seat has planned."""
    code.add(f"return {code.name(sends_home)}(s, seat, answers)" if "placed" in game.fields else "return False")
