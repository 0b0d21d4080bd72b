"""The numbers of actions and decisions never change: records and trained players rest on them."""

import pytest

from century.engine.actions import ACTIONS, BLOCKS, DECISIONS, PACKAGE, ActionSpace, action_of
from century.errors import CenturyError

FIRST = {
    "play S01": 0, "play M01": 2, "play M43": 44,
    "acquire 1": 45, "acquire 6": 50, "rest": 51,
    "claim P01": 52, "claim P36": 87, "cube Y": 88, "cube B": 91,
    "upgrade Y": 92, "upgrade G": 94, "times 1": 95, "times 32": 126, "done": 127,
}  # fmt: skip


def test_the_numbers_are_what_they_were() -> None:
    assert {text: action_of(text).id for text in FIRST} == FIRST
    assert [decision.name for decision in DECISIONS][:5] == [
        "turn",
        "upgrading",
        "trading",
        "placing",
        "returning",
    ]


def test_blocks_do_not_overlap_and_texts_are_unique() -> None:
    assert [int(block) for block in BLOCKS] == sorted(block for block in BLOCKS)
    assert sum(len(block.labels) for block in BLOCKS) == len(ACTIONS) == len({action.text for action in ACTIONS})
    assert [action.id for action in ACTIONS] == list(range(len(ACTIONS)))


def test_texts_and_numbers_go_back_and_forth() -> None:
    for action in ACTIONS:
        assert action_of(action.text) == action_of(action.id) == action_of(action) == action


def test_a_game_from_outside_has_numbers_of_its_own_above_those_of_the_package() -> None:
    one, other = ActionSpace(PACKAGE), ActionSpace(PACKAGE)
    first, second = one.block("haggle", range(3)), one.block("bow")
    assert (int(first), int(second), int(other.block("sing"))) == (1024, 1027, 1024)
    assert one.action_of(" Haggle  2 ").id == 1026
    assert one.action_of("play S01") == PACKAGE.action_of("play S01")
    assert (int(one.decision("a", "A?")), int(one.decision("b", "B?")), int(other.decision("a", "A?"))) == (64, 65, 64)
    assert list(PACKAGE.actions) == list(range(len(ACTIONS)))
    assert one.block_of(1027) is second
    for unknown in (1023, 1028, "sing"):
        with pytest.raises(CenturyError, match=r"unknown action|no action|an action must be"):
            one.action_of(unknown)


def test_what_clashes_or_has_no_room_is_refused() -> None:
    space = ActionSpace(PACKAGE)
    space.block("haggle", ("low",))
    for word, labels in (("Haggle", ("LOW",)), ("play", ("S01",)), ("sing", ("a", "a"))):
        with pytest.raises(CenturyError, match=r"there is an action .* already"):
            space.block(word, labels)
    with pytest.raises(CenturyError, match="words without commas"):
        space.block("sing", ("a, b",))
    with pytest.raises(CenturyError, match="too many actions"):
        space.block("sing", range(2**15))
    with pytest.raises(CenturyError, match="there is a decision 'turn' already"):
        space.decision("turn", "Your turn?")
    for number in range(64):
        space.decision(f"question {number}", "?")
    with pytest.raises(CenturyError, match="one too many"):
        space.decision("one more", "?")
