"""Tables of A New World and of the combinations with it."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

import century
from century.components.catalogue import CUBES
from century.engine.actions import EXPLORE, TILE, WORK
from century.engine.match import Match
from century.mechanisms.bonus_stacks import BONUS_TILES
from tests.helpers import NO_CARD, options, refresh

SETTLERS = 12


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
    **more: Any,
) -> Match:
    """A table with the start player to move; what is not named is as dealt.

    Lists go by seat; cards are ids in one string, "-" is no card. Each seat keeps 12 settlers: of `home` and
    `reserve` name one, the other follows. Cards and tiles named somewhere leave the deck; `tiles` are all the
    exploration tiles on the board, by location. Other options go to the game.
    """
    match = century.game(name).new(players=players, start=start, seed=seed, interpreted=True, **more)
    s = match.state
    for seat, letters in enumerate(storage):
        s.seats[seat].cubes[:] = [letters.count(letter) for letter in CUBES]
    for seat in range(players):
        _settle(s, seat, home[seat : seat + 1], reserve[seat : seat + 1], placed[seat] if seat < len(placed) else {})
    _lay_cards(match, claimed, forts, next_card, deck)
    _lay_stacks(s, tops or {}, left or {}, bonus)
    _lay_exploration(s, explored, tiles)
    return refresh(match)


def _settle(s: Any, number: int, home: Sequence[int], reserve: Sequence[int], placed: Mapping[str, int]) -> None:
    seat = s.seats[number]
    for name, settlers in placed.items():
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


def next_in_the_deck(match: Match) -> str | None:
    card = match.view()["next_card"]
    return card and str(card["card"])


def on_the_board(view: Mapping[str, Any]) -> dict[str, str]:
    """The exploration tiles on the board, by location."""
    return {shown["location"]: shown["exploration"]["tile"] for shown in view["locations"] if shown["exploration"]}


def worked(match: Match) -> set[str]:
    """The locations that can be chosen."""
    return {text.removeprefix("work ") for text in options(match) if text.startswith("work ")}
