"""The pages: lobby, table and replay. The server draws them; the browser knows no rules."""

import asyncio
import time
from typing import Annotated

from fastapi import APIRouter, Query, Response
from fastapi.responses import HTMLResponse

import century
from century import plugins
from century.engine.match import MOST_SEED, MOST_TURNS
from century.players import LEVELS
from century.trilogy import TITLES
from century.web.render.drawing import draw, heading
from century.web.schemas import AtLeast, TableId
from century.web.server.api import GameName, Page, game_infos, table_info
from century.web.server.dependencies import Service
from century.web.server.visit import PageVisit, Visit
from century.web.tables.live_table import LiveTable
from century.web.tables.service import TableService
from century.web.tables.table_store import LISTED
from century.web.tables.views import view_of

Ply = Annotated[int, Query(ge=0, le=1_000_000)]

router = APIRouter(default_response_class=HTMLResponse)


@router.get("/")
async def lobby(visit: PageVisit, service: Service, game: GameName = None, page: Page = 0) -> Response:
    """Choose a game, return to one, sit down or watch."""
    game = game if game in century.games() else None
    mine, waiting, watching = await asyncio.gather(
        asyncio.to_thread(service.store.mine, visit.visitor.id),
        asyncio.to_thread(service.store.open, game, page),
        asyncio.to_thread(service.store.watchable, game, page),
    )
    ours = {row.id for row in mine}
    summaries = {title.name: title.summary for title in TITLES}
    summaries |= {outside.name: outside.summary for outside in plugins.loaded()}
    return visit.page(
        "lobby.html",
        games=game_infos(),
        game=game,
        page=page,
        more=LISTED in (len(waiting), len(watching)),
        summaries=summaries,
        levels=LEVELS,
        most_turns=MOST_TURNS,
        most_seed=min(MOST_SEED, 2**53 - 1),  # the largest whole number that a browser represents exactly
        mine=[table_info(row, visit.visitor.id, service.watchers) for row in mine],
        open_tables=[table_info(row, visit.visitor.id, service.watchers) for row in waiting if row.id not in ours],
        watch_tables=[table_info(row, visit.visitor.id, service.watchers) for row in watching if row.id not in ours],
    )


@router.get("/join")
async def join(visit: PageVisit) -> Response:
    """Where invitations lead; the secret is behind the # and is sent by the page itself."""
    return visit.page("join.html")


@router.get("/t/{id}")
async def table(id: TableId, visit: PageVisit, service: Service, version: AtLeast = 0) -> Response:
    """A table."""
    table = await service.table(id, visit.visitor.id, version)
    return visit.page("table.html", **_table(service, table, visit))


@router.get("/t/{id}/part")
async def part(id: TableId, visit: PageVisit, service: Service, version: AtLeast = 0) -> Response:
    """The part of a table's page that changes."""
    table = await service.table(id, visit.visitor.id, version)
    return visit.page("table_part.html", **_table(service, table, visit))


def _table(service: TableService, table: LiveTable, visit: Visit) -> dict[str, object]:
    person, row = visit.visitor.id, table.row
    view = view_of(table, person, service.watchers.present(row.id))
    waiting = [seat for seat in row.seats if seat.is_free]
    away = [
        seat
        for seat in row.seats
        if row.host == person and row.stage == "playing" and seat.person and seat.person != person
        if seat.level is None and service.watchers.away_for(row.id, seat.person) >= service.away
    ]
    left = row.turn_at + row.clock - time.time() if row.clock and row.stage == "playing" else None
    has_bots = any(seat.level for seat in row.seats)
    return {
        **_shared(service, table, visit),
        "seen": view,
        "drawn": draw(view, visit.language),
        "heading": heading(view, visit.language),
        "waiting": waiting,
        "can_sit": not row.seats_of(person) and any(seat.kind == "open" for seat in waiting),
        "away": away,
        "relieved": [seat for seat in row.seats if seat.person == person and seat.level is not None],
        "closed": row.stage == "over" and not (table.match.over or table.history.ended_early),
        "left": left and max(0.0, round(left, 1)),
        "warming_up": has_bots and row.stage == "playing" and not service.pool.is_warm(row.game),
        "levels": LEVELS,
    }


@router.get("/t/{id}/replay")
async def replay(id: TableId, visit: PageVisit, service: Service, ply: Ply = 0) -> Response:
    """A game from its first turn to its last."""
    table = await service.table(id, visit.visitor.id)
    starts = table.history.turn_starts
    ends = [*starts[1:], table.plies]
    seats = [table.history.steps[start].answer.seat for start in starts]
    return visit.page(
        "replay.html",
        **_position(service, table, visit, ply),
        levels=LEVELS,
        turns=[*starts, table.plies],
        played=list(zip(seats, starts, ends, strict=False)),
        eyes=table.seat_of(visit.visitor.id) or 0,
    )


@router.get("/t/{id}/replay/part")
async def replay_part(id: TableId, visit: PageVisit, service: Service, ply: Ply = 0) -> Response:
    """One position of a game."""
    table = await service.table(id, visit.visitor.id)
    return visit.page("replay_part.html", **_position(service, table, visit, ply))


def _position(service: TableService, table: LiveTable, visit: Visit, ply: int) -> dict[str, object]:
    ply = min(ply, table.plies)
    view = view_of(table, visit.visitor.id, table.people(), ply)  # nobody is marked as away in a replay
    return {**_shared(service, table, visit), "drawn": draw(view, visit.language), "ply": ply}


def _shared(service: TableService, table: LiveTable, visit: Visit) -> dict[str, object]:
    """Return what the pages of a table and of its replay have in common."""
    return {
        "table": table_info(table.row, visit.visitor.id, service.watchers),
        "plies": table.plies,
        "may_know": table.may_see_record(visit.visitor.id),
        "ended_early": visit.translated(table.history.ended_early),
    }
