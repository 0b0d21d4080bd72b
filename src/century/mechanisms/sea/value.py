"""What outposts, bonus tiles and ports are worth to a planner, and which ways of a boat it skips."""

import numpy as np

from century.engine.actions import ANCHOR, ASHORE, DONE, HARVEST, PICKING_UP, PLACE, SAILING
from century.engine.compile import rule
from century.engine.part import Habit, Measure
from century.mechanisms.common.cubes import COLOURS
from century.mechanisms.common.decks import bit, lowest, without_lowest
from century.mechanisms.common.value import closeness, gain_of
from century.mechanisms.sea.islands import FIRST_PORT, PORTS, TILES, TRADE_SYMBOLS

PORT_STEP = 0.08  # by how much a goal loses for each step to its port
FAR = 3  # steps of a sail


class PortGoal(Measure):
    """The VP tile on a port that is nearest: by how much of its cost is there, and by the steps to the port."""

    weights = {"goal": 0.3, "goals": 0.2, "unseen goal": 0.0}
    order = 60

    @rule
    def worth(s, box, seat, weights):
        best = np.float64(0)
        total = np.float64(0)
        if seat.boat < 0:
            return total
        steps = 0
        fresh = bit(seat.boat)
        reached = fresh
        while fresh != np.uint64(0):
            beyond = np.uint64(0)
            while fresh != np.uint64(0):
                tile = lowest(fresh)
                fresh = without_lowest(fresh)
                beyond |= np.uint64(s.neighbours[tile])
                port = tile - FIRST_PORT
                if 0 <= port < PORTS:
                    value = weights[2]
                    if s.port_tiles[port] >= 0:
                        goal = box.point_cards[s.port_tiles[port]]
                        near = closeness(seat.cubes, goal.cost)
                        value = np.float64(goal.points) * near * near
                    value *= 1 - PORT_STEP * steps
                    best = max(best, value)
                    total += value
            fresh = beyond & ~reached
            reached |= fresh
            steps += 1
        return weights[0] * best + weights[1] * total / PORTS


class Outposts(Measure):
    """Outposts built, rows that have lost as many as the next column needs, and what a trade at each gains."""

    weights = {"outpost": 0.6, "column": 0.8, "outpost gain": 0.3}
    pieces = PLACE.labels
    fading = True
    order = 80

    @rule
    def worth(s, box, seat, weights):
        least = seat.built[0]
        total = np.int64(0)
        for symbol in range(TRADE_SYMBOLS):
            least = min(least, seat.built[symbol])
            total += seat.built[symbol]
        ahead = 0
        for symbol in range(TRADE_SYMBOLS):
            if seat.built[symbol] > least:
                ahead += 1
        gain = np.float64(0)
        own = np.float64(0)
        left = np.uint64(seat.outposts)
        while left != np.uint64(0):
            tile = lowest(left)
            gain += gain_of(box.effects[box.first_tile + tile])
            own += weights[3 + tile]
            left = without_lowest(left)
        return weights[0] * np.float64(total) + weights[1] * np.float64(ahead) + weights[2] * gain + own


class BonusPiles(Measure):
    """Bonus tiles that help: a larger hold, free steps, upgrades, harvests."""

    weights = {"hold tile": 2.0, "step tile": 3.0, "points tile": 0.0, "upgrade tile": 2.0, "harvest tile": 2.0}
    fading = True
    order = 90

    @rule
    def worth(s, box, seat, weights):
        total = np.float64(0)
        for kind in range(len(seat.bonus)):
            total += weights[kind] * seat.bonus[kind]
        return total


class ShortSails(Habit):
    """After some steps a sail ends, if it can."""

    @rule
    def trim(s, box, offers):
        if s.question.decision == SAILING and s.question.number >= FAR:
            for place in range(1, offers[0] + 1):
                if offers[place] == ANCHOR:
                    offers[0] = 1
                    offers[1] = ANCHOR
                    return


class TakeWhatLies(Habit):
    """Pick up cubes that lie here, and harvest rather than do nothing."""

    @rule
    def trim(s, box, offers):
        if s.question.decision != PICKING_UP and s.question.decision != ASHORE:
            return
        takes = s.question.decision == PICKING_UP
        for place in range(1, offers[0] + 1):
            takes |= offers[place] == HARVEST
        kept = 0
        for place in range(1, offers[0] + 1):
            if not takes or offers[place] != DONE:
                kept += 1
                offers[kept] = offers[place]
        offers[0] = kept


@rule
def forget_way(s):
    """Forget where a boat on its way has left cubes behind."""
    if s.question.decision == SAILING:
        for tile in range(TILES):
            for colour in range(COLOURS):
                s.tile_cubes[tile][colour] = 0
