"""Batches: many games of one kind as arrays."""

from typing import TYPE_CHECKING, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray

from century.components.catalogue import Catalogue
from century.engine import native
from century.engine.chance import dice_of
from century.engine.match import Options
from century.engine.state import PLAYING, STOPPED
from century.errors import CenturyError, IllegalAction, whole_number

if TYPE_CHECKING:
    from century.engine.game import Game

MOST_ACTION = 2**15 - 1


class Batch:
    """Many games at once. Row k of every array belongs to game k.

    `masks[k]` marks the legal actions of game k, `actors[k]` is the seat to answer, and `over[k]` says whether the
    game has ended. Then `scores[k]` and `winners[k]` hold its result (-1: nobody won).

    >>> import century
    >>> batch = century.game("spice-road").batch(1000, players=2, seed=1)
    >>> while not batch.over.all():
    ...     batch = batch.step(batch.sample())
    >>> bool((batch.winners >= 0).all())
    True
    """

    def __init__(self, game: "Game", options: Options, catalogue: Catalogue, games: int, *, restart: bool) -> None:
        """Deal; use `Game.batch`."""
        games = whole_number("the number of games", games, 1, 2**31)
        self.game = game
        self.options = options
        self.restart = restart
        self.catalogue = catalogue
        self.states = options.blank(game, catalogue, games)
        self.masks = np.zeros((games, game.action_count), np.bool_)
        self.scores = np.zeros((games, options.players), np.int32)
        self.winners = np.full(games, native.NOBODY, np.int8)
        self._boxes = np.asarray(game.box(catalogue))
        self._dealt = games
        self._dice = dice_of(options.seed, games)
        self._apply(np.full(games, native.DEAL, np.int16))

    def __len__(self) -> int:
        return len(self.states)

    @property
    def actors(self) -> NDArray[np.int8]:
        """The seat to answer in each game; -1 where the game is over."""
        return np.where(self.over, np.int8(native.NOBODY), self.states["question"]["seat"])

    @property
    def over(self) -> NDArray[np.bool_]:
        """Which games have ended."""
        return np.asarray(self.states["over"] != PLAYING)

    @property
    def stopped(self) -> NDArray[np.bool_]:
        """Which games the turn limit ended; nobody wins these."""
        return np.asarray(self.states["over"] == STOPPED)

    def sample(self) -> NDArray[np.int16]:
        """Return a random legal action for each game; -2 (nothing) for games that are over."""
        actions = np.empty(len(self), np.int16)
        native.sample(self.masks, self._dice, actions)
        return actions

    def step(self, actions: ArrayLike) -> Self:
        """Apply an action to each game. An illegal one raises an error that names the game, and nothing changes."""
        chosen = legal_actions(self.game, self.masks, actions)
        if self.restart and (over := self.over).any():
            chosen = np.where(over, np.int16(native.DEAL), chosen)
            self._renew(np.flatnonzero(over))
        self._apply(chosen)
        return self

    def _apply(self, actions: NDArray[np.int16]) -> None:
        native.step(self.states, self._boxes, actions, self.masks, self.scores, self.winners)

    def _renew(self, finished: NDArray[np.intp]) -> None:
        """Replace finished games with blank states of the next seeds."""
        self.states[finished] = self.options.blank(self.game, self.catalogue, len(finished), self._dealt)
        self._dealt += len(finished)
        self.scores[finished] = 0


def check_actions(actions: NDArray[np.generic], games: int) -> None:
    """Raise an error unless the array has a whole number for each game."""
    if tuple(actions.shape) != (games,) or np.dtype(actions.dtype).kind not in "iu":
        raise CenturyError(f"a step takes {games} whole numbers, an action for each game, not {actions!r}")


def as_actions(actions: ArrayLike, games: int) -> NDArray[np.int16]:
    """Return an action for each game as an array. Numbers out of range stay illegal."""
    numbers = np.asarray(actions)
    check_actions(numbers, games)
    within: NDArray[np.int16] = np.clip(numbers, native.NOTHING - 1, MOST_ACTION).astype(np.int16)
    return within


def legal_actions(game: "Game", masks: NDArray[np.bool_], actions: ArrayLike) -> NDArray[np.int16]:
    """Return an action for each game as an array, or raise an error that names the first illegal one."""
    chosen = as_actions(actions, len(masks))
    wrong = int(native.first_illegal(masks, chosen))
    if wrong >= 0:
        raise IllegalAction(game.illegal_in(wrong, int(np.asarray(actions)[wrong]), masks[wrong]))
    return chosen
