"""Decks, hands and other sets of cards: the bits of one unsigned number, card k being bit k.

A deck is hidden: its order follows from the chance in the state, and a view shows only its size.
Everything else has been public at some time and is shown openly (SR-E8, EW-E23, ANW-E30).
"""

import numpy as np

from century.engine.chance import roll
from century.engine.compile import rule
from century.engine.pipeline import overload
from century.engine.state import offer, record

NONE = -1

# Each deck or other event has a stream of chance of its own: a number that no other module of the package has.
FIRST_OUTSIDE_STREAM = 64  # games from outside the package number theirs from here on, to 127

DECK = record(("cards", np.uint64), ("stream", np.int8))


@rule
def bit(card):
    """The set with this one card."""
    return np.uint64(1) << np.uint64(card)


@rule
def holds(cards, card):
    """Whether a card is in a set."""
    return (cards >> np.uint64(card)) & np.uint64(1) != np.uint64(0)


def size(cards):
    """Return the number of cards in a set."""
    return np.int64(int(cards).bit_count())


@overload(size)
def _size(cards):
    """The same as a loop, which a compiler knows to be one instruction."""

    def size(cards):
        total = np.int64(0)
        while cards != np.uint64(0):
            cards &= cards - np.uint64(1)
            total += 1
        return total

    return size


@rule
def lowest(cards):
    """The card of the lowest number in a set that is not empty."""
    return size(~cards & (cards - np.uint64(1)))


@rule
def without_lowest(cards):
    """The other cards of the set."""
    return cards & (cards - np.uint64(1))


@rule
def shuffle(deck, stream, first, end):
    """Make a deck of the cards from `first` to before `end`."""
    deck.stream = stream
    for card in range(first, end):
        deck.cards |= bit(card)


@rule
def draw(s, deck):
    """Take the top card of a deck; no card if it is empty."""
    if deck.cards == np.uint64(0):
        return NONE
    card = pick(s, deck.cards, deck.stream, size(deck.cards))
    deck.cards &= ~bit(card)
    return card


@rule
def pick(s, cards, stream, number):
    """Return a random card of a set that is not empty: the draw of this number in this stream."""
    for _ in range(roll(s.chance, stream, number, size(cards))):
        cards = without_lowest(cards)
    return lowest(cards)


@rule
def offer_each(offers, block, cards):
    """Offer the actions of a block that belong to the cards of a set."""
    left = np.uint64(cards)
    while left != np.uint64(0):
        offer(offers, block + lowest(left))
        left = without_lowest(left)


def cards_of(cards: int) -> list[int]:
    """The cards of a set, as numbers."""
    return [card for card in range(64) if int(cards) >> card & 1]
