"""Boats: one for each seat, and where it starts."""

import numpy as np

from century.components.catalogue import Catalogue, cube_text
from century.engine.actions import GROUP, PLACE, PLACING_BOAT, STARTING
from century.engine.compile import rule
from century.engine.part import Choice, Part
from century.engine.pieces import piece
from century.engine.signs import Cubes
from century.engine.state import ask, ask_seat, me
from century.mechanisms.common.cubes import COLOURS, gain
from century.mechanisms.common.decks import bit, holds, offer_each
from century.mechanisms.sea import words
from century.mechanisms.sea.printed import FIRST_SEA, MARKET_TILES
from century.words import say

GROUPS = len(GROUP.labels)
ALL_MARKET_TILES = np.uint32((1 << MARKET_TILES) - 1)


@rule
def put_boats_to_sea(s, box):
    """Each player puts the boat on the sea tile (FEW2-16, FEW3-17)."""
    for seat in range(s.players):
        s.seats[seat].boat = FIRST_SEA


@rule
def ask_for_groups(s, box):
    """In reverse turn order each player takes a group and places the boat (EW-15, S2S-16)."""
    for group in range(GROUPS):
        s.groups |= np.uint8(bit(group))
    for place in range(s.players):  # the last question put is answered first
        seat = (s.start + place) % s.players
        ask_seat(s, seat, STARTING)


class TakeGroup(Choice):
    """Take one of the remaining starting groups into the hold, then place the boat (EW-15)."""

    block = GROUP
    closed = say("that group is taken (EW-15)")

    @rule
    def options(s, box, offers):
        offer_each(offers, GROUP, s.groups)

    @rule
    def do(s, box, index):
        s.groups &= ~np.uint8(bit(index))
        gain(me(s).cubes, box.groups[index])
        ask(s, PLACING_BOAT)


class PlaceBoat(Choice):
    """Place the boat on any market tile; boats may share a tile, and nothing is paid (EW-15, S2S-E13)."""

    block = PLACE
    closed = say("that tile is not on the map (EW-10)")

    @rule
    def options(s, box, offers):
        offer_each(offers, PLACE, s.on_map & ALL_MARKET_TILES)

    @rule
    def do(s, box, index):
        me(s).boat = index


@piece(
    "starting_groups",
    200,
    "1 for each group of cubes to start with that is left, until the first turn",
    rows=GROUP.labels,
)
def _observe_groups(s, box, seat, out, at):
    for group in range(GROUPS):
        out[at + group] = s.turn < 0 and holds(s.groups, group)


def starting_groups() -> Part:
    """Groups of cubes, of which each player takes one and then places the boat."""

    def read(box, catalogue: Catalogue) -> None:
        for group, entry in enumerate(catalogue.entries("starting_group")):
            box.groups[group] = entry.cubes("cubes")

    def show(s, box, catalogue: Catalogue):
        left = [group for group in range(GROUPS) if holds(s.groups, group)] if s.turn < 0 else []
        return {"groups": {GROUP.labels[group]: Cubes(cube_text(box.groups[group])) for group in left}}

    return Part(
        table=[("groups", np.uint8)],
        box=[("groups", np.int8, (GROUPS, COLOURS))],
        read=read,
        setup=[ask_for_groups],
        show=show,
        observed=[_observe_groups],
        deeds={TakeGroup: words.took_group, PlaceBoat: words.placed_boat},
        questions={STARTING: words.ASK_GROUP, PLACING_BOAT: words.ASK_START},
    )


def start_at_sea() -> Part:
    """All boats start on the sea tile."""
    return Part(setup=[put_boats_to_sea])
