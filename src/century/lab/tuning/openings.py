"""The worth of early cards and tiles, from self-play: the opening of planners.

Both seats take cards and tiles in the first rounds, good ones only a little more often, and then plan as usual. The
margin of a game is explained by the pieces that one seat took and the other did not, and by whatever else it had more:
least squares, each piece held near its worth before, as firmly as cross-validation finds best. What else a seat had
shows how many final points a point of worth makes, and so gives the pieces their unit.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from random import Random

import numpy as np
from numpy.typing import NDArray

import century
from century.engine.game import Game
from century.engine.match import Match
from century.errors import CenturyError
from century.lab.play.pools import processes
from century.lab.tuning.duels import SelfPlay
from century.players.desk import Search
from century.players.opening import Opening, shop_of, worth
from century.players.planner import Planner, named_weights, opening_of, weights_in
from century.players.worth import BESIDES, ROUNDS, kinds_of_pieces, measure, names_of, pieces_of

Pieces = NDArray[np.float64]  # a number for each card and tile

TURN_LIMIT = 240
ROUNDS_OF_BUYING, ROUNDS_OF_PLANS = 3, 10
STRAY = 2.0  # points of noise on the worth of a piece, so that all are taken
HOLDS = 3.0 ** np.arange(1, 13)  # the number of pieces taken that the worth before may count for


@dataclass(frozen=True)
class Advantage:
    """What the first seat had more than the second after the opening, and its final margin."""

    pieces: Pieces
    before: float  # their worth before the search
    rest: float  # the worth of everything else
    margin: float  # in points, at the end of the game


@dataclass(frozen=True)
class FittedOpening:
    """The opening, by the names of weights, and how well it explains who wins."""

    weights: dict[str, float]
    explained: float


def first_opening(game: Game, *, fresh: bool = False) -> Opening:
    """Return the current opening of a game. Without one, or to start afresh, return its weights."""
    had = None if fresh else opening_of(game)
    return had or Opening(ROUNDS_OF_BUYING if shop_of(game) else ROUNDS_OF_PLANS, named_weights(game))


def advantage_of(name: str, search: Search, opening: Opening, seed: int) -> Advantage:
    """Play a game that begins with an opening, and return what the opening brought."""
    game = century.game(name)
    match = game.new(players=2, seed=seed, turn_limit=TURN_LIMIT)
    pieces, before, rest = (_bought if shop_of(game) else _taken)(match, search, opening)
    players = [Planner(search), Planner(search)]
    while match.actor is not None:
        match.play(players[match.actor].answer(match.known(match.actor)))
    points = match.totals()
    return Advantage(pieces, before, rest, float(points[0] - points[1]))


def _bought(match: Match, search: Search, opening: Opening) -> tuple[Pieces, float, float]:
    """Play an opening of purchases, and return what the first seat bought more."""
    chance = Random(match.options.seed)
    players = [Planner(search), Planner(search)]
    names = pieces_of(match.game)
    pieces, before, rest = np.zeros(len(names)), 0.0, 0.0
    while match.actor is not None and opening.lasts(match.state):
        seat, known = match.actor, match.known(match.actor)
        bought = opening.stray_turn(known, chance, STRAY)
        if bought is None:
            match.play(players[seat].answer(known))
            continue
        sign = 1 - 2 * seat
        pieces[names.index(bought.piece)] += sign
        before += sign * (worth(bought) - bought.rest)
        rest += sign * bought.rest
        for answer in bought.answers:
            match.play(answer)
    return pieces, before, rest


def _taken(match: Match, search: Search, opening: Opening) -> tuple[Pieces, float, float]:
    """Play an opening by plans with noise on the worth of pieces, and return what the first seat has more."""
    chance = np.random.default_rng(match.options.seed)
    names, game = names_of(match.game), match.game
    weights = weights_in(game, opening.weights)
    single = np.isin(names, pieces_of(game))
    liked = [weights + single * chance.normal(0, STRAY, len(names)) for _ in range(2)]
    players = [Planner(search, weights=each) for each in liked]
    while match.actor is not None and opening.lasts(match.state):
        match.play(players[match.actor].answer(match.known(match.actor)))
    if match.actor is None:
        return np.zeros(single.sum()), 0.0, 0.0
    known = match.known(0)
    measures, points = np.zeros((2, len(names) + BESIDES)), np.zeros(2, np.int64)
    states = np.repeat(known.state[:1], 2)
    measure(states, np.asarray(game.box(known.catalogue)), np.arange(2), weights[ROUNDS], measures, points)
    more = measures[0] - measures[1]
    had = more[: len(names)] * single / measures[0, len(names)]  # pieces last, and so count by what is left of the game
    rest = float(points[0] - points[1] + (weights * ~single) @ more[: len(names)])
    return had[single], float(weights @ had), rest


def advantages(game: str, opening: Opening, play: SelfPlay) -> Iterator[Advantage]:
    """Play games that begin with variations of this opening."""
    seeds = range(play.seed, play.seed + play.games)
    with processes(play.workers) as pool:
        yield from pool.map(partial(advantage_of, game, play.search, opening), seeds, chunksize=4)


def opening_from(game: str, opening: Opening, played: Sequence[Advantage]) -> FittedOpening:
    """Return the opening that explains these games; the mean worth of the pieces of a kind stays as it was."""
    declared = century.game(game)
    names, shop = pieces_of(declared), shop_of(declared)
    pieces = np.array([each.pieces for each in played])
    known = np.array([(each.before, each.rest, 1.0) for each in played])
    margins = np.array([each.margin for each in played])
    taken = np.abs(pieces).sum(axis=0) > 0
    if not taken.any():
        raise CenturyError("nothing was taken in the openings of these games: play more of them")
    scale, unit, _ = parts = np.linalg.lstsq(known, margins, rcond=None)[0]
    unit = max(unit, 1.0)  # a point stays a point, even where games hardly show who is ahead
    missed = margins - known @ parts
    more = ridge(pieces, missed)
    own = np.array([opening.weights.get(name, 0.0) for name in names])
    printed = shop.printed(declared, opening.weights) if shop else {}
    before = own + np.array([printed.get(name, 0.0) for name in names])
    change = (scale * before + more) / unit - before
    for kind in kinds_of_pieces(declared):
        alike = taken & np.isin(names, kind)
        if alike.any():
            change[alike] -= change[alike].mean()
    weights = {name: float(own[number] + change[number]) for number, name in enumerate(names) if taken[number]}
    explained = float(1 - (missed - pieces @ more).var() / margins.var())
    return FittedOpening({"rounds": opening.rounds, **weights}, explained)


def ridge(pieces: NDArray[np.float64], missed: Pieces) -> Pieces:
    """Explain margins by pieces, held so firmly that each game is explained best by all the others."""
    left, size, right = np.linalg.svd(pieces, full_matrices=False)
    errors = []
    for hold in HOLDS:
        kept = size**2 / (size**2 + hold)
        wrong = (missed - left @ (kept * (left.T @ missed))) / (1 - left**2 @ kept)  # each game by the others
        errors.append(float(np.mean(wrong**2)))
    hold = HOLDS[int(np.argmin(errors))]
    explained: Pieces = right.T @ (size / (size**2 + hold) * (left.T @ missed))
    return explained
