"""Benchmarks: the speed of each game, beside peers that a user could choose instead.

Everything is measured in one run on one machine. Machines are noisy: the best of several tries counts, also for the
peers.
"""

import argparse
import importlib.util
import os
import platform
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from datetime import date
from pathlib import Path
from typing import ParamSpec

import numpy as np
from rich.console import Console

import century
from century.engine.game import Game
from century.engine.match import Options
from century.errors import CenturyError
from century.lab.files import check_writable, write
from century.lab.play.workers import cores
from century.lab.simulation import simulate
from century.players.playouts import blank_notes, compiled_games, play_through

SEED = 1
TRIES = 3
TURN_LIMIT = 1000  # random players of Eastern Wonders take thousands of rounds
PEERS = ("backgammon", "gin_rummy")
_FIRST_MOVE = "import century; m = century.game({game!r}).new(players={players}, seed=1); m.play(m.actions()[0])"

Row = Sequence[str]
P = ParamSpec("P")


def bench(options: argparse.Namespace) -> int:
    """Measure the named games (default: all); print the tables, and write them to a file if requested."""
    names, seconds, out = options.game, options.seconds, options.out
    games = [century.game(name) for name in names or century.games()]
    if not 0 < seconds < 3600:
        raise CenturyError(f"--seconds must be a number above 0 and below 3600, not {seconds}")
    if out:
        check_writable(out)
    command = " ".join(["century bench", *names, f"--seconds {seconds:g}"])
    lines = [f"# Speed, {date.today()}", "", f"`{command}`", "", machine(), ""]
    with Console(stderr=True).status("") as status:
        peer = best_peer = 0.0
        lines += ["## Peers", ""]
        rows: list[Row] = []
        for name in PEERS:
            if importlib.util.find_spec("pyspiel"):
                status.update(f"open_spiel {name}")
                peer = best(_open_spiel, name, seconds)
                best_peer = max(best_peer, peer)
                rows.append([f"open_spiel {name}, Python loop", number(peer)])
        lines += table(["", "decisions/s"], rows) if rows else ["Not installed (the extra `bench`)."]
        for game in games:
            lines += ["", f"## {game.title}", ""]
            header, rows = _measure(game, seconds, best_peer, status.update)
            lines += table(header, rows)
    print("\n".join(lines))
    if out:
        write(out, "\n".join(lines) + "\n")
    return 0


def _measure(game: Game, seconds: float, peer: float, tell: Callable[[str], None]) -> tuple[Row, list[Row]]:
    counts = range(game.least_players, game.most_players + 1)
    rows: dict[str, list[str]] = {}
    for players in counts:
        tell(f"{game.name}, {players} players")
        inside, each = _compiled(game, players, seconds, 1)
        rates = {
            "compiled, one core": inside,
            f"compiled, {cores()} cores": _compiled(game, players, seconds, cores())[0],
            "batches of 4096 with masks, from Python": best(_batch, game, players, seconds),
            "one match, move by move from Python": best(_match, game, players, seconds),
        }
        measured = {f"{name}: decisions/s": number(rate) for name, rate in rates.items()}
        measured |= {f"{name}: games/s": number(rate / each) for name, rate in rates.items()}
        measured["decisions a game"] = f"{each:.0f}"
        if peer:
            measured["compiled, one core: times the fastest peer"] = f"{inside / peer:.0f}"
        for name, value in measured.items():
            rows.setdefault(name, []).append(value)
    tell(f"{game.name}, time to the first move")
    cold, warm = _first_move(game)
    rows["first move in a fresh process, nothing cached: s"] = [f"{cold:.1f}", *[""] * (len(counts) - 1)]
    rows["first move in a fresh process, from the cache: s"] = [f"{warm:.2f}", *[""] * (len(counts) - 1)]
    rows["bytes a state"] = [str(game.state_type.itemsize), *[""] * (len(counts) - 1)]
    return ["", *(f"{players} players" for players in counts)], [[name, *values] for name, values in rows.items()]


def best(measure: Callable[P, float], *arguments: P.args, **more: P.kwargs) -> float:
    """Return the best of several tries."""
    return max(measure(*arguments, **more) for _ in range(TRIES))


def _compiled(game: Game, players: int, seconds: float, threads: int) -> tuple[float, float]:
    """Return decisions a second inside compiled code, and decisions a game."""
    options = Options.checked(game, players, SEED, turn_limit=TURN_LIMIT)

    def play(count: int) -> tuple[int, float]:
        if threads == 1:  # nothing is noted but scores and winners
            games, notes = compiled_games(game, options, game.catalogue(), count), blank_notes(game, count, players)
            start = time.perf_counter()
            play_through(games, notes)
            return int(notes.answers.sum()), time.perf_counter() - start
        start = time.perf_counter()
        result = simulate(game, players, count, SEED, workers=threads, turn_limit=TURN_LIMIT)
        return int(result.decisions.sum()), time.perf_counter() - start

    play(10)  # compiles
    took = play(100)[1]
    games = max(int(100 * seconds / TRIES / took), 100)
    tries = [play(games) for _ in range(TRIES)]
    return max(decisions / took for decisions, took in tries), tries[0][0] / games


def _batch(game: Game, players: int, seconds: float) -> float:
    batch = game.batch(4096, players, SEED, restart=True, turn_limit=TURN_LIMIT)
    batch.step(batch.sample())
    steps, start = 0, time.perf_counter()
    while time.perf_counter() - start < seconds / TRIES:
        batch.step(batch.sample())
        steps += 1
    return steps * len(batch) / (time.perf_counter() - start)


def _match(game: Game, players: int, seconds: float) -> float:
    generator = random.Random(SEED)
    decisions, start = 0, time.perf_counter()
    while time.perf_counter() - start < seconds / TRIES:
        match = game.new(players, generator.randrange(10**6), turn_limit=TURN_LIMIT)
        while not match.over:
            match.play(generator.choice(match.actions()))
            decisions += 1
    return decisions / (time.perf_counter() - start)


def _open_spiel(name: str, seconds: float) -> float:
    """Return decisions a second of random players in a Python loop, without chance nodes."""
    import pyspiel

    game, generator = pyspiel.load_game(name), random.Random(SEED)
    decisions, start = 0, time.perf_counter()
    while time.perf_counter() - start < seconds / TRIES:
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                actions, chances = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(generator.choices(actions, chances)[0])
            else:
                state.apply_action(generator.choice(state.legal_actions()))
                decisions += 1
    return decisions / (time.perf_counter() - start)


def _first_move(game: Game) -> tuple[float, float]:
    """Return the seconds from the start of a process to its first move: with an empty cache, and from the cache."""
    code = _FIRST_MOVE.format(game=game.name, players=game.least_players)
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "CENTURY_CACHE": folder}

        def run() -> float:
            start = time.perf_counter()
            subprocess.run([sys.executable, "-c", code], env=environment, check=True)
            return time.perf_counter() - start

        return run(), min(run() for _ in range(TRIES))


def machine() -> str:
    """Describe the machine."""
    return f"{_processor()}, {cores()} cores used; Python {platform.python_version()}, NumPy {np.__version__}"


def _processor() -> str:
    try:
        lines: Iterator[str] = iter(Path("/proc/cpuinfo").read_text().splitlines())
        return next(line.partition(": ")[2] for line in lines if line.startswith("model name"))
    except (OSError, StopIteration):
        return platform.processor() or platform.machine()


def number(value: float) -> str:
    """Return a rate to three digits: 12.3 thousand, 4.56 million.

    >>> number(12345), number(4_560_000), number(5)
    ('12.3 thousand', '4.56 million', '5')
    """
    for unit, word in ((10**9, "billion"), (10**6, "million"), (10**3, "thousand")):
        if value >= unit:
            return f"{value / unit:.3g} {word}"
    return f"{value:.3g}"


def table(header: Row, rows: Sequence[Row]) -> list[str]:
    """Return a Markdown table with aligned columns."""
    lines = [header, *rows]
    widths = [max(len(line[column]) for line in lines) for column in range(len(header))]

    def line(cells: Row) -> str:
        return "| " + " | ".join(cell.ljust(width) for cell, width in zip(cells, widths, strict=True)) + " |"

    return [line(header), "|" + "|".join("-" * (width + 2) for width in widths) + "|", *map(line, rows)]
