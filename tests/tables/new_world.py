"""Tables of A New World and of the combinations with it."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

import century
from century.components.catalogue import CUBES
from century.engine.actions import EXPLORE, PLAY, TILE, WORK
from century.engine.match import Match
from century.mechanisms.new_world.printed import BONUS_TILES
from tests.helpers import NO_CARD, options, refresh
from tests.tables.sea import TILES, counted, lay, moor, settle

SETTLERS = 12

# The market tiles of a table with an island map, in the order of the spaces of map island_12:
#
#            cloves_6              tea_2                    with these trades:
#                       ginger_1                              ginger  1 YYY > RG     3 R > YYY    4 G > YYR
#            chili_3               chili_1                    chili   1 YY > G       3 RR > GG    5 B > RRR
#   tea_5                sea_1               cloves_4         tea     1 YYYYY > GGG  2 RRR > YGB  5 B > GG
#            ginger_3              tea_1                      cloves  1 YYY > B      4 B > YRG    6 YR > B
#                       cloves_1
#            chili_5               ginger_4
#
# The ring around the sea tile is ginger_1, chili_1, tea_1, cloves_1, ginger_3, chili_3; each of the six other tiles
# touches two of the ring and no other.
ISLANDS = (
    *("chili_3", "ginger_3", "ginger_1", "cloves_1", "chili_1", "tea_1"),
    *("tea_5", "cloves_6", "chili_5", "tea_2", "ginger_4", "cloves_4"),
)


def new_world(
    name: str,
    *,
    players: int = 2,
    start: int = 0,
    seed: int = 1,
    storage: Sequence[str] = (),
    home: Sequence[int] = (),
    reserve: Sequence[int] = (),
    placed: Sequence[Mapping[str, int]] = (),
    claimed: Sequence[str] = (),
    forts: str | None = None,
    next_card: str | None = None,
    deck: str | None = None,
    tops: Mapping[str, str] | None = None,
    left: Mapping[str, int] | None = None,
    bonus: Sequence[str] = (),
    explored: Sequence[str] = (),
    tiles: Mapping[str, str] | None = None,
    markets: str | None = None,
    market_deck: str | None = None,
    route: Sequence[str] = (),
    discards: Sequence[str] = (),
    boats: Sequence[str] = (),
    outposts: Sequence[str] = (),
    lying: Mapping[str, str] | None = None,
    **more: Any,
) -> Match:
    """A table with the start player to move; what is not named is as dealt.

    Lists go by seat; cards are ids in one string, "-" is no card. Each seat keeps 12 settlers: of `home` and
    `reserve` name one, the other follows. Cards and tiles named somewhere leave the deck; `tiles` are all the
    exploration tiles on the board, by location. Merchant cards lie below the `markets` (no more where fewer than
    four are named), in the `market_deck`, on each `route` from the left, and among the `discards`; settlers on a card
    of a route are `placed` by its id. On an island map lie the tiles `ISLANDS`, with the `boats` and
    `outposts` of each seat, and cubes `lying` on tiles. Other options go to the game.
    """
    match = century.game(name).new(players=players, start=start, seed=seed, interpreted=True, **more)
    s = match.state
    for seat, letters in enumerate(storage):
        s.seats[seat].cubes[:] = [letters.count(letter) for letter in CUBES]
    if markets is not None or market_deck is not None or route or discards:
        _lay_merchants(s, markets, market_deck, route, discards)
    for seat in range(players):
        _settle(s, seat, home[seat : seat + 1], reserve[seat : seat + 1], placed[seat] if seat < len(placed) else {})
    _lay_cards(match, claimed, forts, next_card, deck)
    _lay_stacks(s, tops or {}, left or {}, bonus)
    _lay_exploration(s, explored, tiles)
    if "on_map" in match.game.fields:
        _lay_islands(match, boats, outposts, lying or {})
    return refresh(match)


def _settle(s: Any, number: int, home: Sequence[int], reserve: Sequence[int], placed: Mapping[str, int]) -> None:
    seat = s.seats[number]
    for name, settlers in placed.items():
        if name in PLAY.labels:
            next(laid for laid in seat.route if laid.card == PLAY.labels.index(name)).settlers = settlers
            continue
        seat.placed |= np.uint64(1 << WORK.labels.index(name))
        s.settlers[WORK.labels.index(name)] = settlers
    free = SETTLERS - sum(placed.values())
    seat.reserve = free - home[0] if home else reserve[0] if reserve else seat.reserve
    seat.home = free - seat.reserve
    assert seat.home >= 0
    assert seat.reserve >= 0


def _lay_cards(
    match: Match, claimed: Sequence[str], forts: str | None, next_card: str | None, deck: str | None
) -> None:
    s = match.state
    there = {int(card) for card in (*s.fort_cards, s.next_card)} | {c for c in range(64) if _holds(s.card_deck, c)}
    taken = [card for ids in claimed for card in _cards(ids)]
    row = [] if forts is None else _cards(forts)
    row += [NO_CARD] * (4 - len(row)) if forts is not None else []
    top = [] if next_card is None else _cards(next_card)
    named = [card for card in (*taken, *row, *top) if card != NO_CARD]
    assert len(set(named)) == len(named)
    assert there.issuperset(named)
    rest = [card for card in (*s.fort_cards, s.next_card, *sorted(there)) if card not in named]
    rest = list(dict.fromkeys(int(card) for card in rest))
    s.fort_cards[:] = row if forts is not None else [rest.pop(0) for _ in range(4)]
    s.next_card = top[0] if next_card is not None else rest.pop(0)
    s.card_deck.cards = sum(1 << card for card in (rest if deck is None else _cards(deck)))
    for seat, ids in enumerate(claimed):
        s.seats[seat].claimed = sum(1 << card for card in _cards(ids))
        for card in _cards(ids):
            printed = match.box.cards[card]
            if printed.cube != NO_CARD:
                s.seats[seat].tools[printed.circle][printed.cube] += 1
            elif printed.circle != NO_CARD:
                s.seats[seat].help[printed.circle] += 1


def _lay_stacks(s: Any, tops: Mapping[str, str], left: Mapping[str, int], bonus: Sequence[str]) -> None:
    stacks = [stack for stack in range(len(s.stack_tops)) if int(s.stacks_in_play) >> stack & 1]
    owned = [BONUS_TILES.index(id) for ids in bonus for id in ids.split()]
    named = {TILE.labels.index(name): BONUS_TILES.index(id) for name, id in tops.items()}
    rest = {int(top) for top in s.stack_tops if top != NO_CARD} | {
        tile for tile in range(len(BONUS_TILES)) if _holds(s.bonus_deck, tile)
    }
    rest -= {*owned, *named.values()}
    for stack in stacks:
        dealt = int(s.stack_tops[stack])
        s.stack_tops[stack] = named.get(stack, dealt if dealt in rest else min(rest))
        rest.discard(int(s.stack_tops[stack]))
    for _ in owned:
        s.stack_left[max(stacks, key=lambda stack: s.stack_left[stack])] -= 1
    for name, number in left.items():
        s.stack_left[TILE.labels.index(name)] = number
        if number == 0:
            rest.add(int(s.stack_tops[TILE.labels.index(name)]))
            s.stack_tops[TILE.labels.index(name)] = NO_CARD
    s.bonus_deck.cards = sum(1 << tile for tile in rest)
    for seat, ids in enumerate(bonus):
        s.seats[seat].bonus_tiles = sum(1 << BONUS_TILES.index(id) for id in ids.split())


def _lay_exploration(s: Any, explored: Sequence[str], tiles: Mapping[str, str] | None) -> None:
    if tiles is not None:
        s.exploration[:] = NO_CARD
        for name, tile in tiles.items():
            s.exploration[EXPLORE.labels.index(tile)] = WORK.labels.index(name)
    for seat, labels in enumerate(explored):
        s.seats[seat].explored = sum(1 << EXPLORE.labels.index(tile) for tile in labels.split())
        for tile in labels.split():
            s.exploration[EXPLORE.labels.index(tile)] = NO_CARD
    s.covered = sum(1 << int(location) for location in s.exploration if location != NO_CARD)


def _lay_islands(match: Match, boats: Sequence[str], outposts: Sequence[str], lying: Mapping[str, str]) -> None:
    lay(match, ISLANDS, ["sea_1"])
    for seat, label in enumerate(boats):
        moor(match, seat, label)
    for seat, labels in enumerate(outposts):
        settle(match, seat, labels.split())
    for tile, letters in lying.items():
        match.state.tile_cubes[TILES.index(tile)] = counted(letters)


def _lay_merchants(
    s: Any, markets: str | None, deck: str | None, route: Sequence[str], discards: Sequence[str]
) -> None:
    dealt = [int(card) for card in s.market_cards]
    dealt += [card for card in range(64) if int(s.market_deck[0]) >> card & 1]
    named = [_merchants(ids) for ids in (markets or "", deck or "", *route, *discards)]
    taken = [card for cards in named for card in cards]
    assert len(set(taken)) == len(taken)
    assert set(dealt).issuperset(taken)
    rest = [card for card in dealt if card not in taken]
    row = named[0] + [NO_CARD] * (4 - len(named[0])) if markets is not None else [rest.pop(0) for _ in range(4)]
    s.market_cards[:] = row
    s.market_deck[0] = sum(1 << card for card in (rest if deck is None else named[1]))
    for number, ids in enumerate(route):
        seat = s.seats[number]
        seat.route_length = len(_merchants(ids))
        seat.merchants_taken += seat.route_length
        for place, card in enumerate(_merchants(ids)):
            seat.route[place].card = card
    for number, ids in enumerate(discards):
        s.seats[number].discards = sum(1 << card for card in _merchants(ids))
        s.seats[number].merchants_taken += len(_merchants(ids))


def _merchants(ids: str) -> list[int]:
    return [PLAY.labels.index(id) for id in ids.split()]


def _cards(ids: str) -> list[int]:
    return [NO_CARD if id == "-" else int(id.removeprefix("pc_")) - 1 for id in ids.split()]


def _holds(deck: Any, card: int) -> bool:
    return bool(int(deck.cards) >> card & 1)


def location(match: Match, name: str) -> dict[str, Any]:
    found: dict[str, Any] = next(shown for shown in match.view()["locations"] if shown["location"] == name)
    return found


def standing(match: Match, name: str) -> tuple[int | None, int]:
    """Whose settlers stand on a location, and how many."""
    shown = location(match, name)
    return shown["owner"], shown["placed"]


def settlers(match: Match, seat: int) -> tuple[int, int]:
    """A seat's settlers at home and in reserve."""
    shown = match.view()["seats"][seat]
    return shown["home"], shown["reserve"]


def above_the_forts(match: Match) -> list[str | None]:
    return [card and card["card"] for card in match.view()["forts"]]


def below_the_markets(match: Match) -> list[str | None]:
    return [card and card["card"] for card in match.view()["markets"]]


def next_in_the_deck(match: Match) -> str | None:
    card = match.view()["next_card"]
    return card and str(card["card"])


def on_the_board(view: Mapping[str, Any]) -> dict[str, str]:
    """The exploration tiles on the board, by location."""
    return {shown["location"]: shown["exploration"]["tile"] for shown in view["locations"] if shown["exploration"]}


def worked(match: Match) -> set[str]:
    """The locations that can be chosen."""
    return {text.removeprefix("work ") for text in options(match) if text.startswith("work ")}
