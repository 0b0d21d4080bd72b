from collections.abc import Iterator
from pathlib import Path

import pytest

from century import plugins
from century.engine import game
from century.engine.game import Game, register

SILK_FAIR = Path(__file__).parents[2] / "examples" / "silk_fair.py"


@pytest.fixture(autouse=True)
def _nothing_is_installed(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """What a test loads is unknown to the next one, here and in processes that it starts."""
    monkeypatch.setattr(plugins, "_loaded", {})
    monkeypatch.setattr(plugins, "_of_files", {})
    monkeypatch.setenv(plugins.FILES, "")
    plugins.installed.cache_clear()
    yield
    for outside in [each for each in game.registered().values() if each.file]:
        game.withdraw(outside.file)
    plugins.installed.cache_clear()


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


_KEPT: list[Game] = []
