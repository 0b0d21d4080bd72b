"""A New World: tables and figures that its tests share."""

from collections.abc import Mapping
from functools import cache
from typing import Any

import numpy as np

import century
from century.engine.actions import EXPLORE
from century.engine.match import Match
from century.mechanisms.new_world.printed import BONUS_TILES as ALL_BONUS_TILES
from tests.tables.new_world import (
    new_world,
)

BONUS_TILES = ALL_BONUS_TILES[:17]  # without the marks I and III


GAME = century.game("a-new-world")


WITHOUT_STARS = (1, 3, 4, 7, 10, 12, 13, 15, 17, 20, 21, 23, 25, 27, 29, 31, 33, 35, 37, 38)


BLACK_STARS = (41, 44, 45, 48)


ALWAYS_USED = {f"pc_{n:02}" for n in WITHOUT_STARS + BLACK_STARS}


FROM_THREE_ON = {f"pc_{n:02}" for n in (2, 5, 9, 14, 19, 22, 26, 30, 36, 39, 42, 47)}


WITH_FOUR = {f"pc_{n:02}" for n in (6, 8, 11, 16, 18, 24, 28, 32, 34, 40, 43, 46)}


USED = {2: ALWAYS_USED, 3: ALWAYS_USED | FROM_THREE_ON, 4: ALWAYS_USED | FROM_THREE_ON | WITH_FOUR}


TILES = set(EXPLORE.labels)


TOWARDS_THE_END = "pc_01 pc_03 pc_13 pc_25 pc_33 pc_38 pc_41"  # 7 cards, 28 points


FORT_WITH_A_CANOE = {
    "location": [
        {
            "id": "loc_a1_1",
            "board": "A1",
            "slot": 1,
            "kind": "fort",
            "settlers": 3,
            "fort": 1,
            "circle_symbol": "canoe",
            "exploration": "",
        }
    ]
}


def a_new_world(*, board: str = "D1", **more: Any) -> Match:
    """A table of A New World with this board, and what else `new_world` takes."""
    return new_world("a-new-world", board=board, **more)


@cache
def random_views(players: int, seed: int) -> list[Mapping[str, Any]]:
    """What a watcher sees of a random game, answer by answer; who can claim a card does."""
    match = GAME.new(players=players, seed=seed, interpreted=True)
    generator = np.random.default_rng(seed)
    views: list[Mapping[str, Any]] = [match.view()]
    while not match.over and len(views) < 200:
        answers = match.actions()
        claims = [answer for answer in answers if answer.text in ("claim", "work a1_1", "work a1_2")]
        match.play(claims[0] if claims else answers[generator.integers(len(answers))])
        views.append(match.view())
    return views


RANDOM_GAMES = [(2, 3), (3, 6), (4, 6)]
