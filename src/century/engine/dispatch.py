"""Dispatchers: functions of a state whose body each game's declaration writes.

A game declares parts, choices, items. A dispatcher turns such a list into the text of a function, a line for each
entry, once for each game. The interpreter runs this text, and Numba compiles it: there is no second version. The text
has a file name, such as `<spice-road: legal>`, under which tracebacks and debuggers show it.
"""

import linecache
from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING

import numba

from century.engine.pipeline import overload
from century.engine.registry import WHEN_REPLACED, game_of, registered
from century.engine.rows import RecordType, Row
from century.types import Rule

if TYPE_CHECKING:
    from century.engine.game import Game

INDENT = "    "


class Code:
    """The text of a function, and the objects that it names."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.names: dict[str, Rule] = {}

    def add(self, line: str, depth: int = 0) -> None:
        """Append a line, indented by `depth` blocks."""
        self.lines.append(INDENT * depth + line)

    def name(self, value: Rule) -> str:
        """Return the name by which the text refers to a function or a type, such as `PlayCard_do`.

        >>> Code().name(Code.add)
        'Code_add'
        """
        base = "_".join(part for part in value.__qualname__.split(".") if part.isidentifier())
        name, number = base, 1
        while self.names.setdefault(name, value) is not value:
            number += 1
            name = f"{base}_{number}"
        return name

    def call(self, rule: Rule, arguments: str, depth: int = 0) -> None:
        """Append a call as a statement."""
        self.add(f"{self.name(rule)}({arguments})", depth)

    def function(self, name: str, arguments: str, owner: str) -> Rule:
        """Compile the text to a Python function. `owner`, such as a game, distinguishes it in tracebacks."""
        body = "".join(f"{INDENT}{line}\n" for line in self.lines or ["pass"])
        source = f"def {name}({arguments}):\n{body}"
        file = f"<{owner}: {name}>"
        linecache.cache[file] = (len(source), None, source.splitlines(keepends=True), file)
        scope = dict(self.names)
        exec(compile(source, file, "exec"), scope)
        function: Rule = scope[name]
        return function


def dispatcher(arguments: str) -> "Callable[[Callable[[Game, Code], None]], Rule]":
    """Decorate a function that writes the body for a game; `arguments` are those of the body, the state first.

    >>> @dispatcher("s, box")
    ... def count_parts(game, code):
    ...     code.add(f"return {len(game.parts)}")
    """

    def decorate(write: "Callable[[Game, Code], None]") -> Rule:
        name = write.__name__

        @cache
        def written(state_type: RecordType) -> Rule:
            game, code = game_of(state_type), Code()
            write(game, code)
            return code.function(name, arguments, game.name)

        WHEN_REPLACED.append(written.cache_clear)

        def interpreted(s: Row, *others: object) -> object:
            return written(s.dtype)(s, *others)

        interpreted.__name__ = interpreted.__qualname__ = name
        interpreted.__module__, interpreted.__doc__ = write.__module__, write.__doc__

        scope = {"written": lambda state: written(_state_type(state))}
        exec(f"def implementation({arguments}): return written({arguments.split(',')[0]})", scope)
        overload(interpreted)(scope["implementation"])
        return interpreted

    return decorate


def _state_type(kind: object) -> RecordType:
    """Return the record type of a state, given its type in compiled code."""
    for state_type in registered():
        if str(numba.from_dtype(state_type)) == str(kind):
            return state_type
    raise TypeError(f"no game has the state {kind}")
