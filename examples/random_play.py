"""Random play in three ways: PettingZoo, Gymnasium, and a batch of thousands of games.

    python examples/random_play.py --game eastern-wonders --steps 1000

Needs `pip install century[rl]`.
"""

import argparse
import time

import gymnasium
import numpy as np

from century.environments import batch
from century.environments.pettingzoo import env as pettingzoo_env


def by_pettingzoo(game: str, steps: int) -> None:
    """Every seat is an agent."""
    env = pettingzoo_env(game, players=3, turn_limit=200)
    random = np.random.default_rng(1)
    env.reset(seed=1)
    for _ in range(steps):
        observation, _, termination, truncation, _ = env.last()
        if termination or truncation:
            env.reset()
        else:
            env.step(random.choice(np.flatnonzero(observation["action_mask"])))
    print(f"PettingZoo: {steps} steps, the points now: {env.match.totals()}")


def by_gymnasium(game: str, steps: int) -> None:
    """One seat is ours, the others are random players, too."""
    env = gymnasium.make(f"century/{game.replace('-', '_')}-v0", opponents="random", turn_limit=200)
    random = np.random.default_rng(1)
    _, info = env.reset(seed=1)
    for _ in range(steps):
        _, _, terminated, truncated, info = env.step(random.choice(np.flatnonzero(info["action_mask"])))
        if terminated or truncated:
            _, info = env.reset()
    print(f"Gymnasium: {steps} steps, the points now: {env.unwrapped.match.totals()}")  # type: ignore[attr-defined]


def by_batch(game: str, games: int, steps: int) -> None:
    """Thousands of games at once."""
    played = batch(game, games, seed=1, turn_limit=200)
    ended, start = 0, time.perf_counter()
    for _ in range(steps):
        _, _, _, dones = played.step(played.sample())
        ended += int(dones.sum())
    rate = steps * games / (time.perf_counter() - start)
    print(f"Batch: {steps * games} steps, {rate:.3g} a second, {ended} games ended")


def main(arguments: list[str] | None = None) -> None:
    """Play in all three ways."""
    parser = argparse.ArgumentParser(description="Random play.")
    parser.add_argument("--game", default="spice-road")
    parser.add_argument("--steps", type=int, default=1000)
    parser.add_argument("--games", type=int, default=4096)
    options = parser.parse_args(arguments)
    by_pettingzoo(options.game, options.steps)
    by_gymnasium(options.game, options.steps)
    by_batch(options.game, options.games, options.steps)


if __name__ == "__main__":
    main()
