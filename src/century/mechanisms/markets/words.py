"""Markets, the trade route, and the answers there, in words."""

from century.engine.deeds import Deed, Deeds, Question
from century.engine.signs import Strong
from century.engine.things import Thing
from century.mechanisms.common import words as common
from century.mechanisms.markets.route import place_of
from century.mechanisms.new_world.settlers import at_work
from century.mechanisms.new_world.words import settlers_needed
from century.mechanisms.road.printed import STARTERS
from century.mechanisms.road.words import merchant
from century.words import say


def route_card(box, seat, number: int) -> Thing:
    """A card of a trade route."""
    place = seat.route[number]
    card, placed = merchant(box, place.card), int(place.settlers)
    return card.but(
        facts={**card.facts, "placed": placed, "needs": number + 1},
        needed=[settlers_needed(number + 1)],
        on_it=[settlers_needed(placed)] if placed else (),
    )


# --- answers ----------------------------------------------------------------------------------------


def used(s, box, index: int) -> Deed:
    """Use the card of the market."""
    number = s.market_cards[s.question.number]
    card, does = merchant(box, number), box.effects[box.first_merchant + number]
    return common.used_card(card, does, say("Use it now"), say("used: {card}", card=card))


def laid_out(s, box, index: int) -> Deed:
    """Lay the card of the market out."""
    card = merchant(box, s.market_cards[s.question.number])
    return Deed(say("added to the trade route: {card}", card=card), say("Add to trade route"), card)


def worked_on_route(s, box, index: int) -> Deed:
    """Send settlers to a card of the trade route."""
    seat = s.seats[s.question.seat]
    place = int(place_of(seat, index + STARTERS))
    card = route_card(box, seat, place)
    return Deed(say("sent {number} to the route card {what}", number=Strong(place + 1), what=card), about=card)


def rested(s, box, index: int) -> Deed:
    """Call the settlers of all locations and of the trade route home."""
    seat = s.seats[s.question.seat]
    on_route = sum(int(place.settlers) for place in seat.route[: seat.route_length])
    return common.rested(settlers=at_work(s) + on_route)


REFRESHED = Deed(say("refreshed the markets"), say("Refresh the markets"))
_ORDERED = "ordered"


def _reorder(following: Deeds) -> list[str]:
    """Report the new order without the single places."""
    following.run(_ORDERED)
    return [say("reordered the trade route")]


REORDERED = Deed(_reorder, say("Reorder the route"))


def ordered(s, box, index: int) -> Deed:
    """Give a card its place in the trade route."""
    return Deed(about=merchant(box, index + STARTERS), kind=_ORDERED)


# --- questions --------------------------------------------------------------------------------------

ASK_AT_MARKET = Question(
    say("Use the merchant card now, or add it to your trade route?"),
    say("If you use it, it goes to your discard pile. Otherwise it stays in your trade route."),
)
_ANOTHER_TURN = say("Another turn follows at once.")
ASK_REFRESHING = Question(say("Refresh the markets, or reorder your route"), _ANOTHER_TURN)
ASK_REFRESHING_TOO = Question(say("Do the other part as well?"), _ANOTHER_TURN)
ASK_ORDER = say("Choose a card of your trade route.")
