"""One game of bots that are asked one by one: their answers, their thinking time, and who failed."""

import signal
import threading
import time
from collections.abc import Callable, MutableSequence, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache
from typing import TypeVar

import century
from century.engine.actions import Action
from century.engine.match import Match
from century.players import LADDER, Player, player

NOBODY = -1.0
_ALARM_AGAIN = 1.0  # seconds until a bot that ignores an alarm gets the next one

Answer = TypeVar("Answer")
Clock = MutableSequence[float]  # the seat that is asked, or nobody, and the time since when


@dataclass
class Transcript:
    """The answers of a game."""

    seconds: list[float]  # thinking time by seat
    answers: list[int] = field(default_factory=list)
    lost: int | None = None  # the seat of a bot that failed
    reason: str = ""  # of the failure


class TookTooLong(BaseException):
    """No ordinary exception: a bot that catches those is interrupted all the same."""


def play_match(match: Match, specs: Sequence[str], patience: float | None, clock: Clock) -> Transcript:
    """Play a match to its end, or until a bot fails, is too slow or answers illegally."""
    transcript = Transcript([0.0] * len(specs))
    players: list[Player] = []
    seat = 0
    try:
        for seat, spec in enumerate(specs):  # noqa: B007 (a bot that fails here loses)
            warm_up(match.game.name, spec)
        for seat, spec in enumerate(specs):
            clock[:] = [seat, time.monotonic()]
            players.append(within(patience, lambda: player(spec, seed=match.options.seed * 100 + seat)))  # noqa: B023
        while match.actor is not None:
            seat = match.actor
            question = question_to(players[seat], match, seat)
            clock[:] = [seat, time.monotonic()]
            start = time.perf_counter()
            answer = within(patience, question)
            transcript.seconds[seat] += time.perf_counter() - start
            match.play(answer)
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # whatever a bot does
        slow = isinstance(error, TookTooLong)
        transcript.reason = too_slow(patience) if slow else " ".join(f"{type(error).__name__}: {error}".split())
        transcript.lost = seat
    finally:
        clock[0] = NOBODY
    transcript.answers = [action.id for action in match.history]
    return transcript


def too_slow(patience: float | None) -> str:
    """Return why a slow bot lost."""
    return f"took longer than {patience:g} s for an answer"


def within(seconds: float | None, ask: Callable[[], Answer]) -> Answer:
    """Return the answer, or raise `TookTooLong`: at once where the system has alarms, else when the answer comes.

    >>> within(1.0, lambda: 42)
    42
    """
    if seconds is None:
        return ask()
    start = time.perf_counter()
    if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        answer = ask()
    else:
        before = signal.signal(signal.SIGALRM, _alarm)
        try:
            signal.setitimer(signal.ITIMER_REAL, seconds, _ALARM_AGAIN)
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


def question_to(asked: Player, match: Match, seat: int) -> Callable[[], Action]:
    """Return the question to a bot. A bot that searches gets a record, which is cheaper than a view."""
    answer: Callable[[object], Action] | None = getattr(asked, "answer", None)
    if answer is not None:
        known = match.known(seat)
        return lambda: answer(known)
    view = match.view(seat)
    return lambda: asked.choose(view)


@cache
def warm_up(game: str, spec: str) -> None:
    """Let a bot of the ladder answer once in this process, so that compiling does not count as thinking."""
    if spec.partition(":")[0] in LADDER:
        match = century.game(game).new(players=century.game(game).least_players, seed=0)
        player(spec, seed=0).choose(match.view(match.actor))
