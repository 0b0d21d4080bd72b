"""From East to West, Part III, rule by rule: terms, setup, a turn and markets."""

from collections import Counter
from itertools import pairwise
from typing import Any

import pytest

import century
from century.engine.actions import EXPLORE, PLAY
from century.mechanisms.new_world.printed import BONUS_TILES
from tests.helpers import cards, cubes, options, play, refresh, rule
from tests.rules.east_to_west_3.table import (
    AT_MARKET,
    COVERED,
    FOUR_TILES,
    GAME,
    MERCHANTS,
    ROW,
    below_the_markets,
    part_three,
)
from tests.tables.east_to_west import FORTS, USED, built, dealt, random_views, refused
from tests.tables.new_world import (
    above_the_forts,
    location,
    on_the_board,
    settlers,
    standing,
    worked,
)
from tests.tables.sea import MARKETS, SYMBOLS, around, hold, places, question, seen, steps

# --- terms --------------------------------------------------------------------------------------------


@rule("FEW3-1")
def test_two_to_four_play() -> None:
    for players in (2, 3, 4):
        assert len(dealt(GAME.name, players)[0]["seats"]) == players
    for players in (1, 5):
        with pytest.raises(century.CenturyError, match="must be a whole number from 2 to 4, not"):
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
    ones = {"a2_1", "a2_2", "a2_3", "b2_4", "d2_3", "e2_3", "e2_4", "e2_5", "f2_1"}
    assert worked(poor) == ones  # those printed 1


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


# --- setup --------------------------------------------------------------------------------------------


@rule("FEW3-10")
def test_the_map_is_boards_a2_b2_c1_d2_e2_and_f2() -> None:
    match = part_three()
    assert match.view()["boards"] == ["A2", "B2", "C1", "D2", "E2", "F2"]
    slots = {"c1": 6, "a2": 5, "b2": 5, "d2": 5, "e2": 5, "f2": 5}
    names = [f"{board}_{slot}" for board in slots for slot in range(1, slots[board] + 1)]
    assert [shown["location"] for shown in match.view()["locations"]] == names
    for name in ("a1_3", "c2_1", "d1_2"):
        assert "its board is not in play (ANW-10)" in refused(match, f"work {name}")


@rule("FEW3-10")
def test_the_printed_settlers_of_the_six_boards_are_those_counted_in_the_picture_of_the_set_up() -> None:
    """Two counts of it give nine 1s, twelve or thirteen 2s, nine 3s and one 4; 1, 2 and 3 on four of the boards."""
    printed = {place["location"]: place for place in dealt(GAME.name, 4)[0]["locations"]}
    assert Counter(place["settlers"] for place in printed.values()) == {1: 9, 2: 12, 3: 9, 4: 1}
    for board in ("a2", "b2", "d2", "e2"):
        others = [
            place["settlers"]
            for name, place in printed.items()
            if name.startswith(board) and "fort" not in place and "market" not in place
        ]
        assert sorted(others) == [1, 2, 3]


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


# --- a turn -------------------------------------------------------------------------------------------


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
    assert f"it needs {needed} settlers, you have {needed - 1} at home (ANW-25)" in refused(less, f"work {name}")


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
    assert "the trade costs YYY, you have YRGG (ANW-E3)" in refused(match, "work c1_2")
    assert options(play(match, "work b2_4")) == {"times 1", "times 2"}
    assert cubes(play(match, "times 2"), 0) == "YRRRRR"


@rule("FEW3-23", "FEW3-E12")
def test_a_fort_gives_its_card_and_never_a_bonus_tile() -> None:
    match = part_three(storage=["RRRB"], forts=FORTS, next_card="pc_29", tiles={}, home=[12])
    assert worked(match) & {"a2_1", "a2_2", "b2_1", "b2_2"} == {"b2_1"}
    assert "you cannot pay for the card (ANW-E3)" in refused(match, "work b2_2")
    assert options(play(match, "work b2_1")) == {"claim"}
    refused(match, "tile b2_1")
    play(match, "claim")
    assert (match.actor, cubes(match, 0), cards(match, 0, "claimed")) == (1, "B", ["pc_03"])
    assert above_the_forts(match) == ["pc_13", "pc_15", "pc_33", "pc_29"]
    assert [stack["left"] for stack in match.view()["stacks"].values()] == [2, 2, 2, 2, 4, 4, 4, 4]


# --- markets ------------------------------------------------------------------------------------------


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
    assert "you cannot make the trade of the card below this market (FEW3-E2)" in refused(match, "work e2_4")
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
