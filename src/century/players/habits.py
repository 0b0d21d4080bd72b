"""Habits: what planners skip, ignore and do not rely on, as declared by the parts of a game."""

from century.engine.dispatch import Code, dispatcher
from century.engine.game import Game
from century.engine.part import Habit


def habits_of(game: Game) -> list[type[Habit]]:
    """Return the habits of a game, without duplicates."""
    return list(dict.fromkeys(habit for part in game.parts for habit in part.habits))


@dispatcher("s, box, offers")
def trim(game: Game, code: Code) -> None:
    """Remove the answers that a planner does not examine, because they are hardly ever better."""
    for habit in habits_of(game):
        code.call(habit.trim, "s, box, offers")


@dispatcher("s")
def blur(game: Game, code: Code) -> None:
    """Make states within a turn equal if a planner does not need to distinguish them."""
    for part in game.parts:
        if part.blur:
            code.call(part.blur, "s")


@dispatcher("s, seat, answers")
def runs_into(game: Game, code: Code) -> None:
    """Return whether a planned turn of another seat interferes with what this seat has planned."""
    conflicts = [f"{code.name(part.conflict)}(s, seat, answers)" for part in game.parts if part.conflict]
    code.add(f"return {' or '.join(conflicts) or False}")


@dispatcher("s, box, offers")
def reply(game: Game, code: Code) -> None:
    """Return the answer that is expected of another seat outside of its turn; without a rule for it, the first."""
    replies = {decision: rule for part in game.parts for decision, rule in part.replies.items()}
    for decision, rule in replies.items():
        code.add(f"if s.question.decision == {int(decision)}:  # {decision.name}")
        code.add(f"return {code.name(rule)}(s, box)", depth=1)
    code.add("return offers[1]")
