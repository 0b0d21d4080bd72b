"""A step of a batch in one pass, on a CPU or a GPU: apply the action, reward, deal the next game, observe.

Every entry re-optimises all rules that it calls, so there are only two: `advance_all` for batches, and `observe_all`
for environments of a single match.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from century.engine.compile import entry, rule
from century.engine.contract import apply, legal, score, setup, winner
from century.engine.native import DEAL
from century.engine.state import FINISHED, MOST_OFFERS, PLAYING, STOPPED
from century.environments.observing.layout import observe

REWARDS = ("win", "rank", "score")
WIN, RANK, SCORE = range(3)


class Arrays(NamedTuple):
    """The arrays of a batch: a row for each game."""

    states: NDArray[np.void]
    seeds: NDArray[np.uint64]  # seed of the next game in this row
    actions: NDArray[np.int16]
    observations: NDArray[np.int16]
    masks: NDArray[np.bool_]
    actors: NDArray[np.int8]
    rewards: NDArray[np.float32]
    scores: NDArray[np.int32]
    dones: NDArray[np.bool_]
    truncated: NDArray[np.bool_]


class Common(NamedTuple):
    """The data that all games of a batch share."""

    boxes: NDArray[np.void]
    blanks: NDArray[np.void]  # states to deal from, used in turn
    first: int  # number of the first game in the arrays
    stride: np.uint64  # between the seeds of a game and of the next one in its row
    reward: int  # WIN, RANK or SCORE


@entry
def observe_all(states, boxes, seats, observations):
    """Write what a seat of each state sees."""
    box = boxes[0]
    for game in range(len(states)):
        observe(states[game], box, seats[game], observations[game])


@entry
def advance_all(arrays, common):
    """Advance each game by its action."""
    offers = np.empty(MOST_OFFERS + 1, np.int16)
    for game in range(len(arrays.states)):
        advance(arrays, common, game, offers)


@rule
def is_open(action, mask):
    """Return whether an action is marked as legal, or deals a new game."""
    return action == DEAL or (0 <= action < len(mask) and mask[action])


@rule
def advance(arrays, common, game, offers):
    """Apply the action of a game or deal a new game, and write the results.

    An illegal action changes nothing. `offers` is working memory for legal actions.
    """
    box, action = common.boxes[0], arrays.actions[game]
    mask, rewards = arrays.masks[game], arrays.rewards[game]
    arrays.dones[game] = False
    arrays.truncated[game] = False
    for seat in range(len(rewards)):
        rewards[seat] = 0
    if not is_open(action, mask):
        return
    if action != DEAL:
        apply(arrays.states[game], box, action)
    over = arrays.states[game].over
    if over != PLAYING:
        write_rewards(arrays.states[game], box, common.reward, arrays.scores[game], rewards)
        arrays.dones[game] = True
        arrays.truncated[game] = over == STOPPED
    if action == DEAL or over != PLAYING:
        deal(arrays, common, game)
    write_position(arrays.states[game], box, offers, arrays.observations[game], mask)
    arrays.actors[game] = arrays.states[game].question.seat


@rule
def deal(arrays, common, game):
    """Set up the next game in this row, and note the seed of the one after it."""
    arrays.states[game] = common.blanks[(common.first + game) % len(common.blanks)]
    arrays.states[game].chance = arrays.seeds[game]
    arrays.seeds[game] += common.stride
    setup(arrays.states[game], common.boxes[0])


@rule
def write_position(s, box, offers, observation, mask):
    """Write what is legal for the seat to act, and what it sees."""
    for number in range(len(mask)):
        mask[number] = False
    legal(s, box, offers)
    for place in range(1, offers[0] + 1):
        mask[offers[place]] = True
    observe(s, box, s.question.seat, observation)


@rule
def write_rewards(s, box, kind, scores, rewards):
    """Write the scores of a game that is over, and the reward of each seat.

    WIN: 1 for the winner, -1 for the others; 0 for all if the game was stopped. RANK: from 1 for the first to -1 for
    the last, in equal steps; among tied seats the later in turn order is ahead, as for the winner. SCORE: own points
    minus the most points of another seat.
    """
    for seat in range(s.players):
        scores[seat] = score(s, box, seat)
    won = -1
    if s.over == FINISHED:
        won = winner(s, box)
    for seat in range(s.players):
        ahead = 0
        most = np.int64(-(2**31))
        for other in range(s.players):
            if other != seat:
                most = max(most, np.int64(scores[other]))
                later = (other - s.start + s.players) % s.players > (seat - s.start + s.players) % s.players
                if scores[other] > scores[seat] or (scores[other] == scores[seat] and later):
                    ahead += 1
        if kind == SCORE:
            rewards[seat] = scores[seat] - most
        elif kind == RANK:
            rewards[seat] = np.float64(s.players - 1 - 2 * ahead) / np.float64(s.players - 1)
        elif s.over == FINISHED:
            rewards[seat] = 1 if seat == won else -1
        else:
            rewards[seat] = 0
