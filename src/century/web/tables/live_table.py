"""A table in memory: the one owner of its state in this process."""

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any

from century.engine.actions import Action
from century.engine.match import Match
from century.web import metrics
from century.web.live.watchers import Watchers
from century.web.tables.answer_writer import AnswerWriter
from century.web.tables.errors import TableNotFound, VersionConflict
from century.web.tables.history import History
from century.web.tables.rows import AnswerRow, Change, NewAnswer, Result, SeatRow, TableRow
from century.web.tables.table_store import StaleVersion, TableStore


class LiveTable:
    """A table in memory. Only its own methods change its state, and only to what the database has committed.

    Whoever changes it, or needs the latest version of it, must hold `lock` and call `refresh` first.
    """

    def __init__(
        self,
        row: TableRow,
        history: History,
        store: TableStore,
        writer: AnswerWriter,
        watchers: Watchers,
        wake_bots: Callable[["LiveTable"], None],
    ) -> None:
        """Start from what `read_table` returned; `wake_bots` is called after every change."""
        self.id = row.id
        self.row, self.history = row, history
        self.lock = asyncio.Lock()
        self._hurry = False
        self._hint: tuple[int, Action] | None = None  # with the version that it is for
        self._in_doubt = False  # whether a write failed, so that only the database knows the state
        self._store, self._writer, self._watchers, self._wake_bots = store, writer, watchers, wake_bots

    @property
    def match(self) -> Match:
        """The match as it is now."""
        return self.history.match

    @property
    def plies(self) -> int:
        """The number of answers."""
        return self.history.plies

    @property
    def hint(self) -> Action | None:
        """The hint for the question that is open now, if somebody has asked for it."""
        return self._hint[1] if self._hint and self._hint[0] == self.row.version else None

    async def show_hint(self, action: Action) -> None:
        """Show a hint for the question that is open now; the log tells everybody. The caller must hold the lock."""
        await asyncio.to_thread(self._store.add_hint, self.id, self.plies)
        self.row = replace(self.row, hinted=self.row.hinted | {self.plies})
        self._hint = self.row.version, action

    @property
    def hurry(self) -> bool:
        """Whether bots answer at once until a person has answered."""
        return self._hurry

    def hurry_bots(self) -> None:
        """Have bots answer at once until a person has answered."""
        self._hurry = True

    # --- changes: the caller must hold the lock -----------------------------------------------------

    async def refresh(self, version: int = 0) -> None:
        """Read the table again if it is older than `version`, of which a client may know from another process."""
        if version <= self.row.version and not self._in_doubt:
            return
        if self._in_doubt or await asyncio.to_thread(self._store.version, self.id) != self.row.version:
            await self._read()

    async def check_for_changes(self) -> None:
        """Read the table again if another process has changed it."""
        await self.refresh(self.row.version + 1)

    async def play(self, answer: AnswerRow) -> None:
        """Play an answer to the open question. Raise IllegalAction if it is not legal."""
        step, match = self.history.attempt(answer, self.plies in self.row.hinted)
        change = self._change_to(match)
        new = NewAnswer(self.id, self.row.version, self.plies, answer, change)
        with metrics.COMMITS.time():
            async with self._committing():
                await self._writer.write(new)
        metrics.ANSWERS.labels(answer.by.partition(":")[0] if _is_automatic(answer.by) else "person").inc()
        self.history.add(step, match)
        if not self.row.seats[answer.seat].level:
            self._hurry = False
        self._advance(plies=self.plies, **change)

    async def take_back(self, plies: int) -> None:
        """Keep only the first `plies` answers."""
        change = self._change_to(self.history.at(plies))
        async with self._committing():
            await asyncio.to_thread(self._store.take_back, self.id, self.row.version, plies, change)
        self.history.go_back(plies)
        self._advance(plies=plies, **change)

    async def change_seat(self, seat: SeatRow) -> None:
        """Change who sits on a seat; the game begins when the last seat is taken."""
        seats = tuple(seat if one.seat == seat.seat else one for one in self.row.seats)
        change = Change(stage=self.row.stage)
        if self.row.stage == "waiting" and not any(one.is_free for one in seats):
            change = Change(stage="playing", turn_at=time.time())
        async with self._committing():
            await asyncio.to_thread(self._store.change_seat, self.id, self.row.version, change, seat)
        self.history.rename([one.name for one in seats])
        if seat.kind == "person":
            self.history.seat_person(seat.seat)
        self._advance(seats=seats, **change)

    async def create_rematch(self, creating: Awaitable[str]) -> str:
        """Wait until the database has created the rematch, and return its id."""
        async with self._committing():
            new = await creating
        self._advance(rematch=new)
        return new

    def _change_to(self, match: Match) -> Change:
        """Return what changes in the row when the match has changed."""
        change = match_columns(match, self.row.seats)
        if (match.turn, match.actor) != (self.match.turn, self.match.actor):  # during set-up each seat has a clock, too
            change["turn_at"] = time.time()
        return change

    @asynccontextmanager
    async def _committing(self) -> AsyncIterator[None]:
        """Write a change to the database within; if another process was faster, read the table again."""
        try:
            yield
        except StaleVersion:
            await self._read()
            raise VersionConflict from None
        except BaseException:
            self._in_doubt = True
            raise

    async def _read(self) -> None:
        """Take over what another process has written. Whoever was active there is not away."""
        plies, people = self.plies, self.people()
        self.row, self.history = await asyncio.to_thread(read_table, self._store, self.id)
        self._in_doubt = False
        active = {step.answer.by for step in self.history.steps[plies:]} | (self.people() - people)
        for person in active & self.people():
            self._watchers.seen(self.id, person)
        self._announce()

    def _advance(self, **change: Any) -> None:
        """Take over what the database has committed."""
        self.row = replace(self.row, version=self.row.version + 1, **change)
        self._announce()

    def _announce(self) -> None:
        """Tell everybody who has the table open that it has changed, and let bots go on."""
        self._watchers.publish(self.id, "change", version=self.row.version)
        self._wake_bots(self)

    # --- people and what they may do ----------------------------------------------------------------

    def people(self) -> set[str]:
        """Return the people who sit at the table."""
        return {seat.person for seat in self.row.seats if seat.person}

    def open_to(self, person: str | None) -> bool:
        """Whether a person may see the table."""
        return not self.row.private or person == self.row.host or person in self.people()

    def may_see_record(self, person: str) -> bool:
        """Whether a person may see a record, which tells everything hidden."""
        return self.row.stage == "over" or self._is_solo(person)

    def _is_solo(self, person: str) -> bool:
        """Whether this person may know what is hidden: no other person plays here, now or later."""
        others = any(seat.kind != "bot" and seat.person != person for seat in self.row.seats)
        return self.row.takebacks and not others and (person in self.people() or person == self.row.host)

    def allows_hints(self, person: str) -> bool:
        """Whether a person may ask for hints: where others play, only if the host has allowed it."""
        return self.row.hints or not any(seat.kind != "bot" and seat.person != person for seat in self.row.seats)

    def seat_of(self, person: str | None) -> int | None:
        """Return the seat through which a person sees the table: of several, the one that answers, or answered last."""
        mine = self.row.seats_of(person) if person else []
        if not mine or self.match.actor in mine:
            return self.match.actor if mine else None
        answers = (step.answer for step in reversed(self.history.steps))
        return next((one.seat for one in answers if one.seat in mine and one.by == person), mine[0])

    def is_turn_of(self, person: str | None, seat: int | None) -> bool:
        """Whether this person is to answer now, for this seat."""
        if seat is None or self.row.stage != "playing" or self.history.ended_early or seat != self.match.actor:
            return False
        return self.row.seats[seat].person == person and self.row.seats[seat].level is None

    def undo_to(self, person: str) -> int | None:
        """Return the number of answers that are left if a person takes back now; None if they may not.

        A person may take back within their own turn until something hidden comes to light; further if only bots play
        against them and the table allows it. Nobody else ever has to answer again.
        """
        steps = self.history.steps
        if self.row.stage != "playing" or self.history.ended_early:
            return None
        ply = self.plies - 1
        while ply >= 0 and _is_automatic(steps[ply].answer.by):
            ply -= 1
        if ply < 0 or steps[ply].answer.by != person:
            return None
        last = steps[ply]
        same_turn = last.entry.turn == self.match.turn and self.match.actor == last.answer.seat
        if same_turn and self.plies == ply + 1 and not self.history.last_reveals():
            return ply
        return ply if self.people() == {person} and self.row.takebacks else None


def read_table(store: TableStore, id: str) -> tuple[TableRow, History]:
    """Read a table from the database, and replay it. Raise TableNotFound if there is none."""
    found = store.table(id)
    if found is None:
        raise TableNotFound
    return found[0], History(*found)


def match_columns(match: Match, seats: Sequence[SeatRow]) -> Change:
    """Return what the row of a table says of its match."""
    if match.over:
        result = Result(points=match.totals(), winner=match.winner, stopped=match.stopped)
        return Change(actor=match.actor, stage="over", result=result)
    return Change(actor=match.actor, stage="waiting" if any(seat.is_free for seat in seats) else "playing")


def _is_automatic(by: str) -> bool:
    return by.startswith("bot:") or by in ("clock", "record")
