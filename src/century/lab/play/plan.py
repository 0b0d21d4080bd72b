"""A plan: which games are to be played. Everything that makes them what they are, ready for JSON.

A simulation has the same players on the same seats, and each game its own seed. A tournament plays every seed, which
is a deal, with all sittings of its players, so that luck of cards and of turn order falls on all alike.
"""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from functools import cached_property
from itertools import combinations
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
TOURNAMENT_GAMES, MOST_GAMES_UNTIL_SURE = 100, 20_000  # of a table, if not said
LEAST_PATIENCE, MOST_PATIENCE = 0.01, 86_400.0

Components = str | PathLike[str] | Mapping[str, Any] | None


@dataclass(frozen=True)
class Plan:
    """Games of one kind, numbered from 0: each seed with each sitting, most often only one."""

    game: str
    players: int
    bots: tuple[str, ...]  # by seat; of a tournament: all that take part
    seed: int
    games: int
    turn_limit: int
    settings: dict[str, str] = field(default_factory=dict)
    components: dict[str, Any] = field(default_factory=dict)  # a pack that lies over the printed things
    version: str = __version__
    patience: float | None = None  # of a tournament: seconds for an answer; who takes longer, or fails, has lost
    until_sure: bool = False  # of a tournament: end as soon as a test knows which of two is stronger

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
        **more: str,
    ) -> Self:
        """A plan that can be carried out; an error says what is wrong.

        >>> Plan.checked("spice-road", players=3, games=10).bots
        ('random', 'random', 'random')
        """
        declared = century.game(game) if isinstance(game, str) else game
        games = whole_number("the number of games", games, 1, MOST_GAMES)
        options = Options.checked(declared, players, seed, turn_limit=turn_limit, settings={**(settings or {}), **more})
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

    @classmethod
    def tournament(
        cls,
        game: str | Game,
        bots: str,
        games: int | None = None,
        *,
        patience: float,
        until_sure: bool = False,
        **options: Any,
    ) -> Self:
        """A plan of a tournament; every table plays so many games, rounded up to whole deals."""
        if not LEAST_PATIENCE <= patience <= MOST_PATIENCE:
            raise CenturyError(f"the patience is {LEAST_PATIENCE:g} to {MOST_PATIENCE:g} seconds, not {patience:g}")
        plan = cls.checked(game, **options, bots="random", games=1)
        entered = names_of(bots, plan.game)
        if len(entered) < 2:
            raise CenturyError(f"a tournament needs two players or more, not only {entered[0]}")
        if until_sure and len(entered) > 2:
            raise CenturyError(f"to be sure who is stronger takes two players, not {len(entered)}")
        plan = replace(plan, bots=tuple(entered), patience=float(patience), until_sure=until_sure)
        if games is None:
            games = MOST_GAMES_UNTIL_SURE if until_sure else TOURNAMENT_GAMES
        each = len(plan.sittings) // len(plan.tables)
        deals = -(-whole_number("the number of games", games, 1, MOST_GAMES) // each)
        whole_number("the seed of the last deal", plan.seed + deals - 1, 0, MOST_SEED)
        return replace(plan, games=deals * len(plan.sittings))

    @property
    def is_tournament(self) -> bool:
        """Whether players sit down in turns, are timed, and may lose by failing."""
        return self.patience is not None

    @cached_property
    def tables(self) -> list[tuple[int, ...]]:
        """Who plays with whom, by number; with fewer players than seats, everyone sits twice equally often."""
        count, seats = len(self.bots), self.players
        if not self.is_tournament:
            return [tuple(range(seats))]
        if count >= seats:
            return list(combinations(range(count), seats))
        firsts = range(count if seats % count else 1)
        return [tuple((first + place) % count for place in range(seats)) for first in firsts]

    @cached_property
    def sittings(self) -> list[tuple[int, ...]]:
        """The games of a seed: the numbers of the players by seat, each table in all its rotations."""
        return [seats for table in self.tables for seats in (_rotations(table) if self.is_tournament else [table])]

    def seed_of(self, number: int) -> int:
        """The seed of a game."""
        return self.seed + number // len(self.sittings)

    def bots_of(self, number: int) -> tuple[str, ...]:
        """The players of a game, by seat."""
        return tuple(self.bots[bot] for bot in self.sittings[number % len(self.sittings)])

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
        """Whether all players play in compiled code, where nobody looks at the clock."""
        return not self.is_tournament and all(bot in COMPILED for bot in self.bots)

    @property
    def title(self) -> str:
        """What is played by whom, in words."""
        what = "tournament of" if self.is_tournament else f"{self.players} players:"
        return f"{self.declared.title}, {what} {self.bots_text}"

    @property
    def bots_text(self) -> str:
        """The players, those that sit on all seats once."""
        return self.bots[0] if len(set(self.bots)) == 1 else ", ".join(self.bots)

    def with_games(self, games: int) -> "Plan":
        """The same plan for more games, or fewer."""
        return replace(self, games=whole_number("the number of games", games, 1, MOST_GAMES))

    def again(self, given: Mapping[str, Any]) -> "Plan":
        """A plan for the same games, but for what is given."""
        names = ("game", "players", "seed", "turn_limit", "settings", *(["patience"] if self.is_tournament else []))
        saved = {name: getattr(self, name) for name in names}
        saved |= {"bots": ",".join(self.bots), "components": self.components or None, **given}
        if not self.is_tournament:
            return Plan.checked(**{"games": self.games, **saved})
        until_sure = self.until_sure or given.get("until_sure", False)
        games = self.games // len(self.tables) if until_sure == self.until_sure else None
        return Plan.tournament(**{"games": games, **saved, "until_sure": until_sure})

    def as_dict(self) -> dict[str, Any]:
        """All of it, ready for JSON."""
        return asdict(self)

    @classmethod
    def from_dict(cls, saved: Mapping[str, Any]) -> Self:
        """The plan that was saved."""
        return cls(**{**saved, "bots": tuple(saved["bots"])})

    def differs(self, other: "Plan") -> list[str]:
        """In what another plan differs, but for how long it goes on."""
        mine, theirs = self.as_dict(), other.as_dict()
        called = {"players": "seats", "bots": "players"} if self.is_tournament else {}
        return [
            f"{called.get(name, name).replace('_', ' ')} {_words(mine[name])}, not {_words(theirs[name])}"
            for name in mine
            if name not in ("games", "until_sure") and _plain(mine[name]) != _plain(theirs[name])
        ]

    def __getstate__(self) -> dict[str, Any]:  # without what can be found again
        return {name: value for name, value in self.__dict__.items() if name in self.__dataclass_fields__}


def _rotations(table: tuple[int, ...]) -> list[tuple[int, ...]]:
    """The different ways to sit around a table in this order.

    >>> _rotations((0, 1, 0, 1))
    [(0, 1, 0, 1), (1, 0, 1, 0)]
    """
    return list(dict.fromkeys(table[turn:] + table[:turn] for turn in range(len(table))))


def _plain(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value


def _words(value: Any) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{key} {inner}" for key, inner in value.items()) or "as printed"
    return ",".join(value) if isinstance(value, tuple) else str(value)
