"""What observations tell of this room, and how they write a merchant card."""

from century.engine.actions import ACQUIRE, PLAY
from century.engine.compile import rule
from century.engine.part import Column, Piece
from century.engine.pieces import MOST_PRINTED, count_piece, set_piece, write_zeros
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


CoinsLeft = count_piece(
    "coins",
    110,
    "gold and silver coins above the row of point cards",
    [Column(coin, MOST_PRINTED, usual=10) for coin in COINS],
    of_a_seat=False,
)

Hand = set_piece("hand", PLAY.labels, 340, "1 for each merchant card in the hand; hands are open")
Played = set_piece("played", PLAY.labels, 350, "1 for each merchant card played, until a rest")
Sailed = set_piece("sailed", PLAY.labels, 360, "1 for each merchant card turned face down to pay for a step")
Coins = count_piece(
    "coins", 370, "gold and silver coins taken", [Column(coin, MOST_PRINTED, usual=5) for coin in COINS]
)
