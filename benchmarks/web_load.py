"""The page under load: moves a second, their duration, the delay for watchers, and the memory of idle tables.

    python benchmarks/web_load.py [--tables 16] [--seconds 8] [--idle 500] [--write]

The server runs in a process of its own on loopback. Beside it, in the same run and with the same number of clients, a
bare FastAPI endpoint that commits one row to SQLite, as durable as ours. Rounds of both alternate.
"""

import argparse
import asyncio
import json
import os
import random
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import century
from century.lab.bench import machine, table

RESULTS = Path(__file__).parents[1] / "docs" / "results" / "web.md"
START = 60.0  # seconds within which a server listens
PEER = """
import sqlite3
from fastapi import FastAPI
from pydantic import BaseModel
app = FastAPI()
db = sqlite3.connect({path!r}, check_same_thread=False, isolation_level=None)
for setting in ("journal_mode=WAL", "synchronous=FULL"):
    db.execute("PRAGMA " + setting)
db.execute("CREATE TABLE moves (id INTEGER PRIMARY KEY, action INTEGER, version INTEGER)")
class Move(BaseModel):
    action: int
    version: int
@app.post("/move")
async def move(move: Move):
    db.execute("INSERT INTO moves (action, version) VALUES (?, ?)", (move.action, move.version))
    return {{"version": move.version + 1}}
"""
Measure = Callable[[argparse.Namespace], Coroutine[None, None, str]]


class Client:
    """A connection that is kept open. It does as little work as possible, so that the server is measured."""

    def __init__(self, port: int, token: str = "", address: str = "127.0.0.1") -> None:
        """To a server on this machine, from an address of the loopback network."""
        self.port, self.token, self.address = port, token, address
        self.reader: asyncio.StreamReader
        self.writer: asyncio.StreamWriter

    async def connect(self) -> "Client":
        """Open the connection."""
        self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.port, local_addr=(self.address, 0))
        return self

    async def ask(self, method: str, path: str, body: object = None) -> Any:
        """Send a request, and return the response."""
        await self.send(method, path, body)
        head = await self.reader.readuntil(b"\r\n\r\n")
        length = int(next((line[15:] for line in head.split(b"\r\n") if line.lower().startswith(b"content-length")), 0))
        answer = await self.reader.readexactly(length)
        if not head.split(b" ", 2)[1].startswith(b"2"):
            raise RuntimeError(f"{method} {path}: {head.split(b' ', 2)[1].decode()} {answer.decode()}")
        return json.loads(answer)

    async def send(self, method: str, path: str, body: object = None) -> None:
        """Send a request."""
        data = b"" if body is None else json.dumps(body).encode()
        self.writer.write(
            f"{method} {path} HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer {self.token}\r\n"
            f"content-type: application/json\r\ncontent-length: {len(data)}\r\n\r\n".encode()
            + data
        )

    async def listen(self, path: str, heard: dict[int, float]) -> None:
        """Note when the watcher hears of each version of a table."""
        await self.send("GET", path)
        while line := await self.reader.readline():
            if line.startswith(b"data: ") and b"version" in line:
                heard.setdefault(json.loads(line[6:])["version"], time.perf_counter())


@contextmanager
def serving(arguments: list[str], environment: dict[str, str] | None = None) -> Iterator[tuple[int, int]]:
    """Start a server in a separate process, and yield its port and its process."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = [*arguments, "--port", str(port)]
    process = subprocess.Popen(command, env={**os.environ, **(environment or {})}, stdout=subprocess.DEVNULL)
    try:
        until = time.monotonic() + START
        while True:
            try:
                socket.create_connection(("127.0.0.1", port), 0.2).close()
                break
            except OSError:
                if process.poll() is not None or time.monotonic() > until:
                    raise SystemExit(f"{' '.join(command)} did not start") from None
                time.sleep(0.05)
        yield port, process.pid
    finally:
        process.terminate()
        process.wait(20)


def game_of(seed: int, most: int = 400) -> list[int]:
    """Return the answers of a game of random players, so that clients need not look."""
    match, chance = century.game("spice-road").new(players=2, seed=seed, interpreted=True), random.Random(seed)
    while not match.over and len(match.history) < most:
        match.play(chance.choice(match.actions()))
    return [action.id for action in match.history]


async def our_round(
    port: int, pid: int, token: str, games: list[list[int]], seconds: float
) -> tuple[list[float], list[float], float]:
    """Move at one table for each game, each with a watcher.

    Return how long each move took, how long until the watcher heard of it, and the core time of the server.
    """
    clients = [await Client(port, token).connect() for _ in games]
    seats = [{"kind": "me"}, {"kind": "screen"}]
    ids = []
    for seed, client in enumerate(clients):
        wanted = {"game": "spice-road", "seats": seats, "seed": seed}
        ids.append((await client.ask("POST", "/api/v1/tables", wanted))["id"])
    heards: list[dict[int, float]] = [{} for _ in games]
    watchers = [await Client(port, token).connect() for _ in games]
    listening = [
        asyncio.create_task(watcher.listen(f"/api/v1/tables/{id}/events", heard))
        for watcher, id, heard in zip(watchers, ids, heards, strict=True)
    ]
    await asyncio.sleep(0.5)
    took: list[float] = []
    until: list[float] = []
    end, begun = time.perf_counter() + seconds, work(pid)

    async def play(client: Client, id: str, game: list[int], heard: dict[int, float]) -> None:
        sent = {}
        for version, action in enumerate(game, 1):
            sent[version + 1] = start = time.perf_counter()
            if start > end:
                break
            await client.ask("POST", f"/api/v1/tables/{id}/actions", {"action": action, "version": version})
            took.append(time.perf_counter() - start)
        await asyncio.sleep(0.2)
        until.extend(heard[version] - start for version, start in sent.items() if version in heard)

    await asyncio.gather(*map(play, clients, ids, games, heards))
    busy = work(pid) - begun
    for task in listening:
        task.cancel()
    for client in [*clients, *watchers]:
        client.writer.close()
    return took, until, busy


async def peer_round(port: int, clients: int, seconds: float) -> list[float]:
    """Run the same number of clients at the bare endpoint."""
    took: list[float] = []
    end = time.perf_counter() + seconds

    async def move() -> None:
        client = await Client(port).connect()
        while (start := time.perf_counter()) < end:
            await client.ask("POST", "/move", {"action": 7, "version": 1})
            took.append(time.perf_counter() - start)
        client.writer.close()

    await asyncio.gather(*(move() for _ in range(clients)))
    return took


async def idle(port: int, pid: int, token: str, tables: int) -> tuple[float, float]:
    """Return the memory of the server before and after it has this number of watched tables, in MB."""
    before = memory(pid)
    maker = await Client(port, token).connect()
    watchers = []
    for seed in range(tables):
        wanted = {"game": "spice-road", "seats": [{"kind": "me"}, {"kind": "screen"}], "seed": seed}
        id = (await maker.ask("POST", "/api/v1/tables", wanted))["id"]
        watcher = await Client(port, token).connect()
        watchers.append(asyncio.create_task(watcher.listen(f"/api/v1/tables/{id}/events", {})))
    await asyncio.sleep(1)
    after = memory(pid)
    for task in watchers:
        task.cancel()
    return before, after


def work(pid: int) -> float:
    """Return the core seconds that a process has used."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def memory(pid: int) -> float:
    """Return the resident memory of a process, in MB."""
    status = Path(f"/proc/{pid}/status").read_text()
    return int(next(line for line in status.splitlines() if line.startswith("VmRSS")).split()[1]) / 1024


def milliseconds(took: list[float]) -> str:
    """Return the median."""
    return f"{1000 * statistics.median(took):.2f} ms"


def shown(took: list[float]) -> tuple[str, str]:
    """Return the median and the 95th percentile."""
    return f"{1000 * statistics.median(took):.1f} ms", f"{1000 * statistics.quantiles(took, n=20)[18]:.1f} ms"


async def measure(options: argparse.Namespace) -> str:
    """Return all results as Markdown."""
    games = [game_of(seed) for seed in range(options.tables)]
    with tempfile.TemporaryDirectory() as folder:
        peer = Path(folder) / "peer.py"
        peer.write_text(PEER.format(path=str(Path(folder) / "peer.sqlite")))
        ours = [sys.executable, "-m", "century", "serve"]
        settings = {
            "CENTURY_DATA": folder,
            "CENTURY_PACE": "0",
            "CENTURY_MOVES_A_SECOND": "1e6",
            "CENTURY_TABLES_A_MINUTE": "1e6",
            "CENTURY_READS_A_SECOND": "1e6",
            "CENTURY_STREAMS": "1000000",
            "CENTURY_REQUESTS": "1000000",
        }
        uvicorn = [sys.executable, "-m", "uvicorn", "peer:app", "--app-dir", folder, "--log-level", "warning"]
        with serving(ours, settings) as (port, pid), serving([*uvicorn, "--no-access-log"]) as (peer_port, peer_pid):
            token = (await (await Client(port).connect()).ask("POST", "/api/v1/people", {"name": "Load"}))["token"]
            moves: list[float] = []
            events: list[float] = []
            bare: list[float] = []
            ratios, rates, peer_rates = [], [], []
            busy, peer_busy = [], []  # seconds of a core for each move
            for _ in range(options.rounds):
                took, until, spent = await our_round(port, pid, token, games, options.seconds / options.rounds)
                begun = work(peer_pid)
                alone = await peer_round(peer_port, options.tables, options.seconds / options.rounds)
                busy.append(spent / len(took))
                peer_busy.append((work(peer_pid) - begun) / len(alone))
                ratios.append(statistics.mean(took) / statistics.mean(alone))
                rates.append(options.tables / statistics.mean(took))
                peer_rates.append(options.tables / statistics.mean(alone))
                moves, events, bare = moves + took, events + until, bare + alone
            before, after = await idle(port, pid, token, options.idle)
    lines = [
        "# The page under load",
        "",
        f"{options.tables} clients on loopback, each at a table of its own with one watcher; {len(moves)} moves.",
        f"Server, peer and clients share the machine: {machine()}.",
        "Made by `python benchmarks/web_load.py`.",
        "",
        *table(
            ("", "a second", "p50", "p95", "of a core"),
            [
                ("a move, acknowledged", f"{statistics.median(rates):.0f}", *shown(moves), milliseconds(busy)),
                ("until a watcher hears of it", "", *shown(events), ""),
                (
                    "bare endpoint with one SQLite commit",
                    f"{statistics.median(peer_rates):.0f}",
                    *shown(bare),
                    milliseconds(peer_busy),
                ),
            ],
        ),
        "",
        f"A move costs {statistics.median(ratios):.2f} times the bare commit: median of {options.rounds} rounds, "
        f"{min(ratios):.2f} to {max(ratios):.2f}.",
        "",
        f"{options.idle} idle tables with a watcher each: {after:.0f} MB in all, {before:.0f} MB before,",
        f"{1024 * (after - before) / options.idle:.0f} KB a table.",
    ]
    return "\n".join(lines) + "\n"


def run(measure: Measure, about: str | None, results: Path, **defaults: float) -> None:
    """Parse options with these defaults, measure, and print or write the result."""
    parser = argparse.ArgumentParser(description=about, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name, value in defaults.items():
        parser.add_argument(f"--{name}", type=type(value), default=value)
    parser.add_argument("--write", action="store_true", help=f"write {results.name}")
    options = parser.parse_args()
    text = asyncio.run(measure(options))
    print(text)
    if options.write:
        results.write_text(text)


if __name__ == "__main__":
    run(measure, __doc__, RESULTS, tables=16, seconds=8.0, rounds=4, idle=500)
