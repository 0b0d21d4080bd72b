"""Players: whoever has a `choose(view)` that answers with one of the view's actions."""

from typing import Protocol

from century.engine.actions import Action
from century.engine.view import View


class Player(Protocol):
    """Someone who can be asked."""

    def choose(self, view: View) -> Action:
        """One of `view.actions`."""
