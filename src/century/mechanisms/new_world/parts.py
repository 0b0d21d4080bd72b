"""What each mechanism of this room adds to a game."""

from collections.abc import Sequence
from itertools import product

import numpy as np

from century.components.catalogue import CUBES, Catalogue, Entry
from century.engine.actions import AT_FORT, CLAIMING_TOO, EXPLORE, EXPLORING, TAKING_TILE, TAKING_TILE_TOO, TILE, WORK
from century.engine.part import Part, Taken
from century.errors import ComponentError
from century.mechanisms.common.cubes import COLOURS
from century.mechanisms.common.decks import DECK, NONE, cards_of, holds
from century.mechanisms.common.value import CheapestReturned
from century.mechanisms.new_world import observe, value, words
from century.mechanisms.new_world.boards import BOARDS, RANDOM, add_board, board_of, board_set, lay_out_boards
from century.mechanisms.new_world.bonus_stacks import (
    BONUS_TILE,
    BONUS_TILES,
    GIVERS,
    MERCHANT_PAIR,
    MERCHANTS,
    OUTPOSTS,
    PAIR,
    SINGLE,
    STACK,
    STACKS,
    TILE_KINDS,
    TILE_MARKS,
    TakeTile,
    forget_tiles,
    lay_out_stacks,
)
from century.mechanisms.new_world.cards import (
    CARD_MARKS,
    CARD_STARS,
    CIRCLES,
    FORT_ROW,
    LEAST_PLAYERS,
    NATIVE_HELP,
    NEW_WORLD_CARD,
    NEW_WORLD_CARDS,
    SETTLERS,
    SYMBOLS,
    TOOL,
)
from century.mechanisms.new_world.exploration import (
    CUBES_TILE,
    EXPLORATION_KINDS,
    EXPLORATION_TILE,
    EXPLORATION_TILES,
    ICONS,
    POINTS_TILE,
    SETTLER_TILE,
    TILES,
    Explore,
    lay_out_exploration,
)
from century.mechanisms.new_world.forts import FORTS, ClaimAtFort, forget_point_cards, lay_out_forts
from century.mechanisms.new_world.kinds import NUMBERS, Kind
from century.mechanisms.new_world.locations import LOCATION, LOCATION_IDS, Working, location_entries, open_locations
from century.mechanisms.new_world.settlers import LOCATIONS, RestSettlers, give_settlers


def boards(mode: str) -> Part:
    """The boards that a mode names."""

    def read(box, catalogue: Catalogue) -> None:
        box.boards = board_set(catalogue.table(mode).names("boards", BOARDS))

    def show(s, box, catalogue: Catalogue):
        return {"boards": [BOARDS[board] for board in cards_of(s.boards)]}

    return Part(
        table=[("boards", np.uint16)],
        box=[("boards", np.uint16)],
        read=read,
        setup=[lay_out_boards],
        show=show,
    )


def board_of_choice(mode: str) -> Part:
    """One more board, by choice or at random."""

    def read(box, catalogue: Catalogue) -> None:
        box.board_choices = _choices(catalogue)

    def _choices(catalogue: Catalogue) -> int:
        used = catalogue.table(mode)
        names = used.names("choose_one_board", BOARDS)
        if not names:
            raise used.wrong("choose_one_board must name a board")
        return board_set(names)

    def prepare(states, setting: str, catalogue: Catalogue) -> None:
        if setting != RANDOM and not board_set([setting]) & _choices(catalogue):
            raise catalogue.table(mode).wrong(f"board {setting} cannot be chosen")
        states["board"] = NONE if setting == RANDOM else BOARDS.index(setting)

    def show(s, box, catalogue: Catalogue):
        return {"board": BOARDS[s.board]}

    return Part(
        table=[("board", np.int8)],
        box=[("board_choices", np.uint16)],
        read=read,
        prepare=prepare,
        setting="board",
        setup=[add_board],
        show=show,
    )


def bonus_stacks(mode: str, player_board: str) -> Part:
    """Stacks on the boards in play; tiles with a mark that the mode removes are not used."""

    def read(box, catalogue: Catalogue) -> None:
        used = catalogue.table(mode)
        removed = used.names("bonus_marks_removed", TILE_MARKS)
        for number, entry in enumerate(catalogue.entries_with_ids(BONUS_TILES, "bonus_tile")):
            tile = box.bonus_tiles[number]
            tile.kind = entry.one_of("kind", TILE_KINDS)
            tile.first = tile.second = NONE
            wanted = {SINGLE: 1, PAIR: 2, MERCHANT_PAIR: 1}.get(int(tile.kind), 0)
            found = entry.names("symbols", SYMBOLS) if wanted else []
            if len(found) != wanted:
                raise entry.wrong(f"symbols must be {wanted} of {', '.join(SYMBOLS)}")
            if wanted:
                tile.first, tile.second = SYMBOLS.index(found[0]), SYMBOLS.index(found[-1])
            tile.per = entry.number("per", 1, 12) if "per" in entry.values else 1
            tile.points = entry.number("points", 0, 100)
            tile.is_used = not set(entry.names("marks", TILE_MARKS)) & set(removed)
        for number, entry in enumerate(catalogue.entries_with_ids(_stack_ids(), "bonus_space")):
            box.stacks[number].board = board_of(entry)
            box.stacks[number].fort = entry.number("fort", 0, FORTS) - 1
            box.stacks[number].giver = _giver(used, box.stacks[number])
            box.stacks[number].tiles = entry.number("count", 0, 12)
        boards = board_set(used.names("boards", BOARDS))
        in_play = sum(int(stack.tiles) for stack in box.stacks if holds(boards, stack.board))
        in_use = sum(int(tile.is_used) for tile in box.bonus_tiles)
        if in_play > in_use:
            raise ComponentError(f"bonus_space: the stacks hold {in_play} tiles, but only {in_use} are in use")
        box.bonus_spaces = catalogue.number(f"{player_board}.bonus_spaces", 0, 12)

    def show(s, box, catalogue: Catalogue):
        return {
            "tile_spaces": int(box.bonus_spaces),
            "stacks": {
                TILE.labels[stack]: {
                    "fort": int(box.stacks[stack].fort) + 1,
                    "given_by": GIVERS[box.stacks[stack].giver],
                    "top": None if s.stack_tops[stack] == NONE else words.bonus_tile(box, s.stack_tops[stack]),
                    "left": int(s.stack_left[stack]),
                }
                for stack in range(STACKS)
                if holds(s.stacks_in_play, stack)
            },
        }

    def show_seat(s, box, catalogue: Catalogue, seat):
        tiles = cards_of(seat.bonus_tiles)
        return {
            "bonus": [BONUS_TILES[tile] for tile in tiles],
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
            ("bonus_tiles", BONUS_TILE, len(BONUS_TILES)),
            ("stacks", STACK, STACKS),
            ("bonus_spaces", np.int8),
        ],
        read=read,
        setup=[lay_out_stacks],
        forget=[forget_tiles],
        show=show,
        show_seat=show_seat,
        observed=[observe.Stacks, observe.BonusTiles],
        deeds={TakeTile: words.took_tile},
        things={"bonus tile": words.bonus_tile},
        questions={TAKING_TILE: words.ASK_TILE, TAKING_TILE_TOO: words.ASK_TILE_TOO},
        taken=[Taken("bonus tile", BONUS_TILES, sets=["bonus_tiles"], order=40)],
        measures=[value.BonusTiles],
        habits=[value.TileFirst],
    )


def _giver(mode: Entry, stack) -> int:
    """Which of the ways to a bonus tile leads to this stack (FEW1-E12, FEW2-E9, FEW3-E12)."""
    if BOARDS[stack.board] in mode.names("merchant_bonus_boards", BOARDS):
        return MERCHANTS
    if BOARDS[stack.board] in mode.names("outpost_bonus_boards", BOARDS):
        return OUTPOSTS
    return int(stack.fort)


def _stack_ids() -> list[str]:
    return [f"stack_{label}" for label in TILE.labels]


def new_world_cards(mode: str) -> Part:
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
            if card.symbol == SETTLERS:
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

    def show_seat(s, box, catalogue: Catalogue, seat):
        return {
            "help": {CIRCLES[circle]: int(seat.help[circle]) for circle in range(len(CIRCLES)) if seat.help[circle]},
            "tools": {
                CIRCLES[circle]: "".join(CUBES[colour] * seat.tools[circle][colour] for colour in range(COLOURS))
                for circle in range(len(CIRCLES))
                if seat.tools[circle].any()
            },
            "benefits": [words.benefit(box, card) for card in cards_of(seat.claimed)],
        }

    return Part(
        seat=[("help", np.int8, len(CIRCLES)), ("tools", np.int8, (len(CIRCLES), COLOURS))],
        box=[("cards", NEW_WORLD_CARD, len(NEW_WORLD_CARDS)), ("star_removed", np.int8)],
        read=read,
        show_seat=show_seat,
        observed=[observe.Help, observe.Tools],
        measures=[value.Benefits],
    )


def exploration() -> Part:
    """Tiles on locations with an exploration icon; all are seen, none is ever put back (ANW-E32)."""

    def read(box, catalogue: Catalogue) -> None:
        for number, entry in enumerate(catalogue.entries_with_ids(EXPLORATION_TILES, "exploration_tile")):
            tile = box.exploration[number]
            tile.kind = entry.one_of("kind", EXPLORATION_KINDS)
            tile.symbol = NONE
            if tile.kind == CUBES_TILE:
                tile.cubes = entry.cubes("cubes")
            elif tile.kind == SETTLER_TILE:
                tile.settlers = entry.number("settlers", 1, 12)
            elif tile.kind == POINTS_TILE:
                tile.points = entry.number("points", 0, 100)
            else:
                found = entry.names("symbols", SYMBOLS)
                if len(found) != 1:
                    raise entry.wrong(f"symbols must be one of {', '.join(SYMBOLS)}, in brackets")
                tile.symbol = SYMBOLS.index(found[0])

    def show_seat(s, box, catalogue: Catalogue, seat):
        tiles = cards_of(seat.explored)
        return {
            "explored": [EXPLORE.labels[tile] for tile in tiles],
            "exploration_tiles": [words.exploration_tile(box, tile) for tile in tiles],
        }

    return Part(
        table=[("exploration", np.int8, TILES), ("covered", np.uint64)],
        seat=[("explored", np.uint16)],
        box=[("exploration", EXPLORATION_TILE, TILES)],
        read=read,
        setup=[lay_out_exploration],
        show_seat=show_seat,
        observed=[observe.Explored],
        deeds={Explore: words.explored},
        things={"exploration tile": words.exploration_tile},
        questions={EXPLORING: words.ASK_EXPLORING},
        taken=[Taken("exploration tile", EXPLORATION_TILES, sets=["explored"], order=50)],
    )


def forts() -> Part:
    """A point card above each fort, and a deck of which the top card is seen (ANW-E1)."""

    def show(s, box, catalogue: Catalogue):
        return {
            "forts": [_show(box, card) for card in s.fort_cards],
            "next_card": _show(box, s.next_card),
            "card_deck": len(cards_of(s.card_deck.cards)) + int(s.next_card != NONE),
        }

    return Part(
        table=[("card_deck", DECK), ("fort_cards", np.int8, FORTS), ("next_card", np.int8)],
        setup=[lay_out_forts],
        forget=[forget_point_cards],
        show=show,
        observed=[observe.Forts, observe.CardDeck],
        deeds={ClaimAtFort: words.claimed},
        things={"point card": words.new_world_card},
        questions={AT_FORT: words.ask_at_fort, CLAIMING_TOO: words.ASK_CLAIMING_TOO},
        measures=[value.FortGoal],
    )


def _show(box, card):
    return None if card == NONE else words.new_world_card(box, card)


def locations(mode: str, kinds: Sequence[type[Kind]]) -> Part:
    """The locations of the boards in play, which are of these kinds."""

    def read(box, catalogue: Catalogue) -> None:
        for number, entry in enumerate(location_entries(catalogue)):
            location, name = box.locations[number], entry.values["kind"]
            kind = next((kind for kind in kinds if name in kind.names), None)
            location.board = board_of(entry)
            location.kind = kinds.index(kind) if kind else NONE
            location.settlers = entry.number("settlers", 1, 12)
            location.number = entry.number(name, 1, NUMBERS) - 1 if kind and kind.numbered else NONE
            location.circle = entry.one_of("circle_symbol", ("", *CIRCLES)) - 1
            location.icon = entry.one_of("exploration", ICONS)
        used = catalogue.table(mode)
        in_play = board_set(used.names("boards", BOARDS))
        choices = [board_set([board]) for board in used.names("choose_one_board", BOARDS)]
        for choice in choices or [0]:
            _check_boards(box, catalogue, in_play | choice, kinds)

    def show(s, box, catalogue: Catalogue):
        return {
            "locations": [
                words.location(s, box, location, kinds) for location in range(LOCATIONS) if holds(s.in_play, location)
            ]
        }

    return Part(
        table=[("in_play", np.uint64)],
        box=[("locations", LOCATION, LOCATIONS)],
        read=read,
        setup=[open_locations],
        show=show,
        observed=[observe.Locations],
        deeds={Working: words.worked(kinds)},
        things={"location": words.printed_location(kinds)},
        taken=[Taken("location", LOCATION_IDS, block=WORK, order=60)],
        habits=[value.FewestSettlers],
    )


def _check_boards(box, catalogue: Catalogue, boards: int, kinds: Sequence[type[Kind]]) -> None:
    """Every location in play must be of a kind of the game; forts and markets 1 to 4 must be there, once each."""
    there = []
    for number, entry in enumerate(location_entries(catalogue)):
        location = box.locations[number]
        if not holds(np.uint64(boards), location.board):
            continue
        name = entry.values["kind"]
        if location.kind == NONE:
            raise entry.wrong(f"a {name} cannot be used in this game")
        if location.number != NONE:
            if (name, int(location.number)) in there:
                raise entry.wrong(f"there is another {name} {location.number + 1} in play")
            there.append((name, int(location.number)))
    for name, number in product([name for kind in kinds if kind.numbered for name in kind.names], range(NUMBERS)):
        if (name, number) not in there:
            raise ComponentError(f"location: {name}s 1 to {NUMBERS} must be in play, {name} {number + 1} is not")


def settlers(seats: int = 4) -> Part:
    """Each seat's settlers."""

    def read(box, catalogue: Catalogue) -> None:
        rules = catalogue.table("game")
        box.settlers = rules.number("settlers_per_player", 1, 100)
        for players in range(2, seats + 1):
            key = "start_settlers" + ("_2p" if players == 2 else "")
            box.start_settlers[players] = rules.number(key, 1, int(box.settlers))

    def show_seat(s, box, catalogue: Catalogue, seat):
        return {"home": int(seat.home), "reserve": int(seat.reserve)}

    return Part(
        table=[("settlers", np.int8, LOCATIONS)],
        seat=[("placed", np.uint64), ("home", np.int8), ("reserve", np.int8)],
        box=[("settlers", np.int8), ("start_settlers", np.int8, seats + 1)],
        read=read,
        setup=[give_settlers],
        show_seat=show_seat,
        observed=[observe.Settlers, observe.Home],
        deeds={RestSettlers: words.rested},
        measures=[value.Settlers],
        habits=[CheapestReturned],
        conflict=value.sends_home,
    )
