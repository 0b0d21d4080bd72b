"""The guide walks through the example as it stands."""

import re
from pathlib import Path

from tests.outside.conftest import SILK_FAIR

GUIDE = Path(__file__).parents[2] / "docs" / "adding-a-game.md"


def test_what_the_guide_quotes_stands_in_the_example() -> None:
    source, first = SILK_FAIR.read_text("utf-8"), "# examples/silk_fair.py\n"
    blocks = re.findall(r"```python\n(.*?)```", GUIDE.read_text("utf-8"), re.DOTALL)
    quoted = [block.removeprefix(first) for block in blocks if block.startswith(first)]
    assert len(quoted) >= 6
    for block in quoted:
        assert block in source, block
