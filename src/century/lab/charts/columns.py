"""The columns of a chart of things: wins, picks, first rounds, and how often a seat took each."""

from collections.abc import Callable, Sequence

import altair as alt

from century.lab.charts.parts import line_at, tips
from century.lab.charts.style import AMBER, INK_3, LINE, SEAL, SEATS, STEP, Layers, Row, drawn
from century.lab.charts.things import text_of
from century.lab.stats.findings import Finding


def _rows_of(findings: Sequence[Finding], row: Callable[[Finding], Row], *shown: alt.Tooltip) -> alt.Chart:
    """Return a chart with a row for each thing, in this order; things whose row is empty are left out."""
    rows = [{"key": each.thing.id, "id": text_of(each.thing), **cells} for each in findings if (cells := row(each))]
    tooltip = [alt.Tooltip("id:N", title=" "), *shown]
    order = [each.thing.id for each in findings]
    scale = alt.Scale(domain=order)
    return drawn(rows).encode(alt.Y("key:N", sort=order, axis=None, scale=scale), tooltip=tooltip)


def _column(findings: Sequence[Finding], width: int, *layers: alt.Chart) -> Layers:
    return alt.layer(*layers).properties(width=width, height=STEP * len(findings))


def win_rates(findings: Sequence[Finding], even: float) -> Layers:
    """Draw the wins with each thing: dots with intervals, grey where they include equal chances."""

    def row(finding: Finding) -> Row:
        if not finding.wins.of:
            return {}
        low, high = finding.wins.interval
        sure = not low <= even <= high
        return {"wins": finding.wins.share, "low": low, "high": high, "seats": finding.wins.of, "sure": sure}

    seats = alt.Tooltip("seats:Q", title="seats that took it", format=",")
    wins = alt.Tooltip("wins:Q", title="wins", format=".1%")
    colour = alt.Scale(domain=[True, False], range=[SEATS[1], INK_3])
    base = _rows_of(findings, row, wins, *tips(".1%", "low", "high"), seats)
    base = base.encode(alt.Color("sure:N", scale=colour, legend=None))
    axis = alt.Axis(format="%", orient="top", tickCount=7)
    lines = base.mark_rule(strokeWidth=2.5, opacity=0.55).encode(
        alt.X("low:Q", scale=alt.Scale(zero=False), title="wins of seats that took it", axis=axis), alt.X2("high:Q")
    )
    dots = base.mark_circle(size=62, opacity=1).encode(alt.X("wins:Q"))
    return _column(findings, 360, line_at(even), lines, dots)


def pick_rates(findings: Sequence[Finding]) -> Layers:
    """Draw the share of games in which each thing was taken."""
    taken = alt.Tooltip("picks:Q", title="taken in", format=".1%")
    base = _rows_of(
        findings, lambda each: {"picks": each.picks.share, "games": each.picks.count}, taken, *tips(",", "games")
    )
    axis = alt.Axis(format="%", orient="top", values=[0, 0.5, 1])
    x = alt.X("picks:Q", title="taken in games", axis=axis, scale=alt.Scale(domain=[0, 1]))
    return _column(findings, 150, base.mark_bar(color=SEAL, height={"band": 0.62}).encode(x))


def first_rounds(findings: Sequence[Finding]) -> Layers:
    """Draw the round in which each thing was first taken: the middle half, and the median."""
    titles = {"half": "half by round", "quarter": "a quarter by", "late": "three quarters by"}
    shown = [alt.Tooltip(f"{name}:Q", title=title) for name, title in titles.items()]
    base = _rows_of(findings, lambda each: dict(zip(("quarter", "half", "late"), each.first, strict=True)), *shown)
    x = alt.X("quarter:Q", title="round, middle half", axis=alt.Axis(orient="top", tickCount=4))
    lines = base.mark_bar(height=5, color=LINE, cornerRadius=2).encode(x, alt.X2("late:Q"))
    ticks = base.mark_tick(color=AMBER, thickness=3, height=12).encode(alt.X("half:Q"))
    return _column(findings, 210, lines, ticks)


def how_often(findings: Sequence[Finding]) -> Layers:
    """Draw how often a seat took each thing, if it did."""
    base = _rows_of(findings, lambda each: {"times": each.times}, *tips(".2f", "times"))
    x = alt.X("times:Q", title="times a seat", axis=alt.Axis(orient="top", tickCount=3))
    return _column(findings, 100, base.mark_bar(color=SEATS[3], height={"band": 0.62}).encode(x))
