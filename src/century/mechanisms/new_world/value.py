"""What settlers, tiles and benefits are worth to a planner, and where it does not send settlers."""

import numpy as np

from century.engine.actions import AT_FORT, CLAIM_FIRST, TURN, WORK
from century.engine.compile import rule
from century.engine.part import Habit, Measure
from century.mechanisms.common.cubes import COLOURS
from century.mechanisms.common.decks import NONE, bit, holds, lowest, size, without_lowest
from century.mechanisms.common.value import closeness
from century.mechanisms.new_world.bonus_stacks import BONUS_TILES
from century.mechanisms.new_world.locations import required
from century.mechanisms.new_world.settlers import LOCATIONS

BENEFIT = 2  # points that the benefit of a card is taken for


class FortGoal(Measure):
    """The point card above a fort that is nearest."""

    weights = {"goal": 0.3, "goals": 0.2, "unseen goal": 0.0}
    order = 60

    @rule
    def worth(s, box, seat, weights):
        best = np.float64(0)
        total = np.float64(0)
        for fort in range(len(s.fort_cards)):
            card = s.fort_cards[fort]
            value = weights[2]
            if card != NONE:
                near = closeness(seat.cubes, box.point_cards[card].cost)
                value = (BENEFIT + np.float64(box.point_cards[card].points)) * near * near
            best = max(best, value)
            total += value
        return weights[0] * best + weights[1] * total / len(s.fort_cards)


class Settlers(Measure):
    """Settlers in play, and those of them at home."""

    weights = {"settler": 1.0, "settler at home": 0.3}
    fading = True
    order = 100

    @rule
    def worth(s, box, seat, weights):
        return weights[0] * (np.float64(box.settlers) - seat.reserve) + weights[1] * seat.home


class BonusTiles(Measure):
    """Free spaces for bonus tiles: they are few, and better tiles may turn up while there is time; and each tile."""

    weights = {"tile space": 0.0}
    pieces = BONUS_TILES
    fading = True
    order = 110

    @rule
    def worth(s, box, seat, weights):
        left = np.uint64(seat.bonus_tiles)
        total = weights[0] * (np.float64(box.bonus_spaces) - size(left))
        while left != np.uint64(0):
            total += weights[1 + lowest(left)]
            left = without_lowest(left)
        return total


class Benefits(Measure):
    """Native help, and the cubes of tools."""

    weights = {"help": 1.5, "tool step": 1.0}
    fading = True
    order = 120

    @rule
    def worth(s, box, seat, weights):
        total = np.float64(0)
        for circle in range(len(seat.help)):
            total += weights[0] * seat.help[circle]
            for colour in range(COLOURS):
                total += weights[1] * (colour + 1) * seat.tools[circle][colour]
        return total


class TileFirst(Habit):
    """At a fort, take the bonus tile before the card.

    The order decides what is seen before the next choice. A planner plans a whole turn with cards and tiles that it
    imagines, and learns nothing on the way: both orders are the same turn to it.
    """

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
    """Return whether the same can be done at one location as at another, with fewer settlers."""
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


@rule
def sends_home(s, seat, answers):
    """Return whether a turn of another seat sends settlers of a seat home."""
    for answer in answers:
        location = answer - WORK
        if 0 <= location < LOCATIONS and holds(s.seats[seat].placed, location):
            return True
    return False
