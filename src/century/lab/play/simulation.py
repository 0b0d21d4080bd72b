"""Simulate: many games on all cores, or on many machines, and what came of them."""

from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import closing, nullcontext
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from century.engine.game import Game
from century.lab.play import workers as crews
from century.lab.play.chunks import Block, Chunk
from century.lab.play.early import Early, for_now
from century.lab.play.plan import TURN_LIMIT, Components, Plan
from century.lab.stats.summary import Summary, by_place, wins_by_place
from century.lab.store.tables import Results

if TYPE_CHECKING:
    import pyarrow as pa

LARGEST_CHUNK = {True: 1024, False: 16}  # games, in compiled code and of players that are asked one by one

Workers = int | str | crews.Workers | None


def play(
    plan: Plan,
    *,
    first: int = 0,
    early: Early | None = None,
    with_turns: bool = False,
    workers: Workers = None,
    address: str | None = None,
    enough: Callable[[], bool] = lambda: False,
) -> Generator[Block, None, None]:
    """Play the games of a plan from the `first` on; blocks come in the order of their games, whoever played them.

    Those that are `early` are not played again. It ends when all are played, or when it is enough after a block.
    """
    crew = workers if callable(workers) else crews.workers_of(workers, address=address, threaded=plan.is_compiled)
    left = plan.games - first
    most = 1 if plan.is_tournament else LARGEST_CHUNK[plan.is_compiled]
    size = max(1, min(most, left // (8 * crews.cores())))
    with nullcontext(early) if early is not None else for_now() as waiting:
        gaps = waiting.gaps(first, plan.games)
        with closing(crew(_chunks(plan, gaps, size, with_turns))) as blocks:
            ordered = in_order(blocks, waiting, first)
            while not enough() and (block := next(ordered, None)) is not None:
                yield block
                if early is None:
                    waiting.sweep(block.first)


def _chunks(plan: Plan, gaps: list[range], size: int, with_turns: bool) -> Iterator[Chunk]:
    for gap in gaps:
        for start in range(gap.start, gap.stop, size):
            yield Chunk(plan, start, min(size, gap.stop - start), with_turns)


def in_order(blocks: Iterable[Block], early: Early, first: int) -> Iterator[Block]:
    """Blocks in the order of their games, each of them once. One that is in use is not forgotten yet."""
    coming = iter(blocks)
    while True:
        while (found := early.at(first)) is not None:
            yield found
            early.forget(first)
            first += len(found)
        block = next(coming, None)
        if block is None:
            return
        if block.first >= first:
            early.add(block)


class Simulation(Results):
    """What came of many games, in memory. Row k of an array belongs to the game of seed + k."""

    def __init__(self, plan: Plan, blocks: list[Block]) -> None:
        """All blocks of a plan, in order."""
        super().__init__(plan)
        self.blocks = blocks

    @cached_property
    def turns(self) -> NDArray[np.int32]:
        """The length of each game in turns of all seats."""
        return np.concatenate([block.turns for block in self.blocks])

    @property
    def rounds(self) -> NDArray[np.float64]:
        """The length of each game in rounds."""
        return self.turns / self.plan.players

    @cached_property
    def decisions(self) -> NDArray[np.int64]:
        """How many answers each game took."""
        return np.concatenate([block.answers.sum(axis=1) for block in self.blocks])

    @cached_property
    def scores(self) -> NDArray[np.int32]:
        """The points by seat."""
        return np.concatenate([block.scores for block in self.blocks])

    @cached_property
    def winners(self) -> NDArray[np.int8]:
        """The seat that has won; -1: nobody, the game was stopped."""
        return np.concatenate([block.winners for block in self.blocks])

    @cached_property
    def stopped(self) -> NDArray[np.bool_]:
        """Which games were ended by the turn limit."""
        return np.concatenate([block.stopped for block in self.blocks])

    def by_place(self) -> NDArray[np.int32]:
        """The scores by place in turn order, the start player's first."""
        return np.concatenate([by_place(block) for block in self.blocks])

    def wins_by_place(self) -> NDArray[np.int64]:
        """How many games each place in turn order has won; stopped games are nobody's."""
        found: NDArray[np.int64] = np.sum([wins_by_place(block) for block in self.blocks], axis=0)
        return found

    def summary(self) -> Summary:
        """Lengths, points and wins."""
        return Summary(self.plan, self.blocks)

    def batches(self, columns: list[str] | None = None) -> "Iterator[pa.RecordBatch]":
        """The rows as Arrow record batches."""
        from century.lab.store.tables import game_rows

        for block in self.blocks:
            batch = game_rows(self.plan, block)
            yield batch.select(columns) if columns else batch

    def turn_batches(self) -> "Iterator[pa.RecordBatch]":
        """A row for each turn, if they were asked for."""
        from century.lab.store.tables import turn_rows

        for block in self.blocks:
            if len(block.turn_rows):
                yield turn_rows(self.plan, block)


def simulate(
    game: str | Game,
    players: int = 2,
    games: int = 1000,
    seed: int = 0,
    *,
    bots: str = "random",
    turn_limit: int = TURN_LIMIT,
    components: Components = None,
    turns: bool = False,
    workers: Workers = None,
    address: str | None = None,
    progress: Callable[[int], None] = lambda done: None,
    **settings: str,
) -> Simulation:
    """Play games and keep what came of them in memory; `record` writes it to a file instead.

    `bots` is a player for all seats, or one for each, as in "planner,greedy". The same seeds give the same rows on any
    number of `workers`, as long as players have counted budgets. `turns` keeps a row for each turn, too.

    >>> from century.lab.play.simulation import simulate
    >>> result = simulate("spice-road", players=3, games=100, seed=1)
    >>> result.scores.shape
    (100, 3)
    """
    plan = Plan.checked(
        game, players, games, seed, bots=bots, turn_limit=turn_limit, components=components, settings=settings
    )
    blocks = []
    with closing(play(plan, with_turns=turns, workers=workers, address=address)) as found:
        for block in found:
            blocks.append(block)
            progress(len(block))
    return Simulation(plan, blocks)
