"""Locations: where settlers work, how many are needed, and what can be done there (ANW-5).

What is done at a location depends on its kind (see kinds.py): a game names those that it has.
"""

from collections.abc import Sequence
from itertools import product

import numpy as np

from century.components.catalogue import Catalogue, Entry, cube_text
from century.engine.actions import TURN, WORK
from century.engine.compile import rule
from century.engine.dispatch import Code
from century.engine.part import Choice, Column, Part, Taken, habit
from century.engine.pieces import MOST_PRINTED, piece
from century.engine.state import me, offer, record
from century.errors import ComponentError
from century.mechanisms.common.cubes import COLOURS, gain, what_is_there
from century.mechanisms.common.decks import NONE, bit, holds, lowest, without_lowest
from century.mechanisms.common.effects import carry_out
from century.mechanisms.common.printed import TRADE
from century.mechanisms.common.words import effect
from century.mechanisms.new_world import words
from century.mechanisms.new_world.boards import BOARDS, board_of, board_set
from century.mechanisms.new_world.cards import tools_cover
from century.mechanisms.new_world.exploration import ICONS
from century.mechanisms.new_world.kinds import NUMBERS, Kind
from century.mechanisms.new_world.printed import CIRCLES, TILES
from century.mechanisms.new_world.settlers import LOCATIONS, required, settle
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
    entries, kinds = (
        catalogue.entries_with_ids(LOCATION_IDS, "location"),
        catalogue.table("game").texts("location_kinds"),
    )
    for entry in entries:
        entry.one_of("kind", kinds)
    return entries


@rule
def open_locations(s, box):
    """The locations of the boards are in play (ANW-5, ANW-10)."""
    for location in range(LOCATIONS):
        if holds(np.uint64(s.boards), box.locations[location].board):
            s.in_play |= bit(location)


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
    effects_at: list[Entry | None] = []
    for entry in location_entries(catalogue):
        kind = words.get(entry.values["kind"])
        effects_at.append(Entry(entry.id, {kind[key]: entry.values.get(key) for key in kind}) if kind else None)
    return effects_at


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


LOCATION_SIZE = 3


@rule
def needed(s, box, seat, location, taken):
    """The settlers that a seat needs to work at a location that is open to it; `taken` are those with settlers."""
    number = np.int64(box.locations[location].settlers)
    if holds(taken, location):
        number = np.int64(s.settlers[location]) + 1
    circle = box.locations[location].circle
    if circle != NONE:
        number -= s.seats[seat].help[circle]
    return max(number, np.int64(1))


@piece(
    "locations",
    210,
    "for each location: whether it is in play; the exploration tile on it (0: none); the settlers that the seat "
    "needs to work there (0: it cannot)",
    columns=(Column("in play"), Column("tile", TILES), Column("needs", MOST_PRINTED, usual=6)),
    rows=WORK.labels,
)
def _observe_locations(s, box, seat, out, at):
    first = np.uint64(at)
    for location in range(LOCATIONS):
        place = first + np.uint64(location * LOCATION_SIZE)
        out[place] = holds(s.in_play, location)
        out[place + np.uint64(1)] = 0
        out[place + np.uint64(2)] = 0  # it cannot: not in play, covered, or its own settlers are there
    taken = np.uint64(0)
    for other in range(s.players):
        taken |= s.seats[other].placed
    left = s.in_play & ~s.covered & ~s.seats[seat].placed
    while left != np.uint64(0):
        location = lowest(left)
        left = without_lowest(left)
        place = first + np.uint64(location * LOCATION_SIZE + 2)
        out[place] = needed(s, box, seat, location, taken)
    for tile in range(TILES):
        if s.exploration[tile] != NONE:
            out[at + np.int64(s.exploration[tile]) * LOCATION_SIZE + 1] = tile + 1


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


@habit
def fewest_settlers(s, box, offers):
    """Of locations where the same can be done, work at the one that needs fewest settlers."""
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


def part(mode: str, kinds: Sequence[type[Kind]]) -> Part:
    """The locations of the boards in play, which are of these kinds."""

    def read(box, catalogue: Catalogue) -> None:
        for number, entry in enumerate(location_entries(catalogue)):
            location, name = box.locations[number], entry.values["kind"]
            kind = next((kind for kind in kinds if name in kind.names), None)
            location.board = board_of(entry)
            location.kind = kinds.index(kind) if kind else NONE
            location.settlers = entry.number("settlers", 1, 12)
            location.number = entry.number(name, 1, NUMBERS) - 1 if kind and kind.numbered else NONE
            location.circle = entry.one_of("circle_symbol", ("", *CIRCLES)) - 1
            location.icon = entry.one_of("exploration", ICONS)
        used = catalogue.table(mode)
        in_play = board_set(used.names("boards", BOARDS))
        choices = [board_set([board]) for board in used.names("choose_one_board", BOARDS)]
        for choice in choices or [0]:
            _check_boards(box, catalogue, in_play | choice, kinds)

    return Part(
        table=[("in_play", np.uint64)],
        box=[("locations", LOCATION, LOCATIONS)],
        read=read,
        setup=[open_locations],
        show=lambda s, box, _: {
            "locations": [
                words.location(s, box, location, kinds) for location in range(LOCATIONS) if holds(s.in_play, location)
            ]
        },
        observed=[_observe_locations],
        deeds={Working: words.worked(kinds)},
        things={"location": words.printed_location(kinds)},
        taken=[Taken("location", LOCATION_IDS, block=WORK, order=60)],
        habits=[fewest_settlers],
    )


def _check_boards(box, catalogue: Catalogue, boards: int, kinds: Sequence[type[Kind]]) -> None:
    """Every location in play must be of a kind of the game; forts and markets 1 to 4 must be there, once each."""
    there = []
    for number, entry in enumerate(location_entries(catalogue)):
        location = box.locations[number]
        if not holds(np.uint64(boards), location.board):
            continue
        name = entry.values["kind"]
        if location.kind == NONE:
            raise entry.wrong(f"a {name} cannot be used in this game")
        if location.number != NONE:
            if (name, int(location.number)) in there:
                raise entry.wrong(f"there is another {name} {location.number + 1} in play")
            there.append((name, int(location.number)))
    for name, number in product([name for kind in kinds if kind.numbered for name in kind.names], range(NUMBERS)):
        if (name, number) not in there:
            raise ComponentError(f"location: {name}s 1 to {NUMBERS} must be in play, {name} {number + 1} is not")
