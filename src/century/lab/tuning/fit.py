"""Weights from self-play: something is worth the points that it brings.

Planners play each other with the weights of now. Each position at the start of a turn is measured, and the points that
its seat made from there on, discounted by the turn, are explained by the measures: least squares, held near the weights
of now. New weights make better players, so this is done a few times.

A fit tells single cards and tiles apart, but not what a card as such is worth: it sees what came of having one, and not
what could have come. So it can be made to change single pieces only, and the rest is left to duels.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

import century
from century.lab.play.workers import processes
from century.lab.tuning.weights_file import begun
from century.players.beam import Search
from century.players.planner import PLANNING, Planner
from century.players.worth import BESIDES, GENERAL, PIECES, measure, names_of

TURN_LIMIT = 240
TAIL = 30  # turns before a stop that tell nothing
HOLD, HOLD_CARD = 100.0, 2000.0  # how many positions the weights of now count for; single cards are rare
STRAY = 0.1  # share of turns that begin at random, so that also other positions are met


@dataclass(frozen=True)
class Job:
    """A game to learn from."""

    game: str
    weights: Any
    search: Search
    seed: int


@dataclass(frozen=True)
class Lesson:
    """What a game has taught: measures of positions, and the points that came after each."""

    measures: Any
    points: Any
    rounds: int
    score: float  # a seat, at the end


@dataclass(frozen=True)
class Fitted:
    """New weights by name, and how well they explain what came."""

    weights: dict[str, float]
    positions: int
    explained: float  # the share of the variance
    rounds: float
    points_a_round: float


def learn(job: Job) -> Lesson:
    """Play a game, and look back on it."""
    game = century.game(job.game)
    match = game.new(players=2, seed=job.seed, turn_limit=TURN_LIMIT)
    chance = np.random.default_rng(job.seed)
    players = [Planner(job.search, weights=job.weights) for _ in range(2)]
    states, seats, turn = [], [], -1
    box: Any = None
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
    found = np.zeros((len(states), len(names_of(game)) + BESIDES))
    now = np.zeros(len(states), np.int64)
    measure(np.array(states, game.state_type), box, np.array(seats), job.weights[3], found, now)
    rows, points = [], []
    for seat, final in enumerate(match.totals()):
        mine = np.flatnonzero(np.array(seats) == seat)
        came = to_come(np.append(now[mine], final), job.weights[0])
        told = len(mine) if match.winner is not None else max(0, len(mine) - TAIL)
        rows.append(found[mine[:told]])
        points.append(came[:told])
    return Lesson(np.concatenate(rows), np.concatenate(points), match.round, float(np.mean(match.totals())))


def to_come(points: Any, discount: float) -> Any:
    """The points that are still to come at each turn, each turn later worth less.

    >>> to_come(np.array([0, 0, 10]), 0.5)
    array([ 5., 10.])
    """
    found = np.diff(points).astype(float)
    for turn in range(len(found) - 2, -1, -1):
        found[turn] += discount * found[turn + 1]
    return found


def fit(
    game: str,
    weights: Any = None,
    *,
    games: int,
    times: int,
    width: int,
    seed: int,
    pieces: bool = False,
    workers: int | None = None,
) -> Iterator[Fitted]:
    """Play and fit so many times, beginning with these weights or those of the game; each time new seeds.

    With `pieces` only what single cards and tiles are worth is taken from it.
    """
    names, weights = begun(game, weights)
    single = np.array([name in PIECES for name in names])
    taken = single if pieces else np.arange(len(names)) >= len(GENERAL)
    hold = np.append(np.where(single, HOLD_CARD, HOLD), [0.001] * BESIDES)
    with processes(workers) as pool:
        for time in range(times):
            first = seed + time * games
            search = PLANNING.wide(width)
            jobs = [Job(game, weights, search, first + number) for number in range(games)]
            lessons = list(pool.map(learn, jobs))
            measures = np.concatenate([lesson.measures for lesson in lessons])
            points = np.concatenate([lesson.points for lesson in lessons])
            before = np.append(weights, np.zeros(BESIDES))
            change = np.linalg.solve(measures.T @ measures + np.diag(hold), measures.T @ (points - measures @ before))
            missed = points - measures @ (before + change)
            weights = np.where(taken, (before + change)[: len(names)], weights)
            rounds = float(np.mean([lesson.rounds for lesson in lessons]))
            yield Fitted(
                dict(zip(names, weights.tolist(), strict=True)),
                len(points),
                float(1 - missed.var() / points.var()),
                rounds,
                float(np.mean([lesson.score for lesson in lessons])) / rounds,
            )
