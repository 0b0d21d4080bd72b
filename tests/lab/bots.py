"""Players for the tests of the lab, which load them from this file."""

from century.engine.actions import Action
from century.engine.view import View


class Broken:
    def choose(self, view: View) -> Action:
        raise ValueError("out of ideas")
