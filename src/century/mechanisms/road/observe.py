"""What observations tell of this room, and how they write a merchant card."""

from century.engine.actions import ACQUIRE, PLAY
from century.engine.compile import rule
from century.engine.part import Column, Piece
from century.engine.pieces import MOST_PRINTED, write_bits, write_zeros
from century.mechanisms.common.cubes import COLOURS
from century.mechanisms.common.decks import NONE, size
from century.mechanisms.common.observe import EFFECT, EFFECT_COLUMNS, colours, write_cubes, write_effect
from century.mechanisms.road.coins import COINS
from century.mechanisms.road.merchants import CARDS

MERCHANT = (Column("card", CARDS), *EFFECT)  # what `write_merchant` writes
MERCHANT_COLUMNS = len(MERCHANT)
ROW_COLUMNS = MERCHANT_COLUMNS + COLOURS


@rule
def write_merchant(out, at, box, card):
    """Write a merchant card: its number, counted from 1, and its effect; zeros if none is there."""
    if card == NONE:
        write_zeros(out, at, 1 + EFFECT_COLUMNS)
    else:
        out[at] = card + 1
        write_effect(out, at + 1, box, box.first_merchant + card)


class MerchantRow(Piece):
    """The row of merchant cards."""

    name = "merchant_row"
    order = 70
    meaning = "merchant cards to acquire, leftmost first: the number of the card (0: none), its effect, cubes on it"
    columns = (*MERCHANT, *colours("cubes"))

    @staticmethod
    def rows_of(game):
        """Return the numbers of its places."""
        return ACQUIRE.labels[: game.state_type["merchant_row"].shape[0]]

    @rule
    def observe(s, box, seat, out, at):
        for place in range(len(s.merchant_row)):
            write_merchant(out, at + place * ROW_COLUMNS, box, s.merchant_row[place].card)
            write_cubes(out, at + place * ROW_COLUMNS + MERCHANT_COLUMNS, s.merchant_row[place].cubes)


class MerchantDeck(Piece):
    """The deck of merchant cards."""

    name = "merchant_deck"
    order = 80
    meaning = "merchant cards in the deck"
    columns = (Column("cards", CARDS),)

    @rule
    def observe(s, box, seat, out, at):
        out[at] = size(s.merchant_deck.cards)


class CoinsLeft(Piece):
    """Coins above the row."""

    name = "coins"
    order = 110
    meaning = "gold and silver coins above the row of point cards"
    columns = tuple(Column(coin, MOST_PRINTED, usual=10) for coin in COINS)

    @rule
    def observe(s, box, seat, out, at):
        for coin in range(len(s.coins)):
            out[at + coin] = s.coins[coin]


class Hand(Piece):
    """Cards in the hand."""

    name = "hand"
    order = 340
    meaning = "1 for each merchant card in the hand; hands are open"
    of_a_seat = True
    rows = PLAY.labels

    @rule
    def observe(s, box, seat, out, at):
        write_bits(out, at, s.seats[seat].hand, CARDS)


class Played(Piece):
    """Cards played."""

    name = "played"
    order = 350
    meaning = "1 for each merchant card played, until a rest"
    of_a_seat = True
    rows = PLAY.labels

    @rule
    def observe(s, box, seat, out, at):
        write_bits(out, at, s.seats[seat].played, CARDS)


class Sailed(Piece):
    """Cards face down."""

    name = "sailed"
    order = 360
    meaning = "1 for each merchant card turned face down to pay for a step"
    of_a_seat = True
    rows = PLAY.labels

    @rule
    def observe(s, box, seat, out, at):
        write_bits(out, at, s.seats[seat].sailed, CARDS)


class Coins(Piece):
    """Coins taken."""

    name = "coins"
    order = 370
    meaning = "gold and silver coins taken"
    of_a_seat = True
    columns = tuple(Column(coin, MOST_PRINTED, usual=5) for coin in COINS)

    @rule
    def observe(s, box, seat, out, at):
        for coin in range(len(s.coins)):
            out[at + coin] = s.seats[seat].coins[coin]
