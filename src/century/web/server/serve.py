"""The page, served on this machine."""

import argparse
import asyncio
import contextlib
import os
import signal
import socket
import sys
import threading
import time
import webbrowser
from types import FrameType

import uvicorn
from fastapi import FastAPI

from century.errors import CenturyError, whole_number
from century.web.server.app import create_app
from century.web.server.garbage import GarbageCollector
from century.web.server.logs import logging_config
from century.web.server.settings import Settings
from century.web.server.slow_clients import ImpatientProtocol
from century.web.tables.service import TableService
from century.web.threads import cancel

OPEN_WITHIN = 10.0  # seconds after which the page is no longer opened by itself
GRACE = 1.0  # seconds for requests under way when the server is asked to stop


class _Server(uvicorn.Server):
    """A uvicorn server that stops within seconds, whatever its clients do."""

    garbage: GarbageCollector | None = None  # of a process that does nothing else

    async def on_tick(self, counter: int) -> bool:
        """Do what is done every 0.1 s; return whether to stop."""
        if self.garbage:
            self.garbage.look(time.monotonic())
        return await super().on_tick(counter)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Stop. A second signal changes nothing: uvicorn would leave the bots' processes behind."""
        self.should_exit = True

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start, unless asked to stop: the database may keep the server waiting."""
        asked = asyncio.create_task(self._asked_to_stop())
        try:
            await super().startup(sockets)
        finally:
            asked.cancel()
        if self.config.app.state.start_error:  # type: ignore[union-attr]
            self.should_exit = True

    async def _asked_to_stop(self) -> None:
        while not self.should_exit:
            await asyncio.sleep(0.05)
        self._service.closed.set()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """End event streams, give other requests `GRACE` seconds, then drop connections that are still open.

        uvicorn alone waits for clients that do not send or read everything, and prints an error in the end.
        """
        self._service.end_streams()
        for server in self.servers:
            server.close()
        for _ in range(5):
            await asyncio.sleep(0)  # a connection that was accepted just now becomes known
        state = self.server_state
        deadline = time.monotonic() + GRACE
        while state.connections and time.monotonic() < deadline:
            for connection in list(state.connections):
                if not connection.transport.is_closing():
                    connection.shutdown()  # now, or after its answer
            await asyncio.sleep(0.02)
        for connection in list(state.connections):
            connection.transport.abort()
        await asyncio.sleep(0)  # requests learn that their connections are gone
        await cancel(state.tasks)
        await super().shutdown(sockets)

    @property
    def _service(self) -> TableService:
        service: TableService = self.config.app.state.service  # type: ignore[union-attr]
        return service


def server_of(app: FastAPI, *, configure_log: bool = True) -> _Server:
    """Return a server for the application, as `century serve` runs it."""
    log = logging_config(app.state.settings.log) if configure_log else None
    config = uvicorn.Config(
        app,
        log_config=log,
        log_level="warning",
        access_log=False,
        http=ImpatientProtocol,
        proxy_headers=False,  # `TrustedProxies` reads them
        timeout_graceful_shutdown=1,
    )
    return _Server(config)


def run(server: _Server, listening: socket.socket) -> int:
    """Serve until Ctrl-C or SIGTERM; the program has nothing else to do after it."""

    def stop(sig: int, frame: FrameType | None) -> None:
        server.should_exit = True

    for sig in (signal.SIGINT, signal.SIGTERM):
        signal.signal(sig, stop)  # before uvicorn listens to them, and after
    server.garbage = GarbageCollector(time.monotonic())
    server.run(sockets=[listening])
    deadline = time.monotonic() + GRACE
    others = [thread for thread in threading.enumerate() if not thread.daemon and thread is not threading.main_thread()]
    for thread in others:
        thread.join(max(0.0, deadline - time.monotonic()))
    if any(thread.is_alive() for thread in others):  # Python would wait for them without limit
        with contextlib.suppress(OSError):
            sys.stdout.flush()
        os._exit(0)
    return 0


def serve(options: argparse.Namespace) -> int:
    """Serve until Ctrl-C."""
    port = whole_number("a port", options.port, 0, 65535)
    app = create_app(Settings.from_environment())
    listening = _listen(options.host, port)
    host, port = listening.getsockname()[:2]
    server = server_of(app)
    address = f"http://{'localhost' if host in ('127.0.0.1', '::1') else host}:{port}/"
    print(f"Century is at {address}   (Ctrl-C ends it)", flush=True)
    if options.open:
        threading.Thread(target=_open_when_ready, args=(server, address), daemon=True).start()
    result = run(server, listening)
    if error := app.state.start_error:
        raise error
    return result


def _listen(host: str, port: int) -> socket.socket:
    """Return a socket that listens on the port; if it is taken, on one of the next ones."""
    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
    except OSError as error:
        raise CenturyError(f"{host!r} is no address of this machine: {error.strerror}") from error
    for attempt in range(20 if port else 1):
        listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)  # if named, asyncio sends at once
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listening.bind((host, port + attempt))
            listening.listen(2048)  # early clients wait until the server is ready; no other process gets the port
            return listening
        except OSError as error:
            listening.close()
            if attempt == 19 or not port or error.errno not in (98, 48, 10048):
                raise CenturyError(
                    f"cannot listen on {host}:{port + attempt}: {error.strerror}; choose another with --port"
                ) from error
    raise AssertionError


def _open_when_ready(server: _Server, address: str) -> None:
    deadline = time.monotonic() + OPEN_WITHIN
    while not server.started and time.monotonic() < deadline:
        time.sleep(0.05)
    if server.started:
        webbrowser.open(address)
