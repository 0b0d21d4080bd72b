"""What every request has to pass: size, origin and rate; and the headers that every answer gets."""

import json
import logging
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import Request

from century.web.render.languages import language_of, translations
from century.words import N_, say, told

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]

MOST_BYTES = 256 * 1024
TOO_LARGE = say("at most {number} bytes are taken", number=MOST_BYTES)
PEOPLE = 10  # who may be at work at one address, each at the rate of one person
CONTENT_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
MAKES = ("/tables", "/people", "/records", "/play-on", "/rematch")  # paths that add to the database
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
    """An ASGI application around another one."""

    def __init__(
        self, app: Any, moves_a_second: float, tables_a_minute: float, clock: Callable[[], float] = time.monotonic
    ) -> None:
        """Rates are for one person, and for one address: whoever brings no name, or many, is held by it."""
        self.app = app
        self._moves = Buckets(moves_a_second, 3 * moves_a_second, clock)
        self._addresses = Buckets(PEOPLE * moves_a_second, 3 * PEOPLE * moves_a_second, clock)
        self._tables = Buckets(tables_a_minute / 60, tables_a_minute, clock)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or refuse it."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        headers = dict(scope["headers"])

        begun = False

        async def sealed(message: Message) -> None:
            nonlocal begun
            if message["type"] == "http.response.start":
                begun = True
                known = {name.lower() for name, _ in message["headers"]}
                message["headers"] = [*message["headers"], *(pair for pair in HEADERS if pair[0] not in known)]
            await send(message)

        refusal = self._refusal(scope, headers)
        if refusal:
            await _refuse(scope, sealed, *refusal)
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
        except Exception:  # it goes to the log of the server, not to who asks
            if begun:
                raise
            _log.exception("a request could not be answered")
            await _refuse(scope, sealed, 500, N_("something went wrong here: try again"))

    def _refusal(self, scope: Scope, headers: dict[bytes, bytes]) -> tuple[int, str] | None:
        length = headers.get(b"content-length", b"0")
        if length.isdigit() and int(length) > MOST_BYTES:
            return 413, TOO_LARGE
        if scope["method"] in ("GET", "HEAD", "OPTIONS"):
            return None
        if b"authorization" not in headers and not _same_origin(headers) and not _asks_for_a_token(scope, headers):
            return 403, N_("changes are taken from this site's own pages only, or with a token")
        client = (scope["client"][0] if scope.get("client") else "").encode()
        who = (headers.get(b"authorization") or headers.get(b"cookie") or client)[:300]
        if not (self._moves.take(who) and self._addresses.take(client)):
            return 429, N_("too many requests at once: wait a moment")
        if scope["path"].rstrip("/").endswith(MAKES) and not self._tables.take(client):
            return 429, N_("too many new tables at once: wait a minute")
        return None


class Buckets:
    """So many at once, and so many a second, for each who asks."""

    def __init__(self, rate: float, burst: float, clock: Callable[[], float] = time.monotonic) -> None:
        """Rate in a second; burst at once; `clock` returns seconds."""
        self._rate, self._burst, self._clock = rate, max(1.0, burst), clock
        self._left: OrderedDict[bytes, tuple[float, float]] = OrderedDict()

    def take(self, who: bytes) -> bool:
        """Whether one more is granted."""
        now = self._clock()
        left, last = self._left.pop(who, (self._burst, now))
        left = min(self._burst, left + (now - last) * self._rate)
        self._left[who] = (left - 1 if left >= 1 else left), now
        while len(self._left) > 10_000:
            self._left.popitem(last=False)
        return left >= 1


def _same_origin(headers: dict[bytes, bytes]) -> bool:
    """Whether a change comes from a page of this site."""
    origin, host = headers.get(b"origin"), headers.get(b"host")
    if origin:
        return bool(host) and origin.partition(b"://")[2] == host
    return headers.get(b"sec-fetch-site") == b"same-origin"


def _asks_for_a_token(scope: Scope, headers: dict[bytes, bytes]) -> bool:
    """Whether a program, not a page, asks for its first token: no browser leaves the origin out here."""
    return scope["path"] == "/api/v1/people" and not {b"origin", b"cookie"} & headers.keys()


async def _refuse(scope: Scope, send: Send, status: int, why: str) -> None:
    language = translations(language_of(Request(scope)))
    body = json.dumps({"error": told(why, language.gettext)}).encode()
    start = {"type": "http.response.start", "status": status, "headers": [(b"content-type", b"application/json")]}
    await send(start)
    await send({"type": "http.response.body", "body": body})
