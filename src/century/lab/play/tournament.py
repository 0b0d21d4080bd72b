"""Tournaments: players against each other on paired deals, and who is stronger.

A deal is played once for each rotation of the seats, so that luck of cards and of turn order falls on all alike. Games
run in processes of their own; what they bring does not depend on how many there are, as long as players are given
counted budgets.
"""

from collections.abc import Generator
from contextlib import closing
from dataclasses import asdict
from pathlib import Path
from typing import Any

from century import __version__
from century.engine.game import Game
from century.errors import CenturyError
from century.lab.play.chunks import Block
from century.lab.play.plan import Components, Plan
from century.lab.play.simulation import Workers, play
from century.lab.stats.sequential import BOUND, ELO, ERROR, SequentialTest
from century.lab.stats.standings import Standing, Standings
from century.lab.store.played import Played, of_block, of_results
from century.lab.store.resuming import begun, played_into, resumed
from century.lab.store.stored import Stored
from century.lab.store.writing import Writer

TURN_LIMIT = 1000
PATIENCE = 60.0
FORMAT = "century tournament 2"


class Tournament:
    """A plan of games, and what came of those that are played.

    >>> from century.lab.play.tournament import Tournament
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
        components: Components = None,
        out: str | Path | None = None,
        turns: bool = False,
        replace: bool = False,
        **settings: str,
    ) -> None:
        """Every choice of `seats` players sits at a table, and plays `games` games, rounded up to whole deals.

        If there are fewer players than seats, they sit down again and again, each being the first at one table.
        `patience` is the time for one answer in seconds. `until_sure` stops as soon as a sequential test knows which of
        two players is stronger. `out` is a file for the games, with the rows of simulations, and `turns` makes a second
        one with a row for each turn. A file with games in it is refused, unless they are to be replaced.
        """
        if turns and not out:
            raise CenturyError("turns are written to a file beside that of the games: name it with out")
        plan = Plan.tournament(
            game,
            players,
            games,
            players=seats,
            seed=seed,
            turn_limit=turn_limit,
            patience=patience,
            until_sure=until_sure,
            components=components,
            settings=settings,
        )
        self._begin(plan, begun(plan, Path(out), turns, replace) if out else None)

    @classmethod
    def resumed(cls, out: str | Path, *, turns: bool = False, **given: Any) -> "Tournament":
        """The tournament of a file, to go on with. What is given must be as it was; only games may be more."""
        names = {"players": "bots", "seats": "players"}  # a plan has other names for them
        given = {names.get(name, name): value for name, value in given.items()}
        writer = resumed(Path(out), given, turns=turns, tournament=True)
        made = cls.__new__(cls)
        made._begin(writer.plan, writer)
        for game in of_results(Stored.of(writer)):
            made.add(game)
        return made

    def _begin(self, plan: Plan, writer: Writer | None) -> None:
        self.plan = plan
        self._writer = writer
        self.reached = Standings(plan.bots, plan.players)
        self.test = SequentialTest(len(plan.sittings)) if plan.until_sure else None
        self._won = 0.0  # by the first player, in the games of the deal that is not whole yet

    @property
    def game(self) -> Game:
        """The game that is played."""
        return self.plan.declared

    @property
    def players(self) -> tuple[str, ...]:
        """Who takes part."""
        return self.plan.bots

    @property
    def games(self) -> int:
        """How many games each table plays, at most."""
        return self.plan.games // len(self.plan.tables)

    @property
    def played(self) -> int:
        """How many games are played."""
        return self.reached.games

    @property
    def finished(self) -> int:
        """How many games are finished: with a file, also those that were before their turn, and are kept."""
        return self._writer.finished if self._writer else self.played

    @property
    def deals(self) -> int:
        """How many deals they are on."""
        return -(-self.played // len(self.plan.sittings))

    @property
    def is_sure(self) -> bool:
        """Whether the test knows enough."""
        return self.test is not None and self.test.is_sure

    def run(self, workers: Workers = None, address: str | None = None) -> Generator[Played, None, None]:
        """Play what is missing; games come in their order.

        `workers` is the number of processes, all cores if not given, or "ray" for a Ray cluster. With 0 the games are
        played in this process; then a player that ends its process ends the tournament, too.
        """
        with closing(self._blocks(workers, address)) as blocks:
            for block in blocks:
                for game in of_block(self.plan, block):
                    self.add(game)
                    yield game

    def _blocks(self, workers: Workers, address: str | None) -> Generator[Block, None, None]:
        """The games that are missing, until it is sure; written, if there is a file."""
        if self._writer:
            return played_into(self._writer, workers, address, enough=lambda: self.is_sure)
        return play(self.plan, first=self.played, workers=workers, address=address, enough=lambda: self.is_sure)

    def add(self, game: Played) -> None:
        """Count a game. They come in their order, so that the test does not see quick ones first."""
        self.reached.add(game)
        if self.test is None or self.is_sure:
            return
        self._won += _won_by_first(game)
        if self.played % len(self.plan.sittings) == 0:
            self.test.add(self._won / len(self.plan.sittings))
            self._won = 0.0

    def standings(self) -> list[Standing]:
        """What came of it, the strongest first."""
        return self.reached.table()

    def failures(self) -> list[tuple[str, int]]:
        """Why games were lost at once, and how often, the most frequent first."""
        return self.reached.failures.most_common()

    def as_json(self) -> dict[str, Any]:
        """All of it but the single games, ready for JSON."""
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


def _won_by_first(game: Played) -> float:
    """What a game is worth for the first of two players: a stopped one is half a win."""
    if game.winner is not None:
        return float(game.seats[game.winner] == 0)
    if game.lost is not None:
        return float(game.seats[game.lost] != 0)
    return 0.5
