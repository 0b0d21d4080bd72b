"""The command `century simulate`."""

import argparse
import time
from collections.abc import Iterable
from contextlib import closing

from rich.table import Table

from century.engine.compile import is_cold
from century.lab.play.plan import Plan, SimulationPlan
from century.lab.play.runner import play
from century.lab.stats.summary import Summary, Tally, wilson
from century.players.playouts import play_through
from century.terminal.console import PlainConsole, dim, table
from century.terminal.options import interrupted, plan_options
from century.terminal.progress import progress_line
from century.types import JsonDict

GAMES = 10_000


def simulate(options: argparse.Namespace) -> int:
    """Play the games and show a summary. After Ctrl-C, summarise and keep the finished games."""
    arguments: JsonDict = plan_options(options, "bots")
    workers = {"workers": options.workers, "address": options.ray_address}
    writer = None
    if options.out:
        from century.lab.store.resuming import play_to_file, resume_writer, start_writer

        if options.resume:
            writer = resume_writer(SimulationPlan, options.out, arguments, turns=options.turns)
        else:
            writer = start_writer(_plan(arguments), options.out, options.turns, options.replace)
        plan, done, games = writer.plan, writer.done, play_to_file(writer, **workers)
    else:
        plan, done = _plan(arguments), 0
        games = play(plan, **workers)
    summary, console, start = Summary(plan), PlainConsole(stderr=True), time.perf_counter()
    status = 0
    try:
        with progress_line(console) as progress, closing(games):
            task = progress.add_task(_line(plan), total=plan.games, completed=done)
            for outcomes in games:
                summary.add(outcomes)
                progress.advance(task, len(outcomes))
    except KeyboardInterrupt:
        status = 130
        console.print(interrupted(writer.finished if writer else summary.games, options.out), soft_wrap=True)
    if summary.games:
        _show(summary, time.perf_counter() - start, done)
    if options.out and not status:
        PlainConsole().print(dim(f"{plan.games:,} games written to {options.out}"), soft_wrap=True)
    return status


def _plan(arguments: JsonDict) -> SimulationPlan:
    return SimulationPlan.checked(**{"games": GAMES, **arguments})


def _line(plan: Plan) -> str:
    note = " (compiling the rules, first run only)" if is_cold(play_through) else ""
    return f"{plan.game}, {plan.players} players{note}"


def _show(summary: Summary, seconds: float, before: int) -> None:
    console = PlainConsole()
    for each in _tables(summary):
        console.print(each)
    if before:
        console.print(
            f"The summary does not include the {before:,} games of earlier runs; century report includes them."
        )
    if summary.stopped:
        console.print("Games stopped by the turn limit count for lengths and points, not for wins; see --turn-limit.")
    decisions = round(summary.decisions.mean * summary.games)
    seed = summary.plan.seed
    console.print(
        f"{decisions:,} decisions in {seconds:.1f} s, {summary.games / seconds:,.0f} games/s. Game k has "
        f"seed {seed} + k.",
        style="dim",
    )


def _tables(summary: Summary) -> list[Table]:
    plan = summary.plan
    several = len(set(plan.bots)) > 1
    title = plan.title if several else f"{plan.declared.title}, {plan.players} {plan.bots_text} players"
    lengths = (
        ("rounds", summary.turns, plan.players),
        ("decisions", summary.decisions, 1),
        ("points", summary.points, 1),
    )
    rows = [[name, *_cells(tally, scale)] for name, tally, scale in lengths]
    count = f"{summary.games:,} games: {summary.finished:,} finished, {summary.stopped:,} stopped"
    places = [f"{place + 1}" + (" (starts)" if place == 0 else "") for place in range(plan.players)]
    tables = [
        table(["", "mean", "minimum", "5 %", "median", "95 %", "maximum"], rows, title),
        _wins(count, "in turn order", places, summary.points_by_place, summary.wins, summary),
    ]
    if several:
        seats = [f"{seat + 1}: {bot}" for seat, bot in enumerate(plan.bots)]
        tables.append(_wins(None, "seat", seats, summary.points_by_seat, summary.wins_by_seat, summary))
    return tables


def _wins(
    title: str | None, what: str, names: list[str], points: Iterable[float], wins: Iterable[int], summary: Summary
) -> Table:
    rows = []
    for name, sum_of_points, won in zip(names, points, wins, strict=True):
        share = interval = "-"
        if summary.finished:
            low, high = wilson(int(won), summary.finished)
            share, interval = f"{won / summary.finished:.1%}", f"{low:.1%} to {high:.1%}"
        rows.append([name, f"{sum_of_points / summary.games:.1f}", share, interval])
    return table([what, "mean points", "wins", "95 % interval"], rows, title)


def _cells(tally: Tally, scale: int) -> list[str]:
    middle = [tally.least, *(tally.percentile(share) for share in (5, 50, 95)), tally.most]
    return [f"{tally.mean / scale:.1f}", *(f"{cell / scale:.0f}" for cell in middle)]
