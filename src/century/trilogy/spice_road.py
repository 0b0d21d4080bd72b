"""Century: Spice Road, and its Golem Edition, for 2 to 5 players (SR-1)."""

from century.engine.actions import CLAIM, PLACING, RETURNING, TRADING, TRADING_ON, TURN, UPGRADING
from century.engine.game import Game, register
from century.mechanisms.common.effects import TradeTimes, UpgradeCube
from century.mechanisms.common.parts import cube_points, effects, point_cards, point_row, rounds, start_cubes, storage
from century.mechanisms.common.point_cards import ClaimCard, enough_claimed
from century.mechanisms.common.rounds import Done, next_turn
from century.mechanisms.common.scoring import ClaimedCards, CubesLeft, GoldCoins, SilverCoins, most_points
from century.mechanisms.common.storage import ReturnCube, storage_limit
from century.mechanisms.road.merchants import MERCHANT_EFFECTS, AcquireCard, PlaceCube, PlayCard, Rest
from century.mechanisms.road.parts import coins, merchants
from century.mechanisms.road.words import ASK_TURN
from century.trilogy.titles import SPICE_ROAD

GAME = register(
    Game(
        name=SPICE_ROAD.name,
        title=SPICE_ROAD.title,
        letters="SR",
        least_players=SPICE_ROAD.least_players,
        most_players=SPICE_ROAD.most_players,
        minutes=SPICE_ROAD.minutes,
        page="road",
        components=["spice_road.toml"],
        parts=[
            rounds(),  # SR-14
            storage("caravan.limit"),  # SR-60
            start_cubes("setup.start_cubes", seats=5),  # SR-15
            effects(merchant=MERCHANT_EFFECTS),  # SR-4
            merchants("setup.merchant_row", places=6, shop=True),  # SR-12, SR-13
            point_cards("point", CLAIM.labels, end="end.point_cards", seats=5),  # SR-5, SR-70
            point_row(places=5),  # SR-10
            coins(),  # SR-11
            cube_points(),  # SR-71
        ],
        decisions={
            TURN: [PlayCard, AcquireCard, ClaimCard, Rest],  # SR-20
            UPGRADING: [UpgradeCube, Done],  # SR-32
            TRADING: [TradeTimes],  # SR-33
            TRADING_ON: [TradeTimes, Done],  # SR-33
            PLACING: [PlaceCube],  # SR-40
            RETURNING: [ReturnCube],  # SR-60
        },
        turn_end=[storage_limit],  # SR-60
        next_turn=next_turn,
        end=enough_claimed,  # SR-70
        scoring=[ClaimedCards, GoldCoins, SilverCoins, CubesLeft],  # SR-71
        questions={TURN: ASK_TURN},
        winner=most_points,  # SR-72
        editions=["golem"],
    )
)
