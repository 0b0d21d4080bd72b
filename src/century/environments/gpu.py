"""A batch on a GPU: the same rules, the same bytes, and arrays that PyTorch, JAX and CuPy share without a copy.

A thread advances one game, in place. Observations and masks lie there column by column, so that threads beside each
other write beside each other: that alone makes a step five times as fast. Whoever looks at them sees rows all the same.
"""

from typing import Any, Self

import numba
import numpy as np
from numpy.typing import NDArray

from century.engine import native
from century.engine.chance import tossed
from century.engine.gpu import cuda as cuda  # with the names mended that it asks NumPy for
from century.engine.match import MOST_SEED
from century.engine.native import NOTHING, marked_action
from century.engine.state import MOST_OFFERS
from century.environments.batches import Batch, Turn
from century.environments.dlpack import CUDA, capsule
from century.environments.observing import steps
from century.errors import CenturyError, IllegalAction, whole_number

_OFFERS = MOST_OFFERS + 1  # a local array wants a constant of this module
_THREADS = 128
_ARRAYS = (
    *("states", "observations", "masks", "rewards", "scores", "dones", "truncated", "actors"),
    *("_seeds", "_dice", "_actions", "_boxes", "_blanks", "_wrong"),
)
_COLUMNS = (
    "observations",
    "masks",
    "rewards",
    "scores",
)  # a column lies together: threads beside each other write there
_KERNELS: dict[str, Any] = {}


def has_gpu() -> bool:
    """Whether there is a GPU here."""
    return bool(cuda.is_available())


class Shared:
    """An array on the GPU that others can use where it lies: `torch.as_tensor(array)`, `cupy.asarray(array)`,
    `jax.dlpack.from_dlpack(array)`.
    """

    def __init__(self, array: Any) -> None:
        """Share an array of Numba's."""
        self.array = array

    @property
    def shape(self) -> tuple[int, ...]:
        """Its shape."""
        return tuple(self.array.shape)

    @property
    def dtype(self) -> np.dtype[Any]:
        """The type of its numbers."""
        dtype: np.dtype[Any] = np.dtype(self.array.dtype)
        return dtype

    @property
    def __cuda_array_interface__(self) -> dict[str, Any]:
        return dict(self.array.__cuda_array_interface__)

    def __dlpack_device__(self) -> tuple[int, int]:
        return CUDA, int(cuda.get_current_device().id)

    def __dlpack__(self, stream: Any = None, **options: Any) -> Any:
        cuda.synchronize()  # whatever stream the other side uses
        pointer = int(self.__cuda_array_interface__["data"][0])
        steps = tuple(step // self.dtype.itemsize for step in self.array.strides)
        return capsule(self.array, pointer, self.shape, steps, self.dtype, self.__dlpack_device__())

    def copy_to_host(self) -> NDArray[Any]:
        """A copy on this side."""
        return np.asarray(self.array.copy_to_host())

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> NDArray[Any]:
        return self.copy_to_host().astype(dtype or self.dtype, copy=False)

    def __len__(self) -> int:
        return len(self.array)


def _on_device(argument: Any) -> Any:
    """Return an argument as a kernel takes it: arrays themselves, alone or in a record."""
    if isinstance(argument, steps.Arrays | steps.Common):
        return type(argument)._make(map(_on_device, argument))
    return argument.array if isinstance(argument, Shared) else argument


def step_kernel(game: Any) -> Any:
    """The kernel that advances each game; compiled on first use."""
    if game.name in _KERNELS:
        return _KERNELS[game.name]

    @cuda.jit
    def step(arrays, common):
        game = cuda.grid(1)
        if game < arrays.states.shape[0]:
            offers = cuda.local.array(_OFFERS, numba.int16)
            steps.advance(arrays, common, game, offers)

    _KERNELS[game.name] = step
    return step


@cuda.jit
def check_kernel(given, masks, actions, wrong):
    """Take over the actions that are legal; the first game with another one is noted."""
    game = cuda.grid(1)
    if game < masks.shape[0]:
        action = given[game]
        if 0 <= action < masks.shape[1] and masks[game, action]:
            actions[game] = action
        else:
            actions[game] = NOTHING
            cuda.atomic.min(wrong, 0, game)


@cuda.jit
def sample_kernel(masks, dice, actions):
    """Choose one of the marked actions of each game."""
    game = cuda.grid(1)
    if game < masks.shape[0]:
        dice[game] = tossed(dice[game])
        actions[game] = marked_action(masks[game], dice[game])


@cuda.jit
def imagine_kernel(states, chances):
    """Shuffle anew what is hidden."""
    game = cuda.grid(1)
    if game < states.shape[0]:
        states[game].chance = chances[game]


class GpuBatch(Batch):
    """Many games at once on a GPU: all that is said of `Batch`, but that the arrays lie there, as `Shared` ones.

    `torch.as_tensor(games.observations)` is a view of what the next step writes, and actions may be a tensor on the
    GPU. Steps are launched on the default stream, as PyTorch's are. `checked` waits for the GPU in each step to say
    which action is illegal; without it, nothing is copied back, and a game with an illegal action stays as it is.
    """

    device = "cuda"
    _wrong: Any

    def _allocate(self, games: int) -> None:
        super()._allocate(games)
        self._wrong = np.full(1, games, np.int64)
        self._to_device()

    def _to_device(self) -> None:
        for name in _ARRAYS:
            array = np.array(getattr(self, name), order="F" if name in _COLUMNS else "C")
            setattr(self, name, Shared(cuda.to_device(array)))

    def __len__(self) -> int:
        return int(self._stride)

    def _launch(self, kernel: Any, *arguments: Any) -> None:
        """Run a kernel with a thread for each game."""
        kernel[-(-len(self) // _THREADS), _THREADS](*map(_on_device, arguments))

    def _start(self, seeds: NDArray[np.uint64], dice: NDArray[np.uint64]) -> None:
        self._seeds.array.copy_to_device(seeds)
        self._dice.array.copy_to_device(dice)
        self.scores.array.copy_to_device(np.zeros(self.scores.shape, self.scores.dtype))
        deal = np.full(len(self), native.DEAL, np.int16)
        self._actions.array.copy_to_device(deal)
        self._advance()

    def step(self, actions: Any) -> Turn:
        """Answer the question of every game, as `Batch.step` does; actions may lie on the GPU."""
        self._launch(check_kernel, self._taken(actions), self.masks, self._actions, self._wrong)
        if self.checked:
            self.check(actions)
        self._advance()
        return Turn(self.observations, self.masks, self.rewards, self.dones)

    def check(self, actions: Any = None) -> None:
        """Raise an error if an action since the last check was illegal."""
        wrong = int(self._wrong.copy_to_host()[0])
        if wrong < len(self):
            self._wrong.array.copy_to_device(np.full(1, len(self), np.int64))
            if actions is None:
                raise IllegalAction(f"game {wrong}: an action was not legal, and changed nothing")
            given = np.asarray(self._taken(actions).copy_to_host())[wrong]
            mask = self.masks.array[wrong].copy_to_host()
            raise IllegalAction(self._refusal(wrong, int(given), mask))

    def _taken(self, actions: Any) -> Any:
        """Actions as an array on the GPU, wherever they come from."""
        if isinstance(actions, Shared):
            given = actions.array
        elif hasattr(actions, "__cuda_array_interface__"):
            given = cuda.as_cuda_array(actions)
        else:
            given = np.ascontiguousarray(actions)
        if tuple(given.shape) != (len(self),) or np.dtype(given.dtype).kind not in "iu":
            raise CenturyError(f"a step takes {len(self)} whole numbers, an action for each game, not {actions!r}")
        return cuda.to_device(given) if isinstance(given, np.ndarray) else given

    def sample(self) -> Any:
        """A legal action for each game, at random."""
        actions = Shared(cuda.device_array(len(self), np.int16))
        self._launch(sample_kernel, self.masks, self._dice, actions)
        return actions

    def _imagined(self, chances: NDArray[np.uint64]) -> None:
        self._launch(imagine_kernel, self.states, cuda.to_device(chances))
        self._seeds.array.copy_to_device(chances + self._stride)

    def copy(self) -> Self:
        """The same games once more; a step of one does not touch the other."""
        twin = type(self).__new__(type(self))
        vars(twin).update(vars(self))
        for name in _ARRAYS:
            array = getattr(self, name).array
            other = cuda.device_array_like(array)
            other.copy_to_device(array)
            setattr(twin, name, Shared(other))
        return twin

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return self.copy()

    def __getstate__(self) -> dict[str, Any]:
        return {**vars(self), **{name: getattr(self, name).copy_to_host() for name in _ARRAYS}}

    def __setstate__(self, saved: dict[str, Any]) -> None:
        vars(self).update(saved)
        self._to_device()

    def match_state(self, number: int) -> Any:
        """The state of one game, as an array of one record."""
        number = whole_number("a game", number, 0, min(len(self) - 1, MOST_SEED))
        return self.states.array[number : number + 1].copy_to_host()

    def _advance(self) -> None:
        self._launch(step_kernel(self.game), self._arrays(), self._common())
