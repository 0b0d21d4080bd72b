"""The files of the page itself, from memory: they are few and small, and every page asks for them."""

import hashlib
import mimetypes
from pathlib import Path

from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

CACHED = "public, max-age=60"  # seconds; after that the browser asks whether it has changed


class StaticFiles:
    """An application that serves a folder as it was when the server started."""

    def __init__(self, folder: Path) -> None:
        """Read the folder."""
        self._files = {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()}
        self._tags = {name: f'"{hashlib.sha256(body).hexdigest()[:16]}"' for name, body in self._files.items()}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send a file, unless the client has it already."""
        name = scope["path"].removeprefix(scope.get("root_path", "")).lstrip("/")
        if scope["method"] not in ("GET", "HEAD"):
            raise HTTPException(405)
        if name not in self._files:
            raise HTTPException(404)
        headers = {"cache-control": CACHED, "etag": self._tags[name]}
        if self._tags[name] in Headers(scope=scope).get("if-none-match", ""):
            await Response(status_code=304, headers=headers)(scope, receive, send)
            return
        kind = mimetypes.guess_type(name)[0] or "application/octet-stream"
        await Response(self._files[name], media_type=kind, headers=headers)(scope, receive, send)
