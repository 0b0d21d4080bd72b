"""Playing the games of a plan: cut into tasks, given to workers, and put back into order."""

from collections.abc import Callable, Generator, Iterator
from contextlib import closing, nullcontext

from century.lab.play import workers as pools
from century.lab.play.game_task import GameTask
from century.lab.play.outcomes import Outcomes
from century.lab.play.plan import Plan
from century.lab.play.reorder import ReorderBuffer, in_order, temporary_buffer

LARGEST_TASK = {True: 1024, False: 16}  # games, in compiled code and of bots that are asked one by one

Workers = int | str | pools.Workers | None


def play(
    plan: Plan,
    *,
    first: int = 0,
    buffer: ReorderBuffer | None = None,
    with_turns: bool = False,
    workers: Workers = None,
    address: str | None = None,
    enough: Callable[[], bool] = lambda: False,
) -> Generator[Outcomes, None, None]:
    """Play the games of a plan from game `first` on. Outcomes come in the order of their games.

    Games in the buffer are not played again. Playing ends after the last game, or as soon as `enough` returns true.
    """
    pool = workers if callable(workers) else pools.workers_of(workers, address=address, threaded=plan.is_compiled)
    most = 1 if plan.is_tournament else LARGEST_TASK[plan.is_compiled]
    size = max(1, min(most, (plan.games - first) // (8 * pools.cores())))
    with nullcontext(buffer) if buffer is not None else temporary_buffer() as waiting:
        tasks = _tasks(plan, waiting.gaps(first, plan.games), size, with_turns)
        with closing(pool(tasks)) as finished:
            ordered = in_order(finished, waiting, first)
            while not enough() and (outcomes := next(ordered, None)) is not None:
                yield outcomes
                if buffer is None:
                    waiting.sweep(outcomes.first)


def _tasks(plan: Plan, gaps: list[range], size: int, with_turns: bool) -> Iterator[GameTask]:
    for gap in gaps:
        for start in range(gap.start, gap.stop, size):
            yield GameTask(plan, start, min(size, gap.stop - start), with_turns)
