"""Weights by regression: something is worth the points that it brings.

Planners play each other with the current weights. Each position at the start of a turn is measured, and the measures
explain the points that its seat made later, discounted by the turn: least squares, held near the current weights. New
weights make better players, so this is done several times.

A fit compares single cards and tiles well, but not what a card as such is worth: it sees the result of having one, not
the alternatives. So it can change single pieces only, and duels find the rest.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

import numpy as np
from numpy.typing import NDArray

import century
from century.lab.play.pools import processes
from century.lab.tuning.duels import SelfPlay
from century.lab.tuning.weights_file import named, starting_weights
from century.players.desk import Search
from century.players.planner import Planner, Weights
from century.players.worth import BESIDES, DISCOUNT, GENERAL, ROUNDS, measure, names_of, pieces_of

TURN_LIMIT = 240
TAIL = 30  # turns before a stop, which say nothing
HOLD, HOLD_CARD = 100.0, 2000.0  # the positions that the current weights count for; single cards are rare
STRAY = 0.1  # share of turns that begin at random, so that also other positions are met


@dataclass(frozen=True)
class Positions:
    """The measures of a game's positions, and the points that came after each."""

    measures: NDArray[np.float64]
    points: NDArray[np.float64]
    rounds: int
    score: float  # a seat, at the end


@dataclass(frozen=True)
class Fitted:
    """New weights by name, and how well they explain the points."""

    weights: dict[str, float]
    positions: int
    explained: float  # the share of the variance
    rounds: float
    points_a_round: float


def positions_of(name: str, search: Search, weights: Weights, seed: int) -> Positions:
    """Play a game between two planners, and measure its positions."""
    game = century.game(name)
    match = game.new(players=2, seed=seed, turn_limit=TURN_LIMIT)
    chance = np.random.default_rng(seed)
    players = [Planner(search, weights=weights) for _ in range(2)]
    states, seats, turn = [], [], -1
    box = np.zeros(0)
    while not match.over:
        seat = match.actor
        assert seat is not None
        known = match.known(seat)
        if turn != known.state["turn"][0]:
            turn = known.state["turn"][0]
            box = np.asarray(game.box(known.catalogue))
            states.append(known.state[0].copy())
            seats.append(seat)
            if chance.random() < STRAY:
                match.play(known.actions[chance.integers(len(known.actions))])
                continue
        match.play(players[seat].answer(known))
    measures = np.zeros((len(states), len(names_of(game)) + BESIDES))
    now = np.zeros(len(states), np.int64)
    measure(np.array(states, game.state_type), box, np.array(seats), weights[ROUNDS], measures, now)
    rows, points = [], []
    for seat, final in enumerate(match.totals()):
        mine = np.flatnonzero(np.array(seats) == seat)
        came = to_come(np.append(now[mine], final), weights[DISCOUNT])
        end = len(mine) if match.winner is not None else max(0, len(mine) - TAIL)
        rows.append(measures[mine[:end]])
        points.append(came[:end])
    return Positions(np.concatenate(rows), np.concatenate(points), match.round, float(np.mean(match.totals())))


def to_come(points: NDArray[np.int64], discount: float) -> NDArray[np.float64]:
    """Return the points still to come at each turn, discounted by the turn.

    >>> to_come(np.array([0, 0, 10]), 0.5)
    array([ 5., 10.])
    """
    coming = np.diff(points).astype(float)
    for turn in range(len(coming) - 2, -1, -1):
        coming[turn] += discount * coming[turn + 1]
    return coming


def fit(
    game: str, play: SelfPlay, weights: Weights | None = None, *, times: int, pieces: bool = False
) -> Iterator[Fitted]:
    """Play and fit several times, starting from these weights or those of the game; each time with new seeds.

    With `pieces` only the weights of single cards and tiles change.
    """
    names, weights = starting_weights(game, weights)
    single = np.isin(names, pieces_of(century.game(game)))
    taken = single if pieces else np.arange(len(names)) >= len(GENERAL)
    hold = np.append(np.where(single, HOLD_CARD, HOLD), [0.001] * BESIDES)
    with processes(play.workers) as pool:
        for time in range(times):
            first = play.seed + time * play.games
            seeds = range(first, first + play.games)
            played = list(pool.map(partial(positions_of, game, play.search, weights), seeds))
            measures = np.concatenate([each.measures for each in played])
            points = np.concatenate([each.points for each in played])
            before = np.append(weights, np.zeros(BESIDES))
            change = np.linalg.solve(measures.T @ measures + np.diag(hold), measures.T @ (points - measures @ before))
            missed = points - measures @ (before + change)
            weights = np.where(taken, (before + change)[: len(names)], weights)
            rounds = float(np.mean([each.rounds for each in played]))
            yield Fitted(
                named(names, weights),
                len(points),
                float(1 - missed.var() / points.var()),
                rounds,
                float(np.mean([each.score for each in played])) / rounds,
            )
