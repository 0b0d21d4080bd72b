"""What each mechanism of this room adds to a game."""

from collections.abc import Sequence

import numpy as np

from century.components.catalogue import Catalogue, cube_text
from century.engine.actions import (
    ASHORE,
    BONUS,
    BUILDING,
    CHOOSING_BONUS,
    CHOOSING_OUTPOST,
    GROUP,
    LEAVING,
    PAYING_STEP,
    PAYING_TOLL,
    PICKING_UP,
    PLACE,
    PLACING_BOAT,
    SAILING,
    SETTING_SAIL,
    STARTING,
    STAYING,
    STEP,
)
from century.engine.part import Part, Taken
from century.engine.signs import Cubes
from century.mechanisms.common.cubes import COLOURS, STORAGE
from century.mechanisms.common.decks import DECK, cards_of, holds
from century.mechanisms.common.value import CheapestReturned
from century.mechanisms.common.words import SILENT
from century.mechanisms.sea import observe, value, words
from century.mechanisms.sea.boats import (
    GROUPS,
    NOWHERE,
    PlaceBoat,
    TakeGroup,
    ask_for_groups,
    give_boats,
    put_boats_to_sea,
)
from century.mechanisms.sea.bonus_piles import (
    ALL_KINDS,
    BONUS_KINDS,
    FREE_STEP,
    HOLD,
    KINDS,
    PILE,
    POINTS,
    UPGRADE,
    ChooseBonus,
    lay_out_piles,
)
from century.mechanisms.sea.harvest import Harvest
from century.mechanisms.sea.islands import (
    FIRST_PORT,
    FIRST_SEA,
    MARKET_TILE_IDS,
    PORTS,
    SEAS,
    TILES,
    TILES_PER_SYMBOL,
    TRADE_SYMBOLS,
    lay_out_islands,
)
from century.mechanisms.sea.maps import RANDOM, Map, random_map, read_map
from century.mechanisms.sea.outposts import BuildOutpost, PayForOutpost, TradeAtOutpost
from century.mechanisms.sea.ports import VP_TILES, ClaimAtPort, forget_vp_tiles, lay_out_ports
from century.mechanisms.sea.sailing import DropAnchor, LeaveCube, PayToll, PickUp, SailCard, Stay, Step, StepForCard


def boats(free_steps: str, toll: str) -> Part:
    """A boat for each seat; how many steps are free to begin with, and the toll, by their names in the catalogue."""

    def read(box, catalogue: Catalogue) -> None:
        box.free_steps = catalogue.number(free_steps, 0, 9)
        box.toll = catalogue.number(toll, 0, 3)

    def show(s, box, catalogue: Catalogue):
        return {"toll": int(box.toll)}

    def show_seat(s, box, catalogue: Catalogue, seat):
        boat = None if seat.boat == NOWHERE else STEP.labels[seat.boat]
        return {"boat": boat, "free_steps": int(seat.free_steps)}

    return Part(
        seat=[("boat", np.int8), ("free_steps", np.int8)],
        box=[("free_steps", np.int8), ("toll", np.int8)],
        read=read,
        setup=[give_boats],
        show=show,
        show_seat=show_seat,
        observed=[observe.Boat, observe.FreeSteps],
        deeds={
            Step: words.sailed,
            StepForCard: words.sailed,
            SailCard: words.turned_card,
            LeaveCube: words.left_cube,
            DropAnchor: SILENT,
            Stay: SILENT,
            PayToll: words.paid_toll,
            PickUp: words.picked_up,
        },
        questions={
            SETTING_SAIL: words.ASK_SETTING_SAIL,
            SAILING: words.ask_sailing,
            LEAVING: words.ask_leaving,
            PAYING_STEP: words.ask_card,
            PAYING_TOLL: words.ask_toll,
            PICKING_UP: words.ASK_PICKING_UP,
            ASHORE: words.ASK_ASHORE,
            STAYING: words.ASK_STAYING,
        },
        habits=[CheapestReturned, value.ShortSails],
        windfalls=["cubes"],  # toll (EW-33): the others plan with the boat where it is now
    )


def starting_groups() -> Part:
    """Groups of cubes, of which each player takes one, and places the boat where they like."""

    def read(box, catalogue: Catalogue) -> None:
        for group, entry in enumerate(catalogue.entries("starting_group")):
            box.groups[group] = entry.cubes("cubes")

    def show(s, box, catalogue: Catalogue):
        left = [group for group in range(GROUPS) if holds(s.groups, group)] if s.turn < 0 else []
        return {"groups": {GROUP.labels[group]: Cubes(cube_text(box.groups[group])) for group in left}}

    return Part(
        table=[("groups", np.uint8)],
        box=[("groups", np.int8, (GROUPS, COLOURS))],
        read=read,
        setup=[ask_for_groups],
        show=show,
        observed=[observe.Groups],
        deeds={TakeGroup: words.took_group, PlaceBoat: words.placed_boat},
        questions={STARTING: words.ASK_GROUP, PLACING_BOAT: words.ASK_START},
    )


def start_at_sea() -> Part:
    """All boats start on the sea tile."""
    return Part(setup=[put_boats_to_sea])


def bonus_piles(kinds: Sequence[int] = ALL_KINDS) -> Part:
    """A pile of each of these kinds; a tile works from the moment after it is taken (EW-50, S2S-50)."""

    def read(box, catalogue: Catalogue) -> None:
        for kind, entry in enumerate(catalogue.entries_with_ids(BONUS_KINDS, "bonus_kind")):
            if kind not in kinds:
                continue
            box.pile_sizes[kind] = entry.number("count", 0, PILE)
            box.pile_points[kind] = entry.numbers("points", PILE, 0, 100)  # the top tile first
            if kind in (HOLD, FREE_STEP, UPGRADE):
                box.bonus_amounts[kind] = entry.number("amount", 1, 9)

    def show(s, box, catalogue: Catalogue):
        taken = box.pile_sizes[POINTS] - s.piles[POINTS]
        top = int(box.pile_points[POINTS][taken]) if s.piles[POINTS] else None
        return {
            "bonus_piles": _by_kind(s.piles, kinds),
            "bonus_amounts": _by_kind(box.bonus_amounts, kinds),
            "next_points_tile": top,
        }

    def show_seat(s, box, catalogue: Catalogue, seat):
        return {"bonus": _by_kind(seat.bonus, kinds)}

    return Part(
        table=[("piles", np.int8, KINDS)],
        seat=[("bonus", np.int8, KINDS), ("bonus_points", np.int16)],
        box=[
            ("pile_sizes", np.int8, KINDS),
            ("pile_points", np.int8, (KINDS, PILE)),
            ("bonus_amounts", np.int8, KINDS),
        ],
        read=read,
        setup=[lay_out_piles],
        show=show,
        show_seat=show_seat,
        observed=[observe.BonusPiles, observe.NextPoints, observe.BonusTaken],
        deeds={ChooseBonus: words.took_bonus},
        things={"bonus tile": words.printed_bonus_tile},
        questions={CHOOSING_BONUS: words.ASK_BONUS},
        taken=[Taken("bonus tile", BONUS_KINDS, block=BONUS, order=40)],
        measures=[value.BonusPiles],
    )


def _by_kind(counts, kinds):
    return {BONUS.labels[kind]: int(counts[kind]) for kind in kinds}


def harvest() -> Part:
    """What a harvest yields, and what each harvest tile adds."""

    def read(box, catalogue: Catalogue) -> None:
        box.harvest = catalogue.table("game").cubes("harvest")
        box.harvest_extra = catalogue.table("bonus_kind.bonus_harvest").cubes("cubes")

    def show_seat(s, box, catalogue: Catalogue, seat):
        return {"harvest": words.harvest_of(box, seat)}

    return Part(
        box=[("harvest", np.int8, COLOURS), ("harvest_extra", np.int8, COLOURS)],
        read=read,
        show_seat=show_seat,
        deeds={Harvest: words.harvested},
    )


def islands(
    table: str, maps: Sequence[str], spaces: int, ports: int = 0, sea: int = 0, cubes_left: bool = True
) -> Part:
    """A map of so many spaces for tiles at random, and of set places for ports or sea tiles.

    The tiles that are used are printed in this table. Cubes may be left behind on them.
    """
    set_places = ports or sea
    neighbours = f"{table}.own_map_min_neighbours"

    def read(box, catalogue: Catalogue) -> None:
        for id in maps:
            if id != RANDOM:
                read_map(catalogue, id, spaces, ports, sea, neighbours)
        rules = catalogue.table(table)
        box.removed_per_symbol = rules.number("market_tiles_removed_per_symbol", 0, TILES_PER_SYMBOL)
        box.sea_tiles = rules.number("sea_tiles_used", 0, SEAS - sea)
        laid = TRADE_SYMBOLS * (TILES_PER_SYMBOL - box.removed_per_symbol) + box.sea_tiles
        if laid != spaces:
            raise rules.wrong(f"{laid} tiles would be laid on the {spaces} spaces of a map")
        box.first_set_tile = FIRST_PORT if ports else FIRST_SEA

    def prepare(states, setting: str, catalogue: Catalogue) -> None:
        found: list[Map] = (
            [random_map(int(chance), spaces, ports, sea) for chance in states["chance"]]
            if setting == RANDOM
            else [read_map(catalogue, setting, spaces, ports, sea, neighbours)]
        )
        states["spaces"] = np.array([places for places, _ in found], np.int8)
        states["set_places"] = np.array([places for _, places in found], np.int8)

    def show(s, box, catalogue: Catalogue):
        return {"map": words.sea_map(s, box)}

    return Part(
        table=[
            ("spaces", np.int8, (spaces, 2)),
            ("set_places", np.int8, (set_places, 2)),
            ("on_map", np.uint32),
            ("hexes", np.int8, (TILES, 2)),
            ("neighbours", np.uint32, TILES),
            *([("tile_cubes", STORAGE, (TILES, COLOURS))] if cubes_left else []),
        ],
        box=[("removed_per_symbol", np.int8), ("sea_tiles", np.int8), ("first_set_tile", np.int8)],
        read=read,
        prepare=prepare,
        setting="map",
        setup=[lay_out_islands],
        show=show,
        observed=[observe.IslandMap, observe.TileCubes] if cubes_left else [observe.IslandMap],
        habits=[value.TakeWhatLies] if cubes_left else [],
        blur=value.forget_way if cubes_left else None,
    )


def outposts(cost: str, cost_of_two: str, points: str, columns: int, seats: int = 4) -> Part:
    """A board of one row a symbol and so many columns (EW-6, EW-7, EW-14, S2S-5, FEW2-3).

    What an outpost on the tile adds to the cost, among two players and more, and the points of the columns, are given
    by their names in the catalogue.
    """

    def read(box, catalogue: Catalogue) -> None:
        for players in range(2, seats + 1):
            box.outpost_cost[players] = catalogue.number(cost_of_two if players == 2 else cost, 0, 5)
        board, key = catalogue.at(points)
        box.column_points = board.numbers(key, columns, 0, 100)  # leftmost first

    def show(s, box, catalogue: Catalogue):
        return {
            "column_points": [int(number) for number in box.column_points],
            "outpost_cost": int(box.outpost_cost[s.players]),
        }

    def show_seat(s, box, catalogue: Catalogue, seat):
        return {
            "outposts": [PLACE.labels[tile] for tile in cards_of(seat.outposts)],
            "built": [int(number) for number in seat.built],
        }

    return Part(
        seat=[("outposts", np.uint32), ("built", np.int8, TRADE_SYMBOLS)],
        box=[("outpost_cost", np.int8, seats + 1), ("column_points", np.int8, columns)],
        read=read,
        show=show,
        show_seat=show_seat,
        observed=[observe.Outposts, observe.Built],
        deeds={
            BuildOutpost: words.built,
            PayForOutpost: words.paid_for_outpost,
            TradeAtOutpost: words.chose_outpost,
        },
        questions={BUILDING: words.ask_payment, CHOOSING_OUTPOST: words.ASK_OUTPOST},
        things={"outpost": words.outpost},
        taken=[Taken("outpost", MARKET_TILE_IDS, sets=["outposts"], order=30)],
        measures=[value.Outposts],
    )


def ports(mixed_with: str) -> Part:
    """Four ports and a pile of VP tiles; with how many the Closed Port tile is mixed, by its name in the catalogue."""

    def read(box, catalogue: Catalogue) -> None:
        box.mixed_with = catalogue.number(mixed_with, 0, len(VP_TILES) - PORTS)

    def show(s, box, catalogue: Catalogue):
        return {
            "ports": {
                STEP.labels[FIRST_PORT + port]: words.port_tile(box, s.port_tiles[port]) for port in range(PORTS)
            },
            "vp_pile": len(cards_of(s.vp_deck.cards)) + int(s.mixed > 0),
        }

    return Part(
        table=[("vp_deck", DECK), ("mixed", np.int8), ("port_tiles", np.int8, PORTS)],
        box=[("mixed_with", np.int8)],
        read=read,
        setup=[lay_out_ports],
        forget=[forget_vp_tiles],
        show=show,
        observed=[observe.Ports, observe.VpPile],
        deeds={ClaimAtPort: words.delivered},
        things={"VP tile": words.vp_tile},
        measures=[value.PortGoal],
    )
