"""Bonus tiles in stacks on the game board, of which only the top tile is seen (ANW-12, ANW-E31)."""

import numpy as np

from century.components.catalogue import Catalogue, Entry
from century.engine.actions import AT_FORT, CLAIM_FIRST, CLAIMING_TOO, TAKING_TILE, TAKING_TILE_TOO, TILE
from century.engine.chance import FIRST_DECK_STREAM
from century.engine.compile import rule
from century.engine.part import Choice, Column, Item, Part, Taken, habit, measure
from century.engine.pieces import MOST_POINTS, MOST_PRINTED, piece, set_piece, write_zeros
from century.engine.state import ask, drop, me, offer, record
from century.errors import ComponentError
from century.mechanisms.common.cubes import covers
from century.mechanisms.common.decks import DECK, NONE, bit, cards_of, draw, holds, lowest, size, without_lowest
from century.mechanisms.new_world import printed, words
from century.mechanisms.new_world.boards import BOARDS, board_of, board_set
from century.types import Rule
from century.words import N_, say

STACK_STREAM = FIRST_DECK_STREAM + 7

STACKS = len(TILE.labels)

BONUS_TILE = record(
    ("kind", np.int8),
    ("first", np.int8),  # symbols that count
    ("second", np.int8),
    ("per", np.int8),
    ("points", np.int8),
    ("is_used", np.int8),
)
STACK = record(
    ("board", np.int8),
    ("fort", np.int8),  # the fort below it, if any
    ("giver", np.int8),  # the source of its tiles: that fort, merchants or outposts
    ("tiles", np.int8),
)


@rule
def lay_out_stacks(s, box):
    """Shuffle the tiles in use and put a stack on each bonus space of the boards in play (ANW-12, FEW1-12).

    Only the top tiles are drawn; the others are drawn when they are seen. Tiles left over stay out.
    """
    s.bonus_deck.stream = STACK_STREAM
    for tile in range(len(box.bonus_tiles)):
        if box.bonus_tiles[tile].is_used:
            s.bonus_deck.cards |= bit(tile)
    for stack in range(STACKS):
        s.stack_tops[stack] = NONE
        if holds(np.uint64(s.boards), box.stacks[stack].board):
            s.stacks_in_play |= np.uint16(bit(stack))
            s.stack_left[stack] = box.stacks[stack].tiles
            if s.stack_left[stack] > 0:
                s.stack_tops[stack] = draw(s, s.bonus_deck)


@rule
def forget_tiles(s, box):
    """Hide the tiles below the top ones."""
    s.bonus_deck.cards = np.uint64(0)


@rule
def has_space(box, seat):
    """Whether a bonus space of the player board is free; tiles of all givers share them (ANW-E14, FEW3-E13)."""
    return size(np.uint64(seat.bonus_tiles)) < box.bonus_spaces


@rule
def can_take_tile(s, box, seat, giver):
    """Whether a seat can take a bonus tile from this giver (ANW-34, FEW3-32, FEW3-E5)."""
    if has_space(box, seat):
        for stack in range(STACKS):
            if box.stacks[stack].giver == giver and s.stack_tops[stack] != NONE:
                return True
    return False


@rule
def take_top(s, stack):
    """Take the top tile of a stack; the next one is seen."""
    me(s).bonus_tiles |= np.uint32(bit(s.stack_tops[stack]))
    s.stack_left[stack] -= 1
    s.stack_tops[stack] = NONE
    if s.stack_left[stack] > 0:
        s.stack_tops[stack] = draw(s, s.bonus_deck)


class TakeTile(Choice):
    """Take the top tile of one of the stacks of this giver (FEW1-32, FEW2-36, FEW3-32, FEW3-41)."""

    block = TILE
    appeal = 10

    @rule
    def options(s, box, offers):
        if has_space(box, me(s)):
            for stack in range(STACKS):
                if box.stacks[stack].giver == s.question.number and s.stack_tops[stack] != NONE:
                    offer(offers, TILE + stack)

    @rule
    def do(s, box, index):
        take_top(s, index)

    @staticmethod
    def why_not(s, box, index):
        if box.stacks[index].giver != s.question.number:
            if s.question.number < printed.FORTS:
                return say("that stack is not above this fort (ANW-34)")
            return say("that stack gives no tile for this (FEW2-E9, FEW3-E12)")
        if s.stack_tops[index] == NONE:
            return say("that stack is empty (ANW-34)")
        return say("all {spaces} bonus spaces are full (ANW-E14)", spaces=box.bonus_spaces)


class TakeTileAtFort(TakeTile):
    """Take the top tile of a stack above this fort (ANW-34 a): one tile, of either stack (ANW-E13).

    The card may be claimed afterwards, when the next tile of the stack is seen (ANW-E12).
    """

    @rule
    def do(s, box, index):
        take_top(s, index)
        seat = me(s)
        card = s.fort_cards[s.question.number]
        if card != NONE and covers(seat.cubes, box.point_cards[card].cost):
            ask(s, CLAIMING_TOO, s.question.number)


class TakeTileAfterCard(TakeTile):
    """Take the top tile of a stack above this fort after its card (ANW-34 a, ANW-E12, ANW-E13)."""


STACK_SIZE = 7


@piece(
    "stacks",
    240,
    "for each stack of bonus tiles: the number of the tile on top (0: none), its kind, the symbols that count (all "
    "from 1), for how many things it counts, its points; tiles left",
    columns=(
        Column("tile", len(printed.BONUS_TILES)),
        Column("kind", 6),
        Column("symbol", len(printed.SYMBOLS)),
        Column("other symbol", len(printed.SYMBOLS)),
        Column("per", MOST_PRINTED, usual=4),
        Column("points", MOST_POINTS, usual=10),
        Column("left", MOST_PRINTED, usual=4),
    ),
    rows=TILE.labels,
)
def _observe_stacks(s, box, seat, out, at):
    for stack in range(STACKS):
        first = at + stack * STACK_SIZE
        top = s.stack_tops[stack]
        if top == NONE:
            write_zeros(out, first, STACK_SIZE - 1)
        else:
            tile = box.bonus_tiles[top]
            out[first] = top + 1
            out[first + 1] = tile.kind + 1
            out[first + 2] = tile.first + 1
            out[first + 3] = tile.second + 1
            out[first + 4] = tile.per
            out[first + 5] = tile.points
        out[first + 6] = s.stack_left[stack]


_observe_bonus_tiles = set_piece("bonus_tiles", printed.BONUS_TILES, 500, "1 for each bonus tile taken")


@measure(110, {"tile space": 0.0}, pieces=printed.BONUS_TILES, fading=True)
def worth_of_bonus_tiles(s, box, seat, weights):
    """Free spaces for bonus tiles: they are few, and better tiles may turn up while there is time; and each tile."""
    left = np.uint64(seat.bonus_tiles)
    total = weights[0] * (np.float64(box.bonus_spaces) - size(left))
    while left != np.uint64(0):
        total += weights[1 + lowest(left)]
        left = without_lowest(left)
    return total


@habit
def tile_first(s, box, offers):
    """At a fort, take the bonus tile before the card.

    The order decides what is seen before the next choice. A planner plans a whole turn with cards and tiles that it
    imagines, and learns nothing on the way: both orders are the same turn to it.
    """
    if s.question.decision == AT_FORT:
        drop(offers, CLAIM_FIRST)


@rule
def symbols(s, box, seat, symbol):
    """The New World symbols of a kind on the own point cards and exploration tiles (ANW-55, ANW-62)."""
    own = s.seats[seat]
    return with_symbol(own.claimed, box.cards, symbol) + with_symbol(own.explored, box.exploration, symbol)


@rule
def with_symbol(cards, things, symbol):
    """Return how many cards or tiles of a set have a symbol."""
    total = np.int64(0)
    left = np.uint64(cards)
    while left != np.uint64(0):
        total += things[lowest(left)].symbol == symbol
        left = without_lowest(left)
    return total


class TilePoints(Item):
    """Points of bonus tiles: `of_tile(s, box, seat, tile)` is a rule that returns those of one, as it is printed."""

    of_tile: Rule

    def __init_subclass__(cls) -> None:
        """Write the rule `points`."""
        of_tile = cls.of_tile

        def points(s, box, seat):
            total = np.int64(0)
            left = np.uint64(s.seats[seat].bonus_tiles)
            while left != np.uint64(0):
                total += of_tile(s, box, seat, box.bonus_tiles[lowest(left)])
                left = without_lowest(left)
            return total

        points.__qualname__ = f"{cls.__qualname__}.points"
        cls.points = staticmethod(rule(points))


class BonusTiles(TilePoints):
    """Bonus tiles, each scored on its own, also two of a kind (ANW-62, ANW-E29)."""

    name = N_("bonus tiles")

    @rule
    def of_tile(s, box, seat, tile):
        counted = np.int64(0)
        if tile.kind == printed.SINGLE:
            counted = symbols(s, box, seat, tile.first)
        elif tile.kind == printed.PAIR:
            counted = min(symbols(s, box, seat, tile.first), symbols(s, box, seat, tile.second))
        elif tile.kind == printed.PER_SETTLERS:  # the reserve does not count (ANW-E28)
            counted = np.int64(box.settlers - s.seats[seat].reserve) // tile.per
        elif tile.kind == printed.FLAT:
            counted = np.int64(1)
        return counted * tile.points


def part(mode: str, player_board: str) -> Part:
    """Stacks on the boards in play; tiles with a mark that the mode removes are not used."""

    def read(box, catalogue: Catalogue) -> None:
        used = catalogue.table(mode)
        removed = used.names("bonus_marks_removed", printed.TILE_MARKS)
        for number, entry in enumerate(catalogue.entries_with_ids(printed.BONUS_TILES, "bonus_tile")):
            tile = box.bonus_tiles[number]
            tile.kind = entry.one_of("kind", printed.TILE_KINDS)
            tile.first = tile.second = NONE
            wanted = {printed.SINGLE: 1, printed.PAIR: 2, printed.MERCHANT_PAIR: 1}.get(int(tile.kind), 0)
            named = entry.names("symbols", printed.SYMBOLS) if wanted else []
            if len(named) != wanted:
                raise entry.wrong(f"symbols must be {wanted} of {', '.join(printed.SYMBOLS)}")
            if wanted:
                tile.first, tile.second = printed.SYMBOLS.index(named[0]), printed.SYMBOLS.index(named[-1])
            tile.per = entry.number("per", 1, 12) if "per" in entry.values else 1
            tile.points = entry.number("points", 0, 100)
            tile.is_used = not set(entry.names("marks", printed.TILE_MARKS)) & set(removed)
        for number, entry in enumerate(catalogue.entries_with_ids(_stack_ids(), "bonus_space")):
            box.stacks[number].board = board_of(entry)
            box.stacks[number].fort = entry.number("fort", 0, printed.FORTS) - 1
            box.stacks[number].giver = _giver(used, box.stacks[number])
            box.stacks[number].tiles = entry.number("count", 0, 12)
        boards = board_set(used.names("boards", BOARDS))
        in_play = sum(int(stack.tiles) for stack in box.stacks if holds(boards, stack.board))
        in_use = sum(int(tile.is_used) for tile in box.bonus_tiles)
        if in_play > in_use:
            raise ComponentError(f"bonus_space: the stacks hold {in_play} tiles, but only {in_use} are in use")
        box.bonus_spaces = catalogue.number(f"{player_board}.bonus_spaces", 0, 12)

    def show_seat(s, box, catalogue: Catalogue, seat):
        tiles = cards_of(seat.bonus_tiles)
        return {
            "bonus": [printed.BONUS_TILES[tile] for tile in tiles],
            "tiles": [words.bonus_tile(box, tile) for tile in tiles],
        }

    return Part(
        table=[
            ("bonus_deck", DECK),
            ("stack_tops", np.int8, STACKS),
            ("stack_left", np.int8, STACKS),
            ("stacks_in_play", np.uint16),
        ],
        seat=[("bonus_tiles", np.uint32)],
        box=[
            ("bonus_tiles", BONUS_TILE, len(printed.BONUS_TILES)),
            ("stacks", STACK, STACKS),
            ("bonus_spaces", np.int8),
        ],
        read=read,
        setup=[lay_out_stacks],
        forget=[forget_tiles],
        show=lambda s, box, _: {
            "tile_spaces": int(box.bonus_spaces),
            "stacks": {
                TILE.labels[stack]: {
                    "fort": int(box.stacks[stack].fort) + 1,
                    "given_by": printed.GIVERS[box.stacks[stack].giver],
                    "top": None if s.stack_tops[stack] == NONE else words.bonus_tile(box, s.stack_tops[stack]),
                    "left": int(s.stack_left[stack]),
                }
                for stack in range(STACKS)
                if holds(s.stacks_in_play, stack)
            },
        },
        show_seat=show_seat,
        observed=[_observe_stacks, _observe_bonus_tiles],
        deeds={TakeTile: words.took_tile},
        things={"bonus tile": words.bonus_tile},
        questions={TAKING_TILE: words.ASK_TILE, TAKING_TILE_TOO: words.ASK_TILE_TOO},
        taken=[Taken("bonus tile", printed.BONUS_TILES, sets=["bonus_tiles"], order=40)],
        measures=[worth_of_bonus_tiles],
        habits=[tile_first],
    )


def _giver(mode: Entry, stack) -> int:
    """Return the source of the tiles of a stack (FEW1-E12, FEW2-E9, FEW3-E12)."""
    if BOARDS[stack.board] in mode.names("merchant_bonus_boards", BOARDS):
        return printed.MERCHANTS
    if BOARDS[stack.board] in mode.names("outpost_bonus_boards", BOARDS):
        return printed.OUTPOSTS
    return int(stack.fort)


def _stack_ids() -> list[str]:
    return [f"stack_{label}" for label in TILE.labels]
