"""The time left that a test run shows, and the line that says what was skipped."""

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


def test_processes_share_the_work_but_not_that_of_a_group() -> None:
    before = {"a": 6.0, "b": 6.0, "c@browser": 8.0, "d@browser": 8.0}
    estimate = Estimate(before, Clock())
    estimate.begin([*before], processes=4)
    assert estimate.seconds_left() == 16.0
    estimate.begin([*before], processes=1)
    assert estimate.seconds_left() == 28.0


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
