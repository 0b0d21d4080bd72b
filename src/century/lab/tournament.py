"""Tournaments: players against each other on paired deals, and who is stronger.

A deal is played once for each rotation of the seats, so that luck of cards and of turn order falls on all alike. Games
run in processes of their own; what they bring does not depend on how many there are, as long as players are given
counted budgets.
"""

from collections import Counter
from collections.abc import Generator, Iterator
from itertools import combinations

import century
from century.errors import CenturyError, whole_number
from century.lab.one_game import Job, Played
from century.lab.sequential import SequentialTest
from century.lab.standings import Standing, standings
from century.lab.workers import Workers, workers_of
from century.players import names_of

GAMES = 100
MOST_GAMES_UNTIL_SURE = 20_000
TURN_LIMIT = 1000
PATIENCE = 60.0
LEAST_PATIENCE, MOST_PATIENCE = 0.01, 86_400.0


class Tournament:
    """All games to be played, and those that are.

    >>> from century.lab.tournament import Tournament
    >>> tournament = Tournament("spice-road", "casual,random", games=2, seed=1)
    >>> for game in tournament.run(workers=0):  # in this process; without a number, on all cores
    ...     print(f"deal {game.deal}, seats {game.seats}: points {game.scores}")
    deal 0, seats (0, 1): points (76, 6)
    deal 0, seats (1, 0): points (1, 88)
    >>> [(standing.player, standing.wins) for standing in tournament.standings()]
    [('casual', 2), ('random', 0)]
    """

    def __init__(
        self,
        game: str,
        players: str = "greedy,planner",
        games: int | None = None,
        *,
        seats: int = 2,
        seed: int = 0,
        turn_limit: int = TURN_LIMIT,
        patience: float = PATIENCE,
        until_sure: bool = False,
    ) -> None:
        """Every choice of `seats` players sits at a table, and plays `games` games, rounded up to whole deals.

        If there are fewer players than seats, they sit down again and again, each being the first at one table.
        `patience` is the time for one answer in seconds. `until_sure` stops as soon as a sequential test knows which of
        two players is stronger.
        """
        self.game = century.game(game)
        self.players = names_of(players, self.game.name)
        self.seats = self.game.check_players(seats)
        self.seed = whole_number("a seed", seed, 0, 2**40)
        self.turn_limit = whole_number("a turn limit", turn_limit, 1, 2**31 - 2)
        if not LEAST_PATIENCE <= patience <= MOST_PATIENCE:
            raise CenturyError(f"the patience is {LEAST_PATIENCE:g} to {MOST_PATIENCE:g} seconds, not {patience:g}")
        self.patience = float(patience)
        if len(self.players) < 2:
            raise CenturyError(f"a tournament needs two players or more, not only {self.players[0]}")
        if until_sure and len(self.players) > 2:
            raise CenturyError(f"to be sure who is stronger takes two players, not {len(self.players)}")
        self.tables = _tables(len(self.players), seats)
        if games is None:
            games = MOST_GAMES_UNTIL_SURE if until_sure else GAMES
        self.deals = -(-whole_number("the number of games", games, 1, 10_000_000) // len(_rotations(self.tables[0])))
        self.played: list[Played] = []
        self.test = SequentialTest(len(self.sittings())) if until_sure else None
        self._open: dict[int, list[Played]] = {}  # deals that are not judged yet

    @property
    def games(self) -> int:
        """How many games each table plays, at most."""
        return self.deals * len(_rotations(self.tables[0]))

    @property
    def until_sure(self) -> bool:
        """Whether it ends as soon as the test is sure."""
        return self.test is not None

    @property
    def is_sure(self) -> bool:
        """Whether the test knows enough."""
        return self.test is not None and self.test.is_sure

    def jobs(self) -> Iterator[Job]:
        """The games: each deal, table and rotation."""
        for deal in range(self.deals):
            for table, seats in self.sittings():
                specs = tuple(self.players[number] for number in seats)
                yield Job(self.game.name, specs, table, deal, seats, self.seed + deal, self.turn_limit, self.patience)

    def sittings(self) -> list[tuple[int, tuple[int, ...]]]:
        """The games of a deal: a table, and who sits where."""
        return [(table, seats) for table, numbers in enumerate(self.tables) for seats in _rotations(numbers)]

    def missing(self) -> Iterator[Job]:
        """The games that are not played yet."""
        done = {place_of(game) for game in self.played}
        return (job for job in self.jobs() if place_of(job) not in done)

    def run(self, workers: int | str | Workers | None = None) -> Generator[Played, None, None]:
        """Play what is missing; each game as it is finished. What is finished stays in `played`, whatever happens.

        `workers` is the number of processes, all cores if not given, or "ray" for a Ray cluster. With 0 the games are
        played in this process; then a player that ends its process ends the tournament, too.
        """
        work = workers if callable(workers) else workers_of(workers)
        if self.is_sure:
            return
        before = len(self.played)
        games = work(self.missing())
        try:
            for game in games:
                self.add(game)
                yield game
                if self.is_sure:
                    break
        finally:
            games.close()
            if self.test and self.is_sure:  # what other processes have finished meanwhile is left to chance
                self.played[before:] = [game for game in self.played[before:] if game.deal < self.test.deals]

    def add(self, game: Played) -> None:
        """Count a game. The test judges whole deals in their order: quick games must not come first."""
        self.played.append(game)
        if self.test is None:
            return
        self._open.setdefault(game.deal, []).append(game)
        whole = len(self.sittings())
        while not self.is_sure and len(self._open.get(self.test.deals, ())) == whole:
            self.test.add(sum(map(_won_by_first, self._open.pop(self.test.deals))) / whole)

    def in_order(self) -> list[Played]:
        """The games in the order of their deals, however they were finished."""
        return sorted(self.played, key=place_of)

    def standings(self) -> list[Standing]:
        """What came of it, the strongest first."""
        return standings(self.players, self.seats, self.in_order())

    def failures(self) -> list[tuple[str, int]]:
        """Why games were lost at once, and how often, the most frequent first."""
        return Counter(game.failed for game in self.in_order() if game.failed).most_common()


def place_of(game: Job | Played) -> tuple[int, int, tuple[int, ...]]:
    """What tells the games of a tournament from each other: the deal, the table, and who sits where."""
    return game.deal, game.table, game.seats


def _tables(players: int, seats: int) -> list[tuple[int, ...]]:
    """Who plays with whom; with fewer players than seats, everyone sits twice equally often."""
    if players >= seats:
        return list(combinations(range(players), seats))
    firsts = range(players if seats % players else 1)
    return [tuple((first + place) % players for place in range(seats)) for first in firsts]


def _rotations(table: tuple[int, ...]) -> list[tuple[int, ...]]:
    """The different ways to sit around a table in this order.

    >>> _rotations((0, 1, 0, 1))
    [(0, 1, 0, 1), (1, 0, 1, 0)]
    """
    return list(dict.fromkeys(table[turn:] + table[:turn] for turn in range(len(table))))


def _won_by_first(game: Played) -> float:
    """What a game is worth for the first of two players: a stopped one is half a win."""
    if game.winner is not None:
        return float(game.seats[game.winner] == 0)
    if game.lost is not None:
        return float(game.seats[game.lost] != 0)
    return 0.5
