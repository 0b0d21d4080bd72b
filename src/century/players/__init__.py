"""Players: objects with a method `choose(view)` that returns one of the view's actions.

All games have the same ladder of players: random, casual, greedy, sketcher, planner, master. They also have the same
levels for people: novice, apprentice, trader, merchant, master. `player("planner:50ms")` creates a player.
"""

import importlib.util
import inspect
from collections.abc import Callable, Sequence
from importlib.metadata import entry_points
from pathlib import Path
from typing import Protocol

from century.engine.actions import Action
from century.engine.view import View
from century.errors import CenturyError, seconds, unknown, whole_number


class Player(Protocol):
    """The interface of all players."""

    def choose(self, view: View) -> Action:
        """Return one of `view.actions`."""


LADDER = ("random", "casual", "greedy", "sketcher", "planner", "master")  # from weakest to strongest
LEVELS = ("novice", "apprentice", "trader", "merchant", "master")  # for games against people, from weakest to strongest
AT_A_TABLE = {"master": "master:1s"}  # if a turn has many options, 200 visits would take too long for people
HOUSE = (*LADDER, *LEVELS, "simple")  # all built-in players
_WITH_BUDGET = ("planner", "master")
_WITH_THREADS = ("master",)
_LEAST_SECONDS, _MOST_SECONDS = 0.001, 3600.0
_MOST_COUNTED = 100_000
_MOST_THREADS = 256


def player(spec: str, seed: int | None = None, *, threads: int = 1) -> Player:
    """Create a player by name: from the ladder, a level, a file or an installed package. Some accept a budget.

    `planner:50ms` and `master:1s` set a time for each turn. `planner:400` keeps 400 states and `master:200` visits its
    tree 200 times; these repeat exactly for the same seed. `master:1s:threads=4` sets `threads=4`. `mybot.py:MyBot` is
    a class in a file. Packages add players with the entry point `century.players`.

    >>> from century.players import player
    >>> type(player("casual", seed=1)).__name__
    'Casual'
    """
    name, *rest = spec.split(":")
    if name.endswith(".py"):
        return _made(_from_file(Path(name), ":".join(rest)), seed)
    found = {point.name: point for point in entry_points(group="century.players")}
    if name in found and name not in HOUSE:
        return _made(found[name].load(), seed)
    if name not in HOUSE:
        raise unknown(
            "player", name, [*LADDER, *LEVELS[:-1], "simple", *found, "your own class such as mybot.py:MyBot"]
        )
    if rest and rest[-1].startswith("threads="):
        threads = _threads(spec, rest.pop().removeprefix("threads="))
    threads = whole_number("the number of threads", threads, 1, _MOST_THREADS)
    if threads > 1 and name not in _WITH_THREADS:
        raise CenturyError(f"{spec}: {name} uses one core; only {', '.join(_WITH_THREADS)} accepts threads")
    if rest and name not in _WITH_BUDGET:
        raise CenturyError(f"{spec}: {name} accepts no budget; only {' and '.join(_WITH_BUDGET)} do")
    seconds, count = _budget(spec, ":".join(rest)) if rest else (None, None)
    return _of_the_house(name, seed, seconds, count, threads)


def _of_the_house(name: str, seed: int | None, seconds: float | None, count: int | None, threads: int) -> Player:
    """Create a player of the ladder or a level."""
    if name in ("random", "casual", "simple"):
        from century.players.random import Casual, Random, Simple

        return {"random": Random, "casual": Casual, "simple": Simple}[name](seed)
    if name == "master":
        from century.players.master import VISITS, Master

        return Master(count or VISITS, seconds=seconds, threads=threads, seed=seed, opening=True)
    from century.players.planner import MANNERS, Planner

    manner = MANNERS[name]
    search = manner.search if count is None else manner.search.wide(count)
    return Planner(search, seconds=seconds, temper=manner.temper, seed=seed, own=manner.own, opening=manner.opening)


def names_of(specs: str, game: str | None = None) -> list[str]:
    """Return the players of a list such as "greedy,planner:50ms". Each is created once to check it.

    Raise an error for a player that does not play the game. Such a player has an attribute `games`, a list of names.
    """
    found = [spec.strip() for spec in specs.split(",") if spec.strip()]
    if not found:
        raise CenturyError("no players named; choose from: " + ", ".join(LADDER))
    for spec in found:
        plays = getattr(player(spec), "games", None)
        if game is not None and plays is not None and game not in plays:
            raise CenturyError(f"{spec} does not play {game}; it plays {', '.join(plays) or 'no game'}")
    return found


def _budget(spec: str, budget: str) -> tuple[float | None, int | None]:
    """Return seconds for a turn, or a count."""
    try:
        if budget.isdecimal():
            return None, whole_number("a counted budget", int(budget), 1, _MOST_COUNTED)
        return seconds("a budget", budget, _LEAST_SECONDS, _MOST_SECONDS), None
    except CenturyError:
        raise CenturyError(
            f"{spec}: {budget!r} is not a budget; a budget is a time for a turn from 1ms to 3600s, such as 50ms or 2s, "
            f"or a number from 1 to {_MOST_COUNTED}, such as 400"
        ) from None


def _threads(spec: str, text: str) -> int:
    if not text.isdecimal():
        raise CenturyError(f"{spec}: {text!r} is not a number of threads; use a number such as threads=4")
    return int(text)


def _from_file(path: Path, name: str) -> object:
    if not path.is_file():
        raise CenturyError(f"{path}: the file does not exist")
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except Exception as error:  # user code can raise anything
        raise CenturyError(f"{path}: cannot be loaded: {type(error).__name__}: {error}") from error
    classes = [key for key, value in vars(module).items() if inspect.isclass(value) and hasattr(value, "choose")]
    if not name:
        raise CenturyError(f"{path}: also name the class: {path}:{classes[0] if classes else 'MyBot'}")
    if not hasattr(module, name):
        raise unknown(f"class of {path}", name, classes or ["none with a method choose(view)"])
    return getattr(module, name)


def _made(maker: object, seed: int | None) -> Player:
    """Create a player from a class. It receives the seed if it has a parameter for it."""
    if not callable(maker) or not hasattr(maker, "choose"):
        raise CenturyError(f"{maker!r} is not a player: a player is a class with a method choose(view)")
    takes: Sequence[str] = list(inspect.signature(maker).parameters)
    make: Callable[..., Player] = maker
    return make(seed=seed) if "seed" in takes else make()
