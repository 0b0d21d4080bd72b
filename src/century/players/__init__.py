"""Players: objects with a method `choose(view)` that returns one of the view's actions.

Two sets of players are available by name in all games: the ladder (random, casual, greedy, sketcher, planner, master)
and the levels for people (novice, apprentice, trader, merchant, master). `player("planner:50ms")` makes one.
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
    """An object that chooses actions."""

    def choose(self, view: View) -> Action:
        """Return one of `view.actions`."""


LADDER = ("random", "casual", "greedy", "sketcher", "planner", "master")  # the weakest first
LEVELS = ("novice", "apprentice", "trader", "merchant", "master")  # opponents for people, the weakest first
AT_A_TABLE = {"master": "master:1s"}  # with people: 200 visits take too long where a turn has many variants
HOUSE = (*LADDER, *LEVELS, "simple")  # all names of this package
_WITH_BUDGET = ("planner", "master")
_WITH_THREADS = ("master",)
_LEAST_SECONDS, _MOST_SECONDS = 0.001, 3600.0
_MOST_COUNTED = 100_000
_MOST_THREADS = 256


def player(spec: str, seed: int | None = None, *, threads: int = 1) -> Player:
    """Return a player by its name: one of the ladder or of the levels, with a budget if it takes one, or your own.

    A budget is a time for a turn, as in `planner:50ms`, or a number of states (`planner:400`) or of visits of the tree
    (`master:200`). With a number, the same seed gives the same answers. `master:1s:threads=4` is the same as
    `threads=4`. `mybot.py:MyBot` is a class in a file; other packages add names by the entry point `century.players`.

    >>> from century.players import player
    >>> type(player("casual", seed=1)).__name__
    'Casual'
    """
    name, *rest = spec.split(":")
    if name.endswith(".py"):
        return _from_class(_in_file(Path(name), ":".join(rest)), seed)
    others = {point.name: point for point in entry_points(group="century.players")}
    if name in others and name not in HOUSE:
        return _from_class(others[name].load(), seed)
    if name not in HOUSE:
        raise unknown("player", name, [*LADDER, *LEVELS[:-1], "simple", *others, "a class of yours: mybot.py:MyBot"])
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
    """Return a player of this package."""
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
    """Return the players of a list such as "greedy,planner:50ms"; each is created once, to check that it can be.

    Each must play the game. A player that does not play every game has an attribute `games`, a list of names.
    """
    named = [spec.strip() for spec in specs.split(",") if spec.strip()]
    if not named:
        raise CenturyError("no players are named; name some of: " + ", ".join(LADDER))
    for spec in named:
        plays = getattr(player(spec), "games", None)
        if game is not None and plays is not None and game not in plays:
            raise CenturyError(f"{spec} does not play {game}; it plays {', '.join(plays) or 'no game'}")
    return named


def _budget(spec: str, budget: str) -> tuple[float | None, int | None]:
    """Return the seconds for a turn, or a number."""
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


def _in_file(path: Path, name: str) -> object:
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


def _from_class(maker: object, seed: int | None) -> Player:
    """Return a player from a class, with the seed if the class takes one."""
    if not callable(maker) or not hasattr(maker, "choose"):
        raise CenturyError(f"{maker!r} is not a player: a player is a class with a method choose(view)")
    takes: Sequence[str] = list(inspect.signature(maker).parameters)
    make: Callable[..., Player] = maker
    return make(seed=seed) if "seed" in takes else make()
