"""The numbers of actions and decisions stay what they were: records and trained players rest on them."""

import csv

from century.engine.actions import ACTIONS, BLOCKS, DECISIONS, action_of
from tests.old_files import FOLDER


def test_actions_keep_their_numbers() -> None:
    texts = (FOLDER / "actions.txt").read_text("utf-8").splitlines()
    assert [action.text for action in ACTIONS[: len(texts)]] == texts
    assert [action_of(text).id for text in texts] == list(range(len(texts)))


def test_blocks_begin_where_they_did() -> None:
    with (FOLDER / "blocks.csv").open(encoding="utf-8") as file:
        before = [(int(first), int(size), word) for first, size, word in csv.reader(file)]
    assert [(int(block), len(block.labels), block.word) for block in BLOCKS[: len(before)]] == before


def test_decisions_keep_their_numbers() -> None:
    names = (FOLDER / "decisions.txt").read_text("utf-8").splitlines()
    assert [decision.name for decision in DECISIONS[: len(names)]] == names
    assert [int(decision) for decision in DECISIONS[: len(names)]] == list(range(len(names)))
