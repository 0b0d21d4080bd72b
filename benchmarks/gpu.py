"""Random games on a GPU: the same seeds as on the CPU, compared byte for byte, and decisions per second.

    python benchmarks/gpu.py [--game spice-road ...] [--games 1048576] [--out results.md]

Needs an NVIDIA GPU and numba-cuda (the extra `gpu`). Exits with 1 if a byte differs.
"""

import argparse
import sys
import time
from datetime import date
from typing import Any

import numpy as np

import century
from century.engine import native
from century.engine.chance import dice_of
from century.engine.game import Game
from century.engine.match import Options
from century.players.random import weights_of

SEED = 1
TURN_LIMIT = 1000  # random players of Eastern Wonders take thousands of rounds
INPUTS = 4  # states, boxes, dice, weights; then come the results


def arrays(game: Game, players: int, games: int) -> list[Any]:
    """Blank states, the box, dice and weights, and room for the results."""
    options = Options.checked(game, players, SEED, turn_limit=TURN_LIMIT)
    return [
        options.blank(game, game.catalogue(), games),
        np.asarray(game.box(game.catalogue())).copy(),
        dice_of(SEED, games),
        np.array(weights_of("random", game), np.int32),
        np.zeros(games, np.int64),
        np.zeros((games, players), np.int32),
        np.zeros(games, np.int8),
    ]


def measure(game: Game, players: int, games: int, compared: int, runs: int) -> tuple[bool, float, float]:
    """Whether the bytes are the same, the best rate in decisions a second, and decisions a game."""
    from numba import cuda

    from century.engine import gpu

    on_cpu = arrays(game, players, compared)
    native.playouts(*on_cpu[:INPUTS], native.NO_LIMIT, *on_cpu[INPUTS:])
    best = 0.0
    for run in range(runs + 1):
        on_gpu = [cuda.to_device(array) for array in arrays(game, players, games)]
        cuda.synchronize()
        start = time.perf_counter()
        gpu.playouts(game, *on_gpu[:INPUTS], native.NO_LIMIT, *on_gpu[INPUTS:])  # type: ignore[call-arg]
        cuda.synchronize()
        seconds = time.perf_counter() - start
        results = [array.copy_to_host() for array in on_gpu]
        decisions = int(results[INPUTS].sum())
        if run:  # the first one compiles
            best = max(best, decisions / seconds)
    checked = [0, *range(INPUTS, len(results))]
    same = all(results[number][:compared].tobytes() == on_cpu[number].tobytes() for number in checked)
    return same, best, decisions / games


def main() -> int:
    """Compare and measure every player count of the games."""
    parser = argparse.ArgumentParser(description="Random games on a GPU, compared with the CPU byte for byte.")
    parser.add_argument("--game", nargs="*", default=century.games(), choices=century.games())
    parser.add_argument("--games", type=int, default=1 << 20, help="games a launch")
    parser.add_argument("--compared", type=int, default=20_000, help="games compared with the CPU")
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--out", help="write the tables to this file, too")
    options = parser.parse_args()
    compared = min(options.compared, options.games)

    from numba import cuda

    name = cuda.get_current_device().name
    lines = [
        "# Random games on a GPU",
        "",
        f"{date.today()}, {name.decode() if isinstance(name, bytes) else name}, "
        f"`python benchmarks/gpu.py --games {options.games} --compared {compared} --runs {options.runs}`",
        "",
        f"The same seeds are played on the CPU and on the GPU. For {compared} games of each row, states, scores,",
        f"winners and decision counts are compared byte for byte. A game stops after {TURN_LIMIT} turns.",
    ]
    wrong = False
    for game in map(century.game, options.game):
        header = "| players | same bytes as on the CPU | decisions/s | games/s | decisions a game |"
        lines += ["", f"## {game.title}", "", header, "|---|---|---|---|---|"]
        for players in range(game.least_players, game.most_players + 1):
            same, best, each = measure(game, players, options.games, compared, options.runs)
            wrong |= not same
            lines.append(f"| {players} | {'yes' if same else 'NO'} | {best:.3g} | {best / each:.3g} | {each:.0f} |")
            print(game.name, lines[-1], flush=True)
    print("\n".join(lines))
    if options.out:
        with open(options.out, "w", encoding="utf-8") as file:
            file.write("\n".join(lines) + "\n")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
