"""Signs: what cards, tiles and answers show. The page, the terminal, pictures and reports draw them."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final, TypeAlias

from century.words import named


class Cubes(str):
    """Cubes as letters, such as "YYR"."""

    __slots__ = ()


NO_CUBES: Final = Cubes("")


class Mark(StrEnum):
    """A mark between other signs."""

    ARROW = "→"  # what stands before it is given for what stands behind it
    PLUS = "+"  # what stands behind it comes in addition


ARROW: Final = Mark.ARROW
PLUS: Final = Mark.PLUS


@dataclass(frozen=True)
class Upgrades:
    """A number of cubes, each turned into the next colour."""

    number: int

    def __str__(self) -> str:
        return f"upgrade {self.number}"


@dataclass(frozen=True)
class Points:
    """Points."""

    number: int

    def __str__(self) -> str:
        return str(self.number)


@dataclass(frozen=True)
class Symbol:
    """A printed symbol, by its code, such as "native_help"."""

    code: str

    def __str__(self) -> str:
        return named(self.code)


@dataclass(frozen=True)
class Token:
    """Pieces of a player that stand on a thing, such as a boat or settlers; `mark` stands for one in a line of text."""

    kind: str
    seat: int
    number: int = 1
    mark: str = "*"

    def __str__(self) -> str:
        return f"{self.mark}{self.seat + 1}" + (f" ({self.number})" if self.number > 1 else "")


@dataclass(frozen=True)
class Good:
    """A coin, by its code; each edition has a name for it."""

    code: str

    def __str__(self) -> str:
        return self.code


Sign: TypeAlias = Cubes | Mark | Upgrades | Points | Symbol | Token | Good | str  # a plain string is a message


# --- values in sentences ----------------------------------------------------------------------------


@dataclass(frozen=True)
class Strong:
    """A word or a number that matters in a sentence."""

    value: object

    def __str__(self) -> str:
        return str(self.value)


@dataclass(frozen=True)
class Player:
    """The player on a seat, in a sentence."""

    seat: int

    def __str__(self) -> str:
        return f"player {self.seat + 1}"
