"""Limits for every request: size, origin and rate; and the headers of every response."""

import asyncio
import logging
import time
from collections.abc import Callable

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from century.web.limits import TokenBuckets, client_of
from century.web.render.languages import language_of, translations
from century.words import N_, say, told

MOST_BYTES = 256 * 1024
TOO_LARGE = say("the request is too large: at most {number} bytes are allowed", number=MOST_BYTES)
PEOPLE = 10  # people who may play from one address, each at the rate of one person
CONTENT_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
CREATING = ("/tables", "/people", "/records", "/play-on", "/rematch")  # paths that add to the database
HEADERS = [
    (b"content-security-policy", CONTENT_POLICY.encode()),
    (b"referrer-policy", b"same-origin"),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=()"),
]

_log = logging.getLogger(__name__)


class Guard:
    """ASGI middleware that limits requests."""

    def __init__(
        self,
        app: ASGIApp,
        moves_a_second: float,
        tables_a_minute: float,
        clock: Callable[[], float] = time.monotonic,
        is_stopping: Callable[[], bool] = lambda: False,
    ) -> None:
        """Rates are per person and per address: the address limits clients without a name, or with many."""
        self.app = app
        self._is_stopping = is_stopping
        self._moves = TokenBuckets(moves_a_second, 3 * moves_a_second, clock)
        self._addresses = TokenBuckets(PEOPLE * moves_a_second, 3 * PEOPLE * moves_a_second, clock)
        self._tables = TokenBuckets(tables_a_minute / 60, tables_a_minute, clock)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or refuse it. A request that is cancelled while the server stops ends quietly."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        begun = False

        async def sealed(message: Message) -> None:
            nonlocal begun
            if message["type"] == "http.response.start":
                begun = True
                known = {name.lower() for name, _ in message["headers"]}
                message["headers"] = [*message["headers"], *(pair for pair in HEADERS if pair[0] not in known)]
            await send(message)

        refusal = self._refusal(scope, dict(scope["headers"]))
        if refusal:
            await _refuse(scope, receive, sealed, *refusal)
            return
        size = 0

        async def measured() -> Message:
            nonlocal size
            message = await receive()
            size += len(message.get("body", b""))
            if size > MOST_BYTES:
                raise HTTPException(413, TOO_LARGE)
            return message

        try:
            await self.app(scope, measured, sealed)
        except asyncio.CancelledError:
            if not self._is_stopping():
                raise
        except Exception:  # the client is not told more than that
            if begun:
                raise
            _log.exception("a request could not be answered")
            await _refuse(scope, receive, sealed, 500, N_("something went wrong here: try again"))

    def _refusal(self, scope: Scope, headers: dict[bytes, bytes]) -> tuple[int, str] | None:
        length = headers.get(b"content-length", b"0")
        if length.isdigit() and int(length) > MOST_BYTES:
            return 413, TOO_LARGE
        if scope["method"] in ("GET", "HEAD", "OPTIONS"):
            return None
        if b"authorization" not in headers and not _same_origin(headers) and not _asks_for_a_token(scope, headers):
            return 403, N_("a request that changes something must come from a page of this site or carry a token")
        client = client_of(scope["client"][0] if scope.get("client") else "").encode()
        who = (headers.get(b"authorization") or headers.get(b"cookie") or client)[:300]
        if not (self._moves.take(who) and self._addresses.take(client)):
            return 429, N_("too many requests at once: wait a moment")
        if scope["path"].rstrip("/").endswith(CREATING) and not self._tables.take(client):
            return 429, N_("too many new tables at once: wait a minute")
        return None


def _same_origin(headers: dict[bytes, bytes]) -> bool:
    """Whether a change is sent by a page of this site."""
    origin, host = headers.get(b"origin"), headers.get(b"host")
    if origin:
        return bool(host) and origin.partition(b"://")[2] == host
    return headers.get(b"sec-fetch-site") == b"same-origin"


def _asks_for_a_token(scope: Scope, headers: dict[bytes, bytes]) -> bool:
    """Whether a program, not a page, asks for its first token: no browser leaves the origin out here."""
    return scope["path"] == "/api/v1/people" and not {b"origin", b"cookie"} & headers.keys()


async def _refuse(scope: Scope, receive: Receive, send: Send, status: int, why: str) -> None:
    language = translations(language_of(Request(scope)))
    await JSONResponse({"error": told(why, language.gettext)}, status)(scope, receive, send)
