"""The entry points: the few functions through which Python runs the rules natively.

Every entry re-optimises all that it calls, so only two call the rules: `step` serves a match and a
batch alike, `playouts` plays whole games at random.
"""

import numpy as np

from century.engine.chance import below, tossed
from century.engine.compile import entry, rule
from century.engine.contract import apply, imagine_anew, legal, score, setup, winner
from century.engine.state import FINISHED, MOST_OFFERS, PLAYING

DEAL, NOTHING = -1, -2  # in place of an action: lay the game out; leave it as it is
NOBODY = -1
NO_LIMIT = 2**62  # of decisions
_RUN = 16  # actions that are counted at once


@entry
def step(states, boxes, actions, masks, scores, winners):
    """Apply an action to each state; mark what is open then, and write down results of games that are over."""
    offers = np.empty(MOST_OFFERS + 1, np.int16)
    box = boxes[0]
    for game in range(len(states)):
        action = actions[game]
        if action == NOTHING:
            continue
        s = states[game]
        if action == DEAL:
            setup(s, box)
        else:
            apply(s, box, action)
        mask = masks[game]
        for number in range(len(mask)):
            mask[number] = False
        legal(s, box, offers)
        for place in range(1, offers[0] + 1):
            mask[offers[place]] = True
        write_result(s, box, scores[game], winners, game)


@entry
def playouts(states, boxes, dice, weights, most, decisions, scores, winners):
    """Deal and play each game with random answers, to the end or for `most` decisions.

    `weights` says how likely each action is, among those that are legal.
    """
    offers = np.empty(MOST_OFFERS + 1, np.int16)
    box = boxes[0]
    for game in range(len(states)):
        s = states[game]
        setup(s, box)
        decisions[game] = play_randomly(s, box, offers, dice[game], weights, most)
        write_result(s, box, scores[game], winners, game)


@entry
def imagine_all(states, boxes, chances):
    """Make each state one that the seat to answer could be in for all it knows."""
    for game in range(len(states)):
        imagine_anew(states[game], boxes[0], states[game].question.seat, chances[game])


@entry
def sample(masks, dice, actions):
    """Choose one of the marked actions of each game."""
    for game in range(len(masks)):
        dice[game] = tossed(dice[game])
        actions[game] = marked_action(masks[game], dice[game])


@entry
def first_illegal(masks, over, actions):
    """The first game whose action is not one of the marked ones; -1 if there is none."""
    for game in range(len(masks)):
        action = actions[game]
        if over[game]:
            if action != NOTHING:
                return game
        elif not (0 <= action < masks.shape[1] and masks[game, action]):
            return game
    return -1


@rule
def marked_action(mask, dice):
    """The marked action that the dice choose; nothing, if none is marked."""
    marked = np.int16(0)  # small numbers are added many at once
    for number in range(len(mask)):
        marked = np.int16(marked + mask[number])
    if marked == 0:
        return NOTHING
    left = below(dice, marked)
    run = np.uint64(0)  # not below zero, so compiled code need not look for that
    while run + np.uint64(_RUN) <= np.uint64(len(mask)):  # runs of actions before the one that is meant
        marked = np.int16(0)
        for place in range(_RUN):
            marked = np.int16(marked + mask[run + np.uint64(place)])
        if left < marked:
            break
        left -= marked
        run += np.uint64(_RUN)
    action = np.int64(run)
    while left > 0 or not mask[action]:
        left -= mask[action]
        action += 1
    return action


@rule
def play_randomly(s, box, offers, dice, weights, most):
    """Answer each question with one of the legal actions, each as likely as its weight says."""
    count = 0
    while s.over == PLAYING and count < most:
        legal(s, box, offers)
        dice = tossed(dice)
        apply(s, box, drawn(offers, dice, weights))
        count += 1
    return count


@rule
def drawn(offers, dice, weights):
    """One of the offered actions, each as likely as its weight says."""
    total = np.int64(0)
    for place in range(1, offers[0] + 1):
        total += weights[offers[place]]
    left = below(dice, total)
    place = 1
    while left >= weights[offers[place]]:
        left -= weights[offers[place]]
        place += 1
    return offers[place]


@rule
def write_result(s, box, scores, winners, game):
    """Scores by seat of a game that is over, and the winner of one that is finished, not stopped."""
    winners[game] = NOBODY
    if s.over != PLAYING:
        for seat in range(s.players):
            scores[seat] = score(s, box, seat)
    if s.over == FINISHED:
        winners[game] = winner(s, box)
