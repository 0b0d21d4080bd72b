"""Nodes of a beam: candidates for the next beam, each state once, of which the best are kept."""

import numpy as np

from century.engine.compile import rule
from century.players.desk import FOUND, Candidate, table_size
from century.players.turns import LONGEST, NO_ANSWER, QUEUE, copy_answers, copy_state, key_of


@rule
def clear_found(desk):
    """Start a beam without found nodes."""
    course = desk.course[0]
    course.next_nodes = 0
    course.enough = -np.inf
    clear_table(desk)


@rule
def clear_table(desk):
    """Empty the table of keys."""
    for spot in range(table_size(FOUND * desk.course[0].width)):
        desk.table[spot] = 0


@rule
def spot_of(desk, key):
    """Return the place of a key in the table, or the free place for it."""
    size = table_size(FOUND * desk.course[0].width)
    spot = np.int64(key & np.uint64(size - 1))
    while desk.table[spot] > 0 and desk.found[desk.table[spot] - 1].key != key:
        spot = (spot + 1) & (size - 1)
    return spot


@rule
def add(desk, row, path, new):
    """Add the state of a row unless an equal state is at least as good. `path` is the index of its answers."""
    course = desk.course[0]
    key = key_of(desk.words, row)
    spot = spot_of(desk, key)
    to = desk.table[spot] - 1
    if to < 0:
        to = course.next_nodes
        course.next_nodes += 1
        desk.table[spot] = to + 1
        copy_state(desk.words, course.width + to, row)
    elif new.value <= desk.found[to].value:
        return
    node = desk.found[to]
    node.key = key
    node.value = new.value
    node.gained = new.gained
    node.points = new.points
    node.parent = new.parent
    node.first = desk.kept[new.parent].first
    for number in range(LONGEST):
        desk.found_moves[to, number] = desk.paths[path, number] if number < desk.lengths[path] else NO_ANSWER
    if course.next_nodes >= FOUND * course.width:
        thin_out(desk)


@rule
def keep_finished(desk, parent):
    """Add a finished game unchanged."""
    before = desk.kept[parent]
    if before.value > desk.course[0].enough:
        desk.lengths[QUEUE] = 0
        add(desk, parent, QUEUE, Candidate(parent, before.value, before.gained, before.points))


@rule
def thin_out(desk):
    """When the room is full, keep as many nodes as the beam will, and raise the bar for others."""
    course = desk.course[0]
    width = course.width
    enough = bar(desk)
    equals = width - better_than(desk, enough)
    kept = 0
    for other in range(course.next_nodes):
        value = desk.found[other].value
        if value > enough or (value == enough and equals > 0):
            equals -= value == enough
            if kept < other:
                copy_state(desk.words, width + kept, width + other)
                desk.found[kept] = desk.found[other]
                copy_answers(desk.found_moves[kept], desk.found_moves[other])
            kept += 1
    clear_table(desk)
    for other in range(kept):
        desk.table[spot_of(desk, desk.found[other].key)] = other + 1
    course.next_nodes = kept
    course.enough = enough


@rule
def keep_best(desk):
    """Make the best found nodes the next beam."""
    course = desk.course[0]
    turn, width = course.number, course.width
    enough = bar(desk)
    equals = width - better_than(desk, enough)
    kept = 0
    for other in range(course.next_nodes):
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
    course.nodes = kept


@rule
def bar(desk):
    """Return the lowest value with which a found node gets into the beam."""
    course = desk.course[0]
    found, width = course.next_nodes, course.width
    if found <= width:
        return -np.inf
    for other in range(found):
        desk.values[other] = desk.found[other].value
    return ranked(desk.values, found, found - width)


@rule
def ranked(values, count, rank):
    """Return the value at index `rank` of the first `count` values in sorted order; this reorders the values.

    This is written out because Numba takes longer to compile NumPy's `partition` than the whole search.
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
def better_than(desk, enough):
    """Return how many nodes are better than the bar. Nodes equal to the bar fill the rest of the beam."""
    better = 0
    for other in range(desk.course[0].next_nodes):
        better += desk.found[other].value > enough
    return better
