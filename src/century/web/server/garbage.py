"""When Python looks for garbage that only refers to itself.

By itself, Python looks through all objects again whenever their number has grown by a quarter. With a thousand tables
in memory that takes 0.3 s, in which nobody is answered. Here, what has lived for a minute is looked through once an
hour.
"""

import gc

YOUNG, MIDDLE, NEVER = 5_000, 20, 1_000_000_000  # new objects, and looks, after which Python looks further back
EVERY = 60.0  # seconds between two looks at what is new
ALL_EVERY = 3600.0  # seconds between two looks at all


class GarbageCollector:
    """Looks for garbage at times of its own; `now` is always in seconds of the same clock."""

    def __init__(self, now: float) -> None:
        """Take over from Python."""
        self._next, self._next_of_all = now + EVERY, now + ALL_EVERY
        gc.set_threshold(YOUNG, MIDDLE, NEVER)
        gc.collect()
        gc.freeze()

    def look(self, now: float) -> None:
        """Look for garbage, if it is time."""
        if now < self._next:
            return
        self._next = now + EVERY
        if now >= self._next_of_all:
            self._next_of_all = now + ALL_EVERY
            gc.unfreeze()
        gc.collect()
        gc.freeze()
