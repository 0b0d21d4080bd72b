"""Merchant cards, coins, and the answers about them, in words."""

from collections.abc import Iterator

from century.components.catalogue import cube_text
from century.engine.actions import CLAIM, PLAY
from century.engine.deeds import Deed, Deeds, Question
from century.engine.signs import Cubes, Good
from century.engine.things import Thing
from century.mechanisms.common import words as common
from century.mechanisms.common.decks import size
from century.mechanisms.common.words import cubes_of, effect, gave_cube, point_card
from century.mechanisms.road.coins import COINS, NO_COIN, coin_at
from century.words import say


def merchant(box, card: int) -> Thing:
    """A merchant card."""
    id, does = PLAY.labels[card], effect(box.effects[box.first_merchant + card])
    return does.but(kind="merchant card", id=id, facts={"card": id, **does.facts})


def merchant_in_row(s, box, place: int) -> Thing:
    """A merchant card of the row, with the cubes on it."""
    laid = s.merchant_row[place]
    cubes, card = Cubes(cube_text(laid.cubes)), merchant(box, laid.card)
    return card.but(facts={**card.facts, "cubes": cubes}, on_it=[cubes] if cubes else ())


def printed_point_card(box, card: int) -> Thing:
    """A point card."""
    return point_card(box, CLAIM.labels, card)


def point_card_in_row(s, box, place: int) -> Thing:
    """A point card of the row, with the coin above it."""
    coin = coin_name(s, place)
    card = printed_point_card(box, s.point_row[place])
    return card.but(facts={**card.facts, "coin": coin}, on_it=[Good(coin)] if coin else ())


def coin_name(s, place: int) -> str | None:
    """Return the name of the coin above a place of the row, if there is one."""
    coin = coin_at(s, place)
    return None if coin == NO_COIN else COINS[coin]


# --- answers ----------------------------------------------------------------------------------------

_PLACED = "placed cube"


def acquired(s, box, index: int) -> Deed:
    """Take a card of the row, and pay with the cubes that are placed next."""
    card, lying = merchant_in_row(s, box, index), Cubes(cube_text(s.merchant_row[index].cubes))

    def tell(following: Deeds) -> Iterator[str]:
        if paid := cubes_of(following.run(_PLACED)):
            yield say("paid {cubes} and took: {card}", card=card, cubes=paid)
        else:
            yield say("took for free: {card}", card=card)
        if lying:
            yield say("with {cubes} on it", cubes=lying)

    return Deed(tell, say("Take the card: {what}", what=card), card)


placed_cube = gave_cube(_PLACED)


def played(s, box, index: int) -> Deed:
    """Play a card of the hand."""
    card, does = merchant(box, index), box.effects[box.first_merchant + index]
    return common.used_card(card, does, say("Play the card: {what}", what=card), say("played: {card}", card=card))


def claimed(s, box, index: int) -> Deed:
    """Claim a card of the row."""
    coin = coin_name(s, list(s.point_row).index(index))
    return common.claimed_card(printed_point_card(box, index), box.point_cards[index], coin)


def rested(s, box, index: int) -> Deed:
    """Take the played cards back."""
    return common.rested(cards=int(size(s.seats[s.question.seat].played)))


# --- questions --------------------------------------------------------------------------------------

ASK_TURN = Question(
    say("Your turn. Where does the caravan go?"),
    say("Play a card from your hand, take a merchant, claim a point card, or rest."),
)
ASK_PLACING = say("It goes onto a card to the left of the one you take.")
