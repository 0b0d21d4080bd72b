"""Bonus tiles in piles by kind: what the player takes whose board has an empty column (EW-13, EW-50, S2S-14)."""

from collections.abc import Sequence

import numpy as np

from century.components.catalogue import Catalogue
from century.engine.actions import BONUS, UPGRADING
from century.engine.compile import rule
from century.engine.game import Choice, Part
from century.engine.state import ask, me, offer
from century.mechanisms.common.effects import can_upgrade
from century.words import say

KINDS = len(BONUS.labels)
HOLD, FREE_STEP, POINTS, UPGRADE, HARVEST = range(KINDS)
BONUS_KINDS = ("bonus_hold", "bonus_move", "bonus_points", "bonus_upgrade", "bonus_harvest")
ALL_KINDS = tuple(range(KINDS))
PILE = 4  # tiles of a kind


def bonus_piles(kinds: Sequence[int] = ALL_KINDS) -> Part:
    """A pile of each of these kinds; a tile works from the moment after it is taken (EW-50, S2S-50)."""

    def read(box, catalogue: Catalogue) -> None:
        for kind, entry in enumerate(catalogue.entries_with_ids(BONUS_KINDS, "bonus_kind")):
            if kind not in kinds:
                continue
            box.pile_sizes[kind] = entry.number("count", 0, PILE)
            box.pile_points[kind] = entry.numbers("points", PILE, 0, 100)  # the top tile first
            if kind in (HOLD, FREE_STEP, UPGRADE):
                box.bonus_amounts[kind] = entry.number("amount", 1, 9)

    def show(s, box, catalogue: Catalogue):
        taken = box.pile_sizes[POINTS] - s.piles[POINTS]
        top = int(box.pile_points[POINTS][taken]) if s.piles[POINTS] else None
        return {
            "bonus_piles": _by_kind(s.piles, kinds),
            "bonus_amounts": _by_kind(box.bonus_amounts, kinds),
            "next_points_tile": top,
        }

    def show_seat(s, box, catalogue: Catalogue, seat):
        return {"bonus": _by_kind(seat.bonus, kinds)}

    return Part(
        table=[("piles", np.int8, KINDS)],
        seat=[("bonus", np.int8, KINDS), ("bonus_points", np.int16)],
        box=[
            ("pile_sizes", np.int8, KINDS),
            ("pile_points", np.int8, (KINDS, PILE)),
            ("bonus_amounts", np.int8, KINDS),
        ],
        read=read,
        setup=[lay_out_piles],
        show=show,
        show_seat=show_seat,
    )


def _by_kind(counts, kinds):
    return {BONUS.labels[kind]: int(counts[kind]) for kind in kinds}


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
