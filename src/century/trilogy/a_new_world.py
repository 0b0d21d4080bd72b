"""Century: A New World, for 2 to 4 players (ANW-1)."""

from century.engine.actions import (
    AT_FORT,
    CLAIMING_TOO,
    EXPLORING,
    RETURNING,
    TAKING_TILE_TOO,
    TRADING,
    TRADING_ON,
    TURN,
    UPGRADING,
)
from century.engine.game import Game, register
from century.mechanisms.common.effects import TradeTimes, UpgradeCube
from century.mechanisms.common.parts import effects, point_cards, rounds, start_cubes, storage
from century.mechanisms.common.point_cards import enough_claimed
from century.mechanisms.common.rounds import Done, next_turn
from century.mechanisms.common.scoring import BonusTiles, ClaimedCards, ExplorationPoints, most_points
from century.mechanisms.common.storage import ReturnCube, storage_limit
from century.mechanisms.new_world.bonus_stacks import TakeTileAfterCard, TakeTileAtFort
from century.mechanisms.new_world.cards import NEW_WORLD_CARDS
from century.mechanisms.new_world.exploration import Explore
from century.mechanisms.new_world.forts import ClaimAtFort, ClaimBeforeTile, Fort
from century.mechanisms.new_world.locations import LOCATION_EFFECTS, Effects, working
from century.mechanisms.new_world.parts import (
    board_of_choice,
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
from century.trilogy.titles import A_NEW_WORLD

KINDS = (Effects, Fort)  # ANW-31 to ANW-35

GAME = register(
    Game(
        name=A_NEW_WORLD.name,
        title=A_NEW_WORLD.title,
        letters="ANW",
        least_players=A_NEW_WORLD.least_players,
        most_players=A_NEW_WORLD.most_players,
        minutes=A_NEW_WORLD.minutes,
        page="newworld",
        components=["a_new_world.toml"],
        parts=[
            rounds(),  # ANW-14
            storage("game.storage_capacity"),  # ANW-8
            start_cubes("game.start_cubes", seats=4),  # ANW-16
            effects(location=LOCATION_EFFECTS),  # ANW-31 to ANW-33
            boards("mode.anw"),  # ANW-10
            board_of_choice("mode.anw"),  # ANW-10
            locations("mode.anw", KINDS),  # ANW-5
            settlers(),  # ANW-4, ANW-15
            point_cards("point_card", NEW_WORLD_CARDS, end="game.point_cards_to_end", seats=4),  # ANW-7, ANW-60
            new_world_cards("mode.anw"),  # ANW-50 to ANW-53
            forts(),  # ANW-6, ANW-11
            bonus_stacks("mode.anw", "player_board.A"),  # ANW-8, ANW-12
            exploration(),  # ANW-13
        ],
        decisions={
            TURN: [working(KINDS), RestSettlers],  # ANW-21
            UPGRADING: [UpgradeCube, Done],  # ANW-32
            TRADING: [TradeTimes],  # ANW-33
            TRADING_ON: [TradeTimes, Done],  # ANW-33
            AT_FORT: [TakeTileAtFort, ClaimAtFort, ClaimBeforeTile],  # ANW-34
            CLAIMING_TOO: [ClaimAtFort, Done],  # ANW-34
            TAKING_TILE_TOO: [TakeTileAfterCard, Done],  # ANW-34
            EXPLORING: [Explore],  # ANW-53
            RETURNING: [ReturnCube],  # ANW-46
        },
        turn_end=[storage_limit],  # ANW-46
        next_turn=next_turn,  # ANW-20
        end=enough_claimed,  # ANW-60
        scoring=[ClaimedCards, BonusTiles, ExplorationPoints],  # ANW-61, ANW-E28
        questions={TURN: ask_turn},
        winner=most_points,  # ANW-63
        settings={"board": ("random", "D1", "E1", "F1")},
    )
)
