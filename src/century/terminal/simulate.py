"""Many games, with a progress bar, and their summary as a table."""

import argparse
import time

import numpy as np
from rich import box
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    SpinnerColumn,
    TextColumn,
    TimeRemainingColumn,
)
from rich.table import Table

import century
from century.engine import native
from century.engine.compile import is_cold
from century.lab import simulate as lab
from century.terminal.console import PlainConsole
from century.terminal.options import settings


def simulate(options: argparse.Namespace) -> int:
    """Play the games and sum them up."""
    game = century.game(options.game)
    game.check_players(options.players)
    seed = 0 if options.seed is None else options.seed
    catalogue = game.catalogue(options.components)
    note = " (compiling the rules first, once)" if is_cold(native.playouts) else ""
    columns = (
        SpinnerColumn(),
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
    )
    console = PlainConsole(stderr=True)
    start = time.perf_counter()
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
        task = progress.add_task(f"{game.name}, {options.players} players{note}", total=options.games)
        result = lab.simulate(
            game,
            options.players,
            options.games,
            seed,
            turn_limit=options.turn_limit,
            catalogue=catalogue,
            threads=options.threads,
            bots=options.bots,
            progress=lambda done: progress.advance(task, done),
            **settings(game, options),
        )
    seconds = time.perf_counter() - start
    console = PlainConsole()
    for table in _summary(result, options.bots):
        console.print(table)
    if result.stopped.any():
        console.print("Games that reached the turn limit count for lengths and points, not for wins; see --turn-limit.")
    decisions = int(result.decisions.sum())
    console.print(f"{decisions:,} decisions in {seconds:.1f} s. Game k is the game of seed {seed} + k.", style="dim")
    return 0


def _summary(result: lab.Simulation, bots: str) -> list[Table]:
    games, stopped = len(result.turns), int(result.stopped.sum())
    length = Table(title=f"{result.game.title}, {result.players} {bots} players", box=box.SIMPLE_HEAD)
    length.title_justify = "left"
    length.add_column("")
    for name in ("mean", "least", "5 %", "median", "95 %", "most"):
        length.add_column(name, justify="right")
    for name, values in (
        ("rounds", result.rounds),
        ("decisions", result.decisions),
        ("points", result.scores),
    ):
        low, middle, high = np.percentile(values, (5, 50, 95))
        cells = (values.mean(), values.min(), low, middle, high, values.max())
        length.add_row(name, f"{cells[0]:.1f}", *(f"{cell:.0f}" for cell in cells[1:]))

    seats = Table(title=f"{games:,} games: {games - stopped:,} finished, {stopped:,} stopped", box=box.SIMPLE_HEAD)
    seats.title_justify = "left"
    for name in ("in turn order", "mean points", "wins", "95 % interval"):
        seats.add_column(name, justify="left" if name == "in turn order" else "right")
    by_place, wins = result.by_place(), result.wins_by_place()
    finished = games - stopped
    for place in range(result.players):
        share = interval = "-"
        if finished:
            low, high = lab.wilson(int(wins[place]), finished)
            share, interval = f"{wins[place] / finished:.1%}", f"{low:.1%} to {high:.1%}"
        name = f"{place + 1}" + (" (starts)" if place == 0 else "")
        seats.add_row(name, f"{by_place[:, place].mean():.1f}", share, interval)
    return [length, seats]
