"""Merchant cards, coins and what is done with them, in words."""

from collections.abc import Iterator
from dataclasses import dataclass

from century.components.catalogue import cube_text
from century.engine.actions import CLAIM, CUBE, PLAY
from century.engine.things import About, Cubes, Deed, Deeds, Good, Question, Thing
from century.mechanisms.common.decks import size
from century.mechanisms.common.words import Claimed, GaveCube, Rested, all_cubes, effect, is_told_by_next, point_card
from century.mechanisms.road.coins import COINS, NO_COIN, coin_at
from century.words import say


def merchant(box, card: int) -> Thing:
    """A merchant card."""
    id = PLAY.labels[card]
    return effect(box.effects[box.first_merchant + card]).of_kind("merchant card", id, card=id)


def merchant_in_row(s, box, place: int) -> Thing:
    """A merchant card of the row, with the cubes on it."""
    laid = s.merchant_row[place]
    cubes = Cubes(cube_text(laid.cubes))
    return merchant(box, laid.card).also(cubes=cubes).under(cubes)


def printed_point_card(box, card: int) -> Thing:
    """A point card."""
    return point_card(box, CLAIM.labels, card)


def point_card_in_row(s, box, place: int) -> Thing:
    """A point card of the row, with the coin above it."""
    coin = coin_name(s, place)
    card = printed_point_card(box, s.point_row[place]).also(coin=coin)
    return card.under(Good(coin)) if coin else card


def coin_name(s, place: int) -> str | None:
    """What the coin above a place of the row is called."""
    coin = coin_at(s, place)
    return None if coin == NO_COIN else COINS[coin]


# --- answers ----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Acquired(About):
    """A card of the row was taken."""

    @property
    def label(self) -> str:
        """What the answer does."""
        return say("Take the card: {what}", what=self.about)

    def told(self, following: Deeds) -> Iterator[str]:
        """Tell what was paid for it and lay on it."""
        if paid := following.run(PlacedCube):
            yield say("paid {cubes} and took: {card}", card=self.about, cubes=all_cubes(paid))
        else:
            yield say("took for free: {card}", card=self.about)
        if self.about["cubes"]:
            yield say("with {cubes} on it", cubes=self.about["cubes"])


def acquired(s, box, index: int) -> Deed:
    """Take a card of the row."""
    return Acquired(merchant_in_row(s, box, index))


class PlacedCube(GaveCube):
    """A cube was put onto a card of the row."""


def placed_cube(s, box, index: int) -> Deed:
    """Put a cube onto a card of the row."""
    return PlacedCube(CUBE.labels[index])


@dataclass(frozen=True)
class Played(About):
    """A card of the hand was played."""

    @property
    def label(self) -> str:
        """What the answer does."""
        return say("Play the card: {what}", what=self.about)

    def told(self, following: Deeds) -> Iterator[str]:
        """Tell what it did, unless the next answers do."""
        if not is_told_by_next(self.about, following):
            yield say("played: {card}", card=self.about)


def played(s, box, index: int) -> Deed:
    """Play a card of the hand."""
    return Played(merchant(box, index))


def claimed(s, box, index: int) -> Deed:
    """Claim a card of the row."""
    return Claimed(printed_point_card(box, index), coin_name(s, list(s.point_row).index(index)))


def rested(s, box, index: int) -> Deed:
    """Take the played cards back."""
    return Rested(cards=int(size(s.seats[s.question.seat].played)))


def rested_from_sailing(s, box, index: int) -> Deed:
    """Take the played and the sailed cards back."""
    seat = s.seats[s.question.seat]
    return Rested(cards=int(size(seat.played) + size(seat.sailed)))


# --- questions --------------------------------------------------------------------------------------

ASK_TURN = Question(
    say("Your turn. Where does the caravan go?"),
    say("Play a card from your hand, take a merchant, claim a point card, or rest."),
)


def ask_placing(s, box, answers) -> Question:
    """Ask for a cube to put onto a card."""
    return Question(
        say("Pay {number} of {of}: choose a cube", number=int(s.question.number), of=int(s.question.of)),
        say("It goes onto a card to the left of the one you take."),
    )
