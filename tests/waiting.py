"""How long tests wait. The speed of the machine decides no test: these limits only end one that has failed.

A test waits for an event (`threading.Event`, a line of output, a process that has ended) or for a state (`until`). It
does not sleep and then look, and it does not measure how long something took. Where time itself is the subject, the
test sets the clock.
"""

import time
from collections.abc import Callable
from typing import TypeVar

PATIENCE = 120.0  # seconds until a test gives up; ten times what a slow machine needs
COMPILING = 900.0  # the same where rules may have to be compiled first

Found = TypeVar("Found")


def until(look: Callable[[], Found], seconds: float = PATIENCE) -> Found:
    """Call `look` until it returns something true, and return that; fail after `seconds`."""
    deadline = time.monotonic() + seconds
    while not (found := look()):
        assert time.monotonic() < deadline, f"still not so after {seconds:g} seconds"
        time.sleep(0.02)
    return found
