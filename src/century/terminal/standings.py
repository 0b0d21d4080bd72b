"""The standings of a tournament, as a table for the terminal and as Markdown."""

import shlex
from collections.abc import Callable, Mapping

from rich.console import Console
from rich.text import Text

from century import __version__
from century.lab.bench import table as markdown_table
from century.lab.play.plan import PATIENCE, TOURNAMENT_TURNS
from century.lab.stats.sequential import BOUND, ELO, ERROR
from century.lab.stats.standings import Standing
from century.lab.tournament import Tournament
from century.terminal.console import dim, table

WIDTH = 100  # wide enough that the table is not wrapped when written to a file
_MOST_FAILURES = 5

_COLUMNS: Mapping[str, Callable[[Standing], str]] = {
    "player": lambda each: each.player,
    "games": lambda each: f"{each.games:,}",
    "wins": lambda each: f"{each.share:.1%}",
    "95 %": lambda each: f"{100 * each.low:.1f} to {100 * each.high:.1f}",
    "stopped": lambda each: f"{each.stopped:,}",
    "points": lambda each: f"{each.points:.1f}",
    "rounds": lambda each: f"{each.rounds:.1f}",
    "points a round": lambda each: f"{each.points_a_round:.2f}",
    "ms an answer": lambda each: f"{each.milliseconds:,.{2 if each.milliseconds < 10 else 0}f}",
    "rating": lambda each: f"{each.rating:+.0f} ± {each.uncertainty:.0f}",
}


def show(tournament: Tournament, console: Console) -> None:
    """Print the table and its notes. Long lines are wrapped only in a terminal."""
    headings, rows = _table(tournament)
    broken = [each.replace(" a round", "\na round").replace(" an answer", " an\nanswer") for each in headings]
    standings = table(broken, rows, tight=True)
    standings.columns[0].overflow = "fold"
    standings.columns[0].style = standings.columns[-1].style = "bold"
    console.print(Text(_title(tournament), "bold"), soft_wrap=True)
    console.print(standings)
    lines = []
    if tournament.test:
        lines.append(Text(_verdict(tournament), "bold green" if tournament.is_sure else "yellow"))
    lines += [dim(note) for note in _notes(tournament)]
    lines += [Text(failure, "red") for failure in _failures(tournament)]
    for line in lines:
        console.print(line, soft_wrap=True)


def markdown(tournament: Tournament) -> str:
    """Return a page with the table and everything needed to reproduce it."""
    about = [
        f"- game: {tournament.game.name}",
        f"- players: {', '.join(tournament.players)}",
        f"- seats: {tournament.plan.players}",
        f"- seed: {tournament.plan.seed}",
        f"- games: {tournament.played} on {tournament.deals} deals",
        f"- command: `{command(tournament)}`, century {__version__}",
    ]
    lines = [f"# {_title(tournament)}", "", *about, "", *markdown_table(*_table(tournament)), ""]
    if tournament.test:
        lines += [f"**{_verdict(tournament)}**", ""]
    lines += [line for note in _notes(tournament) for line in (note, "")]
    failures = _failures(tournament)
    if failures:
        lines += ["## Games lost by a failure", "", *(f"- {line}" for line in failures), ""]
    return "\n".join(lines)


def command(tournament: Tournament) -> str:
    """Return the command that plays the same games."""
    plan = tournament.plan
    words = ["century", "tournament", plan.game, "--players", ",".join(plan.bots)]
    words += ["--games", str(tournament.games), "--seats", str(plan.players), "--seed", str(plan.seed)]
    for name, value in plan.settings.items():
        if value != plan.declared.check_settings({})[name]:
            words += [f"--{name}", value]
    if plan.turn_limit != TOURNAMENT_TURNS:
        words += ["--turn-limit", str(plan.turn_limit)]
    if plan.patience != PATIENCE:
        words += ["--patience", f"{plan.patience:g}s"]
    return shlex.join(words + (["--until-sure"] if plan.until_sure else []))


def _title(tournament: Tournament) -> str:
    plan = tournament.plan
    return (
        f"{tournament.game.title}, {plan.players} players, {tournament.played:,} games on "
        f"{tournament.deals:,} deals from seed {plan.seed}"
    )


def _table(tournament: Tournament) -> tuple[list[str], list[list[str]]]:
    """Return headings and rows; without stopped games there is no column for them."""
    standings = tournament.standings()
    stopped = any(standing.stopped for standing in standings)
    columns = {name: cell for name, cell in _COLUMNS.items() if stopped or name != "stopped"}
    return list(columns), [[cell(standing) for cell in columns.values()] for standing in standings]


def _verdict(tournament: Tournament) -> str:
    assert tournament.test
    return tournament.test.verdict(tournament.players)


def _notes(tournament: Tournament) -> list[str]:
    model = "Plackett-Luce by openskill" if tournament.plan.players > 2 else "Bradley-Terry"
    notes = [f"Ratings: {model}, on the Elo scale with mean 0, ± half of the 95 % interval."]
    if tournament.plan.players > 2:
        notes.append(
            f"At a table of {tournament.plan.players} equal players, each wins {1 / tournament.plan.players:.1%}."
        )
    if tournament.results.stopped:
        notes.append("Stopped games count for points and rounds, not for wins; see --turn-limit.")
    if tournament.test:
        first, second = tournament.test.ratios
        notes.append(
            f"Test of 0 or {ELO} Elo each way, each error {ERROR:.0%}: log likelihood ratios {first:+.2f} and "
            f"{second:+.2f}, bound {BOUND:.2f}."
        )
    return notes


def _failures(tournament: Tournament) -> list[str]:
    """Return the most frequent failure messages with their counts."""
    failures = tournament.failures()
    lines = [f"{count} x {message}" if count > 1 else message for message, count in failures[:_MOST_FAILURES]]
    rest = failures[_MOST_FAILURES:]
    if rest:
        lines.append(f"and {len(rest)} other messages in {sum(count for _, count in rest)} games")
    return lines
