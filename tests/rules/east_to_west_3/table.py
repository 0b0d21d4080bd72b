"""From East to West, Part III: tables and figures that its tests share."""

from collections.abc import Sequence
from typing import Any

import century
from century.engine.actions import PLAY
from century.engine.match import Match
from tests.helpers import NO_CARD, play, refresh
from tests.tables.new_world import (
    new_world,
)

GAME = century.game("east-to-west-3")


MERCHANTS = PLAY.labels[2:]  # without the starting cards


COVERED = {"c1_4", "c1_5", "c1_6", "d2_1", "d2_2", "e2_1", "e2_2"}


AT_MARKET = ("e2_4", "e2_5", "d2_4", "d2_5")


ROW = "M10 M09 M02 M12"  # YY > G, upgrade 3, YR, YYY > B


FOUR_TILES = "bonus_flat_1 bonus_flat_2 bonus_flat_3 bonus_settlers_1"


def part_three(
    *, markets: str | None = None, merchants: str | None = None, taken: Sequence[int] = (), **more: Any
) -> Match:
    """A table of Part III, and what else `new_world` takes.

    `markets` are the merchant cards below the markets, `merchants` those of the deck; each seat has taken so many.
    """
    match = new_world("east-to-west-3", **more)
    s = match.state
    row = list(s.market_cards) if markets is None else [PLAY.labels.index(id) for id in markets.split()]
    rest = [card for card in range(2, len(PLAY.labels)) if card not in row]
    for seat, number in enumerate(taken):
        s.seats[seat].merchants_taken = number
        s.seats[seat].discards = sum(1 << rest.pop() for _ in range(number))
    deck = rest if merchants is None else [PLAY.labels.index(id) for id in merchants.split()]
    s.market_cards[:] = [*row, *[NO_CARD] * (4 - len(row))]
    s.market_deck[0] = sum(1 << card for card in deck)
    return refresh(match)


def below_the_markets(match: Match) -> list[str | None]:
    return [card and card["card"] for card in match.view()["markets"]]


def refreshed(match: Match) -> set[str | None]:
    """The markets after the player in turn has refreshed them; the extra turn is a rest, so that others can, too."""
    play(match, "work e2_3")
    shown = set(below_the_markets(match))
    play(match, "rest")
    return shown
