"""The cost of the lab: its speed compared with bare compiled playouts, its memory, and the cost of a million games.

    python benchmarks/lab.py --out docs/results/lab.md
    python benchmarks/lab.py --only speed

Bare playouts and the lab take turns in one run, since machines are noisy; the median of the ratios counts.
"""

import argparse
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import date
from pathlib import Path
from typing import Any

import century
from century.engine.match import Options
from century.lab.bench import machine, table
from century.lab.play.workers import cores
from century.lab.simulation import simulate, simulate_to_file
from century.players.playouts import blank_notes, compiled_games, play_through

SEED = 20_000_000  # not used elsewhere
CHUNK = 1024
SLOW = {"eastern-wonders": 100, "sand-to-sea": 10}  # games are divided by this: random players take longer


def bare(name: str, players: int, games: int) -> float:
    """Return the games a second of compiled playouts on all cores; only scores and winners are kept."""
    game = century.game(name)
    options = Options.checked(game, players, SEED)

    def play(first: int) -> None:
        games = compiled_games(game, options, game.catalogue(), CHUNK, first=first)
        play_through(games, blank_notes(game, CHUNK, players))

    start = time.perf_counter()
    with ThreadPoolExecutor(cores()) as pool:
        list(pool.map(play, range(0, games, CHUNK)))
    return games / (time.perf_counter() - start)


def lab(name: str, players: int, games: int, folder: Path, **more: Any) -> float:
    """Return the games a second of the lab, which writes every row to a file."""
    start = time.perf_counter()
    simulate_to_file(folder / "games.parquet", name, players, games, SEED, replace=True, **more)
    return games / (time.perf_counter() - start)


def speed(games: int, rounds: int, folder: Path) -> Iterator[str]:
    """Compare the lab with bare playouts."""
    bare("spice-road", 2, CHUNK)
    lab("spice-road", 2, CHUNK, folder)
    pairs = [(bare("spice-road", 2, games), lab("spice-road", 2, games, folder)) for _ in range(rounds)]
    ratios = [ours / theirs for theirs, ours in pairs]
    size = (folder / "games.parquet").stat().st_size / games
    yield from table(
        ["2-player Spice Road, random players, all cores", "games/s (median)"],
        [
            [
                "compiled playouts, keeping only scores and winners",
                f"{statistics.median(p[0] for p in pairs):,.0f}",
            ],
            [
                "the lab: rows, score items and things taken, in a Parquet file",
                f"{statistics.median(p[1] for p in pairs):,.0f}",
            ],
        ],
    )
    yield ""
    yield (
        f"The lab reaches {statistics.median(ratios):.2f} of the bare playouts ({min(ratios):.2f} to {max(ratios):.2f} "
        f"in {rounds} rounds of {games:,} games each). A game takes {size:.0f} bytes in the file."
    )


def memory(games: int, folder: Path) -> Iterator[str]:
    """Measure the memory of a run of many games, in a separate process."""
    out = folder / "many.parquet"
    command = ["-m", "century", "simulate", "spice-road", "--games", str(games), "--seed", str(SEED), "--out", str(out)]
    start = time.perf_counter()
    subprocess.run([sys.executable, *command], check=True, stdout=subprocess.DEVNULL)
    seconds = time.perf_counter() - start
    peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
    yield (
        f"`century simulate spice-road --games {games} --out games.parquet`: {peak:.0f} MB of memory at most, "
        f"{seconds:.0f} s, {out.stat().st_size / 2**20:.0f} MB in the file."
    )


def cost(games: int, folder: Path) -> Iterator[str]:
    """Estimate the core time of a million games, with random players of every game and with players that search."""
    plans = [(name, "random", max(games // SLOW.get(name, 2), 256)) for name in century.games()]
    plans += [("spice-road", "greedy", 100), ("spice-road", "planner:24", 20), ("spice-road", "planner", 6)]
    rows = []
    for name, bots, count in plans:
        simulate(name, games=2, bots=bots, workers=0, turn_limit=100)  # compiles
        start = time.process_time()
        lab(name, 2, count, folder, bots=bots, workers=0)
        each = (time.process_time() - start) / count
        rows.append([name, bots, f"{count:,}", f"{1000 * each:,.2f}", f"{1e6 * each / 3600:,.2f}"])
    yield from table(["2 players of", "bots", "games measured", "core ms per game", "core hours a million"], rows)


def ray(games: int, rounds: int, folder: Path) -> Iterator[str]:
    """Play the same games with threads and with a Ray cluster on this machine, in turns."""
    import ray as cluster

    cluster.init(num_cpus=cores(), include_dashboard=False, object_store_memory=200 * 2**20, log_to_driver=False)
    for workers in (None, "ray"):
        lab("spice-road", 2, 16 * CHUNK, folder, workers=workers)  # starts processes
    pairs = [[lab("spice-road", 2, games, folder, workers=workers) for workers in (None, "ray")] for _ in range(rounds)]
    cluster.shutdown()
    ratios = [there / here for here, there in pairs]
    yield (
        f"{cores()} processes of Ray play {statistics.median(ratios):.2f} times as many games a second as {cores()} "
        f"threads ({min(ratios):.2f} to {max(ratios):.2f} in {rounds} rounds of {games:,} games each)."
    )


def main() -> None:
    """Run the requested measurements, and write the results."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--only", choices=("speed", "memory", "cost", "ray"))
    parser.add_argument("--games", type=int, default=40_000)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--many", type=int, default=1_000_000)
    parser.add_argument("--out", type=Path)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        parts: dict[str, tuple[str, Callable[[], Iterator[str]]]] = {
            "speed": ("Speed", lambda: speed(options.games, options.rounds, folder)),
            "memory": ("Memory", lambda: memory(options.many, folder)),
            "cost": ("What a million games cost", lambda: cost(options.games, folder)),
            "ray": ("On Ray", lambda: ray(options.games, options.rounds, folder)),
        }
        lines = ["# What the lab costs", "", f"{date.today()}, `python benchmarks/lab.py`. {machine()}.", ""]
        lines += [f"Load of the machine when it began: {os.getloadavg()[0]:.1f}.", ""]
        for key, (title, measure) in parts.items():
            if options.only in (None, key):
                lines += [f"## {title}", "", *measure(), ""]
                print("\n".join(lines[-6:]), flush=True)
    if options.out:
        options.out.write_text("\n".join(lines), "utf-8")


if __name__ == "__main__":
    main()
