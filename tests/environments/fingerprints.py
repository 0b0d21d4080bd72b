"""The layout and the numbers of observations as hashes, so that a change of their order or values is noticed.

python -m tests.environments.fingerprints > tests/environments/fingerprints.toml

Trained players rely on the order: write the file again only if observations get a new version.
"""

import hashlib
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

import century
from century.engine.match import Match
from century.environments import observation_space
from tests.environments.positions import seen

FILE = Path(__file__).with_name("fingerprints.toml")
SEEDS = (1, 2)
MOMENTS = (0, 40, 120, 280)  # answers


def fingerprint(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:12]


def entries(name: str, players: int) -> list[str]:
    """The names of all numbers of an observation, in order, with their bounds."""
    return [
        f"{piece.name} {row} {column.name} {column.low} {column.high} {column.usual}"
        for piece in observation_space(name, players).values()
        for row in piece.rows
        for column in piece.columns
    ]


def moments(name: str, players: int, seed: int) -> Iterator[Match]:
    """A random game at several moments; games of even seeds have the last choice of each setting and a turn limit."""
    game = century.game(name)
    even = seed % 2 == 0
    settings: dict[str, Any] = {setting: values[-1] for setting, values in game.settings.items() if even}
    limit = 45 * players if even else None
    match = game.new(players=players, seed=seed, turn_limit=limit, interpreted=True, **settings)
    random = np.random.default_rng(seed)
    for answers in range(MOMENTS[-1] + 1):
        if answers in MOMENTS:
            yield match
        if not match.over:
            actions = match.actions()
            match.play(actions[random.integers(len(actions))])


def positions(name: str, players: int, seed: int) -> str:
    """A hash for each moment, of what all seats see."""
    rows = ([seen(match, seat).tolist() for seat in range(players)] for match in moments(name, players, seed))
    return " ".join(fingerprint(str(row)) for row in rows)


def measured(name: str, players: int) -> dict[str, int | str]:
    """The entry of a game for a number of players."""
    names = entries(name, players)
    games = {f"seed_{seed}": positions(name, players, seed) for seed in SEEDS}
    return {"size": len(names), "entries": fingerprint("\n".join(names)), **games}


def tables() -> Iterator[str]:
    """The lines of the file."""
    for name in century.games():
        game = century.game(name)
        for players in range(game.least_players, game.most_players + 1):
            yield f"[{name}.{players}]"
            for key, value in measured(name, players).items():
                yield f"{key} = {json.dumps(value)}"
            yield ""


if __name__ == "__main__":
    sys.stdout.write("\n".join(tables()))
