"""Reverse proxies: whose word counts for the address of a client and for HTTPS."""

import logging

from starlette.types import ASGIApp, Receive, Scope, Send
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

FORWARDED = {b"x-forwarded-for", b"x-forwarded-proto", b"forwarded"}
MOST_NAMED = 100  # addresses that are named in the log, each once

_log = logging.getLogger(__name__)


class TrustedProxies(ProxyHeadersMiddleware):
    """Take the client's address and the scheme from the headers of trusted proxies; warn about headers of others."""

    def __init__(self, app: ASGIApp, proxies: tuple[str, ...]) -> None:
        """Trust these addresses and networks."""
        super().__init__(app, list(proxies))  # type: ignore[arg-type]
        self._named: set[str] = set()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:  # type: ignore[override]
        """Pass a request on."""
        if scope["type"] == "http" and (client := scope.get("client")) and client[0] not in self.trusted_hosts:
            self._warn(client[0], {name for name, _ in scope["headers"]} & FORWARDED)
        await super().__call__(scope, receive, send)  # type: ignore[arg-type]

    def _warn(self, address: str, headers: set[bytes]) -> None:
        if headers and address not in self._named and len(self._named) < MOST_NAMED:
            self._named.add(address)
            names = ", ".join(sorted(name.decode() for name in headers))
            text = "%s sent %s, but is not a trusted proxy: the headers are ignored. If it is your proxy, %s"
            _log.warning(text, address, names, f"set CENTURY_PROXIES={address}")
