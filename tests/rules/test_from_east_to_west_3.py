"""From East to West, Part III, rule by rule (docs/rules/from_east_to_west_3.md)."""

import json
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import pytest

import century
from century.engine.actions import EXPLORE, PLAY
from century.engine.match import Match
from century.mechanisms.bonus_stacks import BONUS_TILES
from tests.helpers import NO_CARD, cards, cubes, options, play, refresh, rule
from tests.tables.east_to_west import FORTS, RING, SEVEN, USED, built, dealt, random_views, refused, sailed
from tests.tables.new_world import (
    above_the_forts,
    location,
    new_world,
    next_in_the_deck,
    on_the_board,
    settlers,
    standing,
    worked,
)
from tests.tables.sea import MARKETS, SYMBOLS, around, hold, on, places, question, seen, steps

GAME = century.game("east-to-west-3")
MERCHANTS = PLAY.labels[2:]  # without the starting cards
COVERED = {"c1_4", "c1_5", "c1_6", "d2_1", "d2_2", "e2_1", "e2_2"}
AT_MARKET = ("e2_4", "e2_5", "d2_4", "d2_5")
ROW = "M10 M09 M02 M12"  # YY > G, upgrade 3, YR, YYY > B
FOUR_TILES = "bonus_flat_1 bonus_flat_2 bonus_flat_3 bonus_settlers_1"


def part_three(
    *, markets: str | None = None, merchants: str | None = None, taken: Sequence[int] = (), **more: Any
) -> Match:
    """A table of Part III, and what else `new_world` takes.

    `markets` are the merchant cards below the markets, `merchants` those of the deck; each seat has taken so many.
    """
    match = new_world("east-to-west-3", **more)
    s = match.state
    row = list(s.market_cards) if markets is None else [PLAY.labels.index(id) for id in markets.split()]
    rest = [card for card in range(2, len(PLAY.labels)) if card not in row]
    for seat, number in enumerate(taken):
        s.seats[seat].merchants_taken = number
        s.seats[seat].discards = sum(1 << rest.pop() for _ in range(number))
    deck = rest if merchants is None else [PLAY.labels.index(id) for id in merchants.split()]
    s.market_cards[:] = [*row, *[NO_CARD] * (4 - len(row))]
    s.market_deck[0] = sum(1 << card for card in deck)
    return refresh(match)


def below_the_markets(match: Match) -> list[str | None]:
    return [card and card["card"] for card in match.view()["markets"]]


def refreshed(match: Match) -> set[str | None]:
    """The markets after the player in turn has refreshed them; the extra turn is a rest, so that others can, too."""
    play(match, "work e2_3")
    shown = set(below_the_markets(match))
    play(match, "rest")
    return shown


# --- terms ----------------------------------------------------------------------------------------


@rule("FEW3-1")
def test_two_to_four_play() -> None:
    for players in (2, 3, 4):
        assert len(dealt(GAME.name, players)[0]["seats"]) == players
    for players in (1, 5):
        with pytest.raises(century.CenturyError, match="is a whole number from 2 to 4, not"):
            GAME.new(players=players)


@rule("FEW3-2")
def test_locations_forts_and_cards_are_as_in_a_new_world() -> None:
    match = part_three(tiles={"c1_5": "points_1"}, placed=[{}, {"d2_4": 2}], forts="pc_49 pc_56 pc_21 pc_01")
    nothing = {"owner": None, "placed": 0, "exploration": None}
    for shown in (
        {"location": "c1_3", "settlers": 2, "needs": 2, "give": "R", "take": "YYY", "circle": ""},
        {"location": "e2_3", "settlers": 1, "needs": 1, "does": "refresh the markets", "circle": ""},
        {"location": "d2_4", "settlers": 2, "needs": 3, "market": 3, "circle": "guild", "owner": 1, "placed": 2},
    ):
        assert location(match, str(shown["location"])) == nothing | shown
    assert [location(match, name)["fort"] for name in ("a2_1", "a2_2", "b2_1", "b2_2")] == [1, 2, 3, 4]
    assert match.view()["forts"][1:3] == [
        {"card": "pc_56", "cost": "GGB", "points": 6, "symbol": "tool", "circle": "guild", "cube": "R"},
        {"card": "pc_21", "cost": "YGB", "points": 5, "symbol": "settlers", "settlers": 2},
    ]
    poor = part_three(home=[1], storage=["YYYRRRGG"], tiles={}, forts=FORTS, markets=ROW)
    assert settlers(poor, 0) == (1, 11)
    assert worked(poor) == {"a2_1", "a2_2", "a2_3", "a2_4", "b2_4", "e2_3", "e2_4", "e2_5", "f2_1"}  # printed 1


@rule("FEW3-2", "FEW3-46", "FEW3-E1", "FEW3-E4")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_what_holds_after_every_answer(players: int) -> None:
    """12 settlers in three zones; outposts and merchant cards taken stay; 43 merchant cards; 10 cubes after a turn."""
    views = random_views(GAME.name, players)
    assert sum(seat["merchants_taken"] for seat in views[-1]["seats"]) >= 4
    for before, after in pairwise(views):
        for number, (seat, later) in enumerate(zip(before["seats"], after["seats"], strict=True)):
            placed = [shown["placed"] for shown in after["locations"] if shown["owner"] == number]
            assert later["home"] + sum(placed) + later["reserve"] == 12
            assert set(seat["outposts"]) <= set(later["outposts"])
            assert set(seat["discards"]) <= set(later["discards"])
            assert len(later["discards"]) == later["merchants_taken"]
        below = [card["card"] for card in after["markets"] if card]
        gone = [card for seat in after["seats"] for card in seat["discards"]]
        assert len({*below, *gone}) == len(below) + len(gone) == 43 - after["merchant_deck"]
        if after["question"] and after["question"]["decision"] == "turn":
            assert all(len(seat["cubes"]) <= 10 for seat in after["seats"])
            assert "rest" in [action["text"] for action in after["actions"]]
            assert len(below) == 4


@rule("FEW3-3", "FEW3-E13")
def test_a_player_board_has_10_storage_spaces_4_bonus_spaces_and_3_outposts_of_each_symbol() -> None:
    """By hand: points 1, 1 + 2 and 1 + 2 + 3 of each row. Tiles of D2 and of F2 share the spaces."""
    for row, symbol in enumerate(SYMBOLS):
        for before, points in enumerate((1, 3, 6)):
            counts = [0, 0, 0, 0]
            counts[row] = before
            match = built(part_three(), f"{symbol}_1", tuple(counts))
            assert (sum(seen(match, 0, "built")), match.scores()[0]["outposts"]) == (before + 1, points)
    three = "bonus_flat_1 bonus_flat_2 bonus_flat_3"
    match = part_three(bonus=[three], taken=[3], markets="M02 M03 M04 M05", storage=["", ""], home=[12])
    play(match, "work e2_4", "tile d2_1", "rest")
    assert len(seen(match, 0, "bonus")) == 4
    assert built(match, "tea_1", (1, 1, 0, 1)).actor == 1  # no fifth tile
    assert options(play(part_three(storage=["Y" * 9]), "work a2_3")) == {"cube Y"}  # no eleventh cube


@rule("FEW3-4", "FEW3-30")
@pytest.mark.parametrize(
    ("card", "answers", "after"),
    [
        ("M02", [], "YYYYRRG"),
        ("M09", ["upgrade Y", "upgrade R", "upgrade G"], "YYRGB"),
        ("M09", ["upgrade R", "done"], "YYYGG"),
        ("M10", ["times 1"], "YRGG"),
        ("M21", [], None),
    ],
)
@pytest.mark.parametrize("market", [0, 1, 2, 3])
def test_the_card_directly_below_the_market_gives_spice_upgrades_or_trades_and_is_taken(
    market: int, card: str, answers: list[str], after: str | None
) -> None:
    """Cards: M02 YR, M09 upgrade 3, M10 YY > G, M21 RR > YYB."""
    others = ["M33", "M34", "M40", "M41"]  # none of them possible
    others[market] = card
    match = part_three(markets=" ".join(others), storage=["YYYRG"])
    assert worked(match) & set(AT_MARKET) == ({AT_MARKET[market]} if after else set())
    if after:
        play(match, f"work {AT_MARKET[market]}")
        assert seen(match, 0, "discards") == ([] if answers else [card])
        play(match, *answers)
        assert (match.actor, cubes(match, 0), seen(match, 0, "discards")) == (1, after, [card])
        assert seen(match, 0, "merchants_taken") == 1


# --- setup ----------------------------------------------------------------------------------------


@rule("FEW3-10")
def test_the_map_is_boards_a2_b2_c1_d2_e2_and_f2() -> None:
    match = part_three()
    assert match.view()["boards"] == ["A2", "B2", "C1", "D2", "E2", "F2"]
    slots = {"c1": 6, "a2": 5, "b2": 5, "d2": 5, "e2": 5, "f2": 5}
    names = [f"{board}_{slot}" for board in slots for slot in range(1, slots[board] + 1)]
    assert [shown["location"] for shown in match.view()["locations"]] == names
    for name in ("a1_3", "c2_1", "d1_2"):
        assert "its board is not in play (ANW-10)" in refused(match, f"work {name}")


@rule("FEW3-11")
@pytest.mark.parametrize(("players", "number"), [(2, 24), (3, 36), (4, 48)])
def test_cards_with_a_black_star_or_for_more_players_are_removed(players: int, number: int) -> None:
    views = dealt(GAME.name, players)
    laid = [tuple(card["card"] for card in (*view["forts"], view["next_card"])) for view in views]
    assert {(len(set(five)), 4 + view["card_deck"]) for five, view in zip(laid, views, strict=True)} == {(5, number)}
    assert {card for five in laid for card in five} == USED[players]
    assert len(set(laid)) == len(laid)


@rule("FEW3-12", "FEW3-E12")
def test_the_stacks_on_b2_d2_and_f2_take_24_of_all_25_tiles_at_random() -> None:
    """Every stack is taken down by a player whose bonus spaces are emptied after each tile."""
    match = part_three(storage=["", ""], markets="M02 M03 M04 M05")
    left = {name: (stack["given_by"], stack["left"]) for name, stack in match.view()["stacks"].items()}
    by_merchants = {f"d2_{number}": ("merchants", 4) for number in (1, 2)}
    on_b2 = {f"b2_{number}": ("outposts", 2) for number in (1, 2, 3, 4)}
    assert left == on_b2 | by_merchants | {f"f2_{number}": ("outposts", 4) for number in (1, 2)}
    taken = []
    for stack in left:
        while top := match.view()["stacks"][stack]["top"]:
            if stack.startswith("d2"):
                match.state.seats[0].merchants_taken = 3
                match.state.market_cards[0] = PLAY.labels.index("M03")
                hold(match, 0, "")
                play(refresh(match), "work e2_4")
            else:
                built(match, "tea_1", (1, 1, 0, 1))
            play(match, f"tile {stack}")
            assert seen(match, 0, "bonus") == [top["tile"]]
            taken.append(top["tile"])
            match.state.seats[0].bonus_tiles = 0
            play(match, "rest", "rest", "rest")
    assert len(taken) == len(set(taken)) == 24
    assert len(BONUS_TILES) == 25
    tops = [[stack["top"]["tile"] for stack in view["stacks"].values()] for view in dealt(GAME.name, 4)]
    assert {top for eight in tops for top in eight} == set(BONUS_TILES)
    assert all(len({eight[stack] for eight in tops}) > 15 for stack in range(8))


@rule("FEW3-13")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_exploration_tiles_lie_at_random_on_the_icons(players: int) -> None:
    laid = [on_the_board(view) for view in dealt(GAME.name, players)]
    for tiles in laid:
        assert set(tiles) == (COVERED | {"a2_5", "b2_5"} if players < 4 else COVERED)
        assert len(set(tiles.values())) == len(tiles) == (9 if players < 4 else 7)
    assert {tiles["c1_4"] for tiles in laid} == {tiles["e2_2"] for tiles in laid} == set(EXPLORE.labels)


@rule("FEW3-14", "FEW3-17")
@pytest.mark.parametrize(("players", "home"), [(2, 7), (3, 6), (4, 6)])
def test_start_player_settlers_cubes_boats_and_outposts(players: int, home: int) -> None:
    for view in dealt(GAME.name, players):
        order = [view["seats"][(view["start"] + place) % players] for place in range(players)]
        assert [seat["cubes"] for seat in order] == ["YYY", "YYYY", "YYYY", "YYYR"][:players]
        for seat in order:
            assert (seat["home"], seat["reserve"], seat["storage"]) == (home, 12 - home, 10)
            assert (seat["bonus"], seat["explored"], seat["built"], seat["outposts"]) == ([], [], [0] * 4, [])
            assert (seat["boat"], seat["discards"], seat["merchants_taken"]) == ("sea_1", [], 0)
        assert view["actor"] == view["start"]
    assert {view["start"] for view in dealt(GAME.name, players)} == set(range(players))


@rule("FEW3-15")
def test_a_merchant_card_lies_at_random_below_each_of_four_markets_and_no_starting_card_is_used() -> None:
    rows = [[card["card"] for card in view["markets"]] for view in dealt(GAME.name, 2)]
    assert all(len(set(row)) == 4 for row in rows)
    assert {view["merchant_deck"] for players in (2, 3, 4) for view in dealt(GAME.name, players)} == {39}
    assert {card for row in rows for card in row} == set(MERCHANTS)
    assert all(len({row[market] for row in rows}) > 25 for market in range(4))
    assert [location(part_three(), name)["market"] for name in AT_MARKET] == [1, 2, 3, 4]
    match = part_three(storage=[""], markets="M02 M03 M04 M05")
    twins = [play(match.imagine(seat=0, seed=seed), "work e2_4") for seed in range(15)]
    assert len({below_the_markets(twin)[3] for twin in twins}) > 8  # the deck is face down


@rule("FEW3-5", "FEW3-16", "FEW3-40", "FEW3-E15")
def test_three_random_tiles_of_each_symbol_lie_at_random_around_the_sea_tile() -> None:
    used: Counter[str] = Counter()
    north: set[str] = set()
    gaps = {(-2, 1), (-1, -1), (-1, 2), (1, -2), (1, 1), (2, -1)}
    for view in dealt(GAME.name, 2):
        shown = {tile["tile"]: tile for tile in view["map"]}
        sea = shown.pop("sea_1")
        assert (sea["hex"], set(sea)) == ([0, 0], {"tile", "hex", "boats", "cubes"})
        assert Counter(tile.split("_")[0] for tile in shown) == dict.fromkeys(SYMBOLS, 3)
        assert {tuple(tile["hex"]) for tile in shown.values()} == around((0, 0)) | gaps
        assert all(tile["give"] and tile["take"] for tile in shown.values())
        used.update(list(shown))
        north |= {name for name, tile in shown.items() if tile["hex"] == [0, -1]}
        assert not {"ports", "vp_pile", "bonus_piles", "groups"} & set(view)
    assert (set(used), len(north) > 18) == (set(MARKETS), True)
    assert all(22 <= number <= 58 for number in used.values())
    for seed in range(20):
        match = GAME.new(players=2, seed=seed, map="random", interpreted=True)
        hexes = places(match)
        laid = set(hexes.values())
        assert len(laid) == 13
        assert all(len(around(place) & laid) >= 2 for place in laid)
        near = {tile for tile in hexes if hexes[tile] in around(hexes["sea_1"])}
        assert steps(play(match, "work f2_1")) == near


# --- a turn ---------------------------------------------------------------------------------------


@rule("FEW3-20")
def test_rounds_of_one_turn_each_and_a_turn_is_work_or_rest() -> None:
    match = part_three(players=3, start=1, markets="M02 M03 M12 M25", forts="pc_12 pc_20 pc_23 pc_27", storage=[""] * 3)
    assert options(match) == {"rest"} | {f"work {name}" for name in worked(match)}
    order = []
    for answer in ("work a2_3", "work e2_4", "rest", "work f2_5", "rest", "rest"):
        order.append((match.round, match.actor))
        play(match, answer)
    assert order == [(1, 1), (1, 2), (1, 0), (2, 1), (2, 2), (2, 0)]


@rule("FEW3-21", "FEW3-E1", "FEW3-E11")
@pytest.mark.parametrize(
    ("name", "there", "help", "needed"),
    [
        *(("e2_4", 0, "", 1), ("d2_5", 0, "", 3), ("d2_4", 4, "", 5), ("d2_5", 1, "", 2), ("e2_3", 2, "", 3)),
        *(("d2_5", 0, "pc_49 pc_52", 1), ("d2_4", 3, "pc_49", 3), ("e2_4", 1, "pc_49 pc_52", 1)),
        *(("e2_3", 1, "pc_49 pc_25", 2), ("c1_3", 0, "pc_49 pc_31", 2), ("b2_1", 0, "pc_49", 2)),
    ],
)
def test_the_required_number_of_settlers(name: str, there: int, help: str, needed: int) -> None:
    """By hand: as printed, or one more than stand there; less by help, not below 1. e2_3 and c1_3 have no circle."""
    table: dict[str, Any] = {"placed": [{}, {name: there} if there else {}], "claimed": [help], "storage": ["RRR"]}
    table |= {"markets": "M02 M03 M04 M05", "forts": "pc_12 pc_20 pc_03"}
    match = part_three(home=[needed], **table)
    home = settlers(match, 1)[0]
    play(match, f"work {name}")
    assert (standing(match, name), settlers(match, 0)[0], settlers(match, 1)[0]) == ((0, needed), 0, home + there)
    less = part_three(home=[needed - 1], **table)
    assert f"{needed} settlers needed, {needed - 1} home (ANW-25)" in refused(less, f"work {name}")


@rule("FEW3-21", "FEW3-E11")
def test_tools_work_on_the_circle_of_the_location_and_not_once_more_for_the_card() -> None:
    claimed = "pc_53 pc_33 pc_37 pc_38"  # Y guild, Y plough, R kettle, Y canoe
    match = part_three(claimed=[claimed], storage=[""], markets="M03 M09 M12 M12", boats=["cloves_1"], tiles={})
    assert cubes(play(match.copy(), "work e2_4"), 0) == "YG"
    assert cubes(play(match.copy(), "work e2_5", "done"), 0) == "Y"
    assert cubes(play(match.copy(), "work f2_1"), 0) == "Y"
    assert cubes(play(match.copy(), "work e2_3"), 0) == ""
    assert cubes(play(match.copy(), "work a2_3"), 0) == "YYY"


@rule("FEW3-22")
def test_produce_upgrade_and_trade() -> None:
    match = part_three(storage=["YRGG"], tiles={})
    assert cubes(play(match.copy(), "work f2_5"), 0) == "YRRGGGG"
    assert cubes(play(match.copy(), "work a2_4", "upgrade Y", "upgrade R"), 0) == "RGGG"
    assert "the trade needs YYY, YRGG is there (ANW-E3)" in refused(match, "work c1_2")
    assert options(play(match, "work b2_4")) == {"times 1", "times 2"}
    assert cubes(play(match, "times 2"), 0) == "YRRRRR"


@rule("FEW3-23", "FEW3-E12")
def test_a_fort_gives_its_card_and_never_a_bonus_tile() -> None:
    match = part_three(storage=["RRRB"], forts=FORTS, next_card="pc_29", tiles={}, home=[12])
    assert worked(match) & {"a2_1", "a2_2", "b2_1", "b2_2"} == {"b2_1"}
    assert "the card cannot be paid (ANW-E3)" in refused(match, "work b2_2")
    assert options(play(match, "work b2_1")) == {"claim"}
    refused(match, "tile b2_1")
    play(match, "claim")
    assert (match.actor, cubes(match, 0), cards(match, 0, "claimed")) == (1, "B", ["pc_03"])
    assert above_the_forts(match) == ["pc_13", "pc_15", "pc_33", "pc_29"]
    assert [stack["left"] for stack in match.view()["stacks"].values()] == [2, 2, 2, 2, 4, 4, 4, 4]


# --- markets --------------------------------------------------------------------------------------


@rule("FEW3-31")
@pytest.mark.parametrize(
    ("market", "after"),
    [(0, "M03 M04 M05 M20"), (1, "M02 M04 M05 M20"), (2, "M02 M03 M05 M20"), (3, "M02 M03 M04 M20")],
)
def test_cards_right_of_the_gap_move_left_and_the_top_of_the_deck_comes_to_market_4(market: int, after: str) -> None:
    match = part_three(markets="M02 M03 M04 M05", merchants="M20")
    play(match, f"work {AT_MARKET[market]}")
    assert (below_the_markets(match), match.view()["merchant_deck"]) == (after.split(), 0)


@rule("FEW3-32", "FEW3-E4", "FEW3-E12")
@pytest.mark.parametrize("before", range(12))
def test_every_fourth_merchant_card_brings_a_tile_of_d2(before: int) -> None:
    tops = {"d2_1": "bonus_flat_1", "d2_2": "bonus_flat_2", "f2_1": "bonus_flat_3"}
    match = part_three(markets="M02 M03 M04 M05", taken=[before, 3], tops=tops, storage=["", ""])
    play(match, "work e2_5")
    assert seen(match, 0, "merchants_taken") == before + 1
    if before not in (3, 7, 11):
        assert match.actor == 1
        return
    assert options(match) == {"tile d2_1", "tile d2_2", "done"}
    for stack in ("b2_1", "f2_1"):
        assert "that stack gives no tile for this (FEW2-E9, FEW3-E12)" in refused(match, f"tile {stack}")
    play(match, "tile d2_2")
    assert (match.actor, seen(match, 0, "bonus")) == (1, ["bonus_flat_2"])
    assert [stack["left"] for stack in match.view()["stacks"].values()] == [2, 2, 2, 2, 4, 3, 4, 4]


@rule("FEW3-E2")
def test_a_market_needs_a_card_whose_action_can_be_carried_out() -> None:
    match = part_three(markets="M12 M09 M04", merchants="", storage=["YY"])  # YYY > B, upgrade 3, YYYY
    assert worked(match) & set(AT_MARKET) == {"e2_5", "d2_4"}
    assert "the trade of the card below this market cannot be made (FEW3-E2)" in refused(match, "work e2_4")
    assert "there is no card below this market (FEW3-E2, FEW3-E6)" in refused(match, "work d2_5")
    assert "e2_4" in worked(part_three(markets="M12", storage=["YY"], claimed=["pc_53"]))  # with a tool cube
    assert "e2_4" not in worked(part_three(markets="M12", storage=["YY"], claimed=["pc_33"]))
    assert options(play(part_three(markets="M12", storage=["Y" * 7]), "work e2_4")) == {"times 1", "times 2"}
    for storage in ("BB", "Y"):  # nothing to upgrade, or nothing upgraded: the card is taken all the same
        upgrade = play(part_three(markets="M09", storage=[storage]), "work e2_4")
        play(upgrade, *["done"] * (storage == "Y"))
        assert (upgrade.actor, cubes(upgrade, 0), seen(upgrade, 0, "discards")) == (1, storage, ["M09"])
    full = play(part_three(markets="M02", storage=["B" * 10]), "work e2_4")
    assert (cubes(full, 0), seen(full, 0, "discards")) == ("YR" + "B" * 10, ["M02"])


@rule("FEW3-E3", "FEW3-46")
def test_the_card_is_used_then_taken_then_a_tile_chosen_then_the_row_refilled_then_the_limit_applied() -> None:
    match = part_three(markets="M35 M02 M03 M04", merchants="M20", taken=[3], storage=["Y" * 8 + "BB", ""])
    play(match, "work e2_4")  # B > YYYG
    assert (question(match), below_the_markets(match)) == ("trading", ["M35", "M02", "M03", "M04"])
    assert "M35" not in seen(match, 0, "discards")
    play(match, "times 2")
    assert (question(match), below_the_markets(match)) == ("taking tile", [None, "M02", "M03", "M04"])
    assert ("M35" in seen(match, 0, "discards"), cubes(match, 0)) == (True, "Y" * 14 + "GG")
    play(match, "tile d2_1")
    assert (question(match), below_the_markets(match)) == ("returning", ["M02", "M03", "M04", "M20"])
    play(match, *["cube Y"] * 6)
    assert (match.actor, cubes(match, 0), seen(match, 0, "merchants_taken")) == (1, "Y" * 8 + "GG", 4)


@rule("FEW3-E5", "FEW3-32", "FEW3-E13")
def test_the_chance_of_a_tile_is_lost_if_it_is_declined_or_no_space_is_free_or_d2_has_no_tile() -> None:
    table: dict[str, Any] = {"markets": "M02 M03 M04 M05", "taken": [3], "storage": ["", ""], "home": [7]}
    match = play(part_three(**table), "work e2_4", "done")
    assert (match.actor, seen(match, 0, "bonus"), below_the_markets(match)[0]) == (1, [], "M03")
    assert play(match, "rest", "work e2_5").actor == 1  # the fifth card
    assert play(part_three(bonus=[FOUR_TILES], **table), "work e2_4").actor == 1
    assert play(part_three(left={"d2_1": 0, "d2_2": 0}, **table), "work e2_4").actor == 1
    one = play(part_three(left={"d2_1": 0}, **table), "work e2_4")
    assert options(one) == {"tile d2_2", "done"}
    assert "that stack is empty (ANW-34)" in refused(one, "tile d2_1")


@rule("FEW3-E6")
def test_with_the_merchant_deck_empty_the_row_gets_shorter_from_the_right() -> None:
    match = part_three(markets="M02 M03 M04 M05", merchants="", storage=["", ""])
    play(match, "work e2_5")
    assert (below_the_markets(match), match.view()["merchant_deck"]) == (["M02", "M04", "M05", None], 0)
    assert worked(match) & set(AT_MARKET) == {"e2_4", "e2_5", "d2_4"}
    play(match, "work d2_4")
    assert below_the_markets(match) == ["M02", "M04", None, None]
    play(match, "work e2_4", "work e2_4")
    assert below_the_markets(match) == [None, None, None, None]
    assert "there is no card below this market (FEW3-E2, FEW3-E6)" in refused(match, "work e2_4")


# --- refresh --------------------------------------------------------------------------------------


@rule("FEW3-35", "FEW3-E10")
def test_a_refresh_puts_the_cards_under_the_deck_and_draws_four() -> None:
    """By hand: 8 cards in the deck. They come first, then those put under it, in the order of the refreshes."""
    first, deck = {"M25", "M26", "M33", "M34"}, {"M40", "M41", "M17", "M18", "M15", "M16", "M23", "M24"}
    match = part_three(markets=" ".join(sorted(first)), merchants=" ".join(sorted(deck)), storage=["", ""])
    second = refreshed(match)
    assert second < deck
    assert match.view()["merchant_deck"] == 8
    assert refreshed(match) == deck - second
    assert refreshed(match) == first
    assert refreshed(match) == second


@rule("FEW3-35", "FEW3-E7")
def test_new_cards_lie_at_random_below_the_markets_and_old_ones_come_back_in_a_new_order() -> None:
    deck, rows = {"M20", "M21", "M22", "M23", "M27"}, []
    for seed in range(40):
        for merchants in (deck, {"M20"}, set()):
            match = part_three(markets="M02 M03 M04 M05", merchants=" ".join(sorted(merchants)), seed=seed)
            rows.append(below_the_markets(play(match, "work e2_3")))
            drawn = set(rows[-1]) & deck
            assert (len(set(rows[-1])), len(drawn)) == (4, min(len(merchants), 4))
            assert set(rows[-1]) - drawn <= {"M02", "M03", "M04", "M05"}
    assert len({tuple(row) for row in rows[::3]}) > 20
    assert {row.index("M20") for row in rows[1::3]} == {0, 1, 2, 3}
    assert len({tuple(row) for row in rows[2::3]}) > 12


@rule("FEW3-E7")
def test_a_refresh_needs_a_card_and_with_fewer_than_four_fills_the_markets_on_the_left() -> None:
    match = part_three(markets="M02 M03", merchants="")
    after = below_the_markets(play(match, "work e2_3"))
    assert (set(after[:2]), after[2:]) == ({"M02", "M03"}, [None, None])
    none = part_three(markets="", merchants="")
    assert "e2_3" not in worked(none)
    assert "there is no merchant card left (FEW3-E7)" in refused(none, "work e2_3")


@rule("FEW3-35", "FEW3-E8")
def test_a_refresh_gives_another_full_turn_in_the_same_round() -> None:
    match = part_three(players=3, markets="M25 M26 M33 M34", storage=["Y" * 11, "", ""])
    play(match, "work e2_3")
    assert (match.actor, question(match)) == (0, "returning")  # the limit applies to each of the two turns
    play(match, "cube Y")
    assert (match.round, match.actor, question(match), match.view()["turn"]) == (1, 0, "turn", 1)
    assert {"rest", "work a2_3", "work f2_1"} <= options(match)
    assert not {"done", "work e2_3"} & options(match)  # mandatory, and the settlers stay there
    assert "own settlers stand there (ANW-E24)" in refused(match, "work e2_3")
    rested = play(match.copy(), "rest")
    assert (rested.round, rested.actor, settlers(rested, 0)[0]) == (1, 1, 6)
    play(match, "work a2_3")
    assert options(match) == {"cube Y"}
    play(match, "cube Y", "cube Y")
    assert (match.round, match.actor, standing(match, "e2_3")) == (1, 1, (0, 1))
    play(match, "work e2_3")  # with 2 settlers, who displace
    assert (match.actor, standing(match, "e2_3")) == (1, (1, 2))
    play(match, "rest", "rest", "work e2_3")
    assert (match.round, match.actor) == (2, 0)


@rule("FEW3-E9", "FEW3-60")
@pytest.mark.parametrize("seat", [0, 1])
def test_a_refresh_in_the_last_round_gives_its_extra_turn_and_the_eighth_card_may_come_in_it(seat: int) -> None:
    eighth = [SEVEN if number == seat else "" for number in (0, 1)]
    match = part_three(claimed=eighth, storage=["YGG", "YGG"], forts="pc_15 pc_12")
    if seat:
        play(match, "rest")
    play(match, "work e2_3", "work a2_1", "claim")
    if seat == 0:
        play(match, "work e2_3")
        assert (match.over, match.actor) == (False, 1)
        play(match, "work a2_3")
    assert (match.over, match.round, match.stopped) == (True, 1, False)


# --- the islands ----------------------------------------------------------------------------------


@rule("FEW3-40")
def test_the_boat_sails_pays_toll_picks_up_and_builds_and_does_not_trade() -> None:
    boats, lying = ["sea_1", "cloves_4", "sea_1"], {"cloves_4": "BB"}
    match = part_three(players=3, storage=["YYYR", "", ""], boats=boats, lying=lying, outposts=["", "cloves_4"])
    assert options(play(match, "work f2_2")) == {f"step {tile}" for tile in RING}
    asked = []
    for answer in ("step tea_1", "step cloves_4", "cube R", "anchor", "cube Y", "pick up", "build", "cube Y"):
        asked.append(question(match))
        play(match, answer)
    first = ["setting sail", "sailing", "leaving", "sailing", "paying toll", "picking up", "ashore", "building"]
    assert (asked, match.actor) == (first, 1)
    assert [cubes(match, seat) for seat in range(3)] == ["YBB", "Y", ""]
    assert (on(match, "tea_1", "cubes"), on(match, "cloves_4", "cubes")) == ("R", "")
    assert (on(match, "cloves_4", "outposts"), seen(match, 0, "boat")) == ([0, 1], "cloves_4")
    two = part_three(storage=["Y"], outposts=["", "tea_1"])
    assert "it costs 2, 1 there (EW-41)" in refused(sailed(two, "tea_1"), "build")
    back = sailed(part_three(storage=["Y"], boats=["tea_1"], lying={"sea_1": "R"}), "sea_1")  # no toll there
    assert (options(back), play(back, "done").actor) == ({"pick up", "done"}, 1)
    own = sailed(part_three(storage=["YYYYY"], outposts=["tea_1"]), "tea_1")
    assert (own.actor, cubes(own, 0)) == (1, "YYYYY")
    stuck = part_three(players=3, storage=["", "", ""], boats=["tea_2", "ginger_1", "chili_1"])
    assert "not enough cubes for the toll (FEW2-E3)" in refused(stuck, "work f2_1")


@rule("FEW3-40")
def test_boat_trades_and_outpost_trades() -> None:
    match = part_three(storage=["YYYYYYR"], boats=["cloves_1"], outposts=["chili_1 tea_5", "cloves_6"])
    assert options(play(match.copy(), "work f2_3")) == {"times 1", "times 2"}  # YYY > B
    assert cubes(play(match.copy(), "work f2_3", "times 2"), 0) == "RBB"
    assert options(play(match, "work f2_4")) == {"trade chili_1"}
    assert "there is no own outpost on that tile (FEW2-42)" in refused(match, "trade cloves_6")
    assert cubes(play(match, "trade chili_1", "times 3"), 0) == "RGGG"  # YY > G
    at_sea = part_three(storage=["YYYYYY"])
    assert "the boat is not on a market tile (FEW2-40)" in refused(at_sea, "work f2_3")
    assert "there is no own outpost to trade with (FEW2-42)" in refused(at_sea, "work f2_4")


@rule("FEW3-41", "FEW3-E12", "FEW3-E13")
@pytest.mark.parametrize("column", [1, 2, 3])
def test_a_build_that_empties_a_column_brings_a_tile_of_b2_or_f2(column: int) -> None:
    before = (column, column - 1, column, min(column + 1, 3))
    match = built(part_three(tops={"b2_3": "bonus_flat_1"}), "chili_1", before)
    assert options(match) == {"done", "tile f2_1", "tile f2_2", *(f"tile b2_{number}" for number in (1, 2, 3, 4))}
    assert "that stack gives no tile for this (FEW2-E9, FEW3-E12)" in refused(match, "tile d2_1")
    assert play(match.copy(), "done").actor == 1
    play(match, "tile b2_3")
    assert (match.actor, seen(match, 0, "bonus")) == (1, ["bonus_flat_1"])
    assert [stack["left"] for stack in match.view()["stacks"].values()] == [2, 2, 1, 2, 4, 4, 4, 4]
    assert built(part_three(), "chili_1", (column, column - 1, column - 1, 3)).actor == 1
    assert built(part_three(bonus=[FOUR_TILES]), "chili_1", before).actor == 1
    nothing = dict.fromkeys(("b2_1", "b2_2", "b2_3", "b2_4", "f2_1", "f2_2"), 0)
    assert built(part_three(left=nothing), "chili_1", before).actor == 1


@rule("FEW3-E14")
def test_a_covered_location_of_any_kind_cannot_be_used_and_its_card_still_moves() -> None:
    tiles = {"e2_4": "points_1", "e2_5": "points_2", "f2_1": "cubes_1", "e2_3": "cubes_2", "f2_3": "settler_1"}
    match = part_three(
        markets="M02 M03 M04 M05", merchants="M20", tiles=tiles, storage=["RRRYYYYYY", ""], forts="pc_03"
    )
    assert worked(match) & {*tiles, "d2_4"} == {"d2_4"}
    for name in tiles:
        assert "an exploration tile lies on it (ANW-22)" in refused(match, f"work {name}")
    play(match, "work a2_1", "claim", "explore points_2", "work e2_5")
    assert (below_the_markets(match), seen(match, 1, "discards")) == (["M02", "M04", "M05", "M20"], ["M03"])
    assert worked(match) & set(AT_MARKET) == {"e2_5", "d2_4"}  # d2_5 has YY > ...
    open_refresh = part_three(markets="M02 M03 M04 M05", tiles={"e2_4": "points_1"})
    assert "M02" not in below_the_markets(play(open_refresh, "work e2_3"))


# --- rest and storage -----------------------------------------------------------------------------


@rule("FEW3-45")
def test_rest_brings_all_own_settlers_home_and_only_those() -> None:
    match = part_three(placed=[{"e2_3": 1, "d2_5": 3}, {"f2_3": 2}], reserve=[5, 5])
    play(match, "rest")
    assert (match.actor, settlers(match, 0), settlers(match, 1)) == (1, (7, 5), (5, 5))
    assert [standing(match, name) for name in ("e2_3", "d2_5", "f2_3")] == [(None, 0), (None, 0), (1, 2)]


@rule("FEW3-46")
def test_everyone_over_the_limit_returns_cubes_at_the_end_of_any_turn_the_active_player_first() -> None:
    storage = ["Y" * 10, "Y" * 9, "Y" * 10, "Y" * 10]
    boats = ["tea_1", "sea_1", "cloves_1", "tea_1"]
    match = part_three(players=4, start=1, storage=storage, boats=boats, lying={"tea_1": "GGGG"})
    play(sailed(match, "tea_1"), "cube Y", "cube Y", "pick up", "done")
    order = []
    while question(match) == "returning":
        order.append(match.actor)
        play(match, match.actions()[-1].text)
    assert (order, match.actor) == ([1, 3, 0], 2)
    assert [len(cubes(match, seat)) for seat in range(4)] == [10] * 4


# --- end ------------------------------------------------------------------------------------------


@rule("FEW3-60", "FEW3-E1")
@pytest.mark.parametrize(("players", "start"), [(2, 0), (3, 0), (3, 1), (4, 2)])
def test_the_round_of_the_eighth_card_is_finished(players: int, start: int) -> None:
    match = part_three(players=players, start=start, claimed=[SEVEN], storage=["YGG"] * players, forts="pc_15 pc_12")
    while match.actor != 0:
        play(match, "rest")
    play(match, "work a2_1", "claim")
    left = 0
    while not match.over:
        left += 1
        play(match, "rest")
    assert (left, match.round) == ((start - 1) % players, 1)
    seven = part_three(claimed=[SEVEN.removeprefix("pc_01 ")], storage=["YGG"], forts="pc_15")
    assert not play(seven, "work a2_1", "claim", "rest").over


@rule("FEW3-61")
def test_the_score_is_itemised() -> None:
    """By hand: cards 4 + 8 + 9; flat 3, single 2 x 2; 5 merchants 2 x 2; outposts 1 + 2 and 1; 3 + 3; RRGB 4."""
    match = part_three(
        storage=["YYYRRGB", "Y"],
        claimed=["pc_01 pc_20 pc_12"],
        bonus=["bonus_flat_1 bonus_single_exploration bonus_merchant_1"],
        explored=["points_1 points_2 cubes_1 settler_1"],
        outposts=["tea_1 tea_2 cloves_1"],
        taken=[5, 4],
        lying={"tea_1": "BBB"},
    )
    cards_and_tiles = {"point cards": 21, "bonus tiles": 7, "merchant tiles": 4}
    assert match.scores()[0] == cards_and_tiles | {"outposts": 4, "exploration": 6, "cubes": 4}
    assert match.totals() == [46, 0]


@rule("FEW3-62", "FEW3-E4")
@pytest.mark.parametrize(
    ("tiles", "taken", "points"),
    [
        *(("merchant_1", 0, 0), ("merchant_1", 1, 0), ("merchant_1", 2, 2), ("merchant_4", 7, 6)),
        *(("merchant_pair_tool", 1, 0), ("merchant_pair_tool", 3, 3), ("merchant_pair_tool", 9, 6)),
        *(("merchant_pair_native_help", 8, 3), ("merchant_pair_exploration", 8, 0)),
        *(("merchant_1 merchant_2 merchant_pair_settlers", 4, 11), ("single_tool pair_native_help_tool", 8, 7)),
    ],
)
def test_merchant_tiles_count_pairs_of_cards_alone_or_with_a_symbol(tiles: str, taken: int, points: int) -> None:
    """By hand: 2 tools, one of them by a tile, 1 help, 1 settlers; 2 for 2 cards, 3 for a set."""
    bonus = " ".join(f"bonus_{tile}" for tile in tiles.split())
    match = part_three(claimed=["pc_33 pc_49 pc_13"], explored=["symbol_tool"], bonus=[bonus], taken=[taken, 8])
    items = match.scores()[0]
    assert items["bonus tiles"] + items["merchant tiles"] == points
    assert match.scores()[1]["merchant tiles"] == 0


@rule("FEW3-63")
@pytest.mark.parametrize(("start", "winner"), [(0, 2), (1, 2), (2, 1)])
def test_most_points_win_and_among_tied_players_the_last_in_turn_order(start: int, winner: int) -> None:
    """By hand: 9 + 8 + 8 + 7 = 32; 28 + 4 = 32; seat 0 has 7 + 7 = 14. A red cube decides."""
    claimed = ["pc_52 pc_10", "pc_12 pc_20 pc_27 pc_23", SEVEN + " pc_53"]
    for cube, points, wins in (("Y", 32, winner), ("R", 33, 1)):
        match = part_three(players=3, start=start, claimed=claimed, storage=["", cube, ""])
        play(match, "rest", "rest", "rest")
        assert (match.over, match.totals(), match.winner) == (True, [14, points, 32], wins)


# --- edge cases of A New World --------------------------------------------------------------------


@rule("FEW3-E1")
def test_benefits_of_cards_and_exploration_tiles() -> None:
    tiles = {"c1_4": "cubes_1", "d2_1": "settler_1"}
    match = part_three(storage=["RRR" + "B" * 7, ""], forts="pc_03 pc_49", tiles=tiles, reserve=[0, 0])
    play(match, "work a2_1", "claim")
    assert options(match) == {"explore cubes_1", "explore settler_1"}
    assert "that tile is not on the board (ANW-53)" in refused(match, "explore points_2")
    settler = play(match.copy(), "explore settler_1")
    assert (settlers(settler, 0), seen(settler, 0, "explored")) == ((11, 0), ["settler_1"])
    play(match, "explore cubes_1")
    assert (match.actor, cubes(match, 0), on_the_board(match.view())) == (1, "YYR" + "B" * 7, {"d2_1": "settler_1"})
    hold(match, 1, "RRG")
    play(refresh(match), "work a2_1", "claim")
    assert (seen(match, 1, "help"), standing(match, "a2_1")) == ({"guild": 1}, (1, 2))


@rule("FEW3-E1")
def test_with_the_deck_empty_the_row_of_point_cards_gets_shorter_and_an_empty_fort_is_useless() -> None:
    match = part_three(storage=["YRG", "YYRRGGBB"], forts="pc_13 pc_15 pc_10", next_card="-", deck="")
    play(match, "work a2_1", "claim")
    assert above_the_forts(match) == ["pc_15", "pc_10", None, None]
    assert "b2_1" not in worked(match)
    assert "the card cannot be paid (ANW-E3)" in refused(match, "work b2_1")


@rule("FEW3-E1")
def test_a_view_shows_all_but_the_order_of_decks_and_stacks() -> None:
    match = part_three(storage=["YRG", ""], forts=FORTS, next_card="pc_29", tops={"f2_1": "bonus_flat_1"})
    shown = json.dumps(match.view(seat=0))
    twins = [match.imagine(seat=0, seed=seed) for seed in range(15)]
    assert all(json.dumps(twin.view(seat=0)) == shown for twin in twins)
    for twin in twins:
        play(built(twin, "tea_1", (1, 1, 0, 1)), "tile f2_1", "rest", "work a2_1", "claim")
        assert (seen(twin, 0, "bonus"), above_the_forts(twin)[3]) == (["bonus_flat_1"], "pc_29")
    assert len({twin.view()["stacks"]["f2_1"]["top"]["tile"] for twin in twins}) > 4
    assert len({next_in_the_deck(twin) for twin in twins}) > 4
