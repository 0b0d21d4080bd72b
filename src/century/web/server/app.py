"""The server: everything put together."""

import asyncio
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.staticfiles import StaticFiles
from starlette.exceptions import HTTPException

from century import __version__
from century.errors import CenturyError, IllegalAction, UnknownName
from century.web.bots.pool import Thinkers
from century.web.live.hub import Hub, Wire
from century.web.server import api, pages
from century.web.server.guard import Guard
from century.web.server.identity import People, Unknown
from century.web.server.schemas import Error
from century.web.server.settings import Settings
from century.web.tables.errors import Conflict, NotAllowed, NotHere
from century.web.tables.service import Hall
from century.web.tables.store import Store
from century.web.threads import Workers
from century.words import N_, say

STATUS: dict[type[CenturyError], int] = {
    NotHere: 404,
    NotAllowed: 403,
    Conflict: 409,
    Unknown: 401,
    IllegalAction: 422,
    UnknownName: 422,
}


MESSAGES = {  # instead of what the framework says
    400: N_("what was sent cannot be read"),
    404: N_("there is no such page"),
    405: N_("that cannot be done here"),
}


def create_app(settings: Settings | None = None) -> FastAPI:
    """The application, for uvicorn: `uvicorn --factory century.web.server.app:create_app`."""
    settings = settings or Settings.from_environment()
    store, hub = Store(settings.database), Hub()
    hall = Hall(store, hub, Thinkers(settings.processes), settings.secret, pace=settings.pace, away=settings.away)
    wire = Wire(store, hub, hall.heard)

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        workers = Workers()
        asyncio.get_running_loop().set_default_executor(workers)
        if await _unless(hall.closed, asyncio.to_thread(store.migrate)):
            hall.start()
            wire.start()
            if settings.warm_up:
                hall.thinkers.start(settings.warm_up)
        try:
            yield
        finally:
            hall.end_streams()
            await wire.stop()  # before the hall: what it hears wakes bots
            await hall.stop()
            await workers.finish()
            store.close()

    app = FastAPI(
        title="Century",
        summary="Play the Century trilogy over HTTP",
        version=__version__,
        openapi_url="/api/v1/openapi.json",
        docs_url=None,
        redoc_url=None,
        lifespan=lifespan,
        responses={
            status: {"model": Error, "description": words}
            for status, words in {
                400: "What was sent cannot be read",
                401: "Nobody is known who asks",
                403: "Not allowed for this person, or not now",
                404: "No such table, or it is private",
                409: "The table has gone on since",
                413: "More was sent than is taken",
                422: "What was sent is not understood, or not legal",
                429: "Too many requests at once",
            }.items()
        },
    )
    app.state.hall, app.state.people = hall, People(store, settings.secret)
    app.include_router(api.router)
    app.include_router(pages.router, include_in_schema=False)
    app.mount("/static", StaticFiles(directory=Path(__file__).parents[1] / "static"), name="static")
    app.add_exception_handler(CenturyError, _refused)
    app.add_exception_handler(RequestValidationError, _not_understood)
    app.add_exception_handler(HTTPException, _no_such_page)
    app.add_middleware(Guard, moves_a_second=settings.moves_a_second, tables_a_minute=settings.tables_a_minute)
    app.add_middleware(Leaving, hall=hall)
    return app


async def _unless(event: asyncio.Event, doing: Coroutine[Any, Any, None]) -> bool:
    """Do something unless, or until, an event comes. Return whether it was done."""
    done, waiting = asyncio.create_task(doing), asyncio.create_task(event.wait())
    await asyncio.wait((done, waiting), return_when=asyncio.FIRST_COMPLETED)
    waiting.cancel()
    if not done.done():
        done.cancel()
        return False
    done.result()  # raises what went wrong
    return True


class Leaving:
    """Middleware that ends cancelled requests quietly while the server stops: they have nobody to answer to."""

    def __init__(self, app: Any, hall: Hall) -> None:
        """Wrap an ASGI application."""
        self._app, self._hall = app, hall

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Pass a request on."""
        try:
            await self._app(scope, receive, send)
        except asyncio.CancelledError:
            if not self._hall.closed.is_set():
                raise


def status_of(error: CenturyError) -> int:
    """The status that tells of an error."""
    return next((STATUS[kind] for kind in type(error).__mro__ if kind in STATUS), 422)


async def _refused(request: Request, error: Exception) -> Any:
    assert isinstance(error, CenturyError)
    return pages.error(request, status_of(error), error.said)


async def _not_understood(request: Request, error: Exception) -> Any:
    assert isinstance(error, RequestValidationError)
    ours = [one["ctx"]["error"] for one in error.errors() if isinstance(one.get("ctx", {}).get("error"), CenturyError)]
    if ours:
        return pages.error(request, 422, ours[0].said)
    if pages.is_for_people(request):
        return pages.error(request, 422, say("this address is not understood"))
    wrong = [f"{'.'.join(map(str, one['loc'][1:] or one['loc']))}: {one['msg']}" for one in error.errors()]
    return pages.error(request, 422, say("what was sent is not understood: {details}", details="; ".join(wrong)))


async def _no_such_page(request: Request, error: Exception) -> Any:
    assert isinstance(error, HTTPException)
    response = pages.error(request, error.status_code, MESSAGES.get(error.status_code, error.detail))
    response.headers.update(error.headers or {})
    return response
