"""Locations: the boards of the New World, how many settlers a location needs, and working there (ANW-5)."""

import numpy as np

from century.components.catalogue import Catalogue, Entry, cube_text
from century.engine.actions import AT_FORT, WORK
from century.engine.chance import roll
from century.engine.compile import rule
from century.engine.game import Choice, Part
from century.engine.state import ask, me, offer, record
from century.errors import ComponentError
from century.mechanisms.boards import BOARDS, board_of, mode_of
from century.mechanisms.bonus_stacks import can_take_tile
from century.mechanisms.cubes import gain
from century.mechanisms.decks import BOARD_STREAM, NO_CARD, bit, holds
from century.mechanisms.effects import TRADE, carry_out, show_effect
from century.mechanisms.exploration import ICONS, show_exploration
from century.mechanisms.new_world_cards import CIRCLES, tools_cover
from century.mechanisms.settlers import LOCATIONS, NOBODY, owner_of, settle

RANDOM = "random"

EFFECT_KIND, FORT_KIND = range(2)
_KINDS = {"produce": ("take",), "upgrade": ("upgrades",), "trade": ("give", "take")}

LOCATION = record(
    ("board", np.int8),
    ("kind", np.int8),
    ("settlers", np.int8),  # printed
    ("fort", np.int8),  # of a fort, counted from 0
    ("circle", np.int8),  # its circle symbol, if any
    ("icon", np.int8),
)


def locations(mode: str) -> Part:
    """The locations of the boards in play; one board may be a choice."""

    def read(box, catalogue: Catalogue) -> None:
        for number, entry in enumerate(_entries(catalogue)):
            location, values = box.locations[number], entry.values
            location.board = board_of(entry)
            location.kind = FORT_KIND if values["kind"] == "fort" else EFFECT_KIND
            location.settlers = entry.number("settlers", 1, 12)
            location.fort = entry.number("fort", 1, 4) - 1 if values["kind"] == "fort" else NO_CARD
            location.circle = entry.one_of("circle_symbol", ("", *CIRCLES)) - 1
            location.icon = entry.one_of("exploration", ICONS)
        used = mode_of(catalogue, mode)
        box.boards = sum(1 << BOARDS.index(board) for board in used.names("boards", BOARDS))
        for board in used.names("choose_one_board", BOARDS):
            _check_boards(box, catalogue, int(box.boards) | 1 << BOARDS.index(board))

    def prepare(states, setting: str, catalogue: Catalogue) -> None:
        states["board"] = NO_CARD if setting == RANDOM else BOARDS.index(setting)

    def show(s, box, catalogue: Catalogue):
        return {
            "board": BOARDS[s.board],
            "locations": [
                _show_location(s, box, location) for location in range(LOCATIONS) if holds(s.in_play, location)
            ],
        }

    return Part(
        table=[("board", np.int8), ("in_play", np.uint64)],
        box=[("locations", LOCATION, LOCATIONS), ("boards", np.uint16)],
        read=read,
        prepare=prepare,
        setting="board",
        setup=[choose_board],
        show=show,
    )


def _entries(catalogue: Catalogue) -> list[Entry]:
    found = catalogue.entries_with_ids([f"loc_{label}" for label in WORK.labels], "location")
    for entry in found:
        entry.one_of("kind", (*_KINDS, "fort", "market", "refresh_market", "move_boat", "boat_trade", "outpost_trade"))
    return found


def _check_boards(box, catalogue: Catalogue, boards: int) -> None:
    """Forts 1 to 4 must be in play, once each, and every other location must have an action."""
    forts = []
    for number, entry in enumerate(_entries(catalogue)):
        if not holds(np.uint64(boards), box.locations[number].board):
            continue
        if entry.values["kind"] == "fort":
            forts.append(int(box.locations[number].fort) + 1)
            if forts.count(forts[-1]) > 1:
                raise entry.wrong(f"there is another fort {forts[-1]} in play")
        elif entry.values["kind"] not in _KINDS:
            raise entry.wrong(f"a {entry.values['kind']} cannot be used in this game")
    if sorted(forts) != [1, 2, 3, 4]:
        raise ComponentError(f"location: forts 1 to 4 must be in play, not {sorted(forts)}")


def _effect_entries(catalogue: Catalogue) -> list[Entry | None]:
    """The actions of locations, in the words of effects."""
    words = {"take": "gain", "upgrades": "upgrade"}
    found: list[Entry | None] = []
    for entry in _entries(catalogue):
        kind = entry.values["kind"]
        if kind == "trade":
            found.append(Entry(entry.id, {key: entry.values[key] for key in ("give", "take") if key in entry.values}))
        elif kind in _KINDS:
            found.append(Entry(entry.id, {words[key]: entry.values.get(key) for key in _KINDS[kind]}))
        else:
            found.append(None)
    return found


LOCATION_EFFECTS = LOCATIONS, _effect_entries


def _show_location(s, box, location):
    printed = box.locations[location]
    shown = {"location": WORK.labels[location], "settlers": int(printed.settlers)}
    if printed.kind == FORT_KIND:
        shown["fort"] = int(printed.fort) + 1
    else:
        shown |= show_effect(box.effects[box.first_location + location])
    shown["circle"] = "" if printed.circle == NO_CARD else CIRCLES[printed.circle]
    owner = owner_of(s, location)
    shown["owner"] = None if owner == NOBODY else owner
    shown["placed"] = int(s.settlers[location])
    tiles = [tile for tile in range(len(s.exploration)) if s.exploration[tile] == location]
    shown["exploration"] = show_exploration(box, tiles[0]) if tiles else None
    if not s.over:
        shown["needs"] = int(required(s, box, location))  # of the player to act
    return shown


@rule
def choose_board(s, box):
    """The boards of the game, and one of D1, E1 and F1, by choice or at random (ANW-10)."""
    if s.board == NO_CARD:
        s.board = 6 + 2 * roll(s.chance, BOARD_STREAM, 0, 3)
    boards = np.uint64(box.boards) | bit(s.board)
    for location in range(LOCATIONS):
        if holds(boards, box.locations[location].board):
            s.in_play |= bit(location)


@rule
def required(s, box, location):
    """The settlers needed: as printed, or one more than stand there (ANW-23); less by native help (ANW-24).

    Never below 1, and exactly that many, not more (ANW-E4, ANW-E5, ANW-E6). Help is mandatory (ANW-E8) and needs a
    circle symbol (ANW-E7).
    """
    number = np.int64(box.locations[location].settlers)
    if owner_of(s, location) != NOBODY:
        number = np.int64(s.settlers[location]) + 1
    circle = box.locations[location].circle
    if circle != NO_CARD:
        number -= me(s).help[circle]
    return max(number, 1)


@rule
def can_work(s, box, location):
    """Whether the action of a location can be carried out, tool cubes counted (ANW-E3)."""
    seat = me(s)
    printed = box.locations[location]
    if printed.kind == FORT_KIND:
        card = s.fort_cards[printed.fort]
        return can_take_tile(s, box, printed.fort) or (
            card != NO_CARD and tools_cover(seat, printed.circle, box.point_cards[card].cost)
        )
    effect = box.effects[box.first_location + location]
    return effect.kind != TRADE or tools_cover(seat, printed.circle, effect.given)


class Work(Choice):
    """Place settlers on a location without an exploration tile and without own settlers (ANW-22, ANW-E24).

    Choose and check, place, displaced settlers go home, tool cubes, action: in this order (ANW-E9).
    """

    block = WORK

    @rule
    def options(s, box, offers):
        seat = me(s)
        free = s.in_play & ~s.covered & ~seat.placed
        for location in range(LOCATIONS):
            if holds(free, location) and required(s, box, location) <= seat.home and can_work(s, box, location):
                offer(offers, WORK + location)

    @rule
    def do(s, box, index):
        settle(s, index, required(s, box, index))
        printed = box.locations[index]
        if printed.circle != NO_CARD:
            gain(me(s).cubes, me(s).tools[printed.circle])  # ANW-30, ANW-E10
        if printed.kind == FORT_KIND:
            ask(s, AT_FORT, printed.fort)
        else:
            carry_out(s, box, box.first_location + index)  # ANW-31 to ANW-33

    @staticmethod
    def why_not(s, box, index):
        seat = me(s)
        if not holds(s.in_play, index):
            return "its board is not in play (ANW-10)"
        if holds(s.covered, index):
            return "an exploration tile lies on it (ANW-22)"
        if holds(seat.placed, index):
            return "own settlers stand there (ANW-E24)"
        if required(s, box, index) > seat.home:
            return f"{required(s, box, index)} settlers needed, {seat.home} home (ANW-25)"
        if box.locations[index].kind == FORT_KIND:
            return "there is no bonus tile to take and the card cannot be paid (ANW-E3)"
        given = cube_text(box.effects[box.first_location + index].given)
        return f"the trade needs {given}, {cube_text(seat.cubes) or 'nothing'} is there (ANW-E3)"
