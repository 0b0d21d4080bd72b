"""The answers given at a table so far, and the match that they lead to."""

import time
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

import century
from century.engine.contract import forget
from century.engine.match import Match
from century.engine.rows import Rows, copy_of
from century.errors import CenturyError, IllegalAction
from century.web.tables.rows import AnswerRow, Options, TableRow
from century.web.tables.table_view import LogEntry
from century.words import N_, say

INTERVAL = 32  # answers between two positions that are kept: any other one is replayed from the nearest


@dataclass(frozen=True, slots=True)
class Step:
    """An answer that was given."""

    answer: AnswerRow
    entry: LogEntry


class History:
    """The answers at a table, replayed. Adding an answer changes no match that was handed out before."""

    def __init__(self, row: TableRow, answers: Sequence[AnswerRow]) -> None:
        """Replay answers. If the rules have changed since, stop before the first one that is no longer legal."""
        self._people = {seat.seat for seat in row.seats if seat.kind == "person"}
        self.match = new_match(row.game, [seat.name for seat in row.seats], row.options)
        self._before: NDArray[np.void] | None = None  # the state before the last answer, if known
        self.steps: list[Step] = []
        self.turn_starts: list[int] = []  # the answers before each turn
        self._positions = [self.match.position()]  # one for each `INTERVAL` answers or so
        self.ended_early = ""  # why the answers could not be replayed to the end, if so
        try:
            for ply, answer in enumerate(answers):
                self._note(self._play(self.match, answer, ply in row.hinted), self.match)
                time.sleep(0)  # other threads go first: moves at other tables would wait 5 ms for each switch
        except CenturyError as error:
            self.ended_early = error.said
        else:
            if len(answers) != row.plies:
                self.ended_early = say("{kept} of {all} answers are kept", kept=len(answers), all=row.plies)

    @property
    def plies(self) -> int:
        """The number of answers."""
        return len(self.steps)

    @property
    def is_turn_fresh(self) -> bool:
        """Whether nobody has answered in this turn yet."""
        return not self.steps or self.steps[-1].entry.turn != self.match.turn

    def log(self, plies: int, most: int) -> list[LogEntry]:
        """Return the log after the first `plies` answers, its last `most` entries."""
        return [step.entry for step in self.steps[max(0, plies - most) : plies]]

    def attempt(self, answer: AnswerRow, hinted: bool) -> tuple[Step, Match]:
        """Try an answer without adding it; return it with the match after it. Raise IllegalAction if it is illegal."""
        after = self.match.copy()
        return self._play(after, answer, hinted), after

    def _play(self, match: Match, answer: AnswerRow, hinted: bool) -> Step:
        """Play an answer on a match that is where this history ends."""
        action = match.game.space.action_of(answer.action)
        if not (action.id < len(match.mask) and match.mask[action.id]):
            match.play(action)  # raises the reason
        if answer.seat != match.actor:
            raise IllegalAction(say("{answer} was given by another seat", answer=repr(action.text)))
        by = "clock" if answer.by == "clock" else ""
        if answer.by.startswith("bot:") and answer.seat in self._people:
            by = "stand-in"
        deed = match.deed(action)
        entry = LogEntry(len(match.history), match.turn, match.round, answer.seat, action, deed, by, hinted)
        match.play(action)
        return Step(answer, entry)

    def add(self, step: Step, match: Match) -> None:
        """Add an answer that was tried on the match as it is."""
        self._before, self.match = self.match.state_array(), match
        self._note(step, match)

    def last_reveals(self) -> bool:
        """Return whether the last answer brought hidden things to light."""
        if self._before is None:
            self._before = self.at(self.plies - 1).state_array()
        return _reveals(self._before, self.match)

    def _note(self, step: Step, match: Match) -> None:
        if not self.steps or self.steps[-1].entry.turn != step.entry.turn:
            self.turn_starts.append(len(self.steps))
        self.steps.append(step)
        if len(self.steps) >= self._positions[-1].answers + INTERVAL:
            self._positions.append(match.position())

    def go_back(self, plies: int) -> None:
        """Keep only the first `plies` answers."""
        self.match, self._before = self.at(plies), None
        del self.steps[plies:]
        self.turn_starts = [start for start in self.turn_starts if start < plies]
        self._positions = [one for one in self._positions if one.answers <= plies]

    def rename(self, names: Sequence[str]) -> None:
        """Give the seats other names."""
        self.match.options = replace(self.match.options, names=tuple(names))

    def seat_person(self, seat: int) -> None:
        """Note that a person has sat down on a seat."""
        self._people.add(seat)

    def at(self, plies: int) -> Match:
        """Return the match after the first `plies` answers."""
        if not 0 <= plies <= self.plies:
            text = N_("a position must be a number of answers from 0 to {most}, not {value}")
            raise CenturyError(say(text, most=self.plies, value=plies))
        if plies == self.plies:
            return self.match.copy()
        match = self.match.at(next(one for one in reversed(self._positions) if one.answers <= plies))
        for step in self.steps[len(match.history) : plies]:
            match.play(step.entry.action)
        return match


def new_match(game: str, names: Sequence[str], options: Options) -> Match:
    """Start the match of a table."""
    return century.game(game).new(players=len(names), names=names, interpreted=True, **options)


def _reveals(state: NDArray[np.void], after: Match) -> bool:
    """Whether an answer to a state touched what lay hidden on the table: decks, until they are empty."""
    was, now = state.tobytes(), after.state_array().tobytes()
    forgotten = copy_of(state)
    forget(Rows(forgotten)[0], after.box)
    known = forgotten.tobytes()
    parts = (slice(at, at + kind.itemsize) for kind, at, *_ in (state.dtype.fields or {}).values())
    return any(was[part] != known[part] and was[part] != now[part] for part in parts)
