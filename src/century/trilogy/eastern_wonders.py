"""Century: Eastern Wonders, for 2 to 4 players (EW-1)."""

from century.engine import actions
from century.engine.game import Game, register
from century.mechanisms.common import effects, point_cards, rounds, scoring, storage
from century.mechanisms.sea import boats, bonus_piles, harvest, islands, maps, outposts, ports, sailing, words
from century.mechanisms.sea import printed as sea_printed
from century.trilogy import titles

GAME = register(
    Game(
        **vars(titles.EASTERN_WONDERS),
        letters="EW",
        page="islands",
        components=["eastern_wonders.toml"],
        parts=[
            rounds.part(),  # EW-14
            storage.part("player_board.hold_capacity"),  # EW-7
            effects.part(tile=islands.TILE_EFFECTS),  # EW-4
            islands.part("setup", maps.SEA_MAPS, spaces=20, ports=4),  # EW-10, EW-11
            outposts.part(
                "game.outpost_cost_per_outpost_present",
                "game.outpost_cost_per_outpost_present_2p",
                "player_board.column_points",
                columns=5,
            ),  # EW-6, EW-7
            bonus_piles.part(),  # EW-13
            point_cards.part(
                "vp_tile", sea_printed.VP_TILES, end="game.vp_tiles_to_end", seats=4, kind="VP tile"
            ),  # EW-5, EW-70
            ports.part("game.closed_port_mixed_with_top"),  # EW-12
            harvest.part(),  # EW-65
            scoring.cube_points("game.points_per_cube"),  # EW-71
            sailing.part("game.free_steps", "game.boat_toll"),  # EW-14
            boats.starting_groups(),  # EW-15
        ],
        decisions={
            actions.STARTING: [boats.TakeGroup],  # EW-15
            actions.PLACING_BOAT: [boats.PlaceBoat],  # EW-15
            actions.TURN: [sailing.Step, sailing.DropAnchor],  # EW-21
            actions.SAILING: [sailing.Step, sailing.DropAnchor],  # EW-30 to EW-33
            actions.LEAVING: [sailing.LeaveCube],  # EW-32
            actions.PAYING_TOLL: [sailing.PayToll],  # EW-33
            actions.PICKING_UP: [sailing.PickUp, rounds.Done],  # EW-34
            actions.ASHORE: [
                outposts.BuildOutpost,
                outposts.TradeHere,
                ports.ClaimAtPort,
                harvest.Harvest,
                rounds.Done,
            ],  # EW-21, EW-22
            actions.BUILDING: [outposts.PayForOutpost],  # EW-41
            actions.CHOOSING_BONUS: [bonus_piles.ChooseBonus],  # EW-43
            actions.UPGRADING: [effects.UpgradeCube, rounds.Done],  # EW-54
            actions.TRADING_ON: [effects.TradeTimes, rounds.Done],  # EW-44, EW-45
            actions.RETURNING: [storage.ReturnCube],  # EW-68
        },
        events={
            sailing.ANCHORED: [sailing.owe_toll, sailing.may_pick_up, sailing.go_ashore],  # EW-21
            outposts.BUILT: [outposts.bonus_from_pile, bonus_piles.upgrade_with_tiles, outposts.trade_on],  # EW-E11
        },
        turn_end=[storage.storage_limit],  # EW-68
        next_turn=rounds.next_turn,  # EW-20
        end=point_cards.enough_claimed,  # EW-70
        scoring=[
            point_cards.ClaimedCards,
            bonus_piles.BonusPoints,
            outposts.UncoveredSpaces,
            scoring.CubesLeft,
        ],  # EW-71
        questions={actions.TURN: words.ask_turn},
        winner=scoring.most_points,  # EW-72
        editions=["golem"],
        settings={"map": maps.SEA_MAPS},
    )
)
