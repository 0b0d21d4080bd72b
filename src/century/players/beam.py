"""Beam search over whole turns: the line of own turns to come that is worth most.

A node is a state at the start of a turn. From each, the whole turns are found, the others follow plans of their own
(found by a smaller beam in which nobody else moves), and the best states of all are kept for the next turn. Decks are
empty here: nobody plans with cards that are not seen.

What a line is worth: the points that it makes, each turn later worth less, and what the seat has in the end.
"""

from typing import Any, NamedTuple

import numpy as np

from century.engine.actions import TURN
from century.engine.compile import entry, rule
from century.engine.contract import apply, forget, legal, score, winner
from century.engine.state import FINISHED, MOST_OFFERS, PLAYING, record
from century.players.habits import blur, trim
from century.players.turns import (
    LONGEST,
    NO_ANSWER,
    answer_for_others,
    blank_line,
    copy_answers,
    copy_state,
    go_to_turn_of,
    key_of,
    no_answers,
    others_move,
)
from century.players.worth import patience, settled, time_left, worth

QUEUE = 1024  # states within a turn
SEEN = 4096  # places of the table of states within a turn
FOUND = 3  # nodes that are found for each one that is kept

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
    parents: Any  # by turn and place in the beam
    table: Any  # found nodes by key, counted from 1
    seen: Any  # keys of states within a turn
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
        np.zeros((depth, width), np.int32),
        np.zeros(_table_size(FOUND * width), np.int32),
        np.zeros(SEEN, np.uint64),
        blank_line(QUEUE + 1),
        np.zeros(QUEUE + 1, np.int64),
        np.zeros(MOST_OFFERS + 1, np.int16),
        np.zeros(MOST_OFFERS + 1, np.int16),
        np.full(width, np.inf),
        np.zeros(width, np.int64),
    )


@entry
def think(desk, boxes, weights, plans, line, hopes, seat, search):
    """Find the line of a seat from the state `desk.states[0]`: `line[k]` are the answers of its turn k, or NO_ANSWER.

    With a width for the others they follow their plans, else they pass.
    `hopes` become what the lines of all seats are worth, with their points of now.
    """
    box = boxes[0]
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
    scratch = queue + QUEUE
    kept = 1
    turns = 0
    rate = 1.0
    for turn in range(depth):
        found = 0
        enough = -np.inf
        clear_table(desk, width)
        for node in range(kept):
            if desk.states[node].over != PLAYING:
                found, enough = keep_finished(desk, node, found, enough, width)
                continue
            copy_state(desk.words, queue, node)
            desk.lengths[0] = 0
            salt = np.uint64(turn * width + node + 1) * np.uint64(0x9E3779B97F4A7C15)
            at = 0
            top = 1  # the first free place
            opened = 0
            while at < top and opened < most:  # short turns are looked at first
                legal(desk.states[queue + at], box, desk.offers)
                trim(desk.states[queue + at], box, desk.offers)
                length = desk.lengths[at]
                for place in range(1, desk.offers[0] + 1):
                    s = desk.states[queue + top]
                    copy_state(desk.words, queue + top, queue + at)
                    apply(s, box, desk.offers[place])
                    opened += 1
                    answer_for_others(s, box, seat, desk.others_offers)
                    for number in range(length):
                        desk.paths[top, number] = desk.paths[at, number]
                    desk.paths[top, min(length, LONGEST - 1)] = desk.offers[place]
                    desk.lengths[top] = min(length + 1, LONGEST)
                    if s.over == PLAYING and s.question.decision != TURN:
                        copy_state(desk.words, scratch, queue + top)
                        blur(desk.states[scratch])
                        if top < QUEUE - 1 and is_new(desk.seen, key_of(desk.words, scratch) ^ salt):
                            top += 1
                        continue
                    others_move(s, box, seat, plans, planned, first_turn, desk.others_offers)
                    before = desk.kept[node]
                    if s.over == PLAYING:
                        points = np.int64(settled(s, box, seat))
                        gained = before.gained + rate * (points - before.points)
                        value = gained + rate * stock * worth(s, box, seat, weights, left)
                    else:
                        points = np.int64(score(s, box, seat))
                        gained = before.gained + rate * (points - before.points)
                        if s.over == FINISHED:
                            gained += (win if winner(s, box) == seat else -win) * sooner**turn
                        value = gained
                    if value > enough:
                        found, enough = add(desk, queue + top, top, found, enough, width, node, value, gained, points)
                at += 1
        if found == 0:
            break
        kept = keep_best(desk, found, turn, width)
        compare_firsts(desk, kept, turn, width)
        turns = turn + 1
        rate *= discount
    return write_line(desk, line, turns, kept)


@rule
def is_new(seen, key):
    """Whether a key was not met lately; remembers it."""
    place = np.int64(key % np.uint64(SEEN))
    if seen[place] == key:
        return False
    seen[place] = key
    return True


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
    kept = 0
    for other in range(FOUND * width):
        if desk.found[other].value >= enough and kept < width:
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
    return np.partition(desk.found.value[:found], found - width)[found - width]


@rule
def keep_best(desk, found, turn, width):
    """The best of what is found is the next beam; returns its size."""
    enough = bar(desk, found, width)
    kept = 0
    for other in range(found):
        if desk.found[other].value >= enough and kept < width:
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
