"""A batch on a GPU: the same rules, the same bytes, and arrays that PyTorch, JAX and CuPy use without a copy.

Each thread advances one game in place. Observations and masks are stored by columns, so that neighbouring threads
write to neighbouring addresses; this makes a step five times as fast. Their shape is still one row for each game.
"""

from functools import cache
from typing import Any, Self

import numpy as np

# ruff: noqa: E402
for _old, _new in (("row_stack", "vstack"), ("in1d", "isin"), ("trapz", "trapezoid")):
    if not hasattr(np, _old):  # numba-cuda 0.30 still uses names that NumPy 2.5 removed
        setattr(np, _old, getattr(np, _new))

import numba
from numba import cuda as cuda  # re-exported
from numpy.typing import ArrayLike, DTypeLike, NDArray

from century.engine import native
from century.engine.batch import check_actions
from century.engine.chance import tossed
from century.engine.contract import imagine_anew
from century.engine.game import Game
from century.engine.match import MOST_SEED
from century.engine.native import NOTHING, marked_action
from century.engine.state import MOST_OFFERS
from century.environments.batches import ObservedBatch, StepResult
from century.environments.observing import steps
from century.errors import IllegalAction, whole_number
from century.types import JsonDict

_OFFERS = MOST_OFFERS + 1  # a local array needs a constant of this module
_THREADS = 128
_ARRAYS = (
    *("states", "observations", "masks", "rewards", "scores", "dones", "truncated", "actors"),
    *("_seeds", "_dice", "_actions", "_boxes", "_blanks", "_wrong"),
)
_COLUMNS = ("observations", "masks", "rewards", "scores")  # arrays stored by columns


def has_gpu() -> bool:
    """Return whether this machine has a GPU."""
    return bool(cuda.is_available())


class Shared:
    """An array on the GPU that other libraries use without a copy.

    For example `torch.as_tensor(array)`, `cupy.asarray(array)`, `jax.dlpack.from_dlpack(array)`.
    """

    def __init__(self, array: Any) -> None:
        self.array = array

    @property
    def shape(self) -> tuple[int, ...]:
        """Its shape."""
        return tuple(self.array.shape)

    @property
    def dtype(self) -> np.dtype[np.generic]:
        """The type of its numbers."""
        dtype: np.dtype[np.generic] = np.dtype(self.array.dtype)
        return dtype

    @property
    def __cuda_array_interface__(self) -> JsonDict:
        return dict(self.array.__cuda_array_interface__)

    def _view(self) -> Any:
        """Return a view that exports DLPack, and keeps the array alive."""
        from cuda.core.utils import StridedMemoryView

        cuda.synchronize()  # the other library may use another stream
        return StridedMemoryView.from_cuda_array_interface(self.array, stream_ptr=-1)

    def __dlpack_device__(self) -> tuple[int, int]:
        device: tuple[int, int] = self._view().__dlpack_device__()
        return device

    def __dlpack__(self, *, stream: object = None, **options: object) -> object:
        return self._view().__dlpack__(**options)

    def copy_to_host(self) -> NDArray[np.generic]:
        """Return a copy in the memory of the host."""
        return np.asarray(self.array.copy_to_host())

    def __array__(self, dtype: DTypeLike | None = None, copy: bool | None = None) -> NDArray[np.generic]:
        return self.copy_to_host().astype(dtype or self.dtype, copy=False)

    def __len__(self) -> int:
        return len(self.array)


def _on_device(argument: object) -> Any:
    """Return an argument as kernels take it: Numba's array of a `Shared`, also within a record."""
    if isinstance(argument, steps.Arrays | steps.Common):
        return type(argument)._make(map(_on_device, argument))
    return argument.array if isinstance(argument, Shared) else argument


@cache
def step_kernel(game: Game) -> Any:
    """Return the kernel that advances each game; it is compiled on first use."""

    @cuda.jit
    def step(arrays, common):
        game = cuda.grid(1)
        if game < arrays.states.shape[0]:
            offers = cuda.local.array(_OFFERS, numba.int16)
            steps.advance(arrays, common, game, offers)

    return step


@cuda.jit
def check_kernel(numbers, masks, actions, wrong):
    """Copy the legal actions; note the first game with another one."""
    game = cuda.grid(1)
    if game < masks.shape[0]:
        action = numbers[game]
        if 0 <= action < masks.shape[1] and masks[game, action]:
            actions[game] = action
        else:
            actions[game] = NOTHING
            cuda.atomic.min(wrong, 0, game)


@cuda.jit
def sample_kernel(masks, dice, actions):
    """Choose a random legal action for each game."""
    game = cuda.grid(1)
    if game < masks.shape[0]:
        dice[game] = tossed(dice[game])
        actions[game] = marked_action(masks[game], dice[game])


@cuda.jit
def chance_kernel(states, chances):
    """Shuffle the decks, which follow from the chance of a state."""
    game = cuda.grid(1)
    if game < states.shape[0]:
        states[game].chance = chances[game]


@cache
def imagine_kernel(game: Game) -> Any:
    """Return the kernel that shuffles what the seat to answer cannot see in each state."""

    @cuda.jit
    def imagine(states, boxes, chances):
        game = cuda.grid(1)
        if game < states.shape[0]:
            imagine_anew(states[game], boxes[0], states[game].question.seat, chances[game])

    return imagine


class GpuBatch(ObservedBatch):
    """An `ObservedBatch` on a GPU. Its arrays are `Shared`; annotations name the NumPy arrays they convert to.

    `torch.as_tensor(games.observations)` is a view of what the next step writes, and actions may be a tensor on the
    GPU. Steps are launched on the default stream, as PyTorch's are. A `checked` batch waits for the GPU in each step,
    to name an illegal action; otherwise nothing is copied back, and a game with an illegal action stays as it is.
    """

    device = "cuda"

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

    def _launch(self, kernel: Any, *arguments: object) -> None:
        """Run a kernel with a thread for each game."""
        kernel[-(-len(self) // _THREADS), _THREADS](*map(_on_device, arguments))

    def _start(self, seeds: NDArray[np.uint64], dice: NDArray[np.uint64]) -> None:
        _on_device(self._seeds).copy_to_device(seeds)
        _on_device(self._dice).copy_to_device(dice)
        _on_device(self.scores).copy_to_device(np.zeros(self.scores.shape, self.scores.dtype))
        deal = np.full(len(self), native.DEAL, np.int16)
        _on_device(self._actions).copy_to_device(deal)
        self._advance()

    def step(self, actions: ArrayLike) -> StepResult:
        """Apply an action to each game, as `ObservedBatch.step` does; the actions may be on the GPU."""
        self._launch(check_kernel, self._actions_of(actions), self.masks, self._actions, self._wrong)
        if self.checked:
            self.check(actions)
        self._advance()
        return StepResult(self.observations, self.masks, self.rewards, self.dones)

    def check(self, actions: ArrayLike | None = None) -> None:
        """Raise an error if an action since the last check was illegal."""
        wrong = int(_on_device(self._wrong).copy_to_host()[0])
        if wrong < len(self):
            _on_device(self._wrong).copy_to_device(np.full(1, len(self), np.int64))
            if actions is None:
                raise IllegalAction(f"game {wrong}: an action was not legal, and changed nothing")
            action = int(self._actions_of(actions).copy_to_host()[wrong])
            mask = _on_device(self.masks)[wrong].copy_to_host()
            raise IllegalAction(self.game.illegal_in(wrong, action, mask))

    def _actions_of(self, actions: ArrayLike) -> Any:
        """Return actions of any origin as an array on the GPU."""
        if isinstance(actions, Shared):
            numbers = actions.array
        elif hasattr(actions, "__cuda_array_interface__"):
            numbers = cuda.as_cuda_array(actions)
        else:
            numbers = np.ascontiguousarray(actions)
        check_actions(numbers, len(self))
        return cuda.to_device(numbers) if isinstance(numbers, np.ndarray) else numbers

    def sample(self) -> Any:
        """Return a random legal action for each game."""
        actions = Shared(cuda.device_array(len(self), np.int16))
        self._launch(sample_kernel, self.masks, self._dice, actions)
        return actions

    def _imagined(self, chances: NDArray[np.uint64]) -> None:
        given = cuda.to_device(chances)
        if self.game.has_secrets:
            self._launch(imagine_kernel(self.game), self.states, self._boxes, given)
        self._launch(chance_kernel, self.states, given)  # also of games that are over
        _on_device(self._seeds).copy_to_device(chances + self._stride)

    def copy(self) -> Self:
        """Return an independent copy."""
        twin = type(self).__new__(type(self))
        vars(twin).update(vars(self))
        for name in _ARRAYS:
            array = getattr(self, name).array
            other = cuda.device_array_like(array)
            other.copy_to_device(array)
            setattr(twin, name, Shared(other))
        return twin

    def __deepcopy__(self, memo: dict[int, object]) -> Self:
        return self.copy()

    def __getstate__(self) -> dict[str, object]:
        return {**vars(self), **{name: getattr(self, name).copy_to_host() for name in _ARRAYS}}

    def __setstate__(self, saved: JsonDict) -> None:
        vars(self).update(saved)
        self._to_device()

    def match_state(self, number: int) -> NDArray[np.void]:
        """Return the state of one game, as an array of one record."""
        number = whole_number("a game", number, 0, min(len(self) - 1, MOST_SEED))
        return np.asarray(_on_device(self.states)[number : number + 1].copy_to_host())

    def _advance(self) -> None:
        self._launch(step_kernel(self.game), self._arrays(), self._common())
