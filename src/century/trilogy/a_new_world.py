"""Century: A New World, for 2 to 4 players (ANW-1)."""

from century.engine import actions
from century.engine.game import Game, register
from century.mechanisms.common import effects, point_cards, rounds, scoring, storage
from century.mechanisms.new_world import boards, bonus_stacks, cards, exploration, forts, locations, settlers, words
from century.mechanisms.new_world.printed import NEW_WORLD_CARDS
from century.trilogy import titles

KINDS = (locations.Effects, forts.Fort)  # ANW-31 to ANW-35

GAME = register(
    Game(
        **vars(titles.A_NEW_WORLD),
        letters="ANW",
        page="newworld",
        components=["a_new_world.toml"],
        parts=[
            rounds.part(),  # ANW-14
            storage.part("game.storage_capacity"),  # ANW-8
            storage.start_cubes("game.start_cubes", seats=4),  # ANW-16
            effects.part(location=locations.LOCATION_EFFECTS),  # ANW-31 to ANW-33
            boards.part("mode.anw"),  # ANW-10
            boards.board_of_choice("mode.anw"),  # ANW-10
            locations.part("mode.anw", KINDS),  # ANW-5
            settlers.part(),  # ANW-4, ANW-15
            point_cards.part("point_card", NEW_WORLD_CARDS, end="game.point_cards_to_end", seats=4),  # ANW-7, ANW-60
            cards.part("mode.anw"),  # ANW-50 to ANW-53
            forts.part(),  # ANW-6, ANW-11
            bonus_stacks.part("mode.anw", "player_board.A"),  # ANW-8, ANW-12
            exploration.part(),  # ANW-13
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
        scoring=[point_cards.ClaimedCards, bonus_stacks.BonusTiles, exploration.ExplorationPoints],  # ANW-61, ANW-E28
        questions={actions.TURN: words.ask_turn},
        winner=scoring.most_points,  # ANW-63
        settings={"board": ("random", "D1", "E1", "F1")},
    )
)
