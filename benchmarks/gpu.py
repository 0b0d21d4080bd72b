"""Random games on a GPU: the same seeds as on the CPU, compared byte for byte, and decisions a second.

    python benchmarks/gpu.py [--game spice-road] [--games 1048576] [--out results.md]

Needs an NVIDIA GPU and numba-cuda (the extra `gpu`).
"""

import argparse
import time
from datetime import date

import numpy as np

import century
from century.engine import native
from century.engine.chance import dice_of
from century.engine.game import Game
from century.engine.match import Options

SEED = 1
MOST = 10**9


def arrays(game: Game, players: int, games: int) -> list[np.ndarray]:
    """Blank states, dice and room for the results."""
    options = Options.checked(game, players, SEED, turn_limit=100_000)
    return [
        options.blank(game, game.catalogue(), games),
        np.asarray(game.box(game.catalogue())).copy(),
        dice_of(SEED, games),
        np.zeros(games, np.int64),
        np.zeros((games, game.most_players), np.int32),
        np.zeros(games, np.int8),
    ]


def main() -> None:
    """Compare and measure every player count."""
    parser = argparse.ArgumentParser(description="Random games on a GPU, compared with the CPU byte for byte.")
    parser.add_argument("--game", default="spice-road", choices=century.games())
    parser.add_argument("--games", type=int, default=1 << 20, help="games a launch")
    parser.add_argument("--compared", type=int, default=20_000, help="games compared with the CPU")
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--out", help="append the table to this file")
    options = parser.parse_args()

    from numba import cuda

    from century.engine import gpu

    name = cuda.get_current_device().name
    name = name.decode() if isinstance(name, bytes) else name
    game = century.game(options.game)
    lines = [
        f"{date.today()}, {name}, `python benchmarks/gpu.py --game {game.name} --games {options.games}`",
        "",
        f"| players | same bytes as on the CPU ({options.compared} games) "
        "| decisions/s | games/s | decisions a game |",
        "|---|---|---|---|---|",
    ]
    for players in range(game.least_players, game.most_players + 1):
        on_cpu = arrays(game, players, options.compared)
        native.playouts(*on_cpu[:3], MOST, *on_cpu[3:])
        best = 0.0
        for run in range(options.runs + 1):
            blank = [cuda.to_device(array) for array in arrays(game, players, options.games)]
            cuda.synchronize()
            start = time.perf_counter()
            states, boxes, dice, *results = blank
            gpu.playouts(game, states, boxes, dice, MOST, *results)
            cuda.synchronize()
            seconds = time.perf_counter() - start
            decisions = int(blank[3].copy_to_host().sum())
            if run:  # the first one compiles
                best = max(best, decisions / seconds)
        same = all(
            np.array_equal(gpu_array.copy_to_host()[: options.compared].view(np.uint8), array.view(np.uint8))
            for number, (gpu_array, array) in enumerate(zip(blank, on_cpu, strict=True))
            if number not in (1, 2)
        )
        each = decisions / options.games
        lines.append(f"| {players} | {'yes' if same else 'NO'} | {best:.3g} | {best / each:.3g} | {each:.0f} |")
        print(lines[-1], flush=True)
    print("\n".join(lines))
    if options.out:
        with open(options.out, "a") as file:
            file.write("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
