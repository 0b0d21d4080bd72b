"""Century: From East to West, Part II: Eastern Wonders and A New World, for 2 to 4 players (FEW2-1)."""

from century.engine.actions import (
    ASHORE,
    AT_FORT,
    BUILDING,
    CHOOSING_OUTPOST,
    CLAIMING_TOO,
    EXPLORING,
    LEAVING,
    PAYING_TOLL,
    PICKING_UP,
    RETURNING,
    SAILING,
    SETTING_SAIL,
    TAKING_TILE,
    TAKING_TILE_TOO,
    TRADING,
    TRADING_ON,
    TURN,
    UPGRADING,
)
from century.engine.game import Game, register
from century.mechanisms.common.effects import TradeTimes, UpgradeCube
from century.mechanisms.common.parts import cube_points, effects, point_cards, rounds, start_cubes, storage
from century.mechanisms.common.point_cards import enough_claimed
from century.mechanisms.common.rounds import Done, next_turn
from century.mechanisms.common.scoring import (
    BonusTiles,
    ClaimedCards,
    CubesLeft,
    ExplorationPoints,
    UncoveredSpaces,
    most_points,
)
from century.mechanisms.common.storage import ReturnCube, storage_limit
from century.mechanisms.new_world.bonus_stacks import TakeTile, TakeTileAfterCard, TakeTileAtFort
from century.mechanisms.new_world.cards import NEW_WORLD_CARDS
from century.mechanisms.new_world.exploration import Explore
from century.mechanisms.new_world.forts import ClaimAtFort, ClaimBeforeTile, Fort
from century.mechanisms.new_world.locations import LOCATION_EFFECTS, Effects, working
from century.mechanisms.new_world.parts import (
    boards,
    bonus_stacks,
    exploration,
    forts,
    locations,
    new_world_cards,
    settlers,
)
from century.mechanisms.new_world.settlers import RestSettlers
from century.mechanisms.new_world.words import ask_turn
from century.mechanisms.sea.islands import TILE_EFFECTS
from century.mechanisms.sea.maps import ISLAND_MAPS
from century.mechanisms.sea.outposts import (
    BUILT,
    BoatTrade,
    BuildOutpost,
    OutpostTrade,
    PayForOutpost,
    TradeAtOutpost,
    bonus_from_stack,
)
from century.mechanisms.sea.parts import boats, islands, outposts, start_at_sea
from century.mechanisms.sea.sailing import (
    ANCHORED,
    DropAnchor,
    LeaveCube,
    MoveBoat,
    PayToll,
    PickUp,
    Step,
    may_build,
    may_pick_up,
    owe_toll,
)
from century.trilogy.titles import EAST_TO_WEST_2

KINDS = (Effects, Fort, MoveBoat, BoatTrade, OutpostTrade)  # FEW2-21, FEW2-30, FEW2-40, FEW2-42

GAME = register(
    Game(
        name=EAST_TO_WEST_2.name,
        title=EAST_TO_WEST_2.title,
        letters="FEW2",
        least_players=EAST_TO_WEST_2.least_players,
        most_players=EAST_TO_WEST_2.most_players,
        minutes=EAST_TO_WEST_2.minutes,
        page="newworld charted",
        components=["a_new_world.toml", "eastern_wonders.toml market_tile map"],
        parts=[
            rounds(),  # FEW2-14
            storage("player_board.B.storage"),  # FEW2-3
            start_cubes("game.start_cubes", seats=4),  # FEW2-14
            effects(location=LOCATION_EFFECTS, tile=TILE_EFFECTS),  # FEW2-4, FEW2-21
            boards("mode.few2"),  # FEW2-10
            locations("mode.few2", KINDS),  # FEW2-2
            settlers(),  # FEW2-14
            point_cards("point_card", NEW_WORLD_CARDS, end="game.point_cards_to_end", seats=4),  # FEW2-60
            new_world_cards("mode.few2"),  # FEW2-11
            forts(),  # FEW2-11
            bonus_stacks("mode.few2", "player_board.B"),  # FEW2-3, FEW2-12
            exploration(),  # FEW2-13
            islands("island_map", ISLAND_MAPS, spaces=12, sea=1),  # FEW2-15, FEW2-E14
            boats("island_map.boat.free_steps", "island_map.boat.boat_toll"),  # FEW2-30, FEW2-31
            start_at_sea(),  # FEW2-16
            outposts(
                "island_map.boat.outpost_cost_per_outpost_present",
                "island_map.boat.outpost_cost_per_outpost_present_2p",
                "player_board.B.outpost_section.column_points",
                columns=3,
            ),  # FEW2-3, FEW2-16
            cube_points("mode.few2.points_per_cube"),  # FEW2-61
        ],
        decisions={
            TURN: [working(KINDS), RestSettlers],  # FEW2-20, FEW2-45
            UPGRADING: [UpgradeCube, Done],  # FEW2-21
            TRADING: [TradeTimes],  # FEW2-21, FEW2-40, FEW2-42
            TRADING_ON: [TradeTimes, Done],  # FEW2-21
            AT_FORT: [TakeTileAtFort, ClaimAtFort, ClaimBeforeTile],  # FEW2-21
            CLAIMING_TOO: [ClaimAtFort, Done],  # FEW2-21
            TAKING_TILE_TOO: [TakeTileAfterCard, Done],  # FEW2-21
            EXPLORING: [Explore],  # FEW2-E1
            SETTING_SAIL: [Step],  # FEW2-30
            SAILING: [Step, DropAnchor],  # FEW2-30
            LEAVING: [LeaveCube],  # FEW2-30
            PAYING_TOLL: [PayToll],  # FEW2-31
            PICKING_UP: [PickUp, Done],  # FEW2-32
            ASHORE: [BuildOutpost, Done],  # FEW2-33, FEW2-37
            BUILDING: [PayForOutpost],  # FEW2-33
            TAKING_TILE: [TakeTile, Done],  # FEW2-36, FEW2-E8
            CHOOSING_OUTPOST: [TradeAtOutpost],  # FEW2-42
            RETURNING: [ReturnCube],  # FEW2-45
        },
        events={
            ANCHORED: [owe_toll, may_pick_up, may_build],  # FEW2-31 to FEW2-33
            BUILT: [bonus_from_stack],  # FEW2-36
        },
        turn_end=[storage_limit],  # FEW2-45
        next_turn=next_turn,  # FEW2-20
        end=enough_claimed,  # FEW2-60
        scoring=[ClaimedCards, BonusTiles, UncoveredSpaces, ExplorationPoints, CubesLeft],  # FEW2-61
        questions={TURN: ask_turn},
        winner=most_points,  # FEW2-62
        settings={"map": ISLAND_MAPS},
    )
)
