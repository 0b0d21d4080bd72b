"""The opening: what single cards and tiles are worth in the first rounds, by what they have brought in self-play.

A plan sees some turns, an early card or tile works for the whole game. What each is worth was found by games in which
they were taken more or less at random (`century tune GAME --opening GAMES`), and is kept with the weights, in
`[opening.GAME]`. Where cards are all there is to get early, the best one is bought outright; elsewhere plans are made
with these values.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from century.engine.actions import ACQUIRE, CLAIM, CUBE, PLAY, TURN
from century.engine.game import Game
from century.engine.rows import Rows
from century.engine.view import Known
from century.mechanisms.common.cubes import COLOURS
from century.players.worth import Cubes, gain_of


def buys(game: Game) -> bool:
    """Whether an opening of this game buys cards outright: there are merchant cards to get early, and nothing else."""
    return game.fields.issuperset(("merchant_row", "hand")) and not game.fields.intersection(("boat", "placed"))


@dataclass(frozen=True)
class Purchase:
    """A card that can be bought now."""

    answers: Sequence[int]  # of the whole turn
    card: int
    gain: float  # what one use of it brings
    cubes: float  # those that lie on it less those to pay, by their weights


@dataclass(frozen=True)
class Opening:
    """What things are worth in the first rounds, by the names of weights."""

    rounds: int
    weights: Mapping[str, float]

    def lasts(self, state: Any) -> bool:
        """Whether these are the first rounds, at a state."""
        return int(state["turn"]) < self.rounds * int(state["players"])

    def turn(self, known: Known) -> list[int]:
        """The answers of a turn that buys the best card; none after the first rounds."""
        found = self.purchases(known)
        return list(max(found, key=self.worth).answers) if found else []

    def stray_turn(self, known: Known, chance: Random, stray: float) -> Purchase | None:
        """A purchase that need not be the best one, each taken for so many points more or less worth."""
        found = self.purchases(known)
        return max(found, key=lambda purchase: self.worth(purchase) + chance.gauss(0, stray)) if found else None

    def worth(self, purchase: Purchase) -> float:
        """What a purchase is worth."""
        weights = self.weights
        own = weights.get(PLAY.labels[purchase.card], 0.0)
        return weights["card"] + weights["card gain"] * purchase.gain + own + purchase.cubes

    def purchases(self, known: Known) -> list[Purchase]:
        """All cards that can be bought, paid with the cheapest cubes, while this is the opening: nobody can claim."""
        s = Rows(known.state)[0]
        if not buys(known.game) or not self.lasts(known.state[0]) or s.question.decision != TURN:
            return []
        if any(0 <= action.id - CLAIM < len(CLAIM.labels) for action in known.actions) or any(s.seats.claimed):
            return []
        box = known.game.box(known.catalogue)[0]
        weights = [self.weights[name] for name in Cubes.names[:COLOURS]]
        mine = [colour for colour in range(COLOURS) for _ in range(s.seats[known.seat].cubes[colour])]
        found = []
        for action in known.actions:
            place = action.id - ACQUIRE
            if 0 <= place < len(s.merchant_row):
                card, lie, pays = s.merchant_row[place].card, s.merchant_row[place].cubes, mine[:place]
                answers = [action.id, *(CUBE + colour for colour in pays)]
                cubes = sum(weights[colour] * lie[colour] for colour in range(COLOURS))
                cubes -= sum(weights[colour] for colour in pays)
                found.append(
                    Purchase(answers, int(card), float(gain_of(box.effects[box.first_merchant + card])), float(cubes))
                )
        return found
