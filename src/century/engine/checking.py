"""Checks of a declaration: what a game lacks, or has twice, is said when the game is made known, not in mid-game."""

import dis
import inspect
import re
from collections.abc import Callable, Iterable, Iterator
from random import Random
from types import FunctionType, ModuleType
from typing import TYPE_CHECKING

import numpy as np

from century.engine.compile import is_rule
from century.engine.contract import ended, legal, winner
from century.engine.part import Choice, Event, Habit, Item, Measure, Part, Piece, always
from century.engine.pieces import NUMBER
from century.engine.state import MOST_OFFERS
from century.errors import DeclarationError
from century.types import Rule

if TYPE_CHECKING:
    from century.engine.game import Game
    from century.engine.match import Match

_NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
TRIAL = 200  # answers
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
    _check_parts(game)
    for owner, rule, arguments in _rules(game):
        _check_rule(owner, rule, arguments)
    _check_circles(game)


def _check_choices(game: "Game") -> None:
    for decision, choices in game.decisions.items():
        if len({choice.block for choice in choices if hasattr(choice, "block")}) < len(choices):
            _check_complete(Choice, choices[0])
            raise DeclarationError(f"{game.name}: two choices of {decision.name!r} have the same actions")
        if decision not in game.space.decisions:
            raise DeclarationError(f"{game.name}: {decision.name!r} is not of its action space: declare it there")
        for choice in choices:
            _check_complete(Choice, choice)
            if not any(choice.block is block for block in game.space.blocks):
                text = f"block {choice.block.word!r} of {choice.__name__} is not of the game's action space"
                raise DeclarationError(
                    f"{game.name}: {text}: give the game space=..., in which it was declared", choice
                )
    for item in game.scoring:
        _check_complete(Item, item)


def _check_parts(game: "Game") -> None:
    seat_fields = {name for part in game.parts for name, *_ in part.seat}
    for part in game.parts:
        for base, kinds in ((Piece, part.observed), (Measure, part.measures), (Habit, part.habits)):
            for kind in kinds:
                _check_complete(base, kind)
        if bool(part.hide) != bool(part.imagine):
            there, missing = ("hide", "imagine") if part.hide else ("imagine", "hide")
            what = {
                "hide": "list rules that remove what a seat does not know",
                "imagine": "list rules that fill in what 'hide' has removed, at random",
            }[missing]
            raise DeclarationError(
                f"{game.name}: a part has {there!r} but no {missing!r}: {what}", [*part.hide, *part.imagine][0]
            )
        for decision, reply in part.replies.items():
            if decision not in game.decisions:
                text = f"there is a reply to {decision.name!r}, which the game never asks"
                raise DeclarationError(f"{game.name}: {text}: add it to decisions, or remove the reply", reply)
        if part.prepare and part.setting not in game.settings:
            text = f"a part prepares for the setting {part.setting!r}, which the game does not have"
            raise DeclarationError(f"{game.name}: {text}: add it to settings", part.prepare)
        sets = [each for taken in part.taken for each in taken.sets if isinstance(each, str)]
        for name in (*sets, *part.windfalls, *([part.cubes] if part.cubes else [])):
            if name not in seat_fields:
                text = f"a part names the field {name!r} of a seat, which no part adds"
                raise DeclarationError(f"{game.name}: {text}: correct the name, or add the part")


_NEEDS: dict[type, dict[str, str]] = {  # what a class of a declaration must have
    Choice: {
        "block": "name the block of its actions",
        "options": "write the rule options(s, box, offers), which offers what is open",
        "do": "write the rule do(s, box, index), which carries an action out",
    },
    Item: {"name": "give it a name", "points": "give it a rule points(s, box, seat)"},
    Piece: {
        "name": "give it a name",
        "meaning": "say what its numbers mean",
        "observe": "write the rule observe(s, box, seat, out, at), which writes its numbers",
    },
    Measure: {
        "weights": "name its weights, with their values in points",
        "worth": "write the rule worth(s, box, seat, weights), which returns points",
    },
    Habit: {"trim": "write the rule trim(s, box, offers), which removes some offers"},
}


def _check_complete(base: type, kind: object) -> None:
    what = base.__name__.lower()
    if not (isinstance(kind, type) and issubclass(kind, base)):
        name = getattr(kind, "__qualname__", repr(kind))
        raise DeclarationError(f"{name} is not a {what}: write a subclass of {base.__name__}", kind)
    for needed, remedy in _NEEDS[base].items():
        if not hasattr(kind, needed):
            raise DeclarationError(f"the {what} {kind.__name__} has no {needed!r}: {remedy}", kind)


def _check_rule(owner: str, rule: Rule, arguments: str) -> None:
    name = getattr(rule, "__qualname__", repr(rule))
    if not is_rule(rule):
        raise DeclarationError(f"{owner}: {name} is no rule: write @rule above it", rule)
    signature = inspect.signature(rule)
    try:
        signature.bind(*arguments.split(", "))
    except TypeError:
        text = f"{owner}: {name} takes {signature}, but is called with ({arguments})"
        raise DeclarationError(f"{text}: correct its arguments", rule) from None


def _rules(game: "Game") -> Iterator[tuple[str, Rule, str]]:
    """Yield all rules that a declaration names: where it names each, the rule, and the arguments of its calls."""
    for choices in game.decisions.values():
        for choice in choices:
            yield choice.__name__, choice.options, "s, box, offers"
            yield choice.__name__, choice.do, "s, box, index"
            yield choice.__name__, getattr(choice, "can", always), "s, box"
    for part in game.parts:
        yield from _rules_of(part)
    yield from (("turn_end", rule, "s, box") for rule in game.turn_end)
    yield from (("events", rule, "s, box") for responses in game.events.values() for rule in responses)
    yield from ((item.__name__, item.points, "s, box, seat") for item in game.scoring)
    yield from ((role, getattr(game, role), "s, box") for role in ("next_turn", "end", "winner"))


def _rules_of(part: Part) -> Iterator[tuple[str, Rule, str]]:
    for role, arguments in {
        "setup": "s, box",
        "forget": "s, box",
        "hide": "s, box, seat",
        "imagine": "s, box, seat",
    }.items():
        yield from ((role, rule, arguments) for rule in getattr(part, role))
    for role, arguments in {"progress": "s, box, seat", "blur": "s", "conflict": "s, seat, answers"}.items():
        if getattr(part, role):
            yield role, getattr(part, role), arguments
    yield from ((piece.__name__, piece.observe, "s, box, seat, out, at") for piece in part.observed)
    yield from ((measure.__name__, measure.worth, "s, box, seat, weights") for measure in part.measures)
    yield from ((habit.__name__, habit.trim, "s, box, offers") for habit in part.habits)
    yield from (("replies", rule, "s, box") for rule in part.replies.values())
    yield from (("taken", each, "seat") for kind in part.taken for each in kind.sets if not isinstance(each, str))


def _check_circles(game: "Game") -> None:
    """Refuse rules that call each other in a circle, also through events: neither ends, and nothing can compile it."""
    if _circle(game, _names_in) and (circle := _circle(game, _globals_in)):
        names = " -> ".join(_title(each) for each in circle)
        first = next((each for each in circle if isinstance(each, FunctionType)), None)
        raise DeclarationError(f"{game.name}: rules call each other in a circle: {names}: break it up", first)


def _circle(game: "Game", names_in: Callable[[FunctionType], Iterable[str]]) -> list[Rule | Event]:
    """Return rules and events that lead back to the first of them; none if there is no circle."""
    done: set[int] = set()

    def visit(node: Rule | Event, path: list[Rule | Event]) -> list[Rule | Event]:
        for place, before in enumerate(path):
            if node is before:
                return [*path[place:], node]
        if id(node) not in done:
            for called in game.events.get(node, ()) if isinstance(node, Event) else _called(node, names_in):
                if circle := visit(called, [*path, node]):
                    return circle
            done.add(id(node))
        return []

    return next(filter(None, (visit(rule, []) for _, rule, _ in _rules(game))), [])


def _title(node: Rule | Event) -> str:
    return f"the event {node.words!r}" if isinstance(node, Event) else str(node.__qualname__)


def _names_in(function: FunctionType) -> Iterable[str]:
    """Return the names in the text of a function, those of attributes included, which may be fields."""
    return function.__code__.co_names


def _globals_in(function: FunctionType) -> Iterable[str]:
    """Return the global names in the text of a function. This takes longer."""
    return [each.argval for each in dis.get_instructions(function) if each.opname == "LOAD_GLOBAL"]


def _called(rule: Rule, names_in: Callable[[FunctionType], Iterable[str]]) -> Iterator[Rule | Event]:
    """The rules and the events that a rule's text names, but for those inside of dispatchers."""
    if isinstance(rule, FunctionType):
        known = {**rule.__globals__, **inspect.getclosurevars(rule).nonlocals}
        names = [known.get(name) for name in (*names_in(rule), *rule.__code__.co_freevars)]
        modules = [module for module in names if isinstance(module, ModuleType)]
        names += [getattr(module, name, None) for module in modules for name in rule.__code__.co_names]
        for named in names:
            if isinstance(named, Event) or (isinstance(named, FunctionType) and is_rule(named)):
                yield named


def try_out(game: "Game") -> None:
    """Play the first answers at random, and call the rules for players, observations and pages, to find errors early.

    An error of a rule is raised as it is.
    """
    chance = Random(0)
    match = game.new(game.least_players, seed=0, interpreted=True)
    _ask_all(match)
    for _ in range(TRIAL):
        if match.over:
            break
        match.play(chance.choice(match.actions()))
    _ask_all(match)


def _ask_all(match: "Match") -> None:
    for seat in (None, *range(match.options.players)):
        view = match.view(seat)
        if view.actions:
            view.question()
            view.deeds()
    if match.over:
        return
    twin = match.imagine(0, 1)
    s, box = twin.state, twin.box
    ended(s, box)
    winner(s, box)
    for part in match.game.parts:
        for piece in part.observed:
            rows = piece.rows_of(match.game)
            piece.observe(s, box, 0, np.zeros(len(rows) * len(piece.columns), NUMBER), 0)
        for measure in part.measures:
            measure.worth(s, box, s.seats[0], np.ones(len(measure.weights) + len(measure.pieces)))
        if part.progress:
            part.progress(s, box, 0)
        for habit in part.habits:
            offers = np.zeros(MOST_OFFERS + 1, np.int16)
            legal(s, box, offers)
            habit.trim(s, box, offers)


def line_of(thing: object, file: str) -> int | None:
    """Return the line on which a class or a function begins, below its decorators, if that is in this file."""
    try:
        if not isinstance(thing, type | FunctionType) or inspect.getsourcefile(thing) != file:
            return None
        lines, first = inspect.getsourcelines(thing)
    except (OSError, TypeError):
        return None
    return next((first + at for at, line in enumerate(lines) if line.lstrip().startswith(("def ", "class "))), first)
