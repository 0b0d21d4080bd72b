"""The numbers of actions and decisions never change: records and trained players rest on them."""

from century.engine.actions import ACTIONS, BLOCKS, DECISIONS, action_of

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
