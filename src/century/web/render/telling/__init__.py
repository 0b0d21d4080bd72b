"""What was played, told in words: the thing an answer is about, and the turns as sentences for the log."""

from century.web.render.telling.pens import Gettext, Ngettext, Pen, Plain
from century.web.render.telling.things import thing_of
from century.web.render.telling.turns import Teller, Turn, turns_of

__all__ = ["Gettext", "Ngettext", "Pen", "Plain", "Teller", "Turn", "thing_of", "turns_of"]
