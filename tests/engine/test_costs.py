"""What reading costs grows with the length of a text, and no faster. Work is counted, not timed."""

import json
import sys
from collections.abc import Callable
from types import FrameType
from typing import Any

import pytest

import century
from century.components.catalogue import Catalogue
from century.engine import record
from century.errors import CenturyError, ComponentError

UNIT = 3_000  # characters of the shortest text
MATCH = century.game("spice-road").new(players=2, seed=7, start=0, names=["Ann", "Bo"], interpreted=True)
HEAD = MATCH.record().partition("\n\n")[0] + "\n"
END = "\nend: x"


def with_components(pack: object) -> str:
    return HEAD.replace("seat 1", f"components: {pack if isinstance(pack, str) else json.dumps(pack)}\nseat 1") + END


TEXTS: dict[str, Callable[[int], str]] = {
    "line ends": lambda size: "\n" * size,
    "line ends behind a record": lambda size: MATCH.record() + "\r\n" * size,
    "spaces": lambda size: " " * size,
    "lines of a header": lambda size: HEAD + "".join(f"k{number}: v\n" for number in range(size // 8)) + END,
    "seats": lambda size: HEAD + "".join(f"seat 9{number}: v\n" for number in range(size // 12)) + END,
    "a game": lambda size: HEAD.replace("spice-road", "x" * size) + END,
    "a key": lambda size: HEAD + "y" * size + ": 1\n" + END,
    "a version": lambda size: HEAD.replace("century: ", "century: " + "0." * (size // 2)) + END,
    "a name": lambda size: HEAD.replace("Ann", "z" * size) + END,
    "an edition": lambda size: HEAD + "edition: " + "g" * size + "\n" + END,
    "an answer": lambda size: HEAD + "\n1.1 " + "p" * size + END,
    "answers": lambda size: HEAD + "\n1.1 " + ", ".join(["play S01"] * (size // 8)) + END,
    "a turn": lambda size: HEAD + "\n" + "1" * size + ".1 play S01" + END,
    "points": lambda size: HEAD + "\nend: 0 actions, unfinished, points " + "- " * (size // 2),
    "a number": lambda size: HEAD + f"\nend: {'9' * size} actions, unfinished, points 0 0, check 00000000",
    "entries": lambda size: with_components({"merchant": [{"id": f"M{number}"} for number in range(size // 14)]}),
    "keys": lambda size: with_components({"setup": {f"k{number}": 1 for number in range(size // 10)}}),
    "tables": lambda size: with_components({f"t{number}": {} for number in range(size // 10)}),
    "cubes": lambda size: with_components({"merchant": [{"id": "M01", "gain": "Y" * size}]}),
    "tables in tables": lambda size: with_components('{"setup":' + '{"a":' * (size // 6) + "1" + "}" * (size // 6 + 1)),
}


def lines_run(do: Callable[[], object]) -> int:
    """The lines of Python that a call runs."""
    count = 0

    def trace(frame: FrameType, event: str, _: Any) -> Any:
        nonlocal count
        count += event == "line"
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        do()
    except CenturyError:
        pass
    finally:
        sys.settrace(before)
    return count


@pytest.mark.parametrize("name", TEXTS)
def test_a_record_costs_as_much_as_it_is_long(name: str) -> None:
    def read(size: int) -> Callable[[], object]:
        text = TEXTS[name](size)
        return lambda: century.replay(text, interpreted=True)

    lines_run(read(UNIT))  # what is prepared once
    costs = [lines_run(read(times * UNIT)) for times in (1, 2, 4, 8)]
    assert costs[-1] <= 8.5 * costs[0] + 500, costs


def test_the_lines_of_a_record_are_copied_once() -> None:
    copied = 0

    class Counted(list[str]):
        def __getitem__(self, at: Any) -> Any:
            nonlocal copied
            found = super().__getitem__(at)
            if isinstance(at, slice):
                copied += len(found)
                return Counted(found)
            return found

    lines = Counted(["century record 1"] * 1000 + [""] * 1000)
    record._Reader(lines, True)
    assert copied <= len(lines)


@pytest.mark.parametrize("unknown", ["x", "play ", "spice-road"])
def test_an_unknown_name_is_compared_with_known_ones_up_to_a_length(unknown: str) -> None:
    def look(times: int) -> int:
        return lines_run(lambda: century.game("spice-road").space.action_of(unknown * times))

    assert look(40_000) <= 1.1 * look(100) + 100


def test_packs_are_not_nested_without_end() -> None:
    deep: object = 1
    for _ in range(700):
        deep = {"a": deep}
    for overlay in ({"merchant": [{"id": "M01", "gain": deep}]}, {"setup": deep}, {"setup": [[deep]]}):
        with pytest.raises(ComponentError, match="at most 16 levels"):
            Catalogue.load(["spice_road.toml"], overlay)


def test_a_file_that_is_nested_without_end_is_refused(tmp_path: Any) -> None:
    (tmp_path / "deep.toml").write_text("a = " + "[" * 50_000)
    with pytest.raises(ComponentError, match=r"nested too deeply|invalid TOML"):
        Catalogue.load(["spice_road.toml"], tmp_path / "deep.toml")
