"""Century: From East to West, Part I: Spice Road and A New World, for 2 to 4 players (FEW1-1)."""

from century.engine import actions
from century.engine.game import Game, register
from century.mechanisms.common import effects, point_cards, rounds, scoring, storage
from century.mechanisms.markets import markets, trade_route
from century.mechanisms.new_world import boards, bonus_stacks, cards, exploration, forts, locations, settlers, words
from century.mechanisms.new_world.printed import NEW_WORLD_CARDS
from century.mechanisms.road import printed as road_printed
from century.trilogy import titles

KINDS = (
    locations.Effects,
    forts.Fort,
    trade_route.MarketOrRoute,
    trade_route.RefreshOrReorder,
)  # FEW1-21, FEW1-30, FEW1-40

GAME = register(
    Game(
        **vars(titles.EAST_TO_WEST_1),
        letters="FEW1",
        page="newworld markets",
        components=["a_new_world.toml", "spice_road.toml starter merchant"],
        parts=[
            rounds.part(),  # FEW1-14
            rounds.extra_turns(),  # FEW1-40
            storage.part("player_board.A.storage"),  # FEW1-3
            storage.start_cubes("game.start_cubes", seats=4),  # FEW1-14
            effects.part(
                location=locations.LOCATION_EFFECTS, merchant=road_printed.MERCHANT_EFFECTS
            ),  # FEW1-4, FEW1-21
            boards.part("mode.few1"),  # FEW1-10
            locations.part("mode.few1", KINDS),  # FEW1-2
            settlers.part(),  # FEW1-14
            point_cards.part("point_card", NEW_WORLD_CARDS, end="game.point_cards_to_end", seats=4),  # FEW1-60
            cards.part("mode.few1"),  # FEW1-11
            forts.part(),  # FEW1-11
            bonus_stacks.part("mode.few1", "player_board.A"),  # FEW1-3, FEW1-12
            exploration.part(),  # FEW1-13
            markets.part("mode.few1"),  # FEW1-6, FEW1-15
            trade_route.part(),  # FEW1-5
            scoring.cube_points("mode.few1.points_per_cube"),  # FEW1-61
        ],
        decisions={
            actions.TURN: [
                locations.working(KINDS),
                trade_route.WorkOnRoute,
                trade_route.RestEverywhere,
            ],  # FEW1-20, FEW1-22
            actions.UPGRADING: [effects.UpgradeCube, rounds.Done],  # FEW1-21
            actions.TRADING: [effects.TradeTimes],  # FEW1-21
            actions.TRADING_ON: [effects.TradeTimes, rounds.Done],  # FEW1-21
            actions.AT_FORT: [bonus_stacks.TakeTileAtFort, forts.ClaimAtFort, forts.ClaimBeforeTile],  # FEW1-21
            actions.CLAIMING_TOO: [forts.ClaimAtFort, rounds.Done],  # FEW1-21
            actions.TAKING_TILE_TOO: [bonus_stacks.TakeTileAfterCard, rounds.Done],  # FEW1-21
            actions.EXPLORING: [exploration.Explore],  # FEW1-E1
            actions.AT_MARKET: [trade_route.UseCard, trade_route.LayOut],  # FEW1-30
            actions.TAKING_TILE: [bonus_stacks.TakeTile, rounds.Done],  # FEW1-32, FEW1-E9
            actions.REFRESHING: [trade_route.Refresh, trade_route.Reorder],  # FEW1-40
            actions.REFRESHING_TOO: [trade_route.Refresh, trade_route.Reorder, rounds.Done],  # FEW1-40
            actions.REORDERING: [trade_route.OrderCard],  # FEW1-40
            actions.RETURNING: [storage.ReturnCube],  # FEW1-45
        },
        turn_end=[markets.take_used_card, markets.refill_markets, storage.storage_limit],  # FEW1-30, FEW1-31, FEW1-45
        next_turn=rounds.same_player_or_next,  # FEW1-20, FEW1-40
        end=point_cards.enough_claimed,  # FEW1-60
        scoring=[
            point_cards.ClaimedCards,
            bonus_stacks.BonusTiles,
            markets.MerchantTiles,
            exploration.ExplorationPoints,
            scoring.CubesLeft,
        ],  # FEW1-61
        questions={actions.TURN: words.ask_turn},
        winner=scoring.most_points,  # FEW1-63
    )
)
