"""Tables of From East to West, Parts II and III: what both have, the island map among it."""

from collections.abc import Mapping
from functools import cache
from typing import Any

import numpy as np
import pytest

import century
from century.engine.match import Match
from tests.helpers import play, refresh
from tests.tables.sea import moor, rows, settle

RING = {"ginger_1", "chili_1", "tea_1", "cloves_1", "ginger_3", "chili_3"}  # around the sea tile

# Point cards by their marks; those with a black star, 41 to 48, are out
_ALWAYS = (1, 3, 4, 7, 10, 12, 13, 15, 17, 20, 21, 23, 25, 27, 29, 31, 33, 35, 37, 38, 49, 52, 53, 56)
_FROM_THREE_ON = (2, 5, 9, 14, 19, 22, 26, 30, 36, 39, 50, 55)
_WITH_FOUR = (6, 8, 11, 16, 18, 24, 28, 32, 34, 40, 51, 54)
USED = {
    players: {f"pc_{number:02}" for number in numbers}
    for players, numbers in (
        (2, _ALWAYS),
        (3, _ALWAYS + _FROM_THREE_ON),
        (4, _ALWAYS + _FROM_THREE_ON + _WITH_FOUR),
    )
}
SEVEN = "pc_01 pc_03 pc_13 pc_25 pc_33 pc_38 pc_49"  # 7 cards, 28 points
FORTS = "pc_13 pc_15 pc_03 pc_33"  # YRG 1 settler, YGG 1 settler, RRR exploration, YGG a tool


@cache
def dealt(name: str, players: int) -> list[Mapping[str, Any]]:
    """What a watcher sees of 80 games before the first turn."""
    return [century.game(name).new(players=players, seed=seed, interpreted=True).view() for seed in range(80)]


@cache
def random_views(name: str, players: int) -> list[Mapping[str, Any]]:
    """What a watcher sees of a random game, answer by answer; who can claim, take a card, build or sail does."""
    wanted = {"claim", "build", "work a2_1", "work e2_4", "work e2_5", "work f2_1"}
    match = century.game(name).new(players=players, seed=players, interpreted=True)
    generator = np.random.default_rng(players)
    views: list[Mapping[str, Any]] = [match.view()]
    while not match.over and len(views) < 200:
        answers = match.actions()
        liked = [answer for answer in answers if answer.text in wanted]
        match.play(liked[0] if liked else answers[generator.integers(len(answers))])
        views.append(match.view())
    return views


def sailed(match: Match, *tiles: str) -> Match:
    """The boat is moved at F2 along these tiles, the cubes left being yellow, and anchors."""
    play(match, "work f2_1", f"step {tiles[0]}")
    for tile in tiles[1:]:
        play(match, f"step {tile}", "cube Y")
    return play(match, "anchor")


def built(match: Match, tile: str, before: tuple[int, ...]) -> Match:
    """The player in turn, with so many outposts of each symbol on tiles before, builds one on a tile of the ring."""
    assert match.actor is not None
    settle(match, match.actor, rows(*before).split())
    moor(match, match.actor, "sea_1")
    return play(sailed(refresh(match), tile), "build")


def refused(match: Match, answer: str) -> str:
    """Why an answer is refused."""
    with pytest.raises(century.IllegalAction) as refusal:
        match.play(answer)
    return str(refusal.value)
