"""Charts of findings, by Altair: each function returns a chart that a notebook shows as it is.

Colours are those of the page, few and warm. Each chart says how many games it is based on.
"""

import altair as alt

from century.errors import CenturyError
from century.lab.charts.columns import first_rounds, how_often, pick_rates, win_rates
from century.lab.charts.parts import WinRow, change_row, changes, differences, histogram, pieces, shares_of_wins
from century.lab.charts.style import CARD, SOURCES, STEP, Chart, Layers, configured, drawn, heading, titled
from century.lab.stats.differences import Comparison
from century.lab.stats.findings import Findings
from century.lab.stats.summary import Tally


def score_chart(findings: Findings) -> Chart:
    """Draw the distribution of points: of winners and others, or of each bot."""
    groups: dict[str, Tally] = {}
    several = len(set(findings.plan.bots)) > 1
    for (bot, won), tally in findings.points.items():
        name = bot if several else "winners" if won else "others"
        groups.setdefault(name, Tally()).merge(tally)
    groups = {name: tally for name, tally in groups.items() if tally.total}
    return histogram("Scores", groups, "points of a seat", number_of_games(findings))


def length_chart(findings: Findings) -> Chart:
    """Draw the lengths of games."""
    return histogram("Length", {"games": findings.rounds}, "rounds", number_of_games(findings))


def seat_chart(findings: Findings) -> Chart:
    """Draw the share of wins of each place in turn order, with its 95 % interval."""
    rows = [
        WinRow.of(f"{place + 1} (starts)" if place == 0 else f"{place + 1}", wins, points)
        for place, (wins, points) in enumerate(findings.by_place())
    ]
    even, games = 1 / findings.plan.players, number_of_games(findings, finished=True)
    return shares_of_wins("Is a seat better?", rows, "place in turn order", even, games)


def bot_chart(findings: Findings) -> Chart:
    """Draw the share of wins of each bot, for one of its seats."""
    rows = [WinRow.of(bot, wins, points) for bot, (wins, points) in findings.by_bot().items()]
    rows.sort(key=lambda row: -row.wins)
    return shares_of_wins("Bots", rows, "bot", 1 / findings.plan.players, number_of_games(findings, finished=True))


def source_chart(findings: Findings) -> Chart:
    """Draw where points come from: the mean of each item of the score."""
    several = len(set(findings.plan.bots)) > 1
    sources = {}
    for (bot, won), items in findings.sources().items():
        outcome = "winners" if won else "others"
        sources[f"{bot}, {outcome}" if several else outcome] = items
    most = max(sum(items.values()) for items in sources.values())
    rows = [
        {"who": who, "item": item, "points": points, "order": number, "label": f"{points:.1f}" * (points > most / 14)}
        for who, items in sources.items()
        for number, (item, points) in enumerate(items.items())
    ]
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
    height = 46 * len(sources)
    return titled(alt.layer(bars, numbers), "Where points come from", number_of_games(findings), height)


def thing_chart(findings: Findings, kind: str, most: int | None = None) -> Chart:
    """Draw the things of a kind: their effects, the wins with them, and how often and how early they are taken."""
    taken = findings.of_kind(kind)[:most]
    if not taken:
        raise CenturyError(f"no {kind} was taken in these games; available: {', '.join(findings.kinds())}")
    order = [finding.thing.id for finding in taken]
    things = [finding.thing for finding in taken]
    columns = [
        pieces(things, order),
        win_rates(taken, 1 / findings.plan.players),
        pick_rates(taken),
        first_rounds(taken),
    ]
    if any(finding.times > 1.05 for finding in taken):
        columns.append(how_often(taken))
    title = f"{kind[0].upper()}{kind[1:]}s"
    subtitle = f"{len(taken)} of them, by win rate · {number_of_games(findings)}"
    return _side_by_side(columns, heading(title, subtitle), spacing=20)


def _side_by_side(columns: list[Layers], title: alt.TitleParams, spacing: int) -> Chart:
    return configured(alt.hconcat(*columns, spacing=spacing, title=title).resolve_scale(y="independent"))


def difference_chart(comparison: Comparison) -> Chart:
    """Draw the difference of B from A in each measure, with 95 % intervals."""
    shares = [each for each in comparison.differences if each.is_share and (each.a or each.b)]
    numbers = [each for each in comparison.differences if not each.is_share]
    how = "paired seed by seed" if comparison.is_paired else "different seeds, not paired"
    a, b = comparison.names
    subtitle = f"{games_of_both(comparison)}, {how}; lines are 95 % intervals"
    parts = [differences(numbers, "difference in points or rounds", ".2f")]
    if shares:
        parts.append(differences(shares, "difference in share of games", "+.1%"))
    return configured(alt.vconcat(*parts, spacing=22, title=heading(f"What changes from {a} to {b}", subtitle)))


def thing_difference_chart(comparison: Comparison, most: int = 24) -> Chart:
    """Draw the things whose role in the game changes with the most certainty."""
    changed = comparison.things()[:most]
    order = [each.b.id for each in changed]
    a, b = comparison.names
    y = alt.Y("id:N", sort=order, axis=None)
    columns = [pieces([each.b for each in changed], order)]
    for what, words in (
        ("wins", "change in the win rate of seats that took it"),
        ("picks", "change in the share of games"),
    ):
        rows = []
        for each in changed:
            note = "printed differently" if each.is_changed else ""
            rows.append({"id": each.b.id, **change_row(getattr(each, what)), "note": note})
        columns.append(changes(rows, y, words, "+.0%").properties(width=350, height=STEP * len(order)))
    subtitle = f"from {a} to {b} · {games_of_both(comparison)}, the most certain changes first"
    return _side_by_side(columns, heading("Cards and tiles that change most", subtitle), spacing=18)


def overlay_charts(comparison: Comparison) -> list[Chart]:
    """Draw scores and lengths of both, one over the other."""
    a, b = comparison.names
    points = []
    for findings in (comparison.a, comparison.b):
        points.append(Tally())
        for tally in findings.points.values():
            points[-1].merge(tally)
    both = games_of_both(comparison)
    return [
        histogram("Scores", {a: points[0], b: points[1]}, "points of a seat", both),
        histogram("Length", {a: comparison.a.rounds, b: comparison.b.rounds}, "rounds", both),
    ]


def games_of_both(comparison: Comparison) -> str:
    """Return the numbers of games of a comparison, in words."""
    return f"{comparison.a.games:,} and {comparison.b.games:,} games"


def number_of_games(findings: Findings, *, finished: bool = False) -> str:
    """Return the number of games of a chart, in words."""
    if finished and findings.stopped:
        return f"{findings.finished:,} games; {findings.stopped:,} more were stopped"
    return f"{findings.games:,} games"
