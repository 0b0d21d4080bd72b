"""Plans: which games to play. A plan determines every game, and can be saved as JSON.

A simulation plays each seed once, always with the same bots on the same seats. A tournament plays each seed, a deal,
once for each sitting of its players, so that luck of the cards and of turn order is the same for all of them.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from functools import cached_property
from itertools import combinations
from typing import Any, ClassVar, Self

import century
from century import __version__
from century.components.catalogue import Catalogue
from century.engine.game import Game
from century.engine.match import MOST_SEED, Options
from century.errors import CenturyError, UnknownName, whole_number
from century.players import names_of
from century.players.random import WEIGHTS
from century.types import Components, Json, JsonDict

COMPILED = tuple(WEIGHTS)  # bots that play in compiled code
TURN_LIMIT = 10_000  # random players of Eastern Wonders may take longer
TOURNAMENT_TURNS = 1000  # the same in tournaments
MOST_GAMES = 10**10
TOURNAMENT_GAMES, MOST_GAMES_UNTIL_SURE = 100, 20_000  # default number of games of a table
PATIENCE, LEAST_PATIENCE, MOST_PATIENCE = 60.0, 0.01, 86_400.0

Sitting = tuple[int, ...]  # the number of the bot on each seat


@dataclass(frozen=True, kw_only=True)
class Plan(ABC):
    """Games of one kind, numbered from 0: each seed with each sitting."""

    game: str
    players: int  # seats at a table
    bots: tuple[str, ...]
    seed: int
    games: int
    turn_limit: int
    settings: dict[str, str] = field(default_factory=dict)
    components: dict[str, object] = field(default_factory=dict)  # a pack that replaces printed values
    version: str = __version__
    rules: str = ""  # the version of a game from outside

    is_tournament: ClassVar[bool] = False
    _option_names: ClassVar[Mapping[str, str]] = {}  # where an option is not named like its field

    @property
    @abstractmethod
    def sittings(self) -> Sequence[Sitting]:
        """The games of a seed."""

    @property
    def time_limit(self) -> float | None:
        """Seconds for an answer, if they are limited."""
        return None

    @property
    def is_compiled(self) -> bool:
        """Whether all bots play in compiled code, without a time limit."""
        return False

    @property
    @abstractmethod
    def title(self) -> str:
        """The game and its players, in words."""

    @abstractmethod
    def changed(self, changes: Json) -> "Plan":
        """Return a checked plan with these arguments of `checked` changed."""

    def seed_of(self, number: int) -> int:
        """Return the seed of a game."""
        return self.seed + number // len(self.sittings)

    def bots_of(self, number: int) -> tuple[str, ...]:
        """Return the bots of a game, by seat."""
        return tuple(self.bots[bot] for bot in self.sittings[number % len(self.sittings)])

    @cached_property
    def declared(self) -> Game:
        """The game; one from outside must be there, in the version that was played."""
        try:
            game = century.game(self.game)
        except UnknownName as error:
            raise CenturyError(
                f"these are games of {f'{self.game} {self.rules}'.strip()}, which is not here: if it is from outside "
                "this package, install its package, or name its file (--game FILE, or in CENTURY_GAMES)"
            ) from error
        if self.rules not in ("", game.version):
            raise CenturyError(
                f"these are games of {self.game} {self.rules}, and this is {game.version}: name the file of "
                f"{self.rules} (--game FILE), or play the games again"
            )
        return game

    @cached_property
    def catalogue(self) -> Catalogue:
        """Its printed components, with the pack."""
        return self.declared.catalogue(self.components or None)

    @cached_property
    def options(self) -> Options:
        """The options of the game of the first seed."""
        return Options.checked(
            self.declared, self.players, self.seed, turn_limit=self.turn_limit, settings=self.settings
        )

    @property
    def bots_text(self) -> str:
        """The bots, separated by commas; a bot that sits on all seats once."""
        return self.bots[0] if len(set(self.bots)) == 1 else ", ".join(self.bots)

    def with_games(self, games: int) -> Self:
        """Return the same plan with another number of games."""
        return replace(self, games=whole_number("the number of games", games, 1, MOST_GAMES))

    def as_dict(self) -> dict[str, object]:
        """Return the plan, ready for JSON."""
        return {name: value for name, value in asdict(self).items() if name != "rules" or value}

    @staticmethod
    def from_dict(saved: Json) -> "Plan":
        """Return a saved plan. Version 0.1.0 also saved the fields of tournaments for simulations."""
        plan: type[Plan] = SimulationPlan if saved.get("patience") is None else TournamentPlan
        values = {name: value for name, value in saved.items() if name in plan.__dataclass_fields__ or value}
        return plan(**{**values, "bots": tuple(saved["bots"])})

    def differences(self, other: "Plan") -> list[str]:
        """Return how another plan differs, in words; it may have another number of games."""
        theirs = {"rules": "", **other.as_dict()}
        return [
            f"{self._option_names.get(name, name).replace('_', ' ')} {_words(mine)}, not {_words(theirs[name])}"
            for name, mine in self.as_dict().items()
            if name not in ("games", "until_sure") and mine != theirs[name]
        ]

    def _arguments(self) -> JsonDict:
        """The arguments of `checked` that give this plan, but for its games."""
        same = {name: getattr(self, name) for name in ("game", "players", "seed", "turn_limit", "settings")}
        return {**same, "bots": ",".join(self.bots), "components": self.components or None}

    def __getstate__(self) -> dict[str, object]:  # without cached properties
        return {name: value for name, value in self.__dict__.items() if name in self.__dataclass_fields__}


@dataclass(frozen=True, kw_only=True)
class SimulationPlan(Plan):
    """Games with a bot for each seat, each game with its own seed."""

    @classmethod
    def checked(
        cls,
        game: str | Game,
        players: int = 2,
        games: int = 1000,
        seed: int = 0,
        *,
        bots: str = "random",
        **options: Any,
    ) -> Self:
        """Return a plan that can be carried out, or raise a `CenturyError` that says what is wrong.

        Other options are `turn_limit`, `components` and settings of the game, such as `map`.

        >>> SimulationPlan.checked("spice-road", players=3, games=10).bots
        ('random', 'random', 'random')
        """
        games = whole_number("the number of games", games, 1, MOST_GAMES)
        table = _checked_table(game, players, seed, games, **options)
        named, seats = names_of(bots, table["game"]), table["players"]
        if len(named) not in (1, seats):
            raise CenturyError(f"name one bot for all seats, or one for each of {seats}, not {len(named)}")
        return cls(**table, bots=tuple(named if len(named) > 1 else named * seats), games=games)

    @cached_property
    def sittings(self) -> Sequence[Sitting]:
        """The only game of a seed."""
        return [tuple(range(self.players))]

    @cached_property
    def is_compiled(self) -> bool:
        """Whether all bots play in compiled code, without a time limit."""
        return all(bot in COMPILED for bot in self.bots)

    @property
    def title(self) -> str:
        """The game and its players, in words."""
        return f"{self.declared.title}, {self.players} players: {self.bots_text}"

    def changed(self, changes: Json) -> "SimulationPlan":
        """Return a checked plan with these arguments of `checked` changed."""
        return SimulationPlan.checked(**{**self._arguments(), "games": self.games, **changes})


@dataclass(frozen=True, kw_only=True)
class TournamentPlan(Plan):
    """Games of bots against each other. A bot that fails, or takes too long for an answer, loses the game."""

    patience: float  # seconds for an answer
    until_sure: bool = False  # end as soon as a test knows which of two bots is stronger

    is_tournament: ClassVar[bool] = True
    _option_names: ClassVar[Mapping[str, str]] = {"players": "seats", "bots": "players"}

    @classmethod
    def checked(
        cls,
        game: str | Game,
        bots: str,
        games: int | None = None,
        *,
        players: int = 2,
        seed: int = 0,
        patience: float = PATIENCE,
        until_sure: bool = False,
        turn_limit: int = TOURNAMENT_TURNS,
        **options: Any,
    ) -> Self:
        """Return a plan that can be carried out, or raise a `CenturyError` that says what is wrong.

        Every table plays `games` games, rounded up to whole deals. Other options are `components` and settings of the
        game, such as `map`.
        """
        if not LEAST_PATIENCE <= patience <= MOST_PATIENCE:
            raise CenturyError(f"the patience is {LEAST_PATIENCE:g} to {MOST_PATIENCE:g} seconds, not {patience:g}")
        table = _checked_table(game, players, seed, 1, turn_limit=turn_limit, **options)
        entered = names_of(bots, table["game"])
        if len(entered) < 2:
            raise CenturyError(f"a tournament needs two players or more, not only {entered[0]}")
        if until_sure and len(entered) > 2:
            raise CenturyError(f"to be sure who is stronger takes two players, not {len(entered)}")
        plan = cls(**table, bots=tuple(entered), games=1, patience=float(patience), until_sure=until_sure)
        if games is None:
            games = MOST_GAMES_UNTIL_SURE if until_sure else TOURNAMENT_GAMES
        games_a_deal = len(plan.sittings) // len(plan.tables)
        deals = -(-whole_number("the number of games", games, 1, MOST_GAMES) // games_a_deal)
        whole_number("the seed of the last deal", plan.seed + deals - 1, 0, MOST_SEED)
        return replace(plan, games=deals * len(plan.sittings))

    @property
    def time_limit(self) -> float:
        """Seconds for an answer."""
        return self.patience

    @cached_property
    def tables(self) -> Sequence[Sitting]:
        """The groups of bots that play each other. With fewer bots than seats, all take second seats equally often."""
        count, seats = len(self.bots), self.players
        if count >= seats:
            return list(combinations(range(count), seats))
        firsts = range(count if seats % count else 1)
        return [tuple((first + place) % count for place in range(seats)) for first in firsts]

    @cached_property
    def sittings(self) -> Sequence[Sitting]:
        """The games of a deal: each table in all its rotations."""
        return [rotation for table in self.tables for rotation in _rotations(table)]

    @property
    def title(self) -> str:
        """The game and its players, in words."""
        return f"{self.declared.title}, tournament of {self.bots_text}"

    def changed(self, changes: Json) -> "TournamentPlan":
        """Return a checked plan with these arguments of `checked` changed."""
        until_sure = self.until_sure or changes.get("until_sure", False)
        games = self.games // len(self.tables) if until_sure == self.until_sure else None
        saved = {**self._arguments(), "games": games, "patience": self.patience}
        return TournamentPlan.checked(**{**saved, **changes, "until_sure": until_sure})


def _checked_table(
    game: str | Game,
    players: int,
    seed: int,
    games: int,
    *,
    turn_limit: int = TURN_LIMIT,
    components: Components = None,
    settings: Mapping[str, str] | None = None,
    **more: str,
) -> JsonDict:
    """Return the fields that both kinds of plans have, checked."""
    declared = century.game(game) if isinstance(game, str) else game
    options = Options.checked(declared, players, seed, turn_limit=turn_limit, settings={**(settings or {}), **more})
    whole_number("the seed of the last game", options.seed + games - 1, 0, MOST_SEED)
    catalogue = declared.catalogue(components)
    declared.box(catalogue)  # raises if something in the pack is wrong
    return {
        "game": declared.name,
        "players": options.players,
        "seed": options.seed,
        "turn_limit": options.turn_limit or 0,
        "settings": options.settings,
        "components": catalogue.overlay,
        "rules": declared.version,
    }


def _rotations(table: Sitting) -> list[Sitting]:
    """Return the different ways to sit around a table in this order.

    >>> _rotations((0, 1, 0, 1))
    [(0, 1, 0, 1), (1, 0, 1, 0)]
    """
    return list(dict.fromkeys(table[turn:] + table[:turn] for turn in range(len(table))))


def _words(value: object) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{key} {inner}" for key, inner in value.items()) or "as printed"
    return ",".join(value) if isinstance(value, tuple) else str(value)
