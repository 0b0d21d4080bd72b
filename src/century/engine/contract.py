"""The contract: what every game can be asked, whatever it is made of.

Search, simulation and GPU kernels are written once, against `setup`, `legal`, `apply`, `ended`, `score`, `itemise` and
`winner`. Each game's declaration writes their bodies (see `dispatch.py`).
"""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from century.engine.compile import rule
from century.engine.dispatch import Code, dispatcher
from century.engine.rows import Row
from century.engine.state import PLAYING, take_question
from century.types import Rule

if TYPE_CHECKING:
    from century.engine.game import Game


@rule
def proceed(s: Row, box: Row) -> None:
    """Go on to the next question; with none open the turn ends and the next one begins."""
    if s.asked == 0 and s.turn >= 0:
        end_turn(s, box)
    if s.asked == 0:
        begin_turn(s, box)
    if s.over == PLAYING:
        take_question(s)


def call_each(code: Code, rules: Iterable[Rule], arguments: str) -> None:
    """Append a call of each rule."""
    for each in rules:
        code.call(each, arguments)


@dispatcher("s, box")
def setup(game: "Game", code: Code) -> None:
    """Set the game up and ask the first question. The state is blank but for its options."""
    code.add("s.turn = -1")
    call_each(code, (step for part in game.parts for step in part.setup), "s, box")
    code.call(proceed, "s, box")


@dispatcher("s, box, offers")
def legal(game: "Game", code: Code) -> None:
    """Offer the actions that answer the question."""
    code.add("offers[0] = 0")
    code.add(f"if s.over != {PLAYING}: return")
    code.add("decision = s.question.decision")
    for decision, choices in game.decisions.items():
        code.add(f"if decision == {int(decision)}:  # {decision.name}")
        for choice in choices:
            code.call(choice.options, "s, box, offers", depth=1)
        code.add("return", depth=1)


@dispatcher("s, box, action")
def apply(game: "Game", code: Code) -> None:
    """Carry out a legal action, and go on to the next question."""
    code.add("decision = s.question.decision")
    for decision, choices in game.decisions.items():
        code.add(f"if decision == {int(decision)}:  # {decision.name}")
        for number, choice in enumerate(choices):
            first, end = int(choice.block), choice.block + len(choice.block.labels)
            code.add(f"{'el' if number else ''}if {first} <= action < {end}:", depth=1)
            code.call(choice.do, f"s, box, action - {first}", depth=2)
    code.call(proceed, "s, box")


@dispatcher("s, box")
def forget(game: "Game", code: Code) -> None:
    """Empty the decks, which nobody can see, for players that plan with what their seat knows."""
    call_each(code, (step for part in game.parts for step in part.forget), "s, box")


@dispatcher("s, box, seat")
def hide(game: "Game", code: Code) -> None:
    """Remove what a seat does not know of the others, or a watcher (-1) of anybody. At the end all is revealed."""
    code.add(f"if s.over != {PLAYING}: return")
    call_each(code, (step for part in game.parts for step in part.hide), "s, box, seat")


@dispatcher("s, box, seat")
def imagine(game: "Game", code: Code) -> None:
    """Fill in what `hide` has removed for a seat, at random by the chance of the state."""
    code.add(f"if s.over != {PLAYING}: return")
    call_each(code, (step for part in game.parts for step in part.imagine), "s, box, seat")


@rule
def imagine_anew(s: Row, box: Row, seat: int, chance: int) -> None:
    """Make the state one that a seat could be in for all it knows: another chance, other secrets of the others."""
    hide(s, box, seat)
    s.chance = chance
    imagine(s, box, seat)


@dispatcher("s, box, event")
def happen(game: "Game", code: Code) -> None:
    """Run the responses to an event. The one declared first asks last, so that its question is answered first."""
    for event, responses in game.events.items():
        code.add(f"if event == {int(event)}:  # {event.words}")
        for response in reversed(responses):
            code.call(response, "s, box", depth=1)


@dispatcher("s, box")
def end_turn(game: "Game", code: Code) -> None:
    """End the turn. A step that asks runs once more when its questions are answered."""
    for step in game.turn_end:
        code.add("if s.asked == 0:")
        code.call(step, "s, box", depth=1)


@dispatcher("s, box")
def begin_turn(game: "Game", code: Code) -> None:
    """Ask whose turn is next, or end the game."""
    code.call(game.next_turn, "s, box")


@dispatcher("s, box")
def ended(game: "Game", code: Code) -> None:
    """Return whether the end of the game has been triggered."""
    code.add(f"return {code.name(game.end)}(s, box)")


@dispatcher("s, box")
def winner(game: "Game", code: Code) -> None:
    """Return the seat that wins if the game ends as it stands."""
    code.add(f"return {code.name(game.winner)}(s, box)")


@dispatcher("s, box, seat")
def score(game: "Game", code: Code) -> None:
    """Return the points of a seat, all items together."""
    code.add("return " + " + ".join(f"{code.name(item.points)}(s, box, seat)" for item in game.scoring))


@dispatcher("s, box, seat, points")
def itemise(game: "Game", code: Code) -> None:
    """Write the points of a seat, item by item in the order of the declaration."""
    for number, item in enumerate(game.scoring):
        code.add(f"points[{number}] = {code.name(item.points)}(s, box, seat)")
