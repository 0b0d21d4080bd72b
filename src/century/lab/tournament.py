"""Tournaments: players against each other on paired deals, and who is stronger.

A deal is played once for each rotation of the seats, so that luck of cards and of turn order falls on all alike. Games
run in processes of their own; what they bring does not depend on how many there are, as long as players are given
counted budgets.
"""

import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import asdict, dataclass
from itertools import combinations
from typing import Any

import numpy as np

import century
from century.errors import CenturyError, whole_number
from century.lab.simulate import wilson
from century.players import names_of, player

TURN_LIMIT = 1000


@dataclass(frozen=True)
class Played:
    """One game of a tournament."""

    table: int
    deal: int
    seats: tuple[int, ...]  # the number of the player on each seat
    scores: tuple[int, ...]  # by seat
    winner: int | None  # a seat; none if the game was stopped
    rounds: int
    seconds: tuple[float, ...]  # thinking, by seat
    answers: tuple[int, ...]
    failed: str = ""  # why a player lost at once


@dataclass(frozen=True)
class Job:
    """A game to be played."""

    game: str
    specs: tuple[str, ...]  # by seat
    table: int
    deal: int
    seats: tuple[int, ...]
    seed: int
    turn_limit: int


def play(job: Job) -> Played:
    """Play a game; a player that fails or answers illegally loses it at once."""
    count = len(job.seats)
    match = century.game(job.game).new(players=count, seed=job.seed, turn_limit=job.turn_limit)
    players: list[Any] = [player(spec, seed=job.seed * 100 + seat) for seat, spec in enumerate(job.specs)]
    seconds, answers = [0.0] * count, [0] * count
    while not match.over:
        seat = match.actor
        assert seat is not None
        known = hasattr(players[seat], "answer")
        shown = match.known(seat) if known else match.view(seat)
        start = time.perf_counter()
        try:
            answer = players[seat].answer(shown) if known else players[seat].choose(shown)
            seconds[seat] += time.perf_counter() - start
            answers[seat] += 1
            match.play(answer)
        except Exception as error:  # whatever a player does, the tournament goes on
            others = [other for other in range(count) if other != seat]
            scores = match.totals()
            best = max(others, key=lambda other: scores[other])
            failed = f"{job.specs[seat]} lost on seat {seat + 1}: {type(error).__name__}: {error}"
            return _played(job, match, best, seconds, answers, failed)
    return _played(job, match, match.winner, seconds, answers)


def _played(
    job: Job, match: Any, winner: int | None, seconds: list[float], answers: list[int], failed: str = ""
) -> Played:
    return Played(
        job.table,
        job.deal,
        job.seats,
        tuple(match.totals()),
        winner,
        match.round,
        tuple(seconds),
        tuple(answers),
        failed,
    )


class Tournament:
    """All games to be played, and those that are."""

    def __init__(
        self, game: str, players: str, games: int, *, seats: int = 2, seed: int = 0, turn_limit: int = TURN_LIMIT
    ) -> None:
        """Every choice of `seats` players sits at a table, and plays `games` games, rounded up to whole rotations."""
        self.game = century.game(game)
        self.specs = names_of(players)
        self.seats = self.game.check_players(seats)
        self.seed = whole_number("a seed", seed, 0, 2**40)
        whole_number("the number of games", games, 1, 10_000_000)
        whole_number("a turn limit", turn_limit, 1, 2**31 - 2)
        if len(self.specs) < 2:
            raise CenturyError(f"a tournament needs two players or more, not only {self.specs[0]}")
        numbers = range(len(self.specs))
        if len(self.specs) >= seats:
            self.tables = list(combinations(numbers, seats))
        else:
            self.tables = [tuple(number % len(self.specs) for number in range(seats))]
        self.deals = -(-games // seats)
        self.turn_limit = turn_limit
        self.played: list[Played] = []

    def jobs(self) -> Iterator[Job]:
        """The games: each table, deal and rotation."""
        for deal in range(self.deals):
            for table, numbers in enumerate(self.tables):
                for turn in range(self.seats):
                    sitting = tuple(numbers[(place + turn) % self.seats] for place in range(self.seats))
                    specs = tuple(self.specs[number] for number in sitting)
                    yield Job(self.game.name, specs, table, deal, sitting, self.seed + deal, self.turn_limit)

    def run(self, workers: int | None = None) -> Iterator[Played]:
        """Play; each game as it is finished. What is finished stays in `played`, whatever happens."""
        jobs = list(self.jobs())
        if workers == 1:
            for job in jobs:
                self.played.append(play(job))
                yield self.played[-1]
            return
        with ProcessPoolExecutor(workers) as pool:
            try:
                for future in as_completed([pool.submit(play, job) for job in jobs]):
                    self.played.append(future.result())
                    yield self.played[-1]
            except (KeyboardInterrupt, GeneratorExit):
                pool.shutdown(wait=False, cancel_futures=True)
                raise

    def standings(self) -> list["Standing"]:
        """What came of it, the strongest first."""
        ratings, spread = bradley_terry(self.wins())
        found = []
        for number, spec in enumerate(self.specs):
            mine = [(game, seat) for game in self.played for seat, sits in enumerate(game.seats) if sits == number]
            decided = [(game, seat) for game, seat in mine if game.winner is not None]
            wins = sum(game.winner == seat for game, seat in decided)
            low, high = wilson(wins, len(decided)) if decided else (0.0, 1.0)
            answers = sum(game.answers[seat] for game, seat in mine)
            rounds = sum(game.rounds for game, _ in mine)
            points = sum(game.scores[seat] for game, seat in mine)
            found.append(
                Standing(
                    spec,
                    len(mine),
                    wins,
                    len(mine) - len(decided),
                    low,
                    high,
                    points / max(len(mine), 1),
                    rounds / max(len(mine), 1),
                    points / max(rounds, 1),
                    1000 * sum(game.seconds[seat] for game, seat in mine) / max(answers, 1),
                    float(ratings[number]),
                    float(spread[number]),
                )
            )
        return sorted(found, key=lambda standing: -standing.rating)

    def wins(self) -> Any:
        """How often each player has won at a table with each other one."""
        found = np.zeros((len(self.specs), len(self.specs)))
        for game in self.played:
            if game.winner is not None:
                for number in game.seats:
                    found[game.seats[game.winner], number] += number != game.seats[game.winner]
        return found

    def as_json(self) -> dict[str, Any]:
        """Everything, ready for JSON."""
        return {
            "game": self.game.name,
            "seats": self.seats,
            "seed": self.seed,
            "players": self.specs,
            "standings": [asdict(standing) for standing in self.standings()],
            "games": [asdict(game) for game in self.played],
        }


@dataclass(frozen=True)
class Standing:
    """What one player has reached."""

    player: str
    games: int
    wins: int
    stopped: int
    low: float  # the 95 % interval of the share of wins
    high: float
    points: float  # a game
    rounds: float
    points_a_round: float
    milliseconds: float  # an answer
    rating: float
    uncertainty: float

    def cells(self) -> list[str]:
        """A row of a table."""
        share = self.wins / max(self.games - self.stopped, 1)
        return [
            self.player,
            str(self.games),
            f"{share:.1%} ({self.low:.1%} to {self.high:.1%})",
            str(self.stopped),
            f"{self.points:.1f}",
            f"{self.rounds:.1f}",
            f"{self.points_a_round:.2f}",
            f"{self.milliseconds:.1f}",
            f"{self.rating:+.0f} ± {self.uncertainty:.0f}",
        ]


HEADINGS: Sequence[str] = (
    "player",
    "games",
    "wins (95 %)",
    "stopped",
    "points",
    "rounds",
    "points a round",
    "ms an answer",
    "rating",
)


def bradley_terry(wins: Any) -> tuple[Any, Any]:
    """Ratings on the Elo scale from a table of wins, their mean 0, and half their 95 % intervals.

    Half a win each way is added, so that they stay finite. The intervals take games for independent; with rotated seats
    they are rather too wide.
    """
    wins = wins + (1 - np.eye(len(wins))) / 2
    games = wins + wins.T
    strength = np.ones(len(wins))
    for _ in range(500):
        share = games / (strength[:, None] + strength[None, :])
        strength = wins.sum(axis=1) / share.sum(axis=1)
        strength /= np.exp(np.log(strength).mean())
    chance = strength[:, None] / (strength[:, None] + strength[None, :])
    information = -games * chance * (1 - chance)
    np.fill_diagonal(information, 0)
    np.fill_diagonal(information, -information.sum(axis=1))
    elo = 400 / np.log(10)
    return elo * np.log(strength), 1.96 * elo * np.sqrt(np.diag(np.linalg.pinv(information)))
