"""What one person sees of a table at one moment: all that a drawing needs, and nothing that is hidden."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from century.engine.actions import Action
from century.engine.view import View


@dataclass(frozen=True)
class Sitter:
    """Who sits on a seat."""

    name: str
    kind: str  # "person", "bot", or "open": nobody has come yet
    level: str = ""  # of a bot, also of one that stands in for a person
    here: bool = True  # whether the person has the table open
    mine: bool = False  # whether it is a seat of who looks
    stand_in: bool = False  # whether a bot plays for the person for now


@dataclass(frozen=True)
class Told:
    """An answer that was given, for the log."""

    ply: int  # its place among all answers, from 0
    turn: int  # from 1; 0 while the game is being set up
    round: int
    seat: int
    action: Action
    thing: Mapping[str, Any] | None = None  # the card, tile or location it was about, as in a view


@dataclass(frozen=True)
class Seen:
    """A table as one person sees it."""

    view: View  # of the seat below; of a watcher if there is none
    version: int  # grows with everything that changes at the table
    sitters: Sequence[Sitter]
    seat: int | None  # the seat through whose eyes the table is seen: at the bottom of the page
    acting: bool  # whether the person who looks is to answer now
    log: Sequence[Told]
    rules: Mapping[str, Sequence[str]] = field(default_factory=dict)  # by the text of a legal answer: rule numbers
    refusals: Mapping[str, str] = field(default_factory=dict)  # by the text of an answer that is not open: why
    can_undo: bool = False
    hint: Action | None = None
    stand_ins: int = 0  # printed values that are not known, and have stand-ins
    ended_early: str = ""  # why the record could not be replayed to its end, if so
