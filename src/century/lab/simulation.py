"""Simulations: many games with the same bots, on all cores or on many machines."""

from collections.abc import Callable, Iterator
from contextlib import closing
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from century.engine.game import Game
from century.lab.play.outcomes import Outcomes
from century.lab.play.plan import SimulationPlan
from century.lab.play.runner import Workers, play
from century.lab.stats.summary import Summary
from century.lab.store.reading import StoredResults, open_results
from century.lab.store.resuming import play_to_file, resume_writer, start_writer
from century.lab.store.tables import Results, game_rows, turn_rows
from century.lab.store.writer import Writer

if TYPE_CHECKING:
    import pyarrow as pa


class Simulation(Results):
    """The results of a simulation, in memory. Row k of an array belongs to the game of seed + k."""

    def __init__(self, plan: SimulationPlan, parts: list[Outcomes]) -> None:
        """Use `simulate`."""
        super().__init__(plan)
        self.parts = parts

    @cached_property
    def turns(self) -> NDArray[np.int32]:
        """The length of each game in turns of all seats."""
        return np.concatenate([part.turns for part in self.parts])

    @property
    def rounds(self) -> NDArray[np.float64]:
        """The length of each game in rounds."""
        return self.turns / self.plan.players

    @cached_property
    def decisions(self) -> NDArray[np.int64]:
        """The number of answers in each game."""
        return np.concatenate([part.answers.sum(axis=1) for part in self.parts])

    @cached_property
    def scores(self) -> NDArray[np.int32]:
        """The points by seat."""
        return np.concatenate([part.scores for part in self.parts])

    @cached_property
    def winners(self) -> NDArray[np.int8]:
        """The seat of the winner; -1: nobody, the game was stopped."""
        return np.concatenate([part.winners for part in self.parts])

    @cached_property
    def stopped(self) -> NDArray[np.bool_]:
        """Which games the turn limit ended."""
        return np.concatenate([part.stopped for part in self.parts])

    def by_place(self) -> NDArray[np.int32]:
        """Return the scores by place in turn order, the start player's first."""
        return np.concatenate([part.by_place() for part in self.parts])

    def wins_by_place(self) -> NDArray[np.int64]:
        """Return the wins by place in turn order; nobody wins a stopped game."""
        return Summary(self.plan, self.parts).wins

    def batches(self, columns: list[str] | None = None) -> "Iterator[pa.RecordBatch]":
        """Yield the rows as Arrow record batches."""
        for part in self.parts:
            batch = game_rows(self.plan, part)
            yield batch.select(columns) if columns else batch

    def turn_batches(self) -> "Iterator[pa.RecordBatch]":
        """Yield a row for each turn, if they were requested."""
        for part in self.parts:
            if len(part.turn_rows):
                yield turn_rows(self.plan, part)


def simulate(
    game: str | Game,
    players: int = 2,
    games: int = 1000,
    seed: int = 0,
    *,
    turns: bool = False,
    workers: Workers = None,
    address: str | None = None,
    progress: Callable[[int], None] = lambda done: None,
    **options: Any,
) -> Simulation:
    """Play games and keep the results in memory; `simulate_to_file` writes them to a file instead.

    The same seeds give the same rows on any number of `workers`, as long as bots have counted budgets. With `turns`
    there is a row for each turn, too. Other options are `bots`, a player for all seats or one for each, as in
    "planner,greedy" (default: "random"), `turn_limit`, `components` and settings of the game, such as `map`.

    >>> from century.lab.simulation import simulate
    >>> result = simulate("spice-road", players=3, games=100, seed=1)
    >>> result.scores.shape
    (100, 3)
    """
    plan = SimulationPlan.checked(game, players, games, seed, **options)
    parts = []
    with closing(play(plan, with_turns=turns, workers=workers, address=address)) as played:
        for outcomes in played:
            parts.append(outcomes)
            progress(len(outcomes))
    return Simulation(plan, parts)


def simulate_to_file(
    out: str | Path,
    game: str | Game,
    players: int = 2,
    games: int = 1000,
    seed: int = 0,
    *,
    turns: bool = False,
    replace: bool = False,
    workers: Workers = None,
    address: str | None = None,
    progress: Callable[[int], None] = lambda done: None,
    **options: Any,
) -> StoredResults:
    """Play games and write the results to a Parquet file; memory does not grow with the number of games.

    With `turns` there is a second file with a row for each turn: games.turns.parquet. A file with games in it is
    rejected unless `replace` is set: then it stays until the new one is whole. Other options are those of `simulate`.
    """
    plan = SimulationPlan.checked(game, players, games, seed, **options)
    return play_all(start_writer(plan, Path(out), turns, replace), workers, address, progress)


def resume(
    out: str | Path,
    *,
    turns: bool = False,
    workers: Workers = None,
    address: str | None = None,
    progress: Callable[[int], None] = lambda done: None,
    **changes: object,
) -> StoredResults:
    """Continue a file that was interrupted, or that is to have more games.

    Options must be as they were; only `games` may be larger.
    """
    writer = resume_writer(SimulationPlan, Path(out), changes, turns=turns)
    return play_all(writer, workers, address, progress)


def play_all(writer: Writer, workers: Workers, address: str | None, progress: Callable[[int], None]) -> StoredResults:
    """Play the games that are missing, and open the file."""
    for outcomes in play_to_file(writer, workers, address):
        progress(len(outcomes))
    return open_results(writer.out)
