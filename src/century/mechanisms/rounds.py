"""Rounds: who starts with what, whose turn it is, and when the game is over."""

import numpy as np

from century.components.catalogue import Catalogue
from century.engine.actions import TURN
from century.engine.chance import START_STREAM, roll
from century.engine.compile import rule
from century.engine.contract import ended
from century.engine.game import Part
from century.engine.state import FINISHED, STOPPED, ask_seat
from century.mechanisms.cubes import COLOURS


def rounds(seats: int) -> Part:
    """Rounds of one turn each, from the start player on; the later start with more cubes."""

    def read(box, catalogue: Catalogue) -> None:
        setup = catalogue.table("setup")
        cubes = setup.values["start_cubes"]
        if not isinstance(cubes, list) or len(cubes) != seats:
            raise setup.wrong(f"start_cubes must be {seats} strings of cubes, first player first")
        for place in range(seats):
            box.start_cubes[place] = setup.cubes_in("start_cubes", cubes[place])

    return Part(
        box=[("start_cubes", np.int8, (seats, COLOURS))], read=read, setup=[choose_start, give_start_cubes]
    )


@rule
def choose_start(s, box):
    """The start player is random, unless the caller has named one (SR-14)."""
    if s.start < 0:
        s.start = roll(s.chance, START_STREAM, 0, s.players)


@rule
def give_start_cubes(s, box):
    """Starting cubes by place in turn order (SR-15)."""
    for place in range(s.players):
        seat = (s.start + place) % s.players
        for colour in range(COLOURS):
            s.seats[seat].cubes[colour] = box.start_cubes[place][colour]


@rule
def seat_in_turn(s):
    """Whose turn it is: clockwise, beginning with the start player (SR-14, SR-20)."""
    return (s.start + s.turn) % s.players


@rule
def next_turn(s, box):
    """The next player's turn; after the last round, or the caller's limit of turns, the game is over.

    The round in which the end was triggered is finished, so that all have had the same number of
    turns (SR-20, SR-70). A game that reaches the limit is stopped, not won (SR-E9).
    """
    s.turn += 1
    if s.turn > 0 and s.turn % s.players == 0 and ended(s, box):
        s.over = FINISHED
    elif 0 < s.turn_limit <= s.turn:
        s.over = STOPPED
    else:
        ask_seat(s, seat_in_turn(s), TURN)
