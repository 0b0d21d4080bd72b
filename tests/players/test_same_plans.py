"""Planners think and answer as they always did; `plans.json` was written before the code was as it is now."""

import json
from functools import cache
from typing import Any

import pytest

import century
from tests.players.plans import FILE, bots_games, plans


@cache
def known() -> dict[str, Any]:
    return dict(json.loads(FILE.read_text("utf-8")))


@pytest.mark.parametrize("name", century.games())
def test_weights_measures_habits_and_things_taken_stay_what_they_were(name: str) -> None:
    assert plans(name) == {key: value for key, value in known()[name].items() if key != "bots"}


@pytest.mark.parametrize("name", century.games())
def test_bots_answer_as_they_did(name: str) -> None:
    assert bots_games(name) == known()[name]["bots"]
