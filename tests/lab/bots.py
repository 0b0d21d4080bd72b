"""Players that fail in every way there is. Tournaments load them from this file."""

import itertools
import os
import signal
import sys
import threading
from collections import deque
from pathlib import Path

from century.engine.actions import ACTIONS, Action
from century.engine.view import View
from tests.waiting import PATIENCE

MARK = Path("mark")  # a file by which a player knows that it was there before


class First:
    def choose(self, view: View) -> Action:
        return view.actions[0]


class Broken(First):
    def choose(self, view: View) -> Action:
        raise ValueError("out of ideas")


class BrokenAtOnce(First):
    def __init__(self, seed: int | None = None) -> None:
        if seed is not None:  # in a game, not when the tournament is set up
            raise ValueError("cannot sit down")


class Cheat(First):
    def choose(self, view: View) -> Action:
        return next(action for action in ACTIONS if action not in view.actions)


class Leaves(First):
    def choose(self, view: View) -> Action:
        sys.exit("that is enough")


def alarm_soon() -> None:
    """Bring the alarm forward that the tournament has set for this answer, and the one after it.

    So a test can be patient enough that no other player is ever too slow, and need not wait itself.
    """
    left, again = signal.getitimer(signal.ITIMER_REAL)
    assert left > 0, "no alarm is set"
    signal.setitimer(signal.ITIMER_REAL, 0.01, again / 100)


def sleep() -> None:
    """Sleep until something interrupts."""
    assert not threading.Event().wait(PATIENCE)


class Sleeps(First):
    def choose(self, view: View) -> Action:
        alarm_soon()
        sleep()
        return view.actions[0]


class Loops(First):
    def choose(self, view: View) -> Action:
        alarm_soon()
        while True:
            pass


class Stubborn(First):
    """Takes no notice of the first interruption."""

    def choose(self, view: View) -> Action:
        try:
            alarm_soon()
            sleep()
        except BaseException:
            sleep()
        return view.actions[0]


class Wraps(First):
    """Takes every ordinary exception for its own."""

    def choose(self, view: View) -> Action:
        try:
            alarm_soon()
            sleep()
        except Exception as error:
            raise ValueError("wrapped") from error
        return view.actions[0]


class LoopsInC(First):
    """No signal reaches it. It leaves a file that is named after its process."""

    def choose(self, view: View) -> Action:
        Path(f"looping-{os.getpid()}").touch()
        deque(itertools.repeat(None), maxlen=0)
        return view.actions[0]


class Dies(First):
    def choose(self, view: View) -> Action:
        os._exit(1)


class DiesOnce(First):
    def choose(self, view: View) -> Action:
        if not MARK.exists():
            MARK.touch()
            os._exit(1)
        return view.actions[0]


class DiesLater(First):
    def choose(self, view: View) -> Action:
        if MARK.exists():
            os._exit(1)
        return view.actions[0]
