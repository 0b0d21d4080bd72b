"""From East to West, Part II, rule by rule: building, trading, rest and storage, end and edge cases of A New World."""

import json

import pytest

from tests.helpers import cards, cubes, options, play, refresh, rule
from tests.rules.east_to_west_2.table import COVERED, part_two
from tests.tables.east_to_west import FORTS, SEVEN, built, refused, sailed
from tests.tables.new_world import (
    ISLANDS,
    above_the_forts,
    next_in_the_deck,
    on_the_board,
    settlers,
    standing,
    worked,
)
from tests.tables.sea import SYMBOLS, around, hold, moor, on, places, question, seen

# --- building -----------------------------------------------------------------------------------------


@rule("FEW2-33", "FEW2-35", "FEW2-37", "FEW2-E5")
def test_an_outpost_may_be_built_where_there_is_none_of_ones_own_and_nothing_is_traded() -> None:
    match = sailed(part_two(storage=["YYYYY"]), "tea_1")  # YYYYY > GGG
    assert options(match) == {"build", "done"}
    not_built = play(match.copy(), "done")
    assert (not_built.actor, seen(not_built, 0, "outposts")) == (1, [])
    play(match, "build")
    assert (match.actor, seen(match, 0, "outposts"), cubes(match, 0)) == (1, ["tea_1"], "YYYYY")
    own = sailed(part_two(storage=["YYYYY"], outposts=["tea_1"], lying={"tea_1": "Y"}), "tea_1")
    play(own, "done")
    assert (own.actor, seen(own, 0, "built"), cubes(own, 0)) == (1, [0, 0, 1, 0], "YYYYY")
    stayed = part_two(storage=["YYYYY"], boats=["tea_1"])
    assert "build" not in options(play(stayed.copy(), "work f2_3"))
    assert cubes(play(sailed(stayed, "cloves_4", "tea_1"), "build"), 0) == "YYYY"
    assert seen(stayed, 0, "outposts") == ["tea_1"]  # who has left and returned may build


@rule("FEW2-33")
@pytest.mark.parametrize(("players", "others", "cost"), [(2, 1, 2), (3, 1, 1), (3, 2, 2), (4, 1, 1), (4, 3, 3)])
def test_an_outpost_costs_a_cube_for_each_one_there_and_two_with_two_players(
    players: int, others: int, cost: int
) -> None:
    there = ["", *["tea_1"] * others]
    match = part_two(players=players, storage=["G" * cost + "B"] + [""] * (players - 1), outposts=there)
    play(sailed(match, "tea_1"), "build")
    assert match.question["text"] == f"Pay for the outpost: choose a cube, lowest colours first ({cost} left)"
    assert options(match) == {"cube G"} | ({"cube B"} if cost == 1 else set())
    play(match, *["cube G"] * cost)
    assert (match.actor, cubes(match, 0), on(match, "tea_1", "outposts")) == (1, "B", list(range(others + 1)))
    assert all(cubes(match, seat) == "" for seat in range(1, players))
    poor = sailed(part_two(players=players, storage=["G" * (cost - 1)], outposts=there), "tea_1")
    assert options(poor) == {"done"}
    assert f"it costs {cost} cubes, you have {cost - 1} (EW-41)" in refused(poor, "build")


@rule("FEW2-33", "FEW2-E12")
def test_cubes_picked_up_may_pay_for_the_outpost_whoever_left_them() -> None:
    match = part_two(players=3, storage=["Y", "", ""], outposts=["tea_1"])
    play(sailed(match, "tea_1", "cloves_4"), "done")
    play(match, "work c2_1", "step tea_1", "anchor", "pick up", "build", "cube Y")
    assert (match.actor, cubes(match, 1), seen(match, 1, "outposts")) == (2, "", ["tea_1"])


@rule("FEW2-3", "FEW2-34")
@pytest.mark.parametrize("row", [0, 1, 2, 3])
def test_the_leftmost_outpost_of_the_row_of_the_symbol_uncovers_1_2_or_3_points(row: int) -> None:
    for before, points in enumerate((1, 3, 6)):
        counts = [0, 0, 0, 0]
        counts[row] = before
        match = built(part_two(), f"{SYMBOLS[row]}_1", tuple(counts))
        counts[row] += 1
        assert (seen(match, 0, "built"), match.scores()[0]["outposts"]) == (counts, points)


@rule("FEW2-36", "FEW2-E7", "FEW2-E9")
@pytest.mark.parametrize("column", [1, 2, 3])
@pytest.mark.parametrize("row", [0, 1, 2, 3])
def test_the_fourth_row_that_loses_its_outpost_of_a_column_brings_a_tile_of_f2(row: int, column: int) -> None:
    counts = [column] * 4
    counts[row - 1] = min(column + 1, 3)
    counts[row] = column - 1
    tops = {"f2_1": "bonus_flat_1", "f2_2": "bonus_flat_2", "b2_1": "bonus_flat_3"}
    match = built(part_two(tops=tops), f"{SYMBOLS[row]}_1", tuple(counts))
    assert options(match) == {"tile f2_1", "tile f2_2", "done"}
    assert "that stack gives no tile for this (FEW2-E9, FEW3-E12)" in refused(match, "tile b2_1")
    play(match, "tile f2_2")
    assert (match.actor, seen(match, 0, "bonus")) == (1, ["bonus_flat_2"])
    assert [stack["left"] for stack in match.view()["stacks"].values()] == [2, 2, 2, 2, 4, 3]


@rule("FEW2-36", "FEW2-E7")
@pytest.mark.parametrize("counts", [(0, 0, 0, 0), (0, 1, 1, 0), (1, 1, 1, 1), (2, 1, 3, 1), (2, 2, 2, 1)])
def test_a_build_that_empties_no_column_brings_nothing(counts: tuple[int, int, int, int]) -> None:
    assert built(part_two(), "ginger_1", counts).actor == 1


@rule("FEW2-E6", "FEW2-E7", "FEW2-3")
def test_an_outpost_on_each_of_the_12_tiles_empties_all_rows_and_brings_three_tiles() -> None:
    """By hand: 4 rows of 1 + 2 + 3 points; the third build of each symbol empties its row."""
    match = part_two(outposts=["", "chili_5"], home=[12, 12])
    hexes = places(match)
    for tile in ISLANDS:
        moor(match, 0, min(other for other in ISLANDS if hexes[other] in around(hexes[tile])))
        hold(match, 0, "YY")
        play(sailed(refresh(match), tile), "build")
        while match.actor == 0:
            play(match, "tile f2_1" if question(match) == "taking tile" else "cube Y")
        play(match, "rest", "rest", "rest")
    assert (seen(match, 0, "built"), sorted(seen(match, 0, "outposts"))) == ([3, 3, 3, 3], sorted(ISLANDS))
    assert (match.scores()[0]["outposts"], len(seen(match, 0, "bonus"))) == (24, 3)


@rule("FEW2-E8")
def test_the_chance_is_lost_if_the_tile_is_declined_or_no_space_is_free_or_f2_has_no_tile() -> None:
    match = built(part_two(storage=["YYY", ""]), "tea_1", (1, 1, 0, 1))
    play(match, "done")
    assert (match.actor, seen(match, 0, "bonus")) == (1, [])
    play(match, "rest", "rest", "rest")
    assert built(match, "cloves_1", (1, 1, 1, 1)).actor == 1
    four = "bonus_flat_1 bonus_flat_2 bonus_flat_3 bonus_settlers_1"
    assert built(part_two(bonus=[four]), "tea_1", (1, 1, 0, 1)).actor == 1
    assert built(part_two(left={"f2_1": 0, "f2_2": 0}), "tea_1", (1, 1, 0, 1)).actor == 1
    one = built(part_two(left={"f2_1": 0}), "tea_1", (1, 1, 0, 1))
    assert options(one) == {"tile f2_2", "done"}
    assert "that stack is empty (ANW-34)" in refused(one, "tile f2_1")


@rule("FEW2-E9")
def test_the_pools_are_apart_and_the_bonus_spaces_shared() -> None:
    three = "bonus_flat_1 bonus_flat_2 bonus_flat_3"
    match = part_two(bonus=[three], left={"b2_1": 0, "b2_2": 0}, storage=["", ""], home=[12], forts=FORTS)
    assert worked(match) & {"b2_1", "b2_2"} == {"b2_2"}  # what lies on F2 does not help
    play(built(match, "tea_1", (1, 1, 0, 1)), "tile f2_1", "rest")
    assert len(seen(match, 0, "bonus")) == 4
    assert "b2_2" not in worked(match)


# --- trading ------------------------------------------------------------------------------------------


@rule("FEW2-40", "FEW2-E10")
@pytest.mark.parametrize("outposts", [["", ""], ["", "cloves_1"], ["cloves_1", "cloves_1"]])
def test_a_boat_trade_is_that_of_the_tile_where_the_boat_is_with_or_without_outposts(outposts: list[str]) -> None:
    match = part_two(storage=["Y" * 8 + "R"], boats=["cloves_1", "cloves_1"], outposts=outposts)
    play(match, "work f2_3")
    assert options(match) == {"times 1", "times 2"}  # YYY > B, at least once
    assert "allow at most 2 (SR-4, EW-44, ANW-33)" in refused(match, "times 3")
    assert cubes(play(match.copy(), "times 1"), 0) == "YYYYYRB"
    play(match, "times 2")
    assert (match.actor, cubes(match, 0), cubes(match, 1)) == (1, "YYRBB", "YYYY")
    at_sea = part_two(storage=["Y" * 5 + "RRRGGBB"], outposts=["tea_1"])
    assert "the boat is not on a market tile (FEW2-40)" in refused(at_sea, "work f2_3")
    poor = part_two(storage=["YY"], boats=["cloves_1"])
    assert "do not allow the trade on the tile of your boat (FEW2-40)" in refused(poor, "work f2_3")


@rule("FEW2-42")
@pytest.mark.parametrize("name", ["f2_4", "c2_2"])
def test_an_outpost_trade_is_that_of_a_tile_with_an_own_outpost_wherever_the_boat_is(name: str) -> None:
    outposts = ["chili_1 cloves_1 tea_1 tea_5", "cloves_6 chili_3"]
    match = part_two(storage=["YYYYRR"], boats=["tea_2"], outposts=outposts)
    assert options(play(match, f"work {name}")) == {"trade chili_1", "trade cloves_1"}
    assert "you have no outpost on that tile (FEW2-42)" in refused(match, "trade cloves_6")
    assert "your cubes do not allow that trade (FEW2-42)" in refused(match, "trade tea_1")
    assert options(play(match, "trade chili_1")) == {"times 1", "times 2"}  # YY > G, at least once
    assert cubes(play(match.copy(), "times 1"), 0) == "YYRRG"
    assert (cubes(play(match, "times 2"), 0), match.actor) == ("RRGG", 1)
    none = part_two(storage=["YYYYYRRRGGBB"], boats=["cloves_1"], outposts=["", "chili_1"])
    assert "you have no outpost to trade with (FEW2-42)" in refused(none, f"work {name}")
    poor = part_two(storage=["YY"], boats=["chili_1"], outposts=["cloves_1"])
    assert "do not allow a trade with any of your outposts (FEW2-42)" in refused(poor, f"work {name}")


@rule("FEW2-E11")
def test_tool_cubes_of_a_boat_location_may_be_left_paid_or_traded() -> None:
    left = sailed(part_two(storage=["", ""], claimed=["pc_53"]), "tea_1", "cloves_4")
    assert on(left, "tea_1", "cubes") == "Y"
    toll = sailed(part_two(storage=["", ""], claimed=["pc_56"], boats=["sea_1", "tea_1"]), "tea_1")
    assert cubes(play(toll, "cube R"), 1) == "R"
    outpost = part_two(storage=["", ""], claimed=["pc_53 pc_56"], outposts=["", "tea_1"])
    play(sailed(outpost, "tea_1"), "build", "cube Y", "cube R")
    assert (cubes(outpost, 0), seen(outpost, 0, "outposts")) == ("", ["tea_1"])
    traded = part_two(storage=["YY", ""], claimed=["pc_53"], boats=["cloves_1"])
    assert cubes(play(traded, "work f2_3", "times 1"), 0) == "B"


# --- rest and storage ---------------------------------------------------------------------------------


@rule("FEW2-45", "FEW2-E1")
def test_rest_brings_all_own_settlers_home_and_only_those() -> None:
    match = part_two(placed=[{"f2_1": 1, "f2_4": 3}, {"f2_3": 2}], reserve=[5, 5])
    play(match, "rest")
    assert (match.actor, settlers(match, 0), settlers(match, 1)) == (1, (7, 5), (5, 5))
    assert [standing(match, name) for name in ("f2_1", "f2_4", "f2_3")] == [(None, 0), (None, 0), (1, 2)]
    before = play(match, "rest").view()["seats"]
    assert play(match, "rest").view()["seats"] == before


@rule("FEW2-45", "FEW2-E13")
def test_receivers_of_a_toll_return_their_surplus_at_the_end_of_that_turn_after_the_active_player() -> None:
    storage = ["Y" * 9 + "R", "Y" * 9, "Y" * 10, "Y" * 10]
    boats = ["tea_1", "sea_1", "cloves_1", "tea_1"]
    match = part_two(players=4, start=1, storage=storage, boats=boats, lying={"tea_1": "GGGG"})
    play(sailed(match, "tea_1"), "cube Y", "cube Y", "pick up")
    assert [len(cubes(match, seat)) for seat in range(4)] == [11, 11, 10, 11]
    play(match, "done")
    order = []
    while question(match) == "returning":
        order.append((match.actor, options(match)))
        play(match, match.actions()[-1].text)
    assert order == [(1, {"cube Y", "cube G"}), (3, {"cube Y"}), (0, {"cube Y", "cube R"})]
    assert (match.actor, [len(cubes(match, seat)) for seat in range(4)]) == (2, [10] * 4)
    assert (cubes(match, 1), cubes(match, 0)) == ("Y" * 7 + "GGG", "Y" * 10)


# --- end ----------------------------------------------------------------------------------------------


@rule("FEW2-60", "FEW2-E1")
@pytest.mark.parametrize(("players", "start"), [(2, 0), (3, 0), (3, 1), (4, 2)])
def test_the_round_of_the_eighth_card_is_finished(players: int, start: int) -> None:
    match = part_two(players=players, start=start, claimed=[SEVEN], storage=["YGG"] * players, forts="pc_15 pc_12")
    while match.actor != 0:
        play(match, "rest")
    play(match, "work a2_1", "claim")
    left = 0
    while not match.over:
        left += 1
        play(match, "rest")
    assert (left, match.round, match.stopped) == ((start - 1) % players, 1, False)
    seven = part_two(claimed=[SEVEN.removeprefix("pc_01 ")], storage=["YGG"], forts="pc_15")
    assert not play(seven, "work a2_1", "claim", "rest").over


@rule("FEW2-61", "FEW2-E12")
def test_the_score_is_itemised() -> None:
    """By hand: cards 4 + 8 + 9; a flat tile 3 and a single tile 2 x 2 symbols; outposts 1 + 2 and 1; 3; RRGB 4."""
    match = part_two(
        storage=["YYYRRGB", "Y"],
        claimed=["pc_01 pc_20 pc_12"],
        bonus=["bonus_flat_1 bonus_single_exploration"],
        explored=["points_1 cubes_1 settler_1"],
        outposts=["tea_1 tea_2 cloves_1"],
        lying={"tea_1": "BBB"},
        boats=["tea_1"],
    )
    items = {"point cards": 21, "bonus tiles": 7, "outposts": 4, "exploration": 3, "cubes": 4}
    assert (match.scores()[0], match.totals()) == (items, [39, 0])


@rule("FEW2-61", "FEW2-E1")
@pytest.mark.parametrize(
    ("tiles", "points"),
    [("single_tool", 4), ("pair_native_help_tool", 3), ("settlers_1", 3), ("settlers_1 settlers_2 flat_1 flat_2", 12)],
)
def test_bonus_tiles_score_as_in_a_new_world(tiles: str, points: int) -> None:
    """By hand: 1 tool and a tool by a tile, 1 help; 7 settlers not in reserve."""
    bonus = " ".join(f"bonus_{tile}" for tile in tiles.split())
    match = part_two(claimed=["pc_33 pc_49 pc_13 pc_01 pc_03"], explored=["symbol_tool"], bonus=[bonus])
    assert match.scores()[0]["bonus tiles"] == points


@rule("FEW2-62", "FEW2-E1")
@pytest.mark.parametrize(("start", "winner"), [(0, 2), (1, 2), (2, 1)])
def test_most_points_win_and_among_tied_players_the_last_in_turn_order(start: int, winner: int) -> None:
    """By hand: 9 + 8 + 8 + 7 = 32; 28 + 4 = 32; seat 0 has 7 + 7 = 14. A red cube decides."""
    claimed = ["pc_52 pc_10", "pc_12 pc_20 pc_27 pc_23", SEVEN + " pc_53"]
    for cube, points, wins in (("Y", 32, winner), ("R", 33, 1)):
        match = part_two(players=3, start=start, claimed=claimed, storage=["", cube, ""])
        play(match, "rest", "rest", "rest")
        assert (match.over, match.totals(), match.winner) == (True, [14, points, 32], wins)


# --- edge cases of A New World ------------------------------------------------------------------------


@rule("FEW2-E1")
def test_the_whole_cost_is_paid_and_help_acts_from_the_next_placement_on() -> None:
    match = part_two(storage=["RRRGGBB", ""], forts="pc_49 pc_56 pc_20 pc_27")
    play(match, "work a2_1", "claim")
    assert (match.actor, cubes(match, 0), seen(match, 0, "help")) == (1, "RGBB", {"guild": 1})
    play(match, "rest", "work f2_2", "step chili_1", "anchor", "done", "rest")
    hold(match, 0, "YY")
    play(refresh(match), "work f2_3")
    assert [standing(match, name) for name in ("f2_2", "f2_3")] == [(0, 2), (0, 1)]
    assert "a2_1" not in worked(part_two(storage=["YRBBB"], forts=FORTS))  # no substitution


@rule("FEW2-E1")
def test_with_the_deck_empty_the_row_gets_shorter_from_the_right() -> None:
    match = part_two(storage=["YYRGGG", ""], forts="pc_13 pc_15 pc_10", next_card="-", deck="")
    play(match, "work a2_1", "claim")
    assert above_the_forts(match) == ["pc_15", "pc_10", None, None]
    assert options(play(match, "rest", "work b2_1")) == {"tile b2_1", "tile b2_2"}
    assert "no card above this fort (ANW-E2)" in refused(match, "claim")


@rule("FEW2-E1")
def test_an_exploration_takes_a_tile_of_choice_while_there_is_one() -> None:
    tiles = {"c2_3": "cubes_1", "c2_4": "settler_1", "c2_5": "points_1"}
    match = part_two(storage=["RRR" + "B" * 7, ""], forts="pc_03 pc_15", tiles=tiles, reserve=[0, 0])
    play(match, "work a2_1", "claim")
    assert options(match) == {"explore cubes_1", "explore settler_1", "explore points_1"}
    assert "that tile is not on the board (ANW-53)" in refused(match, "explore points_2")
    settler = play(match.copy(), "explore settler_1")
    assert (settlers(settler, 0), seen(settler, 0, "explored")) == ((11, 0), ["settler_1"])
    play(match, "explore cubes_1")
    assert (match.actor, cubes(match, 0)) == (1, "YYR" + "B" * 7)
    assert worked(match) & COVERED == {"c2_3", "c2_6"}
    assert on_the_board(match.view()) == {"c2_4": "settler_1", "c2_5": "points_1"}
    none = part_two(storage=["RRR"], forts="pc_03", tiles={})
    assert cards(play(none, "work a2_1", "claim"), 0, "claimed") == ["pc_03"]


@rule("FEW2-E1")
def test_a_view_shows_all_but_the_order_of_deck_and_stacks() -> None:
    match = part_two(storage=["YRG", ""], forts=FORTS, next_card="pc_29", tops={"f2_1": "bonus_flat_1"})
    shown = json.dumps(match.view(seat=0))
    twins = [match.imagine(seat=0, seed=seed) for seed in range(15)]
    assert all(json.dumps(twin.view(seat=0)) == shown for twin in twins)
    for twin in twins:
        play(built(twin, "tea_1", (1, 1, 0, 1)), "tile f2_1", "rest", "work a2_1", "claim")
        assert (seen(twin, 0, "bonus"), above_the_forts(twin)[3]) == (["bonus_flat_1"], "pc_29")
    assert len({twin.view()["stacks"]["f2_1"]["top"]["tile"] for twin in twins}) > 4
    assert len({next_in_the_deck(twin) for twin in twins}) > 4
