"""Players that choose at random. They also play in compiled code, at thousands of games a second."""

from collections.abc import Mapping, Sequence
from functools import cache
from random import Random as Generator
from typing import Final

from century.engine.actions import Action
from century.engine.game import Game
from century.engine.view import Known, View

# Relative weights of actions, by the first word of their text. The default is 1.
WEIGHTS: Final[Mapping[str, Mapping[str, int]]] = {
    "random": {},
    "casual": {"claim": 2**24, "claim first": 2**24},
    "simple": {
        "claim": 1000,
        "claim first": 1000,
        "build": 100,
        "bonus": 10,
        "tile": 10,
        "pick up": 100,
        "times": 20,
        "upgrade": 10,
        "play": 3,
        "anchor": 8,
        "harvest": 2,
    },
}


@cache
def weights_of(name: str, game: Game) -> Sequence[int]:
    """Return the weight of each action of a game for one of these players, by the number of the action."""
    space = game.space
    numbers = range(max(space.actions) + 1)
    return [WEIGHTS[name].get(space.block_of(id).word, 1) if id in space.actions else 1 for id in numbers]


class Random:
    """Chooses any legal answer, all with the same probability.

    >>> import century
    >>> from century.players.random import Random
    >>> match = century.game("spice-road").new(players=2, seed=7)
    >>> Random(seed=1).choose(match.view(match.actor)) in match.actions()
    True
    """

    def __init__(self, seed: int | None = None) -> None:
        """Create a player. With a seed, its choices repeat."""
        self._generator = Generator(seed)

    def choose(self, view: View) -> Action:
        """Return a legal answer."""
        return self.answer(view)

    def answer(self, known: Known | View) -> Action:
        """Return a legal answer for a view or for what a seat knows."""
        return self._generator.choice(known.actions)


class Casual(Random):
    """Claims whenever it can; otherwise chooses any legal answer."""

    def answer(self, known: Known | View) -> Action:
        """Return a claim if one is legal, otherwise any legal answer."""
        claims = [action for action in known.actions if action.text.startswith("claim")]
        return self._generator.choice(claims or known.actions)


class Simple(Random):
    """Chooses any legal answer, but prefers to claim, build and trade."""

    def answer(self, known: Known | View) -> Action:
        """Return a legal answer, preferred ones more often."""
        seen = known if isinstance(known, Known) else known.known
        assert seen, "a spectator does not answer"
        likes = weights_of("simple", seen.game)
        weights = [likes[action.id] for action in known.actions]
        return self._generator.choices(known.actions, weights)[0]
