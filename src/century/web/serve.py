"""The page, served on this machine."""

import argparse
import socket
import threading
import time
import webbrowser

import uvicorn

from century.errors import CenturyError, whole_number
from century.web.app import create_app
from century.web.settings import Settings

GRACE: int | None = 3  # seconds for what is under way when the server ends; None: as long as it takes


class _Server(uvicorn.Server):
    """A server that ends event streams when it is asked to end: they would go on for ever."""

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """End the streams, then the rest."""
        self.config.app.state.hall.end_streams()  # type: ignore[union-attr]
        await super().shutdown(sockets)


def serve(options: argparse.Namespace) -> int:
    """Serve until Ctrl-C."""
    port = whole_number("a port", options.port, 0, 65535)
    listening = _listen(options.host, port)
    host, port = listening.getsockname()[:2]
    app = create_app(Settings.from_environment())
    address = f"http://{'localhost' if host in ('127.0.0.1', '::1') else host}:{port}/"
    print(f"Century is at {address}   (Ctrl-C ends it)", flush=True)
    config = uvicorn.Config(app, log_level="warning", access_log=False, timeout_graceful_shutdown=GRACE)
    server = _Server(config)
    if options.open:
        threading.Thread(target=_open_when_ready, args=(server, address), daemon=True).start()
    server.run(sockets=[listening])
    return 0


def _listen(host: str, port: int) -> socket.socket:
    """A socket on the port; the one after it, and so on, if it is taken and was not asked for."""
    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
    except OSError as error:
        raise CenturyError(f"{host!r} is no address of this machine: {error.strerror}") from error
    for attempt in range(20 if port else 1):
        listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)  # so named, nothing is held back
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listening.bind((host, port + attempt))
            listening.listen(2048)  # who comes before the server is ready waits; and the port is ours alone
            return listening
        except OSError as error:
            listening.close()
            if attempt == 19 or not port or error.errno not in (98, 48, 10048):
                raise CenturyError(f"cannot listen on {host}:{port + attempt}: {error.strerror}") from error
    raise AssertionError


def _open_when_ready(server: object, address: str) -> None:
    for _ in range(200):
        if getattr(server, "started", False):
            webbrowser.open(address)
            return
        time.sleep(0.05)
