"""Bonus tiles in piles by kind: what the player takes whose board has an empty column (EW-13, EW-50, S2S-14)."""

from collections.abc import Sequence

import numpy as np

from century.components.catalogue import Catalogue
from century.engine.actions import BONUS, CHOOSING_BONUS, UPGRADING
from century.engine.compile import rule
from century.engine.part import Choice, Column, Item, Part, Taken, measure
from century.engine.pieces import MOST, MOST_POINTS, MOST_PRINTED, count_piece, piece
from century.engine.state import ask, me, offer
from century.mechanisms.common.effects import can_upgrade
from century.mechanisms.sea import words
from century.mechanisms.sea.printed import ALL_KINDS, BONUS_KINDS, FREE_STEP, HOLD, KINDS, PILE, POINTS, UPGRADE
from century.words import N_, say


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
    appeal = 10
    closed = say("that pile is empty (EW-E16)")

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


@rule
def upgrade_with_tiles(s, box):
    """A build allows an upgrade for each upgrade tile owned before it (EW-54, EW-E12)."""
    seat = me(s)
    if seat.bonus[UPGRADE] > 0 and can_upgrade(seat.cubes):
        ask(s, UPGRADING, np.int64(seat.bonus[UPGRADE]) * box.bonus_amounts[UPGRADE])


_observe_bonus_piles = count_piece(
    "piles",
    180,
    "tiles left in each pile",
    [Column("", MOST_PRINTED, usual=4)],
    name="bonus_piles",
    of_a_seat=False,
    rows=BONUS.labels,
)


@piece(
    "next_points_tile",
    190,
    "the points of the uppermost tile of the pile of points; 0 if it is empty",
    columns=(Column("points", MOST_POINTS, usual=10),),
)
def _observe_next_points(s, box, seat, out, at):
    out[at] = 0
    if s.piles[POINTS] > 0:
        out[at] = box.pile_points[POINTS][box.pile_sizes[POINTS] - s.piles[POINTS]]


@piece(
    "bonus",
    450,
    "bonus tiles taken of each kind, and the points on them",
    columns=(*(Column(kind, MOST_PRINTED, usual=4) for kind in BONUS.labels), Column("points", MOST, usual=20)),
    of_a_seat=True,
)
def _observe_bonus_taken(s, box, seat, out, at):
    for kind in range(KINDS):
        out[at + kind] = s.seats[seat].bonus[kind]
    out[at + KINDS] = s.seats[seat].bonus_points


@measure(
    90, {"hold tile": 2.0, "step tile": 3.0, "points tile": 0.0, "upgrade tile": 2.0, "harvest tile": 2.0}, fading=True
)
def worth_of_bonus_piles(s, box, seat, weights):
    """Bonus tiles that help: a larger hold, free steps, upgrades, harvests."""
    total = np.float64(0)
    for kind in range(len(seat.bonus)):
        total += weights[kind] * seat.bonus[kind]
    return total


class BonusPoints(Item):
    """Points of bonus tiles taken from piles (EW-53 to EW-55, EW-71)."""

    name = N_("bonus tiles")

    @rule
    def points(s, box, seat):
        return np.int64(s.seats[seat].bonus_points)


def part(kinds: Sequence[int] = ALL_KINDS) -> Part:
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
        show_seat=lambda s, box, _, seat: {"bonus": _by_kind(seat.bonus, kinds)},
        observed=[_observe_bonus_piles, _observe_next_points, _observe_bonus_taken],
        deeds={ChooseBonus: words.took_bonus},
        things={"bonus tile": words.printed_bonus_tile},
        questions={CHOOSING_BONUS: words.ASK_BONUS},
        taken=[Taken("bonus tile", BONUS_KINDS, block=BONUS, order=40)],
        measures=[worth_of_bonus_piles],
    )


def _by_kind(counts, kinds):
    return {BONUS.labels[kind]: int(counts[kind]) for kind in kinds}
