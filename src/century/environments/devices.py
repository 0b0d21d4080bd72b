"""The choice of the device on which the games of a batch are kept."""

from century.engine.game import Game
from century.engine.match import Options
from century.environments.batches import REWARDS, Batch
from century.errors import CenturyError, unknown
from century.types import Components

DEVICES = ("cpu", "cuda")


def make(
    game: Game,
    games: int,
    players: int = 2,
    seed: int = 0,
    *,
    reward: str = "win",
    device: str = "cpu",
    threads: int | None = None,
    checked: bool = True,
    start: int | None = None,
    turn_limit: int | None = None,
    components: Components = None,
    **settings: str,
) -> "Batch":
    """Return a batch on a device; use `century.environments.batch`."""
    if reward not in REWARDS:
        raise unknown("reward", reward, REWARDS)
    if device not in DEVICES:
        raise unknown("device", device, DEVICES)
    options = Options.checked(game, players, seed, start=start, turn_limit=turn_limit, settings=settings)
    catalogue = game.catalogue(components)
    if device == "cuda":
        try:
            from century.environments.gpu import GpuBatch, has_gpu
        except ImportError as error:
            raise CenturyError(f"a batch on a GPU needs numba-cuda, pip install century[gpu]: {error}") from error
        if not has_gpu():
            raise CenturyError("a batch on a GPU needs an NVIDIA GPU, and this machine has none")
        return GpuBatch(game, options, catalogue, games, reward, checked=checked)
    return Batch(game, options, catalogue, games, reward, checked=checked, threads=threads)
