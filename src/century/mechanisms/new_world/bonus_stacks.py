"""Bonus tiles in stacks on the game board, of which only the top tile is seen (ANW-12, ANW-E31)."""

import numpy as np

from century.engine.actions import CLAIMING_TOO, TILE
from century.engine.compile import rule
from century.engine.part import Choice
from century.engine.state import ask, me, offer, record
from century.mechanisms.common.cubes import covers
from century.mechanisms.common.decks import NONE, STACK_STREAM, bit, draw, holds, size
from century.mechanisms.new_world.cards import SYMBOLS
from century.words import say

STACKS = len(TILE.labels)
FORTS = 4
MERCHANTS, OUTPOSTS = FORTS, FORTS + 1  # what else gives tiles
GIVERS = (*["fort"] * FORTS, "merchants", "outposts")
SINGLE, PAIR, PER_SETTLERS, FLAT, PER_MERCHANTS, MERCHANT_PAIR = range(6)
TILE_MARKS = ("I", "III")
TILE_KINDS = ("single", "pair", "settlers", "flat", "merchant", "merchant_pair")
BONUS_TILES = (
    *(f"bonus_single_{symbol}" for symbol in SYMBOLS),
    *(f"bonus_pair_{one}_{other}" for at, one in enumerate(SYMBOLS) for other in SYMBOLS[at + 1 :]),
    *(f"bonus_settlers_{number}" for number in range(1, 5)),
    *(f"bonus_flat_{number}" for number in range(1, 4)),
    *(f"bonus_merchant_{number}" for number in range(1, 5)),
    *(f"bonus_merchant_pair_{symbol}" for symbol in SYMBOLS),
)

BONUS_TILE = record(
    ("kind", np.int8),
    ("first", np.int8),  # symbols that count
    ("second", np.int8),
    ("per", np.int8),
    ("points", np.int8),
    ("is_used", np.int8),
)
STACK = record(
    ("board", np.int8),
    ("fort", np.int8),  # above which it lies, if any
    ("giver", np.int8),  # what gives its tiles: that fort, or merchants, or outposts
    ("tiles", np.int8),
)


@rule
def lay_out_stacks(s, box):
    """Shuffle the tiles in use and put a stack on each bonus space of the boards in play (ANW-12, FEW1-12).

    Only the top tiles are drawn; the others are drawn when they are seen. Tiles left over stay out.
    """
    s.bonus_deck.stream = STACK_STREAM
    for tile in range(len(box.bonus_tiles)):
        if box.bonus_tiles[tile].is_used:
            s.bonus_deck.cards |= bit(tile)
    for stack in range(STACKS):
        s.stack_tops[stack] = NONE
        if holds(np.uint64(s.boards), box.stacks[stack].board):
            s.stacks_in_play |= np.uint16(bit(stack))
            s.stack_left[stack] = box.stacks[stack].tiles
            if s.stack_left[stack] > 0:
                s.stack_tops[stack] = draw(s, s.bonus_deck)


@rule
def forget_tiles(s, box):
    """What lies below the top tiles is hidden."""
    s.bonus_deck.cards = np.uint64(0)


@rule
def has_space(box, seat):
    """Whether a bonus space of the player board is free; tiles of all givers share them (ANW-E14, FEW3-E13)."""
    return size(np.uint64(seat.bonus_tiles)) < box.bonus_spaces


@rule
def can_take_tile(s, box, seat, giver):
    """Whether a seat can take a bonus tile from this giver (ANW-34, FEW3-32, FEW3-E5)."""
    if has_space(box, seat):
        for stack in range(STACKS):
            if box.stacks[stack].giver == giver and s.stack_tops[stack] != NONE:
                return True
    return False


@rule
def take_top(s, stack):
    """Take the top tile of a stack; the next one is seen."""
    me(s).bonus_tiles |= np.uint32(bit(s.stack_tops[stack]))
    s.stack_left[stack] -= 1
    s.stack_tops[stack] = NONE
    if s.stack_left[stack] > 0:
        s.stack_tops[stack] = draw(s, s.bonus_deck)


class TakeTile(Choice):
    """Take the top tile of one of the stacks of this giver (FEW1-32, FEW2-36, FEW3-32, FEW3-41)."""

    block = TILE

    @rule
    def options(s, box, offers):
        if has_space(box, me(s)):
            for stack in range(STACKS):
                if box.stacks[stack].giver == s.question.number and s.stack_tops[stack] != NONE:
                    offer(offers, TILE + stack)

    @rule
    def do(s, box, index):
        take_top(s, index)

    @staticmethod
    def why_not(s, box, index):
        if box.stacks[index].giver != s.question.number:
            if s.question.number < FORTS:
                return say("that stack is not above this fort (ANW-34)")
            return say("that stack gives no tile for this (FEW2-E9, FEW3-E12)")
        if s.stack_tops[index] == NONE:
            return say("that stack is empty (ANW-34)")
        return say("all {spaces} bonus spaces are full (ANW-E14)", spaces=box.bonus_spaces)


class TakeTileAtFort(TakeTile):
    """Take the top tile of a stack above this fort (ANW-34 a): one tile, of either stack (ANW-E13).

    The card may be claimed afterwards, when the next tile of the stack is seen (ANW-E12).
    """

    @rule
    def do(s, box, index):
        take_top(s, index)
        seat = me(s)
        card = s.fort_cards[s.question.number]
        if card != NONE and covers(seat.cubes, box.point_cards[card].cost):
            ask(s, CLAIMING_TOO, s.question.number)


class TakeTileAfterCard(TakeTile):
    """Take the top tile of a stack above this fort after its card (ANW-34 a, ANW-E12, ANW-E13)."""
