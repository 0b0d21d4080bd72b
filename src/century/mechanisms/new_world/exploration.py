"""Exploration tiles: what covers a location, and what the explorer gets (ANW-13, ANW-53, ANW-55)."""

import numpy as np

from century.components.catalogue import Catalogue
from century.engine.actions import EXPLORE, EXPLORING
from century.engine.chance import FIRST_DECK_STREAM
from century.engine.compile import rule
from century.engine.part import Choice, Item, Part, Taken
from century.engine.pieces import set_piece
from century.engine.state import me, offer, record
from century.mechanisms.common.cubes import COLOURS, gain
from century.mechanisms.common.decks import NONE, bit, cards_of, holds, pick
from century.mechanisms.common.point_cards import points_of
from century.mechanisms.new_world import printed, words
from century.mechanisms.new_world.forts import close_row
from century.mechanisms.new_world.settlers import LOCATIONS, recruit
from century.words import N_, say

EXPLORATION_STREAM = FIRST_DECK_STREAM + 9

NO_ICON, ALWAYS, TWO_OR_THREE = range(3)
ICONS = ("", "always", "2-3")

EXPLORATION_TILE = record(
    ("kind", np.int8),
    ("cubes", np.int8, COLOURS),
    ("settlers", np.int8),
    ("points", np.int8),
    ("symbol", np.int8),
)


@rule
def lay_out_exploration(s, box):
    """A random tile on each location with an icon; on those marked "2-3" with 2 or 3 players (ANW-13)."""
    tiles = np.uint64((1 << printed.TILES) - 1)
    for tile in range(printed.TILES):
        s.exploration[tile] = NONE
    for location in range(LOCATIONS):
        icon = box.locations[location].icon
        if (
            holds(s.in_play, location)
            and (icon == ALWAYS or (icon == TWO_OR_THREE and s.players <= 3))
            and tiles != np.uint64(0)
        ):
            tile = pick(s, tiles, EXPLORATION_STREAM, location)
            tiles &= ~bit(tile)
            s.exploration[tile] = location
            s.covered |= bit(location)


class Explore(Choice):
    """Take an exploration tile of choice (ANW-53, ANW-E17); its location is open to all from now on.

    Cubes and settlers come at once (ANW-55), after the cost was paid (ANW-E18).
    """

    block = EXPLORE
    closed = say("that tile is not on the board (ANW-53)")

    @rule
    def options(s, box, offers):
        for tile in range(printed.TILES):
            if s.exploration[tile] != NONE:
                offer(offers, EXPLORE + tile)

    @rule
    def do(s, box, index):
        seat = me(s)
        s.covered &= ~bit(s.exploration[index])
        s.exploration[index] = NONE
        seat.explored |= np.uint16(bit(index))
        gain(seat.cubes, box.exploration[index].cubes)
        recruit(seat, box.exploration[index].settlers)
        close_row(s, s.question.number)


_observe_explored = set_piece("explored", EXPLORE.labels, 510, "1 for each exploration tile taken")


class ExplorationPoints(Item):
    """3 points for each exploration tile of the kind points (ANW-55, ANW-61)."""

    name = N_("exploration")

    @rule
    def points(s, box, seat):
        return points_of(s.seats[seat].explored, box.exploration)


def part() -> Part:
    """Tiles on locations with an exploration icon; all are seen, none is ever put back (ANW-E32)."""

    def read(box, catalogue: Catalogue) -> None:
        for number, entry in enumerate(catalogue.entries_with_ids(printed.EXPLORATION_TILES, "exploration_tile")):
            tile = box.exploration[number]
            tile.kind = entry.one_of("kind", printed.EXPLORATION_KINDS)
            tile.symbol = NONE
            if tile.kind == printed.CUBES_TILE:
                tile.cubes = entry.cubes("cubes")
            elif tile.kind == printed.SETTLER_TILE:
                tile.settlers = entry.number("settlers", 1, 12)
            elif tile.kind == printed.POINTS_TILE:
                tile.points = entry.number("points", 0, 100)
            else:
                named = entry.names("symbols", printed.SYMBOLS)
                if len(named) != 1:
                    raise entry.wrong(f"symbols must be one of {', '.join(printed.SYMBOLS)}, in brackets")
                tile.symbol = printed.SYMBOLS.index(named[0])

    def show_seat(s, box, catalogue: Catalogue, seat):
        tiles = cards_of(seat.explored)
        return {
            "explored": [EXPLORE.labels[tile] for tile in tiles],
            "exploration_tiles": [words.exploration_tile(box, tile) for tile in tiles],
        }

    return Part(
        table=[("exploration", np.int8, printed.TILES), ("covered", np.uint64)],
        seat=[("explored", np.uint16)],
        box=[("exploration", EXPLORATION_TILE, printed.TILES)],
        read=read,
        setup=[lay_out_exploration],
        show_seat=show_seat,
        observed=[_observe_explored],
        deeds={Explore: words.explored},
        things={"exploration tile": words.exploration_tile},
        questions={EXPLORING: words.ASK_EXPLORING},
        taken=[Taken("exploration tile", printed.EXPLORATION_TILES, sets=["explored"], order=50)],
    )
