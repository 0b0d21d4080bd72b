"""The hall: all tables of a server. Whoever wants to change something at a table comes through here.

Each change is checked, written down by the store, then made in memory and told to all who have the table open.
"""

import asyncio
import hashlib
import hmac
import secrets
import time
from collections import OrderedDict
from collections.abc import AsyncIterator, Awaitable, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from typing import Any
from weakref import WeakValueDictionary

import century
from century.engine.actions import Action
from century.engine.match import MOST_SEED, Match
from century.errors import CenturyError, IllegalAction, whole_number
from century.web.bots.driver import Machines
from century.web.bots.pool import Thinkers
from century.web.live.hub import Hub
from century.web.tables.answer_writer import Scribe
from century.web.tables.errors import Conflict, NotAllowed, NotHere
from century.web.tables.live_table import Room
from century.web.tables.seating import check_level, name_for, seated
from century.web.tables.store import Answered, Given, SeatRow, Stale, Store, TableRow
from century.words import say

IN_MEMORY = 120  # tables kept in memory; others are read again when somebody comes
STRONGEST = "master"  # who gives hints
CLOCKS = (10, 3600)  # seconds for a turn, at least and at most
NO_TABLE = say("there is no such table, or it is private")
OTHER_RULES = say("this game was begun under other rules, and cannot be played on")
GONE_ON = say("the table has gone on since: look at it again")


class Hall:
    """All tables of a server."""

    def __init__(
        self, store: Store, hub: Hub, thinkers: Thinkers, secret: bytes, *, pace: float = 1.0, away: float = 60.0
    ) -> None:
        """`pace` 1 has bots move as people do, 0 at once; after `away` seconds a seat can be given to a bot."""
        self.store, self.hub, self.thinkers = store, hub, thinkers
        self.away = away
        self.closed = asyncio.Event()  # set when the server stops
        self._secret = secret
        self._scribe = Scribe(store)
        self._rooms: OrderedDict[str, Room] = OrderedDict()
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._hints: dict[str, tuple[int, Action]] = {}  # by table: for which version
        self.machines = Machines(self, pace)

    def start(self) -> None:
        """Let the clocks tick."""
        self.machines.start()

    def end_streams(self) -> None:
        """Nobody hears of anything any more."""
        self.closed.set()
        self.hub.tell_all("close")

    async def stop(self) -> None:
        """Leave everything as it is."""
        self.end_streams()
        await self.machines.stop()
        await self._scribe.stop()
        self.thinkers.close()

    # --- tables -------------------------------------------------------------------------------------

    async def room(self, id: str, person: str | None, version: int = 0) -> Room:
        """A table that a person may see, in this version or a later one.

        Another process may have told the person of a version that this one has not heard of yet.
        """
        async with self._held(id, person, version) as room:
            return room

    @asynccontextmanager
    async def _held(self, id: str, person: str | None, version: int = 0) -> AsyncIterator[Room]:
        """A table that a person may see, and that nobody else changes meanwhile."""
        async with self.lock(id):
            room = await self._up_to(await self.loaded(id), version)
            if not room.open_to(person):
                raise NotHere(NO_TABLE)
            yield room

    async def loaded(self, id: str) -> Room:
        """A table, from memory or from the store, for who has its lock."""
        if id not in self._rooms:
            self._rooms[id] = await asyncio.to_thread(self._load, id)
            self.machines.wake(self._rooms[id])
            for other in list(self._rooms):
                if len(self._rooms) > IN_MEMORY and other != id and not self.machines.at_work(other):
                    del self._rooms[other]
                    self._hints.pop(other, None)
        self._rooms.move_to_end(id)
        return self._rooms[id]

    def _load(self, id: str) -> Room:
        found = self.store.table(id)
        if found is None:
            raise NotHere(NO_TABLE)
        return Room(*found)

    def rooms(self) -> list[Room]:
        """The tables in memory."""
        return list(self._rooms.values())

    def lock(self, id: str) -> asyncio.Lock:
        """The lock of a table: whoever has it may change the table."""
        lock = self._locks.get(id) or asyncio.Lock()
        self._locks[id] = lock
        return lock

    async def heard(self, id: str) -> None:
        """Another process has changed a table; without an id, any may have changed."""
        for known in [id] if id else list(self._rooms):
            async with self.lock(known):
                if room := self._rooms.get(known):
                    await self._up_to_date(room)

    async def _up_to_date(self, room: Room) -> Room:
        """The table, read again if another process has changed it. The caller must hold its lock."""
        now = await asyncio.to_thread(self.store.version, room.row.id)
        return room if now == room.row.version else await self._read_again(room)

    async def _up_to(self, room: Room, version: int) -> Room:
        """The table, not older than a version that somebody was told of. The caller must hold its lock.

        The database is asked only if the table in memory is older.
        """
        return await self._up_to_date(room) if version > room.row.version else room

    async def _at(self, room: Room, version: int) -> Room:
        """The table in the version that somebody looked at. The caller must hold its lock."""
        room = await self._up_to(room, version)
        if version != room.row.version:
            raise Conflict(GONE_ON)
        return room

    async def _read_again(self, room: Room) -> Room:
        """The table has gone on elsewhere; whoever calls this has its lock."""
        id = room.row.id
        self._rooms.pop(id, None)
        fresh = self._rooms[id] = await asyncio.to_thread(self._load, id)
        fresh.hurry = room.hurry
        active = {one.by for one in fresh.given[room.plies :]} | (fresh.persons() - room.persons())
        for person in active & fresh.persons():
            self.hub.seen(id, person)
        self._told(fresh)
        return fresh

    def _told(self, room: Room) -> None:
        """All who have the table open hear that it has changed; bots go on."""
        self.hub.tell(room.row.id, "change", version=room.row.version)
        self.machines.wake(room)

    async def create(
        self,
        person: str,
        name: str,
        game: str,
        seats: Sequence[Mapping[str, Any]],
        *,
        options: Mapping[str, Any],
        settings: Mapping[str, str],
        private: bool = False,
        takebacks: bool = True,
        clock: int | None = None,
    ) -> TableRow:
        """Lay out a table; `seats` say who sits where: me, screen, friend, open, or bot with a level."""
        if clock is not None:
            clock = whole_number(say("the clock, in seconds for a turn,"), clock, *CLOCKS)
        sitting = seated(person, name, seats)
        if options.get("seed") is not None and any(seat.kind in ("open", "invited") for seat in sitting):
            raise CenturyError(say("a seed tells all that is hidden: it can be chosen where nobody else plays"))
        names = [seat.name for seat in sitting]
        played = century.game(game)
        chosen = {key: value for key, value in options.items() if value is not None}
        chosen = {"seed": _new_seed(), **chosen, **played.check_settings(settings)}
        match = played.new(players=len(sitting), names=names, interpreted=True, **chosen)
        return await self._new(person, name, match, chosen, sitting, private, takebacks, clock)

    async def _new(
        self,
        person: str,
        name: str,
        match: Match,
        options: Mapping[str, Any],
        sitting: Sequence[SeatRow],
        private: bool,
        takebacks: bool,
        clock: int | None,
        given: Sequence[Given] = (),
        rematch_of: TableRow | None = None,
    ) -> TableRow:
        waiting = any(seat.kind in ("open", "invited") for seat in sitting)
        row = {
            "game": match.game.name,
            "options": dict(options),
            "rules": match.game.rules_version,
            "host": person,
            "actor": match.actor,
            "stage": "over" if match.over else "waiting" if waiting else "playing",
            "private": private,
            "takebacks": takebacks,
            "clock": clock,
        }
        if match.over:
            row["result"] = {"points": match.totals(), "winner": match.winner, "stopped": match.stopped}
        await asyncio.to_thread(self.store.keep_person, person, name)
        before = (rematch_of.id, rematch_of.version) if rematch_of else None
        id = await asyncio.to_thread(self.store.create, row, sitting, given, before)
        return (await self.room(id, person)).row

    async def upload(self, person: str, name: str, text: str) -> TableRow:
        """A table from a record, of which the person is the only one to know."""
        match = await asyncio.to_thread(century.replay, text, interpreted=True)
        return await self._from_match(person, name, match, bots=None)

    async def play_on(self, id: str, person: str, name: str, plies: int, level: str, seat: int | None) -> TableRow:
        """A new table that goes on from a position of this one, against bots."""
        check_level(level)
        room = await self.room(id, person)
        self._may_know(room, person)
        match = room.at(whole_number(say("a position"), plies, 0, room.plies))
        if match.over:
            raise NotAllowed(say("the game is over at this position: go back to an earlier one"))
        mine = seat if seat is not None else room.eyes_of(person)
        mine = whole_number(say("a seat"), mine if mine is not None else match.actor, 0, match.options.players - 1)
        return await self._from_match(person, name, match, bots=(mine, level))

    async def _from_match(self, person: str, name: str, match: Match, bots: tuple[int, str] | None) -> TableRow:
        sitting = []
        for seat, was in enumerate(match.options.names):
            if bots is None or seat == bots[0]:
                sitting.append(SeatRow(seat, "person", person, name if bots else was, None))
            else:
                sitting.append(SeatRow(seat, "bot", None, was, bots[1]))
        made = match.options
        options: dict[str, Any] = {"seed": made.seed, "start": made.start, "turn_limit": made.turn_limit}
        options |= {"edition": made.edition, "components": match.catalogue.overlay or None, **made.settings}
        actors = await asyncio.to_thread(_actors, match)
        given = [Given(action.id, seat, "record") for action, seat in zip(match.history, actors, strict=True)]
        kept = {key: value for key, value in options.items() if value is not None}
        return await self._new(person, name, match, kept, sitting, True, True, None, given)

    def _may_know(self, room: Room, person: str) -> None:
        """Refuse what would tell a person of hidden things: a record holds the seed."""
        if room.row.stage != "over" and not room.is_solo(person):
            text = say("a record tells all that is hidden: it is given when the game is over")
            raise NotAllowed(text)

    async def record(self, id: str, person: str, version: int = 0) -> str:
        """The record of a table."""
        room = await self.room(id, person, version)
        self._may_know(room, person)
        if room.ended_early:
            raise NotAllowed(OTHER_RULES)
        return room.match.record()

    # --- seats --------------------------------------------------------------------------------------

    def invitation(self, row: TableRow, seat: int) -> str:
        """The secret that gives a seat to whoever knows it."""
        said = f"seat/{row.id}/{seat}".encode()
        return hmac.new(self._secret, said, hashlib.sha256).hexdigest()[:40]

    async def invitations(self, id: str, person: str) -> dict[int, str]:
        """The secrets of the seats that wait for friends, for the host."""
        room = await self.room(id, person)
        if person != room.row.host:
            raise NotAllowed(say("only the host of the table has its invitations"))
        return {seat.seat: self.invitation(room.row, seat.seat) for seat in room.row.seats if seat.kind == "invited"}

    async def sit(self, id: str, person: str, name: str, seat: int | None, secret: str | None) -> Room:
        """Sit down at a free seat, or at the one that an invitation is for."""
        async with self.lock(id):
            room = await self.loaded(id)
            meant = [one for one in room.row.seats if seat in (None, one.seat)]
            if secret is not None:
                meant = [one for one in meant if self._is_invitation(room.row, one.seat, secret)]
            if not room.open_to(person) and not (secret is not None and meant):
                raise NotHere(NO_TABLE)
            if secret is not None and any(one.person == person for one in meant):
                return room  # they have sat down before
            free = [one for one in meant if one.kind == ("open" if secret is None else "invited")]
            if not free and secret is not None:
                raise NotAllowed(say("the invitation is not valid, or was used: ask the host for another link"))
            if not free:
                raise NotAllowed(say("the seat is taken"))
            if room.row.seats_of(person):
                raise NotAllowed(say("you sit at this table already"))
            changed = {"kind": "person", "person": person, "name": name}
            await asyncio.to_thread(self.store.keep_person, person, name)
            self.hub.seen(id, person)
            return await self._change_seat(room, free[0].seat, changed)

    def _is_invitation(self, row: TableRow, seat: int, secret: str) -> bool:
        return hmac.compare_digest(secret.encode(), self.invitation(row, seat).encode())

    async def _change_seat(self, room: Room, seat: int, changed: Mapping[str, Any]) -> Room:
        """Write a change of a seat down and make it; the table begins when the last seat is taken."""
        row = room.row
        seats = [replace(one, **changed) if one.seat == seat else one for one in row.seats]
        waiting = any(one.kind in ("open", "invited") for one in seats)
        state: dict[str, Any] = {"stage": row.stage}
        if row.stage == "waiting" and not waiting:
            state = {"stage": "playing", "turn_at": time.time()}
        change = asyncio.to_thread(self.store.change, row.id, row.version, state, seat, **changed)
        await self._written(room, change)
        room.row = replace(row, version=row.version + 1, **state)
        room.sit(seat, **changed)
        self._told(room)
        return room

    async def rename(self, person: str, name: str) -> None:
        """A person takes another name, also where they play."""
        for id in await asyncio.to_thread(self.store.rename, person, name):
            await self.heard(id)

    async def stand_in(self, id: str, person: str, seat: int, level: str | None) -> Room:
        """Give the seat of somebody who is away to a bot, or take one's own back."""
        async with self._held(id, person) as room:
            seat = whole_number(say("a seat"), seat, 0, len(room.row.seats) - 1)
            sitting = room.row.seats[seat]
            if room.row.stage == "over":
                raise NotAllowed(say("the game is over"))
            if level is None:
                if sitting.kind == "bot" or sitting.level is None:
                    raise NotAllowed(say("no bot stands in for anybody on this seat"))
                if person not in (sitting.person, room.row.host):
                    raise NotAllowed(say("only who sits there, or the host, can take the seat back"))
                return await self._change_seat(room, seat, {"level": None})
            check_level(level)
            if person != room.row.host:
                raise NotAllowed(say("only the host of the table can give a seat to a bot"))
            if sitting.kind in ("open", "invited"):
                changed = {"kind": "bot", "level": level, "name": name_for(room.row.seats)}
                return await self._change_seat(room, seat, changed)
            if sitting.kind == "bot" or sitting.person is None:
                raise NotAllowed(say("a bot sits there already"))
            if sitting.person != person and self.hub.away_for(id, sitting.person) < self.away:
                text = say(
                    "{name} is here, or was a moment ago: wait until they are away for {seconds} seconds",
                    name=sitting.name,
                    seconds=round(self.away),
                )
                raise NotAllowed(text)
            return await self._change_seat(room, seat, {"level": level})

    # --- answers ------------------------------------------------------------------------------------

    async def act(self, id: str, person: str, version: int, answer: int | str, seat: int | None = None) -> Room:
        """A person answers the question."""
        async with self._held(id, person) as room:
            if not room.row.seats_of(person):
                raise NotAllowed(say("you do not sit at this table"))
            room = await self._at(room, version)
            actor = self._actor(room, person, seat)
            self.hub.seen(id, person)
            await self.play(room, Given(room.match.game.space.action_of(answer).id, actor, person))
            return room

    def _actor(self, room: Room, person: str, seat: int | None) -> int:
        """The seat a person answers for."""
        mine = room.row.seats_of(person)
        if room.row.stage == "waiting":
            raise NotAllowed(say("the table waits until all seats are taken"))
        if room.row.stage == "over":
            raise IllegalAction(say("the game is over"))
        if room.ended_early:
            raise NotAllowed(OTHER_RULES)
        actor = room.match.actor
        if actor not in mine or (seat is not None and seat != actor):
            raise NotAllowed(say("it is not your turn: {name} is to answer", name=room.row.seats[actor or 0].name))
        if room.bot_level(actor) is not None:
            raise NotAllowed(say("a bot stands in for you: take your seat back first"))
        return actor

    async def play(self, room: Room, one: Given) -> None:
        """Write an answer down and play it, for who has the lock of the table."""
        tried, row = room.tried(one), room.row
        state = room.state(tried.after) | _turn_at(room.match, tried.after)
        await self._written(room, self._scribe.write(Answered(row.id, row.version, room.plies, one, state)))
        room.take(tried)
        room.row = replace(row, version=row.version + 1, plies=room.plies, touched=time.time(), **state)
        if not room.bot_level(one.seat):
            room.hurry = False
        self._told(room)

    async def _written(self, room: Room, writing: Awaitable[None]) -> None:
        """Write a change down; if the table has gone on in another process, read it again."""
        try:
            await writing
        except Stale:
            await self._read_again(room)
            raise Conflict(GONE_ON) from None
        except BaseException:
            self._rooms.pop(room.row.id, None)  # nobody knows what was written: read it again
            raise

    async def take_back(self, id: str, person: str, version: int) -> Room:
        """Take one's last answer back."""
        async with self._held(id, person) as room:
            room = await self._at(room, version)
            plies = room.take_back_to(person)
            if plies is None:
                text = say(
                    "nothing can be taken back now: only answers of your own turn until something hidden came to "
                    "light, and earlier ones where only bots play against you and the table allows it"
                )
                raise NotAllowed(text)
            row, after = room.row, room.at(plies)
            state = room.state(after) | _turn_at(room.match, after)
            change = asyncio.to_thread(self.store.take_back, row.id, row.version, plies, state)
            await self._written(room, change)
            room.back_to(plies)
            room.row = replace(row, version=row.version + 1, plies=plies, **state)
            self._told(room)
            return room

    async def hint(self, id: str, person: str, version: int = 0) -> Action:
        """What the strongest bot would do."""
        room = await self.room(id, person, version)
        seat = room.eyes_of(person)
        if not room.acts(person, seat):
            raise NotAllowed(say("a hint is for who is to answer"))
        assert seat is not None
        version = room.row.version
        if self._hints.get(id, (0,))[0] != version:
            answer = await self.thinkers.answer(f"hint/{id}", room.match.known(seat), STRONGEST)
            if (await self.room(id, person)).row.version != version:
                raise Conflict(GONE_ON)
            self._hints[id] = version, room.match.game.space.actions[answer]
        return self._hints[id][1]

    def hint_for(self, room: Room) -> Action | None:
        """The hint that was asked for, while the question is the same."""
        version, action = self._hints.get(room.row.id, (0, None))
        return action if version == room.row.version else None

    async def hurry(self, id: str, person: str) -> None:
        """Bots answer at once until a person is to answer."""
        room = await self.room(id, person)
        if not room.row.seats_of(person) and room.row.host != person:
            raise NotAllowed(say("only who sits at the table can hurry its bots"))
        room.hurry = True

    async def rematch(self, id: str, person: str, name: str) -> TableRow:
        """The same people again, each one seat further; who asks later gets the same table."""
        for _ in range(2):
            with suppress(Conflict):
                return await self._rematch(id, person, name)
        return await self._rematch(id, person, name)

    async def _rematch(self, id: str, person: str, name: str) -> TableRow:
        async with self._held(id, person) as room:
            row = room.row
            if row.rematch:
                return (await self.room(row.rematch, person)).row
            if row.stage != "over":
                raise NotAllowed(say("a rematch is for when the game is over"))
            if person != row.host and person not in room.persons():
                raise NotAllowed(say("only who sat at the table can ask for a rematch"))
            moved = [row.seats[(seat + 1) % len(row.seats)] for seat in range(len(row.seats))]
            moved = [replace(one, level=None) if one.kind == "person" else one for one in moved]  # nobody is away yet
            sitting = [replace(one, seat=seat) for seat, one in enumerate(moved)]
            options = {key: value for key, value in row.options.items() if key != "start"} | {"seed": _new_seed()}
            names = [seat.name for seat in sitting]
            match = century.game(row.game).new(players=len(sitting), names=names, interpreted=True, **options)
            known = await asyncio.to_thread(self.store.name_of, row.host)
            table = row.private, row.takebacks, row.clock
            try:
                new = await self._new(row.host, known or name, match, options, sitting, *table, rematch_of=row)
            except Stale:  # somebody has asked for one in another process, or has taken another name
                await self._read_again(room)
                raise Conflict(GONE_ON) from None
            room.row = replace(row, version=row.version + 1, rematch=new.id)
            self._told(room)
            return new


def _turn_at(before: Match, after: Match) -> dict[str, float]:
    """When the turn began, for the clock, if another one has: while the game is set up, each answers in turn, too."""
    same = (before.turn, before.actor) == (after.turn, after.actor)
    return {} if same else {"turn_at": time.time()}


def _new_seed() -> int:
    """A seed that nobody finds by trying."""
    return secrets.randbelow(MOST_SEED)


def _actors(match: Match) -> list[int]:
    """Who gave each answer of a match."""
    again = Match(match.game, match.options, match.catalogue, interpreted=True)
    found = []
    for action in match.history:
        assert again.actor is not None
        found.append(again.actor)
        again.play(action)
    return found
