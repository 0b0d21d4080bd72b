"""The thing an answer is about: a card, a tile, a place or cubes."""

from collections.abc import Callable
from typing import Any

from century.components.catalogue import cube_text
from century.engine.actions import (
    ACQUIRE,
    BONUS,
    BUILD,
    CLAIM,
    CLAIM_FIRST,
    CLAIM_HERE,
    CUBE,
    DECISIONS,
    EXPLORE,
    GROUP,
    HARVEST,
    LAY_OUT,
    ORDER,
    PICK_UP,
    PLACE,
    PLAY,
    REST,
    SAIL,
    STEP,
    TILE,
    TIMES,
    TRADE_AT,
    USE,
    WORK,
    WORK_CARD,
    Action,
    Block,
)
from century.engine.match import Match
from century.mechanisms.common.decks import NONE, cards_of
from century.mechanisms.common.effects import show_effect
from century.mechanisms.common.point_cards import show_point_card
from century.mechanisms.markets.trade_route import place_of
from century.mechanisms.new_world.bonus_stacks import show_bonus_tile
from century.mechanisms.new_world.cards import CIRCLES, NEW_WORLD_CARDS, show_benefit
from century.mechanisms.new_world.exploration import show_exploration
from century.mechanisms.new_world.locations import required
from century.mechanisms.new_world.settlers import NOBODY, owner_of
from century.mechanisms.road.coins import COINS, NO_COIN, coin_at
from century.mechanisms.road.merchants import STARTERS, show_merchant
from century.mechanisms.sea.bonus_piles import HARVEST as HARVEST_TILES
from century.mechanisms.sea.bonus_piles import POINTS
from century.mechanisms.sea.islands import FIRST_PORT, MARKET_TILES
from century.mechanisms.sea.ports import VP_TILES
from century.web.render.telling.answers import BLOCK_OF

Thing = dict[str, Any]
Show = Callable[..., Thing]

# how the mechanisms show things
_card_shown: Show = show_merchant
_points_shown: Show = show_point_card
_benefit_shown: Show = show_benefit
_bonus_shown: Show = show_bonus_tile
_exploration_shown: Show = show_exploration


def thing_of(match: Match, action: Action) -> Thing | None:
    """The card, tile, place or cubes that an answer is about, and which question it answers ("asked").

    It is looked up before the answer is played, and holds nothing that is hidden.
    """
    if match.over:
        return None
    s, box = match.state, match.box
    block = BLOCK_OF[action.id]
    found = _THINGS.get(block)
    asked = DECISIONS[int(s.question.decision)].name
    return {"asked": asked, **(found(match, s, box, action.id - block) if found else {})}


def _merchant(match: Match, s: Any, box: Any, index: int) -> Thing:
    return _card_shown(box, index)


def _row_card(match: Match, s: Any, box: Any, index: int) -> Thing:
    place = s.merchant_row[index]
    return {**_card_shown(box, place.card), "cubes": cube_text(place.cubes), "price": index}


def _route_card(match: Match, s: Any, box: Any, index: int) -> Thing:
    card = index + STARTERS
    seat = s.seats[s.question.seat]
    return {**_card_shown(box, card), "needs": int(place_of(seat, card)) + 1}


def _market_card(match: Match, s: Any, box: Any, index: int) -> Thing:
    return _card_shown(box, s.market_cards[s.question.number])


def _point_card(match: Match, s: Any, box: Any, index: int) -> Thing:
    coin = coin_at(s, list(s.point_row).index(index))
    return {**_points_shown(box, CLAIM.labels, index), "coin": None if coin == NO_COIN else COINS[coin]}


def _claimed_here(match: Match, s: Any, box: Any, index: int) -> Thing:
    if "port_tiles" in s.dtype.names:
        tile = s.port_tiles[s.seats[s.question.seat].boat - FIRST_PORT]
        return _points_shown(box, VP_TILES, tile)
    card = s.fort_cards[s.question.number]
    return {**_points_shown(box, NEW_WORLD_CARDS, card), **_benefit_shown(box, card)}


def _rest(match: Match, s: Any, box: Any, index: int) -> Thing:
    seat = s.seats[s.question.seat]
    names = seat.dtype.names
    if "played" in names:
        zones = [zone for zone in ("played", "sailed") if zone in names]
        return {"cards": sum(len(cards_of(seat[zone])) for zone in zones)}
    out = sum(int(s.settlers[location]) for location in cards_of(seat.placed))
    if "route" in names:
        out += sum(int(place.settlers) for place in seat.route[: seat.route_length])
    return {"settlers": out}


def _cube(match: Match, s: Any, box: Any, index: int) -> Thing:
    return {"to": int(s.question.number)} if DECISIONS[int(s.question.decision)].name == "paying toll" else {}


def _trade(match: Match, s: Any, box: Any, index: int) -> Thing:
    return dict(show_effect(box.effects[s.question.number]))


def _group(match: Match, s: Any, box: Any, index: int) -> Thing:
    return {"cubes": cube_text(box.groups[index])}


def _tile(match: Match, s: Any, box: Any, index: int) -> Thing:
    return {
        "tile": STEP.labels[index],
        **(show_effect(box.effects[box.first_tile + index]) if index < MARKET_TILES else {}),
    }


def _here(match: Match, s: Any, box: Any, index: int) -> Thing:
    return {"tile": STEP.labels[s.seats[s.question.seat].boat]}


def _lying(match: Match, s: Any, box: Any, index: int) -> Thing:
    return {"cubes": cube_text(s.tile_cubes[s.seats[s.question.seat].boat])}


def _bonus(match: Match, s: Any, box: Any, index: int) -> Thing:
    if index != POINTS:
        return {"bonus": BONUS.labels[index]}
    return {"bonus": "points", "points": int(box.pile_points[index][box.pile_sizes[index] - s.piles[index]])}


def _harvest(match: Match, s: Any, box: Any, index: int) -> Thing:
    tiles = s.seats[s.question.seat].bonus[HARVEST_TILES]
    return {"gain": cube_text(box.harvest + tiles * box.harvest_extra)}


def _location(match: Match, s: Any, box: Any, index: int) -> Thing:
    printed = box.locations[index]
    kind = match.catalogue.tables["location"][index]["kind"]
    owner = int(owner_of(s, index))
    thing: Thing = {"location": WORK.labels[index], "kind": kind, "needs": int(required(s, box, index))}
    if owner != NOBODY:
        thing |= {"owner": owner, "placed": int(s.settlers[index])}
    if kind in ("produce", "upgrade", "trade"):
        thing |= show_effect(box.effects[box.first_location + index])
    elif kind in ("fort", "market"):
        thing["number"] = int(printed.number) + 1
    if printed.circle != NONE:
        thing["circle"] = CIRCLES[printed.circle]
        thing["tools"] = cube_text(s.seats[s.question.seat].tools[printed.circle])
    return thing


def _bonus_tile(match: Match, s: Any, box: Any, index: int) -> Thing:
    return _bonus_shown(box, s.stack_tops[index])


def _explored(match: Match, s: Any, box: Any, index: int) -> Thing:
    return _exploration_shown(box, index)


_THINGS: dict[Block, Callable[[Match, Any, Any, int], Thing]] = {
    PLAY: _merchant,
    SAIL: _merchant,
    ORDER: lambda match, s, box, index: _merchant(match, s, box, index + STARTERS),
    ACQUIRE: _row_card,
    REST: _rest,
    CLAIM: _point_card,
    CUBE: _cube,
    TIMES: _trade,
    GROUP: _group,
    PLACE: _tile,
    STEP: _tile,
    TRADE_AT: _tile,
    PICK_UP: _lying,
    BUILD: _here,
    BONUS: _bonus,
    HARVEST: _harvest,
    CLAIM_HERE: _claimed_here,
    CLAIM_FIRST: _claimed_here,
    WORK: _location,
    WORK_CARD: _route_card,
    TILE: _bonus_tile,
    EXPLORE: _explored,
    USE: _market_card,
    LAY_OUT: _market_card,
}
