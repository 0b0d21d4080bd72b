"""Players that choose at random. They also play inside compiled code, thousands of games a second."""

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from random import Random as Generator
from typing import Final

from century.engine.actions import Action
from century.engine.game import Game
from century.engine.part import Choice
from century.engine.view import Known, View

CLAIM_APPEAL = 1000
# How likely these players are to take an answer of a choice, in proportion to the others that are open.
WEIGHTS: Final[Mapping[str, Callable[[type[Choice]], int]]] = {
    "random": lambda choice: 1,
    "casual": lambda choice: 2**24 if choice.is_claim else 1,
    "simple": lambda choice: CLAIM_APPEAL if choice.is_claim else choice.appeal,
}


@cache
def weights_of(name: str, game: Game) -> Sequence[int]:
    """Return the weight of each action of a game to one of these players, by the number of the action."""
    weights = [1] * (max(game.space.actions) + 1)
    for choice in {choice for choices in game.decisions.values() for choice in choices}:
        for number in range(len(choice.block.labels)):
            weights[choice.block + number] = WEIGHTS[name](choice)
    return weights


class Random:
    """A player that takes any legal answer, each as likely as any other.

    >>> import century
    >>> from century.players.random import Random
    >>> match = century.game("spice-road").new(players=2, seed=7)
    >>> Random(seed=1).choose(match.view(match.actor)) in match.actions()
    True
    """

    def __init__(self, seed: int | None = None) -> None:
        """Choose differently each time; with a seed, choose the same again."""
        self._generator = Generator(seed)

    def choose(self, view: View) -> Action:
        """Return one of the legal answers."""
        return self.answer(view)

    def answer(self, known: Known | View) -> Action:
        """Return one of the legal answers; a record of what is known is enough."""
        return self._generator.choice(known.actions)


class Casual(Random):
    """A player that takes any legal answer, but claims when it can."""

    def answer(self, known: Known | View) -> Action:
        """Return a claim, if there is one."""
        weights = weights_of("casual", known.game)
        most = max(weights[action.id] for action in known.actions)
        return self._generator.choice([action for action in known.actions if weights[action.id] == most])


class Simple(Random):
    """A player that takes any legal answer, but likes to claim, to build and to trade."""

    def answer(self, known: Known | View) -> Action:
        """Return one of the legal answers; those that it likes are likelier."""
        weights = weights_of("simple", known.game)
        return self._generator.choices(known.actions, [weights[action.id] for action in known.actions])[0]
