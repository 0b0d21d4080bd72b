"""Tables of Eastern Wonders and of From Sand to Sea."""

from collections.abc import Mapping, Sequence
from itertools import zip_longest
from typing import Any

import century
from century.components.catalogue import CUBES
from century.engine.actions import BONUS, PLACE, PLAY, STEP, TURN
from century.engine.match import Match
from century.mechanisms.road.printed import STARTERS
from century.mechanisms.sea.printed import VP_TILES
from tests.helpers import NO_CARD, options, refresh

MARKETS, TILES, KINDS = PLACE.labels, STEP.labels, BONUS.labels
SYMBOLS = ("ginger", "chili", "tea", "cloves")
PORTS = ("port_1", "port_2", "port_3", "port_4")
SEAS = ("sea_1", "sea_2", "sea_3", "sea_4")
HOLD, STEPS, POINTS, CLOSED, NO_TILE = 0, 1, 2, -2, -1

Hex = tuple[int, int]

# The market tiles of the table, column by column from the left, each from the top. Map first_game:
#
#   port_1    ginger_2   chili_3    cloves_3   port_3     with these trades:
#   ginger_1  chili_2    tea_1      ginger_5   tea_5        ginger  1 YYY > RG    2 YYYY > RB   3 R > YYY
#   chili_1   tea_2      cloves_1   chili_5    cloves_5     chili   1 YY > G      2 RR > YB     3 RR > GG
#   port_2    cloves_2   ginger_4   tea_4      port_4       tea     1 YYYYY > GGG 2 RRR > YGB   3 GG > RRB
#             ginger_3   chili_4    cloves_4                cloves  1 YYY > B     2 RRR > BB    3 GG > BB
#                        tea_3
#
# cloves_1 lies in the middle and touches tea_1, ginger_5, chili_5, ginger_4, tea_2 and chili_2.
COLUMNS = (
    "ginger_1 chili_1",
    "ginger_2 chili_2 tea_2 cloves_2 ginger_3",
    "chili_3 tea_1 cloves_1 ginger_4 chili_4 tea_3",
    "cloves_3 ginger_5 chili_5 tea_4 cloves_4",
    "tea_5 cloves_5",
)
LAID = " ".join(COLUMNS).split()

# The same map with the 16 market tiles and 4 sea tiles of From Sand to Sea:
#
#   port_1    sea_1      chili_6    cloves_6   port_3     with these trades:
#   ginger_1  chili_5    tea_1      ginger_5   sea_4        ginger  1 YYY > RG    4 G > YYR    5 B > YYYG   6 RG > YYYB
#   chili_1   sea_2      cloves_1   chili_4    tea_5        chili   1 YY > G      4 G > RR     5 B > RRR    6 YG > RRR
#   port_2    tea_4      ginger_4   tea_6      port_4       tea     1 YYYYY > GGG 4 GG > YYYB  5 B > GG     6 YB > RRG
#             ginger_6   sea_3      cloves_4                cloves  1 YYY > B     4 B > YRG    5 BB > RGGG  6 YR > B
#                        cloves_5
#
# cloves_1 lies in the middle and touches tea_1, ginger_5, chili_4, ginger_4, sea_2 and chili_5.
WITH_SEA = (
    *("ginger_1", "chili_1"),
    *("sea_1", "chili_5", "sea_2", "tea_4", "ginger_6"),
    *("chili_6", "tea_1", "cloves_1", "ginger_4", "sea_3", "cloves_5"),
    *("cloves_6", "ginger_5", "chili_4", "tea_6", "cloves_4"),
    *("sea_4", "tea_5"),
)
BERTHS = ("chili_6", "cloves_5", "ginger_6", "tea_5")


def at_sea(
    name: str,
    laid: Sequence[str],
    *,
    players: int = 2,
    start: int = 0,
    seed: int = 1,
    storage: Sequence[str] = (),
    boats: Sequence[str] = (),
    outposts: Sequence[str] = (),
    bonus: Sequence[str] = (),
    ports: Sequence[str] = ("vp_12_a", "vp_14_a", "vp_15_a", "vp_16_a"),
    lying: Mapping[str, str] | None = None,
    claimed: Sequence[str] = (),
    **more: Any,
) -> Match:
    """A table after its setup, with the start player to move and the tiles `laid` on the spaces of the map.

    Lists go by seat, ports by number. Holds are empty if not named; boats lie at the ends of the map. A port
    is a VP tile, "closed" or "" for no tile; what is on a port or claimed leaves the pile. The rest goes to the game.
    """
    match = century.game(name).new(players=players, start=start, seed=seed, interpreted=True, **more)
    while match.state.question.decision != TURN:
        match.play(match.actions()[0])
    s = match.state
    lay(match, laid)
    for seat in range(players):
        hold(match, seat, storage[seat] if seat < len(storage) else "")
        moor(match, seat, (*boats, *("chili_3", "tea_3", "ginger_3", "cloves_5")[len(boats) :])[seat])
    for seat, labels in enumerate(outposts):
        settle(match, seat, labels.split())
    for seat, kinds in enumerate(bonus):
        for kind in (KINDS.index(word) for word in kinds.split()):
            s.seats[seat].bonus[kind] += 1
            s.seats[seat].bonus_points += (0, 0, 2 + s.piles[POINTS], 2, 1)[kind]
            s.seats[seat].storage += 3 * (kind == HOLD)
            s.seats[seat].free_steps += kind == STEPS
            s.piles[kind] -= 1
    for tile, letters in (lying or {}).items():
        s.tile_cubes[TILES.index(tile)] = counted(letters)
    s.port_tiles[:] = [{"closed": CLOSED, "": NO_TILE}.get(tile) or VP_TILES.index(tile) for tile in ports]
    for seat, tiles in enumerate(claimed):
        s.seats[seat].claimed = sum(1 << VP_TILES.index(tile) for tile in tiles.split())
    if "closed" in ports:
        s.mixed = 0
    gone = {*ports, *" ".join(claimed).split()}
    s.vp_deck.cards = sum(1 << number for number, tile in enumerate(VP_TILES) if tile not in gone)
    return refresh(match)


def lay(match: Match, tiles: Sequence[str], set_tiles: Sequence[str] = PORTS) -> None:
    """Lay these tiles on the spaces of the map in their order, and those that have set places."""
    s = match.state
    hexes = [*map(tuple, s.spaces.tolist()), *map(tuple, s.set_places.tolist())]
    laid = {TILES.index(tile): place for tile, place in zip([*tiles, *set_tiles], hexes, strict=True)}
    s.on_map = sum(1 << tile for tile in laid)
    for tile, place in laid.items():
        s.hexes[tile] = place
        s.neighbours[tile] = sum(1 << other for other in laid if laid[other] in around(place))


def counted(letters: str) -> list[int]:
    return [letters.count(letter) for letter in CUBES]


def hold(match: Match, seat: int, letters: str) -> None:
    match.state.seats[seat].cubes[:] = counted(letters)


def moor(match: Match, seat: int, label: str) -> None:
    match.state.seats[seat].boat = TILES.index(label)


def settle(match: Match, seat: int, labels: Sequence[str]) -> None:
    """The seat's outposts are on these tiles, and no others."""
    match.state.seats[seat].outposts = sum(1 << MARKETS.index(label) for label in labels)
    match.state.seats[seat].built[:] = [sum(symbol in label for label in labels) for symbol in SYMBOLS]


def sand_to_sea(
    *,
    boats: Sequence[str] = (),
    hand: Sequence[str] = (),
    played: Sequence[str] = (),
    sailed: Sequence[str] = (),
    merchants: str = "M40 M41 M42 M43",
    on_cards: Sequence[str] = (),
    deck: str | None = None,
    **more: Any,
) -> Match:
    """A table of From Sand to Sea with the tiles as in `WITH_SEA`, and what else `at_sea` takes.

    Zones of cards go by seat; a hand that is not named is the two starting cards. The row is `merchants`, with the
    cubes `on_cards`; the deck is `deck` or all other cards, less what is in the row or in a zone.
    """
    boats = (*boats, *BERTHS[len(boats) :])
    match = at_sea("sand-to-sea", WITH_SEA, boats=boats, **more)
    s = match.state
    for zone, ids in (("hand", hand), ("played", played), ("sailed", sailed)):
        for seat, cards in enumerate(ids):
            s.seats[seat][zone] = sum(1 << PLAY.labels.index(card) for card in cards.split())
    for place, card, letters in zip_longest(s.merchant_row, merchants.split(), on_cards):
        place.card = PLAY.labels.index(card) if card else NO_CARD
        place.cubes[:] = counted(letters or "")
    gone = {*merchants.split(), *" ".join((*hand, *played, *sailed)).split()}
    left = PLAY.labels[STARTERS:] if deck is None else deck.split()
    s.merchant_deck.cards = sum(1 << PLAY.labels.index(card) for card in left if card not in gone)
    return refresh(match)


def around(place: Hex) -> set[Hex]:
    q, r = place
    return {(q + 1, r), (q - 1, r), (q, r + 1), (q, r - 1), (q + 1, r - 1), (q - 1, r + 1)}


def places(match: Match) -> dict[str, Hex]:
    """Where each tile lies."""
    return {tile["tile"]: (tile["hex"][0], tile["hex"][1]) for tile in match.view()["map"]}


def on(match: Match, label: str, what: str) -> Any:
    """What is on a tile: its "cubes", "boats" or "outposts"."""
    return next(tile[what] for tile in match.view()["map"] if tile["tile"] == label)


def seen(match: Match, seat: int, what: str) -> Any:
    return match.view()["seats"][seat][what]


def steps(match: Match) -> set[str]:
    """The tiles to which a step is offered."""
    return {text.removeprefix("step ") for text in options(match) if text.startswith("step ")}


def question(match: Match) -> str:
    return str(match.view()["question"]["decision"])


def ports(match: Match) -> list[str | None]:
    """What is on the four ports."""
    shown = match.view()["ports"].values()
    return [tile["card"] if isinstance(tile, dict) else tile for tile in shown]


def rows(*counts: int) -> str:
    """Outposts on so many tiles of each symbol, none of them with the number 1."""
    pairs = zip(SYMBOLS, counts, strict=True)
    return " ".join(f"{symbol}_{6 - n}" for symbol, count in pairs for n in range(count))
