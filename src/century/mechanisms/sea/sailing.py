"""Sailing: steps between islands and what they cost, the end of a movement, the toll, and cubes left behind."""

import numpy as np

from century.components.catalogue import Catalogue
from century.engine.actions import ANCHOR, ASHORE, LEAVING, PAYING_TOLL, PICK_UP, PICKING_UP, SAILING, STEP
from century.engine.compile import rule
from century.engine.contract import happen
from century.engine.part import Choice, Column, OneAnswer, Part, event, habit
from century.engine.pieces import MOST_PRINTED, count_piece, piece
from century.engine.state import ask, is_offered, keep_only, me, offer
from century.mechanisms.common.cubes import COLOURS, AnyCube, count, gain
from century.mechanisms.common.decks import bit, holds, lowest, without_lowest
from century.mechanisms.common.storage import cheapest_returned
from century.mechanisms.common.words import SILENT
from century.mechanisms.sea import words
from century.mechanisms.sea.islands import is_market, next_to
from century.mechanisms.sea.printed import TILES
from century.words import say

ANCHORED = event("a movement has ended")


# --- how far --------------------------------------------------------------------------------------


@rule
def toll_at(s, box, tile):
    """Return the toll of a movement that ends here: for each other boat, on market tiles only (EW-33, S2S-38)."""
    if not is_market(tile):
        return 0
    boats = 0
    for seat in range(s.players):
        if seat != s.question.seat and s.seats[seat].boat == tile:
            boats += 1
    return boats * box.toll


@rule
def can_end(s, box, tile, steps, cubes, cubes_pay):
    """Whether a movement can still end legally from here: some toll within reach can be paid (EW-33, EW-E8).

    There are `steps` further steps that cost no cubes; after them, if `cubes_pay`, a step costs a cube.
    """
    fresh = bit(tile)
    reached = fresh
    while True:
        left = fresh
        while left != np.uint64(0):
            if toll_at(s, box, lowest(left)) <= cubes:
                return True
            left = without_lowest(left)
        if steps > 0:
            steps -= 1
        elif cubes_pay and cubes > 0:
            cubes -= 1
        else:
            return False
        fresh = next_to(s, fresh) & ~reached
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
    """Move the boat to a tile, from which it may sail on."""
    me(s).boat = tile
    ask(s, SAILING, s.question.number + 1)


# --- steps that cost cubes ------------------------------------------------------------------------


@rule
def can_step(s, box, tile, made, cubes):
    """Whether a step to a tile can be paid for with cubes after `made` steps, and the movement can still end."""
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
    """Put any cube onto the tile that the boat leaves (EW-32, FEW2-30).

    It stays there and belongs to nobody (EW-E6, FEW2-E12).
    """

    cites = "EW-32"

    @rule
    def do(s, box, index):
        seat = me(s)
        seat.cubes[index] -= 1
        s.tile_cubes[seat.boat][index] += 1
        arrive(s, s.question.of)


# --- the end of a movement ------------------------------------------------------------------------


class DropAnchor(OneAnswer):
    """End the movement (EW-21). A boat that has not moved may always stay (EW-E2).

    There is no second movement after it, and free steps do not carry over (EW-E5). A player over the limit because of
    a toll returns cubes at the end of this turn (EW-E9, FEW2-E13).
    """

    block = ANCHOR
    appeal = 8

    @rule
    def can(s, box):
        seat = me(s)
        return s.question.number == 0 or toll_at(s, box, seat.boat) <= count(seat.cubes)

    @rule
    def do(s, box, index):
        happen(s, box, ANCHORED)

    @staticmethod
    def why_not(s, box, index):
        toll = toll_at(s, box, me(s).boat)
        return say("the toll is {toll}, you have {there} (EW-33)", toll=toll, there=count(me(s).cubes))


@rule
def go_ashore(s, box):
    """After toll and pick-up, something may be done on the tile reached (EW-21, S2S-35)."""
    ask(s, ASHORE, box.first_tile + me(s).boat)


@rule
def may_build(s, box):
    """After toll and pick-up, an outpost may be built on a market tile where the player has none (FEW2-33, FEW2-E5)."""
    seat = me(s)
    if is_market(seat.boat) and not holds(seat.outposts, seat.boat):
        ask(s, ASHORE)


@rule
def may_pick_up(s, box):
    """A player who has moved may pick up the cubes on the tile (EW-34, FEW2-32)."""
    if s.question.number > 0 and count(s.tile_cubes[me(s).boat]) > 0:
        ask(s, PICKING_UP)


@rule
def owe_toll(s, box):
    """A player who has moved owes a toll to each other player with a boat on this market tile (EW-33, S2S-E7, FEW2-31).

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
    """Give any cube to a player whose boat is here; they cannot refuse (EW-33, EW-E8)."""

    cites = "EW-33"

    @rule
    def do(s, box, index):
        me(s).cubes[index] -= 1
        s.seats[s.question.number].cubes[index] += 1


class PickUp(OneAnswer):
    """After the toll, take all cubes on the tile, whatever its kind (EW-34, EW-35, EW-E6, EW-E7)."""

    block = PICK_UP
    appeal = 100

    @rule
    def do(s, box, index):
        seat = me(s)
        gain(seat.cubes, s.tile_cubes[seat.boat])
        for colour in range(COLOURS):
            s.tile_cubes[seat.boat][colour] = 0


@piece("boat", 410, "1 for the tile where the boat is", rows=STEP.labels, of_a_seat=True)
def _observe_boat(s, box, seat, out, at):
    for tile in range(TILES):
        out[at + tile] = s.seats[seat].boat == tile


_observe_free_steps = count_piece(
    "free_steps", 420, "steps of a movement that cost nothing", [Column("steps", MOST_PRINTED, usual=4)]
)


FAR = 3  # steps of a sail


@habit
def short_sails(s, box, offers):
    """End a sail after some steps, if possible."""
    if s.question.decision == SAILING and s.question.number >= FAR and is_offered(offers, ANCHOR):
        keep_only(offers, ANCHOR)


def part(free_steps: str, toll: str) -> Part:
    """A boat for each seat. The arguments name the number of free steps and the toll in the catalogue."""

    def read(box, catalogue: Catalogue) -> None:
        box.free_steps = catalogue.number(free_steps, 0, 9)
        box.toll = catalogue.number(toll, 0, 3)

    def show_seat(s, box, catalogue: Catalogue, seat):
        boat = None if seat.boat == NOWHERE else STEP.labels[seat.boat]
        return {"boat": boat, "free_steps": int(seat.free_steps)}

    return Part(
        seat=[("boat", np.int8), ("free_steps", np.int8)],
        box=[("free_steps", np.int8), ("toll", np.int8)],
        read=read,
        setup=[give_boats],
        show=lambda s, box, _: {"toll": int(box.toll)},
        show_seat=show_seat,
        observed=[_observe_boat, _observe_free_steps],
        deeds={
            Step: words.sailed,
            LeaveCube: words.left_cube,
            DropAnchor: SILENT,
            PayToll: words.paid_toll,
            PickUp: words.picked_up,
        },
        questions={
            SAILING: words.ask_sailing,
            LEAVING: words.ask_leaving,
            PAYING_TOLL: words.ask_toll,
            PICKING_UP: words.ASK_PICKING_UP,
            ASHORE: words.ASK_ASHORE,
        },
        habits=[cheapest_returned, short_sails],
        windfalls=["cubes"],  # toll (EW-33): the others plan with the boat where it is now
    )


NOWHERE = -1


@rule
def give_boats(s, box):
    """Give each seat a boat, which is beside the map at first (EW-14)."""
    for seat in range(s.players):
        s.seats[seat].boat = NOWHERE
        s.seats[seat].free_steps = box.free_steps
