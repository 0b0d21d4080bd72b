"""The parts of charts: histograms, dots with intervals, and cards drawn by their cubes."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Literal

import altair as alt

from century.components.catalogue import CUBES
from century.engine.things import Thing
from century.lab.charts import style
from century.lab.charts.things import UP, signs_of
from century.lab.stats.differences import Difference
from century.lab.stats.findings import Share
from century.lab.stats.summary import Tally
from century.types import JsonDict

Side = Literal["left", "center", "right"]

BARS = 36  # of a histogram, at most

# The silhouettes of cubes: disc, diamond, leaf and square, so that nothing depends on colour alone.
_SHAPES = {
    "Y": "circle",
    "R": "M0,-1.05L1.05,0L0,1.05L-1.05,0Z",
    "G": "M-.95,.95C-1.1,-.4 -.3,-1.1 .95,-.95C1.1,.4 .3,1.1 -.95,.95Z",
    "B": "M-.8,-.8H.8V.8H-.8Z",
}


def histogram(title: str, groups: dict[str, Tally], what: str, games: str) -> style.Chart:
    """Draw the distribution of each group, and a line at each mean."""
    low = min(tally.percentile(0.2) for tally in groups.values())
    high = max(tally.percentile(99.8) for tally in groups.values())
    width = next(step for step in (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 10**9) if (high - low) / step <= BARS)
    first, last = low // width, high // width
    rows = []
    means = []
    shares = [0.0]
    for name, tally in groups.items():
        counts = [0] * (last - first + 1)
        for value, count in enumerate(tally.counts.tolist()):
            counts[min(max(value // width, first), last) - first] += count
        for number, count in enumerate(counts):
            at = (first + number) * width
            label = f"{at}" if width == 1 else f"{at} to {at + width - 1}"
            shares.append(count / tally.total)
            rows.append({"at": at - 0.5, "end": at + width - 0.5, "label": label, "share": shares[-1], "who": name})
        means.append({"at": tally.mean, "who": name, "label": f"mean {tally.mean:.1f}"})
    names = list(groups)
    colour = alt.Color(
        "who:N",
        scale=alt.Scale(domain=names, range=list(style.SEATS) if len(names) > 1 else [style.SEATS[1]]),
        sort=names,
        legend=alt.Legend(title=None, orient="top") if len(names) > 1 else None,
    )
    top = max(shares) * (1 + 0.1 * len(names))  # room for the words at the means
    base = style.drawn(rows)
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
    rules = style.drawn(means).mark_rule(strokeWidth=2, strokeDash=[5, 3]).encode(alt.X("at:Q"), colour)
    middles = [tally.mean for tally in groups.values()]
    texts = []
    for number, row in enumerate(means):
        align, dx = _beside(middles[number], middles, low, high)
        mark = style.drawn([row]).mark_text(align=align, dx=dx, fontSize=12, fontWeight=600, baseline="top")
        texts.append(mark.encode(alt.X("at:Q"), alt.Y(value=2 + 16 * number), alt.Text("label:N"), colour))
    return style.titled(alt.layer(bars, rules, *texts), title, games, 220)


def tips(form: str, *fields: str) -> list[alt.Tooltip]:
    """Return a tooltip for each field, with its number in this form."""
    return [alt.Tooltip(f"{field}:Q", format=form) for field in fields]


def line_at(value: float, scale: alt.Scale | None = None) -> alt.Chart:
    """Draw a dashed line at a value."""
    x = alt.X("even:Q") if scale is None else alt.X("even:Q", scale=scale)
    line: alt.Chart = style.drawn([{"even": value}]).mark_rule(color=style.INK_3, strokeDash=[4, 4]).encode(x)
    return line


@dataclass(frozen=True)
class WinRow:
    """The wins of a bot, or of a place in turn order."""

    who: str
    wins: float
    low: float
    high: float
    points: float

    @classmethod
    def of(cls, who: str, wins: Share, points: float) -> "WinRow":
        """Return the row of a share of wins, and of mean points."""
        return cls(who, wins.share, *wins.interval, points)


def shares_of_wins(title: str, rows: Sequence[WinRow], what: str, even: float, games: str) -> style.Chart:
    """Draw dots with intervals, and a line where all are equal."""
    low = min(min(row.low for row in rows), even)
    high = max(max(row.high for row in rows), even)
    edge = max((high - low) * 0.15, 0.005)
    scale = alt.Scale(domain=[low - edge, high + edge], nice=False, zero=False)
    names = alt.Axis(labelFontSize=13, labelLimit=180, titleAngle=0, titleAlign="left", titleY=-10, titleX=0)
    base = style.drawn([asdict(row) for row in rows]).encode(alt.Y("who:N", sort=None, title=what, axis=names))
    axis = alt.Axis(format="%", tickCount=6)
    lines = base.mark_rule(color=style.SEATS[1], strokeWidth=3).encode(
        alt.X("low:Q", scale=scale, title="share of wins", axis=axis), alt.X2("high:Q")
    )
    points = alt.Tooltip("points:Q", title="mean points", format=".1f")
    dots = base.mark_circle(color=style.SEATS[1], size=150, opacity=1, stroke=style.CARD, strokeWidth=1.5).encode(
        alt.X("wins:Q", scale=scale),
        tooltip=[alt.Tooltip("who:N", title=what), *tips(".2%", "wins", "low", "high"), points],
    )
    notes = [
        style.drawn([{**asdict(row), "note": f"{row.wins:.1%} · {row.points:.1f} points"}])
        .mark_text(align=side, dy=-16, fontSize=12, **look)
        .encode(alt.Y("who:N", sort=None), alt.X(f"{at}:Q", scale=scale), text="note:N")
        for row in rows
        for look in (
            {"stroke": style.CARD, "strokeWidth": 5, "strokeJoin": "round"},
            {"color": style.INK_2},
        )  # a halo over lines
        for at, side in [_above(row.wins, low - edge, high + edge)]
    ]
    about = [games, "lines: 95 % intervals; dashed: all equal"]
    return style.titled(alt.layer(line_at(even, scale), lines, dots, *notes), title, about, 48 * len(rows))


def _above(value: float, low: float, high: float) -> tuple[str, Side]:
    """Return where a label above a line fits: at its left end, its dot, or its right end."""
    at = (value - low) / (high - low)
    return ("low", "left") if at < 0.35 else ("high", "right") if at > 0.65 else ("wins", "center")


def _beside(value: float, marks: Sequence[float], low: float, high: float) -> tuple[Side, int]:
    """Return the side of a mark where a label fits: away from the other marks, and within the edges."""
    at = (value - low) / max(high - low, 1)
    is_left = at > 0.7 or (at > 0.3 and value == min(marks) < max(marks))
    return ("right", -6) if is_left else ("left", 6)


def pieces(things: Sequence[Thing], order: Sequence[str]) -> style.Layers:
    """The name of each thing, and its cubes drawn beside it."""
    cubes: list[JsonDict] = []
    words: list[JsonDict] = []
    names: list[JsonDict] = []
    longest = 0.0
    for thing in things:
        at, before = 0.0, ""
        names.append({"id": thing.id, "name": thing.name + (" *" if thing.is_stand_in else "")})
        for sign in signs_of(thing):
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
    parts: list[alt.Chart] = [
        style.drawn(names)
        .mark_text(align="left", fontSize=12, fontWeight=600, color=style.INK)
        .encode(y, alt.X(value=0), alt.Text("name:N"))
    ]
    if words:
        placed = [{**row, "at": row["at"] + lead} for row in words]
        parts.append(
            style.drawn(placed)
            .mark_text(align="left", fontSize=12, color=style.INK_2)
            .encode(y, alt.X("at:Q", scale=scale, axis=None), alt.Text("text:N"))
        )
    if cubes:
        placed = [{**row, "at": row["at"] + lead} for row in cubes]
        looks = {alt.Shape: _SHAPES, alt.Fill: style.CUBE_COLOURS, alt.Stroke: style.CUBE_EDGES}
        parts.append(
            style.drawn(placed)
            .mark_point(size=90, opacity=1, filled=True, strokeWidth=1)
            .encode(
                y,
                alt.X("at:Q", scale=scale, axis=None),
                *(
                    channel("cube:N", scale=alt.Scale(domain=list(look), range=list(look.values())), legend=None)
                    for channel, look in looks.items()
                ),
            )
        )
    return alt.layer(*parts).properties(width=width, height=style.STEP * len(order))


def change_row(each: Difference) -> style.Row:
    """Return the row of a difference, with its interval."""
    low, high = each.difference - each.spread, each.difference + each.spread
    return {"change": each.difference, "low": low, "high": high, "sure": each.is_sure}


def differences(measures: Sequence[Difference], words: str, form: str) -> style.Layers:
    """Draw differences of several measures in one unit, one below the other."""
    rows = []
    for each in measures:
        note = f"{each.a:.1%} to {each.b:.1%}" if each.is_share else f"{each.a:.2f} to {each.b:.2f}"
        rows.append({"name": each.name, **change_row(each), "note": note})
    y = alt.Y("name:N", sort=None, title=None, axis=alt.Axis(labelFontSize=12, labelLimit=260, minExtent=210))
    return changes(rows, y, words, form).properties(width=style.WIDTH + 310, height=22 * len(rows))


def changes(rows: Sequence[style.Row], y: alt.Y, words: str, form: str) -> style.Layers:
    """Draw dots with intervals on both sides of a line of no change."""
    base = style.drawn(rows).encode(
        y,
        alt.Color("sure:N", scale=alt.Scale(domain=[True, False], range=[style.BLUE, style.INK_3]), legend=None),
        tooltip=[*tips(form, "change", "low", "high"), alt.Tooltip("note:N", title=" ")],
    )
    lines = base.mark_rule(strokeWidth=2.5, opacity=0.6).encode(
        alt.X("low:Q", title=words, axis=alt.Axis(format=form, tickCount=6)), alt.X2("high:Q")
    )
    dots = base.mark_circle(size=75, opacity=1).encode(alt.X("change:Q"))
    return alt.layer(line_at(0), lines, dots)
