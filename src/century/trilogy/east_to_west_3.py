"""Century: From East to West, Part III: all three games, for 2 to 4 players (FEW3-1)."""

from century.engine.actions import (
    ASHORE,
    AT_FORT,
    BUILDING,
    CHOOSING_OUTPOST,
    EXPLORING,
    LEAVING,
    PAYING_TOLL,
    PICKING_UP,
    RETURNING,
    SAILING,
    SETTING_SAIL,
    TAKING_TILE,
    TRADING,
    TRADING_ON,
    TURN,
    UPGRADING,
)
from century.engine.game import Game, register
from century.mechanisms.common.effects import TradeTimes, UpgradeCube
from century.mechanisms.common.parts import cube_points, effects, extra_turns, point_cards, rounds, start_cubes, storage
from century.mechanisms.common.point_cards import enough_claimed
from century.mechanisms.common.rounds import Done, same_player_or_next
from century.mechanisms.common.scoring import (
    BonusTiles,
    ClaimedCards,
    CubesLeft,
    ExplorationPoints,
    MerchantTiles,
    UncoveredSpaces,
    most_points,
)
from century.mechanisms.common.storage import ReturnCube, storage_limit
from century.mechanisms.markets.markets import Market, RefreshMarket, refill_markets, take_used_card
from century.mechanisms.markets.parts import markets
from century.mechanisms.new_world.bonus_stacks import TakeTile
from century.mechanisms.new_world.cards import NEW_WORLD_CARDS
from century.mechanisms.new_world.exploration import Explore
from century.mechanisms.new_world.forts import ClaimAtFort, Fort
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
from century.mechanisms.road.merchants import MERCHANT_EFFECTS
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
from century.trilogy.titles import EAST_TO_WEST_3

KINDS = (Effects, Fort, Market, RefreshMarket, MoveBoat, BoatTrade, OutpostTrade)  # FEW3-22 to FEW3-40

GAME = register(
    Game(
        name=EAST_TO_WEST_3.name,
        title=EAST_TO_WEST_3.title,
        letters="FEW3",
        least_players=EAST_TO_WEST_3.least_players,
        most_players=EAST_TO_WEST_3.most_players,
        minutes=EAST_TO_WEST_3.minutes,
        page="newworld charted markets",
        components=[
            "a_new_world.toml",
            "spice_road.toml starter merchant",
            "eastern_wonders.toml market_tile map",
        ],
        parts=[
            rounds(),  # FEW3-14
            extra_turns(),  # FEW3-35
            storage("player_board.B.storage"),  # FEW3-3
            start_cubes("game.start_cubes", seats=4),  # FEW3-14
            effects(location=LOCATION_EFFECTS, merchant=MERCHANT_EFFECTS, tile=TILE_EFFECTS),  # FEW3-4, FEW3-5
            boards("mode.few3"),  # FEW3-10
            locations("mode.few3", KINDS),  # FEW3-2
            settlers(),  # FEW3-14
            point_cards("point_card", NEW_WORLD_CARDS, end="game.point_cards_to_end", seats=4),  # FEW3-60
            new_world_cards("mode.few3"),  # FEW3-11
            forts(),  # FEW3-11
            bonus_stacks("mode.few3", "player_board.B"),  # FEW3-3, FEW3-12
            exploration(),  # FEW3-13
            markets("mode.few3"),  # FEW3-15
            islands("island_map", ISLAND_MAPS, spaces=12, sea=1),  # FEW3-16, FEW3-E15
            boats("island_map.boat.free_steps", "island_map.boat.boat_toll"),  # FEW3-40
            start_at_sea(),  # FEW3-17
            outposts(
                "island_map.boat.outpost_cost_per_outpost_present",
                "island_map.boat.outpost_cost_per_outpost_present_2p",
                "player_board.B.outpost_section.column_points",
                columns=3,
            ),  # FEW3-3, FEW3-17
            cube_points("mode.few3.points_per_cube"),  # FEW3-61
        ],
        decisions={
            TURN: [working(KINDS), RestSettlers],  # FEW3-20, FEW3-21, FEW3-45
            UPGRADING: [UpgradeCube, Done],  # FEW3-22
            TRADING: [TradeTimes],  # FEW3-22, FEW3-30, FEW3-40
            TRADING_ON: [TradeTimes, Done],  # FEW3-22
            AT_FORT: [ClaimAtFort],  # FEW3-23
            EXPLORING: [Explore],  # FEW3-E1
            TAKING_TILE: [TakeTile, Done],  # FEW3-32, FEW3-41
            SETTING_SAIL: [Step],  # FEW3-40
            SAILING: [Step, DropAnchor],  # FEW3-40
            LEAVING: [LeaveCube],  # FEW3-40
            PAYING_TOLL: [PayToll],  # FEW3-40
            PICKING_UP: [PickUp, Done],  # FEW3-40
            ASHORE: [BuildOutpost, Done],  # FEW3-40
            BUILDING: [PayForOutpost],  # FEW3-40
            CHOOSING_OUTPOST: [TradeAtOutpost],  # FEW3-40
            RETURNING: [ReturnCube],  # FEW3-46
        },
        events={
            ANCHORED: [owe_toll, may_pick_up, may_build],  # FEW3-40
            BUILT: [bonus_from_stack],  # FEW3-41
        },
        turn_end=[take_used_card, refill_markets, storage_limit],  # FEW3-30, FEW3-31, FEW3-46, FEW3-E3
        next_turn=same_player_or_next,  # FEW3-20, FEW3-35
        end=enough_claimed,  # FEW3-60
        scoring=[
            ClaimedCards,
            BonusTiles,
            MerchantTiles,
            UncoveredSpaces,
            ExplorationPoints,
            CubesLeft,
        ],  # FEW3-61
        questions={TURN: ask_turn},
        winner=most_points,  # FEW3-63
        settings={"map": ISLAND_MAPS},
    )
)
