"""Reports: one page with all charts that works without a network, or the charts as pictures."""

import json
from collections.abc import Iterable, Mapping
from html import escape
from importlib.resources import files
from pathlib import Path
from string import Template
from typing import Literal

import vl_convert

from century import __version__
from century.lab.charts import charts, style
from century.lab.charts.things import text_of
from century.lab.files import write, write_errors
from century.lab.stats.differences import Comparison
from century.lab.stats.findings import Findings
from century.lab.store.tables import Results

# The names of the chart colours on the page, where they change with the theme.
_NAMES = {
    style.PAPER: "paper",
    style.CARD: "card",
    style.INK: "ink",
    style.INK_2: "ink-2",
    style.INK_3: "ink-3",
    style.LINE: "line",
    style.BLUE: "act",
    style.AMBER: "last",
    style.SEAL: "seal-edge",
    style.SILVER: "silver-edge",
    **{colour: f"seat-{number}" for number, colour in enumerate(style.SEATS, 1)},
    **{colour: letter.lower() for letter, colour in style.CUBE_COLOURS.items()},
    **{colour: f"{letter.lower()}-edge" for letter, colour in style.CUBE_EDGES.items()},
}
_SCALE = 2.0  # of PNG pictures


def charts_of(results: Results | Findings) -> dict[str, style.Chart]:
    """Return all charts of results, by the names of their picture files."""
    findings = results if isinstance(results, Findings) else Findings(results)
    drawn = {
        "scores": charts.score_chart(findings),
        "length": charts.length_chart(findings),
        "seats": charts.seat_chart(findings),
        "sources": charts.source_chart(findings),
    }
    if len(set(findings.plan.bots)) > 1:
        drawn["bots"] = charts.bot_chart(findings)
    for kind in findings.kinds():
        drawn[f"{kind.lower().replace(' ', '-')}s"] = charts.thing_chart(findings, kind)
    return drawn


def comparison_charts(comparison: Comparison) -> dict[str, style.Chart]:
    """Return the charts of a comparison."""
    scores, length = charts.overlay_charts(comparison)
    return {
        "changes": charts.difference_chart(comparison),
        "both-scores": scores,
        "both-lengths": length,
        "changed-things": charts.thing_difference_chart(comparison),
    }


def report(results: Results, other: Results | None = None, *, names: tuple[str, str] = ("A", "B")) -> str:
    """Return a page of HTML about results, or about two results side by side."""
    if other is None:
        return _page(_heading(Findings(results)), _section(Findings(results), ""))
    return comparison_report(Comparison(results, other, names))


def comparison_report(comparison: Comparison) -> str:
    """Return a page of HTML about two results: first what changes, then each by itself."""
    sections = [_comparison(comparison)]
    for name, findings in zip(comparison.names, (comparison.a, comparison.b), strict=True):
        sections.append(_section(findings, name))
    return _page(_heading(comparison.a, comparison), "".join(sections))


def save_charts(charts: Mapping[str, style.Chart], folder: Path, kind: Literal["png", "svg"]) -> list[Path]:
    """Write charts as pictures into a folder, which is created if necessary."""
    paths = []
    with write_errors(folder):
        folder.mkdir(parents=True, exist_ok=True)
    for name, chart in charts.items():
        spec = chart.to_dict()
        data: str | bytes = (
            vl_convert.vegalite_to_png(spec, scale=_SCALE) if kind == "png" else vl_convert.vegalite_to_svg(spec)
        )
        paths.append(folder / f"{name}.{kind}")
        write(paths[-1], data)
    return paths


# --- the page -------------------------------------------------------------------------------------


def _page(heading: str, body: str) -> str:
    css = (files("century.lab.charts") / "report.css").read_text("utf-8")
    script = vl_convert.javascript_bundle().replace("</script", "<\\/script")  # type: ignore[call-arg]  # wrong types
    page = Template((files("century.lab.charts") / "report.html").read_text("utf-8"))
    title = escape(heading.partition("<h1>")[2].partition("</h1>")[0])
    return page.substitute(title=title, heading=heading, body=body, style=css, script=script, version=__version__)


def _heading(findings: Findings, comparison: Comparison | None = None) -> str:
    plan = findings.plan
    title = plan.declared.title
    if comparison:
        title += f": {comparison.names[0]} and {comparison.names[1]}"
    bots = plan.bots_text if len(set(plan.bots)) > 1 else f"all {plan.bots_text}"
    if plan.is_tournament:
        bots = f"tournament of {plan.bots_text}"
    games = charts.games_of_both(comparison) if comparison else charts.number_of_games(findings)
    words = [f"{plan.players} players ({escape(bots)})", games, f"seeds from {plan.seed:,}"]
    words += [f"{name} {escape(value)}" for name, value in plan.settings.items()]
    if plan.components:
        words.append("with a pack of components")
    return f"""<header>
<button class="theme" type="button" aria-label="Switch between light and dark"
 title="Switch between light and dark">◐</button>
<h1>{escape(title)}</h1>
<p class="lead">{" · ".join(words)}</p>
</header>"""


def _section(findings: Findings, name: str) -> str:
    drawn = charts_of(findings)
    small = [key for key in ("scores", "length", "seats", "bots", "sources") if key in drawn]
    tag = f"{name}-" if name else ""
    taken = f": {escape(name)}" if name else ""

    def charts_in(keys: Iterable[str], *, wide: bool) -> str:
        return f'<div class="charts">{"".join(_figure(tag + key, drawn[key], wide=wide) for key in keys)}</div>'

    return "\n".join(
        [
            *([f"<h2>{escape(name)}</h2>"] if name else []),
            _figures(findings),
            charts_in(small, wide=False),
            f"<h2>What was taken{taken}</h2>",
            "<p>Dots are the share of wins among seats that took the thing, with its interval; grey where the interval "
            "meets the dashed line of equal chances. Bars are the share of games in which somebody took it. The last "
            "column is the round in which it was first taken: the middle half, and a mark at the median.</p>",
            charts_in((key for key in drawn if key not in small), wide=True),
        ]
    )


def _figures(findings: Findings) -> str:
    starts, _ = findings.by_place()[0]
    low, high = starts.interval
    rounds = findings.rounds
    points = sum(mean for _, mean in findings.by_place()) / findings.plan.players
    stand_ins = sum(1 for thing in findings.things if thing.is_stand_in)
    cells = [
        ("games", f"{findings.games:,}", f"{findings.stopped:,} stopped" if findings.stopped else "all finished"),
        ("points of a seat", f"{points:.1f}", "mean"),
        (
            "rounds",
            f"{rounds.mean:.1f}",
            f"median {rounds.percentile(50)}, 9 of 10: {rounds.percentile(5)} to {rounds.percentile(95)}",
        ),
        (
            "wins of the start player",
            f"{starts.share:.1%}" if starts.of else "-",
            f"{low:.1%} to {high:.1%}, even: {1 / findings.plan.players:.1%}",
        ),
        ("things", f"{len(findings.things)}", f"{stand_ins} of them stand-ins" if stand_ins else "all as printed"),
    ]
    inner = "".join(f"<div><dt>{name}</dt><dd>{value}<small>{note}</small></dd></div>" for name, value, note in cells)
    return f'<dl class="figures">{inner}</dl>'


def _figure(key: str, chart: style.Chart, *, wide: bool = False) -> str:
    """Return a figure and the specification of its chart, in colours that change with the theme.

    A small chart is as wide as its figure; a wide one scrolls where there is less room.
    """
    spec = chart.to_dict()
    spec["config"]["background"] = "transparent"
    if not wide:
        spec |= {"width": "container", "autosize": {"type": "fit-x", "contains": "padding"}}
    text = json.dumps(spec, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
    for colour, name in _NAMES.items():
        text = text.replace(f'"{colour}"', f'"var(--{name})"')
    id = f"chart-{escape(key, quote=True)}"
    shape = ' class="wide"' if wide else ""
    return (
        f'<figure{shape} data-chart="{id}"><div></div></figure>'
        f'<script type="application/json" id="{id}">{text}</script>\n'
    )


def _comparison(comparison: Comparison) -> str:
    drawn = comparison_charts(comparison)
    how = (
        "Both were played with the same seeds, so each game is compared with its twin."
        if comparison.is_paired
        else "They were played with different seeds, so only means are compared."
    )
    lines = "".join(
        f"<tr><td>{escape(text_of(each.a))}</td><td>{escape(text_of(each.b))}</td><td>{each.a.kind}</td></tr>"
        for each in comparison.things()
        if each.is_changed
    )
    head = "".join(f"<th>{escape(name)}</th>" for name in (*comparison.names, "kind"))
    table = f'<div class="scroll"><table><tr>{head}</tr>{lines}</table></div>' if lines else ""
    figures = "".join(_figure(key, chart, wide=not key.startswith("both")) for key, chart in drawn.items())
    words = f"<h2>What changes</h2><p>{how} Blue: the interval does not contain 0.</p>"
    return f'{words}{table}<div class="charts">{figures}</div>'
