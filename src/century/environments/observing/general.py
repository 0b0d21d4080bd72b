"""Pieces that every game has: the open question, the round, storages and what is claimed."""

import numpy as np

from century.engine.actions import CLAIM, PAYING_TOLL, TRADING, TRADING_ON
from century.engine.compile import rule
from century.engine.contract import score
from century.engine.dispatch import Code, dispatcher
from century.engine.game import Game
from century.engine.state import MOST_QUESTIONS, PLAYING
from century.environments.observing.piece import (
    EFFECT,
    EFFECT_COLUMNS,
    MOST,
    Column,
    Piece,
    colours,
    write_bits,
    write_cubes,
    write_effect,
    write_zeros,
)
from century.mechanisms.common.decks import size
from century.mechanisms.new_world.cards import NEW_WORLD_CARDS
from century.mechanisms.sea.ports import VP_TILES


@dispatcher("s, decision")
def decision_place(game: Game, code: Code) -> None:
    """Return the place of a decision among those of its game."""
    for place, decision in enumerate(game.decisions):
        code.add(f"if decision == {int(decision)}: return {place}  # {decision.name}")
    code.add("return 0")


@dispatcher("s")
def decision_count(game: Game, code: Code) -> None:
    """Return how many decisions the game of a state has."""
    code.add(f"return {len(game.decisions)}")


def decision_names(game: Game) -> list[str]:
    """The decisions of a game, in the order of its declaration."""
    return [decision.name for decision in game.decisions]


@rule
def places_after(s, seat, other):
    """How many places in turn order another seat comes after a seat."""
    places = np.int64(other) - seat
    return places if places >= 0 else places + s.players


class Question(Piece):
    """The open question."""

    name = "question"
    meaning = "1 for the question that is open; zeros when the game is over"
    rows = staticmethod(decision_names)

    @rule
    def observe(s, box, seat, out, at):
        write_zeros(out, at, decision_count(s))
        if s.over == PLAYING:
            out[at + decision_place(s, s.question.decision)] = 1


class QuestionNumbers(Piece):
    """Who answers, and the numbers of the question."""

    name = "question_numbers"
    meaning = (
        "who answers, counted in turn order from the seat that sees (0: it does), and the two numbers of the question: "
        "cubes or upgrades left, steps made, the tile, fort, stack or effect in question, or the seat that is paid"
    )
    columns = (Column("answers", 4), Column("number", MOST, usual=20), Column("of", MOST, usual=20))

    @rule
    def observe(s, box, seat, out, at):
        write_zeros(out, at, 3)
        if s.over == PLAYING:
            question = s.question
            out[at] = places_after(s, seat, question.seat)
            out[at + 1] = question.number
            if question.decision == PAYING_TOLL:
                out[at + 1] = places_after(s, seat, question.number)
            out[at + 2] = question.of


class QuestionsBehind(Piece):
    """The questions that come after the open one."""

    name = "questions_behind"
    meaning = "how many questions of each kind wait behind the open one, in this turn"
    columns = (Column("", MOST_QUESTIONS, usual=2),)
    rows = staticmethod(decision_names)

    @rule
    def observe(s, box, seat, out, at):
        write_zeros(out, at, decision_count(s))
        for number in range(s.asked):
            out[at + decision_place(s, s.questions[number].decision)] += 1


class Trade(Piece):
    """The trade that is asked about."""

    name = "trade"
    meaning = "the trade that is asked about; zeros if none is"
    columns = EFFECT

    @rule
    def observe(s, box, seat, out, at):
        decision = s.question.decision
        if s.over == PLAYING and (decision == TRADING or decision == TRADING_ON):  # noqa: SIM109
            write_effect(out, at, box, s.question.number)
        else:
            write_zeros(out, at, EFFECT_COLUMNS)


class Rounds(Piece):
    """How far the game is."""

    name = "rounds"
    meaning = (
        "full rounds played; the place of the seat in turn order; whose turn it is, counted from the seat; turns left "
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


class ExtraTurn(Piece):
    """Another turn at once."""

    name = "another_turn"
    meaning = "whether the player in turn takes another turn after this one"
    needs = ("again",)

    @rule
    def observe(s, box, seat, out, at):
        out[at] = s.again


# --- of each seat ---------------------------------------------------------------------------------


class Storage(Piece):
    """Cubes, and how many there is room for."""

    name = "storage"
    meaning = "cubes in storage by colour, and how many it holds at the end of a turn"
    needs = ("cubes", "storage")
    of_a_seat = True
    columns = (*colours("cubes"), Column("holds", MOST, usual=10))

    @rule
    def observe(s, box, seat, out, at):
        write_cubes(out, at, s.seats[seat].cubes)
        out[at + 4] = s.seats[seat].storage


class Points(Piece):
    """The score, and how near the last claim is."""

    name = "points"
    meaning = "the score as it stands; claims; claims that are left until the game ends"
    needs = ("claimed",)
    of_a_seat = True
    columns = (
        Column("score", MOST, usual=100),
        Column("claims", 64, usual=6),
        Column("claims left", 64, low=-64, usual=6),
    )

    @rule
    def observe(s, box, seat, out, at):
        claims = size(s.seats[seat].claimed)
        out[at] = score(s, box, seat)
        out[at + 1] = claims
        out[at + 2] = box.last_claim[s.players] - claims


class Claimed(Piece):
    """What is claimed."""

    name = "claimed"
    meaning = "1 for each point card or VP tile claimed"
    needs = ("claimed",)
    of_a_seat = True

    @staticmethod
    def rows(game):
        """The cards or tiles that can be claimed."""
        if "point_row" in game.fields:
            return CLAIM.labels
        return VP_TILES if "port_tiles" in game.fields else NEW_WORLD_CARDS

    @rule
    def observe(s, box, seat, out, at):
        write_bits(out, at, s.seats[seat].claimed, len(box.point_cards))
