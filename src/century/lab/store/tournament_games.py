"""The games of a tournament one by one, as they come from workers or from a file."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

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
    for row, winner in enumerate(outcomes.winners.tolist()):
        seats = slice(row * plan.players, (row + 1) * plan.players)
        yield _game(
            plan,
            outcomes.first + row,
            scores=outcomes.scores[row].tolist(),
            winner=None if winner < 0 else winner,
            rounds=-(-int(outcomes.turns[row]) // plan.players),
            seconds=outcomes.seconds[seats],
            answers=outcomes.answers[row].tolist(),
            failed=outcomes.failed[seats],
        )


def games_of_results(plan: TournamentPlan, results: Results) -> Iterator[TournamentGame]:
    """Yield the games of a file."""
    number = 0
    for batch in results.batches(COLUMNS):
        rows = batch.to_pylist()
        for start in range(0, len(rows), plan.players):
            game = rows[start : start + plan.players]
            yield _game(
                plan,
                number,
                scores=[row["points"] for row in game],
                winner=next((seat for seat, row in enumerate(game) if row["won"]), None),
                rounds=game[0]["rounds"],
                seconds=[row["seconds"] for row in game],
                answers=[row["answers"] for row in game],
                failed=[row["failed"] for row in game],
            )
            number += 1


def _game(
    plan: TournamentPlan,
    number: int,
    *,
    scores: Sequence[int],
    winner: int | None,
    rounds: int,
    seconds: Sequence[float],
    answers: Sequence[int],
    failed: Sequence[str],
) -> TournamentGame:
    deal, sitting = divmod(number, len(plan.sittings))
    lost = [seat for seat, reason in enumerate(failed) if reason]
    return TournamentGame(
        table=sitting * len(plan.tables) // len(plan.sittings),
        deal=deal,
        seats=plan.sittings[sitting],
        scores=tuple(scores),
        winner=winner,
        rounds=rounds,
        seconds=tuple(seconds),
        answers=tuple(answers),
        failed=failed[lost[0]] if lost else "",
        lost=lost[0] if len(lost) == 1 else None,  # a stopped game has the reason on all seats
    )
