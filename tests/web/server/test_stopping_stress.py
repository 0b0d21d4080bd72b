"""A server stops within seconds, three hundred times, at random moments, while other programs use both cores.

A stop is over when all processes and workers of the server are gone. Time is the subject here. So this file may sleep,
which tests/test_the_suite.py forbids to other tests: a random pause decides the moment of the stop.
"""

import random
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from century.lab.warming import compile_games
from century.players.readiness import is_ready
from tests.waiting import until
from tests.web.house import House
from tests.web.storm import (
    Terminal,
    at_once,
    playing,
    program_stopped,
    program_stopped_while_it_starts,
    spawning,
    stopped,
)

SOON = 5.0  # seconds
GAMES = ("spice-road", "eastern-wonders")  # of the storm
ROUNDS = 300  # shared out among the kinds of rounds below


def assert_soon(seconds: float) -> bool:
    """Check that a stop was soon enough, and return whether it took more than the bound.

    The bound is meant for a third of a core: two busy loops and the test share two. Where more programs run, it is
    longer by as much as they leave the test less. Such stops are counted, and the test says how many there were.
    """
    if seconds < SOON:
        return False
    assert seconds < SOON * crowd() / 3
    return True


def crowd() -> float:
    """The time that some work takes here, divided by the time it would take on a core of its own."""
    began, used = time.perf_counter(), time.process_time()
    while time.process_time() - used < 0.5:
        pass
    return (time.perf_counter() - began) / 0.5


def thinking(house: House) -> None:
    """Bots have answered, and go on thinking."""
    until(lambda: any(room.plies for room in house.service.tables()))


def later(when: Callable[[House], None], seconds: float) -> Callable[[House], None]:
    """Some seconds after `when` has returned."""

    def wait(house: House) -> None:
        when(house)
        time.sleep(seconds)

    return wait


def has(pid: int, what: str, how: signal.Signals) -> bool:
    """Whether a process catches a signal (SigCgt) or ignores it (SigIgn)."""
    line = next(line for line in Path(f"/proc/{pid}/status").read_text().splitlines() if line.startswith(what))
    return bool(int(line.split()[1], 16) >> (how - 1) & 1)


def the_command_has_begun(process: "subprocess.Popen[str]") -> None:
    """Python has begun (it ignores SIGPIPE), and has then handed Ctrl-C over to the command."""
    until(lambda: has(process.pid, "SigIgn", signal.SIGPIPE))
    time.sleep(0.02)  # just after that, Python begins to handle Ctrl-C
    until(lambda: not has(process.pid, "SigCgt", signal.SIGINT))


@pytest.fixture
def compiled() -> None:
    """What the bots of the storm need is compiled: their processes are killed before they have done it."""
    compile_games(GAMES, False, lambda *_: None)
    assert all(is_ready(game) for game in GAMES)


@pytest.fixture
def busy(compiled: None) -> Iterator[None]:
    """Both cores are busy."""
    loops = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(2)]
    yield
    for loop in loops:
        loop.kill()
        loop.wait()


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="needs /proc")
def test_it_stops_three_hundred_times(
    busy: None,
    tmp_path: Path,
    new_database: Callable[[], str],
    terminal: Terminal,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    dice = random.Random(7)
    taken: dict[str, list[float]] = {}
    late = 0
    try:
        for number in range(ROUNDS):
            folder = tmp_path / str(number)
            folder.mkdir()
            kind, seconds = one_stop(number % 15, folder, dice, terminal, new_database, monkeypatch)
            taken.setdefault(kind, []).append(seconds)
            late += assert_soon(seconds)
    finally:
        for kind, each in taken.items():
            terminal.says(f"{kind}: {len(each)} stops, the longest took {max(each):.2f} s")
        terminal.says(f"{late} took more than {SOON:g} s, when the test had less than a third of a core")


def one_stop(
    number: int,
    folder: Path,
    dice: random.Random,
    terminal: Terminal,
    new_database: Callable[[], str],
    monkeypatch: pytest.MonkeyPatch,
) -> tuple[str, float]:
    """One of fifteen rounds: its kind, and the seconds that the stop took."""
    sqlite = f"sqlite:///{folder / 'tables.sqlite'}"
    uploads = dice.random() < 0.3

    def stop(house: House, when: Callable[[House], None], seconds: float, *, hints: bool = False) -> float:
        return stopped(house, terminal, later(when, seconds), dice, hints=hints, uploads=uploads)

    if number < 8:
        return "quick bots", stop(House(sqlite), at_once, dice.uniform(0, 0.5))
    if number < 10:
        return "PostgreSQL", stop(House(new_database()), playing, dice.uniform(0, 0.5))
    if number == 10:
        return "spawning", stop(House(sqlite, thinking=True), spawning, dice.uniform(0, 3), hints=True)
    if number == 11:
        with monkeypatch.context() as patch:
            patch.setenv("CENTURY_CACHE", str(folder / "cache"))  # an empty one
            return "compiling", stop(House(sqlite, thinking=True), spawning, dice.uniform(1, 8), hints=True)
    if number == 12:
        house = House(dice.choice([sqlite, new_database()]), thinking=True, processes=2)
        return "thinking", stop(house, thinking, dice.uniform(0, 1), hints=True)
    if number == 13:
        ways = [[signal.SIGINT], [signal.SIGTERM], [signal.SIGINT] * 2, [signal.SIGINT, signal.SIGTERM]]
        pauses = iter([dice.uniform(0, 3), dice.uniform(0, 0.3)])
        pause = lambda: time.sleep(next(pauses))  # noqa: E731
        return "program", program_stopped(folder, dice.choice(ways), dice, pause, uploads=uploads)
    how, wait = dice.choice([signal.SIGINT, signal.SIGTERM]), dice.uniform(0, 2 * crowd())  # up to about when it serves

    def ready(process: "subprocess.Popen[str]") -> None:
        the_command_has_begun(process)
        time.sleep(wait)

    return "program that starts", program_stopped_while_it_starts(folder, how, ready)
