"""What cubes and point cards are worth to a planner, and which payments it skips."""

import numpy as np

from century.engine.actions import CUBE, RETURNING
from century.engine.compile import rule
from century.engine.part import Habit, Measure
from century.engine.state import me
from century.mechanisms.common.cubes import COLOURS
from century.mechanisms.common.decks import NONE, size
from century.mechanisms.common.effects import UPGRADES
from century.mechanisms.road.coins import NO_COIN, coin_at

OTHER_CUBES = 0.5  # what cubes of other colours count for on the way to a cost


@rule
def gain_of(effect):
    """Return what one use of a card brings, in steps of colour: a yellow cube is 1, a brown one 4."""
    total = np.float64(0)
    if effect.kind == UPGRADES:
        return total + effect.upgrades
    for colour in range(COLOURS):
        total += (colour + 1) * (np.float64(effect.taken[colour]) - effect.given[colour])
    return total


@rule
def closeness(cubes, cost):
    """Return how much of a cost is there, from 0 to 1, by value; other cubes count for a part of it."""
    there = np.float64(0)
    missing = np.float64(0)
    other = np.float64(0)
    for colour in range(COLOURS):
        lacking = np.int64(cost[colour]) - cubes[colour]
        if lacking > 0:
            there += (colour + 1) * np.float64(cubes[colour])
            missing += (colour + 1) * lacking
        else:
            there += (colour + 1) * np.float64(cost[colour])
            other -= (colour + 1) * lacking
    return (there + OTHER_CUBES * min(other, missing)) / (there + missing)


class Cubes(Measure):
    """Cubes in storage, by colour; and less (or more) for each the more there are, in all or of its colour."""

    weights = {"yellow": 0.4, "red": 0.9, "green": 1.4, "brown": 1.9, "many cubes": 0.0, "same cubes": 0.0}
    order = 0

    @rule
    def worth(s, box, seat, weights):
        total = np.float64(0)
        cubes = np.float64(0)
        for colour in range(COLOURS):
            total += weights[colour] * seat.cubes[colour]
            total += weights[5] * np.float64(seat.cubes[colour]) * seat.cubes[colour]
            cubes += seat.cubes[colour]
        return total + weights[4] * cubes * cubes


class RowGoal(Measure):
    """The point card of the row that is nearest: its points and coin, by how much of its cost is there.

    A card that is not seen yet is worth the same to everybody: else who claims would lose a goal.
    """

    weights = {"goal": 0.3, "goals": 0.2, "unseen goal": 0.0}
    order = 60

    @rule
    def worth(s, box, seat, weights):
        best = np.float64(0)
        total = np.float64(0)
        for place in range(len(s.point_row)):
            card = s.point_row[place]
            value = weights[2]
            if card != NONE:
                near = closeness(seat.cubes, box.point_cards[card].cost)
                coin = coin_at(s, place)
                points = np.float64(box.point_cards[card].points)
                if coin != NO_COIN:
                    points += box.coin_points[coin]
                value = points * near * near
            best = max(best, value)
            total += value
        return weights[0] * best + weights[1] * total / len(s.point_row)


class Claims(Measure):
    """Cards or tiles claimed, beyond their points: the seat that claims faster ends the game."""

    weights = {"claim": 0.0}
    fading = True
    order = 70

    @rule
    def worth(s, box, seat, weights):
        return weights[0] * np.float64(size(seat.claimed))


@rule
def claim_progress(s, box, seat):
    """Return the share of the claims that end the game."""
    return np.float64(size(s.seats[seat].claimed)) / box.last_claim[s.players]


@rule
def cheapest(offers):
    """Return the cheapest cube that is offered, in whatever order."""
    least = offers[1]
    for place in range(2, offers[0] + 1):
        least = min(least, offers[place])
    return least


class CheapestCube(Habit):
    """Pay with the cheapest cube."""

    @rule
    def trim(s, box, offers):
        if CUBE <= offers[1] < CUBE + COLOURS and s.question.decision != RETURNING:
            offers[1] = cheapest(offers)
            offers[0] = 1


class CheapestReturned(Habit):
    """With too many cubes in storage, give the cheapest one back, or perhaps one of those there are most of.

    Without the second, storage full of dear cubes would never have room for the cheap ones that a card asks for. It is
    for games with long turns; where turns are short, there is time to look at every colour.
    """

    @rule
    def trim(s, box, offers):
        if s.question.decision != RETURNING:
            return
        least = cheapest(offers)
        most = least
        for place in range(1, offers[0] + 1):
            if me(s).cubes[offers[place] - CUBE] > me(s).cubes[most - CUBE]:
                most = offers[place]
        offers[0] = 1
        offers[1] = least
        if most != least:
            offers[0] = 2
            offers[2] = most
