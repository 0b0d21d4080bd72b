"""The opening: what single cards and tiles are worth in the first rounds, by what they have brought in self-play.

A plan sees some turns, an early card or tile works for the whole game. What each is worth comes from games in which
they were taken more or less at random (`century tune GAME --opening GAMES`); it is kept with the weights, in
`[opening.GAME]`. A game with a shop buys the best piece outright; other games plan with these values.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import Any

from century.engine.game import Game
from century.engine.part import Purchase, Shop
from century.engine.view import Known


def shop_of(game: Game) -> type[Shop] | None:
    """Return the shop where an opening of this game buys pieces outright, if there is one."""
    return next((part.shop for part in game.parts if part.shop), None)


def worth(purchase: Purchase) -> float:
    """Return what a purchase is worth."""
    return purchase.value + purchase.rest


@dataclass(frozen=True)
class Opening:
    """What things are worth in the first rounds, by the names of weights."""

    rounds: int
    weights: Mapping[str, float]

    def lasts(self, state: Any) -> bool:
        """Return whether these are the first rounds, at a state."""
        return int(state["turn"]) < self.rounds * int(state["players"])

    def turn(self, known: Known) -> list[int]:
        """Return the answers of a turn that makes the best purchase; none after the first rounds."""
        purchases = self.purchases(known)
        return list(max(purchases, key=worth).answers) if purchases else []

    def stray_turn(self, known: Known, chance: Random, stray: float) -> Purchase | None:
        """Return a purchase that need not be the best: each value is blurred by `stray` points."""
        purchases = self.purchases(known)
        return max(purchases, key=lambda purchase: worth(purchase) + chance.gauss(0, stray)) if purchases else None

    def purchases(self, known: Known) -> list[Purchase]:
        """Return all that can be bought now, while this is the opening."""
        shop = shop_of(known.game)
        return shop.purchases(known, self.weights) if shop and self.lasts(known.state[0]) else []
