"""The trade route: a private row of merchant cards, at which own settlers work (FEW1-5)."""

import numpy as np

from century.components.catalogue import Catalogue, cube_text
from century.engine import actions
from century.engine.compile import rule
from century.engine.part import Choice, OneAnswer, Part, Taken
from century.engine.state import ask, me, offer
from century.mechanisms.common.cubes import covers, what_is_there
from century.mechanisms.common.decks import NONE
from century.mechanisms.common.effects import carry_out
from century.mechanisms.common.printed import TRADE
from century.mechanisms.markets import markets, route, words
from century.mechanisms.new_world.settlers import rest_settlers
from century.mechanisms.road.printed import STARTERS
from century.words import N_, say

NOTHING, REFRESHED, REORDERED = range(3)  # what was done at a refresh location


# --- at a market ----------------------------------------------------------------------------------


class MarketOrRoute(markets.Market):
    """A market whose card is used, or laid out for the trade route (FEW1-30, FEW1-E2)."""

    @rule
    def can(s, box, location):
        card = s.market_cards[box.locations[location].number]
        return card != NONE and (route.can_lay_out(box, me(s)) or markets.can_use(s, box, location))

    @rule
    def do(s, box, location):
        ask(s, actions.AT_MARKET, box.locations[location].number)

    @staticmethod
    def why_not(s, box, location):
        if s.market_cards[box.locations[location].number] == NONE:
            return say("there is no card below this market (FEW1-E2)")
        return say("you cannot make the trade of the card, and your route is full (FEW1-E2, FEW1-E8)")


class UseCard(OneAnswer):
    """Carry out the action of the card now; it then goes to the discard pile (FEW1-30 a).

    Tool cubes come first, whatever is chosen (FEW1-E3).
    """

    block = actions.USE

    @rule
    def can(s, box):
        effect = box.effects[box.first_merchant + s.market_cards[s.question.number]]
        return effect.kind != TRADE or covers(me(s).cubes, effect.given)

    @rule
    def do(s, box, index):
        markets.use_card(s, box, s.question.number)

    @staticmethod
    def why_not(s, box, index):
        given = cube_text(box.effects[box.first_merchant + s.market_cards[s.question.number]].given)
        return say("the trade costs {given}, you have {there} (FEW1-E2)", given=given, there=what_is_there(me(s).cubes))


class LayOut(OneAnswer):
    """Put the card, unused, at the right end of the player's trade route, where it stays (FEW1-30 b, FEW1-E6)."""

    block = actions.LAY_OUT

    @rule
    def can(s, box):
        return route.can_lay_out(box, me(s))

    @rule
    def do(s, box, index):
        seat = me(s)
        seat.route[seat.route_length].card = s.market_cards[s.question.number]
        seat.route_length += 1
        s.market_cards[s.question.number] = NONE
        s.market_in_use = s.question.number  # to be refilled
        markets.count_taken(s, box)

    @staticmethod
    def why_not(s, box, index):
        return say("your route already has {cards} cards (FEW1-E8)", cards=box.longest_route)


# --- working on the route -------------------------------------------------------------------------


@rule
def can_work_on(box, seat, place):
    """Whether a card of the route is open to work: free, with an effect, and enough settlers are home (FEW1-35).

    The card at place k needs k settlers, whichever it is (FEW1-5, FEW1-E5). Native help and tools do not apply
    (FEW1-E4). Work without effect is not allowed (FEW1-E7).
    """
    laid = seat.route[place]
    effect = box.effects[box.first_merchant + laid.card]
    return laid.settlers == 0 and place + 1 <= seat.home and (effect.kind != TRADE or covers(seat.cubes, effect.given))


class WorkOnRoute(Choice):
    """Place settlers on a card of the player's trade route and carry out its action (FEW1-22, FEW1-35).

    Nobody else can, so nobody is displaced (FEW1-36).
    """

    block = actions.WORK_CARD

    @rule
    def options(s, box, offers):
        seat = me(s)
        for place in range(seat.route_length):
            if can_work_on(box, seat, place):
                offer(offers, actions.WORK_CARD + (seat.route[place].card - STARTERS))

    @rule
    def do(s, box, index):
        seat = me(s)
        place = route.place_of(seat, index + STARTERS)
        seat.home -= place + 1
        seat.route[place].settlers = place + 1
        carry_out(s, box, box.first_merchant + index + STARTERS)

    @staticmethod
    def why_not(s, box, index):
        seat = me(s)
        place = route.place_of(seat, index + STARTERS)
        if place == NONE:
            return say("it is not in your trade route (FEW1-35)")
        if seat.route[place].settlers:
            return say("your settlers are already on it (FEW1-35)")
        if place + 1 > seat.home:
            return say("it needs {needed} settlers, you have {home} at home (FEW1-5)", needed=place + 1, home=seat.home)
        given = cube_text(box.effects[box.first_merchant + index + STARTERS].given)
        return say("the trade costs {given}, you have {there} (FEW1-E7)", given=given, there=what_is_there(seat.cubes))


class RestEverywhere(OneAnswer):
    """All settlers of the player go home, from the game board and from the trade route (FEW1-45)."""

    block = actions.REST

    @rule
    def do(s, box, index):
        seat = me(s)
        rest_settlers(s, seat)
        for place in range(seat.route_length):
            seat.home += seat.route[place].settlers
            seat.route[place].settlers = 0


# --- refresh and reorder --------------------------------------------------------------------------


class RefreshOrReorder(markets.RefreshMarket):
    """A location to refresh the markets, to reorder the player's route, or both; another turn follows (FEW1-40)."""

    task = N_("refresh the markets, reorder the route")
    closed = say("there is no merchant card left and no route to reorder (FEW3-E7, FEW1-E10)")

    @rule
    def can(s, box, location):
        return markets.can_refresh(s) or me(s).route_length > 1

    @rule
    def do(s, box, location):
        s.again = 1
        ask(s, actions.REFRESHING, NOTHING)


class Refresh(OneAnswer):
    """Refresh the markets (FEW1-40 a), before or after reordering."""

    block = actions.REFRESH

    @rule
    def can(s, box):
        return s.question.number != REFRESHED and markets.can_refresh(s)

    @rule
    def do(s, box, index):
        markets.refresh(s)
        if s.question.number == NOTHING and me(s).route_length > 1:
            ask(s, actions.REFRESHING_TOO, REFRESHED)

    @staticmethod
    def why_not(s, box, index):
        if s.question.number == REFRESHED:
            return say("the markets are already refreshed (FEW1-40)")
        return say("there is no merchant card left (FEW3-E7)")


class Reorder(OneAnswer):
    """Change the order of the player's trade route (FEW1-40 b); it needs two cards (FEW1-E10)."""

    block = actions.REORDER

    @rule
    def can(s, box):
        return s.question.number != REORDERED and me(s).route_length > 1

    @rule
    def do(s, box, index):
        if s.question.number == NOTHING and markets.can_refresh(s):
            ask(s, actions.REFRESHING_TOO, REORDERED)
        ask(s, actions.REORDERING, 1, me(s).route_length)

    @staticmethod
    def why_not(s, box, index):
        if s.question.number == REORDERED:
            return say("the route is already reordered (FEW1-40)")
        return say("your route has fewer than two cards (FEW1-E10)")


class OrderCard(Choice):
    """Name the card that goes to place `number` of `of`; settlers on a card move with it (FEW1-40, FEW1-E5)."""

    block = actions.ORDER

    @rule
    def options(s, box, offers):
        seat = me(s)
        for place in range(s.question.number - 1, seat.route_length):
            offer(offers, actions.ORDER + (seat.route[place].card - STARTERS))

    @rule
    def do(s, box, index):
        seat = me(s)
        to = s.question.number - 1
        place = route.place_of(seat, index + STARTERS)
        settlers = seat.route[place].settlers
        while place > to:
            seat.route[place].card = seat.route[place - 1].card
            seat.route[place].settlers = seat.route[place - 1].settlers
            place -= 1
        seat.route[to].card = index + STARTERS
        seat.route[to].settlers = settlers
        if s.question.number + 1 < s.question.of:
            ask(s, actions.REORDERING, s.question.number + 1, s.question.of)

    @staticmethod
    def why_not(s, box, index):
        if route.place_of(me(s), index + STARTERS) == NONE:
            return say("it is not in your trade route (FEW1-40)")
        return say("it already has a place (FEW1-40)")


def part() -> Part:
    """A route for each seat, older cards on the left; settlers on it count as placed (FEW1-2, FEW1-5, FEW1-E11)."""

    def read(box, catalogue: Catalogue) -> None:
        box.longest_route = catalogue.number("trade_route.max_cards", 0, route.MOST_CARDS)

    return Part(
        seat=[("route", route.ROUTE_CARD, route.MOST_CARDS), ("route_length", np.int8)],
        box=[("longest_route", np.int8)],
        read=read,
        show=lambda s, box, _: {"longest_route": int(box.longest_route)},
        show_seat=lambda s, box, _, seat: {
            "route": [words.route_card(box, seat, number) for number in range(seat.route_length)]
        },
        observed=[route._observe_route],
        deeds={
            UseCard: words.used,
            LayOut: words.laid_out,
            WorkOnRoute: words.worked_on_route,
            RestEverywhere: words.rested,
            Refresh: words.REFRESHED,
            Reorder: words.REORDERED,
            OrderCard: words.ordered,
        },
        questions={
            actions.AT_MARKET: words.ASK_AT_MARKET,
            actions.REFRESHING: words.ASK_REFRESHING,
            actions.REFRESHING_TOO: words.ASK_REFRESHING_TOO,
            actions.REORDERING: words.ASK_ORDER,
        },
        taken=[Taken("merchant card", actions.PLAY.labels, sets=[route.laid_out], order=10)],
        measures=[route.worth_of_route],
        habits=[route.keep_route],
    )
