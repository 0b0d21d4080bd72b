"""The example of a bot that plays over HTTP, against a real server."""

import importlib
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parents[2] / "examples"


def test_the_example_plays_a_whole_game_over_http(server: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(EXAMPLES))
    last = importlib.import_module("http_bot").play(server)
    assert last["view"]["over"]
    assert last["view"]["seats"][0]["name"] == "Guesser"
    assert not last["acting"]
    assert last["table"]["result"]["points"] == [sum(seat["score"].values()) for seat in last["view"]["seats"]]
