"""Compare environments with their peers: steps a second with observations and masks, measured in one run.

    python benchmarks/environments.py                       # batches on this CPU, and pgx's connect_four and backgammon
    python benchmarks/environments.py --pettingzoo          # PettingZoo's own benchmark, beside its connect_four
    python benchmarks/environments.py --gpu --out gpu.json  # on a GPU: compared with the CPU by bytes, then measured

Needs the extras `rl` and `gpu`; pgx and JAX where the peers are wanted (they are left out if they are missing).
"""

import argparse
import importlib.util
import itertools
import json
import os
import platform
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import date
from pathlib import Path
from typing import Any

import numpy as np

import century
from century.environments import batch

os.environ.setdefault("XLA_PYTHON_CLIENT_PREALLOCATE", "false")  # JAX would take most of a GPU for itself
ARRAYS = ("states", "observations", "masks", "rewards", "scores", "dones", "truncated", "actors")
TURN_LIMIT = 1000  # random players of Eastern Wonders take thousands of rounds
PEERS = ("connect_four", "backgammon")
PEER_STEPS = 32  # in one call of compiled JAX


def rate(
    step: Callable[[], int],
    seconds: float,
    wait: Callable[[], None] = lambda: None,
    clock: Callable[[], float] = time.perf_counter,
) -> float:
    """Return the steps a second of a function that returns its number of steps."""
    step()
    wait()
    start, begun, steps = time.perf_counter(), clock(), 0
    while time.perf_counter() - start < seconds:
        steps += step()
        wait()
    return steps / (clock() - begun)


def random_play(games: Any) -> Callable[[], int]:
    """Return a function that makes a random step in each game of a batch."""

    def step() -> int:
        games.step(games.sample())
        return len(games)

    return step


def peer(name: str, games: int, device: str) -> Callable[[], int] | None:
    """Random play of one of pgx's games: observations, masks and auto-reset, compiled as a whole; none without pgx."""
    if not importlib.util.find_spec("pgx") or not importlib.util.find_spec("jax"):
        return None
    import jax
    import jax.numpy as jnp
    import pgx
    from pgx.experimental import auto_reset

    if device not in {each.platform for each in jax.devices()} and not (device == "cuda" and _jax_has_gpu()):
        return None
    made = pgx.make(name)
    step_all = jax.vmap(auto_reset(made.step, made.init))

    def one(held: Any, _: Any) -> Any:
        state, key = held
        key, choosing, dealing = jax.random.split(key, 3)
        actions = jax.random.categorical(choosing, jnp.log(state.legal_action_mask.astype(jnp.float32)), axis=1)
        state = step_all(state, actions, jax.random.split(dealing, games))
        return (state, key), (state.observation.sum(), state.legal_action_mask.sum())  # so that both are made

    run = jax.jit(lambda held: jax.lax.scan(one, held, None, length=PEER_STEPS))
    key = jax.random.PRNGKey(0)
    held = [(jax.jit(jax.vmap(made.init))(jax.random.split(key, games)), key)]

    def step() -> int:
        held[0], seen = run(held[0])
        jax.block_until_ready((held[0], seen))
        return PEER_STEPS * games

    return step


def _jax_has_gpu() -> bool:
    import jax

    return any(each.platform in ("gpu", "cuda") for each in jax.devices())


def on_cpu(options: argparse.Namespace) -> dict[str, Any]:
    """Measure batches of each game and the peers in turns, several times."""
    makers: dict[str, Callable[[], int]] = {}
    for name in options.game:
        makers[name] = random_play(batch(name, options.games, seed=1, turn_limit=TURN_LIMIT))
    for name in PEERS:
        made = peer(name, options.games, "cpu")
        if made:
            makers[f"pgx {name}"] = made
    clocks = {"rates": time.perf_counter, "by CPU second": time.process_time}  # the second where a machine is shared
    found: dict[str, Any] = {kind: {name: [] for name in makers} for kind in clocks}
    for _ in range(options.runs):
        for kind, clock in clocks.items():
            for name, step in makers.items():
                found[kind][name].append(rate(step, options.seconds, clock=clock))
                print(f"{name}, {kind}: {found[kind][name][-1]:.4g} steps/s", flush=True)
    return {"games": options.games, **found}


def on_pettingzoo(options: argparse.Namespace) -> dict[str, Any]:
    """Run PettingZoo's own performance benchmark on each game and on its connect_four."""
    from pettingzoo.classic import connect_four_v3
    from pettingzoo.test import performance_benchmark

    from century.environments.pettingzoo import env

    found: dict[str, list[float]] = {}
    for _ in range(options.runs):
        for name, made in [("connect_four_v3", connect_four_v3.env()), *((name, env(name)) for name in options.game)]:
            found.setdefault(name, []).append(_steps_of(performance_benchmark, made))
    return {"rates": found}


def _steps_of(benchmark: Callable[[Any], Any], made: Any) -> float:
    """Return the figure that the benchmark prints, in steps a second."""
    import contextlib
    import io

    said = io.StringIO()
    with contextlib.redirect_stdout(said):
        benchmark(made)
    print(said.getvalue(), flush=True)
    return float(said.getvalue().split("turns per second")[0].split()[-1])


# --- on a GPU -------------------------------------------------------------------------------------


def same_bytes(name: str, games: int, steps: int, players: int, reward: str) -> list[str]:
    """Play the same random steps on the CPU and on the GPU. Return the arrays that differ, and the step."""
    made = {
        device: batch(name, games, players=players, seed=1, reward=reward, turn_limit=60, device=device)
        for device in ("cpu", "cuda")
    }
    cpu, gpu = made["cpu"], made["cuda"]
    wrong: list[str] = []
    for step in range(steps):
        if step % 50 == 0 or step == steps - 1:
            for array in (*ARRAYS, "_seeds"):
                here, there = getattr(cpu, array), getattr(gpu, array).copy_to_host()
                if here.tobytes() != there.tobytes():
                    wrong.append(f"{array} at step {step}")
            if wrong:
                return wrong
        actions = cpu.sample()
        sampled = np.asarray(gpu.sample())
        if (sampled != actions).any():
            return [f"sample at step {step}"]
        cpu.step(actions)
        gpu.step(actions)
    cpu, gpu = cpu.imagine(5), gpu.imagine(5)
    if cpu.states.tobytes() != np.asarray(gpu.states).tobytes():
        wrong.append("imagine")
    return wrong


def shared() -> dict[str, str]:
    """Return whether other libraries can use the arrays in place, and pass actions without a copy."""
    import century.errors

    games = batch("spice-road", 4096, seed=1, device="cuda")
    found = {}
    for name, check in (("torch", _torch), ("jax", _jax), ("cupy", _cupy)):
        if importlib.util.find_spec(name):
            try:
                found[name] = check(games)
            except Exception as error:  # a report of everything is wanted
                found[name] = f"FAILED: {type(error).__name__}: {error}"
        else:
            found[name] = "not installed"
    actions = np.asarray(games.sample())
    actions[7] = 99
    before = np.asarray(games.states).tobytes()
    try:
        games.step(actions)
        found["illegal action"] = "FAILED: no error"
    except century.errors.IllegalAction as error:
        kept = np.asarray(games.states).tobytes() == before
        found["illegal action"] = f"{'ok' if kept else 'FAILED: changed'}: {error}"[:80]
    return found


def _torch(games: Any) -> str:
    import torch

    seen = torch.as_tensor(games.observations, device="cuda")
    masks = torch.as_tensor(games.masks, device="cuda")
    assert seen.data_ptr() == games.observations.__cuda_array_interface__["data"][0], "copied"
    for array in (getattr(games, name) for name in ARRAYS if name != "states"):
        taken = torch.from_dlpack(array)
        assert taken.data_ptr() == array.__cuda_array_interface__["data"][0], "copied by DLPack"
        assert (taken.cpu().numpy() == array.copy_to_host()).all(), "other numbers by DLPack"
    before = seen.clone()
    actions = torch.multinomial(masks.float(), 1).squeeze(1)
    games.step(actions)
    assert not torch.equal(before, seen), "not seen"
    assert (seen.cpu().numpy() == games.observations.copy_to_host()).all(), "other numbers"
    return f"ok, {seen.dtype}, masks {masks.dtype}, actions {actions.dtype}"


def _jax(games: Any) -> str:
    import jax

    if not _jax_has_gpu():
        return "JAX has no GPU here"
    seen = jax.dlpack.from_dlpack(games.observations)
    assert seen.unsafe_buffer_pointer() == games.observations.__cuda_array_interface__["data"][0], "copied"
    masks = jax.dlpack.from_dlpack(games.masks)
    assert (np.asarray(seen) == games.observations.copy_to_host()).all(), "other numbers"
    games.step(jax.numpy.argmax(masks, axis=1))
    return f"ok, {seen.dtype}, masks {masks.dtype}"


def _cupy(games: Any) -> str:
    import cupy

    seen = cupy.asarray(games.observations)
    assert seen.data.ptr == games.observations.__cuda_array_interface__["data"][0], "copied"
    games.step(cupy.argmax(cupy.asarray(games.masks), axis=1))
    return f"ok, {seen.dtype}"


def on_gpu(options: argparse.Namespace) -> dict[str, Any]:
    """Compare with the CPU, share arrays, and measure."""
    from century.environments.gpu import cuda

    began = time.perf_counter()
    name = cuda.get_current_device().name
    found: dict[str, Any] = {"device": name.decode() if isinstance(name, bytes) else str(name)}
    found["shared"] = shared()
    print(found["device"], found["shared"], flush=True)
    found["wrong"], found["rates"], found["seconds"] = {}, {}, {}
    for game in options.game:
        most = century.game(game).most_players
        plans = [(2, "win"), (most, "rank"), (3, "score")] if game == "spice-road" else [(2, "win"), (most, "score")]
        start = time.perf_counter()
        found["wrong"][game] = [
            f"{players} players: {each}"
            for players, reward in plans
            for each in same_bytes(game, options.compared, options.steps, players, reward)
        ]
        found["seconds"][f"{game} compared"] = time.perf_counter() - start
        print(game, "wrong:", found["wrong"][game] or "nothing", found["seconds"], flush=True)
        sizes = [16, 18, 20] if game == "spice-road" else [18]
        for size in sizes:
            for checked in (True, False):
                _measure(found, options, game, size, checked=checked)
        _written(options, found)
    for name, size in itertools.product(PEERS, (16, 18)):  # more games of backgammon do not fit into 139 GiB
        if time.perf_counter() - began < options.most_seconds:
            made = peer(name, 1 << size, "cuda")
            if made:
                key = f"pgx {name}, {1 << size} games"
                found["rates"][key] = [rate(made, options.seconds) for _ in range(options.runs)]
                print(key, [f"{each:.4g}" for each in found["rates"][key]], "steps/s", flush=True)
                _written(options, found)
    return found


@contextmanager
def alone(lock: str | None) -> Iterator[None]:
    """Hold the lock that keeps two measurements apart."""
    if lock is None:
        yield
        return
    import fcntl

    with open(lock, "w", encoding="utf-8") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def _measure(found: dict[str, Any], options: argparse.Namespace, game: str, size: int, *, checked: bool) -> None:
    from century.environments.gpu import cuda

    games = batch(game, 1 << size, seed=1, turn_limit=TURN_LIMIT, device="cuda", checked=checked)
    step = random_play(games)

    def several() -> int:
        return sum(step() for _ in range(10))

    key = f"{game}, {1 << size} games{', checked' if checked else ''}"
    with alone(options.lock):
        found["rates"][key] = [rate(several, options.seconds, cuda.synchronize) for _ in range(options.runs)]
    print(key, [f"{each:.4g}" for each in found["rates"][key]], "steps/s", flush=True)


def _written(options: argparse.Namespace, found: dict[str, Any]) -> None:
    if options.out:
        Path(options.out).write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")


def main() -> int:
    """Run the requested measurements. Return 1 if a byte differs."""
    parser = argparse.ArgumentParser(description="Environments beside their peers.")
    parser.add_argument("--game", nargs="*", default=century.games(), choices=century.games())
    parser.add_argument("--games", type=int, default=4096, help="games of a batch on the CPU")
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=1.0, help="of each run")
    parser.add_argument("--pettingzoo", action="store_true")
    parser.add_argument("--gpu", action="store_true")
    parser.add_argument("--compared", type=int, default=2000, help="games compared with the CPU")
    parser.add_argument("--steps", type=int, default=300, help="random steps compared with the CPU")
    parser.add_argument("--most-seconds", type=float, default=330, help="no peer is begun after so long on a GPU")
    parser.add_argument("--lock", help="a file that keeps several runs from measuring at the same time")
    parser.add_argument("--out", help="write the figures to this file as JSON")
    options = parser.parse_args()
    kind = on_gpu if options.gpu else on_pettingzoo if options.pettingzoo else on_cpu
    found = {
        "date": str(date.today()),
        "command": " ".join(["python", *sys.argv]),
        "machine": f"{platform.processor() or platform.machine()}, {platform.python_version()}",
        **kind(options),
    }
    _written(options, found)
    print(json.dumps(found, indent=1))
    return 1 if any(found.get("wrong", {}).values()) else 0


if __name__ == "__main__":
    sys.exit(main())
