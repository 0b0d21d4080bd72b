"""Locations: where settlers work, how many are needed, and what can be done there (ANW-5).

What is done at a location depends on its kind (see kinds.py): a game names those that it has.
"""

from collections.abc import Sequence

import numpy as np

from century.components.catalogue import Catalogue, Entry, cube_text
from century.engine.actions import WORK
from century.engine.compile import rule
from century.engine.dispatch import Code
from century.engine.part import Choice
from century.engine.state import me, offer, record
from century.mechanisms.common.cubes import gain, what_is_there
from century.mechanisms.common.decks import NONE, bit, holds
from century.mechanisms.common.effects import TRADE, carry_out
from century.mechanisms.common.words import effect
from century.mechanisms.new_world.cards import tools_cover
from century.mechanisms.new_world.kinds import NAMES, Kind
from century.mechanisms.new_world.settlers import LOCATIONS, NOBODY, owner_of, settle
from century.types import Rule
from century.words import say

LOCATION_IDS = tuple(f"loc_{label}" for label in WORK.labels)

LOCATION = record(
    ("board", np.int8),
    ("kind", np.int8),  # among those of the game; none of them: it cannot be in play
    ("settlers", np.int8),  # printed
    ("number", np.int8),  # of a fort or market, counted from 0
    ("circle", np.int8),  # its circle symbol, if any
    ("icon", np.int8),
)


def location_entries(catalogue: Catalogue) -> list[Entry]:
    """Return the entries of all locations, each checked to be of a known kind."""
    found = catalogue.entries_with_ids(LOCATION_IDS, "location")
    for entry in found:
        entry.one_of("kind", NAMES)
    return found


@rule
def open_locations(s, box):
    """The locations of the boards are in play (ANW-5, ANW-10)."""
    for location in range(LOCATIONS):
        if holds(np.uint64(s.boards), box.locations[location].board):
            s.in_play |= bit(location)


@rule
def required(s, box, location):
    """The settlers needed: as printed, or one more than stand there (ANW-23); less by native help (ANW-24).

    Never below 1, and exactly that many, not more (ANW-E4, ANW-E5, ANW-E6). Help is mandatory (ANW-E8) and needs a
    circle symbol (ANW-E7, FEW3-E11).
    """
    number = np.int64(box.locations[location].settlers)
    if owner_of(s, location) != NOBODY:
        number = np.int64(s.settlers[location]) + 1
    circle = box.locations[location].circle
    if circle != NONE:
        number -= me(s).help[circle]
    return max(number, 1)


def _by_kind(kinds: Sequence[type[Kind]], name: str) -> Rule:
    """Return a rule that asks the kind of the location."""
    code = Code()
    code.add("kind = box.locations[location].kind")
    for number, kind in enumerate(kinds):
        code.add(f"if kind == {number}: return {code.name(getattr(kind, name))}(s, box, location)")
    if name == "can":
        code.add("return False")
    return rule(code.function(name, "s, box, location", f"{len(kinds)} kinds of locations"))


class Working(Choice):
    """The choice of a location to work at, of whatever kinds a game has."""

    block = WORK


def working(kinds: Sequence[type[Kind]]) -> type[Choice]:
    """The choice of a location of these kinds to work at."""
    can, do_there = _by_kind(kinds, "can"), _by_kind(kinds, "do")

    class Work(Working):
        """Place settlers on a location without an exploration tile and without own settlers (ANW-22, ANW-E24).

        Choose and check, place, displaced settlers go home, tool cubes, action: in this order (ANW-E9). It must be
        possible to carry out the action, tool cubes counted (ANW-E3). A covered location of whatever kind cannot be
        used (FEW3-E14).
        """

        @rule
        def options(s, box, offers):
            seat = me(s)
            free = s.in_play & ~s.covered & ~seat.placed
            for location in range(LOCATIONS):
                if holds(free, location) and required(s, box, location) <= seat.home and can(s, box, location):
                    offer(offers, WORK + location)

        @rule
        def do(s, box, index):
            settle(s, index, required(s, box, index))
            circle = box.locations[index].circle
            if circle != NONE:
                gain(me(s).cubes, me(s).tools[circle])  # ANW-30, ANW-E10
            do_there(s, box, index)

        @staticmethod
        def why_not(s, box, index):
            seat = me(s)
            if not holds(s.in_play, index):
                return say("its board is not in play (ANW-10)")
            if holds(s.covered, index):
                return say("an exploration tile lies on it (ANW-22)")
            if holds(seat.placed, index):
                return say("your settlers are already there (ANW-E24)")
            if required(s, box, index) > seat.home:
                needed = required(s, box, index)
                return say(
                    "it needs {needed} settlers, you have {home} at home (ANW-25)", needed=needed, home=seat.home
                )
            return kinds[box.locations[index].kind].why_not(s, box, index)

    return Work


# --- produce, upgrade, trade ----------------------------------------------------------------------


def _effect_entries(catalogue: Catalogue) -> list[Entry | None]:
    """The actions of locations, in the words of effects."""
    words = {"produce": {"take": "gain"}, "upgrade": {"upgrades": "upgrade"}, "trade": {"give": "give", "take": "take"}}
    found: list[Entry | None] = []
    for entry in location_entries(catalogue):
        kind = words.get(entry.values["kind"])
        found.append(Entry(entry.id, {kind[key]: entry.values.get(key) for key in kind}) if kind else None)
    return found


LOCATION_EFFECTS = LOCATIONS, _effect_entries


class Effects(Kind):
    """Locations that produce, upgrade or trade (ANW-31 to ANW-33)."""

    names = ("produce", "upgrade", "trade")

    @rule
    def can(s, box, location):
        done = box.effects[box.first_location + location]
        return done.kind != TRADE or tools_cover(box, me(s), location, done.given)

    @rule
    def do(s, box, location):
        carry_out(s, box, box.first_location + location)

    @staticmethod
    def printed(box, location):
        return effect(box.effects[box.first_location + location])

    @staticmethod
    def why_not(s, box, location):
        given = cube_text(box.effects[box.first_location + location].given)
        return say("the trade costs {given}, you have {there} (ANW-E3)", given=given, there=what_is_there(me(s).cubes))
