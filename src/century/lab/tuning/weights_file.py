"""Reading and writing the file of weights."""

import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np

import century
from century.errors import CenturyError
from century.players.planner import Weights, weights_in, weights_of
from century.players.worth import default_weights, names_of, pieces_of

HEADER = "# What things are worth to planners, in points: [all] for every game, a game's own table before that.\n"
DIGITS = 3


def starting_weights(game: str, weights: Weights | None = None) -> tuple[list[str], Weights]:
    """Return the names of a game's weights, and a copy of these weights (default: those of the game)."""
    declared = century.game(game)
    return names_of(declared), np.array(weights_of(declared) if weights is None else weights)


def named(names: Sequence[str], weights: Weights) -> dict[str, float]:
    """Return weights by their names."""
    return dict(zip(names, weights.tolist(), strict=True))


def declared_weights(game: str) -> Weights:
    """Return the default weights of a game's measures, to search those of the game afresh."""
    declared = century.game(game)
    weights: Weights = weights_in(declared, default_weights(declared))
    return weights


def as_toml(game: str, weights: Mapping[str, float], kind: str = "") -> str:
    """Return the text of a file with weights of a game, or of a kind of them, such as its opening.

    Single cards and tiles come last, without those that are 0.
    """
    pieces = pieces_of(century.game(game))
    lines = [HEADER, f"[{kind}.{game}]\n" if kind else f"[{game}]\n"]
    for name, weight in sorted(weights.items(), key=lambda item: item[0] in pieces):
        if name not in pieces or round(weight, DIGITS):
            key = name if name.isalnum() else f'"{name}"'
            lines.append(f"{key} = {round(weight, DIGITS)}\n")
    return "".join(lines)


def from_toml(path: Path, game: str) -> Weights:
    """Return the weights of a game from a file, in the order of its measures."""
    try:
        data = tomllib.loads(path.read_text("utf-8"))
    except (OSError, tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise CenturyError(f"{path}: cannot be read as a file of weights: {error}") from error
    own = {**default_weights(century.game(game)), **data.get("all", {}), **data.get(game, {})}
    wrong = [name for name, weight in own.items() if not isinstance(weight, int | float)]
    if wrong or game not in data:
        problem = f"{wrong[0]} is none" if wrong else f"there is none in {path.name}"
        raise CenturyError(f"{path}: a file of weights has a table [{game}] of numbers; {problem}")
    weights: Weights = weights_in(century.game(game), own)
    return weights
