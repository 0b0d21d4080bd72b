"""What is known of the seven games without loading them; each declaration begins with it."""

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True)
class Title:
    """What can be said of a game without loading it."""

    name: str
    title: str
    least_players: int
    most_players: int
    minutes: int  # about how long a game takes
    summary: str

    @property
    def players(self) -> str:
        """The numbers of players, such as "2-4"."""
        return f"{self.least_players}-{self.most_players}"


SPICE_ROAD: Final = Title(
    "spice-road",
    "Century: Spice Road",
    2,
    5,
    30,
    "Build an engine of merchant cards, turn cheap spices into valuable ones, and claim point cards.",
)
EASTERN_WONDERS: Final = Title(
    "eastern-wonders",
    "Century: Eastern Wonders",
    2,
    4,
    40,
    "Sail between islands, build outposts to trade there, and deliver spices at the ports.",
)
A_NEW_WORLD: Final = Title(
    "a-new-world",
    "Century: A New World",
    2,
    4,
    45,
    "Send settlers to work, drive others home, explore the land, and claim point cards at the forts.",
)
SAND_TO_SEA: Final = Title(
    "sand-to-sea",
    "Century: From Sand to Sea",
    2,
    4,
    55,
    "The islands of Eastern Wonders with the cards of Spice Road, which are also the price of sailing.",
)
EAST_TO_WEST_1: Final = Title(
    "east-to-west-1",
    "Century: From East to West I",
    2,
    4,
    55,
    "The New World with markets: use a merchant card at once, or add it to your own trade route.",
)
EAST_TO_WEST_2: Final = Title(
    "east-to-west-2",
    "Century: From East to West II",
    2,
    4,
    60,
    "The New World with a boat: settlers send it out to a small map of islands, to build outposts and to trade.",
)
EAST_TO_WEST_3: Final = Title(
    "east-to-west-3",
    "Century: From East to West III",
    2,
    4,
    75,
    "All three games on six boards: settlers, merchant cards and islands, with points from every source.",
)

TITLES: Final = (SPICE_ROAD, EASTERN_WONDERS, A_NEW_WORLD, SAND_TO_SEA, EAST_TO_WEST_1, EAST_TO_WEST_2, EAST_TO_WEST_3)
