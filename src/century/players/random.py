"""Players that choose at random."""

from random import Random as Generator

from century.engine.actions import Action
from century.engine.view import Known, View


class Random:
    """Takes any legal answer, each as likely as any other.

    >>> import century
    >>> from century.players.random import Random
    >>> match = century.game("spice-road").new(players=2, seed=7)
    >>> Random(seed=1).choose(match.view(match.actor)) in match.actions()
    True
    """

    def __init__(self, seed: int | None = None) -> None:
        """A player of its own mind, or, with a seed, one that chooses the same again."""
        self._generator = Generator(seed)

    def choose(self, view: View) -> Action:
        """One of the legal answers."""
        return self.answer(view)

    def answer(self, known: Known | View) -> Action:
        """One of the legal answers; a record of what is known is enough."""
        return self._generator.choice(known.actions)


class Casual(Random):
    """Takes any legal answer, but claims when it can."""

    def answer(self, known: Known | View) -> Action:
        """A claim, if there is one."""
        claims = [action for action in known.actions if action.text.startswith("claim")]
        return self._generator.choice(claims or known.actions)
