"""Boats: one for each seat, and where it starts."""

import numpy as np

from century.engine.actions import GROUP, PLACE, PLACING_BOAT, STARTING
from century.engine.compile import rule
from century.engine.part import Choice
from century.engine.state import ask, ask_seat, me, offer
from century.mechanisms.common.cubes import gain
from century.mechanisms.common.decks import bit, holds
from century.mechanisms.sea.islands import FIRST_SEA, MARKET_TILES
from century.words import say

GROUPS = len(GROUP.labels)
NOWHERE = -1


@rule
def give_boats(s, box):
    """A boat each, beside the map at first (EW-14)."""
    for seat in range(s.players):
        s.seats[seat].boat = NOWHERE
        s.seats[seat].free_steps = box.free_steps


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

    @rule
    def options(s, box, offers):
        for group in range(GROUPS):
            if holds(s.groups, group):
                offer(offers, GROUP + group)

    @rule
    def do(s, box, index):
        s.groups &= ~np.uint8(bit(index))
        gain(me(s).cubes, box.groups[index])
        ask(s, PLACING_BOAT)

    @staticmethod
    def why_not(s, box, index):
        return say("that group is taken (EW-15)")


class PlaceBoat(Choice):
    """Place the boat on any market tile; boats may share a tile, and nothing is paid (EW-15, S2S-E13)."""

    block = PLACE

    @rule
    def options(s, box, offers):
        for tile in range(MARKET_TILES):
            if holds(s.on_map, tile):
                offer(offers, PLACE + tile)

    @rule
    def do(s, box, index):
        me(s).boat = index

    @staticmethod
    def why_not(s, box, index):
        return say("that tile is not on the map (EW-10)")
