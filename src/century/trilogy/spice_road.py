"""Century: Spice Road, and its Golem Edition, for 2 to 5 players (SR-1)."""

from century.engine import actions
from century.engine.game import Game, register
from century.mechanisms.common import effects, point_cards, rounds, scoring, storage
from century.mechanisms.road import coins, merchants, point_row, words
from century.mechanisms.road import printed as road_printed
from century.trilogy import titles

GAME = register(
    Game(
        **vars(titles.SPICE_ROAD),
        letters="SR",
        page="road",
        components=["spice_road.toml"],
        parts=[
            rounds.part(),  # SR-14
            storage.part("caravan.limit"),  # SR-60
            storage.start_cubes("setup.start_cubes", seats=5),  # SR-15
            effects.part(merchant=road_printed.MERCHANT_EFFECTS),  # SR-4
            merchants.part("setup.merchant_row", places=6, shop=True),  # SR-12, SR-13
            point_cards.part("point", actions.CLAIM.labels, end="end.point_cards", seats=5),  # SR-5, SR-70
            point_row.part(places=5),  # SR-10
            coins.part(),  # SR-11
            scoring.cube_points(),  # SR-71
        ],
        decisions={
            actions.TURN: [merchants.PlayCard, merchants.AcquireCard, point_row.ClaimCard, merchants.Rest],  # SR-20
            actions.UPGRADING: [effects.UpgradeCube, rounds.Done],  # SR-32
            actions.TRADING: [effects.TradeTimes],  # SR-33
            actions.TRADING_ON: [effects.TradeTimes, rounds.Done],  # SR-33
            actions.PLACING: [merchants.PlaceCube],  # SR-40
            actions.RETURNING: [storage.ReturnCube],  # SR-60
        },
        turn_end=[storage.storage_limit],  # SR-60
        next_turn=rounds.next_turn,
        end=point_cards.enough_claimed,  # SR-70
        scoring=[point_cards.ClaimedCards, coins.GoldCoins, coins.SilverCoins, scoring.CubesLeft],  # SR-71
        questions={actions.TURN: words.ASK_TURN},
        winner=scoring.most_points,  # SR-72
        editions=["golem"],
    )
)
