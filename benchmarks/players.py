"""Playing strength: tournaments of all games and player counts, written to docs/results/players.md.

    python benchmarks/players.py                       # everything; takes hours
    python benchmarks/players.py --only ladder --game spice-road

Results are kept in docs/results/players.json, so that parts can be played again. No other run uses these seeds.
"""

import argparse
import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from datetime import date
from pathlib import Path
from typing import Any

import altair as alt

import century
from century.lab.charts.reports import save_charts
from century.lab.charts.style import AMBER, BLUE, INK, INK_3, configured, drawn
from century.lab.tournament import Tournament
from century.players import LEVELS

FOLDER = Path(__file__).parent.parent / "docs" / "results"
SEED = 7_000_000
PLANNERS_SEED = 7_200_000  # deals from SEED on were looked at while planners were changed
SEEDS = {"master": 7_300_000, "counts": 7_400_000}  # of parts that have their own
MASTERS_SEED = 7_500_000  # of the level: its first 30 games were looked at when weights were chosen
TURN_LIMIT = 1000
EDITION = 5  # of the players: raised when they choose otherwise, so that results say whose they are
EARLIER = "\\* Played by earlier versions of the players, which would now choose other moves."
WIDE = {"spice-road": "planner", "a-new-world": "planner:100", "east-to-west-1": "planner:100"}  # where it is quick


@dataclass(frozen=True)
class Plan:
    """A planned tournament."""

    part: str
    game: str
    seats: int
    players: str
    games: int

    @property
    def key(self) -> str:
        """The key of its results."""
        return f"{self.part} {self.game} {self.seats} {self.players}"

    @property
    def seed(self) -> int:
        """The first seed."""
        if self.part in SEEDS:
            return SEEDS[self.part]
        if "master" in self.players:
            return MASTERS_SEED
        return PLANNERS_SEED if "planner" in self.players else SEED

    @property
    def command(self) -> str:
        """The command that plays it again."""
        return (
            f"century tournament {self.game} --players {self.players} --seats {self.seats} --games {self.games} "
            f"--seed {self.seed} --turn-limit {TURN_LIMIT}"
        )


def plans() -> Iterator[Plan]:
    """Return all tournaments."""
    for game in century.games():
        yield Plan("ladder", game, 2, "greedy,random", 400)
        yield Plan("ladder", game, 2, f"{WIDE.get(game, 'planner:24')},greedy", 400)
    yield Plan("pace", "spice-road", 2, "planner:50ms,planner:50ms", 400)
    yield Plan("master", "spice-road", 2, "master:1s,planner:1s", 400)
    for game in century.games():
        for weaker, stronger in zip(("casual", *LEVELS), LEVELS, strict=False):
            if stronger == "master":
                yield Plan("levels", game, 2, f"master:300ms,{weaker}", 30)
            else:
                yield Plan("levels", game, 2, f"{stronger},{weaker}", 60)
    for game in century.games():
        for seats in range(3, century.game(game).most_players + 1):
            table = [WIDE.get(game, "planner:24"), "sketcher", "greedy", "casual", "random"][:seats]
            yield Plan("counts", game, seats, ",".join(table), 48 // seats * seats)


def play(plan: Plan, workers: int | None) -> dict[str, Any]:
    """Play a tournament and return its results."""
    made = Tournament(plan.game, plan.players, plan.games, seats=plan.seats, seed=plan.seed, turn_limit=TURN_LIMIT)
    for _ in made.run(workers):
        pass
    found = [asdict(standing) | {"share": standing.share} for standing in made.standings()]
    said = {"command": plan.command, "date": str(date.today()), "edition": EDITION}
    return said | {"standings": found, "failures": made.failures()}


def main() -> None:
    """Play the requested tournaments and write the tables."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--only", choices=("ladder", "pace", "master", "levels", "counts"))
    parser.add_argument("--game", choices=century.games())
    parser.add_argument("--of", default="", help="only tournaments in which this player plays")
    parser.add_argument("--workers", type=int, help="number of processes (default: all cores)")
    parser.add_argument("--write", action="store_true", help="write the tables again without playing")
    options = parser.parse_args()
    file = FOLDER / "players.json"
    before: dict[str, Any] = json.loads(file.read_text()) if file.exists() else {}
    kept = {plan.key: before[plan.key] for plan in plans() if plan.key in before}
    for plan in plans():
        asked = options.only in (None, plan.part) and options.game in (None, plan.game) and options.of in plan.players
        if asked and not options.write:
            kept[plan.key] = play(plan, options.workers)
            first = kept[plan.key]["standings"][0]
            print(f"{plan.key}: {first['player']} {first['share']:.1%} of {first['games']}", flush=True)
            file.write_text(json.dumps(kept, indent=1) + "\n")
    (FOLDER / "players.md").write_text(markdown(kept))
    save_charts(
        {"levels": levels_chart({key: value for key, value in kept.items() if key.startswith("levels")})}, FOLDER, "svg"
    )


def levels_chart(found: dict[str, Any]) -> Any:
    """Chart the win rate of each level against the next weaker one, with 95 % intervals."""
    rows, games = [], {name: century.game(name).title.removeprefix("Century: ") for name in century.games()}
    for key, value in found.items():
        _, game, _, players = key.split(" ")
        mine = next(row for row in value["standings"] if row["player"] == players.split(",")[0])
        pair = players.replace(":300ms", "").replace(",", " : ")
        rows.append({"game": games[game], "pair": pair} | {name: mine[name] for name in ("share", "low", "high")})
    scale = alt.Scale(domain=[0.4, 1.0], nice=False)
    all_of_it = drawn(rows)
    base = all_of_it.encode(alt.Y("pair:N", sort=None, title=None))
    even = all_of_it.mark_rule(color=INK_3, strokeDash=[4, 4]).encode(alt.X(datum=0.5, scale=scale))
    axis = alt.Axis(format="%", values=[0.5, 0.75, 1.0])
    lines = base.mark_rule(color=BLUE, strokeWidth=3).encode(
        alt.X("low:Q", scale=scale, title=None, axis=axis), alt.X2("high:Q")
    )
    dots = base.mark_circle(color=AMBER, size=70, opacity=1).encode(alt.X("share:Q", scale=scale))
    chart = (even + lines + dots).properties(width=118, height=120)
    return configured(
        chart.facet(
            alt.Column(
                "game:N", sort=list(games.values()), title=None, header=alt.Header(labelFontSize=13, labelColor=INK)
            )
        )
    )


def markdown(kept: dict[str, Any]) -> str:
    """Return the tables."""
    lines = [
        "# Playing strength",
        "",
        "Deals are paired: each deal is played with every rotation of the seats. Shares of wins have 95 %",
        f"intervals. Seeds start at {SEED} or at the value in the command; no tuning has used them. The tables",
        "are written by `benchmarks/players.py`. Time budgets are per turn, on one core.",
        "",
    ]
    for part, title, text in PARTS:
        found = {plan.key: kept[plan.key] for plan in plans() if plan.part == part and plan.key in kept}
        if found:
            lines += [f"## {title}", "", text, ""]
            lines += (counts if part == "counts" else duels)(found)
            lines.append("")
            if any(is_earlier(value) for value in found.values()):
                lines += [EARLIER, ""]
    lines += ["## Commands", "", "```sh", *(value["command"] for value in kept.values()), "```", ""]
    return "\n".join(lines)


PARTS = (
    ("ladder", "The ladder, two players", "Each player against the next weaker one."),
    ("pace", "Pace of Spice Road", "The planner against itself: rounds per game and points per round."),
    ("master", "Master against planner at equal time", "Spice Road, two players."),
    (
        "levels",
        "Levels for people, two players",
        "Each level against the next weaker one; the weakest level against `casual`. On the page, the master\n"
        "thinks for one second.\n\n"
        "![Win rate of each level against the next weaker one, in every game](levels.svg)",
    ),
    ("counts", "More players", "One of each player at a table. Ratings are on the Elo scale with mean 0."),
)


def is_earlier(value: dict[str, Any]) -> bool:
    """Return whether a result is from earlier versions of the players."""
    return bool(value.get("edition", 1) < EDITION)


def duels(found: dict[str, Any]) -> list[str]:
    """Return a row for each pair."""
    lines = [
        "| game | players | games | stopped | wins of the first | points | rounds | points per round | ms per answer |",
        "|---|---|---|---|---|---|---|---|---|",
    ]
    for key, value in found.items():
        _, game, _, players = key.split(" ")
        first, second = players.split(",")
        mine = next(row for row in value["standings"] if row["player"] == first)
        other = next(row for row in reversed(value["standings"]) if row["player"] == second)
        cells = [
            game,
            f"{first} : {second}" + " \\*" * is_earlier(value),
            str(mine["games"]),
            str(mine["stopped"]),
            f"{mine['share']:.1%} ({mine['low']:.1%} to {mine['high']:.1%})",
            f"{mine['points']:.1f} : {other['points']:.1f}",
            f"{mine['rounds']:.1f}",
            f"{mine['points_a_round']:.2f} : {other['points_a_round']:.2f}",
            f"{mine['milliseconds']:.1f} : {other['milliseconds']:.1f}",
        ]
        lines.append(f"| {' | '.join(cells)} |")
    return lines


def counts(found: dict[str, Any]) -> list[str]:
    """Return a row for each table, with the players by strength."""
    lines = ["| game | seats | games | rounds | players: wins, rating |", "|---|---|---|---|---|"]
    for key, value in found.items():
        _, game, seats, _ = key.split(" ")
        rows = value["standings"]
        players = "; ".join(
            f"{row['player']} {row['share']:.0%}, {row['rating']:+.0f} ± {row['uncertainty']:.0f}" for row in rows
        )
        seats += " \\*" * is_earlier(value)
        lines.append(f"| {game} | {seats} | {rows[0]['games']} | {rows[0]['rounds']:.1f} | {players} |")
    return lines


if __name__ == "__main__":
    main()
