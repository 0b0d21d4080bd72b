"""Whole games kept as text and compared line by line."""

import pytest

from tests.engine.playthrough import names, path, written


@pytest.mark.parametrize(("name", "players"), names())
def test_the_game_goes_as_it_went(name: str, players: int) -> None:
    kept, now = path(name, players).read_text().splitlines(), written(name, players).splitlines()
    for number, (before, after) in enumerate(zip(kept, now, strict=False), 1):
        assert after == before, f"line {number}"
    assert len(kept) == len(now)
    assert kept[0] == f"{name}, {players} players, seed {players}"
