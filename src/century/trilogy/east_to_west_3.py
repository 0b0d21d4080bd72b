"""Century: From East to West, Part III: all three games, for 2 to 4 players (FEW3-1)."""

from century.engine import actions
from century.engine.game import Game, register
from century.mechanisms.common import effects, point_cards, rounds, scoring, storage
from century.mechanisms.east_to_west import boat_locations
from century.mechanisms.markets import markets
from century.mechanisms.new_world import boards, bonus_stacks, cards, exploration, forts, locations, settlers, words
from century.mechanisms.new_world.printed import NEW_WORLD_CARDS
from century.mechanisms.road import printed as road_printed
from century.mechanisms.sea import boats, islands, maps, outposts, sailing
from century.trilogy import titles

KINDS = (
    locations.Effects,
    forts.Fort,
    markets.Market,
    markets.RefreshMarket,
    boat_locations.MoveBoat,
    boat_locations.BoatTrade,
    boat_locations.OutpostTrade,
)  # FEW3-22 to FEW3-40

GAME = register(
    Game(
        **vars(titles.EAST_TO_WEST_3),
        letters="FEW3",
        page="newworld charted markets",
        components=[
            "a_new_world.toml",
            "spice_road.toml starter merchant",
            "eastern_wonders.toml market_tile map",
        ],
        parts=[
            rounds.part(),  # FEW3-14
            rounds.extra_turns(),  # FEW3-35
            storage.part("player_board.B.storage"),  # FEW3-3
            storage.start_cubes("game.start_cubes", seats=4),  # FEW3-14
            effects.part(
                location=locations.LOCATION_EFFECTS, merchant=road_printed.MERCHANT_EFFECTS, tile=islands.TILE_EFFECTS
            ),  # FEW3-4, FEW3-5
            boards.part("mode.few3"),  # FEW3-10
            locations.part("mode.few3", KINDS),  # FEW3-2
            settlers.part(),  # FEW3-14
            point_cards.part("point_card", NEW_WORLD_CARDS, end="game.point_cards_to_end", seats=4),  # FEW3-60
            cards.part("mode.few3"),  # FEW3-11
            forts.part(),  # FEW3-11
            bonus_stacks.part("mode.few3", "player_board.B"),  # FEW3-3, FEW3-12
            exploration.part(),  # FEW3-13
            markets.part("mode.few3"),  # FEW3-15
            islands.part("island_map", maps.ISLAND_MAPS, spaces=12, sea=1),  # FEW3-16, FEW3-E15
            sailing.part("island_map.boat.free_steps", "island_map.boat.boat_toll"),  # FEW3-40
            boats.start_at_sea(),  # FEW3-17
            boat_locations.part(),
            outposts.part(
                "island_map.boat.outpost_cost_per_outpost_present",
                "island_map.boat.outpost_cost_per_outpost_present_2p",
                "player_board.B.outpost_section.column_points",
                columns=3,
            ),  # FEW3-3, FEW3-17
            scoring.cube_points("mode.few3.points_per_cube"),  # FEW3-61
        ],
        decisions={
            actions.TURN: [locations.working(KINDS), settlers.RestSettlers],  # FEW3-20, FEW3-21, FEW3-45
            actions.UPGRADING: [effects.UpgradeCube, rounds.Done],  # FEW3-22
            actions.TRADING: [effects.TradeTimes],  # FEW3-22, FEW3-30, FEW3-40
            actions.TRADING_ON: [effects.TradeTimes, rounds.Done],  # FEW3-22
            actions.AT_FORT: [forts.ClaimAtFort],  # FEW3-23
            actions.EXPLORING: [exploration.Explore],  # FEW3-E1
            actions.TAKING_TILE: [bonus_stacks.TakeTile, rounds.Done],  # FEW3-32, FEW3-41
            actions.SETTING_SAIL: [sailing.Step],  # FEW3-40
            actions.SAILING: [sailing.Step, sailing.DropAnchor],  # FEW3-40
            actions.LEAVING: [sailing.LeaveCube],  # FEW3-40
            actions.PAYING_TOLL: [sailing.PayToll],  # FEW3-40
            actions.PICKING_UP: [sailing.PickUp, rounds.Done],  # FEW3-40
            actions.ASHORE: [outposts.BuildOutpost, rounds.Done],  # FEW3-40
            actions.BUILDING: [outposts.PayForOutpost],  # FEW3-40
            actions.CHOOSING_OUTPOST: [boat_locations.TradeAtOutpost],  # FEW3-40
            actions.RETURNING: [storage.ReturnCube],  # FEW3-46
        },
        events={
            sailing.ANCHORED: [sailing.owe_toll, sailing.may_pick_up, sailing.may_build],  # FEW3-40
            outposts.BUILT: [boat_locations.bonus_from_stack],  # FEW3-41
        },
        turn_end=[
            markets.take_used_card,
            markets.refill_markets,
            storage.storage_limit,
        ],  # FEW3-30, FEW3-31, FEW3-46, FEW3-E3
        next_turn=rounds.same_player_or_next,  # FEW3-20, FEW3-35
        end=point_cards.enough_claimed,  # FEW3-60
        scoring=[
            point_cards.ClaimedCards,
            bonus_stacks.BonusTiles,
            markets.MerchantTiles,
            outposts.UncoveredSpaces,
            exploration.ExplorationPoints,
            scoring.CubesLeft,
        ],  # FEW3-61
        questions={actions.TURN: words.ask_turn},
        winner=scoring.most_points,  # FEW3-63
        settings={"map": maps.ISLAND_MAPS},
    )
)
