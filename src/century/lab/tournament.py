"""Tournaments: bots against each other on paired deals, and who is stronger.

A deal is played once for each rotation of the seats, so that luck of the cards and of turn order is the same for all.
Games run in processes of their own; results do not depend on their number, as long as bots have counted budgets.
"""

from collections.abc import Generator
from contextlib import closing
from dataclasses import asdict
from pathlib import Path
from typing import Any

from century import __version__
from century.engine.game import Game
from century.errors import CenturyError
from century.lab.play.outcomes import Outcomes
from century.lab.play.plan import TournamentPlan
from century.lab.play.runner import Workers, play
from century.lab.stats.sequential import BOUND, ELO, ERROR, SequentialTest
from century.lab.stats.standings import Standing, Standings
from century.lab.store.reading import StoredResults
from century.lab.store.resuming import play_to_file, resume_writer, start_writer
from century.lab.store.tournament_games import TournamentGame, games_of_outcomes, games_of_results
from century.lab.store.writer import Writer

FORMAT = "century tournament 2"


class Tournament:
    """A plan of games, and the results of those that were played.

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
        out: str | Path | None = None,
        turns: bool = False,
        replace: bool = False,
        **options: Any,
    ) -> None:
        """Seat every combination of `seats` players at a table for `games` games, rounded up to whole deals.

        If there are fewer players than seats, they take several seats, and each is first at one table. `out` is a file
        for the games, with the rows of simulations, and `turns` makes a second one with a row for each turn. A file
        with games in it is rejected unless `replace` is set. Other options: `patience` is the time for one answer in
        seconds (default: 60), `until_sure` stops as soon as a sequential test knows which of two players is stronger,
        and `seed`, `turn_limit` (default: 1000), `components` and settings of the game are those of `simulate`.
        """
        if turns and not out:
            raise CenturyError("turns are written to a file beside that of the games: name it with out")
        plan = TournamentPlan.checked(game, players, games, players=seats, **options)
        self._begin(plan, start_writer(plan, Path(out), turns, replace) if out else None)

    @classmethod
    def resume(cls, out: str | Path, *, turns: bool = False, **changes: object) -> "Tournament":
        """Return the tournament of a file, to continue it. Options must be as they were; only games may be more."""
        names = {"players": "bots", "seats": "players"}  # the names of a plan
        changes = {names.get(name, name): value for name, value in changes.items()}
        writer = resume_writer(TournamentPlan, Path(out), changes, turns=turns)
        assert isinstance(writer.plan, TournamentPlan)
        tournament = cls.__new__(cls)
        tournament._begin(writer.plan, writer)
        for game in games_of_results(writer.plan, StoredResults.of(writer)):
            tournament.add(game)
        return tournament

    def _begin(self, plan: TournamentPlan, writer: Writer | None) -> None:
        self.plan = plan
        self._writer = writer
        self.results = Standings(plan.bots, plan.players)
        self.test = SequentialTest(len(plan.sittings)) if plan.until_sure else None
        self._won = 0.0  # by the first player, in the games of the unfinished deal

    @property
    def game(self) -> Game:
        """The game that is played."""
        return self.plan.declared

    @property
    def players(self) -> tuple[str, ...]:
        """The bots that take part."""
        return self.plan.bots

    @property
    def games(self) -> int:
        """The number of games that each table plays, at most."""
        return self.plan.games // len(self.plan.tables)

    @property
    def played(self) -> int:
        """The number of games played."""
        return self.results.games

    @property
    def finished(self) -> int:
        """The number of finished games, with those in files of the reorder buffer."""
        return self._writer.finished if self._writer else self.played

    @property
    def deals(self) -> int:
        """The number of deals begun."""
        return -(-self.played // len(self.plan.sittings))

    @property
    def is_sure(self) -> bool:
        """Whether the test knows enough."""
        return self.test is not None and self.test.is_sure

    def run(self, workers: Workers = None, address: str | None = None) -> Generator[TournamentGame, None, None]:
        """Play the games that are missing; they come in their order.

        `workers` is the number of processes (default: all cores), or "ray" for a Ray cluster. With 0 the games are
        played in this process; then a bot that ends its process ends the tournament, too.
        """
        with closing(self._outcomes(workers, address)) as played:
            for outcomes in played:
                for game in games_of_outcomes(self.plan, outcomes):
                    self.add(game)
                    yield game

    def _outcomes(self, workers: Workers, address: str | None) -> Generator[Outcomes, None, None]:
        """Play the missing games until the test is sure, and write them if there is a file."""
        if self._writer:
            return play_to_file(self._writer, workers, address, enough=lambda: self.is_sure)
        return play(self.plan, first=self.played, workers=workers, address=address, enough=lambda: self.is_sure)

    def add(self, game: TournamentGame) -> None:
        """Count a game. Games come in their order, so that the test does not see quick ones first."""
        self.results.add(game)
        if self.test is None or self.is_sure:
            return
        self._won += _won_by_first(game)
        if self.played % len(self.plan.sittings) == 0:
            self.test.add(self._won / len(self.plan.sittings))
            self._won = 0.0

    def standings(self) -> list[Standing]:
        """Return the results of each player, the strongest first."""
        return self.results.table()

    def failures(self) -> list[tuple[str, int]]:
        """Return why games were lost at once, and how often, the most frequent first."""
        return self.results.failures.most_common()

    def as_json(self) -> dict[str, object]:
        """Return everything but the single games, ready for JSON."""
        plan, test = self.plan, self.test
        return {
            "format": FORMAT,
            "version": __version__,
            "game": plan.game,
            "players": list(plan.bots),
            "seats": plan.players,
            "seed": plan.seed,
            "turn_limit": plan.turn_limit,
            "patience": plan.patience,
            "until_sure": plan.until_sure,
            "games": self.played,
            "deals": self.deals,
            "standings": [asdict(standing) | {"share": standing.share} for standing in self.standings()],
            "test": test
            and {
                "verdict": test.verdict(plan.bots),
                "sure": test.is_sure,
                "stronger": None if test.stronger is None else plan.bots[test.stronger],
                "deals": test.deals,
                "log_likelihood_ratios": test.ratios,
                "bound": BOUND,
                "elo": ELO,
                "error": ERROR,
            },
            "failures": dict(self.failures()),
        }


def _won_by_first(game: TournamentGame) -> float:
    """Return the share of a win of the first of two players; a stopped game is half a win."""
    if game.winner is not None:
        return float(game.seats[game.winner] == 0)
    if game.lost is not None:
        return float(game.seats[game.lost] != 0)
    return 0.5
