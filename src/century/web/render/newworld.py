"""Functions for the templates of the New World: boards, stacks, settlers and symbols."""

from collections import Counter
from collections.abc import Sequence

from century.engine.things import Thing
from century.types import Json


def boards(view: Json) -> dict[str, list[Thing]]:
    """Return the locations by board, small boards first; forts and markets are drawn with their cards."""
    found: dict[str, list[Thing]] = {}
    for place in view["locations"]:
        if "fort" not in place and "market" not in place:
            found.setdefault(place.id.partition("_")[0], []).append(place)
    return dict(sorted(found.items(), key=lambda board: (len(board[1]) > 4, board[0])))


def place_of(view: Json, kind: str, number: int) -> Thing:
    """Return the location of the fort or the market with this number."""
    place: Thing = next(place for place in view["locations"] if kind in place and place[kind] == number)
    return place


def stacks(view: Json, giver: str, fort: int | None = None) -> list[tuple[str, Json]]:
    """Return the stacks of bonus tiles of a source, by their labels."""
    return [
        (label, stack)
        for label, stack in view["stacks"].items()
        if stack["given_by"] == giver and fort in (None, stack["fort"])
    ]


def symbols(seat: Json) -> dict[str, int]:
    """Return how many New World symbols of each kind a seat has."""
    found = Counter(card["symbol"] for card in seat["benefits"])
    found.update(tile["symbol"] for tile in seat["exploration_tiles"] if "symbol" in tile)
    return {symbol: found[symbol] for symbol in ("native_help", "tool", "settlers", "exploration")}


def claimed(seat: Json) -> list[Thing]:
    """Return the cards that a seat has claimed, with their benefits."""
    cards: Sequence[Thing] = seat["claimed"]
    return [card.joined(benefit) for card, benefit in zip(cards, seat["benefits"], strict=True)]


def at_work(view: Json, seat: int) -> int:
    """Return how many settlers of a seat work."""
    places = [place for place in view["locations"] if place["owner"] == seat]
    return sum(int(place["placed"]) for place in [*places, *view["seats"][seat].get("route", ())])
