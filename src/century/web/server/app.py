"""The server: its parts put together."""

import asyncio
import time
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager
from pathlib import Path

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException

from century import __version__
from century.errors import CenturyError
from century.web.bots.pool import BotPool
from century.web.live.process_link import ProcessLink
from century.web.live.watchers import Watchers
from century.web.schemas import Error
from century.web.server import api, health, pages, personal, rule_pages
from century.web.server.allowances import Allowances
from century.web.server.guard import Guard
from century.web.server.health import MetricsServer, Readiness
from century.web.server.housekeeping import Housekeeping
from century.web.server.identity import Banned, Identity, NotIdentified
from century.web.server.logs import RequestLog
from century.web.server.settings import Settings
from century.web.server.static_files import StaticFiles
from century.web.server.visit import error_page, wants_page
from century.web.tables.database import Database
from century.web.tables.errors import Busy, NotAllowed, TableNotFound, TooOften, VersionConflict
from century.web.tables.names import NameFilter
from century.web.tables.people_store import PeopleStore
from century.web.tables.service import TableService
from century.web.tables.table_store import TableStore
from century.web.threads import DaemonPool
from century.words import N_, say

STATUS: dict[type[CenturyError], int] = {
    NotIdentified: 401,
    Banned: 403,
    NotAllowed: 403,
    TableNotFound: 404,
    VersionConflict: 409,
    TooOften: 429,
    Busy: 503,
}

MESSAGES = {  # instead of those of the framework
    400: N_("the request cannot be read"),
    404: N_("this page does not exist"),
    405: N_("this address does not support this request"),
}

RESPONSES = {
    400: "The request cannot be read",
    401: "The client is not identified",
    403: "Not allowed for this person, or not now",
    404: "No such table, or it is private",
    409: "The table has moved on since",
    413: "The request is too large",
    422: "The request is not understood, or the action is not legal",
    429: "Too many requests at once",
    503: "The server, or its database, has too much to do or is away: try again after `Retry-After` seconds",
}


def create_app(settings: Settings | None = None) -> FastAPI:
    """Return the application, for uvicorn: `uvicorn --factory century.web.server.app:create_app`."""
    settings = settings or Settings.from_environment()
    database, watchers = Database(settings.database), Watchers()
    tables, people, pool = TableStore(database), PeopleStore(database), BotPool(settings.processes)
    pace, away = settings.pace, settings.away
    service = TableService(
        tables, people, watchers, pool, settings.secret, pace=pace, away=away, open_tables=settings.open_tables
    )
    service.names = NameFilter(settings.forbidden_names)
    link = ProcessLink(database, watchers, service.changed_elsewhere)
    identity = Identity(people, settings.secret)
    housekeeping = Housekeeping(service, identity, settings.keep_days)

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        threads = DaemonPool()
        asyncio.get_running_loop().set_default_executor(threads)
        app.state.start_error = None
        try:
            opened = await _unless(service.closed, asyncio.to_thread(database.open_for_server))
        except CenturyError as error:  # `century serve` prints it
            opened, app.state.start_error = False, error
        if opened:
            service.start()
            link.start()
            housekeeping.start()
            if settings.warm_up:
                pool.start(settings.warm_up)
        try:
            yield
        finally:
            service.end_streams()
            await housekeeping.stop()
            await link.stop()  # before the service: what it hears wakes bots
            await service.stop()
            await threads.finish()
            database.close()
            if app.state.metrics:
                await asyncio.to_thread(app.state.metrics.close)

    app = FastAPI(
        title="Century",
        summary="Play the Century trilogy over HTTP",
        version=__version__,
        openapi_url="/api/v1/openapi.json",
        docs_url=None,
        redoc_url=None,
        lifespan=lifespan,
        responses={status: {"model": Error, "description": words} for status, words in RESPONSES.items()},
    )
    app.state.settings, app.state.readiness = settings, Readiness()
    app.state.metrics = MetricsServer(settings.metrics, service) if settings.metrics else None
    app.state.service, app.state.identity = service, identity
    app.include_router(api.moves)  # routes are tried in this order: what is asked for most comes first
    app.mount("/static", StaticFiles(Path(__file__).parents[1] / "static"), name="static")
    app.include_router(pages.router, include_in_schema=False)
    app.include_router(api.router)
    app.include_router(personal.router)
    for router in (rule_pages.router, personal.pages, health.router):
        app.include_router(router, include_in_schema=False)
    app.add_exception_handler(CenturyError, _refused)
    app.add_exception_handler(RequestValidationError, _not_understood)
    app.add_exception_handler(HTTPException, _http_error)
    app.add_middleware(
        Guard,
        allowances=Allowances(settings.rates, time.monotonic, identity.person_to_count),
        hosts=settings.hosts,
        is_stopping=service.closed.is_set,
    )
    app.add_middleware(RequestLog, proxies=settings.proxies)  # around the guard, which counts by address
    return app


async def _unless(event: asyncio.Event, doing: Coroutine[None, None, None]) -> bool:
    """Do something unless, or until, an event comes. Return whether it was done."""
    done, waiting = asyncio.create_task(doing), asyncio.create_task(event.wait())
    await asyncio.wait((done, waiting), return_when=asyncio.FIRST_COMPLETED)
    waiting.cancel()
    if not done.done():
        done.cancel()
        return False
    done.result()  # raises the error, if any
    return True


async def _refused(request: Request, error: Exception) -> Response:
    assert isinstance(error, CenturyError)
    response = error_page(request, STATUS.get(type(error), 422), error.said)
    if isinstance(error, Busy | TooOften):
        response.headers["retry-after"] = str(error.retry_after)
    return response


async def _not_understood(request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    ours = [one["ctx"]["error"] for one in error.errors() if isinstance(one.get("ctx", {}).get("error"), CenturyError)]
    if ours:
        return error_page(request, 422, ours[0].said)
    if wants_page(request):
        return error_page(request, 422, say("this address is invalid"))
    wrong = [f"{'.'.join(map(str, one['loc'][1:] or one['loc']))}: {one['msg']}" for one in error.errors()]
    return error_page(request, 422, say("the request is invalid: {details}", details="; ".join(wrong)))


async def _http_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    response = error_page(request, error.status_code, MESSAGES.get(error.status_code, error.detail))
    response.headers.update(error.headers or {})
    return response
