"""Functions for the templates of the road: merchants, hands and coins."""

from collections import Counter

from century.engine.actions import ACQUIRE
from century.engine.things import Thing
from century.types import Json
from century.web.render.played import TurnLog


def most_times(card: Thing, cubes: str) -> int:
    """Return how many times some cubes allow the trade of a card."""
    left, given, taken = Counter(cubes), Counter(card["give"]), Counter(card["take"])
    times = 0
    while times < 32 and given <= left:
        left = left - given + taken
        times += 1
    return times


def is_row_new(view: Json, log: TurnLog, decision: str) -> bool:
    """Whether the last merchant card of the row has just come."""
    return bool(log.last(ACQUIRE)) and decision != "placing" and view["merchant_deck"] > 0
