"""The log: as text, or as one JSON object a line; and a request id for everything that belongs to a request.

A line about a request has its method, route, status and duration. It has no query, no header, no body, no name and no
address, so that no secret gets into the log.
"""

import copy
import logging
import secrets
import time
from contextvars import ContextVar
from typing import Any

from starlette.types import ASGIApp, Message, Receive, Scope, Send
from uvicorn.config import LOGGING_CONFIG

from century.web import metrics
from century.web.server.proxies import TrustedProxies

REQUEST_ID: ContextVar[str | None] = ContextVar("request_id", default=None)

_log = logging.getLogger("century.requests")


class WithRequestId(logging.Filter):
    """Add the id of the request that a message belongs to."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Keep every message."""
        if id := REQUEST_ID.get():
            record.request_id = id
        return True


def logging_config(style: str) -> dict[str, Any]:
    """Return the configuration of the log; `style` is "text" or "json"."""
    config: dict[str, Any] = copy.deepcopy(LOGGING_CONFIG)
    config["handlers"] = {"default": config["handlers"]["default"]}
    config["loggers"] = {name: {"level": "WARNING"} for name in ("uvicorn", "uvicorn.error", "uvicorn.access")}
    config["root"] = {"handlers": ["default"], "level": "WARNING"}
    if style == "json":
        config["filters"] = {"request": {"()": WithRequestId}}
        config["formatters"]["default"] = {
            "()": "pythonjsonlogger.json.JsonFormatter",
            "fmt": "%(levelname)s %(name)s %(message)s",
            "rename_fields": {"levelname": "level", "name": "logger"},
            "timestamp": "time",
        }
        config["handlers"]["default"]["filters"] = ["request"]
        config["loggers"]["century.requests"] = {"level": "INFO"}
    return config


class RequestLog:
    """ASGI middleware that gives each request an id, and notes its end in the log and in the metrics."""

    def __init__(self, app: ASGIApp, proxies: tuple[str, ...]) -> None:
        """Wrap an application behind trusted proxies."""
        self.app = TrustedProxies(app, proxies)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)  # type: ignore[arg-type]
            return
        id, began, status, is_stream = secrets.token_hex(8), time.perf_counter(), 0, False
        token = REQUEST_ID.set(id)
        self.app.warn_of_others(scope)

        async def marked(message: Message) -> None:
            nonlocal status, is_stream
            if message["type"] == "http.response.start":
                status = message["status"]
                is_stream = (b"content-type", b"text/event-stream; charset=utf-8") in message["headers"]
                message["headers"] = [*message["headers"], (b"x-request-id", id.encode())]
            await send(message)

        try:
            await self.app(scope, receive, marked)  # type: ignore[arg-type]
        finally:
            seconds = time.perf_counter() - began
            route = getattr(scope.get("route"), "path", "") or "other"
            if not is_stream:
                metrics.REQUESTS.labels(_method(scope["method"]), route, status).observe(seconds)
            fields = {"method": scope["method"], "route": route, "status": status, "ms": round(1000 * seconds, 1)}
            _log.info("request", extra=fields)
            REQUEST_ID.reset(token)


def _method(method: str) -> str:
    """Return a method that is known; whatever else a client writes would be a series of its own for ever."""
    return method if method in ("GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS") else "other"
