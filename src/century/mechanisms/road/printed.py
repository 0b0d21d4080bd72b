"""Merchant cards as they are printed, and how observations write them."""

from century.components.catalogue import Catalogue, Entry
from century.engine.actions import PLAY
from century.engine.compile import rule
from century.engine.part import Column
from century.engine.pieces import write_zeros
from century.mechanisms.common.cubes import COLOURS
from century.mechanisms.common.decks import NONE
from century.mechanisms.common.observe import EFFECT_COLUMNS, EFFECT_SIZE, write_effect

CARDS = len(PLAY.labels)
STARTERS = sum(label.startswith("S") for label in PLAY.labels)


def _merchant_entries(catalogue: Catalogue) -> list[Entry]:
    return catalogue.entries_with_ids(PLAY.labels, "starter", "merchant")


MERCHANT_EFFECTS = CARDS, _merchant_entries
MERCHANT_COLUMNS = (Column("card", CARDS), *EFFECT_COLUMNS)  # what `write_merchant` writes
MERCHANT_SIZE = len(MERCHANT_COLUMNS)
ROW_SIZE = MERCHANT_SIZE + COLOURS


@rule
def write_merchant(out, at, box, card):
    """Write a merchant card: its number, counted from 1, and its effect; zeros if none is there."""
    if card == NONE:
        write_zeros(out, at, 1 + EFFECT_SIZE)
    else:
        out[at] = card + 1
        write_effect(out, at + 1, box, box.first_merchant + card)
