"""Whole games kept as text and compared line by line."""

import pytest

from tests.engine.playthrough import names, path, written


@pytest.mark.parametrize(("name", "players"), names())
def test_the_game_goes_as_it_went(name: str, players: int) -> None:
    kept = path(name, players).read_text().splitlines()
    for number, (before, now) in enumerate(zip(kept, written(name, players).splitlines(), strict=False), 1):
        assert now == before, f"line {number}"
    assert len(kept) == len(written(name, players).splitlines())
    assert kept[0] == f"{name}, {players} players, seed {players}"
