"""Pools of processes end at once when Ctrl-C comes, whatever they are doing."""

import subprocess
import sys

import pytest

from tests.waiting import PATIENCE

# Ctrl-C arrives within `submit`, after the job is noted and before it is queued: no process will ever do it
HALF_SUBMITTED = """
from century.lab.play.pools import processes

def interrupted(number):
    raise KeyboardInterrupt

if __name__ == "__main__":
    try:
        with processes(2) as pool:
            pool._work_ids.put = interrupted
            pool.submit(abs, 1)
    except KeyboardInterrupt:
        print("ended")
"""

SLEEPING = """
import time
from century.lab.play.pools import processes

if __name__ == "__main__":
    try:
        with processes(2) as pool:
            for _ in range(4):
                pool.submit(time.sleep, 10_000)
            raise KeyboardInterrupt
    except KeyboardInterrupt:
        print("ended")
"""


@pytest.mark.parametrize("program", [HALF_SUBMITTED, SLEEPING], ids=["half submitted", "at work"])
def test_an_interrupted_pool_ends_at_once_and_silently(program: str) -> None:
    ended = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=PATIENCE)
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, "ended\n", "")
