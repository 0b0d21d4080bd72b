"""Point cards of the New World: native help, tools, new settlers and exploration (ANW-7)."""

import numpy as np

from century.components.catalogue import CUBES, Catalogue
from century.engine.compile import rule
from century.engine.part import Column, Part, measure
from century.engine.pieces import MOST_PRINTED, count_piece, piece
from century.engine.state import record
from century.errors import ComponentError
from century.mechanisms.common.cubes import COLOURS, count
from century.mechanisms.common.decks import NONE, cards_of
from century.mechanisms.common.observe import write_cubes
from century.mechanisms.new_world import words
from century.mechanisms.new_world.printed import (
    CIRCLES,
    EXPLORATION,
    NATIVE_HELP,
    NEW_SETTLERS,
    NEW_WORLD_CARDS,
    SYMBOLS,
    TOOL,
)
from century.mechanisms.new_world.settlers import recruit

FORT_ROW = 4  # cards above the forts
CARD_STARS = ("", "black", "white")
CARD_MARKS = ("", "3+", "=4")
LEAST_PLAYERS = (2, 3, 4)  # by mark

NEW_WORLD_CARD = record(
    ("symbol", np.int8),
    ("circle", np.int8),  # of native help and tools
    ("settlers", np.int8),  # new ones
    ("cube", np.int8),  # of a tool
    ("star", np.int8),
    ("least_players", np.int8),
)


@rule
def is_used(s, box, card):
    """Whether a card is in the game: not with the removed star, nor marked for more players (ANW-11)."""
    printed = box.cards[card]
    return printed.star != box.star_removed and printed.least_players <= s.players


@rule
def tool_cubes(box, seat, location):
    """Return the number of cubes that tools yield at a location (ANW-30, ANW-51)."""
    circle = box.locations[location].circle
    return count(seat.tools[circle]) if circle != NONE else np.int64(0)


@rule
def tools_cover(box, seat, location, cost):
    """Whether the cubes cover a cost, with those that tools yield at a location (ANW-E3, ANW-E10)."""
    circle = box.locations[location].circle
    for colour in range(COLOURS):
        there = np.int64(seat.cubes[colour])
        if circle != NONE:
            there += seat.tools[circle][colour]
        if there < cost[colour]:
            return False
    return True


@rule
def take_benefit(box, seat, card):
    """Native help (ANW-50) and tools (ANW-51) from the next placement on (ANW-E11); settlers now (ANW-52)."""
    printed = box.cards[card]
    if printed.symbol == NATIVE_HELP:
        seat.help[printed.circle] += 1
    elif printed.symbol == TOOL:
        seat.tools[printed.circle][printed.cube] += 1
    elif printed.symbol == NEW_SETTLERS:
        recruit(seat, printed.settlers)


@rule
def explores(s, box, card):
    """Whether a claimed card leads to an exploration, while there is a tile on the board (ANW-53, ANW-E17)."""
    return box.cards[card].symbol == EXPLORATION and s.covered != np.uint64(0)


CIRCLE_COUNT = len(CIRCLES)


_observe_help = count_piece(
    "help",
    480,
    "by how many settlers native help makes work at each circle symbol cheaper",
    [Column(circle, MOST_PRINTED, usual=2) for circle in CIRCLES],
)


@piece(
    "tools",
    490,
    "cubes that tools bring at each circle symbol",
    columns=tuple(Column(code, MOST_PRINTED, usual=2) for code in "YRGB"),
    rows=CIRCLES,
    of_a_seat=True,
)
def _observe_tools(s, box, seat, out, at):
    for circle in range(CIRCLE_COUNT):
        write_cubes(out, at + circle * COLOURS, s.seats[seat].tools[circle])


@measure(120, {"help": 1.5, "tool step": 1.0}, fading=True)
def worth_of_benefits(s, box, seat, weights):
    """Native help, and the cubes of tools."""
    total = np.float64(0)
    for circle in range(len(seat.help)):
        total += weights[0] * seat.help[circle]
        for colour in range(COLOURS):
            total += weights[1] * (colour + 1) * seat.tools[circle][colour]
    return total


def part(mode: str) -> Part:
    """The benefits of point cards; cards with a star that the mode removes are not used."""

    def read(box, catalogue: Catalogue) -> None:
        for number, entry in enumerate(catalogue.entries_with_ids(NEW_WORLD_CARDS, "point_card")):
            card = box.cards[number]
            card.symbol = entry.one_of("new_world_symbol", SYMBOLS)
            card.circle = card.cube = NONE
            if card.symbol in (NATIVE_HELP, TOOL):
                card.circle = entry.one_of("circle_symbol", CIRCLES)
            if card.symbol == TOOL:
                card.cube = entry.one_of("cube", tuple(CUBES))
            if card.symbol == NEW_SETTLERS:
                card.settlers = entry.number("settlers", 1, 12)
            card.star = entry.one_of("star", CARD_STARS)
            card.least_players = LEAST_PLAYERS[entry.one_of("players", CARD_MARKS)]
        box.star_removed = catalogue.table(mode).one_of("point_cards_star_removed", CARD_STARS)
        for players in (2, 3, 4):
            used = sum(c.star != box.star_removed and c.least_players <= players for c in box.cards)
            if used < FORT_ROW + players * int(box.last_claim[players]):
                wanted = f"{players} players may claim {players * int(box.last_claim[players])}"
                raise ComponentError(
                    f"point_card: only {used} cards are in use, {wanted} besides the row of {FORT_ROW}"
                )

    return Part(
        seat=[("help", np.int8, len(CIRCLES)), ("tools", np.int8, (len(CIRCLES), COLOURS))],
        box=[("cards", NEW_WORLD_CARD, len(NEW_WORLD_CARDS)), ("star_removed", np.int8)],
        read=read,
        show_seat=lambda s, box, _, seat: {
            "help": {CIRCLES[circle]: int(seat.help[circle]) for circle in range(len(CIRCLES)) if seat.help[circle]},
            "tools": {
                CIRCLES[circle]: "".join(CUBES[colour] * seat.tools[circle][colour] for colour in range(COLOURS))
                for circle in range(len(CIRCLES))
                if seat.tools[circle].any()
            },
            "benefits": [words.benefit(box, card) for card in cards_of(seat.claimed)],
        },
        observed=[_observe_help, _observe_tools],
        measures=[worth_of_benefits],
    )
