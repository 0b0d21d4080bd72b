"""Tree search over whole turns, for chance and any number of seats.

A node is a state at the start of a turn, with the few best turns according to a small beam search of its seat. Each
seat maximises its own chance of winning (max^n). Hidden information that a turn reveals is sampled: such a turn leads
to several nodes, and to more of them the more often it is visited. A new node is evaluated by the plans of all seats,
which are found with the same limits; there are no random playouts. The beam search provides the initial estimate for a
turn that has not been visited yet.

The tree is stored in arrays of fixed size. When they are full, existing nodes are visited, but no new ones are added.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from century.engine.chance import tossed
from century.engine.compile import entry, rule
from century.engine.contract import winner
from century.engine.rows import Records, RecordType
from century.engine.state import FINISHED, MOST_OFFERS, PLAYING, record
from century.players.beam import find_line
from century.players.desk import Search
from century.players.turns import LONGEST, Answers, blank_line, copy_answers, copy_state, follow, key_of

SEATS = 5
TURNS = 6  # most turns of a node
DEEPEST = 40  # most turns from the root
UNSURE = 1e-6  # chances are kept this far from 0 and 1
HOPELESS = 50.0  # tempers behind; e to this power is practically infinite
PLANT, NO_TREE = 0, -1  # instead of a number of visits

TREE_NODE = record(
    ("visits", np.int32),
    ("seat", np.int8),
    ("turns", np.int8),
    ("next", np.int32),  # another node that the same turn leads to; 0: none
    ("key", np.uint64),
    ("chances", np.float64, SEATS),  # of winning, evaluated when the node was new
)
TREE_TURN = record(
    ("visits", np.float64),
    ("chance", np.float64),  # of winning for the seat, summed over the visits
    ("behind", np.float64),  # points behind the best turn, according to the beam
    ("share", np.float64),  # of the visits, as expected from that
    ("nodes", np.int32),  # number of nodes that it leads to
    ("node", np.int32),  # the first of them
    ("reveals", np.int8),
)


class Tree(NamedTuple):
    """A tree, and the arrays to grow it."""

    states: NDArray[np.void]  # by node; the last row is for the state to plan from
    words: NDArray[np.uint64]
    nodes: NDArray[np.void]
    turns: NDArray[np.void]  # by node
    answers: Answers  # by node and turn
    path: NDArray[np.int32]  # nodes and turns of a visit
    used: NDArray[np.int64]  # the number of nodes, and the index of the root
    before: NDArray[np.void]  # the turns of a node that becomes the root
    answers_before: Answers
    dice: NDArray[np.uint64]  # for hidden information that is sampled
    offers: NDArray[np.int16]


def tree(state_type: RecordType, size: int) -> Tree:
    """Return an empty tree for at most `size` nodes."""
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
        np.zeros(MOST_OFFERS + 1, np.int16),
    )


class Growth(NamedTuple):
    """The parameters of the growth of a tree."""

    temper: float = 5.0  # a lead of this number of points multiplies the odds of winning by e
    trust: float = 1.0  # the number of visits that the estimate of the beam counts as
    spread: float = 4.0  # a turn that is behind by this number of points is visited e times less often
    curiosity: float = 0.6
    widening: float = 0.6  # a turn that reveals something leads to visits**widening nodes


class Task(NamedTuple):
    """A position to think about, and how to search."""

    boxes: Records  # an array of one record
    weights: NDArray[np.float64]
    seat: int
    growth: Growth
    inner: Search  # of nodes of the tree
    root: Search  # of its root, or of a line


@entry
def think(tree, desk, task, visits):
    """Visit the tree `visits` times. PLANT makes the state of its last row the root; NO_TREE plans a line.

    There is one entry for all planners, because nearly all of its compiled code is the same for all three.
    """
    if visits == NO_TREE:
        find_line(desk, task.boxes[0], task.weights, task.seat, task.root)
    elif visits == PLANT:
        plant(tree, desk, task)
    else:
        for _ in range(visits):
            visit(tree, desk, task)


@rule
def plant(tree, desk, task):
    """Make the state of the last row the root: reuse an equal node, or start a new tree.

    The turns of the root come from a wider search, so they are found again even for a reused node.
    """
    spare = len(tree.states) - 1
    key = key_of(tree.words, spare)
    root = -1
    if tree.used[0] < len(tree.nodes) // 2:
        for at in range(tree.used[0]):
            node = tree.nodes[at]
            if node.key == key and node.turns > 0 and (root < 0 or node.visits > tree.nodes[root].visits):
                root = at
    if root < 0:
        root = 0
        copy_state(tree.words, root, spare)
        tree.used[0] = 1
        tree.nodes[root].key = key
        tree.nodes[root].visits = 0
        judge(tree, desk, task, root)
    tree.used[1] = root
    before = tree.nodes[root].turns
    for turn in range(before):
        tree.before[turn] = tree.turns[root, turn]
        copy_answers(tree.answers_before[turn], tree.answers[root, turn])
    if before > 0:
        look(tree, desk, task, root, task.root)
        note_turns(tree, desk, root, task.growth, task.root.width)
    for turn in range(tree.nodes[root].turns):
        for old in range(before):
            if same_answers(tree.answers[root, turn], tree.answers_before[old]):
                go_on_from(tree.turns[root, turn], tree.before[old])


@rule
def go_on_from(taken, before):
    """Copy the statistics of a turn to the same turn of a new search."""
    taken.visits = before.visits
    taken.chance = before.chance
    taken.nodes = before.nodes
    taken.node = before.node
    taken.reveals = before.reveals


@rule
def visit(tree, desk, task):
    """Descend to a new node, and add its chances to the turns on the path."""
    at = np.int64(tree.used[1])
    deep = 0
    while tree.nodes[at].turns > 0 and deep < DEEPEST:
        turn = choose(tree, at, task.growth)
        tree.path[deep, 0] = at
        tree.path[deep, 1] = turn
        deep += 1
        taken = tree.turns[at, turn]
        if wants_node(tree, taken, task.growth):
            at = new_node(tree, task.boxes[0], at, turn)
            if at == tree.used[0]:
                tree.used[0] += 1
                judge(tree, desk, task, at)
                break
        elif taken.nodes == 0:
            break
        else:
            at = least_visited(tree, taken.node)
    if deep == 0 or tree.path[deep - 1, 0] != at:  # otherwise there was no room for a new node
        tree.nodes[at].visits += 1
    for step in range(deep):
        node = tree.nodes[tree.path[step, 0]]
        taken = tree.turns[tree.path[step, 0], tree.path[step, 1]]
        node.visits += 1
        taken.visits += 1
        taken.chance += tree.nodes[at].chances[node.seat]


@rule
def choose(tree, at, growth):
    """Return the most promising turn of a node. Rarely visited turns get a bonus."""
    node = tree.nodes[at]
    visits = 1.0
    chance = node.chances[node.seat]
    for turn in range(node.turns):
        visits += tree.turns[at, turn].visits
        chance += tree.turns[at, turn].chance
    mean = min(max(chance / visits, UNSURE), 1 - UNSURE)
    odds = 1 / mean - 1  # against
    best = 0
    highest = -np.inf
    for turn in range(node.turns):
        taken = tree.turns[at, turn]
        expected = 1 / (1 + odds * np.exp(min(taken.behind / growth.temper, HOPELESS)))
        value = (growth.trust * expected + taken.chance) / (growth.trust + taken.visits)
        value += growth.curiosity * taken.share * np.sqrt(visits) / (1 + taken.visits)
        if value > highest:
            highest = value
            best = turn
    return best


@rule
def wants_node(tree, taken, growth):
    """Return whether a turn should lead to one more node."""
    if tree.used[0] >= len(tree.nodes):
        return False
    return taken.nodes == 0 or (taken.reveals == 1 and taken.nodes < (1 + taken.visits) ** growth.widening)


@rule
def least_visited(tree, first):
    """Return the least visited of the nodes that a turn leads to."""
    best = first
    other = tree.nodes[first].next
    while other > 0:
        if tree.nodes[other].visits < tree.nodes[best].visits:
            best = other
        other = tree.nodes[other].next
    return best


@rule
def new_node(tree, box, at, turn):
    """Make a turn with newly sampled hidden information; return the next free node, or an equal one."""
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
    """Return whether two turns have the same answers."""
    for number in range(LONGEST):
        if one[number] != other[number]:
            return False
    return True


@rule
def judge(tree, desk, task, at):
    """Record the chances of all seats at a new node, and the best turns of its seat."""
    s = tree.states[at]
    node = tree.nodes[at]
    node.turns = 0
    for seat in range(SEATS):
        node.chances[seat] = 0
    if s.over != PLAYING:
        if s.over == FINISHED:
            node.chances[winner(s, task.boxes[0])] = 1
        return
    node.seat = s.question.seat
    look(tree, desk, task, at, task.inner)
    for seat in range(s.players):
        node.chances[seat] = chance_of(desk.hopes, seat, s.players, task.growth.temper)
    note_turns(tree, desk, at, task.growth, task.inner.width)


@rule
def look(tree, desk, task, at, search):
    """Find the turns of a node and the hopes of all seats, on the desk."""
    for word in range(tree.words.shape[1]):
        desk.words[0, word] = tree.words[at, word]
    find_line(desk, task.boxes[0], task.weights, tree.nodes[at].seat, search)


@rule
def note_turns(tree, desk, at, growth, width):
    """Copy the best turns from the desk to a node."""
    node = tree.nodes[at]
    node.turns = 0
    total = 0.0
    while node.turns < TURNS:
        first = 0
        for place in range(width):
            if desk.behind[place] < desk.behind[first]:
                first = place
        behind = desk.behind[first]
        if behind == np.inf:
            break
        desk.behind[first] = np.inf
        taken = tree.turns[at, node.turns]
        taken.visits = 0
        taken.chance = 0
        taken.behind = behind
        taken.share = np.exp(-behind / growth.spread)
        taken.nodes = 0
        taken.node = 0
        taken.reveals = 1
        total += taken.share
        copy_answers(tree.answers[at, node.turns], desk.moves[0, first])
        node.turns += 1
    for turn in range(node.turns):
        tree.turns[at, turn].share /= total


@rule
def chance_of(hopes, seat, players, temper):
    """Return the probability that a seat wins, from the hopes of all seats."""
    total = 0.0
    for other in range(players):
        total += np.exp(min((hopes[other] - hopes[seat]) / temper, HOPELESS))
    return 1 / total
