"""Compare the speed of two versions of the source.

    git worktree add --detach ../before v0.1.0
    python benchmarks/side_by_side.py ../before . [--rounds 9] [--seconds 0.7] [--only moves lab] [--markdown FILE]

Each version runs in a process of its own, which compiles first. Then they take turns, in changing order, so that a
noisy machine disturbs both alike; the median of the ratios counts. Takes two minutes once everything is compiled.
With `--cpu` seconds are those of a core, on Linux: use it on a busy machine.
"""

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

import httpx
import numpy as np

import century

Rate = Callable[[float], float]  # items a second, measured for at least that number of seconds

SEED = 30_000_000  # not used elsewhere
GAMES = 2048
API = "/api/v1"
IN_MEMORY = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None  # a disk is slower than the page, and uneven


def repeated(work: Callable[[], int], server: int = 0) -> Rate:
    """Return the rate of some work that returns its number of items; `server` is a process that does a part of it."""

    def clock() -> float:
        if "--cpu" not in sys.argv:
            return time.perf_counter()
        if not server:
            return time.process_time()
        ticks = Path(f"/proc/{server}/stat").read_text().rpartition(")")[2].split()[11:13]
        return time.process_time() + sum(map(int, ticks)) / os.sysconf("SC_CLK_TCK")

    def rate(seconds: float) -> float:
        done, began = 0, clock()
        while clock() - began < seconds:
            done += work()
        return done / (clock() - began)

    return rate


def moves(name: str) -> Rate:
    """Play random compiled moves in many games at once."""
    batch = century.game(name).batch(GAMES, players=3, seed=SEED, restart=True)

    def work() -> int:
        batch.step(batch.sample())
        return GAMES

    return repeated(work)


def steps(name: str) -> Rate:
    """Step a batch with observations."""
    from century.environments import batch

    games = batch(name, GAMES, players=3, seed=SEED, threads=1)

    def work() -> int:
        games.step(games.sample())
        return GAMES

    return repeated(work)


def simulated(name: str, games: int, bots: str, turn_limit: int) -> Rate:
    """Play games of the lab, with all rows, in one process."""
    from century import lab

    def work() -> int:
        found = lab.simulate(name, games=games, seed=SEED, bots=bots, turn_limit=turn_limit, workers=0)
        return int(np.asarray(found.scores).shape[0])

    return repeated(work)


def answers(address: str, server: int) -> Rate:
    """Answer at a table of the page: each answer is sent, stored and read again."""
    http = httpx.Client(base_url=address, timeout=60.0)
    token = http.post(f"{API}/people", json={"name": "Ann"}).json()["token"]
    http.headers["authorization"] = f"Bearer {token}"
    seats = [{"kind": "me"}, {"kind": "screen"}]
    wanted = {"game": "spice-road", "seats": seats, "seed": SEED, "start": 0}
    table = http.post(f"{API}/tables", json=wanted).raise_for_status().json()["id"]

    def work() -> int:
        state = http.get(f"{API}/tables/{table}/state").json()
        options = state["view"]["actions"]
        body = {"action": options[state["version"] % len(options)]["id"], "version": state["version"]}
        http.post(f"{API}/tables/{table}/actions", json=body).raise_for_status()
        http.get(f"/t/{table}/part").raise_for_status()
        return 1

    return repeated(work, server)


@contextmanager
def serving(folder: Path) -> Iterator[tuple[str, int]]:
    """Return the address and the process of a server of this version, whose bots compile nothing."""
    settings = {
        "DATABASE_URL": f"sqlite:///{folder / 'tables.sqlite'}",
        "CENTURY_DATA": str(folder),
        "CENTURY_WARM_UP": "none",
        "CENTURY_MOVES_A_SECOND": "100000",
        "CENTURY_READS_A_SECOND": "100000",
        "CENTURY_STREAMS": "100000",
    }
    command = [sys.executable, "-m", "century", "serve", "--port", "0"]
    with subprocess.Popen(command, env={**os.environ, **settings}, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout
        line = server.stdout.readline()
        try:
            address = next(word for word in line.split() if word.startswith("http://"))
            yield address.replace("localhost", "127.0.0.1"), server.pid
        finally:
            server.terminate()


def measures(stack: ExitStack) -> Mapping[str, Callable[[], Rate]]:
    """Return the measurements, by name."""

    def page() -> Rate:
        made = tempfile.TemporaryDirectory(dir=IN_MEMORY, ignore_cleanup_errors=True)
        folder = Path(stack.enter_context(made))
        return answers(*stack.enter_context(serving(folder)))

    return {
        "moves of spice-road": lambda: moves("spice-road"),
        "moves of east-to-west-3": lambda: moves("east-to-west-3"),
        "batch steps of spice-road": lambda: steps("spice-road"),
        "batch steps of east-to-west-3": lambda: steps("east-to-west-3"),
        "page answers": page,
        "lab games, random": lambda: simulated("spice-road", 512, "random", 300),
        "lab games, greedy": lambda: simulated("spice-road", 4, "greedy", 300),
    }


def measure() -> None:
    """Read names of measures and seconds from standard input, and answer each with a rate."""
    print(century.__file__, flush=True)
    with ExitStack() as stack:
        known, prepared = measures(stack), dict[str, Rate]()
        for line in sys.stdin:
            name, _, seconds = line.strip().rpartition(" ")
            if name not in prepared:
                prepared[name] = known[name]()
                prepared[name](0.01)  # compiles
            print(prepared[name](float(seconds)), flush=True)


class Version:
    """A version of the source, measured in a process of its own."""

    def __init__(self, tree: Path, *, cpu: bool) -> None:
        """Start the process; `tree` is a checkout."""
        source = (tree / "src").resolve()
        if not (source / "century").is_dir():
            sys.exit(f"{tree} is no checkout: there is no folder {source / 'century'}")
        command = [sys.executable, str(Path(__file__).resolve()), "--measure", *["--cpu"] * cpu]
        environment = {**os.environ, "PYTHONPATH": str(source)}
        pipe = subprocess.PIPE
        self.process = subprocess.Popen(command, env=environment, stdin=pipe, stdout=pipe, text=True, cwd=tree)
        assert self.process.stdout
        assert Path(self.process.stdout.readline().strip()).is_relative_to(source), "another version was imported"

    def rate(self, name: str, seconds: float) -> float:
        """Return the rate."""
        assert self.process.stdin
        assert self.process.stdout
        self.process.stdin.write(f"{name} {seconds}\n")
        self.process.stdin.flush()
        line = self.process.stdout.readline()
        if not line:
            sys.exit(f"{name}: its process has ended with status {self.process.wait()}")
        return float(line)

    def __enter__(self) -> "Version":
        return self

    def __exit__(self, *_: object) -> None:
        assert self.process.stdin
        with suppress(BrokenPipeError):
            self.process.stdin.close()
        self.process.wait()


def compared(before: Version, after: Version, name: str, rounds: int, seconds: float) -> str:
    """Return a row of the table."""
    pairs = []
    for number in range(-1, rounds):  # the first is not counted: it compiles
        order = (before, after) if number % 2 else (after, before)
        rates = {version: version.rate(name, seconds) for version in order}
        if number >= 0:
            pairs.append((rates[before], rates[after]))
    ratios = sorted(after / before for before, after in pairs)
    low, high = ratios[len(ratios) // 4], ratios[-1 - len(ratios) // 4]
    usual = [f"{statistics.median(column):,.0f}" for column in zip(*pairs, strict=True)]
    return f"| {name} | {' | '.join(usual)} | {statistics.median(ratios):.3f} | {low:.3f} to {high:.3f} |"


def main() -> None:
    """Compare two versions."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("before", type=Path, help="a checkout of the source")
    parser.add_argument("after", type=Path, help="another one")
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--seconds", type=float, default=0.7, help="time for each measurement (0.7)")
    parser.add_argument("--only", nargs="+", default=[""], metavar="WORD", help="what has one of these words")
    parser.add_argument("--cpu", action="store_true", help="count seconds of a core, not of the clock")
    parser.add_argument("--markdown", type=Path, metavar="FILE", help="write the table there, too")
    options = parser.parse_args()
    names = [name for name in measures(ExitStack()) if any(word in name for word in options.only)]
    lines = ["| a second | before | after | ratio | half of the rounds |", "|---|---|---|---|---|"]
    print("\n".join(lines), flush=True)
    with Version(options.before, cpu=options.cpu) as before, Version(options.after, cpu=options.cpu) as after:
        for name in names:
            lines.append(compared(before, after, name, options.rounds, options.seconds))
            print(lines[-1], flush=True)
    if options.markdown:
        options.markdown.write_text("\n".join(lines) + "\n", "utf-8")


if __name__ == "__main__":
    measure() if sys.argv[1:2] == ["--measure"] else main()
