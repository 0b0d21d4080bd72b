"""Markets and the trade route, and what is done there, in words."""

from collections.abc import Iterator
from dataclasses import dataclass

from century.engine.things import About, Deed, Deeds, Question, Silent, Strong, Thing
from century.mechanisms.common.words import Rested, is_told_by_next
from century.mechanisms.markets.trade_route import place_of
from century.mechanisms.new_world.words import at_work, settlers_needed
from century.mechanisms.road.merchants import STARTERS
from century.mechanisms.road.words import merchant
from century.words import say


def route_card(box, seat, number: int) -> Thing:
    """A card of a trade route."""
    place = seat.route[number]
    card = merchant(box, place.card).also(placed=int(place.settlers), needs=number + 1)
    card = card.needing(settlers_needed(number + 1))
    return card.under(settlers_needed(int(place.settlers))) if place.settlers else card


# --- answers ----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Used(About):
    """The card of a market was used."""

    @property
    def label(self) -> str:
        """What the answer does."""
        return say("Use it now")

    def told(self, following: Deeds) -> Iterator[str]:
        """Tell what it did, unless the next answers do."""
        if not is_told_by_next(self.about, following):
            yield say("used: {card}", card=self.about)


def used(s, box, index: int) -> Deed:
    """Use the card of the market."""
    return Used(merchant(box, s.market_cards[s.question.number]))


@dataclass(frozen=True)
class LaidOut(About):
    """The card of a market was laid out."""

    @property
    def label(self) -> str:
        """What the answer does."""
        return say("Add to trade route")

    def told(self, following: Deeds) -> Iterator[str]:
        """Tell which."""
        yield say("added to the trade route: {card}", card=self.about)


def laid_out(s, box, index: int) -> Deed:
    """Lay the card of the market out."""
    return LaidOut(merchant(box, s.market_cards[s.question.number]))


@dataclass(frozen=True)
class WorkedOnRoute(About):
    """Settlers were sent to a card of the trade route."""

    def told(self, following: Deeds) -> Iterator[str]:
        """Tell how many, and to which card."""
        yield say("sent {number} to the route card {what}", number=Strong(self.about["needs"]), what=self.about)


def worked_on_route(s, box, index: int) -> Deed:
    """Send settlers to a card of the trade route."""
    seat = s.seats[s.question.seat]
    return WorkedOnRoute(route_card(box, seat, int(place_of(seat, index + STARTERS))))


def rested(s, box, index: int) -> Deed:
    """Call the settlers of all locations and of the trade route home."""
    seat = s.seats[s.question.seat]
    on_route = sum(int(place.settlers) for place in seat.route[: seat.route_length])
    return Rested(settlers=at_work(s) + on_route)


class Refreshed(Deed):
    """The markets were refreshed."""

    @property
    def label(self) -> str:
        """What the answer does."""
        return say("Refresh the markets")

    def told(self, following: Deeds) -> Iterator[str]:
        """Tell it."""
        yield say("refreshed the markets")


def refreshed(s, box, index: int) -> Deed:
    """Refresh the markets."""
    return Refreshed()


class Reordered(Deed):
    """The trade route was reordered."""

    @property
    def label(self) -> str:
        """What the answer does."""
        return say("Reorder the route")

    def told(self, following: Deeds) -> Iterator[str]:
        """Tell it without the places."""
        following.run(Ordered)
        yield say("reordered the trade route")


def reordered(s, box, index: int) -> Deed:
    """Reorder the trade route."""
    return Reordered()


@dataclass(frozen=True)
class Ordered(Silent, About):
    """A card got its place in the trade route."""


def ordered(s, box, index: int) -> Deed:
    """Give a card its place in the trade route."""
    return Ordered(merchant(box, index + STARTERS))


# --- questions --------------------------------------------------------------------------------------

ASK_AT_MARKET = Question(
    say("Use the merchant card now, or add it to your trade route?"),
    say("If you use it, it goes to your discard pile. Otherwise it stays in your trade route."),
)

ASK_REFRESHING = Question(say("Refresh the markets, or reorder your route"), say("Another turn follows at once."))

ASK_REFRESHING_TOO = Question(say("Do the other part as well?"), say("Another turn follows at once."))


def ask_order(s, box, answers) -> Question:
    """Ask which card goes to a place."""
    return Question(
        say("Which card goes in place {number} of {of}?", number=int(s.question.number), of=int(s.question.of)),
        say("Choose a card of your trade route."),
    )
