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
from century.engine.chance import tossed
from century.engine.contract import apply, legal, setup
from century.engine.game import Game
from century.engine.match import Options
from century.engine.native import drawn, write_result
from century.engine.state import MOST_OFFERS, PLAYING
from century.players.playouts import blank_notes, compiled_games, play_through

SEED = 1
TURN_LIMIT = 1000  # random players of Eastern Wonders take thousands of rounds
THREADS = 128
OFFERS = MOST_OFFERS + 1  # a local array wants a constant of this module


@cache
def kernel(game: Game) -> Any:
    """Return the kernel that plays a game in each thread; it is compiled on first use.

    A thread works on a copy of the state in its local memory, which the hardware interleaves between threads.
    """
    import numba
    from numba import cuda

    state_type = numba.from_dtype(game.state_type)

    @cuda.jit
    def play(states, boxes, dice, weights, decisions, scores, winners):  # type: ignore[no-untyped-def]
        game = cuda.grid(1)
        if game < states.shape[0]:
            mine = cuda.local.array(1, state_type)
            mine[0] = states[game]
            s, box = mine[0], boxes[0]
            offers = cuda.local.array(OFFERS, numba.int16)
            chance, count = dice[game], 0
            setup(s, box)
            while s.over == PLAYING:
                legal(s, box, offers)
                chance = tossed(chance)
                apply(s, box, drawn(offers, chance, weights))
                count += 1
            decisions[game] = count
            write_result(s, box, scores[game], winners, game)
            states[game] = s

    return play


def measure(game: Game, players: int, games: int, compared: int, runs: int) -> tuple[bool, float, float]:
    """Return whether the bytes are equal, the best rate in decisions a second, and decisions a game."""
    from century.environments.gpu import cuda

    options = Options.checked(game, players, SEED, turn_limit=TURN_LIMIT)
    played, notes = compiled_games(game, options, game.catalogue(), compared), blank_notes(game, compared, players)
    play_through(played, notes)
    on_cpu = [played.states, notes.answers.sum(axis=1), notes.items.sum(axis=2, dtype=np.int32), notes.winners]
    best = 0.0
    for run in range(runs + 1):
        new = compiled_games(game, options, game.catalogue(), games)
        results = [np.zeros(games, np.int64), np.zeros((games, players), np.int32), np.zeros(games, np.int8)]
        arrays = [new.states, np.array(new.boxes), new.dice, new.weights[0], *results]
        on_gpu = [cuda.to_device(array) for array in arrays]
        cuda.synchronize()
        start = time.perf_counter()
        kernel(game)[-(-games // THREADS), THREADS](*on_gpu)
        cuda.synchronize()
        seconds = time.perf_counter() - start
        decisions = int(on_gpu[-3].copy_to_host().sum())
        if run:  # the first one compiles
            best = max(best, decisions / seconds)
    pairs = zip([on_gpu[0], *on_gpu[-3:]], on_cpu, strict=True)
    same = all(theirs.copy_to_host()[:compared].tobytes() == ours.tobytes() for theirs, ours in pairs)
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
        "The same seeds are played on the CPU and on the GPU; states, scores, winners and counts of decisions are",
        f"compared byte for byte, for {compared} games of each row. A game is stopped after {TURN_LIMIT} turns.",
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
