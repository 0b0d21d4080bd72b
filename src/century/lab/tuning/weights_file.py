"""Reading and writing the file of weights."""

import tomllib
from collections.abc import Mapping, Sequence
from importlib.resources import files
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

import century
from century.errors import CenturyError
from century.players.planner import weights_in, weights_of
from century.players.worth import PIECES, names_of

Weights = NDArray[np.float64]

HEADER = "# What things are worth to planners, in points: [all] for every game, a game's own table before that.\n"
DIGITS = 3


def starting_weights(game: str, weights: Weights | None = None) -> tuple[list[str], Weights]:
    """Return the names of a game's weights, and a copy of these weights (default: those of the game)."""
    declared = century.game(game)
    return names_of(declared), np.array(weights_of(declared) if weights is None else weights)


def named(names: Sequence[str], weights: Weights) -> dict[str, float]:
    """Return weights by their names."""
    return dict(zip(names, weights.tolist(), strict=True))


def common_weights(game: str) -> Weights:
    """Return the weights that all games have in common, to search those of a game afresh."""
    data = tomllib.loads((files("century.players") / "weights.toml").read_text("utf-8"))
    weights: Weights = weights_in(century.game(game), data["all"])
    return weights


def as_toml(tables: Mapping[str, Mapping[str, float]]) -> str:
    """Return the text of a file of weights. Single cards come last in their table, without those that are 0."""
    lines = [HEADER]
    for table, weights in tables.items():
        lines.append(f"[{table}]\n")
        for name, weight in sorted(weights.items(), key=lambda item: item[0] in PIECES):
            if name not in PIECES or round(weight, DIGITS):
                key = name if name.isalnum() else f'"{name}"'
                lines.append(f"{key} = {round(weight, DIGITS)}\n")
        lines.append("\n")
    return "".join(lines).rstrip() + "\n"


def from_toml(path: Path, game: str) -> Weights:
    """Return the weights of a game from a file, in the order of its measures."""
    try:
        data = tomllib.loads(path.read_text("utf-8"))
    except (OSError, tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise CenturyError(f"{path}: cannot be read as a file of weights: {error}") from error
    own = {**data.get("all", {}), **data.get(game, {})}
    wrong = [name for name, weight in own.items() if not isinstance(weight, int | float)]
    if wrong or game not in data:
        problem = f"{wrong[0]} is none" if wrong else f"there is none in {path.name}"
        raise CenturyError(f"{path}: a file of weights has a table [{game}] of numbers; {problem}")
    weights: Weights = weights_in(century.game(game), own)
    return weights
