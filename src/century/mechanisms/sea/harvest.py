"""Harvest: cubes on any tile."""

from century.engine.actions import HARVEST
from century.engine.compile import rule
from century.engine.part import Choice
from century.engine.state import me, offer
from century.mechanisms.common.cubes import gain
from century.mechanisms.sea import bonus_piles

HARVEST_TILE = bonus_piles.HARVEST


class Harvest(Choice):
    """Two yellow cubes, and a red one for each harvest tile (EW-65, EW-55)."""

    block = HARVEST

    @rule
    def options(s, box, offers):
        offer(offers, HARVEST)

    @rule
    def do(s, box, index):
        seat = me(s)
        gain(seat.cubes, box.harvest)
        gain(seat.cubes, box.harvest_extra, seat.bonus[HARVEST_TILE])
