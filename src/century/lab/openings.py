"""What early cards are worth, from self-play: the opening of planners.

Both seats buy cards in the first rounds, the best ones only a little more often, and then plan as ever. By how much a
seat has won is explained by the cards and cubes that it took more than the other one: least squares, each card held
near what it was worth before. A cube tells what its weight is worth in the end, and so gives the cards their unit.
"""

from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from random import Random
from typing import Any

import numpy as np

import century
from century.engine.actions import PLAY
from century.engine.game import Game
from century.errors import CenturyError
from century.players.beam import Search
from century.players.opening import Opening
from century.players.planner import PLANNING, Planner, named_weights, opening_of
from century.players.worth import gain_of

TURN_LIMIT = 240
ROUNDS = 3
STRAY = 2.0  # points by which the worth of a purchase is blurred, so that all cards are bought
HOLD = 60.0  # how many purchases the worth of before counts for


@dataclass(frozen=True)
class Job:
    """A game to learn from."""

    game: str
    opening: Opening
    search: Search
    seed: int


@dataclass(frozen=True)
class Lesson:
    """What the first seat took more than the second in the opening, and the points that it had more in the end."""

    cards: Any  # how many of each
    before: float  # what they were worth, as far as was known
    cubes: float
    margin: float


@dataclass(frozen=True)
class Found:
    """The opening, by the names of weights, and how well it explains who wins."""

    weights: dict[str, float]
    explained: float


def first_opening(game: Game) -> Opening:
    """The opening of a game as it is now; of one that has none, its weights."""
    if not game.fields.issuperset(("merchant_row", "hand")):
        raise CenturyError(f"{game.name} has no opening to find: it has no row of merchant cards to buy from")
    return opening_of(game) or Opening(ROUNDS, named_weights(game))


def learn(job: Job) -> Lesson:
    """Play a game, and look back on its opening."""
    match = century.game(job.game).new(players=2, seed=job.seed, turn_limit=TURN_LIMIT)
    chance = Random(job.seed)
    players = [Planner(job.search), Planner(job.search)]
    cards, before, cubes = np.zeros(len(PLAY.labels)), 0.0, 0.0
    while match.actor is not None:
        seat, known = match.actor, match.known(match.actor)
        bought = job.opening.stray_turn(known, chance, STRAY)
        if bought is None:
            match.play(players[seat].answer(known))
            continue
        sign = 1 - 2 * seat
        cards[bought.card] += sign
        before += sign * (job.opening.worth(bought) - bought.cubes)
        cubes += sign * bought.cubes
        for answer in bought.answers:
            match.play(answer)
    points = match.totals()
    return Lesson(cards, before, cubes, float(points[0] - points[1]))


def lessons(game: str, *, games: int, width: int, seed: int, workers: int | None = None) -> Iterator[Lesson]:
    """Play so many games to learn from."""
    opening = first_opening(century.game(game))
    search = PLANNING.wide(width)
    with ProcessPoolExecutor(workers) as pool:
        yield from pool.map(learn, (Job(game, opening, search, seed + number) for number in range(games)), chunksize=4)


def opening_from(game: str, learned: Iterable[Lesson]) -> Found:
    """The opening that explains these games; what cards are worth on average stays as it was."""
    opening, told = first_opening(century.game(game)), list(learned)
    cards = np.array([lesson.cards for lesson in told])
    known = np.array([(lesson.before, lesson.cubes, 1.0) for lesson in told])
    margins = np.array([lesson.margin for lesson in told])
    bought = np.abs(cards).sum(axis=0) > 0
    if not bought.any():
        raise CenturyError("no card was bought in these games: play more of them")
    scale, unit, _ = parts = np.linalg.lstsq(known, margins, rcond=None)[0]
    if unit <= 0:
        raise CenturyError("these games say that cubes are worth nothing: play more of them")
    missed = margins - known @ parts
    more = np.linalg.solve(cards.T @ cards + HOLD * np.eye(cards.shape[1]), cards.T @ missed)
    weights = opening.weights
    gains = gains_of(game)
    before = weights["card"] + weights["card gain"] * gains + [weights.get(name, 0.0) for name in PLAY.labels]
    change = (scale * before + more) / unit - before
    change -= change[bought].mean()
    names = [(number, name) for number, name in enumerate(PLAY.labels) if bought[number]]
    found = {name: weights.get(name, 0.0) + float(change[number]) for number, name in names}
    explained = float(1 - (missed - cards @ more).var() / margins.var())
    return Found({"rounds": opening.rounds, **found}, explained)


def gains_of(game: str) -> Any:
    """What one use of each merchant card brings, as it is printed."""
    declared = century.game(game)
    box = declared.box(declared.catalogue())[0]
    return np.array([float(gain_of(box.effects[box.first_merchant + card])) for card in range(len(PLAY.labels))])
