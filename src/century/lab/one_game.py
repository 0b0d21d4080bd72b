"""One game of a tournament: who sits where, how long an answer may take, and who has lost at once."""

import signal
import threading
import time
from collections.abc import Callable, MutableSequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from typing import Any, TypeVar

import century
from century.engine.match import Match
from century.players import LADDER, player

NOBODY = -1.0
_AGAIN = 1.0  # seconds until a player that takes no notice of an alarm hears the next one
_LONGEST_REASON = 200

Answer = TypeVar("Answer")
Note = MutableSequence[float]  # the seat that is asked, or nobody, and since when


@dataclass(frozen=True)
class Job:
    """A game to be played."""

    game: str
    specs: tuple[str, ...]  # by seat
    table: int
    deal: int
    seats: tuple[int, ...]  # the number of the player on each seat
    seed: int
    turn_limit: int
    patience: float  # seconds for one answer

    def run(self, note: "Note") -> "Played":
        """Play it."""
        return play(self, note)

    def hung(self, seat: int) -> "Played":
        """The game, if the player on this seat does not come back."""
        return _without_result(self, lost_by(self, seat, too_slow(self)), seat)

    def died(self, seat: int | None) -> "Played":
        """The game, if its process has died twice, both times when this seat was asked."""
        if seat is None:
            return _without_result(self, f"a game of {', '.join(self.specs)} is stopped: its process died, twice", None)
        return _without_result(self, lost_by(self, seat, "the process died while it was asked, twice"), seat)


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


class TookTooLong(BaseException):
    """No ordinary exception: a player that catches those is interrupted all the same."""


def play(job: Job, note: Note | None = None) -> Played:
    """Play a game; a player that fails, is too slow or answers illegally loses it at once."""
    for spec in job.specs:
        warm_up(job.game, spec)
    count = len(job.seats)
    match = century.game(job.game).new(players=count, seed=job.seed, turn_limit=job.turn_limit)
    players: list[Any] = []
    seconds, answers = [0.0] * count, [0] * count
    note = [NOBODY, 0.0] if note is None else note
    seat = 0
    try:
        for seat, spec in enumerate(job.specs):
            note[:] = [seat, time.monotonic()]
            players.append(within(job.patience, lambda: player(spec, seed=job.seed * 100 + seat)))  # noqa: B023
        while not match.over:
            assert match.actor is not None
            seat = match.actor
            ask = question(match, seat, players[seat])
            note[:] = [seat, time.monotonic()]
            start = time.perf_counter()
            answer = within(job.patience, ask)
            seconds[seat] += time.perf_counter() - start
            answers[seat] += 1
            match.play(answer)
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # whatever a player does, the tournament goes on
        slow = isinstance(error, TookTooLong)
        reason = too_slow(job) if slow else " ".join(f"{type(error).__name__}: {error}".split())
        others = [other for other in range(count) if other != seat]
        scores = match.totals()
        best = max(others, key=lambda other: scores[other])
        return _played(job, match, best, seconds, answers, lost_by(job, seat, reason), seat)
    finally:
        note[0] = NOBODY
    return _played(job, match, match.winner, seconds, answers)


def lost_by(job: Job, seat: int, reason: str) -> str:
    """Who has lost, and why."""
    short = reason if len(reason) <= _LONGEST_REASON else reason[: _LONGEST_REASON - 4] + " ..."
    return f"{job.specs[seat]} lost on seat {seat + 1}: {short}"


def too_slow(job: Job) -> str:
    """Why a slow player has lost."""
    return f"took longer than {job.patience:g} s for an answer"


def within(seconds: float, ask: Callable[[], Answer]) -> Answer:
    """The answer, or `TookTooLong`: at once where the system has alarms, else when the answer comes.

    >>> within(1.0, lambda: 42)
    42
    """
    start = time.perf_counter()
    if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        answer = ask()
    else:
        before = signal.signal(signal.SIGALRM, _alarm)
        try:
            signal.setitimer(signal.ITIMER_REAL, seconds, _AGAIN)
            answer = ask()
        finally:
            with suppress(TookTooLong):  # the alarm may go off just here
                signal.setitimer(signal.ITIMER_REAL, 0)
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, before)
    if time.perf_counter() - start > seconds:
        raise TookTooLong
    return answer


def _alarm(number: int, frame: object) -> None:
    raise TookTooLong


def question(match: Match, seat: int, asked: Any) -> Callable[[], Any]:
    """The question to a player; those who search are shown a record, which is cheaper than a view."""
    if hasattr(asked, "answer"):
        known = match.known(seat)
        return lambda: asked.answer(known)
    view = match.view(seat)
    return lambda: asked.choose(view)


@cache
def warm_up(game: str, spec: str) -> None:
    """Let a player of the ladder answer once in this process, so that compiling is not taken for thinking."""
    if spec.partition(":")[0] in LADDER:
        match = century.game(game).new(players=century.game(game).least_players, seed=0)
        player(spec, seed=0).choose(match.view(match.actor))


def _played(
    job: Job,
    match: Match,
    winner: int | None,
    seconds: list[float],
    answers: list[int],
    failed: str = "",
    lost: int | None = None,
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
        lost,
    )


def _without_result(job: Job, failed: str, lost: int | None) -> Played:
    """A game of which only this is known; at a table of two the other player has won."""
    count = len(job.seats)
    winner = 1 - lost if lost is not None and count == 2 else None
    return Played(job.table, job.deal, job.seats, (0,) * count, winner, 0, (0.0,) * count, (0,) * count, failed, lost)
