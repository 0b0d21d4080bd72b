"""Whether games end, and whether a place in turn order is better, in all games and for all player counts.

python benchmarks/balance.py [--games 4000] [--out docs/results/balance.md]
"""

import argparse
from datetime import date
from pathlib import Path

import century
from century.lab.bench import table
from century.lab.simulation import simulate
from century.lab.stats.summary import wilson

SEED = 10_000_000  # not used elsewhere
TURN_LIMIT = 1_000_000


def main() -> None:
    """Simulate and write a table for each game."""
    parser = argparse.ArgumentParser(description="Do games end, and is a place in turn order better?")
    parser.add_argument("--games", type=int, default=4000)
    parser.add_argument("--out", type=Path)
    options = parser.parse_args()
    lines = [
        "# Balance with random and simple players",
        "",
        f"{date.today()}, `python benchmarks/balance.py --games {options.games}`, seeds from {SEED}, "
        f"turn limit {TURN_LIMIT}.",
        "",
        "Simple players are random players that claim whenever they can and prefer to build and trade. In",
        "Eastern Wonders, games between random players take thousands of rounds, so only half as many are",
        "played there. Wins are by place in turn order (start player first), with 95 % intervals.",
    ]
    for name in century.games():
        game = century.game(name)
        rows = []
        for bots in ("random", "simple"):
            for players in range(game.least_players, game.most_players + 1):
                games = options.games // (2 if name == "eastern-wonders" else 1)
                result = simulate(game, players, games, SEED, bots=bots, turn_limit=TURN_LIMIT)
                shares = []
                for wins in result.wins_by_place():
                    low, high = wilson(int(wins), games)
                    shares.append(f"{wins / games:.1%} ({low:.1%} to {high:.1%})")
                stopped = int(result.stopped.sum())
                mean = ", ".join(f"{points:.1f}" for points in result.by_place().mean(axis=0))
                length = f"{result.rounds.mean():.0f}"
                rows.append([bots, str(players), str(games), str(stopped), length, mean, "; ".join(shares)])
                print(name, rows[-1], flush=True)
        header = ["bots", "players", "games", "stopped", "rounds", "mean points by place", "wins by place"]
        lines += ["", f"## {game.title}", "", *table(header, rows)]
    text = "\n".join(lines) + "\n"
    if options.out:
        options.out.write_text(text, "utf-8")
    else:
        print(text)


if __name__ == "__main__":
    main()
