"""The file of weights, as it is read and written."""

import tomllib
from collections.abc import Mapping
from importlib.resources import files
from pathlib import Path
from typing import Any

import numpy as np

import century
from century.errors import CenturyError
from century.players.planner import weights_in, weights_of
from century.players.worth import PIECES, names_of

HEADER = "# What things are worth to planners, in points: [all] for every game, a game's own table before that.\n"
DIGITS = 3


def begun(game: str, weights: Any = None) -> tuple[list[str], Any]:
    """The names of the weights of a game, and a copy of these, or of those it has, to begin with."""
    declared = century.game(game)
    return names_of(declared), np.array(weights_of(declared) if weights is None else weights)


def common_weights(game: str) -> Any:
    """What all games have in common, to find the weights of one anew."""
    data = tomllib.loads((files("century.players") / "weights.toml").read_text("utf-8"))
    return weights_in(century.game(game), data["all"])


def as_toml(tables: Mapping[str, Mapping[str, float]]) -> str:
    """The text of a file of weights; single cards come last in their table, and those that are 0 are left out."""
    lines = [HEADER]
    for table, weights in tables.items():
        lines.append(f"[{table}]\n")
        for name, weight in sorted(weights.items(), key=lambda item: item[0] in PIECES):
            if name not in PIECES or round(weight, DIGITS):
                key = name if name.isalnum() else f'"{name}"'
                lines.append(f"{key} = {round(weight, DIGITS)}\n")
        lines.append("\n")
    return "".join(lines).rstrip() + "\n"


def from_toml(path: Path, game: str) -> Any:
    """The weights of a game from a file, in the order of its measures."""
    try:
        data = tomllib.loads(path.read_text("utf-8"))
    except (OSError, tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise CenturyError(f"{path}: cannot be read as a file of weights: {error}") from error
    own = {**data.get("all", {}), **data.get(game, {})}
    wrong = [name for name, weight in own.items() if not isinstance(weight, int | float)]
    if wrong or game not in data:
        found = f"{wrong[0]} is none" if wrong else f"there is none in {path.name}"
        raise CenturyError(f"{path}: a file of weights has a table [{game}] of numbers; {found}")
    return weights_in(century.game(game), own)
