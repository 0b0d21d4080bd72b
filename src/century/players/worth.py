"""The worth of a position for a seat beyond its points: the sum of the measures of all mechanisms.

The weights are in `weights.toml`, by name, in points. A game without tuned weights uses those that its measures
declare.
"""

import numpy as np

from century.engine.compile import entry, rule
from century.engine.dispatch import Code, dispatcher
from century.engine.game import Game
from century.engine.part import Measure

GENERAL = {  # weights that every game has, before those of its measures
    "discount": 0.97,  # of points, for each turn
    "win": 60.0,  # the value of a win, in points
    "sooner": 0.93,  # discount of a win, for each turn
    "rounds": 45.0,  # after which lasting things have no value
}
DISCOUNT, WIN, SOONER, ROUNDS = range(len(GENERAL))  # their indices
BESIDES = 4  # columns of `measure` that are not measures
PATIENCE = 2.5  # multiple of the usual rounds after which worth counts nothing


def measures_of(game: Game) -> list[type[Measure]]:
    """Return the measures of a game, in the order of their weights."""
    measures = dict.fromkeys(measure for part in game.parts for measure in part.measures)
    return sorted(measures, key=lambda measure: measure.order)


def names_of(game: Game) -> list[str]:
    """Return the names of the weights of a game, in order. The first ones are not measures."""
    return [*GENERAL, *(name for measure in measures_of(game) for name in [*measure.weights, *measure.pieces])]


def default_weights(game: Game) -> dict[str, float]:
    """Return the untuned weights of a game by name. Those of single pieces are 0."""
    declared = {name: weight for measure in measures_of(game) for name, weight in measure.weights.items()}
    return dict.fromkeys(names_of(game), 0.0) | GENERAL | declared


def kinds_of_pieces(game: Game) -> list[list[str]]:
    """Return the single cards and tiles of a game that have their own weights, by kind."""
    return [list(measure.pieces) for measure in measures_of(game) if measure.pieces]


def pieces_of(game: Game) -> list[str]:
    """Return the single cards and tiles that have their own weights as one list."""
    return [piece for kind in kinds_of_pieces(game) for piece in kind]


@dispatcher("s, box, seat")
def progress(game: Game, code: Code) -> None:
    """Return the progress of a seat towards the end of the game, from 0 to 1."""
    code.add("most = 0.0")
    for part in game.parts:
        if part.progress:
            code.add(f"most = max(most, {code.name(part.progress)}(s, box, seat))")
    code.add("return most")


@rule
def time_left(s, box, rounds):
    """Return how much of the game is left, from 1 to 0, according to the most advanced seat and the rounds."""
    most = 0.0
    for seat in range(s.players):
        most = max(most, progress(s, box, seat))
    played = max(np.float64(s.turn), 0.0) / s.players
    return (1 - most) * max(0.0, 1 - played / rounds)


@rule
def patience(s, rounds):
    """Return how much the worth of a seat still counts, from 1 to 0: less in a game that lasts far too long.

    Otherwise two seats could keep full storages indefinitely if no visible card is worth its cubes.
    """
    played = max(np.float64(s.turn), 0.0) / s.players
    return min(1.0, max(0.0, PATIENCE - played / rounds))


@dispatcher("s, box, seat, weights, left")
def worth(game: Game, code: Code) -> None:
    """Return the worth of a seat beyond its settled points, with this share of the game left."""
    code.add("total = 0.0")
    first = len(GENERAL)
    for measure in measures_of(game):
        end = first + len(measure.weights) + len(measure.pieces)
        value = f"{code.name(measure.worth)}(s, box, s.seats[seat], weights[{first}:{end}])"
        code.add(f"total += {'left * ' if measure.fading else ''}{value}")
        first = end
    code.add("return total")


@dispatcher("s, box, seat")
def settled(game: Game, code: Code) -> None:
    """Return the lasting points of a seat, without points for things that it is likely to spend."""
    lasting = [f"{code.name(item.points)}(s, box, seat)" for item in game.scoring if item.lasting]
    code.add(f"return {' + '.join(lasting) or 0}")


@entry
def measure(states, boxes, seats, rounds, out, points):
    """Measure states with all weights 1: a row of `out` for each, and the settled points of its seat in `points`.

    The last four columns are other quantities that future points may depend on: how much of the game is left, its
    square, the progress of the seat, and 1.
    """
    count = out.shape[1] - BESIDES  # columns of GENERAL stay 0
    weights = np.zeros(count, np.float64)
    box = boxes[0]
    for row in range(len(states)):
        s = states[row]
        left = time_left(s, box, rounds)
        for number in range(count):
            weights[number] = 1
            out[row, number] = worth(s, box, seats[row], weights, left)
            weights[number] = 0
        out[row, count] = left
        out[row, count + 1] = left * left
        out[row, count + 2] = progress(s, box, seats[row])
        out[row, count + 3] = 1
        points[row] = settled(s, box, seats[row])
