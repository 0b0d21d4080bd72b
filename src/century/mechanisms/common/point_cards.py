"""Claims: the point cards or VP tiles that each seat has claimed, and how many end the game (SR-5, SR-70)."""

from collections.abc import Sequence

import numpy as np

from century.components.catalogue import Catalogue
from century.engine.compile import rule
from century.engine.contract import score
from century.engine.part import Column, Item, Part, Taken, measure
from century.engine.pieces import MOST, piece, set_piece
from century.mechanisms.common import words
from century.mechanisms.common.decks import cards_of, lowest, size, without_lowest
from century.mechanisms.common.printed import POINT_CARD
from century.words import N_


@rule
def enough_claimed(s, box):
    """Whether a player has claimed the number of cards that ends the game (SR-70)."""
    for seat in range(s.players):
        if size(s.seats[seat].claimed) >= box.last_claim[s.players]:
            return True
    return False


@rule
def points_of(cards, printed):
    """The points printed on the cards or tiles of a set."""
    total = np.int64(0)
    left = np.uint64(cards)
    while left != np.uint64(0):
        total += printed[lowest(left)].points
        left = without_lowest(left)
    return total


class ClaimedCards(Item):
    """Points of the claimed cards (SR-71)."""

    name = N_("point cards")

    @rule
    def points(s, box, seat):
        return points_of(s.seats[seat].claimed, box.point_cards)


@piece(
    "points",
    320,
    "the score as it stands; claims; claims that are left until the game ends",
    columns=(
        Column("score", MOST, usual=100),
        Column("claims", 64, usual=6),
        Column("claims left", 64, low=-64, usual=6),
    ),
    of_a_seat=True,
)
def _observe_points(s, box, seat, out, at):
    claims = size(s.seats[seat].claimed)
    out[at] = score(s, box, seat)
    out[at + 1] = claims
    out[at + 2] = box.last_claim[s.players] - claims


@measure(70, {"claim": 0.0}, fading=True)
def worth_of_claims(s, box, seat, weights):
    """Cards or tiles claimed, beyond their points: the seat that claims faster ends the game."""
    return weights[0] * np.float64(size(seat.claimed))


@rule
def claim_progress(s, box, seat):
    """Return the share of the claims that end the game."""
    return np.float64(size(s.seats[seat].claimed)) / box.last_claim[s.players]


def part(list_name: str, ids: Sequence[str], end: str, seats: int, kind: str = "point card") -> Part:
    """Things that are claimed for cubes and bring points: cards or tiles of a list of the catalogue.

    `end` names the number of claims that ends the game, which may depend on the players. `kind` is for reports.
    """

    def read(box, catalogue: Catalogue) -> None:
        for card, entry in enumerate(catalogue.entries_with_ids(ids, list_name)):
            box.point_cards[card].cost = entry.cubes("cost")
            box.point_cards[card].points = entry.number("points", 0, 100)
        claims, key = catalogue.at(end)
        for players in range(2, seats + 1):
            if isinstance(claims.values.get(key), dict):
                box.last_claim[players] = claims.inner(key).number(str(players), 1, len(ids) // players - 1)
            else:
                box.last_claim[players] = claims.number(key, 1, len(ids) // players - 1)

    return Part(
        seat=[("claimed", np.uint64)],
        box=[("point_cards", POINT_CARD, len(ids)), ("last_claim", np.int8, seats + 1)],
        read=read,
        show=lambda s, box, _: {"last_claim": int(box.last_claim[s.players])},
        show_seat=lambda s, box, _, seat: {
            "claimed": [words.point_card(box, ids, card) for card in cards_of(seat.claimed)]
        },
        observed=[_observe_points, set_piece("claimed", ids, 330, "1 for each point card or VP tile claimed")],
        taken=[Taken(kind, ids, sets=["claimed"], order=20)],
        measures=[worth_of_claims],
        progress=claim_progress,
    )
