"""The games of a tournament one by one, as they come from workers or from a file."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from century.lab.play.outcomes import Outcomes
from century.lab.play.plan import TournamentPlan
from century.lab.store.tables import Results

COLUMNS = ["points", "won", "rounds", "seconds", "answers", "failed"]


@dataclass(frozen=True)
class TournamentGame:
    """One game of a tournament."""

    table: int
    deal: int
    seats: tuple[int, ...]  # the number of the bot on each seat
    scores: tuple[int, ...]  # by seat
    winner: int | None  # a seat; none if the game was stopped
    rounds: int
    seconds: tuple[float, ...]  # thinking, by seat
    answers: tuple[int, ...]
    failed: str = ""  # why a bot lost at once
    lost: int | None = None  # the seat of that bot

    @property
    def is_decided(self) -> bool:
        """Whether somebody won, or lost by failing."""
        return self.winner is not None or self.lost is not None


def games_of_outcomes(plan: TournamentPlan, outcomes: Outcomes) -> Iterator[TournamentGame]:
    """Yield the games of outcomes."""
    won = outcomes.winners[:, None] == np.arange(plan.players)
    rounds = np.repeat(-(-outcomes.turns // plan.players), plan.players)
    columns = [outcomes.scores, won, rounds, np.array(outcomes.seconds), outcomes.answers, np.array(outcomes.failed)]
    return _games(plan, outcomes.first, [column.ravel().tolist() for column in columns])


def games_of_results(plan: TournamentPlan, results: Results) -> Iterator[TournamentGame]:
    """Yield the games of a file."""
    first = 0
    for batch in results.batches(COLUMNS):
        yield from _games(plan, first, [column.to_pylist() for column in batch.columns])
        first += len(batch) // plan.players


def _games(plan: TournamentPlan, first: int, columns: Sequence[Sequence[Any]]) -> Iterator[TournamentGame]:
    """Yield games from `COLUMNS`, which have a row for each seat. The first game has the number `first`."""
    for number, start in enumerate(range(0, len(columns[0]), plan.players), first):
        points, won, rounds, seconds, answers, failed = (tuple(each[start : start + plan.players]) for each in columns)
        deal, sitting = divmod(number, len(plan.sittings))
        lost = [seat for seat, reason in enumerate(failed) if reason]
        yield TournamentGame(
            table=sitting * len(plan.tables) // len(plan.sittings),
            deal=deal,
            seats=plan.sittings[sitting],
            scores=points,
            winner=won.index(True) if any(won) else None,
            rounds=rounds[0],
            seconds=seconds,
            answers=answers,
            failed=failed[lost[0]] if lost else "",
            lost=lost[0] if len(lost) == 1 else None,  # a stopped game has the reason on all seats
        )
