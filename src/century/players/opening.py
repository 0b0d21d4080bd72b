"""The opening: the values of single cards and tiles in the first rounds, measured in self-play.

A plan covers a few turns, but an early card or tile is useful for the whole game. Its value comes from games in which
cards and tiles were taken more or less at random (`century tune GAME --opening GAMES`). The values are stored with the
weights, in `[opening.GAME]`. In a game with a shop, the opening buys the best piece directly; in other games, the
planner uses these values.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random

import numpy as np

from century.engine.game import Game
from century.engine.part import Purchase, Shop
from century.engine.rows import Row
from century.engine.view import Known


def shop_of(game: Game) -> type[Shop] | None:
    """Return the shop in which the opening of this game buys pieces directly, if there is one."""
    return next((part.shop for part in game.parts if part.shop), None)


def worth(purchase: Purchase) -> float:
    """Return the value of a purchase."""
    return purchase.value + purchase.rest


@dataclass(frozen=True)
class Opening:
    """The values of pieces in the first rounds, by the names of their weights."""

    rounds: int
    weights: Mapping[str, float]

    def lasts(self, state: Row | np.void) -> bool:
        """Return whether a state is in the first rounds."""
        return int(state["turn"]) < self.rounds * int(state["players"])

    def turn(self, known: Known) -> list[int]:
        """Return the answers of a turn that makes the best purchase, or none after the first rounds."""
        purchases = self.purchases(known)
        return list(max(purchases, key=worth).answers) if purchases else []

    def stray_turn(self, known: Known, chance: Random, stray: float) -> Purchase | None:
        """Return a purchase chosen with noise: a standard deviation of `stray` points on each value."""
        purchases = self.purchases(known)
        return max(purchases, key=lambda purchase: worth(purchase) + chance.gauss(0, stray)) if purchases else None

    def purchases(self, known: Known) -> list[Purchase]:
        """Return the purchases that are possible now, or none after the opening."""
        shop = shop_of(known.game)
        return shop.purchases(known, self.weights) if shop and self.lasts(known.state[0]) else []
