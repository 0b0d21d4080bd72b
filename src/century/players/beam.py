"""Beam search over whole turns: the line of own turns to come that is worth most.

A node is a state at the start of a turn. From each, the whole turns are found, the others follow plans of their own
(found by a smaller beam in which nobody else moves), and the best states of all are kept for the next turn. Decks are
empty here: nobody plans with cards that are not seen.
"""

import numpy as np

from century.engine.actions import TURN
from century.engine.compile import entry, rule
from century.engine.contract import apply, begin_turn, forget, legal, score, winner
from century.engine.state import FINISHED, MOST_OFFERS, PLAYING, take_question
from century.players.habits import trim
from century.players.worth import worth

LONGEST = 32  # answers of a turn that a line keeps
NO_ANSWER = -1
WIN = 60.0  # what a win is worth, in points
QUEUE = 512  # states within a turn
SEEN = 2048  # places of the table of states within a turn
CANDIDATES = 3  # for each place in the beam


@entry
def think(pool, words, boxes, weights, plans, line, seat, width, depth, other_width, other_depth, discount, most):
    """Find the line of a seat from the state `pool[0]`: `line[k]` are the answers of its turn k, or NO_ANSWER.

    With `other_width` the others follow their plans, else they pass. `most` bounds the states looked at in one turn.
    Returns what the line is worth.
    """
    box = boxes[0]
    offers = np.empty(MOST_OFFERS + 1, np.int16)
    root = len(pool) - 1
    forget(pool[0], box)
    copy_state(words, root, 0)
    players = pool[root].players
    planned = other_width > 0 and pool[root].turn >= 0
    if planned:
        for place in range(1, players):
            other = (seat + place) % players
            plan = plans[other]
            clear(plan)
            copy_state(words, 0, root)
            if go_to_turn_of(pool[0], box, other, offers):
                beam(pool, words, box, weights, plans, False, plan, other, other_width, other_depth, discount, most)
    copy_state(words, 0, root)
    return beam(pool, words, box, weights, plans, planned, line, seat, width, depth, discount, most)


@rule
def beam(pool, words, box, weights, plans, planned, line, seat, width, depth, discount, most):
    """The best line of a seat from `pool[0]`. The pool holds the beam, candidates for the next one, and a queue.

    If `planned`, the others follow their plans, else they pass.
    """
    offers = np.empty(MOST_OFFERS + 1, np.int16)
    others = np.empty(MOST_OFFERS + 1, np.int16)
    room = CANDIDATES * width
    queue = width + room
    spare = queue + QUEUE  # the state whose answers are tried
    gained = np.zeros(width, np.float64)  # points by turn, discounted
    points = np.zeros(width, np.int64)
    moves = np.full((depth, width, LONGEST), NO_ANSWER, np.int16)
    parents = np.zeros((depth, width), np.int32)
    new_gained = np.zeros(room, np.float64)
    new_points = np.zeros(room, np.int64)
    new_values = np.zeros(room, np.float64)
    new_moves = np.full((room, LONGEST), NO_ANSWER, np.int16)
    new_parents = np.zeros(room, np.int32)
    new_keys = np.zeros(room, np.uint64)
    size = 64
    while size < 2 * room:
        size *= 2
    table = np.zeros(size, np.int32)  # candidates by key, counted from 1
    seen = np.zeros(SEEN, np.uint64)
    path = np.full((QUEUE + 1, LONGEST), NO_ANSWER, np.int16)
    lengths = np.zeros(QUEUE + 1, np.int64)
    last = np.full(LONGEST, NO_ANSWER, np.int16)  # the turn that ends the game best
    last_value = -np.inf
    last_turn = 0
    last_parent = 0

    first_turn = np.int64(pool[0].turn)
    points[0] = score(pool[0], box, seat)
    kept = 1
    turns = 0
    best = -np.inf
    chosen = 0
    rate = 1.0
    for turn in range(depth):
        found = 0
        enough = -np.inf
        for place in range(size):
            table[place] = 0
        for node in range(kept):
            copy_state(words, queue, node)
            lengths[0] = 0
            next_one = 0
            top = 1  # the first free place
            opened = 0
            for place in range(SEEN):
                seen[place] = np.uint64(0)
            while next_one < top and opened < most:  # short turns are looked at first
                copy_state(words, spare, queue + next_one)
                length = lengths[next_one]
                for number in range(length):
                    path[QUEUE, number] = path[next_one, number]
                next_one += 1
                legal(pool[spare], box, offers)
                trim(pool[spare], box, offers)
                for place in range(1, offers[0] + 1):
                    child = queue + top
                    copy_state(words, child, spare)
                    s = pool[child]
                    apply(s, box, offers[place])
                    opened += 1
                    answer_for_others(s, box, seat, others)
                    for number in range(length):
                        path[top, number] = path[QUEUE, number]
                    lengths[top] = min(length + 1, LONGEST)
                    path[top, lengths[top] - 1] = offers[place]
                    if s.over == PLAYING and s.question.decision != TURN:
                        if top < QUEUE - 1 and is_new(seen, hash_of(words, child)):
                            top += 1
                        continue
                    others_move(s, box, seat, plans, planned, first_turn, others)
                    now = np.int64(score(s, box, seat))
                    so_far = gained[node] + rate * (now - points[node])
                    if s.over != PLAYING:
                        value = so_far
                        if s.over == FINISHED:
                            value += WIN if winner(s, box) == seat else -WIN
                        if value > last_value:
                            last_value = value
                            last_turn = turn
                            last_parent = node
                            for number in range(LONGEST):
                                last[number] = path[top, number] if number < lengths[top] else NO_ANSWER
                        continue
                    value = so_far + worth(s, box, seat, weights)
                    if value <= enough:
                        continue
                    key = hash_of(words, child)
                    spot = np.int64(key % np.uint64(size))
                    while table[spot] > 0 and new_keys[table[spot] - 1] != key:
                        spot = (spot + 1) % size
                    to = table[spot] - 1
                    if to >= 0:
                        if value <= new_values[to]:
                            continue
                    else:
                        to = found
                        found += 1
                        table[spot] = found
                        new_keys[to] = key
                        copy_state(words, width + to, child)
                    new_values[to] = value
                    new_gained[to] = so_far
                    new_points[to] = now
                    new_parents[to] = node
                    for number in range(LONGEST):
                        new_moves[to, number] = path[top, number] if number < lengths[top] else NO_ANSWER
                    if found == room:
                        enough = np.partition(new_values, room - width)[room - width]
                        found = 0
                        for other in range(room):
                            if new_values[other] >= enough and found < width:
                                if found < other:
                                    copy_state(words, width + found, width + other)
                                    new_keys[found] = new_keys[other]
                                    new_values[found] = new_values[other]
                                    new_gained[found] = new_gained[other]
                                    new_points[found] = new_points[other]
                                    new_parents[found] = new_parents[other]
                                    for number in range(LONGEST):
                                        new_moves[found, number] = new_moves[other, number]
                                found += 1
                        for spot in range(size):
                            table[spot] = 0
                        for other in range(found):
                            spot = np.int64(new_keys[other] % np.uint64(size))
                            while table[spot] > 0:
                                spot = (spot + 1) % size
                            table[spot] = other + 1
        if found == 0:
            break
        enough = np.partition(new_values[:found], found - width)[found - width] if found > width else -np.inf
        kept = 0
        best = -np.inf
        for other in range(found):
            if new_values[other] >= enough and kept < width:
                copy_state(words, kept, width + other)
                gained[kept] = new_gained[other]
                points[kept] = new_points[other]
                parents[turn, kept] = new_parents[other]
                for number in range(LONGEST):
                    moves[turn, kept, number] = new_moves[other, number]
                if new_values[other] > best:
                    best = new_values[other]
                    chosen = kept
                kept += 1
        turns = turn + 1
        rate *= discount

    clear(line)
    if last_value > best or turns == 0:
        best = last_value
        for number in range(LONGEST):
            line[last_turn, number] = last[number]
        chosen = last_parent
        turns = last_turn
    for turn in range(turns - 1, -1, -1):
        for number in range(LONGEST):
            line[turn, number] = moves[turn, chosen, number]
        chosen = parents[turn, chosen]
    return best


# --- states ---------------------------------------------------------------------------------------


@rule
def copy_state(words, to, source):
    """Copy a state of the pool, word by word."""
    for word in range(words.shape[1]):
        words[to, word] = words[source, word]


@rule
def hash_of(words, at):
    """A number that equal states share; never 0."""
    mixed = np.uint64(0x9E3779B97F4A7C15)
    for word in range(words.shape[1]):
        mixed = (mixed ^ words[at, word]) * np.uint64(0xFF51AFD7ED558CCD)
        mixed ^= mixed >> np.uint64(29)
    return mixed | np.uint64(1)


@rule
def is_new(seen, key):
    """Whether a key was not met before; remembers it. A crowded table forgets."""
    place = np.int64(key % np.uint64(SEEN))
    for _ in range(16):
        if seen[place] == key:
            return False
        if seen[place] == np.uint64(0):
            break
        place = (place + 1) % SEEN
    seen[place] = key
    return True


@rule
def clear(line):
    """No answers."""
    for turn in range(len(line)):
        for number in range(LONGEST):
            line[turn, number] = NO_ANSWER


# --- the others -----------------------------------------------------------------------------------


@rule
def pass_turn(s, box):
    """The turn of who is asked goes by."""
    begin_turn(s, box)
    if s.over == PLAYING:
        take_question(s)


@rule
def answer_for_others(s, box, seat, offers):
    """Questions that others have to answer outside of their turns: they take the first answer."""
    while s.over == PLAYING and s.question.seat != seat and s.question.decision != TURN:
        legal(s, box, offers)
        apply(s, box, offers[1])


@rule
def go_to_turn_of(s, box, seat, offers):
    """Finish the turn that is being played somehow and let others pass; false if the game ends before."""
    while s.over == PLAYING and (s.question.seat != seat or s.question.decision != TURN):
        if s.question.decision == TURN:
            pass_turn(s, box)
        else:
            legal(s, box, offers)
            apply(s, box, offers[offers[0]])
    return s.over == PLAYING


@rule
def others_move(s, box, seat, plans, planned, first_turn, offers):
    """The others make their planned turns, as far as they can, or pass, until it is the seat's turn again."""
    while s.over == PLAYING and s.question.seat != seat:
        if s.question.decision != TURN:
            legal(s, box, offers)
            apply(s, box, offers[1])
            continue
        other = s.question.seat
        turn = (s.turn - first_turn - 1) // s.players
        if not planned or turn < 0 or turn >= plans.shape[1] or plans[other, turn, 0] == NO_ANSWER:
            pass_turn(s, box)
            continue
        follow(s, box, other, plans[other, turn], offers)


@rule
def follow(s, box, other, answers, offers):
    """Give these answers while they are legal; if not even the first one is, pass."""
    started = s.turn
    for number in range(LONGEST):
        if answers[number] == NO_ANSWER or s.over != PLAYING or s.question.seat != other or s.turn != started:
            break
        legal(s, box, offers)
        open_now = False
        for place in range(1, offers[0] + 1):
            if offers[place] == answers[number]:
                open_now = True
        if not open_now:
            break
        apply(s, box, answers[number])
    if s.over == PLAYING and s.turn == started and s.question.decision == TURN:
        pass_turn(s, box)
    while s.over == PLAYING and s.turn == started and s.question.decision != TURN:
        legal(s, box, offers)
        apply(s, box, offers[1])
