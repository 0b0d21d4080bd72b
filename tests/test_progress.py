"""The time left that a test run shows, and the line that says what was skipped."""

import os
import re
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from tests.progress import Estimate, skipped, spoken


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


def test_without_earlier_runs_the_share_of_tests_counts() -> None:
    estimate = Estimate({}, clock := Clock())
    estimate.begin(["a", "b", "c", "d"])
    assert estimate.seconds_left() is None
    clock.now = 5.0
    estimate.done("a")
    assert estimate.number_done == 1
    assert estimate.seconds_left() == pytest.approx(15)


def test_long_tests_count_for_more_and_the_speed_of_this_run_decides() -> None:
    estimate = Estimate({"short": 1.0, "long": 8.0}, clock := Clock())
    estimate.begin(["short", "long"])
    assert estimate.seconds_left() == 9.0
    clock.now = 2.0  # twice as slow as before
    estimate.done("short")
    assert estimate.seconds_left() == pytest.approx(16)
    estimate.done("long")
    assert estimate.seconds_left() == 0


def test_processes_share_the_work() -> None:
    before = {"a": 6.0, "b": 6.0, "c": 8.0}
    estimate = Estimate(before, Clock())
    estimate.begin([*before], processes=4)
    assert estimate.seconds_left() == 5.0
    estimate.begin([*before], processes=1)
    assert estimate.seconds_left() == 20.0


def test_the_time_left_is_said_in_words() -> None:
    assert [spoken(seconds) for seconds in (None, 0.0, 59.6, 240.0)] == [
        "",
        "about 1 s left",
        "about 60 s left",
        "about 4 min left",
    ]


def test_one_line_says_what_was_skipped() -> None:
    reports = [SimpleNamespace(longrepr=("file", 3, f"Skipped: {why}")) for why in ("no GPU", "no browser", "no GPU")]
    assert skipped(reports) == "Skipped: 2 (no GPU); 1 (no browser)"
    assert skipped([]) == ""


TESTS = """
import pytest

@pytest.mark.parametrize("number", range(20))
def test_number(number):
    assert number != 3

@pytest.mark.skip(reason="no time")
def test_skipped():
    pass
"""


def reported(folder: Path, *more: str) -> list[str]:
    """The lines that a run of these tests writes."""
    root = Path(__file__).parents[1]
    (folder / "test_some.py").write_text(TESTS)
    (folder / "conftest.py").write_text(
        "from tests.progress import Reporter, reports_here\n\n"
        "def pytest_configure(config):\n"
        "    if reports_here(config):\n"
        "        config.pluginmanager.register(Reporter(config), 'progress')\n"
    )
    command = [sys.executable, "-m", "pytest", "-q", "-c", os.devnull, "--rootdir", str(folder), *more, str(folder)]
    environment = {**os.environ, "PYTHONPATH": str(root), "PYTEST_ADDOPTS": ""}
    run = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True)
    assert run.returncode == 1, run.stdout + run.stderr
    return run.stdout.splitlines()


@pytest.mark.parametrize("processes", ["0", "2"])
def test_a_log_shows_progress_failures_and_reasons(processes: str, tmp_path: Path) -> None:
    lines = reported(tmp_path, "-n", processes)
    progress = [line for line in lines if " of 21 tests (" in line]
    assert 7 <= len(progress) <= 21, lines  # every 10 %, or more often where tests are slow
    assert re.fullmatch(r"\d+ of 21 tests \(\d+ %\)(, 1 failed)?(, about \d+ s left)?", progress[0])
    assert progress[-1] == "21 of 21 tests (100 %), 1 failed"
    assert "Skipped: 1 (no time)" in lines
    assert not [line for line in lines if re.match(r"[.Fs]{5,}", line)], "no letters for tests"
    assert (tmp_path / ".pytest_cache/v/century/durations").read_text().count("test_number[") == 20


def test_with_v_the_output_is_that_of_pytest(tmp_path: Path) -> None:
    lines = reported(tmp_path, "-vv", "-n", "0")
    assert not [line for line in lines if " of 21 tests (" in line]
    assert len([line for line in lines if "PASSED" in line]) == 19
