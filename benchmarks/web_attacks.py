"""How much one client can slow down the others: moves during an attack and without one, in one run.

    python benchmarks/web_attacks.py [--seconds 6] [--clients 8] [--rooms 120] [--write]

The server runs on loopback with the limits of a public server. Players come from 127.0.0.2, and the attacker from
127.0.0.1, like two households. Rounds alternate with quiet ones.
"""

import argparse
import asyncio
import random
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Coroutine
from dataclasses import replace
from pathlib import Path

from web_load import Client, game_of, memory, run, serving

import century
from century.lab.bench import machine, table
from century.web.tables.database import Database
from century.web.tables.new_tables import table_of
from century.web.tables.record_reader import MOST_ANSWERS
from century.web.tables.rows import AnswerRow, SeatRow
from century.web.tables.table_store import TableStore

RESULTS = Path(__file__).parents[1] / "docs" / "results" / "web_attacks.md"
OURS = [sys.executable, "-m", "century", "serve"]
PLAYERS = ("127.0.0.2", 0)
PATIENCE = 30.0  # seconds after which a novice that has not answered is lost
Attack = Callable[[int, float], Coroutine[None, None, None]]


async def player(port: int, token: str = "") -> Client:
    """A connection from the address of the players."""
    client = Client(port, token)
    client.reader, client.writer = await asyncio.open_connection("127.0.0.1", port, local_addr=PLAYERS)
    return client


async def moves(port: int, token: str, tables: int, seconds: float) -> list[float]:
    """Play at some tables, two moves a second at each as hasty people do, and return how long each move took."""
    took: list[float] = []
    end = time.perf_counter() + seconds

    async def play(seed: int) -> None:
        client = await player(port, token)
        wanted = {"game": "spice-road", "seats": [{"kind": "me"}, {"kind": "screen"}], "seed": seed}
        id = (await client.ask("POST", "/api/v1/tables", wanted))["id"]
        for version, action in enumerate(game_of(seed, 60), 1):
            start = time.perf_counter()
            if start > end:
                break
            await client.ask("POST", f"/api/v1/tables/{id}/actions", {"action": action, "version": version})
            took.append(time.perf_counter() - start)
            await asyncio.sleep(0.5)
        client.writer.close()

    await asyncio.gather(*map(play, range(tables)))
    return took


async def raw(port: int, request: bytes, until: float, *, again: bool) -> None:
    """Send a request, again and again or once, and hold the connection."""
    while time.perf_counter() < until:
        try:
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(request)
            while time.perf_counter() < until:
                async with asyncio.timeout(max(0.0, until - time.perf_counter())):
                    if not await reader.read(65536):
                        break
                if again:
                    writer.write(request)
            writer.close()
        except (OSError, TimeoutError):
            pass
        if not again:
            return


def get(path: str) -> bytes:
    """Return a request for a page."""
    return f"GET {path} HTTP/1.1\r\nhost: localhost\r\naccept: text/html\r\n\r\n".encode()


async def token_of(port: int) -> str:
    """Return a token for the attacker."""
    client = await Client(port).connect()
    answer: dict[str, str] = await client.ask("POST", "/api/v1/people", {"name": "Eve"})
    return answer["token"]


async def many(port: int, request: bytes, times: int, seconds: float, *, again: bool = False) -> None:
    """The same request on many connections."""
    until = time.perf_counter() + seconds
    await asyncio.gather(*(raw(port, request, until, again=again) for _ in range(times)))


def post(token: str, path: str, body: bytes, kind: str = "text/plain", length: int | None = None) -> bytes:
    """Return a request that changes something."""
    size = len(body) if length is None else length
    head = f"POST {path} HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer {token}\r\n"
    return f"{head}content-type: {kind}\r\ncontent-length: {size}\r\n\r\n".encode() + body


def long_record() -> str:
    """Return a record of 4,800 answers."""
    match, chance = century.game("eastern-wonders").new(players=2, seed=1, interpreted=True), random.Random(1)
    while len(match.history) < 4800:
        match.play(chance.choice(match.actions()))
    return match.record()


async def attacks(port: int) -> dict[str, Attack]:
    """Return all attacks, by name."""
    token, record = await token_of(port), long_record().encode()
    events = "/api/v1/events?table=" + "&table=".join(["nowhere"] * 20)
    records = "/api/v1/records"
    half = post(token, records, b"century", length=100_000)

    async def hints(port: int, seconds: float) -> None:
        client = await Client(port, token).connect()
        seats = [{"kind": "me"}, {"kind": "screen"}]
        id = (await client.ask("POST", "/api/v1/tables", {"game": "spice-road", "seats": seats}))["id"]
        await many(port, post(token, f"/api/v1/tables/{id}/hint", b""), 50, seconds)

    return {
        "8 records of 200 kB of line ends": lambda p, s: many(p, post(token, records, b"\n" * 200_000), 8, s),
        "8 records of 4,800 answers": lambda p, s: many(p, post(token, records, record), 8, s),
        "2,000 streams": lambda p, s: many(p, get(events), 2000, s),
        "500 half-sent bodies": lambda p, s: many(p, half, 500, s),
        "16 clients on the lobby": lambda p, s: many(p, get("/"), 16, s, again=True),
        "16 clients on a file of the page": lambda p, s: many(p, get("/static/look.css"), 16, s, again=True),
        "50 hints for one position": hints,
    }


async def novice(port: int, token: str, seconds: float) -> list[float]:
    """Measure how long a novice takes to answer at a separate table, again and again."""
    took = []
    client = await player(port, token)
    end = time.perf_counter() + seconds
    while time.perf_counter() < end:
        seats = [{"kind": "me"}, {"kind": "bot", "level": "novice"}]
        wanted = {"game": "spice-road", "seats": seats, "start": 1}
        id = (await client.ask("POST", "/api/v1/tables", wanted))["id"]
        start = time.perf_counter()
        while not (await client.ask("GET", f"/api/v1/tables/{id}/state"))["acting"]:
            if time.perf_counter() > start + PATIENCE:
                raise SystemExit(f"a novice has not answered within {PATIENCE:g} s")
            await asyncio.sleep(0.05)
        took.append(time.perf_counter() - start)
        await asyncio.sleep(1.0)
    return took


async def masters(port: int, seconds: float) -> None:
    """Open 24 watched tables of five masters, and ask for 50 hints for one position."""
    token = await token_of(port)
    client = await Client(port, token).connect()
    bots = [{"kind": "bot", "level": "master"} for _ in range(5)]
    watched = []
    for _ in range(24):
        watched.append((await client.ask("POST", "/api/v1/tables", {"game": "spice-road", "seats": bots}))["id"])
    stream = get("/api/v1/events?table=" + "&table=".join(watched))
    await asyncio.gather(
        many(port, stream, 1, seconds), (await attacks(port))["50 hints for one position"](port, seconds)
    )


def long_rooms(database: str, rooms: int) -> list[str]:
    """Write rooms with the longest record that the server accepts, as if they were uploaded, and return their ids."""
    match, chance = century.game("eastern-wonders").new(players=2, seed=1, interpreted=True), random.Random(1)
    answers: list[AnswerRow] = []
    while len(answers) < MOST_ANSWERS and not match.over:
        action = chance.choice(match.actions())
        answers.append(AnswerRow(action.id, match.actor or 0, "record"))
        match.play(action)
    seats = [SeatRow(seat, "person", "eve", name, None) for seat, name in enumerate(match.options.names)]
    new = replace(table_of("eve", match, seats, answers), private=False)
    store = TableStore(Database(database))
    store.database.open_for_server()
    ids = [store.create(new.columns(), new.seats, new.answers) for _ in range(rooms)]
    store.database.close()
    return ids


async def memory_of_rooms(rooms: int) -> str:
    """Return how much memory a server takes while a visitor opens many of the longest rooms, one after the other."""
    with tempfile.TemporaryDirectory() as folder:
        database = f"sqlite:///{folder}/tables.sqlite"
        ids = long_rooms(database, rooms)
        settings = {"CENTURY_DATA": folder, "DATABASE_URL": database, "CENTURY_WARM_UP": "none"}
        with serving(OURS, settings) as (port, pid):
            client = await player(port, await token_of(port))
            before, most, begun = memory(pid), 0.0, time.perf_counter()
            for id in ids:
                await client.ask("GET", f"/api/v1/tables/{id}")
                most = max(most, memory(pid))
            each = (time.perf_counter() - begun) / rooms
    return (
        f"{rooms} rooms of {MOST_ANSWERS:,} answers, opened one after the other: {most:.0f} MB at most, "
        f"{before:.0f} MB before; each is replayed in {each:.1f} s."
    )


def milliseconds(took: list[float]) -> tuple[str, str]:
    """Return the median and the 95th percentile."""
    return f"{1000 * statistics.median(took):.1f} ms", f"{1000 * sorted(took)[int(0.95 * len(took))]:.1f} ms"


async def measure(options: argparse.Namespace) -> str:
    """Return all results as Markdown."""
    rows = []
    rooms = await memory_of_rooms(options.rooms)
    print(rooms, flush=True)
    with tempfile.TemporaryDirectory() as folder:
        settings = {"CENTURY_DATA": folder, "CENTURY_TABLES_A_MINUTE": "10000", "CENTURY_WARM_UP": "none"}
        settings |= {"CENTURY_PACE": "0"}
        with serving(OURS, settings) as (port, pid):
            token = (await (await player(port)).ask("POST", "/api/v1/people", {"name": "Ann"}))["token"]
            await moves(port, token, options.clients, 2.0)
            for name, attack in (await attacks(port)).items():
                quiet = await moves(port, token, options.clients, options.seconds)
                attacking = asyncio.create_task(attack(port, options.seconds + 1.0))
                await asyncio.sleep(0.5)
                under = await moves(port, token, options.clients, options.seconds)
                await attacking
                if not under:
                    under = [options.seconds]
                ratio = statistics.median(under) / statistics.median(quiet)
                rows.append((name, *milliseconds(quiet), *milliseconds(under), f"{ratio:.1f}"))
                print(rows[-1], f"{memory(pid):.0f} MB", flush=True)
            alone = await novice(port, token, options.seconds)
            attacking = asyncio.create_task(masters(port, 2 * options.seconds + 2.0))
            await asyncio.sleep(2.0)
            beside = await novice(port, token, 2 * options.seconds)
            await attacking
            grown = memory(pid)
    lines = [
        "# Moves while somebody attacks",
        "",
        f"{options.clients} tables with two moves a second each, from one address; an attack from another one.",
        f"Server, players and attack share the machine: {machine()}.",
        "Made by `python benchmarks/web_attacks.py --write`.",
        "",
        *table(("attack", "quiet p50", "p95", "attacked p50", "p95", "times"), rows),
        "",
        f"A novice answers in {max(alone):.2f} s at most when it is quiet, and in {max(beside):.2f} s at most (median "
        f"{statistics.median(beside):.2f} s) beside 24 tables of five masters and 50 hints for one position; pace 0.",
        f"After all of it the server has {grown:.0f} MB.",
        "",
        rooms,
    ]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    run(measure, __doc__, RESULTS, seconds=6.0, clients=8, rooms=120)
