"""Who is stronger, and by how much: tournaments of all games and player counts, written to docs/results/players.md.

    python benchmarks/players.py                       # everything; takes hours
    python benchmarks/players.py --only ladder --game spice-road

Results are kept in docs/results/players.json, so that parts can be played again. Seeds here are used for nothing else.
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
EARLIER = "\\* With earlier players, that would choose otherwise now."
WIDE = {"spice-road": "planner", "a-new-world": "planner:100", "east-to-west-1": "planner:100"}  # where it is quick


@dataclass(frozen=True)
class Plan:
    """A tournament that is to be played."""

    part: str
    game: str
    seats: int
    players: str
    games: int

    @property
    def key(self) -> str:
        """What it is kept under."""
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
        """How to play it again."""
        return (
            f"century tournament {self.game} --players {self.players} --seats {self.seats} --games {self.games} "
            f"--seed {self.seed} --turn-limit {TURN_LIMIT}"
        )


def plans() -> Iterator[Plan]:
    """All tournaments."""
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
    """Play a tournament, and say what came of it."""
    made = Tournament(plan.game, plan.players, plan.games, seats=plan.seats, seed=plan.seed, turn_limit=TURN_LIMIT)
    for _ in made.run(workers):
        pass
    found = [asdict(standing) | {"share": standing.share} for standing in made.standings()]
    said = {"command": plan.command, "date": str(date.today()), "edition": EDITION}
    return said | {"standings": found, "failures": made.failures()}


def main() -> None:
    """Play what is asked for, and write the tables."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--only", choices=("ladder", "pace", "master", "levels", "counts"))
    parser.add_argument("--game", choices=century.games())
    parser.add_argument("--of", default="", help="only tournaments in which this player plays")
    parser.add_argument("--workers", type=int, help="processes; all cores if not given")
    parser.add_argument("--write", action="store_true", help="write the tables again, and play nothing")
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
    """For each game how often a level beats the one before, with its 95 % interval."""
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
    """The tables."""
    lines = [
        "# Players: who is stronger",
        "",
        "Paired deals: every deal is played with each rotation of the seats. Shares of wins with their 95 % interval;",
        f"seeds from {SEED}, or those in its command, which no tuning has seen. Made by `benchmarks/players.py`;",
        "budgets are for a turn, on one core.",
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
    ("ladder", "The ladder, two players", "Each against the next weaker one."),
    ("pace", "Pace of Spice Road", "The planner against itself: rounds to the end, and points a round."),
    ("master", "Master against planner at equal time", "Spice Road, two players."),
    (
        "levels",
        "Levels for people, two players",
        "Each against the one before; the weakest against `casual`. On the page the master thinks for a second.\n\n"
        "![How often each level beats the one before, in every game](levels.svg)",
    ),
    ("counts", "More players", "One of each at a table; the rating is on the Elo scale, its mean 0."),
)


def is_earlier(value: dict[str, Any]) -> bool:
    """Whether a result is of players that would choose otherwise now."""
    return bool(value.get("edition", 1) < EDITION)


def duels(found: dict[str, Any]) -> list[str]:
    """A row for each pair."""
    lines = [
        "| game | players | games | stopped | wins of the first | points | rounds | points a round | ms an answer |",
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
    """A row for each table, the players by strength."""
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
