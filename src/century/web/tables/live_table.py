"""A table in memory: its match, what was told of it, and what each person may see and take back."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import century
from century.engine.actions import Action
from century.engine.contract import forget
from century.engine.game import Game
from century.engine.match import Match
from century.engine.part import Choice
from century.engine.rows import Rows
from century.errors import CenturyError, IllegalAction
from century.rulebook import cited_by_class
from century.web.render.telling import thing_of
from century.web.tables.store import Given, TableRow
from century.web.tables.table_view import LogEntry, SeatView, TableView
from century.words import say


def new_match(row: TableRow) -> Match:
    """The match of a table, before anybody has answered."""
    names = [seat.name for seat in row.seats]
    return century.game(row.game).new(players=len(names), names=names, interpreted=True, **row.options)


@dataclass(frozen=True)
class Tried:
    """An answer, and what comes of it: the match after it is another one than that of the room."""

    given: Given
    told: LogEntry
    after: Match
    reveals: bool  # whether it brought to light what was hidden


class Room:
    """A table in memory. Only what the store has written down is played here."""

    def __init__(self, row: TableRow, given: Sequence[Given]) -> None:
        """Replay what was answered so far.

        Where the rules have changed since, the game is shown up to the first answer that is no longer legal.
        """
        self.row = row
        self.match = new_match(row)
        self.given: list[Given] = []
        self.told: list[LogEntry] = []
        self.reveals: list[bool] = []  # for each answer, whether it brought to light what was hidden
        self.turns: list[Match] = []  # the match as it was when each turn began
        self.ended_early = ""
        self.hurry = False  # whether the bots shall not take their time
        for one in given:
            try:
                self.play(one)
            except CenturyError as error:
                self.ended_early = error.said
                break
        else:
            if len(given) != row.plies:
                self.ended_early = say("{kept} of {all} answers are kept", kept=len(given), all=row.plies)

    @property
    def plies(self) -> int:
        """How many answers were given."""
        return len(self.given)

    def play(self, one: Given) -> None:
        """Play an answer."""
        self.take(self.tried(one))

    def tried(self, one: Given) -> Tried:
        """What would come of an answer; nothing changes yet."""
        match = self.match
        action = match.game.space.action_of(one.action)
        after = match.copy().play(action)
        if one.seat != match.actor:
            raise IllegalAction(say("{answer} was answered by another seat", answer=repr(action.text)))
        told = LogEntry(self.plies, match.turn, match.round, one.seat, action, thing_of(match, action))
        return Tried(one, told, after, _reveals(match, after))

    def take(self, tried: Tried) -> None:
        """Go on with an answer that was tried on the match as it is."""
        if not self.told or self.told[-1].turn != tried.told.turn:
            self.turns.append(self.match)
        self.match = tried.after
        self.reveals.append(tried.reveals)
        self.told.append(tried.told)
        self.given.append(tried.given)

    def back_to(self, plies: int) -> None:
        """Forget all answers but the first ones."""
        self.match = self.at(plies)
        for kept in (self.given, self.told, self.reveals):
            del kept[plies:]
        self.turns = [turn for turn in self.turns if len(turn.history) < plies]

    def at(self, plies: int) -> Match:
        """The match as it was after so many answers."""
        if not 0 <= plies <= self.plies:
            raise CenturyError(
                say("a position is a number of answers from 0 to {most}, not {value}", most=self.plies, value=plies)
            )
        if plies == self.plies:
            return self.match.copy()
        start = next(turn for turn in reversed(self.turns) if len(turn.history) <= plies).copy()
        for one in self.given[len(start.history) : plies]:
            start.play(one.action)
        return start

    def state(self, match: Match | None = None) -> dict[str, Any]:
        """What the store keeps of a match beside its answers."""
        match = match or self.match
        kept: dict[str, Any] = {"actor": match.actor, "stage": "over" if match.over else self.stage_of_seats()}
        if match.over:
            kept["result"] = {"points": match.totals(), "winner": match.winner, "stopped": match.stopped}
        return kept

    def stage_of_seats(self) -> str:
        """Whether the table waits for people, or can be played at."""
        return "waiting" if any(seat.kind in ("open", "invited") for seat in self.row.seats) else "playing"

    # --- bots ---------------------------------------------------------------------------------------

    def bot_level(self, seat: int) -> str | None:
        """The level of the bot that answers for a seat, if one does."""
        return self.row.seats[seat].level

    def persons(self) -> set[str]:
        """The people who sit here."""
        return {seat.person for seat in self.row.seats if seat.person}

    # --- taking back --------------------------------------------------------------------------------

    def take_back_to(self, person: str) -> int | None:
        """To how many answers a person may go back now; none if not.

        Within one's own turn until something hidden came to light; further when nobody else plays here but bots, and
        the table allows it. Nobody else has to answer again.
        """
        mine = [ply for ply, one in enumerate(self.given) if one.by == person]
        if not mine or self.row.stage != "playing" or self.ended_early:
            return None
        ply = mine[-1]
        if any(not _by_machine(one.by) for one in self.given[ply + 1 :]):
            return None
        same_turn = self.told[ply].turn == self.match.turn and self.match.actor == self.given[ply].seat
        same_turn = same_turn and self.plies == ply + 1
        if same_turn and not self.reveals[ply]:
            return ply
        alone = self.persons() == {person}
        return ply if alone and self.row.takebacks else None

    def open_to(self, person: str | None) -> bool:
        """Whether a person may see the table."""
        return not self.row.private or person == self.row.host or person in self.persons()

    def is_solo(self, person: str) -> bool:
        """Whether nobody but this person could be wronged by knowing what is hidden, now or later."""
        others = any(seat.kind != "bot" and seat.person != person for seat in self.row.seats)
        return self.row.takebacks and not others and (person in self.persons() or person == self.row.host)

    # --- seeing -------------------------------------------------------------------------------------

    def eyes_of(self, person: str | None) -> int | None:
        """The seat through which a person sees the table: of several, the one to answer or the one that did last."""
        mine = self.row.seats_of(person) if person else []
        if not mine:
            return None
        if self.match.actor in mine:
            return self.match.actor
        last = [one.seat for one in self.given if one.seat in mine and one.by == person]
        return last[-1] if last else mine[0]

    def acts(self, person: str | None, seat: int | None) -> bool:
        """Whether a person is to answer now."""
        if seat is None or self.row.stage != "playing" or self.ended_early or seat != self.match.actor:
            return False
        return self.row.seats[seat].person == person and self.bot_level(seat) is None

    def seen(
        self,
        person: str | None,
        here: set[str],
        *,
        plies: int | None = None,
        hint: Action | None = None,
    ) -> TableView:
        """The table as a person sees it, now or after so many answers."""
        seat = self.eyes_of(person)
        match = self.match if plies is None else self.at(plies)
        acting = plies is None and self.acts(person, seat)
        view = match.view(seat)
        if not acting:
            view["actions"], view.actions = [], ()
        return TableView(
            view=view,
            version=self.row.version,
            seats=self.seats(person, here),
            seat=seat,
            acting=acting,
            log=self.told if plies is None else self.told[:plies],
            rules=_rules(match) if acting else {},
            refusals=Refusals(match) if acting else {},
            can_undo=plies is None and person is not None and self.take_back_to(person) is not None,
            hint=hint if acting else None,
            stand_ins=len(match.catalogue.stand_ins()),
            ended_early=self.ended_early,
        )

    def seats(self, person: str | None, here: set[str]) -> list[SeatView]:
        """Who sits where."""
        return [
            SeatView(
                name=seat.name,
                kind="open" if seat.kind == "invited" else seat.kind,
                level=seat.level or "",
                here=seat.kind == "bot" or seat.person in here,
                mine=person is not None and seat.person == person,
                stand_in=seat.kind == "person" and seat.level is not None,
            )
            for seat in self.row.seats
        ]

    def sit(self, seat: int, **changed: Any) -> None:
        """Somebody else sits on a seat."""
        seats = list(self.row.seats)
        seats[seat] = replace(seats[seat], **changed)
        self.row = replace(self.row, seats=tuple(seats))
        self.rename()

    def rename(self) -> None:
        """Names of the match are those of the seats."""
        names = tuple(seat.name for seat in self.row.seats)
        for match in (self.match, *self.turns):
            match.options = replace(match.options, names=names)


class Refusals(Mapping[str, str]):
    """Why answers to the question are not open, worked out when asked for."""

    def __init__(self, match: Match) -> None:
        """For the question that a match asks now."""
        self._match = match
        legal = {action.id for action in match.actions()}
        self._closed: dict[str, tuple[type[Choice], int]] = {
            match.game.space.actions[choice.block + index].text: (choice, index)
            for choice in match.choices()
            for index in range(len(choice.block.labels))
            if choice.block + index not in legal
        }

    def __getitem__(self, text: str) -> str:
        choice, index = self._closed[text]
        reason = choice.why_not(self._match.state, self._match.box, index)
        if not reason:
            raise KeyError(text)
        return reason

    def __iter__(self) -> Iterator[str]:
        return (text for text in self._closed if text in self)

    def __len__(self) -> int:
        return sum(1 for _ in self)


def _reveals(before: Match, after: Match) -> bool:
    """Whether an answer touched what lay hidden on the table: decks, until they are empty."""
    state = before.state_array()
    was, now = state.tobytes(), after.state_array().tobytes()
    forget(Rows(state)[0], before.box)
    known = state.tobytes()
    parts = (slice(at, at + kind.itemsize) for kind, at in state.dtype.fields.values())
    return any(was[part] != known[part] and was[part] != now[part] for part in parts)


def rules_of(choice: type[Choice], game: Game) -> list[str]:
    """The numbers of the rules behind a kind of answer, those of the game itself first."""
    return sorted(cited_by_class(choice), key=lambda number: not number.startswith(game.letters + "-"))


def _rules(match: Match) -> dict[str, list[str]]:
    """The rules behind each legal answer."""
    found = {}
    for action in match.actions():
        for choice in match.choices():
            if choice.block <= action.id < choice.block + len(choice.block.labels):
                found[action.text] = rules_of(choice, match.game)
    return found


def _by_machine(by: str) -> bool:
    return by.startswith("bot:") or by in ("clock", "record")
