"""Kinds of location: what can be done there. Each mechanism brings its own, in its own file."""

from collections.abc import Sequence
from typing import ClassVar

from century.engine.rows import Row
from century.engine.things import Thing
from century.types import Rule
from century.words import N_, say

NUMBERS = 4  # of forts, and of markets


def does(words: str) -> Thing:
    """Return what is done at a location, in words."""
    return Thing("effect", "", [words], words, {"does": words})


class Kind:
    """A kind of location: `can(s, box, location)` says whether its action can be carried out, `do` carries it out.

    Both are rules. Settlers are placed and tool cubes received before `do`; `can` must count these cubes.
    """

    names: ClassVar[Sequence[str]]  # in the catalogue
    task: ClassVar[str] = "work"  # what is done there, in words
    sent: ClassVar[str] = N_("sent {number} to work")  # how the log reports that settlers were sent there
    closed: ClassVar[str] = ""  # why its action cannot be carried out, where there is only one reason
    numbered = False  # whether those in play have the numbers 1 to 4
    can: Rule
    do: Rule

    @classmethod
    def printed(cls, box: Row, location: int) -> Thing:
        """Return what is done there, as printed."""
        return does(cls.task)

    @classmethod
    def show(cls, s: Row, box: Row, location: int) -> Thing:
        """Return what is done there now."""
        return cls.printed(box, location)

    @classmethod
    def why_not(cls, s: Row, box: Row, location: int) -> str:
        """Return why its action cannot be carried out, if it cannot."""
        return cls.closed


class NumberedKind(Kind):
    """A kind of location of which there are four, with the numbers 1 to 4."""

    numbered = True
    title: ClassVar[str]  # what one of them is called

    @classmethod
    def printed(cls, box: Row, location: int) -> Thing:
        """Return its number."""
        number = int(box.locations[location].number) + 1
        spoken = say(cls.title, number=number)
        return Thing("effect", "", [spoken], spoken, {cls.names[0]: number})
