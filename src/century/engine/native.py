"""The entries of the engine: the functions through which Python runs the rules as native code.

Compiling an entry optimises every rule that it calls, so `step` serves matches and batches alike.
"""

import numpy as np

from century.engine.chance import below, tossed
from century.engine.compile import entry, rule
from century.engine.contract import apply, imagine_anew, legal, score, setup, winner
from century.engine.state import FINISHED, MOST_OFFERS, PLAYING

DEAL, NOTHING = -1, -2  # instead of an action: set up the game; leave it as it is
NOBODY = -1
_RUN = 16  # actions that are counted at once


@entry
def step(states, boxes, actions, masks, scores, winners):
    """Apply an action to each state, mark the actions that are legal then, and write the results of finished games."""
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
def imagine_all(states, boxes, chances):
    """Shuffle what the seat to answer cannot see in each state."""
    for game in range(len(states)):
        imagine_anew(states[game], boxes[0], states[game].question.seat, chances[game])


@entry
def sample(masks, dice, actions):
    """Choose one of the marked actions of each game."""
    for game in range(len(masks)):
        dice[game] = tossed(dice[game])
        actions[game] = marked_action(masks[game], dice[game])


@entry
def first_illegal(masks, actions):
    """Return the first game whose action is not marked, or -1. NOTHING is legal if no action is marked."""
    for game in range(len(masks)):
        action = actions[game]
        if action == NOTHING:
            for number in range(masks.shape[1]):
                if masks[game, number]:
                    return game
        elif not (0 <= action < masks.shape[1] and masks[game, action]):
            return game
    return -1


@rule
def marked_action(mask, dice):
    """Return the marked action that the dice choose, or NOTHING if none is marked."""
    marked = np.int16(0)  # small integers, so that many are added at once
    for number in range(len(mask)):
        marked = np.int16(marked + mask[number])
    if marked == 0:
        return NOTHING
    left = below(dice, marked)
    run = np.uint64(0)  # never negative, so compiled code does not check for it
    while run + np.uint64(_RUN) <= np.uint64(len(mask)):  # skip runs of actions before the chosen one
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
def drawn(offers, dice, weights):
    """Return one of the offered actions, each with the probability that its weight gives."""
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
    """Write the scores of a game that is over, and the winner of one that is finished, not stopped."""
    winners[game] = NOBODY
    if s.over != PLAYING:
        for seat in range(s.players):
            scores[seat] = score(s, box, seat)
    if s.over == FINISHED:
        winners[game] = winner(s, box)
