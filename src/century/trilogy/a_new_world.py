"""Century: A New World, for 2 to 4 players (ANW-1)."""

from century.engine import actions
from century.engine.game import Game, register
from century.mechanisms.common import effects, point_cards, rounds, scoring, storage
from century.mechanisms.common import parts as common
from century.mechanisms.new_world import bonus_stacks, cards, exploration, forts, locations, settlers, words
from century.mechanisms.new_world import parts as new_world
from century.trilogy import titles

KINDS = (locations.Effects, forts.Fort)  # ANW-31 to ANW-35

GAME = register(
    Game(
        name=titles.A_NEW_WORLD.name,
        title=titles.A_NEW_WORLD.title,
        letters="ANW",
        least_players=titles.A_NEW_WORLD.least_players,
        most_players=titles.A_NEW_WORLD.most_players,
        minutes=titles.A_NEW_WORLD.minutes,
        page="newworld",
        components=["a_new_world.toml"],
        parts=[
            common.rounds(),  # ANW-14
            common.storage("game.storage_capacity"),  # ANW-8
            common.start_cubes("game.start_cubes", seats=4),  # ANW-16
            common.effects(location=locations.LOCATION_EFFECTS),  # ANW-31 to ANW-33
            new_world.boards("mode.anw"),  # ANW-10
            new_world.board_of_choice("mode.anw"),  # ANW-10
            new_world.locations("mode.anw", KINDS),  # ANW-5
            new_world.settlers(),  # ANW-4, ANW-15
            common.point_cards(
                "point_card", cards.NEW_WORLD_CARDS, end="game.point_cards_to_end", seats=4
            ),  # ANW-7, ANW-60
            new_world.new_world_cards("mode.anw"),  # ANW-50 to ANW-53
            new_world.forts(),  # ANW-6, ANW-11
            new_world.bonus_stacks("mode.anw", "player_board.A"),  # ANW-8, ANW-12
            new_world.exploration(),  # ANW-13
        ],
        decisions={
            actions.TURN: [locations.working(KINDS), settlers.RestSettlers],  # ANW-21
            actions.UPGRADING: [effects.UpgradeCube, rounds.Done],  # ANW-32
            actions.TRADING: [effects.TradeTimes],  # ANW-33
            actions.TRADING_ON: [effects.TradeTimes, rounds.Done],  # ANW-33
            actions.AT_FORT: [bonus_stacks.TakeTileAtFort, forts.ClaimAtFort, forts.ClaimBeforeTile],  # ANW-34
            actions.CLAIMING_TOO: [forts.ClaimAtFort, rounds.Done],  # ANW-34
            actions.TAKING_TILE_TOO: [bonus_stacks.TakeTileAfterCard, rounds.Done],  # ANW-34
            actions.EXPLORING: [exploration.Explore],  # ANW-53
            actions.RETURNING: [storage.ReturnCube],  # ANW-46
        },
        turn_end=[storage.storage_limit],  # ANW-46
        next_turn=rounds.next_turn,  # ANW-20
        end=point_cards.enough_claimed,  # ANW-60
        scoring=[scoring.ClaimedCards, scoring.BonusTiles, scoring.ExplorationPoints],  # ANW-61, ANW-E28
        questions={actions.TURN: words.ask_turn},
        winner=scoring.most_points,  # ANW-63
        settings={"board": ("random", "D1", "E1", "F1")},
    )
)
