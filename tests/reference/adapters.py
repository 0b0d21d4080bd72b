"""The references beside the engine: the same deal, and the table in the form of the reference."""

import json
from collections.abc import Callable
from typing import Any, Protocol

from century.engine.actions import CLAIM, PLAY
from century.engine.match import Match
from century.mechanisms.common.decks import NONE, draw
from century.mechanisms.new_world.printed import NEW_WORLD_CARDS
from century.mechanisms.sea.ports import draw_vp_tile
from century.mechanisms.sea.printed import CLOSED, VP_TILES
from tests.reference.a_new_world import ReferenceANewWorld
from tests.reference.eastern_wonders import ReferenceEasternWonders
from tests.reference.from_east_to_west import ReferenceEastToWest
from tests.reference.from_sand_to_sea import ReferenceSandToSea
from tests.reference.spice_road import ReferenceSpiceRoad


class Reference(Protocol):
    """What all references have."""

    actor: int
    over: bool

    def legal(self) -> set[str]: ...
    def play(self, text: str) -> None: ...
    def state(self) -> dict[str, Any]: ...
    def scores(self) -> list[int]: ...
    def winner(self) -> int: ...


def printed(match: Match) -> dict[str, Any]:
    """The printed things in use, as plain tables."""
    tables: dict[str, Any] = json.loads(json.dumps(match.catalogue.tables))
    return tables


def drawn(s: Any, take: Callable[[], Any]) -> list[int]:
    """All cards that are still to come. For the references alone, the hidden cards are looked at."""
    cards = []
    while (card := int(take())) != NONE:
        cards.append(card)
    return cards


def ids(cards: list[dict[str, Any]]) -> list[str]:
    return sorted(card["card"] for card in cards)


# --- Spice Road -----------------------------------------------------------------------------------


def spice_road(match: Match) -> Reference:
    s = match.copy().state
    merchants = [place.card for place in s.merchant_row] + drawn(s, lambda: draw(s, s.merchant_deck))
    points = [*s.point_row, *drawn(s, lambda: draw(s, s.point_deck))]
    return ReferenceSpiceRoad(
        printed(match),
        match.options.players,
        int(s.start),
        [PLAY.labels[card] for card in merchants],
        [CLAIM.labels[card] for card in points],
    )


def spice_road_state(match: Match) -> dict[str, Any]:
    view = match.view()
    return {
        "merchant_row": [(card["card"], card["cubes"]) for card in view["merchant_row"]],
        "point_row": [card["card"] for card in view["point_row"]],
        "coins": view["coins"],
        "seats": [
            {
                "caravan": seat["cubes"],
                "hand": ids(seat["hand"]),
                "played": ids(seat["played"]),
                "claimed": ids(seat["claimed"]),
                "coins": seat["coins"],
            }
            for seat in view["seats"]
        ],
    }


# --- Eastern Wonders ------------------------------------------------------------------------------


def eastern_wonders(match: Match) -> Reference:
    s = match.copy().state
    tiles = [*s.port_tiles, *drawn(s, lambda: draw_vp_tile(s))]
    return ReferenceEasternWonders(
        printed(match),
        match.options.players,
        int(s.start),
        {tile["tile"]: (tile["hex"][0], tile["hex"][1]) for tile in match.view()["map"]},
        ["closed_port" if tile == CLOSED else VP_TILES[tile] for tile in tiles],
    )


def eastern_wonders_state(match: Match) -> dict[str, Any]:
    view = match.view()

    def port(tile: Any) -> str | None:
        return "closed_port" if tile == "closed" else tile["card"] if tile else None

    return {
        "ports": {name: port(tile) for name, tile in view["ports"].items()},
        "pile": view["vp_pile"],
        "bonus_piles": view["bonus_piles"],
        "tile_cubes": {tile["tile"]: tile["cubes"] for tile in view["map"] if tile.get("cubes")},
        "seats": [
            {
                "cubes": seat["cubes"],
                "boat": seat["boat"],
                "outposts": sorted(seat["outposts"]),
                "claimed": ids(seat["claimed"]),
                "bonus": seat["bonus"],
            }
            for seat in view["seats"]
        ],
    }


# --- A New World ----------------------------------------------------------------------------------


def a_new_world(match: Match) -> Reference:
    s, view = match.copy().state, match.view()
    cards = [*s.fort_cards, s.next_card, *drawn(s, lambda: draw(s, s.card_deck))]
    return ReferenceANewWorld(
        printed(match),
        match.options.players,
        int(s.start),
        view["board"],
        [NEW_WORLD_CARDS[card] for card in cards],
        {place["location"]: place["exploration"]["tile"] for place in view["locations"] if place["exploration"]},
        {label: stack["top"]["tile"] for label, stack in view["stacks"].items()},
        lambda label: match.view()["stacks"][label]["top"]["tile"],  # the engine is one answer ahead
    )


def a_new_world_state(match: Match) -> dict[str, Any]:
    view = match.view()
    places = view["locations"]
    return {
        "forts": [card and card["card"] for card in view["forts"]],
        "next": view["next_card"] and view["next_card"]["card"],
        "deck": view["card_deck"],
        "stacks": {
            label: {"top": stack["top"] and stack["top"]["tile"], "left": stack["left"]}
            for label, stack in view["stacks"].items()
        },
        "exploration": {place["location"]: place["exploration"]["tile"] for place in places if place["exploration"]},
        "locations": {
            place["location"]: [place["owner"], place["placed"]] for place in places if place["owner"] is not None
        },
        "seats": [
            {
                "cubes": seat["cubes"],
                "home": seat["home"],
                "reserve": seat["reserve"],
                "claimed": ids(seat["claimed"]),
                "bonus": sorted(seat["bonus"]),
                "explored": sorted(seat["explored"]),
            }
            for seat in view["seats"]
        ],
    }


# --- From Sand to Sea -----------------------------------------------------------------------------


def sand_to_sea(match: Match) -> Reference:
    s = match.copy().state
    merchants = [place.card for place in s.merchant_row] + drawn(s, lambda: draw(s, s.merchant_deck))
    tiles = [*s.port_tiles, *drawn(s, lambda: draw_vp_tile(s))]
    return ReferenceSandToSea(
        printed(match),
        match.options.players,
        int(s.start),
        {tile["tile"]: (tile["hex"][0], tile["hex"][1]) for tile in match.view()["map"]},
        [PLAY.labels[card] for card in merchants],
        ["closed_port" if tile == CLOSED else VP_TILES[tile] for tile in tiles],
    )


def sand_to_sea_state(match: Match) -> dict[str, Any]:
    view, table = match.view(), eastern_wonders_state(match)
    del table["tile_cubes"]
    for seat, shown in zip(table["seats"], view["seats"], strict=True):
        seat |= {zone: ids(shown[zone]) for zone in ("hand", "played", "sailed")}
    return table | {"merchant_row": [(card["card"], card["cubes"]) for card in view["merchant_row"]]}


# --- From East to West ----------------------------------------------------------------------------


def east_to_west(part: int) -> Callable[[Match], Reference]:
    def build(match: Match) -> Reference:
        s, view = match.copy().state, match.view()
        cards = [*s.fort_cards, s.next_card, *drawn(s, lambda: draw(s, s.card_deck))]
        return ReferenceEastToWest(
            part,
            printed(match),
            match.options.players,
            int(s.start),
            [NEW_WORLD_CARDS[card] for card in cards],
            {place["location"]: place["exploration"]["tile"] for place in view["locations"] if place["exploration"]},
            {label: stack["top"]["tile"] for label, stack in view["stacks"].items()},
            lambda label: match.view()["stacks"][label]["top"]["tile"],  # the engine is one answer ahead
            [card["card"] for card in view.get("markets", [])],
            lambda market: match.view()["markets"][market - 1]["card"],
            {tile["tile"]: (tile["hex"][0], tile["hex"][1]) for tile in view.get("map", [])},
        )

    return build


def east_to_west_state(match: Match) -> dict[str, Any]:
    view, table = match.view(), a_new_world_state(match)
    for seat, shown in zip(table["seats"], view["seats"], strict=True):
        if "route" in shown:
            seat["route"] = [[card["card"], card["placed"]] for card in shown["route"]]
        if "discards" in shown:
            seat["discards"] = sorted(shown["discards"])
        if "boat" in shown:
            seat |= {"boat": shown["boat"], "outposts": sorted(shown["outposts"])}
    if "markets" in view:
        table["markets"] = [card and card["card"] for card in view["markets"]]
        table["merchant_deck"] = view["merchant_deck"]
    if "map" in view:
        table["tile_cubes"] = {tile["tile"]: tile["cubes"] for tile in view["map"] if tile["cubes"]}
    return table


REFERENCES: dict[str, tuple[Callable[[Match], Reference], Callable[[Match], dict[str, Any]]]] = {
    "spice-road": (spice_road, spice_road_state),
    "eastern-wonders": (eastern_wonders, eastern_wonders_state),
    "a-new-world": (a_new_world, a_new_world_state),
    "sand-to-sea": (sand_to_sea, sand_to_sea_state),
    "east-to-west-1": (east_to_west(1), east_to_west_state),
    "east-to-west-2": (east_to_west(2), east_to_west_state),
    "east-to-west-3": (east_to_west(3), east_to_west_state),
}
