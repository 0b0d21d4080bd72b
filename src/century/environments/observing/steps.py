"""A step of a batch as one pass: apply, reward, deal anew, what is legal, what is seen. For a CPU and for a GPU.

Every entry re-optimises all rules that it calls, so there are two: `advance_all` for batches, `observe_all` for those
who play one match.
"""

import numpy as np

from century.engine.compile import entry, rule
from century.engine.contract import apply, legal, score, setup, winner
from century.engine.native import DEAL
from century.engine.state import FINISHED, MOST_OFFERS, PLAYING, STOPPED
from century.environments.observing.layout import observe

REWARDS = ("win", "rank", "score")
WIN, RANK, SCORE = range(3)


@entry
def observe_all(states, boxes, seats, observations):
    """Write what a seat of each state sees."""
    box = boxes[0]
    for game in range(len(states)):
        observe(states[game], box, seats[game], observations[game])


@entry
def advance_all(
    states,
    boxes,
    blanks,
    first,
    seeds,
    stride,
    kind,
    actions,
    observations,
    masks,
    rewards,
    scores,
    dones,
    truncated,
    actors,
):
    """Advance each game of an array by an action; its first game is number `first` of the batch."""
    offers = np.empty(MOST_OFFERS + 1, np.int16)
    box = boxes[0]
    for game in range(len(states)):
        advance(
            states,
            game,
            box,
            blanks,
            (first + game) % len(blanks),
            seeds,
            stride,
            kind,
            actions[game],
            offers,
            game,
            observations[game],
            masks[game],
            rewards[game],
            scores[game],
            dones,
            truncated,
            actors,
        )


@rule
def is_open(action, mask):
    """Whether an action can be carried out: a marked one, or the deal of a new game."""
    return action == DEAL or (0 <= action < len(mask) and mask[action])


@rule
def advance(
    states,
    at,
    box,
    blanks,
    blank,
    seeds,
    stride,
    kind,
    action,
    offers,
    game,
    observation,
    mask,
    rewards,
    scores,
    dones,
    truncated,
    actors,
):
    """Advance one game, whose state is at place `at` of an array: apply or deal, and write all that follows.

    An action that is not open changes nothing.
    """
    dones[game] = False
    truncated[game] = False
    for seat in range(len(rewards)):
        rewards[seat] = 0
    if not is_open(action, mask):
        return
    if action != DEAL:
        apply(states[at], box, action)
    over = states[at].over
    if over != PLAYING:
        write_rewards(states[at], box, kind, scores, rewards)
        dones[game] = True
        truncated[game] = over == STOPPED
    if action == DEAL or over != PLAYING:
        deal(states, at, box, blanks, blank, seeds, game, stride)
    write_position(states[at], box, offers, observation, mask)
    actors[game] = states[at].question.seat


@rule
def deal(states, at, box, blanks, blank, seeds, game, stride):
    """Lay out the next game in this place; its seed, and that of the one after it."""
    states[at] = blanks[blank]
    states[at].chance = seeds[game]
    seeds[game] += stride
    setup(states[at], box)


@rule
def write_position(s, box, offers, observation, mask):
    """What is legal for the seat to act, and what it sees."""
    for number in range(len(mask)):
        mask[number] = False
    legal(s, box, offers)
    for place in range(1, offers[0] + 1):
        mask[offers[place]] = True
    observe(s, box, s.question.seat, observation)


@rule
def write_rewards(s, box, kind, scores, rewards):
    """The scores of a game that is over, and the reward of each seat.

    WIN: 1 for the winner, -1 for the others; 0 for all if the game was stopped. RANK: from 1 for the first to -1 for
    the last, in equal steps; among tied seats the later in turn order is ahead, as for the winner. SCORE: own points
    less the most points of another.
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
