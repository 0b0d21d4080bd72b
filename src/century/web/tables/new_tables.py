"""Tables that are to be created: as the host chooses, from a match, or as a rematch."""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass, replace

import century
from century.engine.match import MOST_SEED, Match
from century.errors import CenturyError
from century.web.schemas import TableRequest
from century.web.tables.history import new_match
from century.web.tables.live_table import match_columns
from century.web.tables.rows import AnswerRow, Change, Options, SeatRow, TableRow
from century.web.tables.seating import seats_of
from century.words import say


@dataclass(frozen=True)
class NewTable:
    """A table that is to be created."""

    host: str
    game: str
    rules: str
    change: Change  # the columns that follow from the match
    options: Options
    seats: Sequence[SeatRow]
    private: bool = False
    takebacks: bool = True
    hints: bool = False
    clock: int | None = None
    answers: Sequence[AnswerRow] = ()

    def columns(self) -> dict[str, object]:
        """Return what the database keeps of the table itself."""
        return {
            "game": self.game,
            "options": self.options,
            "rules": self.rules,
            "host": self.host,
            "private": self.private,
            "takebacks": self.takebacks,
            "hints": self.hints,
            "clock": self.clock,
            **self.change,
        }


def requested_table(host: str, host_name: str, wanted: TableRequest) -> NewTable:
    """Return the table that a host asks for."""
    seats = seats_of(host, host_name, wanted.seats)
    if wanted.seed is not None and any(seat.is_free for seat in seats):
        raise CenturyError(say("a seed reveals everything hidden: you can choose one only if no other people play"))
    chosen = wanted.model_dump(include={"seed", "start", "turn_limit", "edition"}, exclude_none=True)
    options = {"seed": _new_seed(), **chosen, **century.game(wanted.game).check_settings(wanted.settings)}
    match = new_match(wanted.game, [seat.name for seat in seats], options)
    new = _new_table(host, match, options, seats)
    return replace(new, private=wanted.private, takebacks=wanted.takebacks, hints=wanted.hints, clock=wanted.clock)


def _new_table(host: str, match: Match, options: Options, seats: Sequence[SeatRow]) -> NewTable:
    return NewTable(host, match.game.name, match.game.rules_version, match_columns(match, seats), options, seats)


def table_of(host: str, match: Match, seats: Sequence[SeatRow], answers: Sequence[AnswerRow]) -> NewTable:
    """Return a private table that starts where a match is, after these answers."""
    made = match.options
    options: Options = {"seed": made.seed, "start": made.start, "turn_limit": made.turn_limit, "edition": made.edition}
    options |= {"components": match.catalogue.overlay or None, **made.settings}
    kept = {key: value for key, value in options.items() if value is not None}
    return replace(_new_table(host, match, kept, seats), private=True, answers=answers)


def replayed_answers(match: Match) -> list[AnswerRow]:
    """Return the answers of a match that was replayed from a record."""
    replayed = Match(match.game, match.options, match.catalogue, interpreted=True)
    answers = []
    for action in match.history:
        assert replayed.actor is not None
        answers.append(AnswerRow(action.id, replayed.actor, "record"))
        replayed.play(action)
    return answers


def rematch_of(row: TableRow) -> NewTable:
    """Return the rematch of a table: the same people, each one seat further, and nobody away."""
    moved = [row.seats[(seat + 1) % len(row.seats)] for seat in range(len(row.seats))]
    seats = [
        replace(one, seat=seat, level=None if one.kind == "person" else one.level) for seat, one in enumerate(moved)
    ]
    options = {key: value for key, value in row.options.items() if key != "start"} | {"seed": _new_seed()}
    match = new_match(row.game, [seat.name for seat in seats], options)
    new = _new_table(row.host, match, options, seats)
    return replace(new, private=row.private, takebacks=row.takebacks, hints=row.hints, clock=row.clock)


def _new_seed() -> int:
    """Return a seed that cannot be guessed."""
    return secrets.randbelow(MOST_SEED)
