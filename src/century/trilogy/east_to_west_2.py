"""Century: From East to West, Part II: Eastern Wonders and A New World, for 2 to 4 players (FEW2-1)."""

from century.engine import actions
from century.engine.game import Game, register
from century.mechanisms.common import effects, point_cards, rounds, scoring, storage
from century.mechanisms.east_to_west import boat_locations
from century.mechanisms.new_world import boards, bonus_stacks, cards, exploration, forts, locations, settlers, words
from century.mechanisms.new_world.printed import NEW_WORLD_CARDS
from century.mechanisms.sea import boats, islands, maps, outposts, sailing
from century.trilogy import titles

KINDS = (
    locations.Effects,
    forts.Fort,
    boat_locations.MoveBoat,
    boat_locations.BoatTrade,
    boat_locations.OutpostTrade,
)  # FEW2-21, FEW2-30, FEW2-40, FEW2-42

GAME = register(
    Game(
        **vars(titles.EAST_TO_WEST_2),
        letters="FEW2",
        page="newworld charted",
        components=["a_new_world.toml", "eastern_wonders.toml market_tile map"],
        parts=[
            rounds.part(),  # FEW2-14
            storage.part("player_board.B.storage"),  # FEW2-3
            storage.start_cubes("game.start_cubes", seats=4),  # FEW2-14
            effects.part(location=locations.LOCATION_EFFECTS, tile=islands.TILE_EFFECTS),  # FEW2-4, FEW2-21
            boards.part("mode.few2"),  # FEW2-10
            locations.part("mode.few2", KINDS),  # FEW2-2
            settlers.part(),  # FEW2-14
            point_cards.part("point_card", NEW_WORLD_CARDS, end="game.point_cards_to_end", seats=4),  # FEW2-60
            cards.part("mode.few2"),  # FEW2-11
            forts.part(),  # FEW2-11
            bonus_stacks.part("mode.few2", "player_board.B"),  # FEW2-3, FEW2-12
            exploration.part(),  # FEW2-13
            islands.part("island_map", maps.ISLAND_MAPS, spaces=12, sea=1),  # FEW2-15, FEW2-E14
            sailing.part("island_map.boat.free_steps", "island_map.boat.boat_toll"),  # FEW2-30, FEW2-31
            boats.start_at_sea(),  # FEW2-16
            boat_locations.part(),
            outposts.part(
                "island_map.boat.outpost_cost_per_outpost_present",
                "island_map.boat.outpost_cost_per_outpost_present_2p",
                "player_board.B.outpost_section.column_points",
                columns=3,
            ),  # FEW2-3, FEW2-16
            scoring.cube_points("mode.few2.points_per_cube"),  # FEW2-61
        ],
        decisions={
            actions.TURN: [locations.working(KINDS), settlers.RestSettlers],  # FEW2-20, FEW2-45
            actions.UPGRADING: [effects.UpgradeCube, rounds.Done],  # FEW2-21
            actions.TRADING: [effects.TradeTimes],  # FEW2-21, FEW2-40, FEW2-42
            actions.TRADING_ON: [effects.TradeTimes, rounds.Done],  # FEW2-21
            actions.AT_FORT: [bonus_stacks.TakeTileAtFort, forts.ClaimAtFort, forts.ClaimBeforeTile],  # FEW2-21
            actions.CLAIMING_TOO: [forts.ClaimAtFort, rounds.Done],  # FEW2-21
            actions.TAKING_TILE_TOO: [bonus_stacks.TakeTileAfterCard, rounds.Done],  # FEW2-21
            actions.EXPLORING: [exploration.Explore],  # FEW2-E1
            actions.SETTING_SAIL: [sailing.Step],  # FEW2-30
            actions.SAILING: [sailing.Step, sailing.DropAnchor],  # FEW2-30
            actions.LEAVING: [sailing.LeaveCube],  # FEW2-30
            actions.PAYING_TOLL: [sailing.PayToll],  # FEW2-31
            actions.PICKING_UP: [sailing.PickUp, rounds.Done],  # FEW2-32
            actions.ASHORE: [outposts.BuildOutpost, rounds.Done],  # FEW2-33, FEW2-37
            actions.BUILDING: [outposts.PayForOutpost],  # FEW2-33
            actions.TAKING_TILE: [bonus_stacks.TakeTile, rounds.Done],  # FEW2-36, FEW2-E8
            actions.CHOOSING_OUTPOST: [boat_locations.TradeAtOutpost],  # FEW2-42
            actions.RETURNING: [storage.ReturnCube],  # FEW2-45
        },
        events={
            sailing.ANCHORED: [sailing.owe_toll, sailing.may_pick_up, sailing.may_build],  # FEW2-31 to FEW2-33
            outposts.BUILT: [boat_locations.bonus_from_stack],  # FEW2-36
        },
        turn_end=[storage.storage_limit],  # FEW2-45
        next_turn=rounds.next_turn,  # FEW2-20
        end=point_cards.enough_claimed,  # FEW2-60
        scoring=[
            point_cards.ClaimedCards,
            bonus_stacks.BonusTiles,
            outposts.UncoveredSpaces,
            exploration.ExplorationPoints,
            scoring.CubesLeft,
        ],  # FEW2-61
        questions={actions.TURN: words.ask_turn},
        winner=scoring.most_points,  # FEW2-62
        settings={"map": maps.ISLAND_MAPS},
    )
)
