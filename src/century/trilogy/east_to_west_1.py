"""Century: From East to West, Part I: Spice Road and A New World, for 2 to 4 players (FEW1-1)."""

from century.engine.actions import (
    AT_FORT,
    AT_MARKET,
    CLAIMING_TOO,
    EXPLORING,
    REFRESHING,
    REFRESHING_TOO,
    REORDERING,
    RETURNING,
    TAKING_TILE,
    TAKING_TILE_TOO,
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
    most_points,
)
from century.mechanisms.common.storage import ReturnCube, storage_limit
from century.mechanisms.markets.markets import refill_markets, take_used_card
from century.mechanisms.markets.parts import markets, trade_route
from century.mechanisms.markets.trade_route import (
    LayOut,
    MarketOrRoute,
    OrderCard,
    Refresh,
    RefreshOrReorder,
    Reorder,
    RestEverywhere,
    UseCard,
    WorkOnRoute,
)
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
from century.mechanisms.new_world.words import ask_turn
from century.mechanisms.road.merchants import MERCHANT_EFFECTS
from century.trilogy.titles import EAST_TO_WEST_1

KINDS = (Effects, Fort, MarketOrRoute, RefreshOrReorder)  # FEW1-21, FEW1-30, FEW1-40

GAME = register(
    Game(
        name=EAST_TO_WEST_1.name,
        title=EAST_TO_WEST_1.title,
        letters="FEW1",
        least_players=EAST_TO_WEST_1.least_players,
        most_players=EAST_TO_WEST_1.most_players,
        minutes=EAST_TO_WEST_1.minutes,
        page="newworld markets",
        components=["a_new_world.toml", "spice_road.toml starter merchant"],
        parts=[
            rounds(),  # FEW1-14
            extra_turns(),  # FEW1-40
            storage("player_board.A.storage"),  # FEW1-3
            start_cubes("game.start_cubes", seats=4),  # FEW1-14
            effects(location=LOCATION_EFFECTS, merchant=MERCHANT_EFFECTS),  # FEW1-4, FEW1-21
            boards("mode.few1"),  # FEW1-10
            locations("mode.few1", KINDS),  # FEW1-2
            settlers(),  # FEW1-14
            point_cards("point_card", NEW_WORLD_CARDS, end="game.point_cards_to_end", seats=4),  # FEW1-60
            new_world_cards("mode.few1"),  # FEW1-11
            forts(),  # FEW1-11
            bonus_stacks("mode.few1", "player_board.A"),  # FEW1-3, FEW1-12
            exploration(),  # FEW1-13
            markets("mode.few1"),  # FEW1-6, FEW1-15
            trade_route(),  # FEW1-5
            cube_points("mode.few1.points_per_cube"),  # FEW1-61
        ],
        decisions={
            TURN: [working(KINDS), WorkOnRoute, RestEverywhere],  # FEW1-20, FEW1-22
            UPGRADING: [UpgradeCube, Done],  # FEW1-21
            TRADING: [TradeTimes],  # FEW1-21
            TRADING_ON: [TradeTimes, Done],  # FEW1-21
            AT_FORT: [TakeTileAtFort, ClaimAtFort, ClaimBeforeTile],  # FEW1-21
            CLAIMING_TOO: [ClaimAtFort, Done],  # FEW1-21
            TAKING_TILE_TOO: [TakeTileAfterCard, Done],  # FEW1-21
            EXPLORING: [Explore],  # FEW1-E1
            AT_MARKET: [UseCard, LayOut],  # FEW1-30
            TAKING_TILE: [TakeTile, Done],  # FEW1-32, FEW1-E9
            REFRESHING: [Refresh, Reorder],  # FEW1-40
            REFRESHING_TOO: [Refresh, Reorder, Done],  # FEW1-40
            REORDERING: [OrderCard],  # FEW1-40
            RETURNING: [ReturnCube],  # FEW1-45
        },
        turn_end=[take_used_card, refill_markets, storage_limit],  # FEW1-30, FEW1-31, FEW1-45
        next_turn=same_player_or_next,  # FEW1-20, FEW1-40
        end=enough_claimed,  # FEW1-60
        scoring=[ClaimedCards, BonusTiles, MerchantTiles, ExplorationPoints, CubesLeft],  # FEW1-61
        questions={TURN: ask_turn},
        winner=most_points,  # FEW1-63
    )
)
