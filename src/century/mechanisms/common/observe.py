"""What observations tell of this room, and how they write cubes, effects and costs."""

from collections.abc import Sequence

import numpy as np

from century.engine.actions import CLAIM, TRADING, TRADING_ON
from century.engine.compile import rule
from century.engine.contract import score
from century.engine.part import Column, Piece
from century.engine.pieces import MOST, MOST_POINTS, MOST_PRINTED, count_piece, set_piece, write_zeros
from century.engine.state import PLAYING
from century.mechanisms.common.cubes import COLOURS
from century.mechanisms.common.decks import size


def colours(what: str, high: int = MOST, usual: int = 10) -> tuple[Column, ...]:
    """Return a column for each colour of cubes."""
    return tuple(Column(f"{what} {code}".strip(), high, usual=usual) for code in "YRGB")


EFFECT = (  # what `write_effect` writes
    Column("upgrades", MOST_PRINTED, usual=3),
    *colours("gives", MOST_PRINTED, 5),
    *colours("takes", MOST_PRINTED, 5),
)
EFFECT_COLUMNS = len(EFFECT)
COST = (*colours("cost", MOST_PRINTED, 5), Column("points", MOST_POINTS, usual=20))  # what `write_cost` writes
COST_COLUMNS = len(COST)
POINT_COLUMNS = 1 + COST_COLUMNS


@rule
def write_cubes(out, at, cubes):
    """Write the number of cubes of each colour."""
    first = np.uint64(at)
    for colour in range(COLOURS):
        out[first + np.uint64(colour)] = cubes[colour]


@rule
def write_effect(out, at, box, number):
    """Write an effect of the table of effects: upgrades, the cubes that it gives and those that it takes."""
    effect = box.effects[number]
    out[at] = effect.upgrades
    write_cubes(out, at + 1, effect.given)
    write_cubes(out, at + 1 + COLOURS, effect.taken)


@rule
def write_cost(out, at, box, card):
    """Write a thing that can be claimed: its number, counted from 1, its cost and points; zeros if none is there."""
    if card < 0:
        write_zeros(out, at, 1 + COST_COLUMNS)
    else:
        out[at] = card + 1
        write_cubes(out, at + 1, box.point_cards[card].cost)
        out[at + 1 + COLOURS] = box.point_cards[card].points


class Trade(Piece):
    """The trade that is asked about."""

    name = "trade"
    order = 40
    meaning = "the trade that is asked about; zeros if none is"
    columns = EFFECT

    @rule
    def observe(s, box, seat, out, at):
        decision = s.question.decision
        if s.over == PLAYING and (decision == TRADING or decision == TRADING_ON):  # noqa: SIM109
            write_effect(out, at, box, s.question.number)
        else:
            write_zeros(out, at, EFFECT_COLUMNS)


ExtraTurn = count_piece(
    "again", 60, "whether the player in turn takes another turn after this one", name="another_turn", of_a_seat=False
)


class PointRow(Piece):
    """The row of point cards."""

    name = "point_row"
    order = 90
    meaning = "point cards to claim, leftmost first: the number of the card (0: none), its cost, its points"
    columns = (Column("card", len(CLAIM.labels)), *COST)

    @staticmethod
    def rows_of(game):
        """Return the numbers of its places."""
        return [str(place + 1) for place in range(game.state_type["point_row"].shape[0])]

    @rule
    def observe(s, box, seat, out, at):
        for place in range(len(s.point_row)):
            write_cost(out, at + place * POINT_COLUMNS, box, s.point_row[place])


class PointDeck(Piece):
    """The deck of point cards."""

    name = "point_deck"
    order = 100
    meaning = "point cards in the deck"
    columns = (Column("cards", len(CLAIM.labels)),)

    @rule
    def observe(s, box, seat, out, at):
        out[at] = size(s.point_deck.cards)


class Storage(Piece):
    """Cubes, and how many there is room for."""

    name = "storage"
    order = 310
    meaning = "cubes in storage by colour, and how many it holds at the end of a turn"
    of_a_seat = True
    columns = (*colours("cubes"), Column("holds", MOST, usual=10))

    @rule
    def observe(s, box, seat, out, at):
        write_cubes(out, at, s.seats[seat].cubes)
        out[at + 4] = s.seats[seat].storage


class Points(Piece):
    """The score, and how near the last claim is."""

    name = "points"
    order = 320
    meaning = "the score as it stands; claims; claims that are left until the game ends"
    of_a_seat = True
    columns = (
        Column("score", MOST, usual=100),
        Column("claims", 64, usual=6),
        Column("claims left", 64, low=-64, usual=6),
    )

    @rule
    def observe(s, box, seat, out, at):
        claims = size(s.seats[seat].claimed)
        out[at] = score(s, box, seat)
        out[at + 1] = claims
        out[at + 2] = box.last_claim[s.players] - claims


def claimed(ids: Sequence[str]) -> type[Piece]:
    """Return the piece for claims of these cards or tiles."""
    return set_piece("claimed", ids, 330, "1 for each point card or VP tile claimed")
