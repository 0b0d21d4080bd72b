"""The answers given at a table so far, and the match that they lead to."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import century
from century.engine.contract import forget
from century.engine.match import Match
from century.engine.rows import Rows
from century.errors import CenturyError, IllegalAction
from century.web.tables.rows import AnswerRow, Options, TableRow
from century.web.tables.table_view import LogEntry
from century.words import N_, say


@dataclass(frozen=True)
class Step:
    """An answer that was given."""

    answer: AnswerRow
    entry: LogEntry
    reveals: bool  # whether it brought hidden things to light


class History:
    """The answers at a table, replayed. Adding an answer changes no match that was handed out before."""

    def __init__(self, row: TableRow, answers: Sequence[AnswerRow]) -> None:
        """Replay answers. If the rules have changed since, stop before the first one that is no longer legal."""
        names = [seat.name for seat in row.seats]
        self.match = new_match(row.game, names, row.options)
        self.steps: list[Step] = []
        self.turns: list[Match] = []  # the match at the beginning of each turn
        self.ended_early = ""  # why the answers could not be replayed to the end, if so
        try:
            for answer in answers:
                self.add(*self.attempt(answer))
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

    @property
    def log(self) -> list[LogEntry]:
        """The log, an entry for each answer."""
        return [step.entry for step in self.steps]

    def attempt(self, answer: AnswerRow) -> tuple[Step, Match]:
        """Try an answer without adding it; return it with the match after it. Raise IllegalAction if it is illegal."""
        before = self.match
        action = before.game.space.action_of(answer.action)
        after = before.copy().play(action)
        if answer.seat != before.actor:
            raise IllegalAction(say("{answer} was answered by another seat", answer=repr(action.text)))
        deed = before.deed(action)
        entry = LogEntry(self.plies, before.turn, before.round, answer.seat, action, deed)
        return Step(answer, entry, _reveals(before, after)), after

    def add(self, step: Step, match: Match) -> None:
        """Add an answer that was tried on the match as it is."""
        if not self.steps or self.steps[-1].entry.turn != step.entry.turn:
            self.turns.append(self.match)
        self.match = match
        self.steps.append(step)

    def go_back(self, plies: int) -> None:
        """Keep only the first `plies` answers."""
        self.match = self.at(plies)
        del self.steps[plies:]
        self.turns = [turn for turn in self.turns if len(turn.history) < plies]

    def rename(self, names: Sequence[str]) -> None:
        """Give the seats other names."""
        for match in (self.match, *self.turns):
            match.options = replace(match.options, names=tuple(names))

    def at(self, plies: int) -> Match:
        """Return the match after the first `plies` answers."""
        if not 0 <= plies <= self.plies:
            text = N_("a position must be a number of answers from 0 to {most}, not {value}")
            raise CenturyError(say(text, most=self.plies, value=plies))
        if plies == self.plies:
            return self.match.copy()
        match = next(turn for turn in reversed(self.turns) if len(turn.history) <= plies).copy()
        for step in self.steps[len(match.history) : plies]:
            match.play(step.answer.action)
        return match


def new_match(game: str, names: Sequence[str], options: Options) -> Match:
    """Start the match of a table."""
    return century.game(game).new(players=len(names), names=names, interpreted=True, **options)


def _reveals(before: Match, after: Match) -> bool:
    """Whether an answer touched what lay hidden on the table: decks, until they are empty."""
    state = before.state_array()
    was, now = state.tobytes(), after.state_array().tobytes()
    forget(Rows(state)[0], before.box)
    known = state.tobytes()
    parts = (slice(at, at + kind.itemsize) for kind, at, *_ in (state.dtype.fields or {}).values())
    return any(was[part] != known[part] and was[part] != now[part] for part in parts)
