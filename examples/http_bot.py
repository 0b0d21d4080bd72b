"""A bot that plays over HTTP: it lays out a table against a bot of the house and plays a whole game.

    century serve &
    python examples/http_bot.py http://localhost:8350

It needs nothing but Python. A bot of yours sends what its own search has found instead of a guess.
"""

import json
import random
import sys
import urllib.request
from collections.abc import Iterator
from typing import Any


class Server:
    """The API under /api/v1."""

    def __init__(self, address: str) -> None:
        """The address of a server, such as http://localhost:8350."""
        self.address = address.rstrip("/") + "/api/v1"
        self.token = "none yet"

    def ask(self, method: str, path: str, body: object = None) -> Any:
        """Ask, and return the answer."""
        with self.open(method, path, body) as response:
            return json.load(response)

    def open(self, method: str, path: str, body: object = None) -> Any:
        """Send a request."""
        headers = {"authorization": f"Bearer {self.token}", "content-type": "application/json"}
        data = None if body is None else json.dumps(body).encode()
        return urllib.request.urlopen(urllib.request.Request(self.address + path, data, headers, method=method))

    def changes(self, table: str) -> Iterator[int]:
        """Yield the version of a table after every change, as it happens."""
        with self.open("GET", f"/tables/{table}/events") as stream:
            for line in stream:
                if line.startswith(b"data: ") and b"version" in line:
                    yield json.loads(line[6:])["version"]


def play(address: str, game: str = "spice-road", seed: int = 1) -> dict[str, Any]:
    """Play a game to its end; returns the last state."""
    server, chance = Server(address), random.Random(seed)
    server.token = server.ask("POST", "/people", {"name": "Guesser"})["token"]
    seats = [{"kind": "me"}, {"kind": "bot", "level": "novice"}]
    table = server.ask("POST", "/tables", {"game": game, "seats": seats, "turn_limit": 200})["id"]
    for version in server.changes(table):
        state = server.ask("GET", f"/tables/{table}/state?version={version}")
        while state["acting"]:
            options = state["view"]["actions"]
            claims = [option for option in options if option["text"].startswith("claim")]
            chosen = chance.choice(claims or options)
            answer = {"action": chosen["id"], "version": state["version"]}
            version = server.ask("POST", f"/tables/{table}/actions", answer)["version"]
            state = server.ask("GET", f"/tables/{table}/state?version={version}")
        if state["view"]["over"]:
            return dict(state)
    raise ConnectionError("the server has ended the stream")


if __name__ == "__main__":
    last = play(sys.argv[1] if len(sys.argv) > 1 else "http://localhost:8350")
    for seat in last["view"]["seats"]:
        print(seat["name"], sum(seat["score"].values()))
