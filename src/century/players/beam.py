"""Beam search over whole turns: the sequence of a seat's next turns that is worth most.

A node is a state at the start of a turn. From each node, all whole turns are searched. The others follow their own
plans, which a smaller beam without other players finds. The best states of all nodes are kept for the next turn. Decks
are empty here: nobody plans with unseen cards.

A line is worth the points that it makes, discounted by the turn, plus the value of what the seat has at its end.
"""

import numpy as np

from century.engine.compile import rule
from century.engine.contract import ended, forget, score, winner
from century.engine.state import FINISHED, PLAYING
from century.players.desk import Candidate, Reach, queue_of
from century.players.nodes import add, clear_candidates, keep_best, keep_finished
from century.players.turns import (
    QUEUE,
    SEEN,
    copy_answers,
    copy_state,
    find_turns,
    go_to_turn_of,
    no_answers,
    others_move,
    pass_turn,
)
from century.players.worth import DISCOUNT, ROUNDS, SOONER, WIN, patience, settled, time_left, worth

MOST_POINTS = 1000.0  # more than anybody can have
NODE_SALT = 0x9E3779B97F4A7C15  # odd numbers with bits at random, which tell searches for turns apart
LAST_TURN_SALT = 0xD6E8FEB86659FD93


@rule
def find_line(desk, box, weights, seat, search):
    """Find the best line of a seat from the state `desk.states[0]`, and write it to `desk.plans[seat]`.

    If `search` has a width for the others, they follow their plans; otherwise they pass. `desk.hopes` receives the
    value of the lines of all seats, with the points that they have now.
    """
    root = len(desk.states) - 1
    s = desk.states[0]
    forget(s, box)
    copy_state(desk.words, root, 0)
    planned = search.other_width > 0 and s.turn >= 0
    if planned:
        for place in range(1, s.players):
            other = (seat + place) % s.players
            no_answers(desk.plans[other])
            copy_state(desk.words, 0, root)
            desk.hopes[other] = settled(s, box, other)
            if go_to_turn_of(s, box, other, desk.offers):
                depth = search.other_depth
                if search.even and (other - s.start) % s.players < (seat - s.start) % s.players:
                    depth -= 1
                reach = Reach(search.other_width, depth, search.most)
                desk.hopes[other] += beam(desk, box, weights, other, reach, False)
    copy_state(desk.words, 0, root)
    now = settled(s, box, seat)
    reach = Reach(search.width, search.depth, search.most)
    desk.hopes[seat] = now + beam(desk, box, weights, seat, reach, planned)


@rule
def beam(desk, box, weights, seat, reach, planned):
    """Write the best line of a seat from `desk.states[0]`; return its value.

    If `planned`, the others follow their plans; otherwise they pass.
    """
    course = desk.course[0]
    course.seat = seat
    course.planned = planned
    course.width = reach.width
    course.most = reach.most
    begin(desk, box, weights)
    turns = 0
    while turns < reach.depth:
        course.number = turns
        course.prize = weights[WIN] * weights[SOONER] ** turns
        clear_candidates(desk)
        for node in range(course.nodes):
            if desk.states[node].over == PLAYING:
                grow(desk, box, weights, node)
            else:
                keep_finished(desk, node)
        if course.next_nodes == 0:
            break
        keep_best(desk)
        if planned:
            end_games(desk, box)
        compare_firsts(desk)
        turns += 1
        course.rate *= weights[DISCOUNT]
    return write_line(desk, turns)


@rule
def begin(desk, box, weights):
    """Start with a beam of one node, the state `desk.states[0]`."""
    course = desk.course[0]
    s = desk.states[0]
    course.first_turn = s.turn
    course.left = time_left(s, box, weights[ROUNDS])
    course.stock = weights[DISCOUNT] * patience(s, weights[ROUNDS])
    course.rate = 1.0
    course.nodes = 1
    desk.kept[0].gained = 0
    desk.kept[0].points = settled(s, box, course.seat)
    for place in range(SEEN):
        desk.seen[place] = 0
    for first in range(course.width):
        desk.behind[first] = np.inf
        desk.last[first] = -1


@rule
def grow(desk, box, weights, node):
    """Add the states after each turn of a node, and the moves of the others, to the candidates."""
    course = desk.course[0]
    queue = queue_of(course.width)
    spare = queue + QUEUE
    copy_state(desk.words, queue, node)
    salt = np.uint64(course.number * course.width + node + 1) * np.uint64(NODE_SALT)
    for number in range(find_turns(desk, box, queue, course.seat, course.most, salt)):
        path = desk.turns[number]
        row = queue + path
        s = desk.states[row]
        is_last = course.planned and s.over == PLAYING and ended(s, box)
        if is_last:
            copy_state(desk.words, spare, row)
        others_move(s, box, course, desk.plans, desk.others_offers)
        new = weigh(s, box, weights, course, node, desk.kept[node])
        if is_last and s.over == FINISHED and winner(s, box) == course.seat:
            copy_state(desk.words, row, spare)  # the others may find better turns than planned (see `end_games`)
        if new.value > course.enough:
            add(desk, row, path, new)


@rule
def weigh(s, box, weights, course, node, before):
    """Return a state as a candidate, after a turn of a node, whose record is `before`."""
    seat = course.seat
    if s.over == PLAYING:
        points = np.int64(settled(s, box, seat))
        gained = before.gained + course.rate * (points - before.points)
        value = gained + course.rate * course.stock * worth(s, box, seat, weights, course.left)
    else:
        points = np.int64(score(s, box, seat))
        gained = before.gained + course.rate * (points - before.points)
        if s.over == FINISHED:
            gained += course.prize if winner(s, box) == seat else -course.prize
        value = gained
    return Candidate(node, value, gained, points)


@rule
def end_games(desk, box):
    """Play out nodes in the last round: each of the others takes the best of all its turns, and the game is over.

    Until now these nodes count as wins of the seat if the others follow their plans. A certain win with the turn to be
    chosen now is better than anything else.
    """
    course = desk.course[0]
    for node in range(course.nodes):
        s = desk.states[node]
        if s.over == PLAYING and ended(s, box):
            while s.over == PLAYING:
                last_turn(desk, box, node)
            if s.over == FINISHED and winner(s, box) != course.seat:
                desk.kept[node].gained -= 2 * course.prize
                desk.kept[node].value -= 2 * course.prize
        if course.number == 0 and s.over == FINISHED and winner(s, box) == course.seat:
            desk.kept[node].gained += MOST_POINTS
            desk.kept[node].value += MOST_POINTS


@rule
def last_turn(desk, box, node):
    """Play the last turn of the seat to move in a node: one that wins, or else the one with the most points."""
    course = desk.course[0]
    seat = desk.states[node].question.seat
    queue = queue_of(course.width)
    copy_state(desk.words, queue, node)
    salt = np.uint64((desk.states[node].turn + 1) * len(desk.states) + node) * np.uint64(LAST_TURN_SALT)
    best = -np.inf
    for number in range(find_turns(desk, box, queue, seat, course.most, salt)):
        row = queue + desk.turns[number]
        s = desk.states[row]
        value = np.float64(score(s, box, seat))
        if s.over == FINISHED and winner(s, box) == seat:
            value += MOST_POINTS
        if value > best:
            best = value
            copy_state(desk.words, node, row)
    if best == -np.inf:
        pass_turn(desk.states[node], box)


@rule
def compare_firsts(desk):
    """Note how far each first turn is behind the best. Those without a line in this beam are behind all of it."""
    course = desk.course[0]
    best = -np.inf
    least = np.inf
    for place in range(course.nodes):
        best = max(best, desk.kept[place].value)
        least = min(least, desk.kept[place].value)
    for first in range(course.width):
        if desk.last[first] == course.number - 1:
            desk.behind[first] = max(desk.behind[first], best - least)
    for place in range(course.nodes):
        node = desk.kept[place]
        behind = best - node.value
        if desk.last[node.first] < course.number or behind < desk.behind[node.first]:
            desk.behind[node.first] = behind
            desk.last[node.first] = course.number


@rule
def write_line(desk, turns):
    """Write the answers of the best line; return its value."""
    line = desk.plans[desk.course[0].seat]
    no_answers(line)
    if turns == 0:
        return 0.0
    best = 0
    for place in range(desk.course[0].nodes):
        if desk.kept[place].value > desk.kept[best].value:
            best = place
    value = desk.kept[best].value
    for turn in range(turns - 1, -1, -1):
        copy_answers(line[turn], desk.moves[turn, best])
        best = desk.parents[turn, best]
    return value
