"""Bonus tiles in piles by kind: what the player takes whose board has an empty column (EW-13, EW-50, S2S-14)."""

import numpy as np

from century.engine.actions import BONUS, UPGRADING
from century.engine.compile import rule
from century.engine.part import Choice
from century.engine.state import ask, me, offer
from century.mechanisms.common.effects import can_upgrade
from century.words import say

KINDS = len(BONUS.labels)
HOLD, FREE_STEP, POINTS, UPGRADE, HARVEST = range(KINDS)
BONUS_KINDS = ("bonus_hold", "bonus_move", "bonus_points", "bonus_upgrade", "bonus_harvest")
ALL_KINDS = tuple(range(KINDS))
PILE = 4  # tiles of a kind


@rule
def lay_out_piles(s, box):
    """Sort the bonus tiles into piles by kind (EW-13, EW-56, S2S-14)."""
    for kind in range(KINDS):
        s.piles[kind] = box.pile_sizes[kind]


@rule
def any_bonus(s):
    """Whether a bonus tile is left; an empty pile cannot be chosen (EW-E16, S2S-E10)."""
    for kind in range(KINDS):
        if s.piles[kind] > 0:
            return True
    return False


class ChooseBonus(Choice):
    """Take the top tile of one of the piles (EW-43): it is not optional, which pile is free (EW-E15).

    A hold tile makes the hold larger at once (EW-51), so it counts for the limit of this turn (EW-E11).
    """

    block = BONUS

    @rule
    def options(s, box, offers):
        for kind in range(KINDS):
            if s.piles[kind] > 0:
                offer(offers, BONUS + kind)

    @rule
    def do(s, box, index):
        seat = me(s)
        seat.bonus_points += box.pile_points[index][box.pile_sizes[index] - s.piles[index]]  # EW-53
        s.piles[index] -= 1
        seat.bonus[index] += 1
        if index == HOLD:
            seat.storage += box.bonus_amounts[HOLD]
        elif index == FREE_STEP:
            seat.free_steps += box.bonus_amounts[FREE_STEP]  # EW-52, S2S-37

    @staticmethod
    def why_not(s, box, index):
        return say("that pile is empty (EW-E16)")


@rule
def upgrade_with_tiles(s, box):
    """A build allows an upgrade for each upgrade tile owned before it (EW-54, EW-E12)."""
    seat = me(s)
    if seat.bonus[UPGRADE] > 0 and can_upgrade(seat.cubes):
        ask(s, UPGRADING, np.int64(seat.bonus[UPGRADE]) * box.bonus_amounts[UPGRADE])
