"""Whole games in compiled code, and what is recorded of them: answers, score items, things taken, turns."""

import numpy as np

from century.components.catalogue import CUBES
from century.engine.chance import tossed
from century.engine.compile import entry, rule
from century.engine.contract import apply, itemise, legal, score, setup, winner
from century.engine.dispatch import Code, dispatcher
from century.engine.game import Game
from century.engine.native import NOBODY, drawn
from century.engine.state import FINISHED, MOST_OFFERS, PLAYING, record
from century.engine.taken import MOST_KINDS, taken

TURN_ROW = record(
    ("seat", np.int8),
    ("action", np.int16),  # the first answer
    ("answers", np.int16),
    ("points", np.int32),  # the score of the seat as it stands after the turn
    ("cubes", np.int8, len(CUBES)),  # in its storage, likewise
)


@entry
def play_through(states, boxes, dice, weights, script, ends, answers, items, winners, first, times, rows, starts):
    """Deal and play each game, and record how it went.

    Answers are random, each as likely as its weight for the seat says; or they are those of the script, where game k
    ends before `ends[k]`. `rows` gets a row for each turn, those of game k from `starts[k]` on, if there is room.
    """
    offers = np.empty(MOST_OFFERS + 1, np.int16)
    before = np.zeros((answers.shape[1], MOST_KINDS), np.uint64)
    box = boxes[0]
    at = 0
    for game in range(len(states)):
        s = states[game]
        setup(s, box)
        for seat in range(s.players):
            taken(s, seat, -1, before[seat], 0, first[game, seat], times[game, seat])
        forget_all(first[game], times[game])
        chance = dice[game]
        while s.over == PLAYING and (len(script) == 0 or at < ends[game]):
            if len(script) == 0:
                legal(s, box, offers)
                chance = tossed(chance)
                action = drawn(offers, chance, weights[s.question.seat])
            else:
                action = script[at]
                at += 1
            seat, turn = s.question.seat, s.turn
            apply(s, box, action)
            answers[game, seat] += 1
            taken(s, seat, action, before[seat], turn // s.players + 1, first[game, seat], times[game, seat])
            if len(rows) > 0 and turn >= 0:
                write_turn(s, box, seat, action, rows[starts[game] + turn], s.turn != turn)
        for seat in range(s.players):
            itemise(s, box, seat, items[game, seat])
            for kind in range(MOST_KINDS):
                before[seat, kind] = 0
        winners[game] = winner(s, box) if s.over == FINISHED else NOBODY


@rule
def forget_all(first, times):
    """What was dealt is not taken."""
    for seat in range(len(first)):
        for thing in range(first.shape[1]):
            first[seat, thing] = 0
            times[seat, thing] = 0


@rule
def write_turn(s, box, seat, action, row, is_over):
    """Count an answer of a turn; write down where the seat stands after it."""
    if row.answers == 0:
        row.seat = seat
        row.action = action
    row.answers += 1
    if is_over:
        row.points = score(s, box, seat)
        write_cubes(s, seat, row)


@dispatcher("s, seat, row")
def write_cubes(game: Game, code: Code) -> None:
    """Record the cubes of a seat; a game without cubes leaves them 0."""
    for part in game.parts:
        if part.cubes:
            for colour in range(len(CUBES)):
                code.add(f"row.cubes[{colour}] = s.seats[seat].{part.cubes}[{colour}]")
