"""Harvest: cubes on any tile."""

import numpy as np

from century.components.catalogue import Catalogue
from century.engine.actions import HARVEST
from century.engine.compile import rule
from century.engine.part import OneAnswer, Part
from century.engine.state import me
from century.mechanisms.common.cubes import COLOURS, gain
from century.mechanisms.sea import printed, words


class Harvest(OneAnswer):
    """Two yellow cubes, and a red one for each harvest tile (EW-65, EW-55)."""

    block = HARVEST
    appeal = 2

    @rule
    def do(s, box, index):
        seat = me(s)
        gain(seat.cubes, box.harvest)
        gain(seat.cubes, box.harvest_extra, seat.bonus[printed.HARVEST])


def part() -> Part:
    """The cubes of a harvest, and those that each harvest tile adds."""

    def read(box, catalogue: Catalogue) -> None:
        box.harvest = catalogue.table("game").cubes("harvest")
        box.harvest_extra = catalogue.table("bonus_kind.bonus_harvest").cubes("cubes")

    return Part(
        box=[("harvest", np.int8, COLOURS), ("harvest_extra", np.int8, COLOURS)],
        read=read,
        show_seat=lambda s, box, _, seat: {"harvest": words.harvest_of(box, seat)},
        deeds={Harvest: words.harvested},
    )
