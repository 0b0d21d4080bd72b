"""The table service: every request about a table of this server comes through here.

It checks what a person may do. The live table then makes the change.
"""

import asyncio
import hashlib
import hmac
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import replace

from century.engine.actions import Action
from century.errors import whole_number
from century.web.bots.driver import BotDriver
from century.web.bots.pool import BotPool
from century.web.bots.thinking_queue import Demand
from century.web.limits import ClientsOfPeople, TokenBuckets
from century.web.live.watchers import Watchers
from century.web.schemas import TableRequest
from century.web.tables.answer_writer import AnswerWriter
from century.web.tables.errors import OTHER_RULES, NotAllowed, TableNotFound, TooOften, VersionConflict
from century.web.tables.live_table import LiveTable, read_table
from century.web.tables.memory import TablesInMemory
from century.web.tables.names import NameFilter
from century.web.tables.new_tables import NewTable, rematch_of, requested_table, table_of
from century.web.tables.people_store import PeopleStore
from century.web.tables.permissions import check_record, check_stand_in, check_turn, check_undo, check_version
from century.web.tables.record_reader import RecordReader
from century.web.tables.rows import AnswerRow, SeatRow, TableRow
from century.web.tables.table_lists import TableLists
from century.web.tables.table_store import TableStore
from century.web.threads import cancel
from century.words import N_, say

LOADING = 3  # tables that are replayed at once: more would only slow down those in play
STRONGEST = "master"  # the level that gives hints
HINTS_A_MINUTE = 20.0  # for which bots think, for one person
HINTS_AT_ONCE = 10.0
OPEN_OF_CLIENT = 4  # times as many open tables for all hosts of one client
HINTS_OF_CLIENT = 4  # times as many for all people of one client


class TableService:
    """All tables of a server."""

    def __init__(
        self,
        store: TableStore,
        people: PeopleStore,
        watchers: Watchers,
        pool: BotPool,
        secret: bytes,
        *,
        pace: float = 1.0,
        away: float = 60.0,
        open_tables: int = 3,
    ) -> None:
        """With `pace` 1 bots move like people, with 0 at once; after `away` seconds a bot can take a seat over.

        The lobby lists so many `open_tables` of one host.
        """
        self._open_tables = open_tables
        self.store, self.people, self.watchers, self.pool = store, people, watchers, pool
        self.lists = TableLists(store)
        self.away = away
        self.names = NameFilter()
        self.closed = asyncio.Event()  # set when the server stops
        self.clients = ClientsOfPeople()
        self.bots = BotDriver(pool, store, watchers, self.clients, pace)
        self._hints: dict[str, asyncio.Task[int]] = {}  # for which bots think, by table and version
        self._hints_of = TokenBuckets(HINTS_A_MINUTE / 60, HINTS_AT_ONCE)
        self._hints_from = TokenBuckets(HINTS_OF_CLIENT * HINTS_A_MINUTE / 60, HINTS_OF_CLIENT * HINTS_AT_ONCE)
        self._secret = secret
        self._writer = AnswerWriter(store)
        self._records = RecordReader()
        self._tables = TablesInMemory(lambda table: table.lock.locked() or self.bots.at_work(table.id))
        self._loads: dict[str, asyncio.Task[LiveTable]] = {}  # under way, by table
        self._loading = asyncio.Semaphore(LOADING)

    def start(self) -> None:
        """Start the clocks."""
        self.bots.start(self.tables)

    def end_streams(self) -> None:
        """End all event streams."""
        self.closed.set()
        self.watchers.publish_everywhere("close")

    async def stop(self) -> None:
        """Stop everything; answers that wait are written first."""
        self.end_streams()
        await self.bots.stop()
        await self._writer.stop()
        await cancel([*self._loads.values(), *self._hints.values()])
        self._records.close()
        self.pool.close()

    # --- access -------------------------------------------------------------------------------------

    def tables(self) -> list[LiveTable]:
        """Return the tables in memory."""
        return list(self._tables)

    async def table(self, id: str, person: str | None, version: int = 0) -> LiveTable:
        """Return a table that a person may see, in this version or a later one."""
        async with self._locked(id, person, version) as table:
            return table

    @asynccontextmanager
    async def _locked(self, id: str, person: str | None, version: int = 0) -> AsyncIterator[LiveTable]:
        """Lock a table that a person may see, in this version or a later one."""
        table = await self._loaded(id)
        async with table.lock:
            await table.refresh(version)
            if not table.open_to(person):
                raise TableNotFound
            yield table

    async def _loaded(self, id: str) -> LiveTable:
        """Return a table, from memory or from the database."""
        if table := self._tables.get(id):
            return table
        if id not in self._loads:
            self._loads[id] = asyncio.create_task(self._load(id), name=id)
            self._loads[id].add_done_callback(self._load_is_over)
        return await asyncio.shield(self._loads[id])

    def _load_is_over(self, load: asyncio.Task[LiveTable]) -> None:
        del self._loads[load.get_name()]
        if not load.cancelled():
            load.exception()  # those who wait raise it; if nobody waits any more, it is not reported

    async def _load(self, id: str) -> LiveTable:
        """Read a table from the database, once for all who wait for it."""
        if await asyncio.to_thread(self.store.version, id) is None:  # does not hold up those that are there
            raise TableNotFound
        async with self._loading:
            read = await asyncio.to_thread(read_table, self.store, id)
        table = LiveTable(*read, self.store, self._writer, self.watchers, self.bots.wake)
        self._tables.add(table)
        self.bots.wake(table)
        return table

    async def changed_elsewhere(self, id: str) -> None:
        """Read a table again that another process has changed; without an id, any may have changed."""
        for table in self.tables():
            if id in ("", table.id):
                try:
                    async with table.lock:
                        await table.check_for_changes()
                except TableNotFound:  # deleted
                    self._tables.remove(table.id)
                    self.watchers.publish(table.id, "change", version=table.row.version + 1)

    async def look_for_changes(self) -> None:
        """Read the tables in memory again that another program has changed without telling."""
        known = {table.id: table.row.version for table in self.tables()}
        versions = await asyncio.to_thread(self.store.versions, known)
        for id, version in known.items():
            if versions.get(id) != version:
                await self.changed_elsewhere(id)

    # --- new tables -----------------------------------------------------------------------------------

    async def create(self, person: str, name: str, wanted: TableRequest) -> TableRow:
        """Create the table that a person asks for."""
        if not wanted.private and any(seat.kind == "open" for seat in wanted.seats):
            await self._check_open_tables(person)
        self.names.check(*(seat.name for seat in wanted.seats))
        return await self._create(requested_table(person, name, wanted), name)

    async def _check_open_tables(self, person: str) -> None:
        """Leave room in the lobby for the tables of others."""
        client = self.clients.of(person)
        hosts = await asyncio.to_thread(self.store.hosts_that_wait)
        own = sum(host == person for host in hosts)
        near = sum(self.clients.of(host) == client for host in hosts)
        if own >= self._open_tables or near >= OPEN_OF_CLIENT * self._open_tables:
            text = N_("{number} of your tables wait for players: wait until somebody comes, or use an invitation")
            raise NotAllowed(say(text, number=own or near))

    async def _create(self, new: NewTable, host_name: str) -> TableRow:
        await asyncio.to_thread(self.people.add, new.host, host_name)
        id = await asyncio.to_thread(self.store.create, new.columns(), new.seats, new.answers)
        self.lists.forget()
        return (await self.table(id, new.host)).row

    async def upload(self, person: str, name: str, text: str, client: str) -> TableRow:
        """Create a private table from a record that a client sends."""
        return await self._create(await self._records.read(person, text, client), name)

    async def play_on(self, id: str, person: str, name: str, plies: int, level: str, seat: int | None) -> TableRow:
        """Create a private table that continues from a position of this one, against bots."""
        table = await self.table(id, person)
        check_record(table, person)
        match = table.history.at(whole_number(say("a position"), plies, 0, table.plies))
        if match.over:
            raise NotAllowed(say("the game is over at this position: go back to an earlier one"))
        mine = next(one for one in (seat, table.seat_of(person), match.actor) if one is not None)
        mine = whole_number(say("a seat"), mine, 0, match.options.players - 1)
        seats = [SeatRow(seat, "bot", None, was, level) for seat, was in enumerate(match.options.names)]
        seats[mine] = SeatRow(mine, "person", person, name, None)
        answers = [replace(step.answer, by="record") for step in table.history.steps[:plies]]
        return await self._create(table_of(person, match, seats, answers), name)

    async def rematch(self, id: str, person: str, name: str) -> TableRow:
        """Create the rematch of a table; whoever asks later gets the same table."""
        for _ in range(2):
            with suppress(VersionConflict):
                return await self._rematch(id, person, name)
        return await self._rematch(id, person, name)

    async def _rematch(self, id: str, person: str, name: str) -> TableRow:
        async with self._locked(id, person) as table:
            row = table.row
            if not row.rematch:
                if row.stage != "over":
                    raise NotAllowed(say("a rematch can be started when the game is over"))
                if person != row.host and person not in table.people():
                    raise NotAllowed(say("only players of the table can start a rematch"))
                new = rematch_of(row)
                await asyncio.to_thread(self.people.add, row.host, name)
                before = row.id, row.version
                create = asyncio.to_thread(self.store.create, new.columns(), new.seats, new.answers, before)
                await table.create_rematch(create)
                self.lists.forget()
            return (await self.table(table.row.rematch or "", person)).row

    async def record(self, id: str, person: str, version: int = 0) -> tuple[str, str]:
        """Return the name of a table's game, and its record."""
        table = await self.table(id, person, version)
        check_record(table, person)
        if table.history.ended_early:
            raise NotAllowed(OTHER_RULES)
        return table.row.game, table.match.record()

    # --- seats --------------------------------------------------------------------------------------

    def _invitation(self, row: TableRow, seat: int) -> str:
        """Return the secret that gives a seat to whoever knows it."""
        return hmac.new(self._secret, f"seat/{row.id}/{seat}".encode(), hashlib.sha256).hexdigest()[:40]

    async def invitations(self, id: str, person: str) -> dict[int, str]:
        """Return the secrets of the seats that wait for friends, for the host."""
        row = (await self.table(id, person)).row
        if person != row.host:
            raise NotAllowed(say("only the host can see the invitations of a table"))
        return {seat.seat: self._invitation(row, seat.seat) for seat in row.seats if seat.kind == "invited"}

    async def sit(self, id: str, person: str, name: str, seat: int | None, secret: str | None) -> LiveTable:
        """Sit down on a free seat, or on the one that an invitation is for."""
        table = await self._loaded(id)
        async with table.lock:
            await table.refresh()
            row = table.row
            seats = [one for one in row.seats if seat in (None, one.seat)]
            if secret is not None:
                given = secret.encode()
                seats = [one for one in seats if hmac.compare_digest(given, self._invitation(row, one.seat).encode())]
            if not table.open_to(person) and not (secret is not None and seats):
                raise TableNotFound
            if secret is not None and any(one.person == person for one in seats):
                return table  # they have sat down before
            free = [one for one in seats if one.kind == ("open" if secret is None else "invited")]
            if not free and secret is not None:
                raise NotAllowed(say("the invitation is invalid or already used: ask the host for a new link"))
            if not free:
                raise NotAllowed(say("the seat is taken"))
            if row.seats_of(person):
                raise NotAllowed(say("you already sit at this table"))
            await asyncio.to_thread(self.people.add, person, name)
            self.watchers.seen(id, person)
            await table.change_seat(replace(free[0], kind="person", person=person, name=name))
            self.lists.forget()
            return table

    async def rename(self, person: str, name: str) -> None:
        """Give a person another name, also where they play."""
        self.names.check(name)
        await asyncio.to_thread(self.people.add, person, name)
        renamed = await asyncio.to_thread(self.store.rename, person, name)
        self.lists.forget()
        for id in renamed:
            await self.changed_elsewhere(id)

    async def stand_in(self, id: str, person: str, seat: int, level: str | None) -> LiveTable:
        """Have a bot stand in for somebody who is away, or take one's own seat back."""
        async with self._locked(id, person) as table:
            changed = check_stand_in(table, person, seat, level)
            sitting = changed.person
            if level and sitting not in (None, person) and self.watchers.away_for(id, sitting) < self.away:
                text = say(
                    "{name} is here or was here a moment ago: wait until they have been away for {seconds} seconds",
                    name=changed.name,
                    seconds=round(self.away),
                )
                raise NotAllowed(text)
            await table.change_seat(changed)
            self.lists.forget()
            return table

    # --- answers ------------------------------------------------------------------------------------

    async def act(self, id: str, person: str, version: int, answer: int | str, seat: int | None = None) -> LiveTable:
        """Answer the question that is open at this version of a table."""
        async with self._locked(id, person, version) as table:
            actor = check_turn(table, person, version, seat)
            self.watchers.seen(id, person)
            await table.play(AnswerRow(table.match.game.space.action_of(answer).id, actor, person))
            return table

    async def take_back(self, id: str, person: str, version: int) -> LiveTable:
        """Take one's last answer back."""
        async with self._locked(id, person, version) as table:
            check_version(table, version)
            await table.take_back(check_undo(table, person))
            return table

    async def hint(self, id: str, person: str, version: int = 0) -> Action:
        """Return what the strongest bot would do."""
        table = await self.table(id, person, version)
        seat, version = table.seat_of(person), table.row.version
        if seat is None or not table.is_turn_of(person, seat):
            raise NotAllowed(say("only the player whose turn it is can ask for a hint"))
        if not table.allows_hints(person):
            raise NotAllowed(say("other people play here, and the host has not allowed hints"))
        if table.hint:
            return table.hint
        answer = await self._answer_of_strongest(table, person, seat)
        async with self._locked(id, person) as table:
            check_version(table, version)
            if not table.hint:
                await table.show_hint(table.match.game.space.actions[answer])
                self.watchers.publish(id, "presence")
        return table.match.game.space.actions[answer]

    async def _answer_of_strongest(self, table: LiveTable, person: str, seat: int) -> int:
        """Return what the strongest bot would answer; it thinks once for all who ask at the same time."""
        key = f"{table.id}/{table.row.version}"
        if key not in self._hints:
            client = self.clients.of(person)
            if not (self._hints_of.take(person) and self._hints_from.take(client)):
                raise TooOften(say("too many hints at once: wait a moment"))
            thinking = self.pool.answer(f"hint/{table.id}", table.match.known(seat), STRONGEST, Demand(client))
            self._hints[key] = asyncio.create_task(thinking, name=key)
            self._hints[key].add_done_callback(self._hint_is_over)
        return await asyncio.shield(self._hints[key])

    def _hint_is_over(self, hint: asyncio.Task[int]) -> None:
        del self._hints[hint.get_name()]
        if not hint.cancelled():
            hint.exception()  # those who wait raise it

    async def hurry(self, id: str, person: str) -> None:
        """Have bots answer at once until a person has answered."""
        table = await self.table(id, person)
        if not table.row.seats_of(person) and table.row.host != person:
            raise NotAllowed(say("only players of the table can hurry its bots"))
        table.hurry_bots()
