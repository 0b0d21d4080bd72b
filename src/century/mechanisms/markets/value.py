"""What cards of a trade route are worth to a planner, which leaves the route in its order."""

import numpy as np

from century.engine.actions import ORDER, PLAY, REORDER
from century.engine.compile import rule
from century.engine.part import Habit, Measure
from century.mechanisms.common.value import gain_of
from century.mechanisms.road.merchants import CARDS, STARTERS


class Route(Measure):
    """Cards of the trade route: each, and what one use gains for each settler it needs."""

    weights = {"route card": 0.4, "route gain": 0.5}
    pieces = PLAY.labels
    fading = True
    order = 40

    @rule
    def worth(s, box, seat, weights):
        total = np.float64(0)
        for place in range(seat.route_length):
            card = seat.route[place].card
            gain = gain_of(box.effects[box.first_merchant + card])
            total += weights[0] + weights[1] * gain / (place + 1) + weights[2 + card]
        return total


class MerchantsTaken(Measure):
    """Merchant cards on the way to a bonus tile."""

    weights = {"merchant taken": 0.3}
    fading = True
    order = 50

    @rule
    def worth(s, box, seat, weights):
        return weights[0] * np.float64(seat.merchants_taken % box.cards_per_tile)


class KeepRoute(Habit):
    """Leave the trade route in its order."""

    @rule
    def trim(s, box, offers):
        if ORDER <= offers[1] < ORDER + CARDS - STARTERS:
            offers[0] = 1
            return
        kept = 0
        for place in range(1, offers[0] + 1):
            if offers[place] != REORDER:
                kept += 1
                offers[kept] = offers[place]
        offers[0] = max(kept, 1)
