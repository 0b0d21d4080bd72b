"""Kinds of location: what can be done there. Each mechanism brings its own, in its own file."""

from collections.abc import Sequence
from typing import Any, ClassVar

from century.engine.part import Rule

NAMES = (
    "produce",
    "upgrade",
    "trade",
    "fort",
    "market",
    "refresh_market",
    "move_boat",
    "boat_trade",
    "outpost_trade",
)
NUMBERS = 4  # of forts, and of markets


class Kind:
    """A kind of location: `can(s, box, location)` says whether its action can be carried out, `do` carries it out.

    Both are rules. Settlers are placed and tool cubes received before `do`; `can` must count these cubes.
    """

    names: ClassVar[Sequence[str]]  # in the catalogue
    numbered = False  # whether those in play have the numbers 1 to 4
    can: Rule
    do: Rule

    @staticmethod
    def show(s: Any, box: Any, location: int) -> dict[str, Any]:
        """What everybody sees of it, besides its kind."""
        return {}

    @staticmethod
    def why_not(s: Any, box: Any, location: int) -> str:
        """Why its action cannot be carried out, if it cannot."""
        return ""
