"""Century: From Sand to Sea, the combination of Spice Road and Eastern Wonders, for 2 to 4 players (S2S-1)."""

from century.engine import actions
from century.engine.game import Game, register
from century.mechanisms.common import effects, point_cards, rounds, scoring, storage
from century.mechanisms.road import merchants
from century.mechanisms.road import printed as road_printed
from century.mechanisms.sand_to_sea import card_sailing
from century.mechanisms.sea import boats, bonus_piles, islands, maps, outposts, ports, sailing, words
from century.mechanisms.sea import printed as sea_printed
from century.trilogy import titles

GAME = register(
    Game(
        **vars(titles.SAND_TO_SEA),
        letters="S2S",
        page="islands sandsea",
        components=["eastern_wonders.toml", "spice_road.toml starter merchant"],
        parts=[
            rounds.part(),  # S2S-15
            storage.part("sand_to_sea.hold_capacity"),  # S2S-5
            effects.part(merchant=road_printed.MERCHANT_EFFECTS, tile=islands.TILE_EFFECTS),  # S2S-2, S2S-3
            merchants.part("sand_to_sea.merchant_row", places=4),  # S2S-10, S2S-11
            card_sailing.part(),  # S2S-4
            islands.part(
                "sand_to_sea", maps.SEA_MAPS, spaces=20, ports=4, cubes_left=False
            ),  # S2S-6, S2S-12, S2S-39, S2S-80
            outposts.part(
                "sand_to_sea.outpost_cost_per_outpost_present",
                "sand_to_sea.carried_over.outpost_cost_per_outpost_present_2p",
                "sand_to_sea.player_board.points.column_points",
                columns=4,
            ),  # S2S-5, S2S-15
            bonus_piles.part([sea_printed.HOLD, sea_printed.FREE_STEP, sea_printed.POINTS]),  # S2S-14
            point_cards.part(
                "vp_tile", sea_printed.VP_TILES, end="sand_to_sea.vp_tiles_to_end", seats=4, kind="VP tile"
            ),  # S2S-70
            ports.part("sand_to_sea.closed_port_mixed_with_top"),  # S2S-13
            scoring.cube_points("sand_to_sea.carried_over.points_per_cube"),  # S2S-71
            sailing.part("sand_to_sea.sailing.free_steps", "sand_to_sea.carried_over.boat_toll"),  # S2S-15, S2S-38
            boats.starting_groups(),  # S2S-16
        ],
        decisions={
            actions.STARTING: [boats.TakeGroup],  # S2S-16
            actions.PLACING_BOAT: [boats.PlaceBoat],  # S2S-16
            actions.TURN: [
                merchants.PlayCard,
                merchants.AcquireCard,
                card_sailing.StepForCard,
                card_sailing.Stay,
                card_sailing.RestFromSailing,
            ],  # S2S-20
            actions.UPGRADING: [effects.UpgradeCube, rounds.Done],  # S2S-3
            actions.TRADING: [effects.TradeTimes],  # S2S-3, S2S-E12
            actions.TRADING_ON: [effects.TradeTimes, rounds.Done],  # S2S-40
            actions.PLACING: [merchants.PlaceCube],  # S2S-25
            actions.PAYING_STEP: [card_sailing.SailCard],  # S2S-36
            actions.SAILING: [card_sailing.StepForCard, sailing.DropAnchor],  # S2S-35
            actions.PAYING_TOLL: [sailing.PayToll],  # S2S-38
            actions.ASHORE: [
                outposts.BuildOutpost,
                outposts.TradeHere,
                ports.ClaimAtPort,
                rounds.Done,
            ],  # S2S-40, S2S-60, S2S-64, S2S-E14
            actions.STAYING: [outposts.BuildOutpost, outposts.TradeHere, ports.ClaimAtPort],  # S2S-E1
            actions.BUILDING: [outposts.PayForOutpost],  # S2S-40
            actions.CHOOSING_BONUS: [bonus_piles.ChooseBonus],  # S2S-41
            actions.RETURNING: [storage.ReturnCube],  # S2S-68
        },
        events={
            sailing.ANCHORED: [sailing.owe_toll, sailing.go_ashore],  # S2S-E7
            outposts.BUILT: [outposts.bonus_from_pile, outposts.trade_on],  # S2S-41, S2S-E15
        },
        turn_end=[storage.storage_limit],  # S2S-21, S2S-68
        next_turn=rounds.next_turn,  # S2S-20
        end=point_cards.enough_claimed,  # S2S-70
        scoring=[
            point_cards.ClaimedCards,
            bonus_piles.BonusPoints,
            outposts.UncoveredSpaces,
            scoring.CubesLeft,
        ],  # S2S-71
        questions={actions.TURN: words.ASK_TURN_BY_LAND_OR_SEA, actions.SAILING: words.ask_sailing_for_cards},
        winner=scoring.most_points,  # S2S-72
        editions=["golem"],
        settings={"map": maps.SEA_MAPS},
    )
)
