"""What people read of a game stays as it was written down; a change of words renews the files."""

import pytest

from century.engine.actions import BLOCKS
from tests.web.seeing import GAMES
from tests.web.told import path, written


@pytest.mark.parametrize("name", GAMES)
def test_a_game_is_told_as_before(name: str) -> None:
    assert written(name) == path(name).read_text("utf-8")


def test_nearly_every_kind_of_answer_is_met() -> None:
    """All but the choice of an exploration tile, which is rare."""
    told = "".join(path(name).read_text("utf-8") for name in GAMES)
    assert [block.word for block in BLOCKS if not any(f"  {text}: " in told for text in block.texts())] == ["explore"]
