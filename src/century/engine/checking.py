"""Checks of a declaration: what a game lacks, or has twice, is said when the game is made known, not in mid-game."""

import inspect
import re
from collections.abc import Iterator
from types import FunctionType, ModuleType
from typing import TYPE_CHECKING

from century.engine.compile import is_rule
from century.engine.part import Choice, Event
from century.errors import DeclarationError
from century.types import Rule

if TYPE_CHECKING:
    from century.engine.game import Game

_NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
_VERSION = re.compile(r"\d{1,9}(\.\d{1,9}){0,2}")


def check(game: "Game") -> None:
    """Refuse a declaration that no game can be played by."""
    if not _NAME.fullmatch(game.name):
        raise DeclarationError(
            f"the name of a game may contain only small letters, digits and hyphens, not {game.name!r}"
        )
    if game.file and not _VERSION.fullmatch(game.version):
        raise DeclarationError(f"{game.name}: its version must be a text such as '1.0', not {game.version!r}")
    _check_choices(game)
    for owner, rule in _rules(game):
        if not is_rule(rule):
            name = getattr(rule, "__qualname__", repr(rule))
            raise DeclarationError(f"{owner}: {name} is no rule: write @rule above it", rule)
    _check_circles(game)


def _check_choices(game: "Game") -> None:
    for decision, choices in game.decisions.items():
        if len({choice.block for choice in choices if hasattr(choice, "block")}) < len(choices):
            _check_complete(choices[0])
            raise DeclarationError(f"{game.name}: two choices of {decision.name!r} have the same actions")
        if decision not in game.space.decisions:
            raise DeclarationError(f"{game.name}: {decision.name!r} is not of its action space: declare it there")
        for choice in choices:
            _check_complete(choice)
            if not any(choice.block is block for block in game.space.blocks):
                text = f"block {choice.block.word!r} of {choice.__name__} is not of the game's action space"
                raise DeclarationError(
                    f"{game.name}: {text}: give the game space=..., in which it was declared", choice
                )
    for item in game.scoring:
        for needed, what in (("name", "a name"), ("points", "a rule points(s, box, seat)")):
            if not hasattr(item, needed):
                raise DeclarationError(f"the item {item.__name__} has no {needed!r}: give it {what}", item)


def _check_complete(choice: type[Choice]) -> None:
    needs = {
        "block": "name the block of its actions",
        "options": "write the rule options(s, box, offers), which offers what is open",
        "do": "write the rule do(s, box, index), which carries an action out",
    }
    for needed, what in needs.items():
        if not hasattr(choice, needed):
            raise DeclarationError(f"the choice {choice.__name__} has no {needed!r}: {what}", choice)


def _rules(game: "Game") -> Iterator[tuple[str, Rule]]:
    """All rules that a declaration names, with where it names them."""
    for choices in game.decisions.values():
        for choice in choices:
            yield choice.__name__, choice.options
            yield choice.__name__, choice.do
            yield choice.__name__, getattr(choice, "can", choice.do)
    for part in game.parts:
        for role in ("setup", "forget", "hide", "imagine"):
            yield from ((role, rule) for rule in getattr(part, role))
    yield from (("turn_end", rule) for rule in game.turn_end)
    yield from (("events", rule) for responses in game.events.values() for rule in responses)
    yield from ((item.__name__, item.points) for item in game.scoring)
    yield from (("next_turn", game.next_turn), ("end", game.end), ("winner", game.winner))


def _check_circles(game: "Game") -> None:
    """Refuse rules that call each other in a circle, also through events: neither ends, and nothing can compile it."""
    done: set[int] = set()

    def visit(node: Rule | Event, path: list[Rule | Event]) -> None:
        if any(node is before for before in path):
            circle = [*path[next(place for place, before in enumerate(path) if before is node) :], node]
            names = " -> ".join(_title(each) for each in circle)
            first = next((each for each in circle if isinstance(each, FunctionType)), None)
            raise DeclarationError(f"{game.name}: rules call each other in a circle: {names}: break it up", first)
        if id(node) in done:
            return
        for called in game.events.get(node, ()) if isinstance(node, Event) else _called(node):
            visit(called, [*path, node])
        done.add(id(node))

    for _, rule in _rules(game):
        visit(rule, [])


def _title(node: Rule | Event) -> str:
    return f"the event {node.words!r}" if isinstance(node, Event) else str(node.__qualname__)


def _called(rule: Rule) -> Iterator[Rule | Event]:
    """The rules and the events that a rule's text names, but for those inside of dispatchers."""
    if isinstance(rule, FunctionType):
        known = {**rule.__globals__, **inspect.getclosurevars(rule).nonlocals}
        names = [known.get(name) for name in (*rule.__code__.co_names, *rule.__code__.co_freevars)]
        modules = [module for module in names if isinstance(module, ModuleType)]
        names += [getattr(module, name, None) for module in modules for name in rule.__code__.co_names]
        for named in names:
            if isinstance(named, Event) or (isinstance(named, FunctionType) and is_rule(named)):
                yield named


def line_of(thing: object, file: str) -> int | None:
    """The line on which a class or a function begins, if that is in this file."""
    if isinstance(thing, FunctionType):
        code = thing.__code__
        return code.co_firstlineno if code.co_filename == file else None
    try:
        found = inspect.getsourcefile(thing) if inspect.isclass(thing) else None
        return inspect.getsourcelines(thing)[1] if inspect.isclass(thing) and found == file else None
    except (OSError, TypeError):
        return None
