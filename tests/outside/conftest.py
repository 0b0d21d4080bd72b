from pathlib import Path

import pytest

from century import plugins
from century.engine.game import Game, register

SILK_FAIR = Path(__file__).parents[2] / "examples" / "silk_fair.py"
_KEPT: list[Game] = []


@pytest.fixture
def silk_fair(monkeypatch: pytest.MonkeyPatch) -> Game:
    """The game of the example, which is run once in a process."""
    if not _KEPT:
        _KEPT.append(plugins.game_in(SILK_FAIR))
    register(_KEPT[0])
    monkeypatch.setitem(plugins._loaded, "silk-fair", _KEPT[0])
    monkeypatch.setitem(plugins._of_files, SILK_FAIR, [_KEPT[0]])
    monkeypatch.setenv(plugins.FILES, str(SILK_FAIR))
    return _KEPT[0]
