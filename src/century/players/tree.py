"""Tree search over whole turns, for chance and any number of seats.

A node is a state at the start of a turn, with the few turns that a small beam of its seat would make. Each seat takes
what is best for itself (max^n). What a turn reveals is imagined: a turn that reveals something leads to several nodes,
more of them the more often it is looked at. A new node is judged by the plans of all seats, so nothing is played out at
random. The turns of a node start with the value that the beam gave them, as if they had been looked at before.

The tree lies in arrays of a set size. When they are full, nodes are still visited, but no new ones are made.
"""

from typing import Any, NamedTuple

import numpy as np

from century.engine.chance import tossed
from century.engine.compile import entry, rule
from century.engine.contract import winner
from century.engine.state import FINISHED, MOST_OFFERS, PLAYING, record
from century.players.beam import think
from century.players.turns import LONGEST, blank_line, copy_answers, copy_state, follow, key_of

SEATS = 5
TURNS = 6  # of a node
DEEPEST = 40  # turns from the root

TREE_NODE = record(
    ("visits", np.int32),
    ("seat", np.int8),
    ("turns", np.int8),
    ("next", np.int32),  # another node that the same turn leads to; the root is none
    ("key", np.uint64),
    ("chances", np.float64, SEATS),  # of winning, as judged when it was new
)
TREE_TURN = record(
    ("visits", np.float64),  # with those that it starts with
    ("chance", np.float64),  # of winning for the seat, summed over the visits
    ("nodes", np.int32),  # where it leads to
    ("node", np.int32),  # the first of them
    ("reveals", np.int8),
    ("share", np.float64),  # of the visits, as expected
)


class Tree(NamedTuple):
    """A tree, and room to grow it."""

    states: Any  # by node; the last row is for the state to plan from
    words: Any
    nodes: Any
    turns: Any  # by node
    answers: Any  # by node and turn
    path: Any  # nodes and turns of a visit
    used: Any  # how many nodes there are, and which one is the root
    before: Any  # the turns of a node that becomes the root
    answers_before: Any
    dice: Any  # for what is imagined
    hopes: Any
    offers: Any


def tree(state_type: Any, size: int) -> Tree:
    """An empty tree with room for so many nodes."""
    states = np.zeros(size + 1, state_type)
    return Tree(
        states,
        states.view(np.uint64).reshape(len(states), -1),
        np.zeros(size, TREE_NODE),
        np.zeros((size, TURNS), TREE_TURN),
        blank_line(size, TURNS),
        np.zeros((DEEPEST, 2), np.int32),
        np.zeros(2, np.int64),
        np.zeros(TURNS, TREE_TURN),
        blank_line(TURNS),
        np.ones(1, np.uint64),
        np.zeros(SEATS, np.float64),
        np.zeros(MOST_OFFERS + 1, np.int16),
    )


class Habits(NamedTuple):
    """How a tree grows."""

    temper: float = 8.0  # points by which who is ahead wins e times as often
    trust: float = 4.0  # visits that the value of the beam counts for
    spread: float = 2.0  # points by which a turn is looked at e times less often
    curiosity: float = 0.6
    widening: float = 0.6  # a turn that reveals something leads to visits**widening nodes


@entry
def grow(tree, desk, boxes, weights, plans, line, habits, search, visits):
    """Visit the tree so often. With no visits: make the state of the last row its root."""
    if visits == 0:
        plant(tree, desk, boxes, weights, plans, line, habits, search)
    for _ in range(visits):
        visit(tree, desk, boxes, weights, plans, line, habits, search)


@rule
def plant(tree, desk, boxes, weights, plans, line, habits, search):
    """Make the state of the last row the root: begin anew, or go on from the node that is just so."""
    spare = len(tree.states) - 1
    key = key_of(tree.words, spare)
    for at in range(tree.used[0]):
        if tree.nodes[at].key == key and tree.nodes[at].turns > 0 and tree.used[0] < len(tree.nodes) // 2:
            tree.used[1] = at
            for turn in range(TURNS):
                tree.before[turn] = tree.turns[at, turn]
                copy_answers(tree.answers_before[turn], tree.answers[at, turn])
            before = tree.nodes[at].turns
            judge(tree, desk, boxes, weights, plans, line, at, habits, search)
            for turn in range(tree.nodes[at].turns):
                for old in range(before):
                    if same_answers(tree.answers[at, turn], tree.answers_before[old]):
                        share = tree.turns[at, turn].share
                        tree.turns[at, turn] = tree.before[old]
                        tree.turns[at, turn].share = share
            return
    copy_state(tree.words, 0, spare)
    tree.used[0] = 1
    tree.used[1] = 0
    tree.nodes[0].key = key
    judge(tree, desk, boxes, weights, plans, line, 0, habits, search)


@rule
def visit(tree, desk, boxes, weights, plans, line, habits, search):
    """Go down the tree to a new node, and take back what it is worth."""
    at = np.int64(tree.used[1])
    deep = 0
    while tree.nodes[at].turns > 0 and deep < DEEPEST:
        turn = choose(tree, at, habits)
        tree.path[deep, 0] = at
        tree.path[deep, 1] = turn
        deep += 1
        taken = tree.turns[at, turn]
        if wants_node(tree, taken, habits):
            at = new_node(tree, boxes[0], at, turn)
            if at == tree.used[0]:
                tree.used[0] += 1
                judge(tree, desk, boxes, weights, plans, line, at, habits, search)
                break
        elif taken.nodes == 0:
            break
        else:
            at = least_visited(tree, taken.node)
    tree.nodes[at].visits += 1
    for step in range(deep):
        node = tree.nodes[tree.path[step, 0]]
        taken = tree.turns[tree.path[step, 0], tree.path[step, 1]]
        node.visits += 1
        taken.visits += 1
        taken.chance += tree.nodes[at].chances[node.seat]


@rule
def choose(tree, at, habits):
    """The turn of a node that promises most, those that are little known having more of a chance."""
    visits = 0.0
    for turn in range(tree.nodes[at].turns):
        visits += tree.turns[at, turn].visits
    best = 0
    highest = -np.inf
    for turn in range(tree.nodes[at].turns):
        taken = tree.turns[at, turn]
        value = taken.chance / taken.visits
        value += habits.curiosity * taken.share * np.sqrt(visits) / (1 + taken.visits)
        if value > highest:
            highest = value
            best = turn
    return best


@rule
def wants_node(tree, taken, habits):
    """Whether a turn should lead to one node more."""
    if tree.used[0] >= len(tree.nodes):
        return False
    return taken.nodes == 0 or (taken.reveals == 1 and taken.nodes < taken.visits**habits.widening)


@rule
def least_visited(tree, first):
    """Of the nodes that a turn leads to, the one that was visited least."""
    best = first
    other = tree.nodes[first].next
    while other > 0:
        if tree.nodes[other].visits < tree.nodes[best].visits:
            best = other
        other = tree.nodes[other].next
    return best


@rule
def new_node(tree, box, at, turn):
    """Make a turn, what is hidden imagined anew: the next free node, or one that is just so already."""
    to = tree.used[0]
    taken = tree.turns[at, turn]
    copy_state(tree.words, to, at)
    s = tree.states[to]
    tree.dice[0] = tossed(tree.dice[0])
    s.chance = tree.dice[0]
    follow(s, box, tree.answers[at, turn], tree.offers)
    s.chance = np.uint64(0)
    key = key_of(tree.words, to)
    other = taken.node
    for _ in range(taken.nodes):
        if tree.nodes[other].key == key:
            taken.reveals = 0
            return np.int64(other)
        other = tree.nodes[other].next
    node = tree.nodes[to]
    node.key = key
    node.visits = 0
    node.next = taken.node if taken.nodes > 0 else 0
    taken.node = to
    taken.nodes += 1
    return np.int64(to)


@rule
def same_answers(one, other):
    """Whether two turns are the same."""
    for number in range(LONGEST):
        if one[number] != other[number]:
            return False
    return True


@rule
def judge(tree, desk, boxes, weights, plans, line, at, habits, search):
    """The chances of all seats at a new node, and the turns that its seat thinks of."""
    s = tree.states[at]
    node = tree.nodes[at]
    node.turns = 0
    for seat in range(SEATS):
        node.chances[seat] = 0
    if s.over != PLAYING:
        if s.over == FINISHED:
            node.chances[winner(s, boxes[0])] = 1
        return
    node.seat = s.question.seat
    for word in range(tree.words.shape[1]):
        desk.words[0, word] = tree.words[at, word]
    think(desk, boxes, weights, plans, line, tree.hopes, node.seat, search)
    for seat in range(s.players):
        node.chances[seat] = chance_of(tree.hopes, seat, s.players, habits.temper)
    best = tree.hopes[node.seat]
    top = -np.inf
    total = 0.0
    while node.turns < TURNS:
        first = -1
        for place in range(search.width):
            if desk.values[place] > -np.inf and (first < 0 or desk.values[place] > desk.values[first]):
                first = place
        if first < 0:
            break
        value = desk.values[first]
        desk.values[first] = -np.inf
        if node.turns == 0:
            top = value
        taken = tree.turns[at, node.turns]
        tree.hopes[node.seat] = best + value - top
        taken.visits = habits.trust
        taken.chance = habits.trust * chance_of(tree.hopes, node.seat, s.players, habits.temper)
        taken.nodes = 0
        taken.node = 0
        taken.reveals = 1
        taken.share = np.exp((value - top) / habits.spread)
        total += taken.share
        copy_answers(tree.answers[at, node.turns], desk.moves[0, first])
        node.turns += 1
    for turn in range(node.turns):
        tree.turns[at, turn].share /= total


@rule
def chance_of(hopes, seat, players, temper):
    """How likely a seat wins, by what the seats hope for."""
    total = 0.0
    for other in range(players):
        total += np.exp(min((hopes[other] - hopes[seat]) / temper, 50.0))
    return 1 / total
