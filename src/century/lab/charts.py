"""Charts of findings, by Altair: each function gives a chart that a notebook shows as it stands.

Colours are those of the page, few and warm. Each chart says how many games it rests on.
"""

from collections.abc import Sequence
from typing import Any

from century.components.catalogue import CUBES
from century.errors import CenturyError
from century.lab.compared import Comparison, Difference
from century.lab.findings import Finding, Findings
from century.lab.summary import Tally
from century.lab.things import UP, Thing

try:
    import altair as alt
except ImportError as error:
    raise CenturyError("charts and reports need Altair: pip install 'century[lab]'") from error

PAPER, CARD, INK, INK_2, INK_3 = "#f3ebdc", "#fffaf0", "#2a2722", "#5d5445", "#716651"
LINE, BLUE, AMBER = "#ddcfb6", "#1d5a9c", "#9a5b12"
SEATS = ("#83366a", "#12706c", "#b9560f", "#43505c", "#65680f")
SEAL, SILVER = "#b98a2e", "#6f7a80"
SOURCES = (SEATS[1], SEAL, SILVER, SEATS[0], SEATS[2], SEATS[4])
CUBE_COLOURS = {"Y": "#e9b12f", "R": "#c43a2b", "G": "#4c9150", "B": "#6f4527"}
CUBE_EDGES = {"Y": "#8a5d05", "R": "#7d1b11", "G": "#245329", "B": "#38200f"}
SERIF = "'Iowan Old Style', 'Palatino Linotype', P052, Palatino, 'Book Antiqua', Georgia, serif"
SANS = "'Avenir Next', 'Segoe UI', 'Noto Sans', Roboto, 'Helvetica Neue', system-ui, sans-serif"
WIDTH = 470
STEP = 19  # the height of a row
BARS = 36  # of a histogram, at most

# The silhouettes of cubes: disc, diamond, leaf and square, so that nothing hangs on colour alone.
_SHAPES = {
    "Y": "circle",
    "R": "M0,-1.05L1.05,0L0,1.05L-1.05,0Z",
    "G": "M-.95,.95C-1.1,-.4 -.3,-1.1 .95,-.95C1.1,.4 .3,1.1 -.95,.95Z",
    "B": "M-.8,-.8H.8V.8H-.8Z",
}


def score_chart(findings: Findings) -> alt.LayerChart:
    """How the points are spread: of winners and of the others, or of each bot."""
    groups: dict[str, Tally] = {}
    several = len(set(findings.plan.bots)) > 1
    for (bot, won), tally in findings.points.items():
        name = bot if several else "winners" if won else "others"
        groups.setdefault(name, Tally()).counts = _sum(groups.get(name, Tally()).counts, tally.counts)
    return _histogram(
        "Scores", {name: tally for name, tally in groups.items() if tally.total}, "points of a seat", _games(findings)
    )


def length_chart(findings: Findings) -> alt.LayerChart:
    """How long games are."""
    return _histogram("Length", {"games": findings.rounds}, "rounds", _games(findings))


def seat_chart(findings: Findings) -> alt.LayerChart:
    """Whether a place in turn order is better: the share of wins with its 95 % interval."""
    rows = []
    for place, (wins, points) in enumerate(findings.by_place()):
        low, high = wins.interval
        name = f"{place + 1} (starts)" if place == 0 else f"{place + 1}"
        rows.append({"who": name, "wins": wins.share, "low": low, "high": high, "points": points})
    return _shares(
        "Is a seat better?", rows, "place in turn order", 1 / findings.plan.players, _games(findings, finished=True)
    )


def bot_chart(findings: Findings) -> alt.LayerChart:
    """Which bot wins more often, on one of its seats."""
    rows = []
    for bot, (wins, points) in findings.by_bot().items():
        low, high = wins.interval
        rows.append({"who": bot, "wins": wins.share, "low": low, "high": high, "points": points})
    rows.sort(key=lambda row: -float(row["wins"]))
    return _shares("Bots", rows, "bot", 1 / findings.plan.players, _games(findings, finished=True))


def source_chart(findings: Findings) -> alt.LayerChart:
    """Where points come from: the mean of each item of the score."""
    rows: list[dict[str, Any]] = []
    several = len(set(findings.plan.bots)) > 1
    for (bot, won), items in findings.sources().items():
        outcome = "winners" if won else "others"
        who = f"{bot}, {outcome}" if several else outcome
        for number, (item, points) in enumerate(items.items()):
            rows.append({"who": who, "item": item, "points": points, "order": number})
    totals: dict[str, float] = {}
    for row in rows:
        totals[row["who"]] = totals.get(row["who"], 0.0) + row["points"]
    for row in rows:
        row["label"] = f"{row['points']:.1f}" if row["points"] > max(totals.values()) / 14 else ""
    base = alt.Chart(alt.Data(values=rows)).encode(
        alt.Y("who:N", title=None, sort=None, axis=alt.Axis(labelFontSize=13, labelLimit=200)),
        alt.X("points:Q", stack="zero", title="mean points of a seat", axis=alt.Axis(tickCount=8)),
        alt.Order("order:Q"),
    )
    bars = base.mark_bar(height={"band": 0.62}, stroke=CARD, strokeWidth=1).encode(
        alt.Color(
            "item:N",
            sort=findings.items,
            scale=alt.Scale(domain=findings.items, range=list(SOURCES)),
            legend=alt.Legend(title=None, orient="top"),
        ),
        tooltip=[alt.Tooltip("who:N"), alt.Tooltip("item:N"), alt.Tooltip("points:Q", format=".2f")],
    )
    numbers = base.mark_text(color=CARD, fontSize=12, fontWeight=600).encode(
        alt.X("points:Q", stack="zero", bandPosition=0.5), text="label:N"
    )
    height = 46 * len(totals)
    return _titled(bars + numbers, "Where points come from", _games(findings), height)


def thing_chart(findings: Findings, kind: str, most: int | None = None) -> alt.HConcatChart:
    """Each card, tile or location of a kind: what it does, who wins with it, how often and how early it is taken."""
    found = findings.of_kind(kind)[:most]
    if not found:
        raise CenturyError(f"no {kind} was taken in these games; there are: {', '.join(findings.kinds())}")
    order = [finding.thing.id for finding in found]
    repeats = any(finding.times > 1.05 for finding in found)
    columns = [
        _pieces([finding.thing for finding in found], order),
        _win_rates(found, order, 1 / findings.plan.players),
        _pick_rates(found, order),
        _rounds(found, order),
    ]
    if repeats:
        columns.append(_often(found, order))
    title = alt.TitleParams(
        {"merchant card": "Merchant cards", "point card": "Point cards", "outpost": "Market tiles (outposts)"}.get(
            kind, f"{kind[0].upper()}{kind[1:]}s"
        ),
        subtitle=f"{len(found)} of them, the most winning first · {_games(findings)}",
        anchor="start",
        offset=14,
    )
    chart: alt.HConcatChart = alt.hconcat(*columns, spacing=20, title=title).resolve_scale(y="independent")
    return _configured(chart)


def difference_chart(comparison: Comparison) -> alt.VConcatChart:
    """By how much B differs from A in each measure, with 95 % intervals."""
    shares = [each for each in comparison.differences if each.is_share and (each.a or each.b)]
    numbers = [each for each in comparison.differences if not each.is_share]
    how = "paired seed by seed" if comparison.is_paired else "different seeds, not paired"
    a, b = comparison.names
    title = alt.TitleParams(
        f"What changes from {a} to {b}",
        subtitle=f"{comparison.a.games:,} and {comparison.b.games:,} games, {how}; lines are 95 % intervals",
        anchor="start",
        offset=14,
    )
    parts = [_differences(numbers, "difference in points or rounds", ".2f")]
    if shares:
        parts.append(_differences(shares, "difference in share of games", "+.1%"))
    chart: alt.VConcatChart = alt.vconcat(*parts, spacing=22, title=title)
    return _configured(chart)


def thing_difference_chart(comparison: Comparison, most: int = 24) -> alt.HConcatChart:
    """The things whose part in the game changes most surely."""
    found = comparison.things()[:most]
    order = [each.b.id for each in found]
    a, b = comparison.names
    marks = {each.b.id: "printed differently" for each in found if each.is_changed}
    title = alt.TitleParams(
        "Cards and tiles that change most",
        subtitle=f"from {a} to {b} · {comparison.a.games:,} and {comparison.b.games:,} games, the surest changes first",
        anchor="start",
        offset=14,
    )
    rows = [
        {
            "id": each.b.id,
            "change": difference.difference,
            "low": difference.difference - difference.spread,
            "high": difference.difference + difference.spread,
            "sure": difference.is_sure,
            "what": what,
            "note": marks.get(each.b.id, ""),
        }
        for each in found
        for what, difference in (("wins", each.wins), ("taken", each.picks))
    ]
    columns: list[Any] = [_pieces([each.b for each in found], order)]
    for what, words in (("wins", "change of the win rate of who took it"), ("taken", "change of the share of games")):
        mine = [row for row in rows if row["what"] == what]
        columns.append(
            _changes(mine, alt.Y("id:N", sort=order, axis=None), words, "+.0%").properties(
                width=350, height=STEP * len(order)
            )
        )
    chart: alt.HConcatChart = alt.hconcat(*columns, spacing=18, title=title).resolve_scale(y="independent")
    return _configured(chart)


def overlay_charts(comparison: Comparison) -> list[alt.LayerChart]:
    """Scores and lengths of both, one over the other."""
    a, b = comparison.names
    both = f"{comparison.a.games:,} and {comparison.b.games:,} games"
    points = []
    for findings in (comparison.a, comparison.b):
        tally = Tally()
        for each in findings.points.values():
            tally.counts = _sum(tally.counts, each.counts)
        points.append(tally)
    return [
        _histogram("Scores", {a: points[0], b: points[1]}, "points of a seat", both),
        _histogram("Length", {a: comparison.a.rounds, b: comparison.b.rounds}, "rounds", both),
    ]


# --- parts of charts ------------------------------------------------------------------------------


def _histogram(title: str, groups: dict[str, Tally], what: str, games: str) -> alt.LayerChart:
    """Steps filled lightly, one for each group, and a line at each mean."""
    low = min(tally.percentile(0.2) for tally in groups.values())
    high = max(tally.percentile(99.8) for tally in groups.values())
    width = next(step for step in (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 10**9) if (high - low) / step <= BARS)
    first, last = low // width, high // width
    rows, means = [], []
    for name, tally in groups.items():
        counts = [0] * (last - first + 1)
        for value, count in enumerate(tally.counts.tolist()):
            counts[min(max(value // width, first), last) - first] += count
        for number, count in enumerate(counts):
            at = (first + number) * width
            label = f"{at}" if width == 1 else f"{at} to {at + width - 1}"
            rows.append(
                {"at": at - 0.5, "end": at + width - 0.5, "label": label, "share": count / tally.total, "who": name}
            )
        means.append({"at": tally.mean, "who": name, "label": f"mean {tally.mean:.1f}"})
    names = list(groups)
    colour = alt.Color(
        "who:N",
        scale=alt.Scale(domain=names, range=list(SEATS) if len(names) > 1 else [SEATS[1]]),
        sort=names,
        legend=alt.Legend(title=None, orient="top") if len(names) > 1 else None,
    )
    base = alt.Chart(alt.Data(values=rows))
    bars = base.mark_bar(opacity=0.45 if len(names) > 1 else 0.85, binSpacing=1).encode(
        alt.X("at:Q", title=what, scale=alt.Scale(nice=False, zero=False), bin="binned", axis=alt.Axis(tickCount=8)),
        alt.X2("end:Q"),
        alt.Y("share:Q", title="share", axis=alt.Axis(format="%"), stack=None),
        colour,
        tooltip=[
            alt.Tooltip("who:N", title=" "),
            alt.Tooltip("label:N", title=what),
            alt.Tooltip("share:Q", format=".2%"),
        ],
    )
    rules = alt.Chart(alt.Data(values=means)).mark_rule(strokeWidth=2, strokeDash=[5, 3]).encode(alt.X("at:Q"), colour)
    texts = alt.layer(
        *(
            alt.Chart(alt.Data(values=[row]))
            .mark_text(align="left", dx=6, fontSize=12, fontWeight=600, baseline="top")
            .encode(alt.X("at:Q"), alt.Y(value=2 + 16 * number), alt.Text("label:N"), colour)
            for number, row in enumerate(means)
        )
    )
    return _titled(bars + rules + texts, title, games, 220)


def _shares(title: str, rows: Sequence[dict[str, Any]], what: str, even: float, games: str) -> alt.LayerChart:
    """Dots with intervals, beside a line where all are equal."""
    data = alt.Data(values=[{**row, "note": f"{row['wins']:.1%} · {row['points']:.1f} points"} for row in rows])
    low = min(min(row["low"] for row in rows), even)
    high = max(max(row["high"] for row in rows), even)
    edge = max((high - low) * 0.15, 0.005)
    right = high + 0.45 * (high - low + edge)  # room for the numbers
    scale = alt.Scale(domain=[max(low - edge, 0), right], nice=False, zero=False)
    base = alt.Chart(data).encode(
        alt.Y(
            "who:N",
            sort=None,
            title=what,
            axis=alt.Axis(labelFontSize=13, labelLimit=180, titleAngle=0, titleAlign="left", titleY=-10, titleX=0),
        )
    )
    equal = (
        alt.Chart(alt.Data(values=[{"even": even}]))
        .mark_rule(color=INK_3, strokeDash=[4, 4])
        .encode(alt.X("even:Q", scale=scale))
    )
    lines = base.mark_rule(color=SEATS[1], strokeWidth=3).encode(
        alt.X(
            "low:Q",
            scale=scale,
            title="share of wins, with 95 % interval; dashed: all equal",
            axis=alt.Axis(format="%", tickCount=6),
        ),
        alt.X2("high:Q"),
    )
    dots = base.mark_circle(color=SEATS[1], size=150, opacity=1, stroke=CARD, strokeWidth=1.5).encode(
        alt.X("wins:Q", scale=scale),
        tooltip=[
            alt.Tooltip("who:N", title=what),
            alt.Tooltip("wins:Q", format=".2%"),
            alt.Tooltip("low:Q", format=".2%"),
            alt.Tooltip("high:Q", format=".2%"),
            alt.Tooltip("points:Q", title="mean points", format=".1f"),
        ],
    )
    notes = base.mark_text(align="left", dx=10, color=INK_2, fontSize=12).encode(
        alt.X("high:Q", scale=scale), text="note:N"
    )
    return _titled(equal + lines + dots + notes, title, games, 42 * len(rows))


def _pieces(things: Sequence[Thing], order: Sequence[str]) -> alt.LayerChart:
    """The name of each thing, and its cubes drawn beside it."""
    cubes, words, names = [], [], []
    longest = 0.0
    for thing in things:
        at, before = 0.0, ""
        names.append({"id": thing.id, "name": thing.name + (" *" if thing.is_stand_in else "")})
        for sign in thing.signs:
            if sign in CUBES:
                at += 0.0 if before in CUBES else 4.0
                cubes.append({"id": thing.id, "at": at + 7, "cube": sign})
                at += 14
            elif sign:
                at += 3 if sign == before == UP else 7 if before else 0
                words.append({"id": thing.id, "at": at, "text": sign})
                at += 11 if len(sign) == 1 else 6.3 * len(sign)
            before = sign
        longest = max(longest, at)
    lead = 7.2 * max(len(row["name"]) for row in names) + 10
    width = lead + longest + 4
    y = alt.Y("id:N", sort=list(order), axis=None)
    scale = alt.Scale(domain=[0, width], nice=False)
    parts: list[Any] = [
        alt.Chart(alt.Data(values=names))
        .mark_text(align="left", fontSize=12, fontWeight=600, color=INK)
        .encode(y, alt.X(value=0), alt.Text("name:N"))
    ]
    if words:
        placed = [{**row, "at": row["at"] + lead} for row in words]
        parts.append(
            alt.Chart(alt.Data(values=placed))
            .mark_text(align="left", fontSize=12, color=INK_2)
            .encode(y, alt.X("at:Q", scale=scale, axis=None), alt.Text("text:N"))
        )
    if cubes:
        placed = [{**row, "at": row["at"] + lead} for row in cubes]
        letters = list(CUBES)
        parts.append(
            alt.Chart(alt.Data(values=placed))
            .mark_point(size=90, opacity=1, filled=True, strokeWidth=1)
            .encode(
                y,
                alt.X("at:Q", scale=scale, axis=None),
                alt.Shape("cube:N", scale=alt.Scale(domain=letters, range=list(_SHAPES.values())), legend=None),
                alt.Fill("cube:N", scale=alt.Scale(domain=letters, range=list(CUBE_COLOURS.values())), legend=None),
                alt.Stroke("cube:N", scale=alt.Scale(domain=letters, range=list(CUBE_EDGES.values())), legend=None),
            )
        )
    chart: alt.LayerChart = alt.layer(*parts).properties(width=width, height=STEP * len(order))
    return chart


def _win_rates(found: Sequence[Finding], order: Sequence[str], even: float) -> alt.LayerChart:
    rows = []
    for finding in found:
        low, high = finding.wins.interval
        rows.append(
            {
                "id": finding.thing.text,
                "key": finding.thing.id,
                "wins": finding.wins.share if finding.wins.of else None,
                "low": low,
                "high": high,
                "seats": finding.wins.of,
                "sure": bool(finding.wins.of and not low <= even <= high),
            }
        )
    rows = [row for row in rows if row["seats"]]
    y = alt.Y("key:N", sort=list(order), axis=None, scale=alt.Scale(domain=list(order)))
    scale = alt.Scale(zero=False)
    base = alt.Chart(alt.Data(values=rows)).encode(
        y,
        alt.Color(
            "sure:N",
            scale=alt.Scale(domain=[True, False], range=[SEATS[1], INK_3]),
            legend=None,
        ),
        tooltip=[
            alt.Tooltip("id:N", title=" "),
            alt.Tooltip("wins:Q", title="wins", format=".1%"),
            alt.Tooltip("low:Q", format=".1%"),
            alt.Tooltip("high:Q", format=".1%"),
            alt.Tooltip("seats:Q", title="seats that took it", format=","),
        ],
    )
    axis = alt.Axis(format="%", orient="top", tickCount=7)
    equal = (
        alt.Chart(alt.Data(values=[{"even": even}])).mark_rule(color=INK_3, strokeDash=[4, 4]).encode(alt.X("even:Q"))
    )
    lines = base.mark_rule(strokeWidth=2.5, opacity=0.55).encode(
        alt.X("low:Q", scale=scale, title="wins of who took it", axis=axis), alt.X2("high:Q")
    )
    dots = base.mark_circle(size=62, opacity=1).encode(alt.X("wins:Q"))
    chart: alt.LayerChart = (equal + lines + dots).properties(width=360, height=STEP * len(order))
    return chart


def _pick_rates(found: Sequence[Finding], order: Sequence[str]) -> alt.LayerChart:
    rows = [
        {"key": finding.thing.id, "id": finding.thing.text, "picks": finding.picks.share, "games": finding.picks.count}
        for finding in found
    ]
    base = alt.Chart(alt.Data(values=rows)).encode(
        alt.Y("key:N", sort=list(order), axis=None),
        tooltip=[
            alt.Tooltip("id:N", title=" "),
            alt.Tooltip("picks:Q", title="taken in", format=".1%"),
            alt.Tooltip("games:Q", format=","),
        ],
    )
    axis = alt.Axis(format="%", orient="top", values=[0, 0.5, 1])
    scale = alt.Scale(domain=[0, 1])
    bars = base.mark_bar(color=SEAL, height={"band": 0.62}).encode(
        alt.X("picks:Q", title="taken in games", axis=axis, scale=scale)
    )
    chart: alt.LayerChart = alt.layer(bars).properties(width=150, height=STEP * len(order))
    return chart


def _rounds(found: Sequence[Finding], order: Sequence[str]) -> alt.LayerChart:
    rows = [
        {
            "key": finding.thing.id,
            "id": finding.thing.text,
            "quarter": finding.first[0],
            "half": finding.first[1],
            "late": finding.first[2],
        }
        for finding in found
    ]
    base = alt.Chart(alt.Data(values=rows)).encode(
        alt.Y("key:N", sort=list(order), axis=None),
        tooltip=[
            alt.Tooltip("id:N", title=" "),
            alt.Tooltip("half:Q", title="half by round"),
            alt.Tooltip("quarter:Q", title="a quarter by"),
            alt.Tooltip("late:Q", title="three quarters by"),
        ],
    )
    axis = alt.Axis(orient="top", tickCount=4)
    lines = base.mark_bar(height=5, color=LINE, cornerRadius=2).encode(
        alt.X("quarter:Q", title="round, middle half", axis=axis), alt.X2("late:Q")
    )
    ticks = base.mark_tick(color=AMBER, thickness=3, height=12).encode(alt.X("half:Q"))
    chart: alt.LayerChart = (lines + ticks).properties(width=210, height=STEP * len(order))
    return chart


def _often(found: Sequence[Finding], order: Sequence[str]) -> alt.LayerChart:
    rows = [{"key": finding.thing.id, "id": finding.thing.text, "times": finding.times} for finding in found]
    bars = (
        alt.Chart(alt.Data(values=rows))
        .mark_bar(color=SEATS[3], height={"band": 0.62})
        .encode(
            alt.Y("key:N", sort=list(order), axis=None),
            alt.X("times:Q", title="times a seat", axis=alt.Axis(orient="top", tickCount=3)),
            tooltip=[alt.Tooltip("id:N", title=" "), alt.Tooltip("times:Q", format=".2f")],
        )
    )
    chart: alt.LayerChart = alt.layer(bars).properties(width=100, height=STEP * len(order))
    return chart


def _differences(found: Sequence[Difference], words: str, form: str) -> alt.LayerChart:
    rows = [
        {
            "name": each.name,
            "change": each.difference,
            "low": each.difference - each.spread,
            "high": each.difference + each.spread,
            "sure": each.is_sure,
            "note": f"{each.a:.1%} to {each.b:.1%}" if each.is_share else f"{each.a:.2f} to {each.b:.2f}",
        }
        for each in found
    ]
    y = alt.Y("name:N", sort=None, title=None, axis=alt.Axis(labelFontSize=12, labelLimit=260, minExtent=210))
    chart: alt.LayerChart = _changes(rows, y, words, form).properties(width=WIDTH + 280, height=22 * len(rows))
    return chart


def _changes(rows: Sequence[dict[str, Any]], y: Any, words: str, form: str) -> alt.LayerChart:
    """Dots with intervals on both sides of a line of no change."""
    base = alt.Chart(alt.Data(values=list(rows))).encode(
        y,
        alt.Color("sure:N", scale=alt.Scale(domain=[True, False], range=[BLUE, INK_3]), legend=None),
        tooltip=[
            alt.Tooltip("change:Q", format=form),
            alt.Tooltip("low:Q", format=form),
            alt.Tooltip("high:Q", format=form),
            alt.Tooltip("note:N", title=" "),
        ],
    )
    none = alt.Chart(alt.Data(values=[{"none": 0}])).mark_rule(color=INK_3, strokeDash=[4, 4]).encode(alt.X("none:Q"))
    lines = base.mark_rule(strokeWidth=2.5, opacity=0.6).encode(
        alt.X("low:Q", title=words, axis=alt.Axis(format=form, tickCount=6)), alt.X2("high:Q")
    )
    dots = base.mark_circle(size=75, opacity=1).encode(alt.X("change:Q"))
    chart: alt.LayerChart = none + lines + dots
    return chart


def _sum(one: Any, other: Any) -> Any:
    """Counts of two tallies together."""
    longer, shorter = (one, other) if len(one) >= len(other) else (other, one)
    total = longer.copy()
    total[: len(shorter)] += shorter
    return total


def _games(findings: Findings, *, finished: bool = False) -> str:
    if finished and findings.stopped:
        return f"{findings.finished:,} games; {findings.stopped:,} more were stopped and count for nobody"
    return f"{findings.games:,} games"


def _titled(chart: alt.LayerChart, title: str, games: str, height: float) -> alt.LayerChart:
    named: alt.LayerChart = chart.properties(
        title=alt.TitleParams(title, subtitle=games, anchor="start", offset=12), width=WIDTH, height=height
    )
    return _configured(named)


def _configured(chart: Any) -> Any:
    """The look: warm paper, ink, fine lines."""
    return (
        chart.configure(background=CARD, font=SANS, padding=14)
        .configure_view(stroke=None)
        .configure_title(
            font=SERIF,
            fontSize=21,
            fontWeight=600,
            color=INK,
            subtitleFont=SANS,
            subtitleFontSize=13,
            subtitleColor=INK_2,
        )
        .configure_axis(
            labelColor=INK_2,
            titleColor=INK_2,
            titleFontWeight="normal",
            titleFontSize=12,
            labelFontSize=12,
            gridColor=LINE,
            gridOpacity=0.7,
            domainColor=LINE,
            tickColor=LINE,
        )
        .configure_legend(labelColor=INK, labelFontSize=13, symbolSize=140, symbolStrokeWidth=0, padding=0, offset=6)
    )
