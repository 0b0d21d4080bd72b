"""Nodes of a beam: the candidates for the next one, each state once, and the best of them, which it keeps."""

import numpy as np

from century.engine.compile import rule
from century.players.desk import CANDIDATES, Candidate, table_size
from century.players.turns import LONGEST, NO_ANSWER, QUEUE, copy_answers, copy_state, key_of


@rule
def clear_candidates(desk):
    """Start without candidates."""
    course = desk.course[0]
    course.next_nodes = 0
    course.enough = -np.inf
    clear_table(desk)


@rule
def clear_table(desk):
    """Empty the table of keys."""
    for spot in range(table_size(CANDIDATES * desk.course[0].width)):
        desk.table[spot] = 0


@rule
def spot_of(desk, key):
    """Return where a key is in the table, or would be."""
    size = table_size(CANDIDATES * desk.course[0].width)
    spot = np.int64(key & np.uint64(size - 1))
    while desk.table[spot] > 0 and desk.candidates[desk.table[spot] - 1].key != key:
        spot = (spot + 1) & (size - 1)
    return spot


@rule
def add(desk, row, path, new):
    """Make the state of a row a candidate, unless an equal one is as good; `path` is the place of its answers."""
    course = desk.course[0]
    key = key_of(desk.words, row)
    spot = spot_of(desk, key)
    to = desk.table[spot] - 1
    if to < 0:
        to = course.next_nodes
        course.next_nodes += 1
        desk.table[spot] = to + 1
        copy_state(desk.words, course.width + to, row)
    elif new.value <= desk.candidates[to].value:
        return
    node = desk.candidates[to]
    node.key = key
    node.value = new.value
    node.gained = new.gained
    node.points = new.points
    node.parent = new.parent
    node.first = desk.kept[new.parent].first
    for number in range(LONGEST):
        desk.candidate_moves[to, number] = desk.paths[path, number] if number < desk.lengths[path] else NO_ANSWER
    if course.next_nodes >= CANDIDATES * course.width:
        thin_out(desk)


@rule
def keep_finished(desk, parent):
    """Make a node of a game that is over a candidate as it is."""
    before = desk.kept[parent]
    if before.value > desk.course[0].enough:
        desk.lengths[QUEUE] = 0
        add(desk, parent, QUEUE, Candidate(parent, before.value, before.gained, before.points))


@rule
def select_best(desk):
    """Keep as many candidates as the beam has room for, in their order; return the value of the last one that fits."""
    course = desk.course[0]
    width = course.width
    enough = bar(desk)
    equals = width - better_than(desk, enough)
    kept = 0
    for other in range(course.next_nodes):
        value = desk.candidates[other].value
        if value > enough or (value == enough and equals > 0):
            equals -= value == enough
            if kept < other:
                copy_state(desk.words, width + kept, width + other)
                desk.candidates[kept] = desk.candidates[other]
                copy_answers(desk.candidate_moves[kept], desk.candidate_moves[other])
            kept += 1
    course.next_nodes = kept
    return enough


@rule
def thin_out(desk):
    """Make room for more candidates: keep the best, and raise the bar."""
    course = desk.course[0]
    course.enough = select_best(desk)
    clear_table(desk)
    for place in range(course.next_nodes):
        desk.table[spot_of(desk, desk.candidates[place].key)] = place + 1


@rule
def keep_best(desk):
    """Make the best candidates the next beam."""
    course = desk.course[0]
    turn, width = course.number, course.width
    select_best(desk)
    course.nodes = course.next_nodes
    for place in range(course.nodes):
        copy_state(desk.words, place, width + place)
        desk.kept[place] = desk.candidates[place]
        if turn == 0:
            desk.kept[place].first = place
        desk.parents[turn, place] = desk.candidates[place].parent
        copy_answers(desk.moves[turn, place], desk.candidate_moves[place])


@rule
def bar(desk):
    """Return the value of the last candidate that fits into the beam."""
    course = desk.course[0]
    count, width = course.next_nodes, course.width
    if count <= width:
        return -np.inf
    for other in range(count):
        desk.values[other] = desk.candidates[other].value
    return ranked(desk.values, count, count - width)


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
    """Return how many candidates are better than the bar. Those that are equal to it fill the rest of the beam."""
    better = 0
    for other in range(desk.course[0].next_nodes):
        better += desk.candidates[other].value > enough
    return better
