"""Clients that take too long to send a request: their connections are closed."""

import asyncio

from uvicorn.protocols.http.auto import AutoHTTPProtocol

HEAD_WITHIN = 10.0  # seconds within which the head of a request must have come


class ImpatientProtocol(AutoHTTPProtocol):  # type: ignore[misc,valid-type]
    """HTTP as uvicorn speaks it, which waits without limit for the rest of a request that has begun."""

    _deadline: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:
        """Expect a request."""
        super().connection_made(transport)
        self._watch()

    def data_received(self, data: bytes) -> None:
        """Take a part of a request."""
        super().data_received(data)
        self._watch()

    def connection_lost(self, exc: Exception | None) -> None:
        """Expect nothing any more."""
        super().connection_lost(exc)
        if self._deadline:
            self._deadline.cancel()

    def _watch(self) -> None:
        """Start the clock when a request has begun to come, and stop it when its head is there."""
        under_way = self.cycle is not None and not self.cycle.response_complete
        if under_way and self._deadline:
            self._deadline.cancel()
            self._deadline = None
        elif not under_way and not self._deadline:
            self._deadline = self.loop.call_later(HEAD_WITHIN, self._give_up)

    def _give_up(self) -> None:
        self._deadline = None
        if self.cycle is None or self.cycle.response_complete:
            self.transport.close()
