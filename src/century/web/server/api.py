"""The API: JSON under /api/v1, for the page itself and for programs that play over HTTP."""

import asyncio
from collections.abc import Sequence
from functools import lru_cache
from typing import Annotated, Literal

from fastapi import APIRouter, Body, Path, Query, Request, Response
from fastapi.responses import PlainTextResponse, StreamingResponse
from pydantic import StringConstraints

import century
from century.players import LEVELS
from century.web.live.event_stream import events_of, events_of_tables
from century.web.live.watchers import Watchers
from century.web.schemas import (
    TABLE_ID,
    ActionInfo,
    AnswerRequest,
    AnswerResult,
    AtLeast,
    GameInfo,
    NameRequest,
    PersonInfo,
    PlayOnRequest,
    SignOutRequest,
    SitRequest,
    StandInRequest,
    StateInfo,
    TableId,
    TableInfo,
    TableRequest,
    TokenInfo,
    UndoRequest,
)
from century.web.server.dependencies import (
    AnyPerson,
    Client,
    Identities,
    Name,
    Person,
    Service,
    known_person,
    service_of,
)
from century.web.tables.live_table import LiveTable
from century.web.tables.rows import TableRow
from century.web.tables.views import seats_of, view_of

STREAM = {"cache-control": "no-store", "x-accel-buffering": "no"}  # headers of a stream of events
GameName = Annotated[str | None, Query(max_length=32)]
Page = Annotated[int, Query(ge=0, le=1000, description="Pages of 30 tables, from 0")]
MOST_TABLES = 50  # in one stream

moves = APIRouter(prefix="/api/v1")
router = APIRouter(prefix="/api/v1")


def title_of(name: str) -> str:
    """Return the title of a game; its name, if the game no longer exists."""
    return century.game(name).title if name in century.games() else name


def table_info(row: TableRow, person: str | None, watchers: Watchers | None = None) -> TableInfo:
    """Describe a table for a person; without `watchers`, nobody has it open."""
    seats = seats_of(row, person, watchers.present(row.id) if watchers else set())
    return TableInfo(**{**vars(row), "title": title_of(row.game), "host": row.host == person, "seats": seats})


def _result(table: LiveTable) -> AnswerResult:
    return AnswerResult(version=table.row.version, over=table.row.stage == "over", actor=table.row.actor)


# --- people -------------------------------------------------------------------------------------------


@router.post("/people", status_code=201)
async def new_person(wanted: NameRequest, service: Service, identity: Identities) -> TokenInfo:
    """A new person, with a token: send it as `Authorization: Bearer TOKEN`."""
    service.names.check(wanted.name)
    person = identity.newcomer().id
    return TokenInfo(id=person, name=wanted.name, token=await identity.new_token(person, wanted.name))


@router.get("/me")
async def me(person: Person, name: Name) -> PersonInfo:
    """Who you are."""
    return PersonInfo(id=person, name=name)


@router.put("/me")
async def rename(wanted: NameRequest, person: Person, service: Service) -> PersonInfo:
    """Take another name."""
    await service.rename(person, wanted.name)
    return PersonInfo(id=person, name=wanted.name)


@router.post("/me/token", status_code=201)
async def my_token(person: Person, name: Name, identity: Identities) -> TokenInfo:
    """A token for a bot that plays in your name; the one before becomes invalid."""
    return TokenInfo(id=person, name=name, token=await identity.new_token(person, name))


@router.post("/me/sign-out", status_code=204)
async def sign_out(
    wanted: SignOutRequest, request: Request, response: Response, person: Person, identity: Identities
) -> None:
    """Sign out in this browser, or everywhere."""
    await identity.sign_out(request, response, person, everywhere=wanted.everywhere)


# --- games and tables -------------------------------------------------------------------------------------


def game_infos() -> tuple[GameInfo, ...]:
    """Describe all games."""
    return _game_infos(tuple(century.games()))


@lru_cache
def _game_infos(names: tuple[str, ...]) -> tuple[GameInfo, ...]:
    return tuple(
        GameInfo(
            name=game.name,
            title=game.title,
            players=(game.least_players, game.most_players),
            minutes=game.minutes,
            settings={key: list(values) for key, values in game.settings.items()},
            editions=list(game.editions),
            stand_ins=len(game.catalogue().stand_ins()),
            levels=list(LEVELS),
        )
        for game in map(century.game, names)
    )


@router.get("/games")
async def games() -> list[GameInfo]:
    """The games that you can play."""
    return list(game_infos())


@router.get("/tables")
async def tables(
    service: Service,
    person: AnyPerson,
    which: Annotated[Literal["mine", "open", "watch"], Query(alias="list")] = "open",
    game: GameName = None,
    page: Page = 0,
) -> list[TableInfo]:
    """Your tables, those that wait for players, or those that can be watched: of all games or of one, by pages."""
    if which == "mine":
        rows: Sequence[TableRow] = await asyncio.to_thread(service.store.mine, person) if person else []
    else:
        rows = await (service.lists.open(game, page) if which == "open" else service.lists.watchable(game, page))
    return [table_info(row, person, service.watchers) for row in rows]


@router.post("/tables", status_code=201)
async def new_table(wanted: TableRequest, service: Service, person: Person, name: Name) -> TableInfo:
    """Create a table."""
    return table_info(await service.create(person, name, wanted), person, service.watchers)


@router.get("/tables/{id}")
async def table(id: TableId, service: Service, person: AnyPerson, version: AtLeast = 0) -> TableInfo:
    """A table without its cards and pieces."""
    return table_info((await service.table(id, person, version)).row, person, service.watchers)


@router.get("/tables/{id}/state")
async def state(id: TableId, service: Service, person: AnyPerson, version: AtLeast = 0) -> StateInfo:
    """The table as your seat sees it, with the legal actions if it is your turn."""
    table = await service.table(id, person, version)
    view = view_of(table, person, service.watchers.present(id))
    return StateInfo(
        table=table_info(table.row, person, service.watchers),
        version=view.version,
        seat=view.seat,
        acting=view.acting,
        plies=table.plies,
        can_undo=view.can_undo,
        view=dict(view.view),
    )


@moves.post("/tables/{id}/actions", response_model=AnswerResult)
async def act(id: TableId, answer: AnswerRequest, request: Request) -> Response:
    """Answer the question. If the table has another version by now, nothing changes (409)."""
    # the most frequent request: injected dependencies and a validated response would double what it costs
    service, person = await service_of(request), await known_person(request)
    result = _result(await service.act(id, person, answer.version, answer.action, answer.seat))
    return Response(result.model_dump_json(), media_type="application/json")


@router.post("/tables/{id}/undo")
async def undo(id: TableId, wanted: UndoRequest, service: Service, person: Person) -> AnswerResult:
    """Take your last answer back."""
    return _result(await service.take_back(id, person, wanted.version))


@router.post("/tables/{id}/hint")
async def hint(id: TableId, service: Service, person: Person, version: AtLeast = 0) -> ActionInfo:
    """What the strongest bot would do."""
    action = await service.hint(id, person, version)
    return ActionInfo(id=action.id, text=action.text)


@router.post("/tables/{id}/hurry", status_code=204)
async def hurry(id: TableId, service: Service, person: Person) -> None:
    """Bots answer at once until a person has answered."""
    await service.hurry(id, person)


@router.post("/tables/{id}/seats")
async def sit(id: TableId, wanted: SitRequest, service: Service, person: Person, name: Name) -> TableInfo:
    """Sit down on a free seat, or on the one of your invitation."""
    return table_info((await service.sit(id, person, name, wanted.seat, wanted.secret)).row, person, service.watchers)


@router.put("/tables/{id}/seats/{seat}/bot")
async def stand_in(
    id: TableId, seat: Annotated[int, Path(ge=0, le=4)], wanted: StandInRequest, service: Service, person: Person
) -> TableInfo:
    """Give the seat of somebody who is away, or who has not come, to a bot; or take it back."""
    return table_info((await service.stand_in(id, person, seat, wanted.level)).row, person, service.watchers)


@router.get("/tables/{id}/invitations")
async def invitations(id: TableId, service: Service, person: Person) -> dict[int, str]:
    """For the host: the secrets of the seats that wait for friends, by seat."""
    return await service.invitations(id, person)


@router.post("/tables/{id}/rematch", status_code=201)
async def rematch(id: TableId, service: Service, person: Person, name: Name) -> TableInfo:
    """The same people again, each one seat further."""
    return table_info(await service.rematch(id, person, name), person, service.watchers)


@router.post("/tables/{id}/play-on", status_code=201)
async def play_on(id: TableId, wanted: PlayOnRequest, service: Service, person: Person, name: Name) -> TableInfo:
    """A new table that continues from a position of this one, against bots."""
    row = await service.play_on(id, person, name, wanted.plies, wanted.level, wanted.seat)
    return table_info(row, person, service.watchers)


@router.get(
    "/tables/{id}/record",
    response_class=Response,
    responses={200: {"content": {"text/plain": {"schema": {"type": "string"}}}}},
)
async def record(id: TableId, service: Service, person: Person, version: AtLeast = 0) -> PlainTextResponse:
    """The record of a game that is over, or that only you and bots play."""
    game, text = await service.record(id, person, version)
    return PlainTextResponse(text, headers={"content-disposition": f'attachment; filename="{game}-{id}.txt"'})


@router.post("/records", status_code=201)
async def upload(
    text: Annotated[str, Body(media_type="text/plain", max_length=200_000)],
    service: Service,
    person: Person,
    name: Name,
    client: Client,
) -> TableInfo:
    """A table of your own from a record."""
    return table_info(await service.upload(person, name, text, client), person, service.watchers)


@router.get("/events", response_class=StreamingResponse)
async def events_of_several(
    service: Service,
    person: AnyPerson,
    table: Annotated[list[Annotated[str, StringConstraints(pattern=TABLE_ID)]], Query(max_length=MOST_TABLES)],
) -> StreamingResponse:
    """What happens at several tables, as one stream of events that name their table: for all tabs of a browser."""
    return StreamingResponse(events_of_tables(service, table, person), media_type="text/event-stream", headers=STREAM)


@router.get("/tables/{id}/events", response_class=StreamingResponse)
async def events(id: TableId, service: Service, person: AnyPerson) -> StreamingResponse:
    """What happens at the table, as server-sent events: `change` with the version, and `presence`."""
    await service.table(id, person)
    return StreamingResponse(events_of(service, id, person), media_type="text/event-stream", headers=STREAM)
