"""A report: one page with all charts that works without a network, or the charts as pictures."""

import json
from collections.abc import Mapping
from html import escape
from importlib.resources import files
from pathlib import Path
from typing import Any, Literal

import vl_convert

from century import __version__
from century.lab.charts import charts, marks
from century.lab.stats.compared import Comparison
from century.lab.stats.findings import Findings
from century.lab.store.files import said, write
from century.lab.store.tables import Results

# What each colour of the charts is called on the page, where it changes with the theme.
_NAMES = {
    marks.PAPER: "paper",
    marks.CARD: "card",
    marks.INK: "ink",
    marks.INK_2: "ink-2",
    marks.INK_3: "ink-3",
    marks.LINE: "line",
    marks.BLUE: "act",
    marks.AMBER: "last",
    marks.SEAL: "seal-edge",
    marks.SILVER: "silver-edge",
    **{colour: f"seat-{number}" for number, colour in enumerate(marks.SEATS, 1)},
    **{colour: letter.lower() for letter, colour in marks.CUBE_COLOURS.items()},
    **{colour: f"{letter.lower()}-edge" for letter, colour in marks.CUBE_EDGES.items()},
}
_SCALE = 2.0  # of PNG pictures


def charts_of(results: Results | Findings) -> dict[str, marks.Chart]:
    """All charts of some results, by the name that a picture of it gets."""
    found = results if isinstance(results, Findings) else Findings(results)
    made = {
        "scores": charts.score_chart(found),
        "length": charts.length_chart(found),
        "seats": charts.seat_chart(found),
        "sources": charts.source_chart(found),
    }
    if len(set(found.plan.bots)) > 1:
        made["bots"] = charts.bot_chart(found)
    for kind in found.kinds():
        made[f"{kind.lower().replace(' ', '-')}s"] = charts.thing_chart(found, kind)
    return made


def comparing_charts(comparison: Comparison) -> dict[str, marks.Chart]:
    """The charts of a comparison."""
    scores, length = charts.overlay_charts(comparison)
    return {
        "changes": charts.difference_chart(comparison),
        "both-scores": scores,
        "both-lengths": length,
        "changed-things": charts.thing_difference_chart(comparison),
    }


def report(results: Results, other: Results | None = None, *, names: tuple[str, str] = ("A", "B")) -> str:
    """A page of HTML about some results, or about two of them side by side."""
    if other is None:
        return _page(_heading(Findings(results)), _section(Findings(results), ""))
    return compared_report(Comparison(results, other, names))


def compared_report(comparison: Comparison) -> str:
    """A page of HTML about two results: first what changes, then each by itself."""
    sections = [_comparison(comparison)]
    for name, findings in zip(comparison.names, (comparison.a, comparison.b), strict=True):
        sections.append(_section(findings, name))
    return _page(_heading(comparison.a, comparison), "".join(sections))


def save_charts(made: Mapping[str, Any], folder: Path, kind: Literal["png", "svg"]) -> list[Path]:
    """Write charts as pictures into a folder, which is made if need be."""
    paths = []
    with said(folder):
        folder.mkdir(parents=True, exist_ok=True)
    for name, chart in made.items():
        spec = chart.to_dict()
        data: str | bytes = (
            vl_convert.vegalite_to_png(spec, scale=_SCALE) if kind == "png" else vl_convert.vegalite_to_svg(spec)
        )
        paths.append(folder / f"{name}.{kind}")
        write(paths[-1], data)
    return paths


# --- the page -------------------------------------------------------------------------------------


def _page(heading: str, body: str) -> str:
    style = (files("century.lab.charts") / "report.css").read_text("utf-8")
    bundle: Any = vl_convert.javascript_bundle  # its types say that it takes an argument
    script = bundle().replace("</script", "<\\/script")
    return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="generator" content="century {__version__}">
<title>{escape(_plain(heading))}</title>
<link rel="icon" href="data:,">
<style>
{style}</style>
</head>
<body>
<main>
{heading}
{body}
<footer>
<p>Intervals are 95 %: Wilson's for shares, normal for differences of means. A card that wins often need not be strong:
who is ahead takes dear cards more often. Where many things are compared, one in twenty looks
different by chance alone.</p>
<p>* A stand-in: the printed value is not known. Made by century {__version__}, a fan-made implementation; it is neither
made nor endorsed by the designer or the publisher.</p>
</footer>
</main>
<script>{script}</script>
<script>
for (const figure of document.querySelectorAll("figure[data-chart]")) {{
  const spec = JSON.parse(document.getElementById(figure.dataset.chart).textContent);
  spec.config.legend.columns = figure.clientWidth < 420 ? 2 : figure.clientWidth < 700 ? 3 : 6;
  vegaEmbed(figure.firstElementChild, spec, {{actions: false, renderer: "svg", tooltip: {{theme: "custom"}}}});
}}
document.querySelector(".theme").addEventListener("click", () => {{
  const root = document.documentElement, dark = matchMedia("(prefers-color-scheme: dark)").matches;
  root.dataset.theme = (root.dataset.theme || (dark ? "dark" : "light")) === "dark" ? "light" : "dark";
}});
</script>
</body>
</html>
"""


def _plain(heading: str) -> str:
    return heading.partition("<h1>")[2].partition("</h1>")[0]


def _heading(findings: Findings, comparison: Comparison | None = None) -> str:
    plan = findings.plan
    title = plan.declared.title
    if comparison:
        title += f": {comparison.names[0]} and {comparison.names[1]}"
    bots = plan.bots_text if len(set(plan.bots)) > 1 else f"all {plan.bots_text}"
    if plan.is_tournament:
        bots = f"tournament of {plan.bots_text}"
    games = (
        f"{findings.games:,} games" if not comparison else f"{comparison.a.games:,} and {comparison.b.games:,} games"
    )
    words = [f"{plan.players} players ({escape(bots)})", games, f"seeds from {plan.seed:,}"]
    words += [f"{name} {escape(value)}" for name, value in plan.settings.items()]
    if plan.components:
        words.append("with a pack of components")
    return f"""<header>
<button class="theme" type="button" aria-label="Light or dark" title="Light or dark">◐</button>
<h1>{escape(title)}</h1>
<p class="lead">{" · ".join(words)}</p>
</header>"""


def _section(findings: Findings, name: str) -> str:
    made = charts_of(findings)
    small = [key for key in ("scores", "length", "seats", "bots", "sources") if key in made]
    wide = [key for key in made if key not in small]
    tag = f"{name}-" if name else ""
    parts = [f"<h2>{escape(name)}</h2>"] if name else []
    parts.append(_figures(findings))
    parts.append(f'<div class="charts">{"".join(_figure(tag + key, made[key]) for key in small)}</div>')
    parts.append("<h2>What was taken</h2>" if not name else f"<h2>What was taken: {escape(name)}</h2>")
    parts.append(
        "<p>Dots are the share of wins among seats that took the thing, with its interval; grey where the interval "
        "meets the dashed line of equal chances. Bars are the share of games in which somebody took it. The last "
        "column is the round in which it was first taken: the middle half, and a mark at the median.</p>"
    )
    parts.append(f'<div class="charts">{"".join(_figure(tag + key, made[key], wide=True) for key in wide)}</div>')
    return "\n".join(parts)


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


def _figure(key: str, chart: Any, *, wide: bool = False) -> str:
    """A place for a chart, and what is to be drawn there, in colours that change with the theme.

    A small chart is as wide as its place; a wide one can be scrolled where there is less room.
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
    made = comparing_charts(comparison)
    a, b = (escape(name) for name in comparison.names)
    how = (
        "Both were played with the same seeds, so each game is compared with its twin."
        if comparison.is_paired
        else "They were played with different seeds, so only means are compared."
    )
    changed = [each for each in comparison.things() if each.is_changed]
    lines = "".join(
        f"<tr><td>{escape(each.a.text)}</td><td>{escape(each.b.text)}</td><td>{each.a.kind}</td></tr>"
        for each in changed
    )
    table = (
        f'<div class="scroll"><table><tr><th>{a}</th><th>{b}</th><th>kind</th></tr>{lines}</table></div>'
        if changed
        else ""
    )
    inner = _figure("changes", made["changes"], wide=True)
    inner += _figure("both-scores", made["both-scores"]) + _figure("both-lengths", made["both-lengths"])
    inner += _figure("changed-things", made["changed-things"], wide=True)
    words = f"<h2>What changes</h2><p>{how} Blue: the interval leaves no change out.</p>"
    return f'{words}{table}<div class="charts">{inner}</div>'
