"""Boats: where they start, how they sail, what they leave behind, and the toll."""

import numpy as np

from century.components.catalogue import Catalogue, cube_text
from century.engine.actions import (
    ANCHOR,
    ASHORE,
    GROUP,
    LEAVING,
    PAYING_TOLL,
    PICK_UP,
    PICKING_UP,
    PLACE,
    PLACING_BOAT,
    SAILING,
    STARTING,
    STEP,
)
from century.engine.compile import rule
from century.engine.game import Choice, Part
from century.engine.state import ask, ask_seat, me, offer
from century.mechanisms.bonus_piles import FREE_STEP
from century.mechanisms.cubes import COLOURS, AnyCube, count, gain
from century.mechanisms.decks import bit, holds
from century.mechanisms.islands import MARKETS, TILES, is_market

GROUPS = len(GROUP.labels)
NOWHERE = -1


def boats(table: str) -> Part:
    """A boat for each seat, and groups of cubes to start with."""

    def read(box, catalogue: Catalogue) -> None:
        rules = catalogue.table(table)
        box.free_steps = rules.number("free_steps", 0, 9)
        box.toll = rules.number("boat_toll", 0, 3)
        groups = catalogue.entries("starting_group")
        for group, entry in enumerate(groups):
            box.groups[group] = entry.cubes("cubes")

    def show(s, box, catalogue: Catalogue):
        left = [group for group in range(GROUPS) if holds(s.groups, group)] if s.turn < 0 else []
        return {"groups": {GROUP.labels[group]: cube_text(box.groups[group]) for group in left}}

    def show_seat(s, box, catalogue: Catalogue, seat):
        return {"boat": None if seat.boat == NOWHERE else STEP.labels[seat.boat]}

    return Part(
        table=[("groups", np.uint8)],
        seat=[("boat", np.int8)],
        box=[("free_steps", np.int8), ("toll", np.int8), ("groups", np.int8, (GROUPS, COLOURS))],
        read=read,
        setup=[ask_for_groups],
        show=show,
        show_seat=show_seat,
    )


@rule
def ask_for_groups(s, box):
    """In reverse turn order each player takes a group and places the boat (EW-15)."""
    for group in range(GROUPS):
        s.groups |= np.uint8(bit(group))
    for place in range(s.players):  # the last question put is answered first
        seat = (s.start + place) % s.players
        s.seats[seat].boat = NOWHERE
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
        return "that group is taken (EW-15)"


class PlaceBoat(Choice):
    """Place the boat on any market tile; boats may share a tile, and nothing is paid (EW-15)."""

    block = PLACE

    @rule
    def options(s, box, offers):
        for tile in range(MARKETS):
            if holds(s.on_map, tile):
                offer(offers, PLACE + tile)

    @rule
    def do(s, box, index):
        me(s).boat = index

    @staticmethod
    def why_not(s, box, index):
        return "that tile is not on the map (EW-10)"


@rule
def toll_at(s, box, tile):
    """The cubes that a movement which ends here costs: for each other boat, on market tiles only (EW-33)."""
    if not is_market(tile):
        return 0
    boats = 0
    for seat in range(s.players):
        if seat != s.question.seat and s.seats[seat].boat == tile:
            boats += 1
    return boats * box.toll


@rule
def can_end(s, box, tile, free, cubes):
    """Whether a movement that is here, with so many free steps and cubes, can still end legally (EW-33, EW-E8)."""
    reached = bit(tile)
    while True:
        beyond = reached
        for other in range(TILES):
            if holds(reached, other):
                if toll_at(s, box, other) <= cubes:
                    return True
                beyond |= np.uint64(s.neighbours[other])
        if free > 0:
            free -= 1
        elif cubes > 0:
            cubes -= 1
        else:
            return False
        reached = beyond


@rule
def free_steps(s, box):
    """The first step of a movement is free, and one more for each free-step tile (EW-31, EW-52)."""
    return box.free_steps + np.int64(me(s).bonus[FREE_STEP]) * box.bonus_amounts[FREE_STEP]


class Step(Choice):
    """Sail to an adjacent tile (EW-30); after the free steps a cube is left behind for each (EW-32, EW-E4).

    A movement may enter a tile several times (EW-E3). A step is offered only if the movement can still end.
    """

    block = STEP

    @rule
    def options(s, box, offers):
        free = free_steps(s, box) - s.question.number
        cubes = count(me(s).cubes)
        if free <= 0:
            cubes -= 1
        if cubes < 0:
            return
        near = s.neighbours[me(s).boat]
        for tile in range(TILES):
            if holds(near, tile) and can_end(s, box, tile, max(free - 1, 0), cubes):
                offer(offers, STEP + tile)

    @rule
    def do(s, box, index):
        if s.question.number < free_steps(s, box):
            me(s).boat = index
            ask(s, SAILING, s.question.number + 1)
        else:
            ask(s, LEAVING, s.question.number, index)

    @staticmethod
    def why_not(s, box, index):
        if not holds(s.neighbours[me(s).boat], index):
            return "that tile does not touch the one where the boat is (EW-30)"
        if s.question.number >= free_steps(s, box) and count(me(s).cubes) == 0:
            return "there is no cube to leave behind (EW-32)"
        return "the toll could not be paid, and there is no way on (EW-33)"


class LeaveCube(AnyCube):
    """Put a cube of one's choice onto the tile the boat is leaving, where it stays (EW-32, EW-E6)."""

    cites = "EW-32"

    @rule
    def do(s, box, index):
        seat = me(s)
        seat.cubes[index] -= 1
        s.tile_cubes[seat.boat][index] += 1
        seat.boat = s.question.of
        ask(s, SAILING, s.question.number + 1)


class DropAnchor(Choice):
    """End the movement: toll, then pick-up, then an action (EW-21). Who has not moved stays, unchecked (EW-E2).

    There is no second movement after it, and free steps do not carry over (EW-E5). A player over the limit because of
    a toll returns cubes at the end of this turn (EW-E9).
    """

    block = ANCHOR

    @rule
    def options(s, box, offers):
        seat = me(s)
        if s.question.number == 0 or toll_at(s, box, seat.boat) <= count(seat.cubes):
            offer(offers, ANCHOR)

    @rule
    def do(s, box, index):
        tile = me(s).boat
        ask(s, ASHORE, box.first_tile + tile)
        if s.question.number > 0:
            if count(s.tile_cubes[tile]) > 0:
                ask(s, PICKING_UP)
            if is_market(tile):
                for place in range(s.players - 1, 0, -1):  # the next in turn order is paid first
                    creditor = (s.question.seat + place) % s.players
                    if s.seats[creditor].boat == tile:
                        for _ in range(box.toll):
                            ask(s, PAYING_TOLL, creditor)

    @staticmethod
    def why_not(s, box, index):
        return f"the toll is {toll_at(s, box, me(s).boat)}, {count(me(s).cubes)} there (EW-33)"


class PayToll(AnyCube):
    """A cube of one's choice to a player whose boat is here; they cannot refuse (EW-33, EW-E8)."""

    cites = "EW-33"

    @rule
    def do(s, box, index):
        me(s).cubes[index] -= 1
        s.seats[s.question.number].cubes[index] += 1


class PickUp(Choice):
    """After the toll, take all cubes that lie on the tile, port or market (EW-34, EW-35, EW-E6, EW-E7)."""

    block = PICK_UP

    @rule
    def options(s, box, offers):
        offer(offers, PICK_UP)

    @rule
    def do(s, box, index):
        seat = me(s)
        gain(seat.cubes, s.tile_cubes[seat.boat])
        for colour in range(COLOURS):
            s.tile_cubes[seat.boat][colour] = 0
