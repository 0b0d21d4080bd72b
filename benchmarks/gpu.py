"""Random games on a GPU: the same seeds as on the CPU, compared byte for byte, and decisions per second.

    python benchmarks/gpu.py [--game spice-road ...] [--games 1048576] [--out results.md]

Needs an NVIDIA GPU and numba-cuda (the extra `gpu`). Exits with 1 if a byte differs.
"""

import argparse
import sys
import time
from datetime import date
from functools import cache
from typing import Any

import numpy as np

import century
from century.engine.game import Game
from century.engine.match import Options
from century.engine.state import MOST_OFFERS
from century.engine.taken import MOST_KINDS
from century.players.playouts import Games, Notes, blank_notes, compiled_games, play_game, play_through

SEED = 1
TURN_LIMIT = 1000  # random players of Eastern Wonders take thousands of rounds
COMPARED = ("answers", "items", "winners")  # notes
THREADS = 128
OFFERS, SEATS = MOST_OFFERS + 1, 5  # local arrays want constants of this module


@cache
def kernel(game: Game) -> Any:
    """Return the kernel that plays a game in each thread; it is compiled on first use.

    A thread works on a copy of the state in its local memory, which the hardware interleaves between threads.
    """
    import numba
    from numba import cuda

    state_type = numba.from_dtype(game.state_type)

    @cuda.jit  # type: ignore[untyped-decorator]
    def play(games: Any, notes: Any) -> None:
        game = cuda.grid(1)
        if game < games.states.shape[0]:
            offers = cuda.local.array(OFFERS, numba.int16)
            sets = cuda.local.array((SEATS, MOST_KINDS), numba.uint64)
            mine = cuda.local.array(1, state_type)
            mine[0] = games.states[game]
            play_game(mine[0], games, notes, game, offers, sets)
            games.states[game] = mine[0]

    return play


def measure(game: Game, players: int, games: int, compared: int, runs: int) -> tuple[bool, float, float]:
    """Whether the bytes are the same, the best rate in decisions a second, and decisions a game."""
    from century.environments.gpu import cuda

    options = Options.checked(game, players, SEED, turn_limit=TURN_LIMIT)

    def new(count: int) -> tuple[Games, Notes]:
        return compiled_games(game, options, game.catalogue(), count), blank_notes(game, count, players)

    played, noted = new(compared)
    play_through(played, noted)
    best = 0.0
    for run in range(runs + 1):
        theirs: list[Any] = [type(each)(*(cuda.to_device(np.array(array)) for array in each)) for each in new(games)]
        cuda.synchronize()
        start = time.perf_counter()
        kernel(game)[-(-games // THREADS), THREADS](*theirs)
        cuda.synchronize()
        seconds = time.perf_counter() - start
        decisions = int(theirs[1].answers.copy_to_host().sum())
        if run:  # the first one compiles
            best = max(best, decisions / seconds)
    pairs = [(theirs[0].states, played.states)]
    pairs += [(getattr(theirs[1], name), getattr(noted, name)) for name in COMPARED]
    same = all(on_gpu.copy_to_host()[:compared].tobytes() == on_cpu.tobytes() for on_gpu, on_cpu in pairs)
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
        f"The same seeds are played on the CPU and on the GPU. For {compared} games of each row, states, points,",
        f"winners and counts of answers are compared byte for byte. A game stops after {TURN_LIMIT} turns.",
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
