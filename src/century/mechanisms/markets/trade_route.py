"""The trade route: a private row of merchant cards, at which own settlers work (FEW1-5)."""

import numpy as np

from century.components.catalogue import cube_text
from century.engine.actions import (
    AT_MARKET,
    LAY_OUT,
    ORDER,
    REFRESH,
    REFRESHING,
    REFRESHING_TOO,
    REORDER,
    REORDERING,
    REST,
    USE,
    WORK_CARD,
)
from century.engine.compile import rule
from century.engine.part import Choice
from century.engine.state import ask, me, offer, record
from century.mechanisms.common.cubes import covers, what_is_there
from century.mechanisms.common.decks import NONE, bit
from century.mechanisms.common.effects import TRADE, carry_out
from century.mechanisms.markets.markets import (
    Market,
    RefreshMarket,
    can_refresh,
    can_use,
    count_taken,
    refresh,
    use_card,
)
from century.mechanisms.new_world.kinds import does
from century.mechanisms.new_world.settlers import rest_settlers
from century.mechanisms.road.merchants import STARTERS
from century.words import N_, say

MOST_CARDS = 12
NOTHING, REFRESHED, REORDERED = range(3)  # what was done at a refresh location

ROUTE_CARD = record(("card", np.int8), ("settlers", np.int8))


@rule
def place_of(seat, card):
    """Where a card lies in the route of a seat, counted from 0; NONE if it does not."""
    for place in range(seat.route_length):
        if seat.route[place].card == card:
            return place
    return NONE


@rule
def laid_out(seat):
    """The cards of a seat's route, as a set."""
    cards = np.uint64(0)
    for place in range(seat.route_length):
        cards |= bit(seat.route[place].card)
    return cards


# --- at a market ----------------------------------------------------------------------------------


@rule
def can_lay_out(box, seat):
    """Whether the route has room for one more card (FEW1-E8)."""
    return seat.route_length < box.longest_route


class MarketOrRoute(Market):
    """A market whose card is used, or laid out for the trade route (FEW1-30, FEW1-E2)."""

    @rule
    def can(s, box, location):
        card = s.market_cards[box.locations[location].number]
        return card != NONE and (can_lay_out(box, me(s)) or can_use(s, box, location))

    @rule
    def do(s, box, location):
        ask(s, AT_MARKET, box.locations[location].number)

    @staticmethod
    def why_not(s, box, location):
        if s.market_cards[box.locations[location].number] == NONE:
            return say("there is no card below this market (FEW1-E2)")
        return say("you cannot make the trade of the card, and your route is full (FEW1-E2, FEW1-E8)")


class UseCard(Choice):
    """Carry out the action of the card now; it then goes to the discard pile (FEW1-30 a).

    Tool cubes have come before, whatever is chosen (FEW1-E3).
    """

    block = USE

    @rule
    def options(s, box, offers):
        effect = box.effects[box.first_merchant + s.market_cards[s.question.number]]
        if effect.kind != TRADE or covers(me(s).cubes, effect.given):
            offer(offers, USE)

    @rule
    def do(s, box, index):
        use_card(s, box, s.question.number)

    @staticmethod
    def why_not(s, box, index):
        given = cube_text(box.effects[box.first_merchant + s.market_cards[s.question.number]].given)
        return say("the trade costs {given}, you have {there} (FEW1-E2)", given=given, there=what_is_there(me(s).cubes))


class LayOut(Choice):
    """Put the card, unused, at the right end of the own trade route, where it stays (FEW1-30 b, FEW1-E6)."""

    block = LAY_OUT

    @rule
    def options(s, box, offers):
        if can_lay_out(box, me(s)):
            offer(offers, LAY_OUT)

    @rule
    def do(s, box, index):
        seat = me(s)
        seat.route[seat.route_length].card = s.market_cards[s.question.number]
        seat.route_length += 1
        s.market_cards[s.question.number] = NONE
        s.market_in_use = s.question.number  # to be refilled
        count_taken(s, box)

    @staticmethod
    def why_not(s, box, index):
        return say("your route already has {cards} cards (FEW1-E8)", cards=box.longest_route)


# --- working on the route -------------------------------------------------------------------------


@rule
def can_work_on(box, seat, place):
    """Whether a card of the route can be worked on: no own settlers on it, enough home, and an action (FEW1-35).

    The card at place k needs k settlers, whichever it is (FEW1-5, FEW1-E5). Native help and tools do not apply
    (FEW1-E4). Work without effect is not allowed (FEW1-E7).
    """
    laid = seat.route[place]
    effect = box.effects[box.first_merchant + laid.card]
    return laid.settlers == 0 and place + 1 <= seat.home and (effect.kind != TRADE or covers(seat.cubes, effect.given))


class WorkOnRoute(Choice):
    """Place settlers on a card of the own trade route and carry out its action (FEW1-22, FEW1-35).

    Nobody else can, so nobody is displaced (FEW1-36).
    """

    block = WORK_CARD

    @rule
    def options(s, box, offers):
        seat = me(s)
        for place in range(seat.route_length):
            if can_work_on(box, seat, place):
                offer(offers, WORK_CARD + (seat.route[place].card - STARTERS))

    @rule
    def do(s, box, index):
        seat = me(s)
        place = place_of(seat, index + STARTERS)
        seat.home -= place + 1
        seat.route[place].settlers = place + 1
        carry_out(s, box, box.first_merchant + index + STARTERS)

    @staticmethod
    def why_not(s, box, index):
        seat = me(s)
        place = place_of(seat, index + STARTERS)
        if place == NONE:
            return say("it is not in your trade route (FEW1-35)")
        if seat.route[place].settlers:
            return say("your settlers are already on it (FEW1-35)")
        if place + 1 > seat.home:
            return say("it needs {needed} settlers, you have {home} at home (FEW1-5)", needed=place + 1, home=seat.home)
        given = cube_text(box.effects[box.first_merchant + index + STARTERS].given)
        return say("the trade costs {given}, you have {there} (FEW1-E7)", given=given, there=what_is_there(seat.cubes))


class RestEverywhere(Choice):
    """All own settlers go home, from the game board and from the trade route (FEW1-45)."""

    block = REST

    @rule
    def options(s, box, offers):
        offer(offers, REST)

    @rule
    def do(s, box, index):
        seat = me(s)
        rest_settlers(s, seat)
        for place in range(seat.route_length):
            seat.home += seat.route[place].settlers
            seat.route[place].settlers = 0


# --- refresh and reorder --------------------------------------------------------------------------


class RefreshOrReorder(RefreshMarket):
    """A location to refresh the markets, to reorder the own route, or both; then comes another turn (FEW1-40)."""

    @rule
    def can(s, box, location):
        return can_refresh(s) or me(s).route_length > 1

    @rule
    def do(s, box, location):
        s.again = 1
        ask(s, REFRESHING, NOTHING)

    @staticmethod
    def printed(box, location):
        return does(N_("refresh the markets, reorder the route"))

    @staticmethod
    def why_not(s, box, location):
        return say("there is no merchant card left and no route to reorder (FEW3-E7, FEW1-E10)")


class Refresh(Choice):
    """Refresh the markets (FEW1-40 a), before or after reordering."""

    block = REFRESH

    @rule
    def options(s, box, offers):
        if s.question.number != REFRESHED and can_refresh(s):
            offer(offers, REFRESH)

    @rule
    def do(s, box, index):
        refresh(s)
        if s.question.number == NOTHING and me(s).route_length > 1:
            ask(s, REFRESHING_TOO, REFRESHED)

    @staticmethod
    def why_not(s, box, index):
        if s.question.number == REFRESHED:
            return say("the markets are already refreshed (FEW1-40)")
        return say("there is no merchant card left (FEW3-E7)")


class Reorder(Choice):
    """Change the order of the own trade route at will (FEW1-40 b); it needs two cards (FEW1-E10)."""

    block = REORDER

    @rule
    def options(s, box, offers):
        if s.question.number != REORDERED and me(s).route_length > 1:
            offer(offers, REORDER)

    @rule
    def do(s, box, index):
        if s.question.number == NOTHING and can_refresh(s):
            ask(s, REFRESHING_TOO, REORDERED)
        ask(s, REORDERING, 1, me(s).route_length)

    @staticmethod
    def why_not(s, box, index):
        if s.question.number == REORDERED:
            return say("the route is already reordered (FEW1-40)")
        return say("your route has fewer than two cards (FEW1-E10)")


class OrderCard(Choice):
    """Name the card that goes to place `number` of `of`; settlers on a card move with it (FEW1-40, FEW1-E5)."""

    block = ORDER

    @rule
    def options(s, box, offers):
        seat = me(s)
        for place in range(s.question.number - 1, seat.route_length):
            offer(offers, ORDER + (seat.route[place].card - STARTERS))

    @rule
    def do(s, box, index):
        seat = me(s)
        to = s.question.number - 1
        place = place_of(seat, index + STARTERS)
        settlers = seat.route[place].settlers
        while place > to:
            seat.route[place].card = seat.route[place - 1].card
            seat.route[place].settlers = seat.route[place - 1].settlers
            place -= 1
        seat.route[to].card = index + STARTERS
        seat.route[to].settlers = settlers
        if s.question.number + 1 < s.question.of:
            ask(s, REORDERING, s.question.number + 1, s.question.of)

    @staticmethod
    def why_not(s, box, index):
        if place_of(me(s), index + STARTERS) == NONE:
            return say("it is not in your trade route (FEW1-40)")
        return say("it already has a place (FEW1-40)")
