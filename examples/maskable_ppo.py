"""MaskablePPO of sb3-contrib learns Spice Road against one of our players.

    python examples/maskable_ppo.py --steps 200000 --opponent casual
    python examples/maskable_ppo.py --steps 2000000 --opponent greedy --processes 4

Needs `pip install century[train]`.
"""

import argparse
from typing import Any

import gymnasium
import numpy as np
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.evaluation import evaluate_policy
from stable_baselines3.common.monitor import Monitor
from stable_baselines3.common.vec_env import DummyVecEnv, SubprocVecEnv

from century.environments import observation_space


class Scaled(gymnasium.ObservationWrapper[Any, Any, Any]):
    """Observations as numbers about 1 in size, which a network likes better."""

    def __init__(self, env: Any, usual: Any) -> None:
        super().__init__(env)
        self.usual = np.maximum(usual, 1).astype(np.float32)
        self.observation_space = gymnasium.spaces.Box(-3, 3, self.usual.shape, np.float32)

    def observation(self, observation: Any) -> Any:
        return np.clip(observation / self.usual, -3, 3)

    def action_masks(self) -> Any:
        return self.env.unwrapped.action_masks()  # type: ignore[attr-defined]


def environment(game: str, opponent: str, reward: str) -> Any:
    """A game against the opponent, from another seat each time."""
    import century.environments  # noqa: F401  registers the games, in other processes, too

    env = gymnasium.make(
        f"century/{game.replace('-', '_')}-v0", opponents=opponent, seat=None, reward=reward, turn_limit=120
    )
    return Monitor(Scaled(env, observation_space(game).usual))


def main(arguments: list[str] | None = None) -> float:
    """Learn, then play; the mean reward of a game."""
    parser = argparse.ArgumentParser(description="MaskablePPO on one of the games.")
    parser.add_argument("--game", default="spice-road")
    parser.add_argument("--opponent", default="greedy")
    parser.add_argument("--steps", type=int, default=200_000)
    parser.add_argument("--rollout", type=int, default=1024, help="steps of each environment between two updates")
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--games", type=int, default=50, help="played at the end")
    parser.add_argument("--out", help="save the model to this file")
    options = parser.parse_args(arguments)

    makers = [lambda: environment(options.game, options.opponent, "score")] * options.processes
    envs = SubprocVecEnv(makers) if options.processes > 1 else DummyVecEnv(makers)
    batch_size = min(256, options.rollout * options.processes)
    model = MaskablePPO(
        "MlpPolicy", envs, n_steps=options.rollout, batch_size=batch_size, gamma=1.0, ent_coef=0.01, seed=1
    )
    model.learn(options.steps)
    if options.out:
        model.save(options.out)
    played = environment(options.game, options.opponent, "win")
    mean, _ = evaluate_policy(model, played, n_eval_episodes=options.games, deterministic=True)
    print(
        f"after {model.num_timesteps} steps: mean reward {mean:.2f} in {options.games} games against {options.opponent}"
    )
    return float(np.asarray(mean))


if __name__ == "__main__":
    main()
