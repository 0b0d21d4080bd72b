"""The row of point cards, the deck, and claiming (SR-5, SR-6)."""

import numpy as np

from century.components.catalogue import Catalogue, cube_text
from century.engine.actions import CLAIM
from century.engine.chance import FIRST_DECK_STREAM
from century.engine.compile import rule
from century.engine.part import Choice, Column, Part, measure
from century.engine.pieces import piece
from century.engine.state import me, offer
from century.mechanisms.common.cubes import covers, pay, what_is_there
from century.mechanisms.common.decks import DECK, NONE, bit, cards_of, draw, shuffle, size
from century.mechanisms.common.observe import COST_COLUMNS, POINT_SIZE, write_cost
from century.mechanisms.common.value import worth_of_goal
from century.mechanisms.road.coins import NO_COIN, coin_at, take_coin
from century.mechanisms.road.words import claimed, point_card_in_row, printed_point_card
from century.words import say

POINT_STREAM = FIRST_DECK_STREAM + 1


@rule
def lay_out_point_cards(s, box):
    """Shuffle the point cards and reveal the row (SR-10)."""
    shuffle(s.point_deck, POINT_STREAM, 0, len(box.point_cards))
    for place in range(len(s.point_row)):
        s.point_row[place] = NONE
        if place < box.point_row:
            s.point_row[place] = draw(s, s.point_deck)


@rule
def forget_point_cards(s, box):
    """Hide the deck."""
    s.point_deck.cards = np.uint64(0)


class ClaimCard(Choice):
    """Return all cubes of a card's cost and take the card (SR-50), with the coin above it (SR-51)."""

    block = CLAIM
    is_claim = True

    @rule
    def options(s, box, offers):
        cubes = me(s).cubes
        for place in range(len(s.point_row)):
            card = s.point_row[place]
            if card != NONE and covers(cubes, box.point_cards[card].cost):
                offer(offers, CLAIM + card)

    @rule
    def do(s, box, index):
        seat = me(s)
        pay(seat.cubes, box.point_cards[index].cost)
        seat.claimed |= bit(index)
        place = 0
        while s.point_row[place] != index:
            place += 1
        take_coin(s, seat, place)
        close_row(s, place)

    @staticmethod
    def why_not(s, box, index):
        if index not in s.point_row:
            return say("it is not in the row (SR-50)")
        cost = cube_text(box.point_cards[index].cost)
        return say("it costs {cost}, you have {there} (SR-50)", cost=cost, there=what_is_there(me(s).cubes))


@rule
def close_row(s, gap):
    """The row closes to the left and a new card is revealed at the right end (SR-53).

    The deck cannot run out before the game ends (SR-E6).
    """
    row = s.point_row
    last = gap
    while last + 1 < len(row) and row[last + 1] != NONE:
        row[last] = row[last + 1]
        last += 1
    row[last] = draw(s, s.point_deck)


@piece(
    "point_row",
    90,
    "point cards to claim, leftmost first: the number of the card (0: none), its cost, its points",
    columns=(Column("card", len(CLAIM.labels)), *COST_COLUMNS),
    rows_of=lambda game: [str(place + 1) for place in range(game.state_type["point_row"].shape[0])],
)
def _observe_point_row(s, box, seat, out, at):
    for place in range(len(s.point_row)):
        write_cost(out, at + place * POINT_SIZE, box, s.point_row[place])


@piece("point_deck", 100, "point cards in the deck", columns=(Column("cards", len(CLAIM.labels)),))
def _observe_point_deck(s, box, seat, out, at):
    out[at] = size(s.point_deck.cards)


@measure(60, {"goal": 0.3, "goals": 0.2, "unseen goal": 0.0})
def worth_of_row_goal(s, box, seat, weights):
    """The nearest point card of the row: its points and coin, by the share of its cost that is there.

    A card that is not revealed yet has the same value for every seat. Otherwise a seat would lose a goal by claiming.
    """
    best = np.float64(0)
    total = np.float64(0)
    for place in range(len(s.point_row)):
        card = s.point_row[place]
        value = weights[2]
        if card != NONE:
            coin = coin_at(s, place)
            coin_points = 0 if coin == NO_COIN else box.coin_points[coin]
            value = worth_of_goal(seat.cubes, box.point_cards[card], coin_points)
        best = max(best, value)
        total += value
    return weights[0] * best + weights[1] * total / len(s.point_row)


def part(places: int) -> Part:
    """A row with this number of places for point cards, leftmost first, and a deck."""

    def read(box, catalogue: Catalogue) -> None:
        box.point_row = catalogue.table("setup").number("point_row", 1, places)

    return Part(
        table=[("point_deck", DECK), ("point_row", np.int8, places)],
        box=[("point_row", np.int8)],
        read=read,
        setup=[lay_out_point_cards],
        forget=[forget_point_cards],
        show=lambda s, box, _: {
            "point_row": [point_card_in_row(s, box, place) for place, card in enumerate(s.point_row) if card != NONE],
            "point_deck": len(cards_of(s.point_deck.cards)),
        },
        observed=[_observe_point_row, _observe_point_deck],
        deeds={ClaimCard: claimed},
        things={"point card": printed_point_card},
        measures=[worth_of_row_goal],
    )
