"""Whole turns on rows of states: copying, hashing, searching, and the moves of the others."""

import numpy as np
from numpy.typing import NDArray

from century.engine.actions import TURN
from century.engine.compile import rule
from century.engine.contract import apply, begin_turn, legal
from century.engine.dispatch import Code, dispatcher
from century.engine.game import Game
from century.engine.state import MOST_OFFERS, PLAYING, take_question
from century.players.habits import blur, reply, runs_into, trim

LONGEST = 32  # most answers of a turn that a line keeps
NO_ANSWER = -1
QUEUE = 1024  # most states within a turn
SEEN = 4096  # size of the table of states already met


Answers = NDArray[np.int16]  # of turns: the last axis holds up to LONGEST answers, then NO_ANSWER


def blank_line(*shape: int) -> Answers:
    """Return room for the answers of turns, in an array of this shape."""
    return np.full((*shape, LONGEST), NO_ANSWER, np.int16)


def answers_of(turn: Answers) -> list[int]:
    """Return the answers of a turn."""
    return [int(answer) for answer in turn if answer != NO_ANSWER]


@rule
def copy_state(words, to, source):
    """Copy a state to another row, word by word."""
    for word in range(words.shape[1]):
        words[to, word] = words[source, word]


@rule
def mix(mixed, word):
    """Mix a word into a key."""
    mixed = (mixed ^ word) * np.uint64(0xFF51AFD7ED558CCD)
    return mixed ^ (mixed >> np.uint64(29))


@rule
def key_of(words, row):
    """Return a hash of a state. Four parts are mixed independently, because each step waits for the one before."""
    first = np.uint64(0x9E3779B97F4A7C15)
    second, third, fourth = first, first, first
    end = words.shape[1] - words.shape[1] % 4
    for word in range(0, end, 4):
        first = mix(first, words[row, word])
        second = mix(second, words[row, word + 1])
        third = mix(third, words[row, word + 2])
        fourth = mix(fourth, words[row, word + 3])
    for word in range(end, words.shape[1]):
        first = mix(first, words[row, word])
    return mix(mix(mix(first, second), third), fourth)


@rule
def copy_answers(to, answers):
    """Copy the answers of a turn."""
    for number in range(LONGEST):
        to[number] = answers[number]


@rule
def no_answers(line):
    """Remove all turns from a line."""
    for turn in range(len(line)):
        for number in range(LONGEST):
            line[turn, number] = NO_ANSWER


@rule
def find_turns(desk, box, queue, seat, most, salt):
    """Find all whole turns of a seat from the state of row `queue`, short ones first; return their number.

    Row `queue + desk.turns[k]` is the state after turn k, before anybody else moves. The search looks at `most` states
    at most. If none of these ends a turn, it completes the turns begun last until one of them is whole. The salt
    distinguishes its states from those of an earlier search.
    """
    scratch = queue + QUEUE
    desk.lengths[0] = 0
    desk.inner[0] = 0
    inner = 1  # states within the turn
    at = 0
    top = 1  # the first free row
    turns = 0
    looked = 0
    while at < inner and (looked < most or (turns == 0 and top + MOST_OFFERS <= QUEUE)):
        if looked < most:
            source = desk.inner[at]
            at += 1
        else:
            inner -= 1
            source = desk.inner[inner]
        legal(desk.states[queue + source], box, desk.offers)
        trim(desk.states[queue + source], box, desk.offers)
        length = desk.lengths[source]
        for place in range(1, desk.offers[0] + 1):
            s = desk.states[queue + top]
            copy_state(desk.words, queue + top, queue + source)
            apply(s, box, desk.offers[place])
            looked += 1
            answer_for_others(s, box, seat, desk.others_offers)
            is_whole = s.over != PLAYING or s.question.decision == TURN
            if not is_whole:
                copy_state(desk.words, scratch, queue + top)
                blur(desk.states[scratch])
                if not is_new(desk.seen, key_of(desk.words, scratch) ^ salt):
                    continue
            for number in range(length):
                desk.paths[top, number] = desk.paths[source, number]
            desk.paths[top, min(length, LONGEST - 1)] = desk.offers[place]
            desk.lengths[top] = min(length + 1, LONGEST)
            if is_whole:
                desk.turns[turns] = top
                turns += 1
            else:
                desk.inner[inner] = top
                inner += 1
            top += 1
    return turns


@rule
def is_new(seen, key):
    """Return whether a key is not in the table of recent keys, and add it."""
    place = np.int64(key % np.uint64(SEEN))
    if seen[place] == key:
        return False
    seen[place] = key
    return True


@rule
def pass_turn(s, box):
    """Skip the turn of the seat to answer."""
    begin_turn(s, box)
    if s.over == PLAYING:
        take_question(s)


@rule
def answer_for_others(s, box, seat, offers):
    """Answer questions to the others outside their turns, as the parts of the game expect it of them."""
    while s.over == PLAYING and s.question.seat != seat and s.question.decision != TURN:
        legal(s, box, offers)
        apply(s, box, reply(s, box, offers))


@rule
def go_to_turn_of(s, box, seat, offers):
    """Finish the current turn, and let the others pass until the turn of the seat; return whether there is one."""
    while s.over == PLAYING and (s.question.seat != seat or s.question.decision != TURN):
        if s.question.decision == TURN:
            pass_turn(s, box)
        else:
            legal(s, box, offers)
            apply(s, box, offers[offers[0]])
    return s.over == PLAYING


@rule
def others_move(s, box, course, plans, offers):
    """Let the others make their planned turns, as far as they are legal, or pass, until it is the seat's turn again.

    The seat expects no windfall from them. With several others, a planned turn that interferes with the plan of the
    seat is skipped, because each seat has planned alone.
    """
    seat = course.seat
    while s.over == PLAYING and s.question.seat != seat:
        other = s.question.seat
        turn = (s.turn - course.first_turn - 1) // s.players
        follows = course.planned and 0 <= turn < plans.shape[1] and plans[other, turn, 0] != NO_ANSWER
        if s.question.decision != TURN:
            answer_for_others(s, box, seat, offers)
        elif follows and (s.players == 2 or not runs_into(s, seat, plans[other, turn])):
            follow_without_windfall(s, box, seat, plans[other, turn], offers)
        else:
            pass_turn(s, box)


@dispatcher("s, box, seat, answers, offers")
def follow_without_windfall(game: Game, code: Code) -> None:
    """Follow a planned turn of another seat; restore the fields in which this seat expects no windfall."""
    fields = dict.fromkeys(field for part in game.parts for field in part.windfalls)
    seat_type = game.state_type["seats"].base
    code.add("own = s.seats[seat]")
    places = [f"own.{field}[{place}]" for field in fields for place in range(seat_type[field].shape[0])]
    for number, place in enumerate(places):
        code.add(f"kept_{number} = {place}")
    code.add(f"{code.name(follow)}(s, box, answers, offers)")
    for number, place in enumerate(places):
        code.add(f"{place} = kept_{number}")


@rule
def follow(s, box, answers, offers):
    """Play the answers of a turn while they are legal; pass if the first one is not."""
    seat = s.question.seat
    started = s.turn
    for number in range(LONGEST):
        if answers[number] == NO_ANSWER or s.over != PLAYING or s.question.seat != seat or s.turn != started:
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
    while s.over == PLAYING and s.question.decision != TURN:
        legal(s, box, offers)
        apply(s, box, reply(s, box, offers))
