"""One game of players that are asked one by one: their answers, how long they thought, and who has failed."""

import signal
import threading
import time
from collections.abc import Callable, MutableSequence, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache
from typing import Any, TypeVar

import century
from century.engine.match import Match
from century.players import LADDER, player

NOBODY = -1.0
_AGAIN = 1.0  # seconds until a player that takes no notice of an alarm hears the next one

Answer = TypeVar("Answer")
Note = MutableSequence[float]  # the seat that is asked, or nobody, and since when


@dataclass
class Asked:
    """The answers of a game, and what they took."""

    seconds: list[float]  # thinking, by seat
    answers: list[int] = field(default_factory=list)
    lost: int | None = None  # the seat of a player that has failed
    reason: str = ""  # why


class TookTooLong(BaseException):
    """No ordinary exception: a player that catches those is interrupted all the same."""


def ask(match: Match, specs: Sequence[str], patience: float | None, note: Note) -> Asked:
    """Play a match to its end, or until a player fails, is too slow or answers illegally."""
    asked = Asked([0.0] * len(specs))
    players: list[Any] = []
    seat = 0
    try:
        for seat, spec in enumerate(specs):  # noqa: B007 (who fails has lost)
            warm_up(match.game.name, spec)
        for seat, spec in enumerate(specs):
            note[:] = [seat, time.monotonic()]
            players.append(within(patience, lambda: player(spec, seed=match.options.seed * 100 + seat)))  # noqa: B023
        while match.actor is not None:
            seat = match.actor
            answer = question(match, seat, players[seat])
            note[:] = [seat, time.monotonic()]
            start = time.perf_counter()
            said = within(patience, answer)
            asked.seconds[seat] += time.perf_counter() - start
            match.play(said)
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # whatever a player does
        slow = isinstance(error, TookTooLong)
        asked.reason = too_slow(patience) if slow else " ".join(f"{type(error).__name__}: {error}".split())
        asked.lost = seat
    finally:
        note[0] = NOBODY
    asked.answers = [action.id for action in match.history]
    return asked


def too_slow(patience: float | None) -> str:
    """Why a slow player has lost."""
    return f"took longer than {patience:g} s for an answer"


def within(seconds: float | None, ask: Callable[[], Answer]) -> Answer:
    """The answer, or `TookTooLong`: at once where the system has alarms, else when the answer comes.

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
