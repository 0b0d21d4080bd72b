"""What one visitor sees of a table at one moment: everything a drawing needs, and nothing hidden."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from century.engine.actions import Action
from century.engine.deeds import Deed
from century.engine.view import View
from century.web.schemas import SeatInfo


@dataclass(frozen=True, slots=True)
class LogEntry:
    """An answer in the log of a table."""

    ply: int  # its index among all answers, from 0
    turn: int  # from 1; 0 during set-up
    round: int
    seat: int
    action: Action
    deed: Deed  # the answer in the words of its mechanism
    by: str = ""  # "clock" or "stand-in", if the person of the seat did not answer
    hinted: bool = False  # whether the person had asked for a hint


@dataclass(frozen=True)
class TableView:
    """A table as one visitor sees it."""

    view: View  # of `seat`; a watcher's view if there is none
    version: int  # grows with every change of the table
    seats: Sequence[SeatInfo]
    seat: int | None  # the visitor's seat, drawn at the bottom of the page
    acting: bool  # whether it is the visitor's turn to answer
    log: Sequence[LogEntry]  # the last entries, up to `views.LOGGED`
    rules: Mapping[int, Sequence[str]] = field(default_factory=dict)  # rule numbers by the number of a legal action
    refusals: Mapping[int, str] = field(default_factory=dict)  # reasons by the number of an action that is not legal
    can_undo: bool = False
    can_ask_hint: bool = False
    hint: Action | None = None
    stand_ins: int = 0  # the number of printed values that are unknown and have approximate ones
    ended_early: str = ""  # why the answers could not be replayed to the end, if so
