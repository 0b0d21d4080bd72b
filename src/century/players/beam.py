"""Beam search over whole turns: the line of own turns to come that is worth most.

A node is a state at the start of a turn. From each, the whole turns are found, the others follow plans of their own
(found by a smaller beam in which nobody else moves), and the best states of all are kept for the next turn. Decks are
empty here: nobody plans with cards that are not seen.

What a line is worth: the points that it makes, each turn later worth less, and what the seat has in the end.
"""

from typing import Any, NamedTuple

import numpy as np

from century.engine.compile import rule
from century.engine.contract import ended, forget, score, winner
from century.engine.state import FINISHED, MOST_OFFERS, PLAYING, record
from century.players.turns import (
    LONGEST,
    NO_ANSWER,
    QUEUE,
    SEEN,
    blank_line,
    copy_answers,
    copy_state,
    find_turns,
    go_to_turn_of,
    key_of,
    no_answers,
    others_move,
    pass_turn,
)
from century.players.worth import patience, settled, time_left, worth

FOUND = 3  # nodes that are found for each one that is kept
MOST_POINTS = 1000.0  # nobody has so many
RECORDS = ("states", "kept", "found")  # fields of a desk that are arrays of records

NODE = record(
    ("value", np.float64),
    ("gained", np.float64),  # points by turn, discounted
    ("points", np.int64),  # settled up to now
    ("key", np.uint64),
    ("parent", np.int32),  # the place in the beam before
    ("first", np.int32),  # the place of the line's first turn
)


class Search(NamedTuple):
    """How far to look: the width of the beam and its depth in turns, for oneself and for the others."""

    width: int
    depth: int
    other_width: int = 0
    other_depth: int = 0
    most: int = 800  # states looked at in one turn
    even: bool = False  # others that have had their turn in this round look one turn less far

    def wide(self, width: int) -> "Search":
        """The same with another width; the others' plans are not wider than that."""
        return self._replace(width=width, other_width=min(width, self.other_width))


class Desk(NamedTuple):
    """Room to think: everything that a search writes to, made once."""

    states: Any  # the beam, then what is found, then a queue of states within a turn, one more, and the root
    words: Any  # the same, as numbers
    kept: Any  # nodes of the beam
    found: Any  # nodes of the next one
    moves: Any  # answers by turn and place in the beam
    found_moves: Any
    values: Any  # what the found nodes are worth, in any order: room to find the bar
    parents: Any  # by turn and place in the beam
    table: Any  # found nodes by key, counted from 1
    seen: Any  # keys of states within a turn
    inner: Any  # places in the queue of states within a turn
    turns: Any  # and of those after whole turns
    paths: Any  # answers by place in the queue
    lengths: Any
    offers: Any
    others_offers: Any
    behind: Any  # by first turn: points that its best line is behind the best of all; infinity: it was not looked at
    last: Any  # the last turn for which the beam had a line with this first turn


def desk(state_type: Any, width: int, depth: int) -> Desk:
    """Room for a beam so wide and deep."""
    states = np.zeros(width + FOUND * width + QUEUE + 2, state_type)
    return Desk(
        states,
        states.view(np.uint64).reshape(len(states), -1),
        np.zeros(width, NODE),
        np.zeros(FOUND * width, NODE),
        blank_line(depth, width),
        blank_line(FOUND * width),
        np.zeros(FOUND * width, np.float64),
        np.zeros((depth, width), np.int32),
        np.zeros(_table_size(FOUND * width), np.int32),
        np.zeros(SEEN, np.uint64),
        np.zeros(QUEUE, np.int64),
        np.zeros(QUEUE, np.int64),
        blank_line(QUEUE + 1),
        np.zeros(QUEUE + 1, np.int64),
        np.zeros(MOST_OFFERS + 1, np.int16),
        np.zeros(MOST_OFFERS + 1, np.int16),
        np.full(width, np.inf),
        np.zeros(width, np.int64),
    )


@rule
def find_line(desk, box, weights, plans, line, hopes, seat, search):
    """Find the line of a seat from the state `desk.states[0]`: `line[k]` are the answers of its turn k, or NO_ANSWER.

    With a width for the others they follow their plans, else they pass.
    `hopes` become what the lines of all seats are worth, with their points of now.
    """
    root = len(desk.states) - 1
    words = desk.words
    s = desk.states[0]
    forget(s, box)
    copy_state(words, root, 0)
    planned = search.other_width > 0 and s.turn >= 0
    if planned:
        for place in range(1, s.players):
            other = (seat + place) % s.players
            no_answers(plans[other])
            copy_state(words, 0, root)
            hopes[other] = settled(s, box, other)
            if go_to_turn_of(s, box, other, desk.offers):
                width, depth = search.other_width, search.other_depth
                if search.even and (other - s.start) % s.players < (seat - s.start) % s.players:
                    depth -= 1
                hopes[other] += beam(desk, box, weights, plans, False, plans[other], other, width, depth, search.most)
    copy_state(words, 0, root)
    now = settled(s, box, seat)
    width, depth = search.width, search.depth
    hopes[seat] = now + beam(desk, box, weights, plans, planned, line, seat, width, depth, search.most)


@rule
def beam(desk, box, weights, plans, planned, line, seat, width, depth, most):
    """The best line of a seat from `desk.states[0]`; if `planned`, the others follow their plans, else they pass."""
    discount, win, sooner = weights[0], weights[1], weights[2]
    first_turn = np.int64(desk.states[0].turn)
    left = time_left(desk.states[0], box, weights[3])
    stock = discount * patience(desk.states[0], weights[3])
    for place in range(SEEN):
        desk.seen[place] = 0
    for first in range(width):
        desk.behind[first] = np.inf
        desk.last[first] = -1
    desk.kept[0].gained = 0
    desk.kept[0].points = settled(desk.states[0], box, seat)
    queue = width + FOUND * width
    spare = queue + QUEUE
    kept = 1
    turns = 0
    rate = 1.0
    for turn in range(depth):
        prize = win * sooner**turn
        found = 0
        enough = -np.inf
        clear_table(desk, width)
        for node in range(kept):
            if desk.states[node].over != PLAYING:
                found, enough = keep_finished(desk, node, found, enough, width)
                continue
            copy_state(desk.words, queue, node)
            salt = np.uint64(turn * width + node + 1) * np.uint64(0x9E3779B97F4A7C15)
            for number in range(find_turns(desk, box, queue, seat, most, salt)):
                path = desk.turns[number]
                row = queue + path
                s = desk.states[row]
                before = desk.kept[node]
                is_last = planned and s.over == PLAYING and ended(s, box)
                if is_last:
                    copy_state(desk.words, spare, row)
                others_move(s, box, seat, plans, planned, first_turn, desk.others_offers)
                if s.over == PLAYING:
                    points = np.int64(settled(s, box, seat))
                    gained = before.gained + rate * (points - before.points)
                    value = gained + rate * stock * worth(s, box, seat, weights, left)
                else:
                    points = np.int64(score(s, box, seat))
                    gained = before.gained + rate * (points - before.points)
                    if s.over == FINISHED and winner(s, box) == seat:
                        gained += prize
                        if is_last:  # the others may have better turns than they had planned: see `end_games`
                            copy_state(desk.words, row, spare)
                    elif s.over == FINISHED:
                        gained -= prize
                    value = gained
                if value > enough:
                    found, enough = add(desk, row, path, found, enough, width, node, value, gained, points)
        if found == 0:
            break
        kept = keep_best(desk, found, turn, width)
        if planned:
            end_games(desk, box, seat, kept, queue, prize, most, turn == 0)
        compare_firsts(desk, kept, turn, width)
        turns = turn + 1
        rate *= discount
    return write_line(desk, line, turns, kept)


@rule
def end_games(desk, box, seat, kept, queue, prize, most, surely):
    """Nodes in the last round: the others make their last turns, each the best of all it has, and the game is over.

    Up to here they are taken for wins of the seat, by what the others had planned. A win that comes `surely`, with the
    turn that is to be chosen now, is better than anything else.
    """
    for node in range(kept):
        s = desk.states[node]
        if s.over == PLAYING and ended(s, box):
            while s.over == PLAYING:
                last_turn(desk, box, node, queue, most)
            if s.over == FINISHED and winner(s, box) != seat:
                desk.kept[node].gained -= 2 * prize
                desk.kept[node].value -= 2 * prize
        if surely and s.over == FINISHED and winner(s, box) == seat:
            desk.kept[node].gained += MOST_POINTS
            desk.kept[node].value += MOST_POINTS


@rule
def last_turn(desk, box, node, queue, most):
    """The seat at turn in a node makes its last turn: one that wins, else the one with most points."""
    seat = desk.states[node].question.seat
    copy_state(desk.words, queue, node)
    salt = np.uint64((desk.states[node].turn + 1) * len(desk.states) + node) * np.uint64(0xD6E8FEB86659FD93)
    best = -np.inf
    for number in range(find_turns(desk, box, queue, seat, most, salt)):
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


# --- nodes that are found -------------------------------------------------------------------------


def _table_size(room):
    """Places in the table for so many nodes: a power of two, at most half full."""
    size = 64
    while size < 2 * room:
        size *= 2
    return size


table_size = rule(_table_size)


@rule
def clear_table(desk, width):
    """No node has been found."""
    for spot in range(table_size(FOUND * width)):
        desk.table[spot] = 0


@rule
def spot_of(desk, key, size):
    """Where a key is in the table, or would be."""
    spot = np.int64(key & np.uint64(size - 1))
    while desk.table[spot] > 0 and desk.found[desk.table[spot] - 1].key != key:
        spot = (spot + 1) & (size - 1)
    return spot


@rule
def add(desk, row, path, found, enough, width, parent, value, gained, points):
    """Note the state of a row as found, unless an equal one is as good; returns how many are found, and the bar."""
    size = table_size(FOUND * width)
    key = key_of(desk.words, row)
    spot = spot_of(desk, key, size)
    to = desk.table[spot] - 1
    if to < 0:
        to = found
        found += 1
        desk.table[spot] = found
        copy_state(desk.words, width + to, row)
    elif value <= desk.found[to].value:
        return found, enough
    node = desk.found[to]
    node.key = key
    node.value = value
    node.gained = gained
    node.points = points
    node.parent = parent
    node.first = desk.kept[parent].first
    for number in range(LONGEST):
        desk.found_moves[to, number] = desk.paths[path, number] if number < desk.lengths[path] else NO_ANSWER
    if found < FOUND * width:
        return found, enough
    return thin_out(desk, width)


@rule
def keep_finished(desk, parent, found, enough, width):
    """A game that is over stays as it is."""
    before = desk.kept[parent]
    if before.value <= enough:
        return found, enough
    desk.lengths[QUEUE] = 0
    return add(desk, parent, QUEUE, found, enough, width, parent, before.value, before.gained, before.points)


@rule
def thin_out(desk, width):
    """With no room left, keep as many as the beam will; returns their number, and the bar for others."""
    size = table_size(FOUND * width)
    enough = bar(desk, FOUND * width, width)
    equals = width - better_than(desk, enough, FOUND * width)
    kept = 0
    for other in range(FOUND * width):
        value = desk.found[other].value
        if value > enough or (value == enough and equals > 0):
            equals -= value == enough
            if kept < other:
                copy_state(desk.words, width + kept, width + other)
                desk.found[kept] = desk.found[other]
                copy_answers(desk.found_moves[kept], desk.found_moves[other])
            kept += 1
    clear_table(desk, width)
    for other in range(kept):
        desk.table[spot_of(desk, desk.found[other].key, size)] = other + 1
    return kept, enough


@rule
def bar(desk, found, width):
    """What the last node is worth that has room in the beam."""
    if found <= width:
        return -np.inf
    for other in range(found):
        desk.values[other] = desk.found[other].value
    return ranked(desk.values, found, found - width)


@rule
def ranked(values, count, rank):
    """The value that would stand at place `rank` if the first `count` values were sorted; they change places.

    Written out, because NumPy's `partition` takes Numba longer to compile than the whole search.
    """
    low = 0
    high = count - 1
    while low < high:
        pivot = values[(low + high) // 2]
        left = low
        right = high
        while left <= right:
            while values[left] < pivot:
                left += 1
            while values[right] > pivot:
                right -= 1
            if left <= right:
                values[left], values[right] = values[right], values[left]
                left += 1
                right -= 1
        if rank <= right:
            high = right
        elif rank >= left:
            low = left
        else:
            break
    return values[rank]


@rule
def better_than(desk, enough, found):
    """How many nodes are better than the bar: only as many that are equal to it have room."""
    better = 0
    for other in range(found):
        better += desk.found[other].value > enough
    return better


@rule
def keep_best(desk, found, turn, width):
    """The best of what is found is the next beam; returns its size."""
    enough = bar(desk, found, width)
    equals = width - better_than(desk, enough, found)
    kept = 0
    for other in range(found):
        value = desk.found[other].value
        if value > enough or (value == enough and equals > 0):
            equals -= value == enough
            copy_state(desk.words, kept, width + other)
            desk.kept[kept] = desk.found[other]
            if turn == 0:
                desk.kept[kept].first = kept
            desk.parents[turn, kept] = desk.found[other].parent
            copy_answers(desk.moves[turn, kept], desk.found_moves[other])
            kept += 1
    return kept


@rule
def compare_firsts(desk, kept, turn, width):
    """How far each first turn is behind the best one. Those without a line in this beam are behind all of it."""
    best = -np.inf
    least = np.inf
    for place in range(kept):
        best = max(best, desk.kept[place].value)
        least = min(least, desk.kept[place].value)
    for first in range(width):
        if desk.last[first] == turn - 1:
            desk.behind[first] = max(desk.behind[first], best - least)
    for place in range(kept):
        node = desk.kept[place]
        behind = best - node.value
        if desk.last[node.first] < turn or behind < desk.behind[node.first]:
            desk.behind[node.first] = behind
            desk.last[node.first] = turn


@rule
def write_line(desk, line, turns, kept):
    """The answers of the best line; returns what it is worth."""
    no_answers(line)
    if turns == 0:
        return 0.0
    best = 0
    for place in range(kept):
        if desk.kept[place].value > desk.kept[best].value:
            best = place
    value = desk.kept[best].value
    for turn in range(turns - 1, -1, -1):
        copy_answers(line[turn], desk.moves[turn, best])
        best = desk.parents[turn, best]
    return value
