"""The layout of observations: the place of each number, game by game, and the rule that writes them.

An observation is a row of numbers: first the pieces of the table, then those of each seat in turn order, starting with
the observing seat. It contains nothing hidden: only the size of a deck.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from math import prod
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from century.engine.dispatch import Code, dispatcher
from century.engine.game import Game
from century.engine.part import Column, Piece
from century.engine.pieces import NUMBER
from century.environments.observing.general import GENERAL
from century.errors import CenturyError

Scalar = TypeVar("Scalar", bound=np.generic)


@dataclass(frozen=True)
class PlacedPiece:
    """A piece in the observations of a game, with its place and shape."""

    name: str
    first: int
    shape: tuple[int, ...]
    rows: tuple[str, ...]
    columns: tuple[Column, ...]
    meaning: str

    @property
    def end(self) -> int:
        """The index of the first number after the piece."""
        return self.first + prod(self.shape)

    @property
    def place(self) -> slice:
        """The slice of an observation that the piece occupies."""
        return slice(self.first, self.end)


class Layout(Mapping[str, PlacedPiece]):
    """The pieces of an observation by name. `low`, `high` and `usual` are arrays: the bounds of each number.

    >>> from century.environments import observation_space
    >>> space = observation_space("spice-road", players=2)
    >>> space["merchant_row"].shape, space["own_storage"].place
    ((6, 14), slice(147, 152, None))
    >>> [name for name in space if name.startswith("opponent_1_c")]
    ['opponent_1_claimed', 'opponent_1_coins']
    """

    def __init__(self, game: Game, players: int) -> None:
        """Place the pieces; use `observation_space`."""
        self.game = game
        self.players = players
        self._pieces: dict[str, PlacedPiece] = {}
        at = 0
        for piece in table_pieces(game):
            at = self._add(piece, piece.name, at)
        for place in range(players):
            whose = f"opponent_{place}" if place else "own"
            for piece in seat_pieces(game):
                at = self._add(piece, f"{whose}_{piece.name}", at)
        self.size = at
        columns = [
            column for piece in self._pieces.values() for _ in range(len(piece.rows)) for column in piece.columns
        ]
        self.low = np.array([column.low for column in columns], NUMBER)
        self.high = np.array([column.high for column in columns], NUMBER)
        self.usual = np.array([column.high if column.usual is None else column.usual for column in columns], NUMBER)

    def _add(self, piece: type[Piece], name: str, at: int) -> int:
        if name in self._pieces:
            raise CenturyError(f"{self.game.name}: two pieces of an observation have the name {name!r}; rename one")
        rows, columns = tuple(piece.rows_of(self.game)), tuple(piece.columns)
        shape = (len(rows),) if len(columns) == 1 else (len(columns),) if rows == ("",) else (len(rows), len(columns))
        self._pieces[name] = PlacedPiece(name, at, shape, rows, columns, piece.meaning)
        return self._pieces[name].end

    def split(self, observations: NDArray[Scalar]) -> dict[str, NDArray[Scalar]]:
        """Return the pieces of an observation, or of an array of observations, by name, without copying.

        >>> import numpy as np
        >>> from century.environments import observation_space
        >>> pieces = observation_space("spice-road").split(np.zeros((4096, 419)))
        >>> pieces["own_hand"].shape, pieces["point_row"].shape
        ((4096, 45), (4096, 5, 6))
        """
        before = observations.shape[:-1]
        return {
            name: observations[..., piece.place].reshape(*before, *piece.shape) for name, piece in self._pieces.items()
        }

    def __getitem__(self, name: str) -> PlacedPiece:
        return self._pieces[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._pieces)

    def __len__(self) -> int:
        return len(self._pieces)


@lru_cache(maxsize=64)
def layout_of(game: Game, players: int) -> Layout:
    """Return the layout of a game for a number of players."""
    return Layout(game, game.check_players(players))


def pieces_of(game: Game) -> list[type[Piece]]:
    """Return the pieces that every game has and those that its parts declare, in order."""
    declared = [piece for part in game.parts for piece in part.observed]
    return sorted([*GENERAL, *declared], key=lambda piece: piece.order)


def table_pieces(game: Game) -> list[type[Piece]]:
    """Return the pieces of the table."""
    return [piece for piece in pieces_of(game) if not piece.of_a_seat]


def seat_pieces(game: Game) -> list[type[Piece]]:
    """Return the pieces of each seat."""
    return [piece for piece in pieces_of(game) if piece.of_a_seat]


def size_of(game: Game, pieces: list[type[Piece]]) -> int:
    """Return the number of numbers in pieces."""
    return sum(len(piece.rows_of(game)) * len(piece.columns) for piece in pieces)


@dispatcher("s, box, seat, out")
def observe(game: Game, code: Code) -> None:
    """Write what a seat sees into a row of numbers."""
    at = 0
    for piece in table_pieces(game):
        code.call(piece.observe, f"s, box, seat, out, {at}")
        at += size_of(game, [piece])
    code.add("for place in range(s.players):")
    code.add("other = seat + place", depth=1)
    code.add("if other >= s.players: other -= s.players", depth=1)
    code.add(f"at = {at} + place * {size_of(game, seat_pieces(game))}", depth=1)
    at = 0
    for piece in seat_pieces(game):
        code.call(piece.observe, f"s, box, other, out, at + {at}", depth=1)
        at += size_of(game, [piece])
