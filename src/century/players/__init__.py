"""Players: whoever has a `choose(view)` that answers with one of the view's actions.

The ladder has the same names in all games: random, casual, greedy, sketcher, planner. `player("planner:50ms")` makes
one.
"""

import importlib.util
import inspect
import re
from collections.abc import Callable, Sequence
from importlib.metadata import entry_points
from pathlib import Path
from typing import Protocol

from century.engine.actions import Action
from century.engine.view import View
from century.errors import CenturyError, unknown


class Player(Protocol):
    """Someone who can be asked."""

    def choose(self, view: View) -> Action:
        """One of `view.actions`."""


LADDER = ("random", "casual", "greedy", "sketcher", "planner")  # the weakest first
_WITH_BUDGET = ("planner",)
_UNITS = {"ms": 0.001, "s": 1.0}
_LEAST_SECONDS, _MOST_SECONDS = 0.001, 3600.0
_MOST_WIDTH = 100_000


def player(spec: str, seed: int | None = None) -> Player:
    """A player by its name: one of the ladder, with a budget where it takes one, or one of your own.

    `planner:50ms` thinks so long about a turn; `planner:400` keeps so many states, which is the same again for the same
    game. `mybot.py:MyBot` is a class in a file, and names of the entry point `century.players` are those of packages.

    >>> from century.players import player
    >>> type(player("casual", seed=1)).__name__
    'Casual'
    """
    name, colon, budget = spec.partition(":")
    if name.endswith(".py"):
        return _made(_from_file(Path(name), budget), seed)
    found = {point.name: point for point in entry_points(group="century.players")}
    if name in found and name not in LADDER:
        return _made(found[name].load(), seed)
    if name not in LADDER:
        raise unknown("player", name, [*LADDER, *found, "a class of yours: mybot.py:MyBot"])
    if colon and name not in _WITH_BUDGET:
        raise CenturyError(f"{spec}: {name} takes no budget; {', '.join(_WITH_BUDGET)} does")
    seconds, width = _budget(spec, budget) if colon else (None, None)
    if name in ("random", "casual"):
        from century.players.random import Casual, Random

        return Random(seed) if name == "random" else Casual(seed)
    from century.players.planner import Planner, search_of

    return Planner(search_of(name, width), seconds=seconds)


def names_of(specs: str) -> list[str]:
    """The players of a list such as "greedy,planner:50ms"; each is made once, to see that it can be."""
    found = [spec.strip() for spec in specs.split(",") if spec.strip()]
    if not found:
        raise CenturyError("no players are named; name some of: " + ", ".join(LADDER))
    for spec in found:
        player(spec)
    return found


def _budget(spec: str, budget: str) -> tuple[float | None, int | None]:
    """Seconds for a turn, or the width of the beam."""
    match = re.fullmatch(r"(\d+(?:\.\d+)?)(ms|s)?", budget)
    if match:
        number, unit = match.groups()
        if unit and _LEAST_SECONDS <= float(number) * _UNITS[unit] <= _MOST_SECONDS:
            return float(number) * _UNITS[unit], None
        if not unit and number.isdecimal() and 1 <= int(number) <= _MOST_WIDTH:
            return None, int(number)
    raise CenturyError(
        f"{spec}: {budget!r} is no budget; a budget is a time for a turn, such as 50ms or 2s, or a number of states, "
        f"such as 400"
    )


def _from_file(path: Path, name: str) -> object:
    if not path.is_file():
        raise CenturyError(f"{path}: there is no such file")
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except Exception as error:  # whatever a file of someone else's does
        raise CenturyError(f"{path}: cannot be loaded: {type(error).__name__}: {error}") from error
    classes = [key for key, value in vars(module).items() if inspect.isclass(value) and hasattr(value, "choose")]
    if not name:
        raise CenturyError(f"{path}: name the class, too: {path}:{classes[0] if classes else 'MyBot'}")
    if not hasattr(module, name):
        raise unknown(f"class of {path}", name, classes or ["none with a method choose(view)"])
    return getattr(module, name)


def _made(maker: object, seed: int | None) -> Player:
    """A player from a class; it gets the seed if it asks for one."""
    if not callable(maker) or not hasattr(maker, "choose"):
        raise CenturyError(f"{maker!r} is no player: a player is a class with a method choose(view)")
    takes: Sequence[str] = list(inspect.signature(maker).parameters)
    make: Callable[..., Player] = maker
    return make(seed=seed) if "seed" in takes else make()
