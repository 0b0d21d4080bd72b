"""Rules are compiled once, entries together with all that they call, and both do what plain Python does."""

from collections.abc import Iterator
from typing import Any

import numba
import numpy as np
import pytest
from numba.core import event
from numba.core.target_extension import target_override

import century
from century.engine.compile import entry, interpreted, rule
from century.engine.contract import apply, legal, setup
from century.engine.pipeline import RuleCompiler, _Options
from century.engine.state import MOST_OFFERS, record

SHELF = record(("few", np.int8), ("many", np.int64), ("row", np.int16, 3))


@rule
def twice(number):  # type: ignore[no-untyped-def]
    return number * 2


@rule
def all_of(shelf):  # type: ignore[no-untyped-def]
    return twice(shelf.few) + twice(shelf.many) + twice(shelf.row[2]) + first_of(shelf.row)


@rule
def first_of(numbers):  # type: ignore[no-untyped-def]
    return numbers[0]


@rule
def given_back(numbers):  # type: ignore[no-untyped-def]
    return numbers


def shelves() -> Any:
    made = np.zeros(2, SHELF)
    made["few"], made["many"], made["row"] = [20, -50], [10**12, 5], [[1, 2, 3], [4, 5, 6]]
    return made


def add_up(shelves, sums):  # type: ignore[no-untyped-def]
    for place in range(len(shelves)):
        sums[place] = all_of(shelves[place])


SUMS = [2 * 20 + 2 * 10**12 + 2 * 3 + 1, -2 * 50 + 2 * 5 + 2 * 6 + 4]


class Compiled(event.Listener):  # type: ignore[misc]
    """The names of the functions that were compiled."""

    def __init__(self) -> None:
        self.names: list[str] = []

    def on_start(self, event: Any) -> None:
        self.names.append(event.data["dispatcher"].py_func.__name__)

    def on_end(self, event: Any) -> None:
        pass


@pytest.fixture
def compiled() -> Iterator[list[str]]:
    listener = Compiled()
    event.register("numba:compile", listener)
    yield listener.names
    event.unregister("numba:compile", listener)


def uncached(function: Any) -> Any:
    """An entry that is compiled in every process."""
    made: Any = entry(function)
    made._cache.disable()
    return made


def test_an_entry_does_what_plain_python_does_and_a_rule_is_compiled_once(compiled: list[str]) -> None:
    native = uncached(add_up)
    sums, plain = np.zeros(2, np.int64), np.zeros(2, np.int64)
    native(shelves(), sums)
    interpreted(native)(shelves().view(np.recarray), plain)
    assert sums.tolist() == plain.tolist() == SUMS
    assert sorted(compiled) == ["add_up", "all_of", "first_of", "twice"], "for numbers of three sizes"
    again = np.zeros(2, np.int64)
    uncached(lambda shelves, sums: add_all(shelves, sums))(shelves(), again)
    assert again.tolist() == SUMS
    assert sorted(compiled) == sorted(["add_up", "all_of", "first_of", "twice", "<lambda>", "add_all"])


@rule
def add_all(shelves, sums):  # type: ignore[no-untyped-def]
    for place in range(len(shelves)):
        sums[place] = all_of(shelves[place])


def test_rules_can_be_called_from_ordinary_numba_code() -> None:
    sums = np.zeros(2, np.int64)
    numba.njit(add_up)(shelves(), sums)
    assert sums.tolist() == SUMS


def test_a_search_of_ones_own_calls_the_rules_of_a_game() -> None:
    @numba.njit
    def first_answers(states, boxes, offers, answers):  # type: ignore[no-untyped-def]
        setup(states[0], boxes[0])
        for turn in range(len(answers)):
            legal(states[0], boxes[0], offers)
            answers[turn] = offers[1]
            apply(states[0], boxes[0], offers[1])

    match = century.game("spice-road").new(players=2, seed=7, start=0)
    states, answers = match.options.blank(match.game, match.catalogue, 1), np.zeros(5, np.int64)
    boxes = np.asarray(match.game.box(match.catalogue))
    first_answers(states, boxes, np.zeros(MOST_OFFERS + 1, np.int16), answers)
    for answer in answers:
        match.play(int(answer))
    assert match.state.tobytes() == states.tobytes()


def test_a_rule_that_returns_an_array_is_refused() -> None:
    with pytest.raises(Exception, match="given_back returns an array; a rule may return only numbers and records"):
        uncached(lambda numbers: given_back(numbers)[0])(np.zeros(3))


def test_on_a_gpu_the_options_are_the_usual_ones() -> None:
    assert dict(_Options())["pipeline_class"] is RuleCompiler
    with target_override("cuda"):
        assert dict(_Options()) == {"nopython": True, "no_cpython_wrapper": True}
