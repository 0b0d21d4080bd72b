"""Rounds: who starts, whose turn it is, and when the game is over."""

import numpy as np

from century.engine.actions import DONE, TURN
from century.engine.chance import START_STREAM, roll
from century.engine.compile import rule
from century.engine.contract import ended
from century.engine.part import OneAnswer, Part
from century.engine.pieces import count_piece
from century.engine.state import FINISHED, STOPPED, ask_seat
from century.mechanisms.common import words


@rule
def choose_start(s, box):
    """The start player is random, unless the caller has named one (SR-14)."""
    if s.start < 0:
        s.start = roll(s.chance, START_STREAM, 0, s.players)


@rule
def seat_in_turn(s):
    """Return the seat whose turn it is: clockwise, beginning with the start player (SR-14, SR-20)."""
    return (s.start + s.turn) % s.players


@rule
def next_turn(s, box):
    """Begin the next player's turn; after the last round, or at the turn limit, the game is over.

    The round in which the end was triggered is finished, so that all have had the same number of
    turns (SR-20, SR-70, EW-20, EW-70, ANW-20, ANW-60); so nobody can claim beyond the last number, and others may
    still reach it (EW-E21, ANW-E26). A game that reaches the limit is stopped, not won (SR-E9).
    """
    s.turn += 1
    if s.turn > 0 and s.turn % s.players == 0 and ended(s, box):
        s.over = FINISHED
    elif 0 < s.turn_limit <= s.turn:
        s.over = STOPPED
    else:
        ask_seat(s, seat_in_turn(s), TURN)


@rule
def same_player_or_next(s, box):
    """A player who has earned another turn takes it now, in the same round, even the last (FEW3-E8, FEW3-E9)."""
    if s.again:
        s.again = 0
        ask_seat(s, seat_in_turn(s), TURN)
    else:
        next_turn(s, box)


class Done(OneAnswer):
    """Decline an offer, or the rest of it (SR-32, EW-22, EW-45, ANW-32); also the whole turn (EW-E22)."""

    block = DONE

    @rule
    def do(s, box, index):
        pass


_observe_extra_turn = count_piece(
    "again", 60, "whether the player in turn takes another turn after this one", name="another_turn", of_a_seat=False
)


def part() -> Part:
    """Rounds of one turn each, from the start player on."""
    return Part(setup=[choose_start], deeds={Done: words.DECLINED})


def extra_turns() -> Part:
    """Something may give the player another turn at once."""
    return Part(table=[("again", np.int8)], observed=[_observe_extra_turn])
