"""The pages: lobby, table and replay. The server draws them; the browser knows no rules."""

import asyncio
import time
from bisect import bisect
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import Annotated

from fastapi import APIRouter, Query, Response
from fastapi.responses import HTMLResponse

import century
from century import plugins
from century.engine.match import MOST_SEED, MOST_TURNS
from century.players import LEVELS
from century.trilogy import TITLES
from century.web.render.drawing import draw, heading
from century.web.render.pens import environment
from century.web.schemas import AtLeast, GameInfo, TableId
from century.web.server.api import GameName, Page, game_infos, table_info, title_of
from century.web.server.dependencies import Service
from century.web.server.visit import PageVisit, Visit
from century.web.tables.history import History
from century.web.tables.live_table import LiveTable
from century.web.tables.rows import TableRow
from century.web.tables.service import TableService
from century.web.tables.table_store import LISTED
from century.web.tables.views import view_of

TURNS = 300  # turns that the bar of a replay shows
Ply = Annotated[int, Query(ge=0, le=1_000_000)]

router = APIRouter(default_response_class=HTMLResponse)


@dataclass(frozen=True, eq=False)
class Offer:
    """What visitors can choose for a new table."""

    games: Sequence[GameInfo]
    summaries: Mapping[str, str]
    levels = LEVELS
    most_turns = MOST_TURNS
    most_seed = min(MOST_SEED, 2**53 - 1)  # the largest whole number that a browser represents exactly


@lru_cache
def _offer(names: tuple[str, ...]) -> Offer:
    """Return what is offered; `names` are those of all games."""
    summaries = {title.name: title.summary for title in TITLES}
    return Offer(game_infos(), summaries | {outside.name: outside.summary for outside in plugins.loaded()})


@router.get("/")
async def lobby(visit: PageVisit, service: Service, game: GameName = None, page: Page = 0) -> Response:
    """Choose a game, return to one, sit down or watch."""
    game, person = game if game in century.games() else None, visit.visitor.id
    mine = [] if visit.is_first else await asyncio.to_thread(service.store.mine, person)
    waiting, watching = await asyncio.gather(service.lists.open(game, page), service.lists.watchable(game, page))
    ours = {row.id for row in mine}
    going = [row for row in mine if row.stage != "over"]
    turns = [row for row in going if row.stage == "playing" and row.actor in row.seats_of(person)]

    def lines(rows: Sequence[TableRow], way: str, whose: str | None = None) -> tuple[str, ...]:
        return tuple(_line(row, way, visit.language, whose) for row in rows if whose or row.id not in ours)

    offer = _offer(tuple(century.games()))
    return visit.kept_page(
        "lobby.html",
        offer=offer,
        games=visit.kept_part("lobby_games.html", offer=offer),
        form=visit.kept_part("lobby_new.html", offer=offer),
        game=game,
        page=page,
        more=LISTED in (len(waiting), len(watching)),
        turn=(turns[0].id, title_of(turns[0].game)) if turns else None,
        going=lines(going, "mine", person),
        over=lines([row for row in mine if row.stage == "over"], "mine", person),
        waiting=lines(waiting, "open"),
        watching=lines(watching, "watch"),
    )


@lru_cache(maxsize=1000)
def _line(row: TableRow, way: str, language: str, person: str | None) -> str:
    """Draw a table in a list, once for each version of it; without a person, for all who do not sit there."""
    lines = environment(language).get_template("lobby_lines.html").module
    drawn: str = lines.line(table_info(row, person), way)  # type: ignore[attr-defined]
    return drawn


@router.get("/join")
async def join(visit: PageVisit) -> Response:
    """Where invitations lead; the secret is behind the # and is sent by the page itself."""
    return visit.kept_page("join.html")


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
    return visit.page(
        "replay.html",
        **_position(service, table, visit, ply),
        **_turns_around(table.history, ply),
        levels=LEVELS,
        eyes=table.seat_of(visit.visitor.id) or 0,
    )


def _turns_around(history: History, ply: int) -> dict[str, object]:
    """Return the turns that the bar of a replay shows: of a long game those around a position."""
    starts = [*history.turn_starts, history.plies]
    end = len(starts) - 1
    first = max(0, min(bisect(starts, ply) - 1 - TURNS // 2, end - TURNS))
    last = min(end, first + TURNS)
    return {
        "first": starts[first],
        "last": starts[last],
        "turns": starts[max(0, first - 1) : last + 2],  # one more at either end, for steps that lead out of the bar
        "played": [
            (history.steps[start].answer.seat, start, following)
            for start, following in pairwise(starts[first : last + 1])
        ],
    }


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
