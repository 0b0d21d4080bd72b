"""Limits for every request: size, time, origin, host and rate; and the headers of every response."""

import asyncio
import logging
import re
from collections.abc import Callable, Collection

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from century.web.server.allowances import READING, Allowances, Headers
from century.web.server.visit import error_page
from century.web.tables.trouble import is_trouble, report
from century.words import N_, say

MOST_BYTES = 256 * 1024
TOO_SLOW = N_("the request took too long to come")
TOO_LARGE = say("at most {number} bytes are taken", number=MOST_BYTES)
BODY_WITHIN = 10.0  # seconds within which the body of a request must have come
RETRY = 5  # seconds after which a client that was refused may try again
PROBES = ("/healthz", "/readyz")  # whoever watches the server knows it by its address
CONTENT_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
HEADERS = [
    (b"content-security-policy", CONTENT_POLICY.encode()),
    (b"referrer-policy", b"same-origin"),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cache-control", b"no-store"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=()"),
]

_log = logging.getLogger(__name__)


class Guard:
    """ASGI middleware that limits requests."""

    def __init__(
        self,
        app: ASGIApp,
        allowances: Allowances,
        hosts: Collection[str] = (),
        is_stopping: Callable[[], bool] = lambda: False,
    ) -> None:
        """Answer to these host names; to all, if none are named."""
        self.app = app
        self._allowances, self._hosts, self._is_stopping = allowances, hosts, is_stopping

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
                more = [pair for pair in _headers_for(scope) if pair[0] not in known]
                message["headers"] = [*message["headers"], *more]
            await send(message)

        headers = dict(scope["headers"])
        refusal = self._refusal(scope, headers)
        if refusal:
            await _refuse(scope, receive, sealed, *refusal)
            return
        admission = self._allowances.admit(scope, headers)
        if isinstance(admission, str):
            await self._allowances.slow_down(scope)
            await _refuse(scope, receive, sealed, 429, admission)
            return
        body = _Body(receive)
        try:
            await self.app(scope, body.receive, sealed)
        except asyncio.CancelledError:
            if not self._is_stopping():
                raise
        except Exception as error:  # the client is not told more than that
            if begun:
                raise
            if is_trouble(error):
                report(error)
                await _refuse(scope, receive, sealed, 503, N_("the database does not answer: try again in a moment"))
                return
            _log.exception("a request could not be answered")
            await _refuse(scope, receive, sealed, 500, N_("something went wrong here: try again"))
        finally:
            admission.leave()

    def _refusal(self, scope: Scope, headers: dict[bytes, bytes]) -> tuple[int, str] | None:
        length = headers.get(b"content-length", b"0")
        if length.isdigit() and int(length) > MOST_BYTES:
            return 413, TOO_LARGE
        if self._hosts and _host(headers) not in self._hosts and scope["path"] not in PROBES:
            return 400, N_("this server has another name")
        if scope["method"] in READING:
            return None
        if b"authorization" not in headers and not _same_origin(headers) and not _asks_for_a_token(scope, headers):
            return 403, N_("changes are taken from this site's own pages only, or with a token")
        return None


class _Body:
    """The body of a request, as it comes."""

    def __init__(self, receive: Receive) -> None:
        self._receive, self._size, self._whole = receive, 0, False
        self._deadline = asyncio.get_running_loop().time() + BODY_WITHIN

    async def receive(self) -> Message:
        """Receive a part of it; raise HTTPException if it is too large or too slow."""
        try:
            async with asyncio.timeout_at(None if self._whole else self._deadline):
                message = await self._receive()
        except TimeoutError:
            raise HTTPException(408, TOO_SLOW, {"connection": "close"}) from None
        self._whole = not message.get("more_body", False)
        self._size += len(message.get("body", b""))
        if self._size > MOST_BYTES:
            raise HTTPException(413, TOO_LARGE, {"connection": "close"})
        return message


def _headers_for(scope: Scope) -> list[tuple[bytes, bytes]]:
    """Return the headers of a response, unless it has others of the same name."""
    https = [(b"strict-transport-security", b"max-age=31536000")] if scope.get("scheme") == "https" else []
    return [*HEADERS, *https]


def _host(headers: Headers) -> str:
    """Return the name that a request is for, without its port."""
    name = headers.get(b"host", b"").decode("latin-1").lower()
    return name.rpartition(":")[0] if re.search(r":\d*$", name) else name


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
    response = error_page(Request(scope), status, why)
    if status in (429, 503):
        response.headers["retry-after"] = str(RETRY)
    await response(scope, receive, send)
