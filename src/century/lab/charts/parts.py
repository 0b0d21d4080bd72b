"""What charts are made of: the look, histograms, dots with intervals, and cards drawn by their cubes."""

from collections.abc import Sequence
from typing import Any

import altair as alt

from century.components.catalogue import CUBES
from century.lab.charts.things import UP, Thing
from century.lab.stats.differences import Difference
from century.lab.stats.findings import Finding
from century.lab.stats.summary import Tally

Chart = alt.LayerChart | alt.HConcatChart | alt.VConcatChart

PAPER, CARD, INK, INK_2, INK_3 = "#f3ebdc", "#fffaf0", "#2a2722", "#5d5445", "#716651"
LINE, BLUE, AMBER = "#ddcfb6", "#1d5a9c", "#9a5b12"
SEATS = ("#83366a", "#12706c", "#b9560f", "#43505c", "#65680f")
SEAL, SILVER = "#b98a2e", "#6f7a80"
SOURCES = (SEATS[1], SEAL, SILVER, SEATS[0], SEATS[2], SEATS[4])
CUBE_COLOURS = {"Y": "#e9b12f", "R": "#c43a2b", "G": "#4c9150", "B": "#6f4527"}
CUBE_EDGES = {"Y": "#8a5d05", "R": "#7d1b11", "G": "#245329", "B": "#38200f"}
SERIF = "'Iowan Old Style', 'Palatino Linotype', P052, Palatino, 'Book Antiqua', Georgia, serif"
SANS = "'Avenir Next', 'Segoe UI', 'Noto Sans', Roboto, 'Helvetica Neue', system-ui, sans-serif"
WIDTH = 440
STEP = 19  # the height of a row
BARS = 36  # of a histogram, at most

# The silhouettes of cubes: disc, diamond, leaf and square, so that nothing hangs on colour alone.
_SHAPES = {
    "Y": "circle",
    "R": "M0,-1.05L1.05,0L0,1.05L-1.05,0Z",
    "G": "M-.95,.95C-1.1,-.4 -.3,-1.1 .95,-.95C1.1,.4 .3,1.1 -.95,.95Z",
    "B": "M-.8,-.8H.8V.8H-.8Z",
}


def drawn(rows: Sequence[dict[str, Any]]) -> Any:
    """A chart of some rows, to which marks are given."""
    data = alt.Data(values=list(rows))  # type: ignore[no-untyped-call]
    return alt.Chart(data)


def histogram(title: str, groups: dict[str, Tally], what: str, games: str) -> Chart:
    """Steps filled lightly, one for each group, and a line at each mean."""
    low = min(tally.percentile(0.2) for tally in groups.values())
    high = max(tally.percentile(99.8) for tally in groups.values())
    width = next(step for step in (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 10**9) if (high - low) / step <= BARS)
    first, last = low // width, high // width
    rows: list[dict[str, Any]] = []
    means: list[dict[str, Any]] = []
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
    top = max(row["share"] for row in rows) * (1 + 0.1 * len(names))  # room for the words at the means
    base = drawn(rows)
    bars = base.mark_bar(opacity=0.45 if len(names) > 1 else 0.85, binSpacing=1).encode(
        alt.X("at:Q", title=what, scale=alt.Scale(nice=False, zero=False), bin="binned", axis=alt.Axis(tickCount=8)),
        alt.X2("end:Q"),
        alt.Y("share:Q", title="share", axis=alt.Axis(format="%"), stack=None, scale=alt.Scale(domainMax=top)),
        colour,
        tooltip=[
            alt.Tooltip("who:N", title=" "),
            alt.Tooltip("label:N", title=what),
            alt.Tooltip("share:Q", format=".2%"),
        ],
    )
    rules = drawn(means).mark_rule(strokeWidth=2, strokeDash=[5, 3]).encode(alt.X("at:Q"), colour)
    middles = [tally.mean for tally in groups.values()]
    texts = alt.layer(
        *(
            drawn([row])
            .mark_text(**_beside(middles[number], middles, low, high), fontSize=12, fontWeight=600, baseline="top")
            .encode(alt.X("at:Q"), alt.Y(value=2 + 16 * number), alt.Text("label:N"), colour)
            for number, row in enumerate(means)
        )
    )
    return titled(bars + rules + texts, title, games, 220)


def shares_of_wins(title: str, rows: Sequence[dict[str, Any]], what: str, even: float, games: str) -> Chart:
    """Dots with intervals, beside a line where all are equal."""
    low = min(min(row["low"] for row in rows), even)
    high = max(max(row["high"] for row in rows), even)
    edge = max((high - low) * 0.15, 0.005)
    scale = alt.Scale(domain=[low - edge, high + edge], nice=False, zero=False)
    base = drawn(rows).encode(
        alt.Y(
            "who:N",
            sort=None,
            title=what,
            axis=alt.Axis(labelFontSize=13, labelLimit=180, titleAngle=0, titleAlign="left", titleY=-10, titleX=0),
        )
    )
    equal = drawn([{"even": even}]).mark_rule(color=INK_3, strokeDash=[4, 4]).encode(alt.X("even:Q", scale=scale))
    lines = base.mark_rule(color=SEATS[1], strokeWidth=3).encode(
        alt.X(
            "low:Q",
            scale=scale,
            title="share of wins",
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
    notes = [
        drawn([{**row, "note": f"{row['wins']:.1%} · {row['points']:.1f} points"}])
        .mark_text(align=side, dy=-16, fontSize=12, **look)
        .encode(alt.Y("who:N", sort=None), alt.X(f"{at}:Q", scale=scale), text="note:N")
        for row in rows
        for look in ({"stroke": CARD, "strokeWidth": 5, "strokeJoin": "round"}, {"color": INK_2})  # clear of lines
        for at, side in [_above(row["wins"], low - edge, high + edge)]
    ]
    about = [games, "lines: 95 % intervals; dashed: all equal"]
    return titled(alt.layer(equal, lines, dots, *notes), title, about, 48 * len(rows))


def _above(value: float, low: float, high: float) -> tuple[str, str]:
    """Where the words above a line begin or end, so that they fit: its left end, its dot, or its right end."""
    at = (value - low) / (high - low)
    return ("low", "left") if at < 0.35 else ("high", "right") if at > 0.65 else ("wins", "center")


def _beside(value: float, marks: Sequence[float], low: float, high: float) -> dict[str, Any]:
    """On which side of one of several marks there is room for words: away from the others, and not beyond the edge."""
    at = (value - low) / max(high - low, 1)
    is_left = at > 0.7 or (at > 0.3 and value == min(marks) < max(marks))
    return {"align": "right", "dx": -6} if is_left else {"align": "left", "dx": 6}


def pieces(things: Sequence[Thing], order: Sequence[str]) -> Any:
    """The name of each thing, and its cubes drawn beside it."""
    cubes: list[dict[str, Any]] = []
    words: list[dict[str, Any]] = []
    names: list[dict[str, Any]] = []
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
        drawn(names)
        .mark_text(align="left", fontSize=12, fontWeight=600, color=INK)
        .encode(y, alt.X(value=0), alt.Text("name:N"))
    ]
    if words:
        placed = [{**row, "at": row["at"] + lead} for row in words]
        parts.append(
            drawn(placed)
            .mark_text(align="left", fontSize=12, color=INK_2)
            .encode(y, alt.X("at:Q", scale=scale, axis=None), alt.Text("text:N"))
        )
    if cubes:
        placed = [{**row, "at": row["at"] + lead} for row in cubes]
        letters = list(CUBES)
        parts.append(
            drawn(placed)
            .mark_point(size=90, opacity=1, filled=True, strokeWidth=1)
            .encode(
                y,
                alt.X("at:Q", scale=scale, axis=None),
                alt.Shape("cube:N", scale=alt.Scale(domain=letters, range=list(_SHAPES.values())), legend=None),
                alt.Fill("cube:N", scale=alt.Scale(domain=letters, range=list(CUBE_COLOURS.values())), legend=None),
                alt.Stroke("cube:N", scale=alt.Scale(domain=letters, range=list(CUBE_EDGES.values())), legend=None),
            )
        )
    return alt.layer(*parts).properties(width=width, height=STEP * len(order))


def win_rates(found: Sequence[Finding], order: Sequence[str], even: float) -> Any:
    """Who wins with each thing: dots with intervals, grey where nothing is sure."""
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
    base = drawn(rows).encode(
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
    equal = drawn([{"even": even}]).mark_rule(color=INK_3, strokeDash=[4, 4]).encode(alt.X("even:Q"))
    lines = base.mark_rule(strokeWidth=2.5, opacity=0.55).encode(
        alt.X("low:Q", scale=scale, title="wins of who took it", axis=axis), alt.X2("high:Q")
    )
    dots = base.mark_circle(size=62, opacity=1).encode(alt.X("wins:Q"))
    return (equal + lines + dots).properties(width=360, height=STEP * len(order))


def pick_rates(found: Sequence[Finding], order: Sequence[str]) -> Any:
    """In how many games each thing was taken."""
    rows = [
        {"key": finding.thing.id, "id": finding.thing.text, "picks": finding.picks.share, "games": finding.picks.count}
        for finding in found
    ]
    base = drawn(rows).encode(
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
    return alt.layer(bars).properties(width=150, height=STEP * len(order))


def first_rounds(found: Sequence[Finding], order: Sequence[str]) -> Any:
    """When each thing was first taken: the middle half of rounds, and the median."""
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
    base = drawn(rows).encode(
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
    return (lines + ticks).properties(width=210, height=STEP * len(order))


def how_often(found: Sequence[Finding], order: Sequence[str]) -> Any:
    """How often a seat took each thing, if it did."""
    rows = [{"key": finding.thing.id, "id": finding.thing.text, "times": finding.times} for finding in found]
    bars = (
        drawn(rows)
        .mark_bar(color=SEATS[3], height={"band": 0.62})
        .encode(
            alt.Y("key:N", sort=list(order), axis=None),
            alt.X("times:Q", title="times a seat", axis=alt.Axis(orient="top", tickCount=3)),
            tooltip=[alt.Tooltip("id:N", title=" "), alt.Tooltip("times:Q", format=".2f")],
        )
    )
    return alt.layer(bars).properties(width=100, height=STEP * len(order))


def differences(found: Sequence[Difference], words: str, form: str) -> Any:
    """Differences of several measures in one unit, one below the other."""
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
    return changes(rows, y, words, form).properties(width=WIDTH + 310, height=22 * len(rows))


def changes(rows: Sequence[dict[str, Any]], y: Any, words: str, form: str) -> Any:
    """Dots with intervals on both sides of a line of no change."""
    base = drawn(list(rows)).encode(
        y,
        alt.Color("sure:N", scale=alt.Scale(domain=[True, False], range=[BLUE, INK_3]), legend=None),
        tooltip=[
            alt.Tooltip("change:Q", format=form),
            alt.Tooltip("low:Q", format=form),
            alt.Tooltip("high:Q", format=form),
            alt.Tooltip("note:N", title=" "),
        ],
    )
    none = drawn([{"none": 0}]).mark_rule(color=INK_3, strokeDash=[4, 4]).encode(alt.X("none:Q"))
    lines = base.mark_rule(strokeWidth=2.5, opacity=0.6).encode(
        alt.X("low:Q", title=words, axis=alt.Axis(format=form, tickCount=6)), alt.X2("high:Q")
    )
    dots = base.mark_circle(size=75, opacity=1).encode(alt.X("change:Q"))
    return none + lines + dots


def titled(chart: Any, title: str, games: str | list[str], height: float) -> Chart:
    """A chart with its title, and below it how many games it rests on."""
    named = chart.properties(
        title=alt.TitleParams(title, subtitle=games, anchor="start", offset=12), width=WIDTH, height=height
    )
    return configured(named)


def configured(chart: Any) -> Chart:
    """The look: warm paper, ink, fine lines."""
    found: Chart = (
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
    return found
