"""A plan: which games are to be simulated. Everything that makes them what they are, ready for JSON."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from functools import cached_property
from os import PathLike
from typing import Any, Self

import century
from century import __version__
from century.components.catalogue import Catalogue
from century.engine.game import Game
from century.engine.match import MOST_SEED, Options
from century.errors import CenturyError, whole_number
from century.players import names_of
from century.players.random import WEIGHTS

COMPILED = tuple(WEIGHTS)  # players that play in compiled code
TURN_LIMIT = 10_000  # random players of Eastern Wonders may take longer
MOST_GAMES = 10**10

Components = str | PathLike[str] | Mapping[str, Any] | None


@dataclass(frozen=True)
class Plan:
    """Games of one kind, with the same players on the same seats; game k has seed + k."""

    game: str
    players: int
    bots: tuple[str, ...]  # by seat
    seed: int
    games: int
    turn_limit: int
    settings: dict[str, str] = field(default_factory=dict)
    components: dict[str, Any] = field(default_factory=dict)  # a pack that lies over the printed things
    version: str = __version__

    @classmethod
    def checked(
        cls,
        game: str | Game,
        players: int = 2,
        games: int = 1000,
        seed: int = 0,
        *,
        bots: str | Sequence[str] = "random",
        turn_limit: int = TURN_LIMIT,
        components: Components = None,
        settings: Mapping[str, str] | None = None,
    ) -> Self:
        """A plan that can be carried out; an error says what is wrong.

        >>> Plan.checked("spice-road", players=3, games=10).bots
        ('random', 'random', 'random')
        """
        declared = century.game(game) if isinstance(game, str) else game
        games = whole_number("the number of games", games, 1, MOST_GAMES)
        options = Options.checked(declared, players, seed, turn_limit=turn_limit, settings=settings)
        whole_number("the seed of the last game", options.seed + games - 1, 0, MOST_SEED)
        named = names_of(bots if isinstance(bots, str) else ",".join(bots), declared.name)
        if len(named) not in (1, options.players):
            raise CenturyError(f"name one bot for all seats, or one for each of {options.players}, not {len(named)}")
        catalogue = declared.catalogue(components)
        declared.box(catalogue)  # checks
        limit = options.turn_limit or 0
        return cls(
            declared.name,
            options.players,
            tuple(named if len(named) > 1 else named * options.players),
            options.seed,
            games,
            limit,
            options.settings,
            catalogue.overlay,
        )

    @cached_property
    def declared(self) -> Game:
        """The game."""
        return century.game(self.game)

    @cached_property
    def catalogue(self) -> Catalogue:
        """Its printed things."""
        return self.declared.catalogue(self.components or None)

    @cached_property
    def options(self) -> Options:
        """What the game of the first seed is started with."""
        return Options.checked(
            self.declared, self.players, self.seed, turn_limit=self.turn_limit, settings=self.settings
        )

    @property
    def is_compiled(self) -> bool:
        """Whether all players play in compiled code."""
        return all(bot in COMPILED for bot in self.bots)

    @property
    def title(self) -> str:
        """What is played by whom, in words."""
        return f"{self.declared.title}, {self.players} players: {self.bots_text}"

    @property
    def bots_text(self) -> str:
        """The players, those that sit on all seats once."""
        return self.bots[0] if len(set(self.bots)) == 1 else ", ".join(self.bots)

    def with_games(self, games: int) -> "Plan":
        """The same plan for more games, or fewer."""
        return replace(self, games=whole_number("the number of games", games, 1, MOST_GAMES))

    def as_dict(self) -> dict[str, Any]:
        """All of it, ready for JSON."""
        return asdict(self)

    @classmethod
    def from_dict(cls, saved: Mapping[str, Any]) -> Self:
        """The plan that was saved."""
        return cls(**{**saved, "bots": tuple(saved["bots"])})

    def differs(self, other: "Plan") -> list[str]:
        """In what another plan differs, but for the number of games."""
        mine, theirs = self.as_dict(), other.as_dict()
        return [
            f"{name.replace('_', ' ')} {_words(mine[name])}, not {_words(theirs[name])}"
            for name in mine
            if name != "games" and _plain(mine[name]) != _plain(theirs[name])
        ]

    def __getstate__(self) -> dict[str, Any]:  # without what can be found again
        return {name: value for name, value in self.__dict__.items() if name in self.__dataclass_fields__}


def _plain(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value


def _words(value: Any) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{key} {inner}" for key, inner in value.items()) or "as printed"
    return ",".join(value) if isinstance(value, tuple) else str(value)
