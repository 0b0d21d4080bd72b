"""From East to West, Part II: tables and figures that its tests share."""

from typing import Any

import century
from century.engine.match import Match
from century.mechanisms.new_world.printed import BONUS_TILES
from tests.tables.new_world import (
    new_world,
)

GAME = century.game("east-to-west-2")


UNMARKED = set(BONUS_TILES[:17])


COVERED = {"c2_3", "c2_4", "c2_5", "c2_6"}


def part_two(**more: Any) -> Match:
    """A table of Part II with the tiles as in `ISLANDS`, and what else `new_world` takes."""
    return new_world("east-to-west-2", **more)
