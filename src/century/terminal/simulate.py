"""Many games, with a line of progress, and their summary as a table; written to a file if that is wanted."""

import argparse
import time
from contextlib import closing
from typing import Any

from rich import box
from rich.table import Table

import century
from century.engine.compile import is_cold
from century.errors import CenturyError
from century.lab.play.plan import TURN_LIMIT, Plan
from century.lab.play.simulation import play
from century.lab.stats.summary import Summary, Tally, wilson
from century.players.playouts import play_through
from century.terminal.console import PlainConsole, dim
from century.terminal.options import check_out, interrupted, settings
from century.terminal.progress import progress_line

GAMES = 10_000


def simulate(options: argparse.Namespace) -> int:
    """Play the games and sum them up; Ctrl-C sums up and keeps what is finished."""
    check_out(options)
    given = _given(options)
    if options.out:
        from century.lab.store.resuming import begun, played_into, resumed

        if options.resume:
            writer = resumed(options.out, given, turns=options.turns)
        else:
            writer = begun(_plan(given), options.out, options.turns, options.replace)
        plan, done = writer.plan, writer.done
    else:
        plan, done = _plan(given), 0
    summary, console, start = Summary(plan), PlainConsole(stderr=True), time.perf_counter()
    status = 0
    try:
        workers, address = options.workers, options.ray_address
        blocks = played_into(writer, workers, address) if options.out else play(plan, workers=workers, address=address)
        with progress_line(console) as progress, closing(blocks):
            task = progress.add_task(_line(plan), total=plan.games, completed=done)
            for block in blocks:
                summary.add(block)
                progress.advance(task, len(block))
    except KeyboardInterrupt:
        status = 130
        console.print(interrupted(writer.finished if options.out else summary.games, options.out), soft_wrap=True)
    if summary.games:
        _show(summary, time.perf_counter() - start, done)
    if options.out and not status:
        PlainConsole().print(dim(f"{plan.games:,} games written to {options.out}"), soft_wrap=True)
    return status


def _given(options: argparse.Namespace) -> dict[str, Any]:
    """What was given, by the names of a plan."""
    names = ("players", "games", "seed", "bots", "turn_limit", "components")
    given: dict[str, Any] = {name: value for name in names if (value := getattr(options, name)) is not None}
    if options.game is not None:
        given["game"] = options.game
        chosen = settings(century.game(options.game), options)
        if chosen or not options.resume:
            given["settings"] = chosen
    elif not options.resume:
        raise CenturyError("name the game to simulate, or a file to --resume; century games lists them")
    return given


def _plan(given: dict[str, Any]) -> Plan:
    return Plan.checked(**{"games": GAMES, "turn_limit": TURN_LIMIT, **given})


def _line(plan: Plan) -> str:
    note = " (compiling the rules first, once)" if is_cold(play_through) else ""
    return f"{plan.game}, {plan.players} players{note}"


def _show(summary: Summary, seconds: float, before: int) -> None:
    console = PlainConsole()
    for table in _tables(summary):
        console.print(table)
    if before:
        console.print(f"The {before:,} games that were there before are not summed up; century report does.")
    if summary.stopped:
        console.print("Games that reached the turn limit count for lengths and points, not for wins; see --turn-limit.")
    decisions = round(summary.decisions.mean * summary.games)
    seed = summary.plan.seed
    console.print(
        f"{decisions:,} decisions in {seconds:.1f} s, {summary.games / seconds:,.0f} games/s. Game k is the game of "
        f"seed {seed} + k.",
        style="dim",
    )


def _tables(summary: Summary) -> list[Table]:
    plan = summary.plan
    title = f"{plan.declared.title}, {plan.players} {plan.bots_text} players"
    if len(set(plan.bots)) > 1:
        title = plan.title
    length = Table(title=title, box=box.SIMPLE_HEAD, title_justify="left")
    length.add_column("")
    for name in ("mean", "least", "5 %", "median", "95 %", "most"):
        length.add_column(name, justify="right")
    for name, tally, scale in (
        ("rounds", summary.turns, plan.players),
        ("decisions", summary.decisions, 1),
        ("points", summary.points, 1),
    ):
        length.add_row(name, *_cells(tally, scale))
    count = f"{summary.games:,} games: {summary.finished:,} finished, {summary.stopped:,} stopped"
    names = [f"{place + 1}" + (" (starts)" if place == 0 else "") for place in range(plan.players)]
    tables = [length, _wins(count, "in turn order", names, summary.points_by_place, summary.wins, summary)]
    if len(set(plan.bots)) > 1:
        names = [f"{seat + 1}: {bot}" for seat, bot in enumerate(plan.bots)]
        tables.append(_wins("", "seat", names, summary.points_by_seat, summary.wins_by_seat, summary))
    return tables


def _wins(title: str, what: str, names: list[str], points: Any, wins: Any, summary: Summary) -> Table:
    table = Table(title=title or None, box=box.SIMPLE_HEAD, title_justify="left")
    for name in (what, "mean points", "wins", "95 % interval"):
        table.add_column(name, justify="left" if name == what else "right")
    for number, name in enumerate(names):
        share = interval = "-"
        if summary.finished:
            low, high = wilson(int(wins[number]), summary.finished)
            share, interval = f"{wins[number] / summary.finished:.1%}", f"{low:.1%} to {high:.1%}"
        table.add_row(name, f"{points[number] / summary.games:.1f}", share, interval)
    return table


def _cells(tally: Tally, scale: int) -> list[str]:
    middle = [tally.least, *(tally.percentile(share) for share in (5, 50, 95)), tally.most]
    return [f"{tally.mean / scale:.1f}", *(f"{cell / scale:.0f}" for cell in middle)]
