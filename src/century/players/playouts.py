"""Whole games in compiled code, and notes on them: answers, score items, things taken, turns."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from century.components.catalogue import CUBES, Catalogue
from century.engine.chance import dice_of, tossed
from century.engine.compile import entry, rule
from century.engine.contract import apply, itemise, legal, score, setup, winner
from century.engine.dispatch import Code, dispatcher
from century.engine.game import Game
from century.engine.match import Options
from century.engine.native import NOBODY, drawn
from century.engine.state import FINISHED, MOST_OFFERS, PLAYING, record
from century.engine.taken import MOST_KINDS, Taking, taken
from century.players.random import weights_of

TURN_ROW = record(
    ("seat", np.int8),
    ("action", np.int16),  # the first answer
    ("answers", np.int16),
    ("points", np.int32),  # the score of the seat after the turn
    ("cubes", np.int8, len(CUBES)),  # in its storage, likewise
)


class Games(NamedTuple):
    """Games to play. Answers are random, or those of a script if it is not empty."""

    states: NDArray[np.void]  # blank
    boxes: NDArray[np.void]
    dice: NDArray[np.uint64]
    weights: NDArray[np.int32]  # of random answers, by seat and action
    script: NDArray[np.int16]  # the answers of all games
    ends: NDArray[np.int64]  # the end of the answers of each game


class Notes(NamedTuple):
    """Notes on games. Empty arrays among `first`, `times` and `rows` are not written."""

    answers: NDArray[np.int32]  # by game and seat
    items: NDArray[np.int32]  # of the score, by game and seat
    winners: NDArray[np.int8]
    first: NDArray[np.int32]  # the round in which each thing was first taken, by game and seat
    times: NDArray[np.int32]  # how often it was taken
    rows: NDArray[np.void]  # a TURN_ROW for each turn
    starts: NDArray[np.int64]  # where the rows of each game start


def compiled_games(
    game: Game, options: Options, catalogue: Catalogue, count: int, *, first: int = 0, bots: Sequence[str] = ()
) -> Games:
    """Return games with random answers, from seed + `first` on. Every seat is `random` unless `bots` are named."""
    weights = [weights_of(bot, game) for bot in bots or ["random"] * options.players]
    return Games(
        options.blank(game, catalogue, count, first),
        np.asarray(game.box(catalogue)),
        dice_of(options.seed, count, first),
        np.array(weights, np.int32),
        np.zeros(0, np.int16),
        np.zeros(0, np.int64),
    )


def blank_notes(game: Game, count: int, players: int, things: int = 0) -> Notes:
    """Return arrays for notes on games, without turns. If `things` is 0, things taken are not recorded."""
    first, times = np.zeros((2, count, players, things), np.int32)
    answers, items = np.zeros((count, players), np.int32), np.zeros((count, players, len(game.scoring)), np.int32)
    winners = np.zeros(count, np.int8)
    return Notes(answers, items, winners, first, times, np.zeros(0, TURN_ROW), np.zeros(0, np.int64))


@entry
def play_through(games, notes):
    """Deal and play each game, and write the notes."""
    offers = np.empty(MOST_OFFERS + 1, np.int16)
    sets = np.zeros((notes.answers.shape[1], MOST_KINDS), np.uint64)
    for game in range(len(games.states)):
        play_game(games, notes, game, offers, sets)


@rule
def play_game(games, notes, game, offers, sets):
    """Deal and play a game. `offers` and `sets` are room: for legal actions, and for what each seat holds."""
    s = games.states[game]
    box = games.boxes[0]
    takes = notes.times.shape[2] > 0
    setup(s, box)
    if takes:
        begin_taking(s, notes, game, sets)
    dice = games.dice[game]
    is_random = len(games.script) == 0
    at = games.ends[game - 1] if game > 0 and not is_random else 0
    while s.over == PLAYING and (is_random or at < games.ends[game]):
        seat, turn = s.question.seat, s.turn
        if is_random:
            legal(s, box, offers)
            dice = tossed(dice)
            action = drawn(offers, dice, games.weights[seat])
        else:
            action = games.script[at]
            at += 1
        apply(s, box, action)
        notes.answers[game, seat] += 1
        if takes:
            taking = Taking(sets[seat], notes.first[game, seat], notes.times[game, seat])
            taken(s, seat, action, turn // s.players + 1, taking)
        if len(notes.rows) > 0 and turn >= 0:
            write_turn(s, box, seat, action, notes.rows[notes.starts[game] + turn], s.turn != turn)
    for seat in range(s.players):
        itemise(s, box, seat, notes.items[game, seat])
    notes.winners[game] = winner(s, box) if s.over == FINISHED else NOBODY


@rule
def begin_taking(s, notes, game, sets):
    """Record the sets of each seat after the deal, because dealt things do not count as taken."""
    first, times = notes.first[game], notes.times[game]
    for seat in range(s.players):
        for kind in range(MOST_KINDS):
            sets[seat, kind] = 0
        taken(s, seat, -1, 0, Taking(sets[seat], first[seat], times[seat]))
        for thing in range(first.shape[1]):
            first[seat, thing] = 0
            times[seat, thing] = 0


@rule
def write_turn(s, box, seat, action, row, is_over):
    """Count an answer of a turn. When the turn is over, record the points and cubes of its seat."""
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
