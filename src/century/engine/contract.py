"""The contract: what every game can be asked, resolved by the type of the state.

Search, simulation and GPU kernels are written once, against `setup`, `legal`, `apply`, `ended`,
`score`, `itemise` and `winner`. Called from Python, these read the declaration of the game. For compiled code
an overload writes the same thing out as a function, a line for each choice, from the same declaration.
"""

from collections.abc import Callable, Sequence
from typing import Any

import numba

from century.engine.compile import rule
from century.engine.game import Event, Game, game_of, registered
from century.engine.pipeline import overload
from century.engine.state import PLAYING, take_question


def setup(s: Any, box: Any) -> None:
    """Lay the game out and put the first question. The state is blank but for its options."""
    s.turn = -1
    for part in game_of(s.dtype).parts:
        for step in part.setup:
            step(s, box)
    proceed(s, box)


def legal(s: Any, box: Any, offers: Any) -> None:
    """Offer the actions that answer the question."""
    offers[0] = 0
    if s.over == PLAYING:
        for choice in game_of(s.dtype).decisions[s.question.decision]:
            choice.options(s, box, offers)


def apply(s: Any, box: Any, action: int) -> None:
    """Carry out a legal action, and go on to the next question."""
    for choice in game_of(s.dtype).decisions[s.question.decision]:
        if choice.block <= action < choice.block + len(choice.block.labels):
            choice.do(s, box, action - choice.block)
            break
    proceed(s, box)


def forget(s: Any, box: Any) -> None:
    """Leave out what nobody can know: decks become empty. For those who plan with what is seen."""
    for part in game_of(s.dtype).parts:
        for step in part.forget:
            step(s, box)


def happen(s: Any, box: Any, event: Event) -> None:
    """Let the game do what follows an event; what it declares first is asked last, and so answered first."""
    for response in reversed(game_of(s.dtype).events.get(event, ())):
        response(s, box)


def end_turn(s: Any, box: Any) -> None:
    """Do what ends a turn. A step that asks is done once more when its questions are answered."""
    for step in game_of(s.dtype).turn_end:
        if s.asked == 0:
            step(s, box)


def begin_turn(s: Any, box: Any) -> None:
    """Ask whose turn is next, or end the game."""
    game_of(s.dtype).next_turn(s, box)


def ended(s: Any, box: Any) -> bool:
    """Whether the end of the game has been triggered."""
    return bool(game_of(s.dtype).end(s, box))


def winner(s: Any, box: Any) -> int:
    """The seat that wins if the game ends as it stands."""
    return int(game_of(s.dtype).winner(s, box))


def score(s: Any, box: Any, seat: int) -> int:
    """The points of a seat, all items together."""
    return sum(int(item.points(s, box, seat)) for item in game_of(s.dtype).scoring)


def itemise(s: Any, box: Any, seat: int, points: Any) -> None:
    """The points of a seat, item by item in the order of the declaration."""
    for number, item in enumerate(game_of(s.dtype).scoring):
        points[number] = item.points(s, box, seat)


@rule
def proceed(s: Any, box: Any) -> None:
    """Go on to the next question; with none open the turn ends and the next one begins."""
    if s.asked == 0 and s.turn >= 0:
        end_turn(s, box)
    if s.asked == 0:
        begin_turn(s, box)
    if s.over == PLAYING:
        take_question(s)


# --- the same, written out for compiled code -------------------------------------------------------


def game_compiled(state: Any) -> Game:
    """The game of a state, by its type in compiled code."""
    for dtype, game in registered().items():
        if str(numba.from_dtype(dtype)) == str(state):
            return game
    raise TypeError(f"no game has the state {state}")


def written(arguments: str, lines: Sequence[str], names: dict[str, Any]) -> Callable[..., Any]:
    """A function written from a declaration."""
    source = f"def written({arguments}):\n" + "".join(f"    {line}\n" for line in lines or ["pass"])
    scope = dict(names)
    exec(source, scope)
    return scope["written"]  # type: ignore[no-any-return]


@overload(setup)
def _setup(s: Any, box: Any) -> Callable[..., Any]:
    steps = [step for part in game_compiled(s).parts for step in part.setup]
    names = {f"rule_{number}": step for number, step in enumerate(steps)}
    lines = ["s.turn = -1", *(f"{name}(s, box)" for name in names), "proceed(s, box)"]
    return written("s, box", lines, {**names, "proceed": proceed})


@overload(legal)
def _legal(s: Any, box: Any, offers: Any) -> Callable[..., Any]:
    lines, names = ["offers[0] = 0", "decision = s.question.decision", f"if s.over != {PLAYING}: return"], {}
    for decision, choices in game_compiled(s).decisions.items():
        lines.append(f"if decision == {int(decision)}:")
        for number, choice in enumerate(choices):
            names[f"options_{decision}_{number}"] = choice.options
            lines.append(f"    options_{decision}_{number}(s, box, offers)")
        lines.append("    return")
    return written("s, box, offers", lines, names)


@overload(apply)
def _apply(s: Any, box: Any, action: Any) -> Callable[..., Any]:
    lines, names = ["decision = s.question.decision"], {"proceed": proceed}
    for decision, choices in game_compiled(s).decisions.items():
        lines.append(f"if decision == {int(decision)}:")
        for number, choice in enumerate(choices):
            first, end = int(choice.block), choice.block + len(choice.block.labels)
            names[f"do_{decision}_{number}"] = choice.do
            lines.append(f"    {'el' if number else ''}if {first} <= action < {end}:")
            lines.append(f"        do_{decision}_{number}(s, box, action - {first})")
    return written("s, box, action", [*lines, "proceed(s, box)"], names)


@overload(forget)
def _forget(s: Any, box: Any) -> Callable[..., Any]:
    steps = [step for part in game_compiled(s).parts for step in part.forget]
    names = {f"rule_{number}": step for number, step in enumerate(steps)}
    return written("s, box", [f"{name}(s, box)" for name in names], names)


@overload(happen)
def _happen(s: Any, box: Any, event: Any) -> Callable[..., Any]:
    lines, names = [], {}
    for declared, responses in game_compiled(s).events.items():
        lines.append(f"if event == {int(declared)}:")
        for number, response in reversed(list(enumerate(responses))):
            names[f"response_{declared}_{number}"] = response
            lines.append(f"    response_{declared}_{number}(s, box)")
    return written("s, box, event", lines, names)


@overload(end_turn)
def _end_turn(s: Any, box: Any) -> Callable[..., Any]:
    names = {f"step_{number}": step for number, step in enumerate(game_compiled(s).turn_end)}
    return written("s, box", [f"if s.asked == 0: {name}(s, box)" for name in names], names)


@overload(begin_turn)
def _begin_turn(s: Any, box: Any) -> Callable[..., Any]:
    return written("s, box", ["next_turn(s, box)"], {"next_turn": game_compiled(s).next_turn})


@overload(ended)
def _ended(s: Any, box: Any) -> Callable[..., Any]:
    return written("s, box", ["return end(s, box)"], {"end": game_compiled(s).end})


@overload(winner)
def _winner(s: Any, box: Any) -> Callable[..., Any]:
    return written("s, box", ["return winner(s, box)"], {"winner": game_compiled(s).winner})


@overload(score)
def _score(s: Any, box: Any, seat: Any) -> Callable[..., Any]:
    items = {f"item_{number}": item.points for number, item in enumerate(game_compiled(s).scoring)}
    return written("s, box, seat", ["return " + " + ".join(f"{name}(s, box, seat)" for name in items)], items)


@overload(itemise)
def _itemise(s: Any, box: Any, seat: Any, points: Any) -> Callable[..., Any]:
    items = {f"item_{number}": item.points for number, item in enumerate(game_compiled(s).scoring)}
    lines = [f"points[{number}] = {name}(s, box, seat)" for number, name in enumerate(items)]
    return written("s, box, seat, points", lines, items)
