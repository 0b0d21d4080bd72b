"""A small self-play loop in plain PyTorch on batches: PPO that learns Spice Road against itself.

    python examples/selfplay_torch.py --minutes 2
    python examples/selfplay_torch.py --device cuda --minutes 8 --games 8192 --out curve.json --chart curve.svg

All games of the batch are played by one network, which sees every position from the seat that is to act. The reward is
the change of the lead in points and, at the end, a win; a position of the opponent counts with the opposite sign. From
time to time the network plays against one of the players of `century` (`--against greedy`), in processes of their own.
"""

import argparse
import json
import multiprocessing
import time
from concurrent.futures import Future, ProcessPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import nn

from century.environments import batch, observation_space
from century.environments.single import Table
from century.players import player

LEAD = 50.0  # points that are worth as much as a win
LAMBDA = 0.95  # of the advantages
CLIP = 0.2  # of the policy's change in an update
WORTH_OF_VALUE = 0.5
LARGEST_GRADIENT = 0.5


class Network(nn.Module):
    """Numbers of an observation in; the logits of all actions and the worth of the position out."""

    def __init__(self, game: str, actions: int, width: int) -> None:
        super().__init__()
        space = observation_space(game, players=2)
        self.register_buffer("usual", torch.from_numpy(np.maximum(space.usual, 1).astype(np.float32)))
        self.body = nn.Sequential(
            nn.Linear(space.size, width),
            nn.ReLU(),
            nn.Linear(width, width),
            nn.ReLU(),
            nn.Linear(width, width),
            nn.ReLU(),
        )
        self.policy = nn.Linear(width, actions)
        self.value = nn.Linear(width, 1)
        nn.init.zeros_(self.policy.weight)  # at first every legal action is as likely
        nn.init.zeros_(self.value.weight)

    def forward(self, observations: torch.Tensor, masks: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        seen = self.body((observations.float() / self.usual).clamp(-3, 3))
        logits = self.policy(seen).float().masked_fill(~masks, -1e9)
        return logits, self.value(seen).float().squeeze(-1)


def chances(logits: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    """The logarithms of the chances of all actions, and the entropy of each row."""
    logs = torch.log_softmax(logits, -1)
    return logs, -(logs.exp() * logs.clamp(min=-30)).sum(-1)


class Rollout:
    """Some steps of all games: what was seen, done and gained."""

    def __init__(self, options: argparse.Namespace) -> None:
        self.options = options
        self.games = batch(
            options.game,
            options.games,
            seed=options.seed,
            reward="score",
            turn_limit=options.turn_limit,
            device=options.device,
        )
        to = {"device": options.device}
        self.observations = torch.as_tensor(
            self.games.observations, **to
        )  # on a GPU no copy: what a step writes is seen
        self.masks = torch.as_tensor(self.games.masks, **to)
        self.rewards = torch.as_tensor(self.games.rewards, **to)
        self.dones = torch.as_tensor(self.games.dones, **to)
        self.actors = torch.as_tensor(self.games.actors, **to)
        space = self.games.layout
        self.own, self.other = space["own_points"].first, space["opponent_1_points"].first
        steps, count = options.steps, options.games
        self.seen = torch.empty((steps, count, space.size), dtype=torch.int16, **to)
        self.open = torch.empty((steps, count, self.masks.shape[1]), dtype=torch.bool, **to)
        self.actions = torch.empty((steps, count), dtype=torch.long, **to)
        self.logs, self.values, self.gains, self.turned = (torch.empty((steps, count), **to) for _ in range(4))
        self.ended = torch.empty((steps, count), **to)

    def lead(self) -> torch.Tensor:
        """By how many points the seat to act leads."""
        return (self.observations[:, self.own] - self.observations[:, self.other]).float() / LEAD

    @torch.no_grad()
    def play(self, network: nn.Module) -> tuple[torch.Tensor, torch.Tensor]:
        """Play on; the advantage and the worth of each position then."""
        for step in range(self.options.steps):
            self.seen[step], self.open[step] = self.observations, self.masks
            logits, self.values[step] = network(self.observations, self.masks)
            noise = -torch.empty_like(logits).exponential_().log()
            actions = (logits + noise).argmax(-1)  # as likely as their chances
            logs = torch.log_softmax(logits, -1)
            self.actions[step] = actions
            self.logs[step] = logs.gather(1, actions[:, None]).squeeze(1)
            before, actors = self.lead(), self.actors.long()
            self.games.step(actions if self.options.device == "cuda" else actions.numpy())
            same = (self.actors.long() == actors).float() * 2 - 1  # the same seat answers again, or the other one
            final = self.rewards.gather(1, actors[:, None]).squeeze(1)  # the final lead of the seat that acted
            over = self.dones.float()
            after = torch.where(self.dones, final / LEAD, same * self.lead())
            self.gains[step] = after - before + over * torch.sign(final)
            self.turned[step], self.ended[step] = same, over
        return self._advantages(network(self.observations, self.masks)[1])

    def _advantages(self, last: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Generalised advantages: what comes when the other seat answers counts with the opposite sign."""
        advantages = torch.empty_like(self.values)
        value, advantage = last, torch.zeros_like(last)
        for step in reversed(range(self.options.steps)):
            goes_on = (1 - self.ended[step]) * self.turned[step]
            surprise = self.gains[step] + goes_on * value - self.values[step]
            advantage = surprise + LAMBDA * goes_on * advantage
            advantages[step] = advantage
            value = self.values[step]
        return advantages, advantages + self.values


def learn(
    network: nn.Module,
    optimiser: torch.optim.Optimizer,
    rollout: Rollout,
    worth: tuple[torch.Tensor, torch.Tensor],
    options: argparse.Namespace,
) -> float:
    """Update the network by what was played; the mean entropy of its choices."""
    flat = [each.flatten(0, 1) for each in (rollout.seen, rollout.open, rollout.actions, rollout.logs, *worth)]
    total, parts = 0.0, 0
    for _ in range(options.epochs):
        for chosen in torch.randperm(len(flat[0]), device=flat[0].device).split(options.minibatch):
            seen, masks, actions, before, advantages, returns = (each[chosen] for each in flat)
            with torch.autocast(options.device, torch.bfloat16, enabled=options.device == "cuda"):
                logits, values = network(seen, masks)
            logs, entropy = chances(logits)
            ratio = (logs.gather(1, actions[:, None]).squeeze(1) - before).exp()
            advantages = (advantages - advantages.mean()) / (advantages.std() + 1e-6)
            gain = torch.minimum(ratio * advantages, ratio.clamp(1 - CLIP, 1 + CLIP) * advantages)
            loss = -gain.mean() - options.entropy * entropy.mean()
            loss = loss + WORTH_OF_VALUE * nn.functional.smooth_l1_loss(values, returns)
            optimiser.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(network.parameters(), LARGEST_GRADIENT)
            optimiser.step()
            total, parts = total + entropy.mean().detach(), parts + 1
    return float(total / max(parts, 1))


# --- against other players ------------------------------------------------------------------------


def matches(weights: dict[str, Any], game: str, against: str, first: int, count: int, turn_limit: int) -> list[float]:
    """Play games against another player, from each seat in turn. Return 1 for each win and 0 for each loss."""
    torch.set_num_threads(1)
    table = Table(game, turn_limit=turn_limit)
    network = Network(game, table.game.action_count, weights["policy.weight"].shape[1])
    network.load_state_dict(weights)
    other: Any = player(against)
    won = []
    for number in range(first, first + count):
        match = table.deal(10_000_000 + number // 2)
        while not match.over:
            seat = match.actor
            assert seat is not None
            if seat == number % 2:
                seen, mask = torch.from_numpy(table.observation(seat)), torch.from_numpy(match.mask)
                with torch.no_grad():
                    logits, _ = network(seen[None], mask[None])
                match.play(int(logits.argmax()))
            else:
                match.play(other.choose(match.view(seat)))
        won.append(float(match.winner == number % 2))
    return won


class Trials:
    """Games against another player, played by other processes while the training goes on."""

    def __init__(self, options: argparse.Namespace) -> None:
        self.options = options
        self.pool = ProcessPoolExecutor(options.processes, multiprocessing.get_context("spawn"))
        self.waiting: list[tuple[dict[str, Any], list[Future[list[float]]]]] = []
        self.curve: list[dict[str, Any]] = []

    def begin(self, network: nn.Module, note: dict[str, Any], games: int) -> None:
        """Play a number of games with the network as it is now."""
        weights = {name: value.detach().cpu().clone() for name, value in network.state_dict().items()}
        share = -(-games // self.options.processes)
        share += share % 2  # both seats of each deal
        asked = [
            self.pool.submit(
                matches, weights, self.options.game, self.options.against, first, share, self.options.turn_limit
            )
            for first in range(0, games, share)
        ]
        self.waiting.append((note, asked))

    def collect(self, *, wait: bool = False) -> None:
        """Note the results that have come in."""
        while self.waiting and (wait or all(each.done() for each in self.waiting[0][1])):
            note, asked = self.waiting.pop(0)
            won = [result for each in asked for result in each.result()]
            rate = float(np.mean(won))
            error = 1.96 * float(np.sqrt(rate * (1 - rate) / len(won)))
            self.curve.append({**note, "games": len(won), "won": round(rate, 4), "error": round(error, 4)})
            print(json.dumps(self.curve[-1]), flush=True)


def chart(curve: list[dict[str, Any]], against: str) -> str:
    """The share of games won by steps of training, as a small SVG."""
    width, height, left, bottom = 640, 320, 60, 40
    most = max((point["steps"] for point in curve), default=1) or 1
    x = [left + (width - left - 20) * point["steps"] / most for point in curve]
    y = [height - bottom - (height - bottom - 20) * point["won"] for point in curve]
    half = height - bottom - (height - bottom - 20) / 2
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="sans-serif">',
        f'<rect width="{width}" height="{height}" fill="#fff"/>',
        f'<path d="M{left} 20V{height - bottom}H{width - 20}" fill="none" stroke="#444"/>',
        f'<path d="M{left} {half}H{width - 20}" stroke="#bbb" stroke-dasharray="4 4"/>',
    ]
    for share in (0.0, 0.5, 1.0):
        at = height - bottom - (height - bottom - 20) * share
        lines.append(f'<text x="{left - 8}" y="{at + 4:.0f}" text-anchor="end">{share:.0%}</text>')
    for share in (0.0, 0.5, 1.0):
        at = left + (width - left - 20) * share
        lines.append(f'<text x="{at:.0f}" y="{height - 18}" text-anchor="middle">{most * share / 1e6:.3g} M</text>')
    lines.append(f'<text x="{width / 2}" y="{height - 3}" text-anchor="middle">steps of self-play</text>')
    lines.append(f'<text x="{left + 8}" y="16">games won against {against}</text>')
    for point, at, up in zip(curve, x, y, strict=True):
        reach = (height - bottom - 20) * point["error"]
        lines.append(f'<path d="M{at:.1f} {up - reach:.1f}V{up + reach:.1f}" stroke="#88a"/>')
        lines.append(f'<circle cx="{at:.1f}" cy="{up:.1f}" r="3" fill="#246"/>')
    lines.append(
        f'<polyline points="{" ".join(f"{a:.1f},{b:.1f}" for a, b in zip(x, y, strict=True))}" fill="none" '
        'stroke="#246"/></svg>'
    )
    return "\n".join(lines) + "\n"


def main(arguments: list[str] | None = None) -> list[dict[str, Any]]:
    """Train, and return the curve."""
    parser = argparse.ArgumentParser(description="Self-play PPO on batches.")
    parser.add_argument("--game", default="spice-road")
    parser.add_argument("--device", default="cpu", choices=["cpu", "cuda"])
    parser.add_argument("--minutes", type=float, default=2.0, help="of training")
    parser.add_argument("--updates", type=int, default=10**9, help="also stop after this number of updates")
    parser.add_argument("--games", type=int, default=512, help="played at the same time")
    parser.add_argument("--steps", type=int, default=32, help="of each game between two updates")
    parser.add_argument(
        "--minibatch", type=int, default=0, help="positions of one gradient; an eighth of all by default"
    )
    parser.add_argument("--epochs", type=int, default=2)
    parser.add_argument("--width", type=int, default=512, help="of the network")
    parser.add_argument("--rate", type=float, default=5e-4, help="of learning, at first")
    parser.add_argument("--entropy", type=float, default=0.01, help="worth of entropy, at first")
    parser.add_argument("--turn-limit", type=int, default=120)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--against", default="greedy")
    parser.add_argument("--trials", type=int, default=200, help="games against it for each point of the curve")
    parser.add_argument("--points", type=int, default=10, help="of the curve, besides the last")
    parser.add_argument("--processes", type=int, default=2, help="that play them")
    parser.add_argument("--out", help="write the curve to this file as JSON")
    parser.add_argument("--chart", help="and to this file as a picture")
    parser.add_argument("--weights", help="and the network to this file")
    options = parser.parse_args(arguments)
    options.minibatch = options.minibatch or max(1, options.games * options.steps // 8)
    torch.manual_seed(options.seed)
    if options.device == "cuda":
        torch.set_float32_matmul_precision("high")

    rollout = Rollout(options)
    network = Network(options.game, rollout.masks.shape[1], options.width).to(options.device)
    optimiser = torch.optim.Adam(network.parameters(), lr=options.rate, eps=1e-5)
    trials = Trials(options)
    start, steps, next_point, entropy = time.perf_counter(), 0, 0.0, 0.0
    for update in range(options.updates):
        past = (time.perf_counter() - start) / (options.minutes * 60)
        if past >= 1:
            break
        if past >= next_point and options.trials:
            trials.begin(network, {"minutes": round(past * options.minutes, 2), "steps": steps}, options.trials)
            next_point += 1 / options.points
        left = max(1 - past, 0.02)
        for group in optimiser.param_groups:
            group["lr"] = options.rate * left
        worth = rollout.play(network)
        now = argparse.Namespace(**{**vars(options), "entropy": options.entropy * left})
        entropy = learn(network, optimiser, rollout, worth, now)
        steps += options.games * options.steps
        trials.collect()
        if update % 20 == 0:
            seconds = time.perf_counter() - start
            points = float(np.asarray(rollout.games.scores).mean())
            told = f"{steps / seconds:.3g} a second, entropy {entropy:.3f}, {points:.1f} points a game"
            print(f"update {update}: {steps} steps, {told}", flush=True)
    seconds = time.perf_counter() - start
    if options.weights:
        torch.save(network.state_dict(), options.weights)
    if options.trials:
        trials.begin(network, {"minutes": round(seconds / 60, 2), "steps": steps}, 2 * options.trials)
        trials.collect(wait=True)
    trials.pool.shutdown()
    if options.out:
        told = {**vars(options), "steps_a_second": steps / seconds, "curve": trials.curve}
        Path(options.out).write_text(json.dumps(told, indent=1) + "\n", encoding="utf-8")
    if options.chart and trials.curve:
        Path(options.chart).write_text(chart(trials.curve, options.against), encoding="utf-8")
    return trials.curve


if __name__ == "__main__":
    main()
