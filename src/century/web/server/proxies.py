"""Reverse proxies: whose word counts for the address of a client and for HTTPS."""

import logging

from starlette.types import ASGIApp, Scope
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

FORWARDED = {b"x-forwarded-for", b"x-forwarded-proto", b"forwarded"}
MOST_NAMED = 100  # addresses that are named in the log, each once

_log = logging.getLogger(__name__)


class TrustedProxies(ProxyHeadersMiddleware):
    """ASGI middleware that takes the client's address and the scheme from the headers of trusted proxies."""

    def __init__(self, app: ASGIApp, proxies: tuple[str, ...]) -> None:
        """Trust these addresses and networks."""
        super().__init__(app, list(proxies))  # type: ignore[arg-type]
        self._named: set[str] = set()

    def warn_of_others(self, scope: Scope) -> None:
        """Warn, once for each address, of a request with such headers that no trusted proxy has sent."""
        headers = {name for name, _ in scope["headers"]} & FORWARDED
        address = scope["client"][0] if headers and scope.get("client") else None
        if (
            address
            and address not in self._named
            and address not in self.trusted_hosts
            and len(self._named) < MOST_NAMED
        ):
            self._named.add(address)
            names = ", ".join(sorted(name.decode() for name in headers))
            text = "%s sent %s, but is not a trusted proxy: the headers are ignored. If it is your proxy, %s"
            _log.warning(text, address, names, f"set CENTURY_PROXIES={address}")
