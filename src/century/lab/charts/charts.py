"""Charts of findings, by Altair: each function gives a chart that a notebook shows as it stands.

Colours are those of the page, few and warm. Each chart says how many games it rests on.
"""

from typing import Any

import altair as alt

from century.errors import CenturyError
from century.lab.charts.parts import (
    CARD,
    SOURCES,
    STEP,
    Chart,
    changes,
    configured,
    differences,
    drawn,
    first_rounds,
    histogram,
    how_often,
    pick_rates,
    pieces,
    shares_of_wins,
    titled,
    win_rates,
)
from century.lab.stats.differences import Comparison
from century.lab.stats.findings import Findings
from century.lab.stats.summary import Tally


def score_chart(findings: Findings) -> Chart:
    """How the points are spread: of winners and of the others, or of each bot."""
    groups: dict[str, Tally] = {}
    several = len(set(findings.plan.bots)) > 1
    for (bot, won), tally in findings.points.items():
        name = bot if several else "winners" if won else "others"
        groups.setdefault(name, Tally()).counts = summed(groups.get(name, Tally()).counts, tally.counts)
    return histogram(
        "Scores",
        {name: tally for name, tally in groups.items() if tally.total},
        "points of a seat",
        number_of_games(findings),
    )


def length_chart(findings: Findings) -> Chart:
    """How long games are."""
    return histogram("Length", {"games": findings.rounds}, "rounds", number_of_games(findings))


def seat_chart(findings: Findings) -> Chart:
    """Whether a place in turn order is better: the share of wins with its 95 % interval."""
    rows = []
    for place, (wins, points) in enumerate(findings.by_place()):
        low, high = wins.interval
        name = f"{place + 1} (starts)" if place == 0 else f"{place + 1}"
        rows.append({"who": name, "wins": wins.share, "low": low, "high": high, "points": points})
    return shares_of_wins(
        "Is a seat better?",
        rows,
        "place in turn order",
        1 / findings.plan.players,
        number_of_games(findings, finished=True),
    )


def bot_chart(findings: Findings) -> Chart:
    """Which bot wins more often, on one of its seats."""
    rows: list[dict[str, Any]] = []
    for bot, (wins, points) in findings.by_bot().items():
        low, high = wins.interval
        rows.append({"who": bot, "wins": wins.share, "low": low, "high": high, "points": points})
    rows.sort(key=lambda row: -row["wins"])
    return shares_of_wins("Bots", rows, "bot", 1 / findings.plan.players, number_of_games(findings, finished=True))


def source_chart(findings: Findings) -> Chart:
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
    base = drawn(rows).encode(
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
    return titled(bars + numbers, "Where points come from", number_of_games(findings), height)


def thing_chart(findings: Findings, kind: str, most: int | None = None) -> Chart:
    """Each card, tile or location of a kind: what it does, who wins with it, how often and how early it is taken."""
    found = findings.of_kind(kind)[:most]
    if not found:
        raise CenturyError(f"no {kind} was taken in these games; there are: {', '.join(findings.kinds())}")
    order = [finding.thing.id for finding in found]
    repeats = any(finding.times > 1.05 for finding in found)
    columns = [
        pieces([finding.thing for finding in found], order),
        win_rates(found, order, 1 / findings.plan.players),
        pick_rates(found, order),
        first_rounds(found, order),
    ]
    if repeats:
        columns.append(how_often(found, order))
    title = alt.TitleParams(
        {"merchant card": "Merchant cards", "point card": "Point cards", "outpost": "Market tiles (outposts)"}.get(
            kind, f"{kind[0].upper()}{kind[1:]}s"
        ),
        subtitle=f"{len(found)} of them, the most winning first · {number_of_games(findings)}",
        anchor="start",
        offset=14,
    )
    chart = alt.hconcat(*columns, spacing=20, title=title).resolve_scale(y="independent")
    return configured(chart)


def difference_chart(comparison: Comparison) -> Chart:
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
    parts = [differences(numbers, "difference in points or rounds", ".2f")]
    if shares:
        parts.append(differences(shares, "difference in share of games", "+.1%"))
    chart = alt.vconcat(*parts, spacing=22, title=title)
    return configured(chart)


def thing_difference_chart(comparison: Comparison, most: int = 24) -> Chart:
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
    columns: list[Any] = [pieces([each.b for each in found], order)]
    for what, words in (("wins", "change of the win rate of who took it"), ("taken", "change of the share of games")):
        mine = [row for row in rows if row["what"] == what]
        columns.append(
            changes(mine, alt.Y("id:N", sort=order, axis=None), words, "+.0%").properties(
                width=350, height=STEP * len(order)
            )
        )
    chart = alt.hconcat(*columns, spacing=18, title=title).resolve_scale(y="independent")
    return configured(chart)


def overlay_charts(comparison: Comparison) -> list[Chart]:
    """Scores and lengths of both, one over the other."""
    a, b = comparison.names
    both = f"{comparison.a.games:,} and {comparison.b.games:,} games"
    points = []
    for findings in (comparison.a, comparison.b):
        tally = Tally()
        for each in findings.points.values():
            tally.counts = summed(tally.counts, each.counts)
        points.append(tally)
    return [
        histogram("Scores", {a: points[0], b: points[1]}, "points of a seat", both),
        histogram("Length", {a: comparison.a.rounds, b: comparison.b.rounds}, "rounds", both),
    ]


def summed(one: Any, other: Any) -> Any:
    """Counts of two tallies together."""
    longer, shorter = (one, other) if len(one) >= len(other) else (other, one)
    total = longer.copy()
    total[: len(shorter)] += shorter
    return total


def number_of_games(findings: Findings, *, finished: bool = False) -> str:
    """How many games a chart rests on, in words."""
    if finished and findings.stopped:
        return f"{findings.finished:,} games; {findings.stopped:,} more were stopped"
    return f"{findings.games:,} games"
