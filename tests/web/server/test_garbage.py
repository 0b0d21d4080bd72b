"""Garbage is collected at times of the server's own, in a process of its own: it is the same for the whole process."""

import subprocess
import sys

PROGRAM = """
import gc, weakref
from century.web.server.garbage import ALL_EVERY, EVERY, GarbageCollector


class Ring:
    def __init__(self):
        self.other = self


collector = GarbageCollector(0.0)
old = Ring()
known_old, known_new = weakref.ref(old), weakref.ref(Ring())
assert known_new(), "nobody looked yet"
collector.look(EVERY - 1)
assert known_new(), "not yet"
collector.look(EVERY)
assert not known_new(), "what is new and thrown away is gone after a minute"
del old  # it is old now
collector.look(2 * EVERY)
assert known_old(), "what is old is not looked through again so soon"
collector.look(ALL_EVERY + EVERY)
assert not known_old(), "but once an hour"
assert gc.get_threshold()[2] > 10**6, "Python looks at all by itself"
print("done")
"""


def test_what_is_new_is_looked_through_every_minute_and_all_every_hour() -> None:
    ended = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=False)
    assert ended.stdout == "done\n", ended.stderr
