"""What early cards and tiles are worth, from self-play: the opening of planners.

Both seats take cards and tiles in the first rounds, the best ones only a little more often, and then plan as ever. By
how much a seat has won is explained by those that it took more than the other one, and by what else it had more: least
squares, each piece held near what it was worth before, as firmly as explains games best that it was not fitted to.
What else it had tells how many points in the end a point of worth makes, and so gives the pieces their unit.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

import numpy as np

import century
from century.engine.actions import PLAY
from century.engine.game import Game
from century.engine.match import Match
from century.errors import CenturyError
from century.lab.play.workers import processes
from century.players.beam import Search
from century.players.opening import Opening, buys
from century.players.planner import PLANNING, Planner, named_weights, opening_of, weights_in
from century.players.worth import BESIDES, GENERAL, KINDS, PIECES, gain_of, measure, names_of

TURN_LIMIT = 240
ROUNDS_OF_BUYING, ROUNDS_OF_PLANS = 3, 10
STRAY = 2.0  # points by which the worth of a piece is blurred, so that all are taken
HOLDS = 3.0 ** np.arange(1, 13)  # for how many pieces taken the worth of before may count


@dataclass(frozen=True)
class Job:
    """A game to learn from."""

    game: str
    opening: Opening
    search: Search
    seed: int


@dataclass(frozen=True)
class Lesson:
    """What the first seat had more than the second after the opening, and the points that it had more in the end."""

    pieces: Any  # how many of each
    before: float  # what they were worth, as far as was known
    rest: float  # what else it had, by its weights
    margin: float


@dataclass(frozen=True)
class Found:
    """The opening, by the names of weights, and how well it explains who wins."""

    weights: dict[str, float]
    explained: float


def first_opening(game: Game, *, fresh: bool = False) -> Opening:
    """The opening of a game as it is now; of one that has none, or is to get a fresh one, its weights."""
    had = None if fresh else opening_of(game)
    return had or Opening(ROUNDS_OF_BUYING if buys(game) else ROUNDS_OF_PLANS, named_weights(game))


def learn(job: Job) -> Lesson:
    """Play a game, and look back on its opening."""
    game = century.game(job.game)
    match = game.new(players=2, seed=job.seed, turn_limit=TURN_LIMIT)
    pieces, before, rest = (_bought if buys(game) else _taken)(job, match)
    players = [Planner(job.search), Planner(job.search)]
    while match.actor is not None:
        match.play(players[match.actor].answer(match.known(match.actor)))
    points = match.totals()
    return Lesson(pieces, before, rest, float(points[0] - points[1]))


def _bought(job: Job, match: Match) -> tuple[Any, float, float]:
    """Play an opening in which cards are bought: what the first seat has bought more."""
    chance = Random(job.seed)
    players = [Planner(job.search), Planner(job.search)]
    pieces, before, rest = np.zeros(len(PIECES)), 0.0, 0.0
    while match.actor is not None and job.opening.lasts(match.state):
        seat, known = match.actor, match.known(match.actor)
        bought = job.opening.stray_turn(known, chance, STRAY)
        if bought is None:
            match.play(players[seat].answer(known))
            continue
        sign = 1 - 2 * seat
        pieces[bought.card] += sign
        before += sign * (job.opening.worth(bought) - bought.cubes)
        rest += sign * bought.cubes
        for answer in bought.answers:
            match.play(answer)
    return pieces, before, rest


def _taken(job: Job, match: Match) -> tuple[Any, float, float]:
    """Play an opening in which plans like some pieces more and others less: what the first seat has more after it."""
    chance = np.random.default_rng(job.seed)
    names, game = names_of(match.game), match.game
    weights = weights_in(game, job.opening.weights)
    single = np.array([name in PIECES for name in names])
    liked = [weights + single * chance.normal(0, STRAY, len(names)) for _ in range(2)]
    players = [Planner(job.search, weights=each) for each in liked]
    while match.actor is not None and job.opening.lasts(match.state):
        match.play(players[match.actor].answer(match.known(match.actor)))
    if match.actor is None:
        return np.zeros(len(PIECES)), 0.0, 0.0
    known = match.known(0)
    found, points = np.zeros((2, len(names) + BESIDES)), np.zeros(2, np.int64)
    states = np.repeat(known.state[:1], 2)
    measure(
        states, np.asarray(game.box(known.catalogue)), np.arange(2), weights[GENERAL.index("rounds")], found, points
    )
    more = found[0] - found[1]
    had = more[: len(names)] * single / found[0, len(names)]  # pieces last, and so count by what is left of the game
    by_name = dict(zip(names, had.tolist(), strict=True))
    pieces = np.array([by_name.get(piece, 0.0) for piece in PIECES])
    rest = float(points[0] - points[1] + (weights * ~single) @ more[: len(names)])
    return pieces, float(weights @ had), rest


def lessons(
    game: str, opening: Opening, *, games: int, width: int, seed: int, workers: int | None = None
) -> Iterator[Lesson]:
    """Play so many games to learn from, that begin with this opening, more or less."""
    search = PLANNING.wide(width)
    with processes(workers) as pool:
        yield from pool.map(learn, (Job(game, opening, search, seed + number) for number in range(games)), chunksize=4)


def opening_from(game: str, opening: Opening, learned: Iterable[Lesson]) -> Found:
    """The opening that explains these games; what pieces of a kind are worth on average stays as it was."""
    told = list(learned)
    pieces = np.array([lesson.pieces for lesson in told])
    known = np.array([(lesson.before, lesson.rest, 1.0) for lesson in told])
    margins = np.array([lesson.margin for lesson in told])
    taken = np.abs(pieces).sum(axis=0) > 0
    if not taken.any():
        raise CenturyError("nothing was taken in the openings of these games: play more of them")
    scale, unit, _ = parts = np.linalg.lstsq(known, margins, rcond=None)[0]
    unit = max(unit, 1.0)  # a point that one has stays a point, even where games hardly tell who is ahead
    missed = margins - known @ parts
    more = held(pieces, missed)
    own = np.array([opening.weights.get(name, 0.0) for name in PIECES])
    before = own + (_as_cards(game, opening) if buys(century.game(game)) else 0.0)
    change = (scale * before + more) / unit - before
    for kind in KINDS:
        alike = taken & np.isin(PIECES, kind)
        if alike.any():
            change[alike] -= change[alike].mean()
    found = {name: float(own[number] + change[number]) for number, name in enumerate(PIECES) if taken[number]}
    explained = float(1 - (missed - pieces @ more).var() / margins.var())
    return Found({"rounds": opening.rounds, **found}, explained)


def held(pieces: Any, missed: Any) -> Any:
    """What explains what was missed, by pieces: held so firmly that a game is explained best by all the others."""
    left, size, right = np.linalg.svd(pieces, full_matrices=False)
    found = []
    for hold in HOLDS:
        kept = size**2 / (size**2 + hold)
        wrong = (missed - left @ (kept * (left.T @ missed))) / (1 - left**2 @ kept)  # each game by the others
        found.append(float(np.mean(wrong**2)))
    hold = HOLDS[int(np.argmin(found))]
    return right.T @ (size / (size**2 + hold) * (left.T @ missed))


def _as_cards(game: str, opening: Opening) -> Any:
    """What each merchant card is worth as a card that gains so much, as it is printed; 0 for other pieces."""
    declared = century.game(game)
    box = declared.box(declared.catalogue())[0]
    worth = np.zeros(len(PIECES))
    for card in range(len(PLAY.labels)):
        gain = float(gain_of(box.effects[box.first_merchant + card]))
        worth[card] = opening.weights["card"] + opening.weights["card gain"] * gain
    return worth
