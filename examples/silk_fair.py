"""Silk Fair: a small game of haggling for 2 to 4 players, as a game from outside the package.

Cubes, stalls, the caravan and the rounds are those of the package. New is the haggle: whoever offers a bolt of silk
names its price, the others may take it for that, and the one who has named the price pays it if nobody does. What makes
it a gamble are the commissions: each merchant knows alone which patterns are worth more to them.

    century play examples/silk_fair.py

docs/adding-a-game.md walks through this file.
"""

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from century.engine.actions import CUBE, DONE, PACKAGE, RETURNING, TRADING, TRADING_ON, TURN, UPGRADING, ActionSpace
from century.engine.compile import rule
from century.engine.deeds import Deed, Deeds, Question
from century.engine.game import Game, register
from century.engine.part import Choice, Column, Habit, Item, Measure, Part, Piece, Taken
from century.engine.pieces import write_bits, write_zeros
from century.engine.signs import Cubes, Player, Points, Strong
from century.engine.state import ask, ask_seat, me, offer, record
from century.engine.things import Thing
from century.mechanisms.common import effects, rounds, storage
from century.mechanisms.common.cubes import COLOURS, YELLOW
from century.mechanisms.common.decks import (
    DECK,
    FIRST_OUTSIDE_STREAM,
    NONE,
    bit,
    cards_of,
    draw,
    holds,
    lowest,
    shuffle,
    size,
    without_lowest,
)
from century.mechanisms.common.effects import TradeTimes, UpgradeCube, carry_out, is_possible
from century.mechanisms.common.printed import SPICE, TRADE
from century.mechanisms.common.rounds import Done, next_turn
from century.mechanisms.common.scoring import CubesLeft, cube_points, most_points
from century.mechanisms.common.storage import ReturnCube, storage_limit
from century.mechanisms.common.words import cubes_of, effect, gave_cube
from century.words import N_, say

PATTERNS = (N_("crane"), N_("carp"), N_("lotus"), N_("dragon"))
STALLS = (N_("garden"), N_("grove"), N_("dyer"), N_("ferry"), N_("tavern"), N_("temple"))
BOLTS = tuple(f"B{number:02}" for number in range(1, 25))
COMMISSIONS = tuple(f"C{number:02}" for number in range(1, 13))
LENGTHS = (N_("usual"), N_("short"))
ROW, MOST_PRICE, MOST_SEATS = 4, 12, 4
POINTS_OF_A_CUBE = 0.6  # what cubes worth 1 are in points, to those who can buy silk with them
BOLT_STREAM, COMMISSION_STREAM = FIRST_OUTSIDE_STREAM, FIRST_OUTSIDE_STREAM + 1

# --- the words of the game: append only, so that records stay valid ---------------------------------------

SPACE = ActionSpace(PACKAGE)
STALL = SPACE.block("stall", STALLS)
STROLL = SPACE.block("stroll")
HAGGLE = SPACE.block("haggle", BOLTS)
PRICE = SPACE.block("price", range(1, MOST_PRICE + 1))
TAKE = SPACE.block("take it")
LEAVE = SPACE.block("leave it")
PRICING = SPACE.decision("pricing", "Which price do you name?")
ANSWERING = SPACE.decision("answering", "The price is {number}: do you take the bolt?")
PAYING = SPACE.decision("paying", "Pay cubes worth {number}, lowest colours first")

# --- the mechanism: haggling ------------------------------------------------------------------------------

BOLT = record(("pattern", np.int8), ("points", np.int8))


@rule
def worth(cubes, least):
    """What cubes of this colour and dearer ones are worth: yellow 1, red 2, green 3, brown 4 (SF-2)."""
    total = np.int64(0)
    for colour in range(least, COLOURS):
        total += np.int64(cubes[colour]) * (colour + 1)
    return total


@rule
def lay_out_bolts(s, box):
    """Shuffle the bolts and reveal four (SF-10)."""
    shuffle(s.bolt_deck, BOLT_STREAM, 0, len(box.bolts))
    for place in range(len(s.bolt_row)):
        s.bolt_row[place] = draw(s, s.bolt_deck)
    s.bolt = NONE


@rule
def forget_bolts(s, box):
    """The deck of bolts is hidden (SF-60)."""
    s.bolt_deck.cards = np.uint64(0)


# the rules of the haggle


class Haggle(Choice):
    """Offer a bolt of the row, if you have any cube to pay with (SF-23)."""

    block = HAGGLE

    @rule
    def options(s, box, offers):
        if worth(me(s).cubes, YELLOW) > 0:
            for place in range(len(s.bolt_row)):
                if s.bolt_row[place] != NONE:
                    offer(offers, HAGGLE + s.bolt_row[place])

    @rule
    def do(s, box, index):
        s.bolt = index
        s.seller = s.question.seat
        ask(s, PRICING)

    @staticmethod
    def why_not(s, box, index):
        """Return why the bolt cannot be offered."""
        return "the bolt is not in the row (SF-23)" if index not in s.bolt_row else "there is no cube (SF-23)"


class NamePrice(Choice):
    """Name a price that you could pay yourself (SF-30)."""

    block = PRICE
    closed = "your own cubes are not worth that much (SF-30)"

    @rule
    def options(s, box, offers):
        for price in range(1, min(worth(me(s).cubes, YELLOW), MOST_PRICE) + 1):
            offer(offers, PRICE + price - 1)

    @rule
    def do(s, box, index):
        ask_next(s, s.seller, index + 1)


@rule
def ask_next(s, seat, price):
    """Ask the next seat that could pay (SF-31, SF-E2); when all have left the bolt, its seller pays (SF-33)."""
    while True:
        seat = (seat + 1) % s.players
        if seat == s.seller:
            ask_seat(s, seat, PAYING, price, YELLOW)
            return
        if worth(s.seats[seat].cubes, YELLOW) >= price:
            ask_seat(s, seat, ANSWERING, price)
            return


class TakeBolt(Choice):
    """Take the bolt for the price (SF-32)."""

    block = TAKE

    @rule
    def options(s, box, offers):
        offer(offers, TAKE)

    @rule
    def do(s, box, index):
        ask(s, PAYING, s.question.number, YELLOW)


class LeaveBolt(Choice):
    """Leave the bolt to the others (SF-31)."""

    block = LEAVE

    @rule
    def options(s, box, offers):
        offer(offers, LEAVE)

    @rule
    def do(s, box, index):
        ask_next(s, s.question.seat, s.question.number)


class PayCube(Choice):
    """Pay with a cube, no lower colour than the last one; nobody gives change (SF-34).

    A colour is offered if it and the dearer ones are enough for what is left.
    """

    block = CUBE
    closed = "cubes are paid lowest first, and must be enough (SF-34)"

    @rule
    def options(s, box, offers):
        cubes = me(s).cubes
        for colour in range(s.question.of, COLOURS):
            if cubes[colour] > 0 and worth(cubes, colour) >= s.question.number:
                offer(offers, CUBE + colour)

    @rule
    def do(s, box, index):
        me(s).cubes[index] -= 1
        if s.question.seat != s.seller:
            s.seats[s.seller].cubes[index] += 1
        left = s.question.number - (index + 1)
        if left > 0:
            ask(s, PAYING, left, index)
        else:
            hand_over(s)


@rule
def hand_over(s):
    """The one who has paid gets the bolt, and the row is filled up (SF-32, SF-33, SF-35)."""
    me(s).bolts |= bit(s.bolt)
    for place in range(len(s.bolt_row)):
        if s.bolt_row[place] == s.bolt:
            s.bolt_row[place] = draw(s, s.bolt_deck)
    s.bolt = NONE


@rule
def last_bolt(s, box):
    """Return the number of bolts that ends the game (SF-14, SF-50)."""
    return box.last_bolt[s.length][s.players]


@rule
def enough_bolts(s, box):
    """Whether someone has the number of bolts that ends the game (SF-50)."""
    for seat in range(s.players):
        if size(s.seats[seat].bolts) >= last_bolt(s, box):
            return True
    return False


class Bolts(Item):
    """The points printed on bolts (SF-51)."""

    name = N_("bolts")

    @rule
    def points(s, box, seat):
        total = np.int64(0)
        bolts = s.seats[seat].bolts
        while bolts != np.uint64(0):
            total += box.bolts[lowest(bolts)].points
            bolts = without_lowest(bolts)
        return total


@rule
def seat_of_pattern(box, seat, pattern):
    """How many bolts of a pattern the record of a seat has (SF-5)."""
    count = np.int64(0)
    left = seat.bolts
    while left != np.uint64(0):
        if box.bolts[lowest(left)].pattern == pattern:
            count += 1
        left = without_lowest(left)
    return count


@rule
def of_pattern(s, box, seat, pattern):
    """How many bolts of a pattern a seat has (SF-5)."""
    return seat_of_pattern(box, s.seats[seat], pattern)


class Collections(Item):
    """Points for each collection of one bolt of every pattern (SF-51)."""

    name = N_("collections")

    @rule
    def points(s, box, seat):
        least = of_pattern(s, box, seat, 0)
        for pattern in range(1, len(PATTERNS)):
            least = min(least, of_pattern(s, box, seat, pattern))
        return least * box.collection_points


# what bots think of it


@rule
def brings(s, box, seat, bolt):
    """Return the points that a bolt brings a seat, as far as its commissions are known."""
    pattern = box.bolts[bolt].pattern
    points = np.float64(box.bolts[bolt].points)
    for commission in range(len(box.commissions)):
        if holds(s.seats[seat].commissions, commission) and box.commissions[commission] == pattern:
            points += box.commission_points
    own = of_pattern(s, box, seat, pattern)
    others = 0
    for other in range(len(PATTERNS)):
        if of_pattern(s, box, seat, other) > own:
            others += 1
    return points + np.float64(box.collection_points) * others / (len(PATTERNS) - 1)


@rule
def bolts_progress(s, box, seat):
    """Return the share of the bolts that end the game."""
    return min(1.0, np.float64(size(s.seats[seat].bolts)) / last_bolt(s, box))


@rule
def fair_price(s, box, seat, bolt):
    """Return the price that a bolt is worth to a seat."""
    return brings(s, box, seat, bolt) / POINTS_OF_A_CUBE


@rule
def expected_answer(s, box):
    """Return what planners expect of another seat: it takes a bolt that is worth its price."""
    return TAKE if fair_price(s, box, s.question.seat, s.bolt) >= s.question.number else LEAVE


class Patterns(Measure):
    """Patterns towards the next collection: the more there are, the more each is worth."""

    weights = {"patterns": 1.5}  # noqa: RUF012
    fading = True

    @rule
    def worth(s, box, seat, weights):
        least = 64
        for pattern in range(len(PATTERNS)):
            least = min(least, seat_of_pattern(box, seat, pattern))
        more = np.float64(0)
        for pattern in range(len(PATTERNS)):
            if seat_of_pattern(box, seat, pattern) > least:
                more += 1
        return weights[0] * more * more / len(PATTERNS)


class SensiblePrice(Habit):
    """Name no price that is far from what the bolt is worth to oneself or to somebody who might take it."""

    @rule
    def trim(s, box, offers):
        if s.question.decision != PRICING:
            return
        dearest = np.float64(1)
        for seat in range(s.players):
            dearest = max(dearest, fair_price(s, box, seat, s.bolt))
        kept = 0
        for place in range(1, offers[0] + 1):
            if offers[place] - PRICE + 1 <= dearest + 1 or kept == 0:
                kept += 1
                offers[kept] = offers[place]
        offers[0] = kept


# what people see and hear of it


def bolt_thing(box, bolt) -> Thing:
    """A bolt of silk."""
    printed = box.bolts[bolt]
    pattern, points = PATTERNS[printed.pattern], int(printed.points)
    spoken = say("{pattern} silk for {points} points", pattern=say(pattern), points=points)
    facts = {"card": BOLTS[bolt], "pattern": pattern, "points": points}
    return Thing(N_("bolt"), BOLTS[bolt], [pattern, Points(points)], spoken, facts)


def offered(s, box, index) -> Deed:
    """Offer a bolt; the price that is named next belongs to it."""
    bolt = bolt_thing(box, index)

    def tell(following: Deeds) -> Iterator[str]:
        if named := following.run("named price"):
            yield say("offered {bolt} at a price of {price}", bolt=bolt, price=Strong(named[0].times))
        else:
            yield say("offered {bolt}", bolt=bolt)

    return Deed(tell, say("Offer {bolt}", bolt=bolt), bolt)


def named_price(s, box, index) -> Deed:
    """Name a price."""
    return Deed(label=say("Price {price}", price=index + 1), kind="named price", times=index + 1)


def took_bolt(s, box, index) -> Deed:
    """Take the bolt; the cubes that are paid next belong to it."""

    def tell(following: Deeds) -> Iterator[str]:
        if paid := cubes_of(following.run("paid cube")):
            yield say("took it for {cubes}", cubes=paid)
        else:
            yield say("took it")

    return Deed(tell, say("Take it for {price}", price=int(s.question.number)))


LEFT_BOLT = Deed(say("left it"), say("Leave it"))


def ask_price(s, box, answers) -> Question:
    """Ask for a price."""
    text = say("Name your price for {bolt}", bolt=bolt_thing(box, s.bolt))
    return Question(text, say("Whoever takes the bolt pays you. If nobody does, you pay the price yourself."))


def ask_answer(s, box, answers) -> Question:
    """Ask whether somebody takes the bolt."""
    named = {"name": Strong(Player(int(s.seller))), "bolt": bolt_thing(box, s.bolt), "price": int(s.question.number)}
    text = say("{name} offers {bolt} at a price of {price}", **named)
    return Question(text, say("Take it, or leave it to the next player. Your cubes are enough."))


def ask_payment(s, box, answers) -> Question:
    """Ask for a cube of a payment."""
    text = say("Pay cubes worth {price}", price=int(s.question.number))
    return Question(text, say("Yellow is worth 1, red 2, green 3, brown 4; lowest colours first, and no change."))


# what an observation tells


class BoltRow(Piece):
    """The row of bolts, and the bolt that is haggled over."""

    name = "bolt_row"
    meaning = "bolts in the row, then the one that is haggled over: pattern (0: no bolt), points"
    rows = (*(f"place {place}" for place in range(1, ROW + 1)), "haggled")
    columns = (Column("pattern", len(PATTERNS)), Column("points", 20, usual=5))

    @rule
    def observe(s, box, seat, out, at):
        for place in range(ROW + 1):
            bolt = s.bolt if place == ROW else s.bolt_row[place]
            out[at + 2 * place] = 0
            out[at + 2 * place + 1] = 0
            if bolt != NONE:
                out[at + 2 * place] = box.bolts[bolt].pattern + 1
                out[at + 2 * place + 1] = box.bolts[bolt].points


class Seller(Piece):
    """Who haggles."""

    name = "seller"
    meaning = "whether the observing seat has offered the bolt that is haggled over"

    @rule
    def observe(s, box, seat, out, at):
        out[at] = s.bolt != NONE and s.seller == seat


class BoltDeck(Piece):
    """The size of the deck."""

    name = "bolt_deck"
    meaning = "bolts in the deck"
    columns = (Column("bolts", len(BOLTS)),)

    @rule
    def observe(s, box, seat, out, at):
        out[at] = size(s.bolt_deck.cards)


class HeldBolts(Piece):
    """The bolts of a seat."""

    name = "bolts"
    meaning = "1 for each bolt of the seat; then how many it needs to end the game"
    of_a_seat = True
    columns = (*tuple(Column(bolt) for bolt in BOLTS), Column("needed", len(BOLTS), low=-len(BOLTS), usual=6))

    @rule
    def observe(s, box, seat, out, at):
        write_bits(out, at, s.seats[seat].bolts, len(box.bolts))
        out[at + len(box.bolts)] = last_bolt(s, box) - size(s.seats[seat].bolts)


def haggling() -> Part:
    """Bolts in a row, bolts that seats have, and the bolt that is haggled over."""

    def read(box, catalogue):
        for bolt, entry in enumerate(catalogue.entries_with_ids(BOLTS, "bolt")):
            box.bolts[bolt].pattern = entry.one_of("pattern", PATTERNS)
            box.bolts[bolt].points = entry.number("points", 0, 20)
        box.collection_points = catalogue.number("score.collection", 0, 20)
        for number, length in enumerate(LENGTHS):
            for players in range(2, MOST_SEATS + 1):
                most = (len(BOLTS) - ROW) // players - 1  # so that the deck does not run out (SF-E3)
                box.last_bolt[number][players] = catalogue.number(f"end.{length}.{players}", 1, most)

    def prepare(states, length, catalogue):
        states["length"] = LENGTHS.index(length)

    def show(s, box, catalogue):
        return {
            "bolt_row": [bolt_thing(box, bolt) for bolt in s.bolt_row if bolt != NONE],
            "bolt_deck": len(cards_of(s.bolt_deck.cards)),
            "haggled": None if s.bolt == NONE else bolt_thing(box, s.bolt),
            "last_bolt": int(last_bolt(s, box)),
        }

    def show_seat(s, box, catalogue, seat):
        return {"bolts": [bolt_thing(box, bolt) for bolt in cards_of(seat.bolts)]}

    return Part(
        table=[
            ("bolt_deck", DECK),
            ("bolt_row", np.int8, ROW),
            ("bolt", np.int8),
            ("seller", np.int8),
            ("length", np.int8),
        ],
        seat=[("bolts", np.uint64)],
        box=[
            ("bolts", BOLT, len(BOLTS)),
            ("collection_points", np.int8),
            ("last_bolt", np.int8, (len(LENGTHS), MOST_SEATS + 1)),
        ],
        read=read,
        setting="length",
        prepare=prepare,
        setup=[lay_out_bolts],
        forget=[forget_bolts],
        show=show,
        show_seat=show_seat,
        labels={
            "bolt_row": N_("silk for sale"),
            "bolt_deck": N_("bolts in the deck"),
            "haggled": N_("being haggled over"),
            "last_bolt": N_("bolts that end the game"),
            "bolts": N_("bolts"),
        },
        deeds={
            Haggle: offered,
            NamePrice: named_price,
            TakeBolt: took_bolt,
            LeaveBolt: LEFT_BOLT,
            PayCube: gave_cube("paid cube", N_("kept the bolt and paid {cubes}")),
        },
        questions={PRICING: ask_price, ANSWERING: ask_answer, PAYING: ask_payment},
        things={"bolt": bolt_thing},
        observed=[BoltRow, Seller, BoltDeck, HeldBolts],
        taken=[Taken("bolt", BOLTS, sets=["bolts"])],
        measures=[Patterns],
        habits=[SensiblePrice],
        progress=bolts_progress,
        replies={ANSWERING: expected_answer},
    )


# --- the mechanism: secret commissions --------------------------------------------------------------------


@rule
def deal_commissions(s, box):
    """Deal each merchant secret commissions (SF-11)."""
    shuffle(s.commission_deck, COMMISSION_STREAM, 0, len(box.commissions))
    for seat in range(s.players):
        deal_to(s, box, seat)


@rule
def deal_to(s, box, seat):
    """Deal a merchant the commissions from the top of the deck."""
    for _ in range(box.commissions_each):
        s.seats[seat].commissions |= bit(draw(s, s.commission_deck))


@rule
def forget_commissions(s, box):
    """What is left of the commissions is hidden (SF-60)."""
    s.commission_deck.cards = np.uint64(0)


@rule
def hide_commissions(s, box, seat):
    """The commissions of others could be any that one does not hold (SF-6, SF-60)."""
    for other in range(s.players):
        if other != seat:
            s.commission_deck.cards |= s.seats[other].commissions
            s.seats[other].commissions = np.uint64(0)


@rule
def imagine_commissions(s, box, seat):
    """Deal the others commissions anew."""
    for other in range(s.players):
        if other != seat:
            deal_to(s, box, other)


class Commissions(Item):
    """Points for each bolt of a pattern, once for each commission for that pattern (SF-51)."""

    name = N_("commissions")

    @rule
    def points(s, box, seat):
        count = np.int64(0)
        for commission in range(len(box.commissions)):
            if holds(s.seats[seat].commissions, commission):
                count += of_pattern(s, box, seat, box.commissions[commission])
        return count * box.commission_points


class OwnCommissions(Piece):
    """The commissions of the observing seat, and of nobody else."""

    name = "commissions"
    meaning = "own commissions for each pattern"
    columns = tuple(Column(pattern, len(COMMISSIONS), usual=2) for pattern in PATTERNS)

    @rule
    def observe(s, box, seat, out, at):
        write_zeros(out, at, len(PATTERNS))
        for commission in range(len(box.commissions)):
            if holds(s.seats[seat].commissions, commission):
                out[at + box.commissions[commission]] += 1


def commission_thing(box, commission) -> Thing:
    """A commission for a pattern."""
    pattern, points = PATTERNS[box.commissions[commission]], int(box.commission_points)
    spoken = say("commission: {points} points for each {pattern} silk", points=points, pattern=say(pattern))
    facts = {"card": COMMISSIONS[commission], "pattern": pattern}
    return Thing(N_("commission"), COMMISSIONS[commission], [pattern], spoken, facts)


def commissions() -> Part:
    """Cards that each merchant keeps secret to the end."""

    def read(box, catalogue):
        for number, entry in enumerate(catalogue.entries_with_ids(COMMISSIONS, "commission")):
            box.commissions[number] = entry.one_of("pattern", PATTERNS)
        box.commissions_each = catalogue.number("setup.commissions", 1, len(COMMISSIONS) // MOST_SEATS)
        box.commission_points = catalogue.number("score.commission", 0, 20)

    def show_seat(s, box, catalogue, seat):
        held = cards_of(seat.commissions)  # none, where they are hidden
        return {"commissions": [commission_thing(box, commission) for commission in held]}

    return Part(
        table=[("commission_deck", DECK)],
        seat=[("commissions", np.uint64)],
        box=[
            ("commissions", np.int8, len(COMMISSIONS)),
            ("commissions_each", np.int8),
            ("commission_points", np.int8),
        ],
        read=read,
        setup=[deal_commissions],
        forget=[forget_commissions],
        hide=[hide_commissions],
        imagine=[imagine_commissions],
        show_seat=show_seat,
        labels={"commissions": N_("commissions")},
        observed=[OwnCommissions],
    )


# --- the mechanism: stalls --------------------------------------------------------------------------------


@rule
def open_stalls(s, box):
    """No stall is busy at first (SF-22)."""
    s.busy = NONE


class WorkStall(Choice):
    """Use a stall that is not busy and whose effect is possible (SF-21, SF-22, SF-E1)."""

    block = STALL

    @rule
    def options(s, box, offers):
        for stall in range(len(STALLS)):
            if stall != s.busy and is_possible(me(s).cubes, box.effects[box.first_stall + stall]):
                offer(offers, STALL + stall)

    @rule
    def do(s, box, index):
        s.busy = index
        carry_out(s, box, box.first_stall + index)

    @staticmethod
    def why_not(s, box, index):
        """Return why the stall cannot be used."""
        if index == s.busy:
            return "the merchant before you was there: it is busy (SF-22)"
        is_trade = box.effects[box.first_stall + index].kind == TRADE
        return "there are no cubes to trade (SF-E1)" if is_trade else "you have no cube to upgrade (SF-E1)"


class Stroll(Choice):
    """Stroll about the fair and find a yellow cube (SF-24)."""

    block = STROLL

    @rule
    def options(s, box, offers):
        offer(offers, STROLL)

    @rule
    def do(s, box, index):
        s.busy = NONE
        me(s).cubes[YELLOW] += 1


def stall_thing(box, stall) -> Thing:
    """A stall, by what it does."""
    trade, name = effect(box.effects[box.first_stall + stall]), STALLS[stall]
    return trade.but(kind=N_("stall"), id=name, facts={"card": name, **trade.facts})


def worked(s, box, index) -> Deed:
    """Work at a stall; the upgrades or trades that follow are told by themselves."""
    stall, name = stall_thing(box, index), say(STALLS[index])
    sentence = say("worked at the {stall}", stall=name)
    if box.effects[box.first_stall + index].kind == SPICE:
        sentence = say("worked at the {stall}: {effect}", stall=name, effect=stall)
    return Deed(sentence, say("Work at the {stall}: {effect}", stall=name, effect=stall), stall)


STROLLED = Deed(say("strolled and found {cubes}", cubes=Cubes("Y")), say("Stroll: take {cubes}", cubes=Cubes("Y")))


class Busy(Piece):
    """The stall that is busy."""

    name = "busy"
    meaning = "1 for the stall that is busy"
    columns = tuple(Column(stall) for stall in STALLS)

    @rule
    def observe(s, box, seat, out, at):
        for stall in range(len(STALLS)):
            out[at + stall] = s.busy == stall


ASK_TURN = Question(
    say("Your turn: work at a stall, offer a bolt, or stroll?"),
    say("Stalls fetch and better cubes. Whoever offers a bolt names its price."),
)


class UpgradeAll(Habit):
    """Upgrade as often as the stall allows."""

    @rule
    def trim(s, box, offers):
        if s.question.decision == UPGRADING and offers[0] > 1 and offers[offers[0]] == DONE:
            offers[0] -= 1


def stalls() -> Part:
    """Effects that anybody can use, and which of them is busy."""

    def show(s, box, catalogue):
        shown = [stall_thing(box, stall) for stall in range(len(STALLS))]
        if s.busy != NONE:
            shown[s.busy] = shown[s.busy].but(on_it=[N_("busy")])
        return {"stalls": shown}

    return Part(
        table=[("busy", np.int8)],
        setup=[open_stalls],
        show=show,
        labels={"stalls": N_("stalls")},
        deeds={
            WorkStall: worked,
            Stroll: STROLLED,
        },
        questions={TURN: ASK_TURN},
        things={"stall": stall_thing},
        observed=[Busy],
        taken=[Taken("stall", STALLS, block=STALL)],
        habits=[UpgradeAll],
    )


# --- the start: the later in turn order, the more cubes ---------------------------------------------------


@rule
def give_start_cubes(s, box):
    """Give the start player and the others their cubes, which depend on the number of players (SF-13)."""
    for place in range(s.players):
        seat = s.seats[(s.start + place) % s.players]
        for colour in range(COLOURS):
            seat.cubes[colour] = box.start_cubes[s.players][min(place, 1)][colour]


def start_cubes() -> Part:
    """Cubes to start with, fewer for the start player."""

    def read(box, catalogue):
        for place, name in enumerate(("setup.start_player", "setup.others")):
            for players in range(2, MOST_SEATS + 1):
                box.start_cubes[players][place] = catalogue.table(name).cubes(str(players))

    return Part(
        box=[("start_cubes", np.int8, (MOST_SEATS + 1, 2, COLOURS))],
        read=read,
        setup=[give_start_cubes],
    )


# --- the game ---------------------------------------------------------------------------------------------

GAME = register(
    Game(
        name="silk-fair",
        title="Silk Fair",
        summary="Fetch spices, and haggle for silk: name a price that you would pay yourself, for others may take it.",
        version="1.2",
        minutes=15,
        file=__file__,
        letters="SF",
        least_players=2,
        most_players=MOST_SEATS,
        components=["silk_fair.toml", "spice_road.toml spice"],
        settings={N_("length"): LENGTHS},  # SF-14
        space=SPACE,
        parts=[
            rounds.part(),  # SF-12
            replace(storage.part("caravan.limit"), habits=[]),  # SF-40
            start_cubes(),  # SF-13
            effects.part(stall=(len(STALLS), lambda catalogue: catalogue.entries_with_ids(STALLS, "stall"))),  # SF-4
            stalls(),  # SF-20
            haggling(),
            commissions(),
            cube_points(),  # SF-51
        ],
        decisions={
            TURN: [WorkStall, Haggle, Stroll],  # SF-20
            UPGRADING: [UpgradeCube, Done],  # SF-4
            TRADING: [TradeTimes],  # SF-4
            TRADING_ON: [TradeTimes, Done],  # SF-4
            PRICING: [NamePrice],  # SF-30
            ANSWERING: [TakeBolt, LeaveBolt],  # SF-31
            PAYING: [PayCube],  # SF-34
            RETURNING: [ReturnCube],  # SF-40
        },
        turn_end=[storage_limit],  # SF-40
        next_turn=next_turn,  # SF-50
        end=enough_bolts,
        scoring=[Bolts, Commissions, Collections, CubesLeft],  # SF-51
        winner=most_points,  # SF-52
    )
)
