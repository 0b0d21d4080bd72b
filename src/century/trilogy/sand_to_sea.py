"""Century: From Sand to Sea, the combination of Spice Road and Eastern Wonders, for 2 to 4 players (S2S-1)."""

from century.engine.actions import (
    ASHORE,
    BUILDING,
    CHOOSING_BONUS,
    PAYING_STEP,
    PAYING_TOLL,
    PLACING,
    PLACING_BOAT,
    RETURNING,
    SAILING,
    STARTING,
    STAYING,
    TRADING,
    TRADING_ON,
    TURN,
    UPGRADING,
)
from century.engine.game import Game, register
from century.mechanisms.common.effects import TradeTimes, UpgradeCube
from century.mechanisms.common.parts import cube_points, effects, point_cards, rounds, storage
from century.mechanisms.common.point_cards import enough_claimed
from century.mechanisms.common.rounds import Done, next_turn
from century.mechanisms.common.scoring import BonusPoints, ClaimedCards, CubesLeft, UncoveredSpaces, most_points
from century.mechanisms.common.storage import ReturnCube, storage_limit
from century.mechanisms.road.merchants import MERCHANT_EFFECTS, AcquireCard, PlaceCube, PlayCard, RestFromSailing
from century.mechanisms.road.parts import merchants, sailed_cards
from century.mechanisms.sea.boats import PlaceBoat, TakeGroup
from century.mechanisms.sea.bonus_piles import FREE_STEP, HOLD, POINTS, ChooseBonus
from century.mechanisms.sea.islands import TILE_EFFECTS
from century.mechanisms.sea.maps import SEA_MAPS
from century.mechanisms.sea.outposts import BUILT, BuildOutpost, PayForOutpost, TradeHere, bonus_from_pile, trade_on
from century.mechanisms.sea.parts import boats, bonus_piles, islands, outposts, ports, starting_groups
from century.mechanisms.sea.ports import VP_TILES, ClaimAtPort
from century.mechanisms.sea.sailing import (
    ANCHORED,
    DropAnchor,
    PayToll,
    SailCard,
    Stay,
    StepForCard,
    go_ashore,
    owe_toll,
)
from century.mechanisms.sea.words import ASK_TURN_BY_LAND_OR_SEA, ask_sailing_for_cards
from century.trilogy.titles import SAND_TO_SEA

GAME = register(
    Game(
        name=SAND_TO_SEA.name,
        title=SAND_TO_SEA.title,
        letters="S2S",
        least_players=SAND_TO_SEA.least_players,
        most_players=SAND_TO_SEA.most_players,
        minutes=SAND_TO_SEA.minutes,
        page="islands sandsea",
        components=["eastern_wonders.toml", "spice_road.toml starter merchant"],
        parts=[
            rounds(),  # S2S-15
            storage("sand_to_sea.hold_capacity"),  # S2S-5
            effects(merchant=MERCHANT_EFFECTS, tile=TILE_EFFECTS),  # S2S-2, S2S-3
            merchants("sand_to_sea.merchant_row", places=4),  # S2S-10, S2S-11
            sailed_cards(),  # S2S-4
            islands("sand_to_sea", SEA_MAPS, spaces=20, ports=4, cubes_left=False),  # S2S-6, S2S-12, S2S-39, S2S-80
            outposts(
                "sand_to_sea.outpost_cost_per_outpost_present",
                "sand_to_sea.carried_over.outpost_cost_per_outpost_present_2p",
                "sand_to_sea.player_board.points.column_points",
                columns=4,
            ),  # S2S-5, S2S-15
            bonus_piles([HOLD, FREE_STEP, POINTS]),  # S2S-14
            point_cards("vp_tile", VP_TILES, end="sand_to_sea.vp_tiles_to_end", seats=4, kind="VP tile"),  # S2S-70
            ports("sand_to_sea.closed_port_mixed_with_top"),  # S2S-13
            cube_points("sand_to_sea.carried_over.points_per_cube"),  # S2S-71
            boats("sand_to_sea.sailing.free_steps", "sand_to_sea.carried_over.boat_toll"),  # S2S-15, S2S-38
            starting_groups(),  # S2S-16
        ],
        decisions={
            STARTING: [TakeGroup],  # S2S-16
            PLACING_BOAT: [PlaceBoat],  # S2S-16
            TURN: [PlayCard, AcquireCard, StepForCard, Stay, RestFromSailing],  # S2S-20
            UPGRADING: [UpgradeCube, Done],  # S2S-3
            TRADING: [TradeTimes],  # S2S-3, S2S-E12
            TRADING_ON: [TradeTimes, Done],  # S2S-40
            PLACING: [PlaceCube],  # S2S-25
            PAYING_STEP: [SailCard],  # S2S-36
            SAILING: [StepForCard, DropAnchor],  # S2S-35
            PAYING_TOLL: [PayToll],  # S2S-38
            ASHORE: [BuildOutpost, TradeHere, ClaimAtPort, Done],  # S2S-40, S2S-60, S2S-64, S2S-E14
            STAYING: [BuildOutpost, TradeHere, ClaimAtPort],  # S2S-E1
            BUILDING: [PayForOutpost],  # S2S-40
            CHOOSING_BONUS: [ChooseBonus],  # S2S-41
            RETURNING: [ReturnCube],  # S2S-68
        },
        events={
            ANCHORED: [owe_toll, go_ashore],  # S2S-E7
            BUILT: [bonus_from_pile, trade_on],  # S2S-41, S2S-E15
        },
        turn_end=[storage_limit],  # S2S-21, S2S-68
        next_turn=next_turn,  # S2S-20
        end=enough_claimed,  # S2S-70
        scoring=[ClaimedCards, BonusPoints, UncoveredSpaces, CubesLeft],  # S2S-71
        questions={TURN: ASK_TURN_BY_LAND_OR_SEA, SAILING: ask_sailing_for_cards},
        winner=most_points,  # S2S-72
        editions=["golem"],
        settings={"map": SEA_MAPS},
    )
)
