"""What merchant cards are worth to a planner, and which of them it pays with or buys first."""

from collections.abc import Mapping

import numpy as np

from century.engine.actions import ACQUIRE, CLAIM, CUBE, PLAY, SAIL, TURN
from century.engine.compile import rule
from century.engine.game import Game
from century.engine.part import Habit, Measure, Purchase, Shop
from century.engine.rows import Rows
from century.engine.state import me
from century.engine.view import Known
from century.mechanisms.common.cubes import COLOURS
from century.mechanisms.common.decks import holds, lowest, size, without_lowest
from century.mechanisms.common.value import Cubes, gain_of
from century.mechanisms.road.merchants import CARDS

PLAYED_FIRST = 100  # more than any card gains: cards that are played pay before those in the hand


class Hand(Measure):
    """Merchant cards: each, what one use gains, and less for each the more there are."""

    weights = {"card": 1.5, "card gain": 0.25, "many cards": 0.0}
    pieces = PLAY.labels
    fading = True
    order = 10

    @rule
    def worth(s, box, seat, weights):
        total = np.float64(0)
        left = seat.hand | seat.played
        while left != np.uint64(0):
            card = lowest(left)
            left = without_lowest(left)
            total += weights[0] + weights[1] * gain_of(box.effects[box.first_merchant + card]) + weights[3 + card]
        cards = size(seat.hand | seat.played)
        return total + weights[2] * cards * cards


class Played(Measure):
    """Merchant cards that have to be taken back before they can be played again."""

    weights = {"played card": -0.3}
    order = 20

    @rule
    def worth(s, box, seat, weights):
        return weights[0] * np.float64(size(seat.played))


class SailedCards(Measure):
    """Merchant cards that are face down."""

    weights = {"sailed card": 0.2, "sailed card gain": 0.2}
    fading = True
    order = 30

    @rule
    def worth(s, box, seat, weights):
        total = np.float64(0)
        left = seat.sailed
        while left != np.uint64(0):
            total += weights[0] + weights[1] * gain_of(box.effects[box.first_merchant + lowest(left)])
            left = without_lowest(left)
        return total


class CheapestCard(Habit):
    """Pay for a step with the card that gains least, better one that is played."""

    @rule
    def trim(s, box, offers):
        if not SAIL <= offers[1] < SAIL + CARDS:
            return
        least = np.float64(0)
        chosen = offers[1]
        for place in range(1, offers[0] + 1):
            card = offers[place] - SAIL
            gain = gain_of(box.effects[box.first_merchant + card])
            if holds(me(s).played, card):
                gain -= PLAYED_FIRST
            if place == 1 or gain < least:
                least = gain
                chosen = offers[place]
        offers[0] = 1
        offers[1] = chosen


class MerchantShop(Shop):
    """Merchant cards of the row, paid for with the cheapest cubes, until somebody can claim a point card."""

    @staticmethod
    def purchases(known: Known, weights: Mapping[str, float]) -> list[Purchase]:
        """Return all cards that the seat can buy this turn."""
        s = Rows(known.state)[0]
        if s.question.decision != TURN or any(s.seats.claimed):
            return []
        if any(0 <= action.id - CLAIM < len(CLAIM.labels) for action in known.actions):
            return []
        box = known.game.box(known.catalogue)[0]
        cube_weights = [weights[name] for name in list(Cubes.weights)[:COLOURS]]
        mine = [colour for colour in range(COLOURS) for _ in range(s.seats[known.seat].cubes[colour])]
        purchases = []
        for action in known.actions:
            place = action.id - ACQUIRE
            if 0 <= place < len(s.merchant_row):
                card, lie, pays = s.merchant_row[place].card, s.merchant_row[place].cubes, mine[:place]
                cubes = sum(cube_weights[colour] * lie[colour] for colour in range(COLOURS))
                cubes -= sum(cube_weights[colour] for colour in pays)
                value = _printed_value(box, card, weights) + weights.get(PLAY.labels[card], 0.0)
                answers = [action.id, *(CUBE + colour for colour in pays)]
                purchases.append(Purchase(answers, PLAY.labels[card], value, float(cubes)))
        return purchases

    @staticmethod
    def printed(game: Game, weights: Mapping[str, float]) -> dict[str, float]:
        """Return the value of each card by what it gains."""
        box = game.box(game.catalogue())[0]
        return {id: _printed_value(box, card, weights) for card, id in enumerate(PLAY.labels)}


def _printed_value(box, card: int, weights: Mapping[str, float]) -> float:
    gain = float(gain_of(box.effects[box.first_merchant + card]))
    return weights["card"] + weights["card gain"] * gain
