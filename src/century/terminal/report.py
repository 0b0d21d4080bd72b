"""The commands `century report` and `century compare`."""

import argparse
import shlex
from pathlib import Path

from rich.text import Text

import century
from century import lab
from century.lab.charts.things import text_of
from century.lab.comparison import game_for, packs_of
from century.lab.files import check_writable, write
from century.lab.play.plan import TURN_LIMIT
from century.lab.stats.differences import Comparison, Difference, check_comparable
from century.lab.stats.findings import Findings
from century.lab.store.reading import open_results
from century.terminal.console import PlainConsole, dim, table
from century.terminal.options import settings
from century.terminal.progress import progress_line
from century.terminal.standings import WIDTH

GAMES = 10_000
MOST_THINGS = 12


def report(options: argparse.Namespace) -> int:
    """Write the page, and images of the charts if requested."""
    results = [open_results(path) for path in (options.file, options.other) if path]
    if len(results) > 1:
        check_comparable(results[0].plan, results[1].plan)
    out: Path = options.out or Path(options.file).with_suffix(".html")
    check_writable(out)
    reports = lab.load("charts.reports")
    console = PlainConsole(stderr=True)
    with console.status("reading the games"):
        if len(results) > 1:
            names = _names(options.file, options.other)
            comparison = Comparison(results[0], results[1], names)
            page, charts = reports.comparison_report(comparison), reports.comparison_charts(comparison)
        else:
            page, charts = reports.report(results[0]), {}
        write(out, page)
        written = [out]
        for kind, folder in (("png", options.png), ("svg", options.svg)):
            if folder:
                charts = charts or reports.charts_of(Findings(results[0]))
                written += reports.save_charts(charts, folder, kind)
    for path in written:
        PlainConsole().print(f"Wrote {path}", soft_wrap=True)
    return 0


def _names(a: Path, b: Path) -> tuple[str, str]:
    """Return short, different names of two files."""
    return (a.stem, b.stem) if a.stem != b.stem else (str(a), str(b))


def compare(options: argparse.Namespace) -> int:
    """Play the same seeds with both packs, and show the differences."""
    packs = packs_of(options.a, options.b)
    game = century.game(options.game or game_for(packs))
    if options.html:
        check_writable(options.html)
    names = _names(Path(options.a), Path(options.b))
    console = PlainConsole(stderr=True)
    with progress_line(console) as progress:
        task = progress.add_task(f"{game.name}, {names[0]} and {names[1]}", total=2 * options.games)
        comparison = lab.compare(
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
        write(options.html, lab.load("charts.reports").comparison_report(comparison))
        PlainConsole().print(f"Wrote {shlex.quote(str(options.html))}", soft_wrap=True)
    return 0


def show(comparison: Comparison, console: PlainConsole) -> None:
    """Print the differences."""
    if not console.is_terminal:
        console.width = WIDTH
    plan, (a, b) = comparison.a.plan, comparison.names
    how = "paired seed by seed" if comparison.is_paired else "not paired: the seeds differ"
    console.print(Text(f"{plan.title}; {a} and {b}, {comparison.a.games:,} games each, {how}", "bold"), soft_wrap=True)
    differences = [each for each in comparison.differences if each.a or each.b]
    measures = table(["", a, b, "difference", "95 % interval"], map(_cells, differences), tight=True)
    for row, each in zip(measures.rows, differences, strict=True):
        row.style = "bold" if each.is_sure else ""
    console.print(measures)
    rows = []
    for thing in comparison.things()[:MOST_THINGS]:
        wins, picks = thing.wins, thing.picks
        change = f"{wins.difference:+.1%} ± {wins.spread:.1%}"
        cells = [f"{value:.1%}" for value in (picks.a, picks.b, wins.a, wins.b)]
        rows.append([text_of(thing.b), *cells, change, "changed" if thing.is_changed else ""])
    headings = ["", "taken", "then", "wins", "then", "difference", ""]
    console.print(table(headings, rows, "Cards and tiles that change most", tight=True))
    console.print(
        dim(f"Bold: the interval excludes 0; one in twenty does so by chance. Then: with {b}."),
        soft_wrap=True,
    )


def _cells(each: Difference) -> list[str]:
    def number(value: float, sign: str = "") -> str:
        return f"{value:{sign}.1%}" if each.is_share else f"{value:{sign}.2f}"

    low, high = each.difference - each.spread, each.difference + each.spread
    interval = f"{number(low, '+')} to {number(high, '+')}"
    return [each.name, number(each.a), number(each.b), number(each.difference, "+"), interval]
