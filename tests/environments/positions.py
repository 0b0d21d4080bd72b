"""Positions to look at: interpreted random games, so that nothing has to be compiled for them."""

from collections.abc import Iterator
from functools import cache
from typing import Any

import numpy as np

import century
from century.engine.match import Match
from century.environments.observing.layout import layout_of, observe
from tests.helpers import random_match

FAR = {"spice-road": 250, "eastern-wonders": 250, "sand-to-sea": 250}  # answers to a position worth looking at


@cache
def _far(game: str, players: int) -> Match:
    return random_match(game, players, seed=3, answers=FAR.get(game, 150), interpreted=True)


def far_on(game: str, players: int) -> Match:
    """A match that is well under way; nobody else has it."""
    return _far(game, players).copy()


def on_the_way(game: str, players: int, every: int, times: int) -> Iterator[Match]:
    """A match at several moments from its beginning on."""
    match = century.game(game).new(players=players, seed=5, interpreted=True)
    random = np.random.default_rng(5)
    for _ in range(times):
        yield match
        for _ in range(every):
            if not match.over:
                actions = match.actions()
                match.play(actions[random.integers(len(actions))])


def seen(match: Match, seat: int) -> Any:
    """What a seat sees, written by the interpreter; -999 where nothing was written."""
    out = np.full(layout_of(match.game, match.options.players).size, -999, np.int16)
    observe(match.state, match.box, seat, out)
    return out
