"""The shop of the opening: merchant cards that are bought outright."""

from collections.abc import Mapping

from century.engine.actions import ACQUIRE, CLAIM, CUBE, PLAY, TURN
from century.engine.game import Game
from century.engine.part import Purchase, Shop
from century.engine.rows import Rows
from century.engine.view import Known
from century.mechanisms.common.cubes import COLOURS
from century.mechanisms.common.storage import worth_of_cubes
from century.mechanisms.common.value import gain_of


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
        cube_weights = [weights[name] for name in list(worth_of_cubes.weights)[:COLOURS]]
        mine = [colour for colour in range(COLOURS) for _ in range(s.seats[known.seat].cubes[colour])]
        purchases = []
        for action in known.actions:
            place = action.id - ACQUIRE
            if 0 <= place < len(s.merchant_row):
                card, lying, pays = s.merchant_row[place].card, s.merchant_row[place].cubes, mine[:place]
                cubes = sum(cube_weights[colour] * lying[colour] for colour in range(COLOURS))
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
