"""What planners think of positions, and what they answer: written down, so that no change of code changes a plan.

python -m tests.players.plans > tests/players/plans.json
"""

import json
import sys
from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np

import century
from century.engine.compile import interpreted
from century.engine.contract import legal
from century.engine.match import Match
from century.engine.rows import Rows
from century.engine.state import MOST_OFFERS
from century.engine.taken import Taking, kinds_of, taken, things_of
from century.players import player
from century.players.habits import trim
from century.players.planner import opening_of, weights_of
from century.players.worth import BESIDES, measure, names_of

FILE = Path(__file__).with_suffix(".json")
EAGER = ("claim", "build", "tile", "explore")  # answers that are taken at once, so that there is something to see
EVERY = 60  # answers between two positions that are looked at
ROUNDS = 40.0
BOTS = ("greedy", "planner:12")
TURNS = 16  # that bots play


def measures(match: Match) -> list[dict[str, float]]:
    """What each seat has by each measure and what measures depend on besides, and its settled points."""
    names = names_of(match.game)
    seats = np.arange(match.options.players)
    states = Rows(np.repeat(match.state_array(), len(seats)))
    out, points = np.zeros((len(seats), len(names) + BESIDES)), np.zeros(len(seats), np.int64)
    interpreted(measure)(states, match.game.box(match.catalogue), seats, ROUNDS, out, points)
    named = [*names, *(f"besides {number}" for number in range(BESIDES))]
    return [
        {name: round(value, 6) for name, value in zip(named, row, strict=True) if value} | {"settled": int(settled)}
        for row, settled in zip(out.tolist(), points.tolist(), strict=True)
    ]


def random_game(name: str, players: int, seed: int) -> dict[str, Any]:
    """What is measured on the way through a random game, which offers habits leave, and what is taken."""
    game = century.game(name)
    match = game.new(players=players, seed=seed, turn_limit=40 * players, interpreted=True)
    generator, digest, left = np.random.default_rng(seed), sha256(), 0
    count = len(things_of(game))
    before = np.zeros((players, len(kinds_of(game))), np.uint64)
    first, times = np.zeros((players, count), np.int64), np.zeros((players, count), np.int64)
    offers = np.zeros(MOST_OFFERS + 1, np.int16)
    positions = []
    while not match.over:
        if len(match.history) % EVERY == 0:
            positions.append(measures(match))
        legal(match.state, match.box, offers)
        trim(match.state, match.box, offers)
        kept = offers[1 : offers[0] + 1].tolist()
        digest.update(f"{kept}".encode())
        left += len(kept)
        actions = match.actions()
        eager = [action for action in actions if action.text.split()[0] in EAGER]
        if generator.random() < 0.5:  # answers that habits would not leave, too
            eager = [action for action in eager or actions if action.id in kept]
        action = (eager or actions)[generator.integers(len(eager or actions))]
        seat, round = match.state.question.seat, match.state.turn // players + 1
        match.play(action)
        taken(match.state, seat, action.id, round, Taking(before[seat], first[seat], times[seat]))
    things = [f"{kind}: {id}" for kind, id in things_of(game)]
    return {
        "positions": positions[:: 1 if players == 2 else 3],
        "answers": len(match.history),
        "offers left": left,
        "offers": digest.hexdigest(),
        "things": sha256(f"{things}".encode()).hexdigest(),
        "taken": [
            {things[thing]: [int(first[seat, thing]), int(times[seat, thing])] for thing in np.flatnonzero(times[seat])}
            for seat in range(players)
        ],
    }


def bots_game(name: str, players: int, seed: int, spec: str) -> str:
    """The answers of a bot that plays all seats, question by question."""
    match = century.game(name).new(players=players, seed=seed, turn_limit=TURNS * players)
    bots = [player(spec, seed=seed) for _ in range(players)]
    while not match.over:
        assert match.actor is not None
        match.play(bots[match.actor].choose(match.view(match.actor)))
    return " ".join(str(action.id) for action in match.history)


def random_games(name: str) -> dict[str, Any]:
    """Two random games of two and three seats."""
    return {f"{players} players": random_game(name, players, seed=players) for players in (2, 3)}


def bots_games(name: str) -> dict[str, str]:
    """Games of bots among themselves."""
    return {f"{spec}, {players} players": bots_game(name, players, 7, spec) for spec in BOTS for players in (2, 3)}


def weights(name: str) -> dict[str, str]:
    """The weights of planners, all the names with their numbers."""
    game = century.game(name)
    tables = [("", False), ("", True), ("near", False), ("levels", False)]
    named = {
        f"{own or 'own'}, {'opening' if opening else 'later'}": dict(
            zip(names_of(game), weights_of(game, own, opening).tolist(), strict=True)
        )
        for own, opening in tables
        if not opening or opening_of(game)
    }
    return {table: sha256(json.dumps(found).encode()).hexdigest() for table, found in named.items()}


def plans(name: str) -> dict[str, Any]:
    """Everything but the games of bots, which need compiled code."""
    return {"weights": weights(name), "random": random_games(name)}


def written() -> str:
    """The whole file."""
    games = [f'"{name}": {_lines(plans(name) | {"bots": bots_games(name)})}' for name in century.games()]
    return "{\n" + ",\n".join(games) + "\n}\n"


def _lines(value: Any, depth: int = 3) -> str:
    """JSON with a line for each entry of the outer objects."""
    if depth and isinstance(value, dict):
        return (
            "{\n" + ",\n".join(f"{json.dumps(key)}: {_lines(inner, depth - 1)}" for key, inner in value.items()) + "\n}"
        )
    return json.dumps(value)


if __name__ == "__main__":
    sys.stdout.write(written())
