"""The games of a tournament one by one, as they come from workers or from a file."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from century.lab.play.chunks import Block
from century.lab.play.plan import Plan
from century.lab.store.tables import Results

COLUMNS = ["points", "won", "rounds", "seconds", "answers", "failed"]


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
    lost: int | None = None  # the seat of that player

    @property
    def is_decided(self) -> bool:
        """Whether somebody has won, or at least lost."""
        return self.winner is not None or self.lost is not None


def of_block(plan: Plan, block: Block) -> Iterator[Played]:
    """The games of a block."""
    for row, winner in enumerate(block.winners.tolist()):
        seats = slice(row * plan.players, (row + 1) * plan.players)
        yield _played(
            plan,
            block.first + row,
            scores=block.scores[row].tolist(),
            winner=None if winner < 0 else winner,
            rounds=-(-int(block.turns[row]) // plan.players),
            seconds=block.seconds[seats],
            answers=block.answers[row].tolist(),
            failed=block.failed[seats],
        )


def of_results(results: Results) -> Iterator[Played]:
    """The games of a file."""
    plan, number = results.plan, 0
    for batch in results.batches(COLUMNS):
        rows = batch.to_pylist()
        for start in range(0, len(rows), plan.players):
            game = rows[start : start + plan.players]
            yield _played(
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


def _played(plan: Plan, number: int, *, failed: Any, scores: Any, seconds: Any, answers: Any, **more: Any) -> Played:
    deal, sitting = divmod(number, len(plan.sittings))
    table = sitting * len(plan.tables) // len(plan.sittings)
    lost = [seat for seat, text in enumerate(failed) if text]
    return Played(
        table,
        deal,
        plan.sittings[sitting],
        scores=tuple(scores),
        seconds=tuple(seconds),
        answers=tuple(answers),
        failed=failed[lost[0]] if lost else "",
        lost=lost[0] if len(lost) == 1 else None,  # a game that was stopped says so on all seats
        **more,
    )
