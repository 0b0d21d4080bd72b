"""The API: JSON under /api/v1, for the page itself and for players that come by HTTP."""

import asyncio
import json
from collections.abc import AsyncIterator
from typing import Annotated, Literal

from fastapi import APIRouter, Body, Depends, Path, Query, Request, Response
from fastapi.responses import PlainTextResponse, StreamingResponse

import century
from century.players import LEVELS
from century.web.server.identity import People, Person, Unknown
from century.web.server.schemas import (
    ActionShown,
    Answer,
    At,
    AtLeast,
    Done,
    GameShown,
    Named,
    PersonShown,
    PlayOn,
    SeatShown,
    Sit,
    StandIn,
    StateShown,
    TableId,
    TableShown,
    TableWanted,
    TokenShown,
)
from century.web.tables.live_table import Room
from century.web.tables.service import Hall
from century.web.tables.store import TableRow
from century.words import say

STILL_HERE = 15.0  # seconds after which a silent stream says that it is alive
MINUTES = {  # about how long a game takes, by its name
    "spice-road": 30,
    "eastern-wonders": 40,
    "a-new-world": 45,
    "sand-to-sea": 55,
    "east-to-west-1": 55,
    "east-to-west-2": 60,
    "east-to-west-3": 75,
}

router = APIRouter(prefix="/api/v1")


# --- who asks, and where ------------------------------------------------------------------------------


async def hall_of(request: Request) -> Hall:
    """The hall of the server."""
    hall: Hall = request.app.state.hall
    return hall


async def people_of(request: Request) -> People:
    """Who finds out who asks."""
    people: People = request.app.state.people
    return people


async def anyone(request: Request, people: Annotated[People, Depends(people_of)]) -> Person | None:
    """Who asks, if known."""
    return await people.known(request)


async def somebody(person: Annotated[Person | None, Depends(anyone)]) -> Person:
    """Who asks; it must be known."""
    if person is None:
        text = say("nobody is known who asks: open the page first, or send a token (POST /api/v1/people gives one)")
        raise Unknown(text)
    return person


TheHall = Annotated[Hall, Depends(hall_of)]
ThePeople = Annotated[People, Depends(people_of)]
Anyone = Annotated[Person | None, Depends(anyone)]
Somebody = Annotated[Person, Depends(somebody)]


def _id(person: Person | None) -> str | None:
    return person.id if person else None


def title_of(name: str) -> str:
    """The title of a game; its name, if there is no such game any more."""
    return century.game(name).title if name in century.games() else name


def shown(row: TableRow, person: Person | None) -> TableShown:
    """A table for a list."""
    me = _id(person)
    return TableShown(
        id=row.id,
        game=row.game,
        title=title_of(row.game),
        stage=row.stage,
        version=row.version,
        actor=row.actor,
        seats=[
            SeatShown(seat=one.seat, kind=one.kind, name=one.name, level=one.level, mine=bool(me) and one.person == me)
            for one in row.seats
        ],
        host=me == row.host,
        private=row.private,
        takebacks=row.takebacks,
        clock=row.clock,
        result=row.result,
        rematch=row.rematch,
    )


def _done(room: Room) -> Done:
    return Done(version=room.row.version, over=room.row.stage == "over", actor=room.row.actor)


# --- people -------------------------------------------------------------------------------------------


@router.post("/people", status_code=201)
async def new_person(named: Named, people: ThePeople) -> TokenShown:
    """A new person, with a token: send it as `Authorization: Bearer TOKEN`."""
    person = people.newcomer()
    token = await asyncio.to_thread(people.new_token, person, named.name)
    return TokenShown(id=person.id, name=named.name, token=token)


@router.get("/me")
async def me(person: Somebody, people: ThePeople) -> PersonShown:
    """Who you are."""
    return PersonShown(id=person.id, name=await asyncio.to_thread(people.name, person))


@router.put("/me")
async def rename(named: Named, person: Somebody, hall: TheHall) -> PersonShown:
    """Take another name."""
    await hall.rename(person.id, named.name)
    return PersonShown(id=person.id, name=named.name)


@router.post("/me/token", status_code=201)
async def my_token(person: Somebody, people: ThePeople) -> TokenShown:
    """A token for a bot that plays in your name; the one before is no longer valid."""
    name = await asyncio.to_thread(people.name, person)
    return TokenShown(id=person.id, name=name, token=await asyncio.to_thread(people.new_token, person, name))


# --- games and tables -------------------------------------------------------------------------------------


def games_shown() -> list[GameShown]:
    """All games."""
    found = []
    for name in century.games():
        game = century.game(name)
        found.append(
            GameShown(
                name=name,
                title=game.title,
                players=(game.least_players, game.most_players),
                minutes=MINUTES[name],
                settings={key: list(values) for key, values in game.settings.items()},
                editions=list(game.editions),
                stand_ins=len(game.catalogue().stand_ins()),
                levels=list(LEVELS),
            )
        )
    return found


@router.get("/games")
async def games() -> list[GameShown]:
    """What there is to play."""
    return games_shown()


@router.get("/tables")
async def tables(
    hall: TheHall,
    person: Anyone,
    which: Annotated[Literal["mine", "open", "watch"], Query(alias="list")] = "open",
) -> list[TableShown]:
    """Your tables, those that wait for players, or those that can be watched."""
    if which == "mine":
        rows = await asyncio.to_thread(hall.store.mine, person.id) if person else []
    else:
        rows = await asyncio.to_thread(hall.store.open if which == "open" else hall.store.watchable)
    return [shown(row, person) for row in rows]


@router.post("/tables", status_code=201)
async def new_table(wanted: TableWanted, hall: TheHall, people: ThePeople, person: Somebody) -> TableShown:
    """Lay out a table."""
    options = {"seed": wanted.seed, "start": wanted.start, "turn_limit": wanted.turn_limit, "edition": wanted.edition}
    row = await hall.create(
        person.id,
        await asyncio.to_thread(people.name, person),
        wanted.game,
        [seat.model_dump() for seat in wanted.seats],
        options=options,
        settings=wanted.settings,
        private=wanted.private,
        takebacks=wanted.takebacks,
        clock=wanted.clock,
    )
    return shown(row, person)


@router.get("/tables/{id}")
async def table(id: TableId, hall: TheHall, person: Anyone, version: AtLeast = 0) -> TableShown:
    """A table, without what lies on it."""
    return shown((await hall.room(id, _id(person), version)).row, person)


@router.get("/tables/{id}/state")
async def state(id: TableId, hall: TheHall, person: Anyone, version: AtLeast = 0) -> StateShown:
    """The table as your seat sees it, with the legal actions if you are to answer."""
    room = await hall.room(id, _id(person), version)
    seen = room.seen(_id(person), hall.hub.here(id))
    return StateShown(
        table=shown(room.row, person),
        version=seen.version,
        seat=seen.seat,
        acting=seen.acting,
        plies=room.plies,
        can_undo=seen.can_undo,
        view=dict(seen.view),
    )


@router.post("/tables/{id}/actions")
async def act(id: TableId, answer: Answer, hall: TheHall, person: Somebody) -> Done:
    """Answer the question. A version that is no longer that of the table changes nothing (409)."""
    return _done(await hall.act(id, person.id, answer.version, answer.action, answer.seat))


@router.post("/tables/{id}/undo")
async def undo(id: TableId, at: At, hall: TheHall, person: Somebody) -> Done:
    """Take your last answer back."""
    return _done(await hall.take_back(id, person.id, at.version))


@router.post("/tables/{id}/hint")
async def hint(id: TableId, hall: TheHall, person: Somebody, version: AtLeast = 0) -> ActionShown:
    """What the strongest bot would do."""
    action = await hall.hint(id, person.id, version)
    return ActionShown(id=action.id, text=action.text)


@router.post("/tables/{id}/hurry", status_code=204)
async def hurry(id: TableId, hall: TheHall, person: Somebody) -> None:
    """Bots answer at once until a person is to."""
    await hall.hurry(id, person.id)


@router.post("/tables/{id}/seats")
async def sit(id: TableId, sit: Sit, hall: TheHall, people: ThePeople, person: Somebody) -> TableShown:
    """Sit down on a free seat, or on the one of your invitation."""
    name = await asyncio.to_thread(people.name, person)
    return shown((await hall.sit(id, person.id, name, sit.seat, sit.secret)).row, person)


@router.put("/tables/{id}/seats/{seat}/bot")
async def stand_in(
    id: TableId, seat: Annotated[int, Path(ge=0, le=4)], wanted: StandIn, hall: TheHall, person: Somebody
) -> TableShown:
    """Give the seat of somebody who is away, or who has not come, to a bot; or take it back."""
    return shown((await hall.stand_in(id, person.id, seat, wanted.level)).row, person)


@router.get("/tables/{id}/invitations")
async def invitations(id: TableId, hall: TheHall, person: Somebody) -> dict[int, str]:
    """For the host: the secrets of the seats that wait for friends, by seat."""
    return await hall.invitations(id, person.id)


@router.post("/tables/{id}/rematch", status_code=201)
async def rematch(id: TableId, hall: TheHall, people: ThePeople, person: Somebody) -> TableShown:
    """The same people again, each one seat further."""
    return shown(await hall.rematch(id, person.id, await asyncio.to_thread(people.name, person)), person)


@router.post("/tables/{id}/play-on", status_code=201)
async def play_on(id: TableId, wanted: PlayOn, hall: TheHall, people: ThePeople, person: Somebody) -> TableShown:
    """A new table that goes on from a position of this one, against bots."""
    name = await asyncio.to_thread(people.name, person)
    return shown(await hall.play_on(id, person.id, name, wanted.plies, wanted.level, wanted.seat), person)


@router.get(
    "/tables/{id}/record",
    response_class=Response,
    responses={200: {"content": {"text/plain": {"schema": {"type": "string"}}}}},
)
async def record(id: TableId, hall: TheHall, person: Somebody, version: AtLeast = 0) -> PlainTextResponse:
    """The record of a game that is over, or that only you and bots play."""
    text = await hall.record(id, person.id, version)
    name = f"{(await hall.room(id, person.id)).row.game}-{id}.txt"
    return PlainTextResponse(text, headers={"content-disposition": f'attachment; filename="{name}"'})


@router.post("/records", status_code=201)
async def upload(
    text: Annotated[str, Body(media_type="text/plain", max_length=200_000)],
    hall: TheHall,
    people: ThePeople,
    person: Somebody,
) -> TableShown:
    """A table of your own from a record."""
    return shown(await hall.upload(person.id, await asyncio.to_thread(people.name, person), text), person)


@router.get("/tables/{id}/events", response_class=StreamingResponse)
async def events(id: TableId, hall: TheHall, person: Anyone) -> StreamingResponse:
    """What happens at the table, as server-sent events: `change` with the version, and `presence`."""
    me = _id(person)
    room = await hall.room(id, me)
    stream = _events(hall, room, me)
    headers = {"cache-control": "no-store", "x-accel-buffering": "no"}
    return StreamingResponse(stream, media_type="text/event-stream", headers=headers)


async def _events(hall: Hall, room: Room, person: str | None) -> AsyncIterator[str]:
    id = room.row.id
    with hall.hub.listening(id, person) as queue:
        hall.machines.wake(room)  # bots that play among themselves go on
        version = (await hall.room(id, person)).row.version
        yield f"retry: 1000\nevent: change\ndata: {json.dumps({'version': version})}\n\n"
        while not hall.closed.is_set():
            try:
                async with asyncio.timeout(STILL_HERE):
                    event, data = await queue.get()
            except TimeoutError:
                yield ": still here\n\n"
                continue
            if event == "close":
                return
            yield f"event: {event}\ndata: {json.dumps(data)}\n\n"
