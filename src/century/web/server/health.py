"""The state of a server: whether it lives, whether it is ready, and its metrics."""

import asyncio
import time
from functools import partial

import sqlalchemy as sa
from fastapi import APIRouter, Request, Response
from fastapi.responses import JSONResponse, PlainTextResponse
from prometheus_client import start_http_server

import century
from century.errors import CenturyError
from century.web import metrics
from century.web.server.dependencies import Service
from century.web.tables.schema import tables
from century.web.tables.service import TableService

FRESH = 1.0  # seconds for which the state of the database is not asked again
SLOW = 5.0  # seconds after which a database that has not answered counts as away
STAGES = ("waiting", "playing", "over")

router = APIRouter()


@router.get("/healthz")
async def healthz() -> Response:
    """Whether the process lives."""
    return PlainTextResponse("ok\n")


@router.get("/readyz")
async def readyz(request: Request, service: Service) -> Response:
    """Whether the server can serve: the database answers, has this version's tables, and bots have processes."""
    readiness: Readiness = request.app.state.readiness
    ready = await readiness.look(service)
    return JSONResponse(ready, 200 if all(ready.values()) else 503)


class Readiness:
    """What a server needs to be ready, looked up once a second at most."""

    def __init__(self) -> None:
        """Nothing is known yet."""
        self._until = 0.0
        self._lock = asyncio.Lock()
        self._known = {"database": False, "migrations": False, "bots": False}

    async def look(self, service: TableService) -> dict[str, bool]:
        """Return what is ready."""
        async with self._lock:
            if time.monotonic() > self._until:
                database, migrated = False, False
                try:
                    async with asyncio.timeout(SLOW):
                        migrated = await asyncio.to_thread(service.store.database.is_migrated)
                        database = True
                except (sa.exc.SQLAlchemyError, TimeoutError):
                    pass
                self._known = {"database": database, "migrations": migrated, "bots": service.pool.is_open}
                self._until = time.monotonic() + FRESH
            return self._known


class MetricsServer:
    """The metrics of this process at a port of their own, in a thread of their own."""

    def __init__(self, address: str, service: TableService) -> None:
        """Listen at HOST:PORT."""
        host, _, port = address.rpartition(":")
        metrics.IN_MEMORY.set_function(lambda: len(service.tables()))
        for game in century.games():
            metrics.COMPILED.labels(game).set_function(partial(service.pool.is_warm, game))
        counts = _StageCounts(service)
        for stage in STAGES:
            metrics.TABLES.labels(stage).set_function(partial(counts.of, stage))
        try:
            self._server, self._thread = start_http_server(int(port), host.strip("[]") or "127.0.0.1")
        except OSError as error:
            raise CenturyError(f"CENTURY_METRICS: cannot listen on {address}: {error.strerror}") from error
        self.port = int(self._server.server_port)

    def close(self) -> None:
        """Stop listening."""
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()


class _StageCounts:
    """The number of tables by stage, counted once for each scrape."""

    def __init__(self, service: TableService) -> None:
        self._database = service.store.database
        self._until = 0.0
        self._counts: dict[str, int] = {}

    def of(self, stage: str) -> float:
        if time.monotonic() > self._until:
            query = sa.select(tables.c.stage, sa.func.count().label("number")).group_by(tables.c.stage)
            try:
                with self._database.engine.connect() as db:
                    self._counts = {row.stage: row.number for row in db.execute(query)}
            except sa.exc.SQLAlchemyError:
                return float("nan")
            self._until = time.monotonic() + FRESH
        return self._counts.get(stage, 0)
