"""The progress of a test run, with the time left, in place of pytest's dots; and why tests were skipped, in one line.

On a terminal one line is updated. In a log there is a line every 10 % or every 30 seconds. With -v, -s or
--collect-only, pytest's own output stays as it is.
"""

import sys
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Generator
from typing import Any

import pytest
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn

KEPT = "century/durations"  # the seconds of each test, kept in .pytest_cache
STEP, SECONDS = 0.1, 30.0  # a line in a log is written after this share of the tests, or after so long


class Estimate:
    """The time that the rest of a run takes, going by how long each test took before."""

    def __init__(self, before: dict[str, float], clock: Callable[[], float] = time.monotonic) -> None:
        """`before` holds the seconds of each test in earlier runs; a test that is not there counts as the average."""
        self._before, self._clock = before, clock
        self.seconds: dict[str, float] = defaultdict(float)  # of this run
        self.begin([])

    def begin(self, tests: list[str], processes: int = 1) -> None:
        """Start the clock for these tests."""
        average = sum(self._before.values()) / len(self._before) if self._before else 1.0
        self._left = {test: max(self._before.get(test, average), 0.001) for test in tests}
        self.count, self._processes, self._began = len(self._left), processes, self._clock()
        self._whole = self._work()

    def done(self, test: str) -> None:
        """Note that a test is over."""
        self._left.pop(test, None)

    @property
    def number_done(self) -> int:
        """The number of tests that are over."""
        return self.count - len(self._left)

    def _work(self) -> float:
        """What is left to do for each process, in the tests' earlier seconds."""
        return sum(self._left.values()) / self._processes

    def seconds_left(self) -> float | None:
        """The time left at the speed of this run; None as long as nothing can be said."""
        left, passed = self._work(), self._clock() - self._began
        done = self._whole - left
        if done > 0.05 * self._whole:
            return passed * left / done
        return left if self._before else None


def spoken(seconds: float | None) -> str:
    """The time left, in words."""
    if seconds is None:
        return ""
    return f"about {seconds / 60:.0f} min left" if seconds > 90 else f"about {max(seconds, 1):.0f} s left"


class Reporter:
    """A plugin of pytest, for the process that reports."""

    def __init__(self, config: pytest.Config) -> None:
        self._config, self._nodes, self._running = config, set[str](), False
        self._failed, self._shown, self._shown_at = 0, 0.0, 0.0
        cache = getattr(config, "cache", None)
        self._kept: dict[str, float] = cache.get(KEPT, {}) if cache else {}
        self._estimate = Estimate(self._kept)
        self._console = Console(file=sys.stdout, highlight=False, soft_wrap=True)
        self._bar: Progress | None = None

    # --- how many tests there are -------------------------------------------------------------------

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        if session.items:  # where several processes run, this one has none
            self._begin([item.nodeid for item in session.items], 1)

    @pytest.hookimpl(optionalhook=True)
    def pytest_xdist_node_collection_finished(self, node: Any, ids: list[str]) -> None:
        self._nodes.add(node.gateway.id)
        self._begin(ids, len(self._nodes))

    def _begin(self, tests: list[str], processes: int) -> None:
        self._estimate.begin(tests, processes)
        self._running, self._shown_at = True, time.monotonic()
        if self._console.is_terminal and not self._bar:
            columns = (BarColumn(30), TextColumn("{task.completed} of {task.total} tests{task.description}"))
            self._bar = Progress(
                *columns,
                console=self._console,
                auto_refresh=False,
                transient=True,
                redirect_stdout=False,
                redirect_stderr=False,
            )
            self._task = self._bar.add_task("", total=len(tests))
            self._bar.start()

    # --- while they run -----------------------------------------------------------------------------

    @pytest.hookimpl(wrapper=True)
    def pytest_report_teststatus(self, report: Any) -> Generator[None, Any, Any]:
        """Show no letter for a test while the tests run."""
        status = yield
        return (status[0], "", "") if self._running else status

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self._estimate.seconds[report.nodeid] += report.duration
        self._failed += report.failed
        if report.when == "teardown":
            self._estimate.done(report.nodeid)
            self._show()

    def _show(self) -> None:
        done, count = self._estimate.number_done, max(self._estimate.count, 1)
        said = [f"{self._failed} failed"] * bool(self._failed) + [spoken(self._estimate.seconds_left())] * (
            done < count
        )
        rest = "".join(f", {each}" for each in said if each)
        if self._bar:
            self._bar.update(self._task, completed=done, total=count, description=rest, refresh=True)
        elif done / count >= self._shown + STEP or time.monotonic() > self._shown_at + SECONDS or done == count:
            self._shown, self._shown_at = done / count, time.monotonic()
            self._console.print(f"{done} of {count} tests ({100 * done / count:.0f} %){rest}")
            self._console.file.flush()

    # --- at the end ---------------------------------------------------------------------------------

    @pytest.hookimpl(tryfirst=True)
    def pytest_sessionfinish(self) -> None:
        self._running = False
        if self._bar:
            self._bar.stop()
        cache = getattr(self._config, "cache", None)
        if cache and self._estimate.seconds:
            rounded = {test: round(seconds, 3) for test, seconds in self._estimate.seconds.items()}
            cache.set(KEPT, {**self._kept, **rounded})

    def pytest_terminal_summary(self, terminalreporter: Any) -> None:
        if line := skipped(terminalreporter.stats.get("skipped", [])):
            terminalreporter.write_line(line)


def skipped(reports: list[Any]) -> str:
    """One line that says how many tests were skipped, and why."""
    reasons = Counter(
        str(report.longrepr[2] if isinstance(report.longrepr, tuple) else report.longrepr).removeprefix("Skipped: ")
        for report in reports
    )
    return "Skipped: " + "; ".join(f"{count} ({why})" for why, count in reasons.most_common()) if reasons else ""


def reports_here(config: pytest.Config) -> bool:
    """Whether this process reports, and nothing else was asked for."""
    options = config.option
    plain = options.verbose <= 0 and options.capture != "no" and not options.collectonly
    return plain and not hasattr(config, "workerinput")
