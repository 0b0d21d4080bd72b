"""Pieces of observations that every game has: the current question, those behind it, and the round."""

import numpy as np

from century.engine.compile import rule
from century.engine.dispatch import Code, dispatcher
from century.engine.game import Game
from century.engine.part import Column, Piece
from century.engine.pieces import MOST, write_zeros
from century.engine.state import MOST_QUESTIONS, PLAYING


@dispatcher("s, decision")
def decision_place(game: Game, code: Code) -> None:
    """Return the index of a decision in its game."""
    for place, decision in enumerate(game.decisions):
        code.add(f"if decision == {int(decision)}: return {place}  # {decision.name}")
    code.add("return 0")


@dispatcher("s")
def decision_count(game: Game, code: Code) -> None:
    """Return how many decisions the game of a state has."""
    code.add(f"return {len(game.decisions)}")


@dispatcher("s, decision")
def names_a_seat(game: Game, code: Code) -> None:
    """Return whether the number of a question is a seat."""
    for decision in game.decisions:
        if decision.names_a_seat:
            code.add(f"if decision == {int(decision)}: return True  # {decision.name}")
    code.add("return False")


@rule
def places_after(s, seat, other):
    """Return how many places in turn order another seat comes after a seat."""
    places = np.int64(other) - seat
    return places if places >= 0 else places + s.players


class Question(Piece):
    """The current question."""

    name = "question"
    order = 10
    meaning = "1 for the current question; zeros when the game is over"

    @staticmethod
    def rows_of(game):
        """Return the decisions of the game."""
        return [decision.name for decision in game.decisions]

    @rule
    def observe(s, box, seat, out, at):
        write_zeros(out, at, decision_count(s))
        if s.over == PLAYING:
            out[at + decision_place(s, s.question.decision)] = 1


class QuestionNumbers(Piece):
    """The seat to answer, and the numbers of the question."""

    name = "question_numbers"
    order = 20
    meaning = (
        "the seat to answer, counted in turn order from the observing seat (0: itself), and the two numbers of the "
        "question: cubes or upgrades left, steps so far, the tile, fort, stack or effect, or the seat that is paid"
    )
    columns = (Column("answers", 4), Column("number", MOST, usual=20), Column("of", MOST, usual=20))

    @rule
    def observe(s, box, seat, out, at):
        write_zeros(out, at, 3)
        if s.over == PLAYING:
            question = s.question
            out[at] = places_after(s, seat, question.seat)
            out[at + 1] = question.number
            if names_a_seat(s, question.decision):
                out[at + 1] = places_after(s, seat, question.number)
            out[at + 2] = question.of


class QuestionsBehind(Piece):
    """The questions that come after the current one."""

    name = "questions_behind"
    order = 30
    meaning = "the number of questions of each kind behind the current one, in this turn"
    columns = (Column("", MOST_QUESTIONS, usual=2),)

    rows_of = Question.rows_of

    @rule
    def observe(s, box, seat, out, at):
        write_zeros(out, at, decision_count(s))
        for number in range(s.asked):
            out[at + decision_place(s, s.questions[number].decision)] += 1


class Rounds(Piece):
    """The progress of the game."""

    name = "rounds"
    order = 50
    meaning = (
        "full rounds played; the place of the seat in turn order; the seat in turn, counted from this seat; turns left "
        "to the turn limit (0 if there is none); whether the game is over"
    )
    columns = (
        Column("rounds", MOST, usual=50),
        Column("place", 4),
        Column("in turn", 4),
        Column("turns left", MOST, usual=1000),
        Column("over"),
    )

    @rule
    def observe(s, box, seat, out, at):
        turn = max(np.int64(s.turn), 0)
        full = turn // s.players
        out[at] = min(full, MOST)
        out[at + 1] = places_after(s, s.start, seat)
        in_turn = places_after(s, seat, s.start) + turn - full * s.players
        out[at + 2] = in_turn if in_turn < s.players else in_turn - s.players
        out[at + 3] = 0
        if s.turn_limit > 0:
            out[at + 3] = min(max(np.int64(s.turn_limit) - turn, 0), MOST)
        out[at + 4] = s.over != PLAYING


GENERAL = (Question, QuestionNumbers, QuestionsBehind, Rounds)
