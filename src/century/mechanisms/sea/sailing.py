"""Sailing: steps between islands and what they cost, the end of a movement, the toll, and cubes left behind."""

import numpy as np

from century.engine.actions import (
    ANCHOR,
    ASHORE,
    LEAVING,
    PAYING_STEP,
    PAYING_TOLL,
    PICK_UP,
    PICKING_UP,
    SAIL,
    SAILING,
    SETTING_SAIL,
    STAYING,
    STEP,
)
from century.engine.compile import rule
from century.engine.contract import happen
from century.engine.part import Choice, event
from century.engine.state import ask, me, offer
from century.mechanisms.common.cubes import COLOURS, AnyCube, count, gain
from century.mechanisms.common.decks import bit, holds, lowest, size, without_lowest
from century.mechanisms.new_world.cards import tool_cubes
from century.mechanisms.new_world.kinds import Kind, does
from century.mechanisms.road.merchants import CARDS
from century.mechanisms.sea.islands import TILES, is_market
from century.mechanisms.sea.outposts import can_build, can_trade_here
from century.mechanisms.sea.ports import can_claim
from century.words import N_, say

ANCHORED = event("a movement has ended")


# --- how far --------------------------------------------------------------------------------------


@rule
def toll_at(s, box, tile):
    """The cubes that a movement which ends here costs: for each other boat, on market tiles only (EW-33, S2S-38)."""
    if not is_market(tile):
        return 0
    boats = 0
    for seat in range(s.players):
        if seat != s.question.seat and s.seats[seat].boat == tile:
            boats += 1
    return boats * box.toll


@rule
def can_end(s, box, tile, steps, cubes, cubes_pay):
    """Whether a movement that is here can still end legally: some tile's toll can be paid (EW-33, EW-E8).

    There are `steps` further steps that cost no cubes; after them, if `cubes_pay`, a step costs a cube.
    """
    fresh = bit(tile)
    reached = fresh
    while True:
        beyond = np.uint64(0)
        while fresh != np.uint64(0):
            other = lowest(fresh)
            fresh = without_lowest(fresh)
            if toll_at(s, box, other) <= cubes:
                return True
            beyond |= np.uint64(s.neighbours[other])
        if steps > 0:
            steps -= 1
        elif cubes_pay and cubes > 0:
            cubes -= 1
        else:
            return False
        fresh = beyond & ~reached
        reached |= fresh


@rule
def step_to(s, tile, payment):
    """Make a free step (EW-31, EW-52, S2S-37), or ask for the payment of one that is not."""
    if s.question.number < me(s).free_steps:
        arrive(s, tile)
    else:
        ask(s, payment, s.question.number, tile)


@rule
def arrive(s, tile):
    """The boat reaches a tile, and may sail on."""
    me(s).boat = tile
    ask(s, SAILING, s.question.number + 1)


# --- steps that cost cubes ------------------------------------------------------------------------


@rule
def can_step(s, box, tile, made, cubes):
    """Whether a step to a tile can be paid for with cubes, after so many steps, and the movement can still end."""
    free = np.int64(me(s).free_steps) - made
    if free <= 0:
        cubes -= 1
    return cubes >= 0 and can_end(s, box, tile, max(free - 1, 0), cubes, True)


class Step(Choice):
    """Sail to an adjacent tile (EW-30); after the free steps a cube is left behind for each (EW-32, EW-E4).

    The first step is free, and one more for each free-step tile (EW-31, EW-52). A movement may enter a tile several
    times (EW-E3). A step is offered only if the movement can still end.
    """

    block = STEP

    @rule
    def options(s, box, offers):
        near = s.neighbours[me(s).boat]
        for tile in range(TILES):
            if holds(near, tile) and can_step(s, box, tile, s.question.number, count(me(s).cubes)):
                offer(offers, STEP + tile)

    @rule
    def do(s, box, index):
        step_to(s, index, LEAVING)

    @staticmethod
    def why_not(s, box, index):
        if not holds(s.neighbours[me(s).boat], index):
            return say("that tile is not adjacent to the tile of your boat (EW-30)")
        if s.question.number >= me(s).free_steps and count(me(s).cubes) == 0:
            return say("you have no cube to leave behind (EW-32)")
        return say("you could not pay the toll there or sail on (EW-33)")


class LeaveCube(AnyCube):
    """Put a cube of one's choice onto the tile the boat is leaving (EW-32, FEW2-30).

    It stays there and is nobody's (EW-E6, FEW2-E12).
    """

    cites = "EW-32"

    @rule
    def do(s, box, index):
        seat = me(s)
        seat.cubes[index] -= 1
        s.tile_cubes[seat.boat][index] += 1
        arrive(s, s.question.of)


# --- steps that cost cards ------------------------------------------------------------------------


@rule
def paid_steps(seat, made):
    """The steps that can still be made: free ones (S2S-37, S2S-E6), and one for each card that is not sailed."""
    return max(np.int64(seat.free_steps) - made, 0) + size(seat.hand) + size(seat.played)


class StepForCard(Choice):
    """Sail to an adjacent tile; a step that is not free costs a card, the first one, too (S2S-35, S2S-36)."""

    block = STEP

    @rule
    def options(s, box, offers):
        seat = me(s)
        steps = paid_steps(seat, s.question.number)
        if steps == 0:
            return
        for tile in range(TILES):
            if holds(s.neighbours[seat.boat], tile) and can_end(s, box, tile, steps - 1, count(seat.cubes), False):
                offer(offers, STEP + tile)

    @rule
    def do(s, box, index):
        step_to(s, index, PAYING_STEP)

    @staticmethod
    def why_not(s, box, index):
        if not holds(s.neighbours[me(s).boat], index):
            return say("that tile is not adjacent to the tile of your boat (S2S-35)")
        if paid_steps(me(s), s.question.number) == 0:
            return say("you have no card left to pay with (S2S-36, S2S-E4)")
        return say("you could not pay the toll there or sail on (S2S-38)")


class SailCard(Choice):
    """Put a card of the hand or the played zone face down into the sailed zone (S2S-36, S2S-E5)."""

    block = SAIL

    @rule
    def options(s, box, offers):
        cards = me(s).hand | me(s).played
        for card in range(CARDS):
            if holds(cards, card):
                offer(offers, SAIL + card)

    @rule
    def do(s, box, index):
        seat = me(s)
        seat.hand &= ~bit(index)
        seat.played &= ~bit(index)
        seat.sailed |= bit(index)
        arrive(s, s.question.of)

    @staticmethod
    def why_not(s, box, index):
        if holds(me(s).sailed, index):
            return say("it is face down already; rest to take it back (S2S-E4)")
        return say("it is neither in your hand nor played (S2S-36)")


# --- the end of a movement ------------------------------------------------------------------------


class DropAnchor(Choice):
    """End the movement (EW-21). Who has not moved stays, unchecked (EW-E2).

    There is no second movement after it, and free steps do not carry over (EW-E5). A player over the limit because of
    a toll returns cubes at the end of this turn (EW-E9, FEW2-E13).
    """

    block = ANCHOR

    @rule
    def options(s, box, offers):
        seat = me(s)
        if s.question.number == 0 or toll_at(s, box, seat.boat) <= count(seat.cubes):
            offer(offers, ANCHOR)

    @rule
    def do(s, box, index):
        happen(s, box, ANCHORED)

    @staticmethod
    def why_not(s, box, index):
        toll = toll_at(s, box, me(s).boat)
        return say("the toll is {toll}, you have {there} (EW-33)", toll=toll, there=count(me(s).cubes))


class Stay(Choice):
    """A sail of no steps, if the player then acts on the tile; it costs no card and no toll (S2S-E1, S2S-E2)."""

    block = ANCHOR

    @rule
    def options(s, box, offers):
        if can_build(s, box) or can_trade_here(s, box) or can_claim(s, box):
            offer(offers, ANCHOR)

    @rule
    def do(s, box, index):
        ask(s, STAYING, box.first_tile + me(s).boat)

    @staticmethod
    def why_not(s, box, index):
        return say("there is nothing to do on this tile, so the boat must move (S2S-E2)")


@rule
def go_ashore(s, box):
    """After toll and pick-up, something may be done on the tile reached (EW-21, S2S-35)."""
    ask(s, ASHORE, box.first_tile + me(s).boat)


@rule
def may_build(s, box):
    """After toll and pick-up, an outpost may be built on a market tile without an own one (FEW2-33, FEW2-E5)."""
    seat = me(s)
    if is_market(seat.boat) and not holds(seat.outposts, seat.boat):
        ask(s, ASHORE)


@rule
def may_pick_up(s, box):
    """Cubes that lie on the tile may be picked up, by who has moved (EW-34, FEW2-32)."""
    if s.question.number > 0 and count(s.tile_cubes[me(s).boat]) > 0:
        ask(s, PICKING_UP)


@rule
def owe_toll(s, box):
    """Who has moved owes a toll to each other player whose boat is on this market tile (EW-33, S2S-E7, FEW2-31).

    It is due before cubes are picked up and before anything is built (FEW2-E4).
    """
    tile = me(s).boat
    if s.question.number > 0 and is_market(tile):
        for place in range(s.players - 1, 0, -1):  # the next in turn order is paid first
            creditor = (s.question.seat + place) % s.players
            if s.seats[creditor].boat == tile:
                for _ in range(box.toll):
                    ask(s, PAYING_TOLL, creditor)


class PayToll(AnyCube):
    """A cube of one's choice to a player whose boat is here; they cannot refuse (EW-33, EW-E8)."""

    cites = "EW-33"

    @rule
    def do(s, box, index):
        me(s).cubes[index] -= 1
        s.seats[s.question.number].cubes[index] += 1


class PickUp(Choice):
    """After the toll, take all cubes that lie on the tile, of whatever kind it is (EW-34, EW-35, EW-E6, EW-E7)."""

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


class MoveBoat(Kind):
    """A location at which the boat is moved, at least one step (FEW2-30, FEW2-E2)."""

    names = ("move_boat",)
    sent = N_("sent {number} to the boat")

    @rule
    def can(s, box, location):
        """Whether some movement is possible, tool cubes counted (FEW2-E3, FEW2-E11)."""
        seat = me(s)
        cubes = count(seat.cubes) + tool_cubes(box, seat, location)
        for tile in range(TILES):
            if holds(s.neighbours[seat.boat], tile) and can_step(s, box, tile, 0, cubes):
                return True
        return False

    @rule
    def do(s, box, location):
        ask(s, SETTING_SAIL)

    @staticmethod
    def printed(box, location):
        return does(N_("move the boat"))

    @staticmethod
    def why_not(s, box, location):
        return say("the boat cannot stop anywhere: you do not have enough cubes for the toll (FEW2-E3)")
