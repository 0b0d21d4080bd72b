"""Century: Eastern Wonders, for 2 to 4 players (EW-1)."""

from century.engine.actions import (
    ASHORE,
    BUILDING,
    CHOOSING_BONUS,
    LEAVING,
    PAYING_TOLL,
    PICKING_UP,
    PLACING_BOAT,
    RETURNING,
    SAILING,
    STARTING,
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
from century.mechanisms.sea.boats import PlaceBoat, TakeGroup
from century.mechanisms.sea.bonus_piles import ChooseBonus, upgrade_with_tiles
from century.mechanisms.sea.harvest import Harvest
from century.mechanisms.sea.islands import TILE_EFFECTS
from century.mechanisms.sea.maps import SEA_MAPS
from century.mechanisms.sea.outposts import BUILT, BuildOutpost, PayForOutpost, TradeHere, bonus_from_pile, trade_on
from century.mechanisms.sea.parts import boats, bonus_piles, harvest, islands, outposts, ports, starting_groups
from century.mechanisms.sea.ports import VP_TILES, ClaimAtPort
from century.mechanisms.sea.sailing import (
    ANCHORED,
    DropAnchor,
    LeaveCube,
    PayToll,
    PickUp,
    Step,
    go_ashore,
    may_pick_up,
    owe_toll,
)
from century.mechanisms.sea.words import ask_turn
from century.trilogy.titles import EASTERN_WONDERS

GAME = register(
    Game(
        name=EASTERN_WONDERS.name,
        title=EASTERN_WONDERS.title,
        letters="EW",
        least_players=EASTERN_WONDERS.least_players,
        most_players=EASTERN_WONDERS.most_players,
        minutes=EASTERN_WONDERS.minutes,
        page="islands",
        components=["eastern_wonders.toml"],
        parts=[
            rounds(),  # EW-14
            storage("player_board.hold_capacity"),  # EW-7
            effects(tile=TILE_EFFECTS),  # EW-4
            islands("setup", SEA_MAPS, spaces=20, ports=4),  # EW-10, EW-11
            outposts(
                "game.outpost_cost_per_outpost_present",
                "game.outpost_cost_per_outpost_present_2p",
                "player_board.column_points",
                columns=5,
            ),  # EW-6, EW-7
            bonus_piles(),  # EW-13
            point_cards("vp_tile", VP_TILES, end="game.vp_tiles_to_end", seats=4, kind="VP tile"),  # EW-5, EW-70
            ports("game.closed_port_mixed_with_top"),  # EW-12
            harvest(),  # EW-65
            cube_points("game.points_per_cube"),  # EW-71
            boats("game.free_steps", "game.boat_toll"),  # EW-14
            starting_groups(),  # EW-15
        ],
        decisions={
            STARTING: [TakeGroup],  # EW-15
            PLACING_BOAT: [PlaceBoat],  # EW-15
            TURN: [Step, DropAnchor],  # EW-21
            SAILING: [Step, DropAnchor],  # EW-30 to EW-33
            LEAVING: [LeaveCube],  # EW-32
            PAYING_TOLL: [PayToll],  # EW-33
            PICKING_UP: [PickUp, Done],  # EW-34
            ASHORE: [BuildOutpost, TradeHere, ClaimAtPort, Harvest, Done],  # EW-21, EW-22
            BUILDING: [PayForOutpost],  # EW-41
            CHOOSING_BONUS: [ChooseBonus],  # EW-43
            UPGRADING: [UpgradeCube, Done],  # EW-54
            TRADING_ON: [TradeTimes, Done],  # EW-44, EW-45
            RETURNING: [ReturnCube],  # EW-68
        },
        events={
            ANCHORED: [owe_toll, may_pick_up, go_ashore],  # EW-21
            BUILT: [bonus_from_pile, upgrade_with_tiles, trade_on],  # EW-E11
        },
        turn_end=[storage_limit],  # EW-68
        next_turn=next_turn,  # EW-20
        end=enough_claimed,  # EW-70
        scoring=[ClaimedCards, BonusPoints, UncoveredSpaces, CubesLeft],  # EW-71
        questions={TURN: ask_turn},
        winner=most_points,  # EW-72
        editions=["golem"],
        settings={"map": SEA_MAPS},
    )
)
