"""The commands `century report` and `century compare`."""

import argparse
import shlex
from pathlib import Path

from rich import box
from rich.table import Table
from rich.text import Text

import century
from century.lab import part
from century.lab.play.plan import TURN_LIMIT
from century.lab.stats.compared import Comparison, Difference, check_comparable, game_for, packs_of
from century.lab.stats.compared import compare as played_and_compared
from century.lab.stats.findings import Findings
from century.lab.store.files import check_writable, write
from century.lab.store.stored import opened
from century.terminal.console import PlainConsole, dim
from century.terminal.options import settings
from century.terminal.progress import progress_line
from century.terminal.standings import WIDTH

GAMES = 10_000
MOST_THINGS = 12


def report(options: argparse.Namespace) -> int:
    """Write the page, and pictures of the charts if they are wanted."""
    results = [opened(path) for path in (options.file, options.other) if path]
    if len(results) > 1:
        check_comparable(results[0].plan, results[1].plan)
    out: Path = options.out or Path(options.file).with_suffix(".html")
    check_writable(out)
    lab = part("charts.reports")
    console = PlainConsole(stderr=True)
    with console.status("reading the games"):
        if len(results) > 1:
            names = _names(options.file, options.other)
            comparison = Comparison(results[0], results[1], names)
            page, made = lab.compared_report(comparison), lab.comparing_charts(comparison)
        else:
            page, made = lab.report(results[0]), {}
        write(out, page)
        written = [out]
        for kind, folder in (("png", options.png), ("svg", options.svg)):
            if folder:
                if not made:
                    made = lab.charts_of(Findings(results[0]))
                written += lab.save_charts(made, folder, kind)
    for path in written:
        PlainConsole().print(f"written: {path}", soft_wrap=True)
    return 0


def _names(a: Path, b: Path) -> tuple[str, str]:
    """Short names of two files, that tell them apart."""
    return (a.stem, b.stem) if a.stem != b.stem else (str(a), str(b))


def compare(options: argparse.Namespace) -> int:
    """Play the same seeds with both packs, and show what changes."""
    packs = packs_of(options.a, options.b)
    game = century.game(options.game or game_for(packs))
    if options.html:
        check_writable(options.html)
    names = _names(Path(options.a), Path(options.b))
    for pack in packs:
        game.box(game.catalogue(pack))  # checks before anything is played
    console = PlainConsole(stderr=True)
    with progress_line(console) as progress:
        task = progress.add_task(f"{game.name}, {names[0]} and {names[1]}", total=2 * options.games)
        comparison = played_and_compared(
            packs[0],
            packs[1],
            game.name,
            options.players,
            options.games,
            options.seed or 0,
            bots=options.bots,
            turn_limit=options.turn_limit or TURN_LIMIT,
            workers=options.workers,
            address=options.ray_address,
            progress=lambda done: progress.advance(task, done),
            names=names,
            **settings(game, options),
        )
    show(comparison, PlainConsole())
    if options.html:
        write(options.html, part("charts.reports").compared_report(comparison))
        PlainConsole().print(f"written: {shlex.quote(str(options.html))}", soft_wrap=True)
    return 0


def show(comparison: Comparison, console: PlainConsole) -> None:
    """Print what changes."""
    if not console.is_terminal:
        console.width = WIDTH
    plan, (a, b) = comparison.a.plan, comparison.names
    how = "paired seed by seed" if comparison.is_paired else "not paired: the seeds differ"
    console.print(Text(f"{plan.title}; {a} and {b}, {comparison.a.games:,} games each, {how}", "bold"), soft_wrap=True)
    table = Table(box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0))
    for name in ("", a, b, "difference", "95 % interval"):
        table.add_column(name, justify="right" if name else "left")
    for each in comparison.differences:
        if each.a or each.b:
            table.add_row(each.name, *_cells(each), style="bold" if each.is_sure else "")
    console.print(table)
    things = Table(
        title="Cards and tiles that change most", box=box.SIMPLE_HEAD, title_justify="left", padding=(0, 1, 0, 0)
    )
    for name in ("", "taken", "then", "wins", "then", "difference", ""):
        things.add_column(name, justify="right" if name else "left", no_wrap=True)
    for thing in comparison.things()[:MOST_THINGS]:
        wins, picks = thing.wins, thing.picks
        change = f"{wins.difference:+.1%} ± {wins.spread:.1%}"
        cells = [f"{value:.1%}" for value in (picks.a, picks.b, wins.a, wins.b)]
        things.add_row(thing.b.text, *cells, change, "changed" if thing.is_changed else "")
    console.print(things)
    console.print(
        dim(f"Bold: the interval leaves 0 out. Of twenty measures one does so by chance. Then: with {b}."),
        soft_wrap=True,
    )


def _cells(each: Difference) -> list[str]:
    def told(value: float, sign: str = "") -> str:
        return f"{value:{sign}.1%}" if each.is_share else f"{value:{sign}.2f}"

    low, high = each.difference - each.spread, each.difference + each.spread
    return [told(each.a), told(each.b), told(each.difference, "+"), f"{told(low, '+')} to {told(high, '+')}"]
