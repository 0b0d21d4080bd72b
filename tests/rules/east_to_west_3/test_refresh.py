"""From East to West, Part III, rule by rule: refresh, the islands, rest and storage, end, edge cases."""

import json

import pytest

from tests.helpers import cubes, options, play, refresh, rule
from tests.rules.east_to_west_3.table import AT_MARKET, FOUR_TILES, GAME, below_the_markets, part_three, refreshed
from tests.tables.east_to_west import FORTS, RING, SEVEN, built, random_views, refused, sailed
from tests.tables.new_world import (
    above_the_forts,
    next_in_the_deck,
    on_the_board,
    settlers,
    standing,
    worked,
)
from tests.tables.sea import hold, on, question, seen

# --- refresh ------------------------------------------------------------------------------------------


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
    assert "your settlers are already there (ANW-E24)" in refused(match, "work e2_3")
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


# --- the islands --------------------------------------------------------------------------------------


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
    assert "it costs 2 cubes, you have 1 (EW-41)" in refused(sailed(two, "tea_1"), "build")
    back = sailed(part_three(storage=["Y"], boats=["tea_1"], lying={"sea_1": "R"}), "sea_1")  # no toll there
    assert (options(back), play(back, "done").actor) == ({"pick up", "done"}, 1)
    own = sailed(part_three(storage=["YYYYY"], outposts=["tea_1"]), "tea_1")
    assert (own.actor, cubes(own, 0)) == (1, "YYYYY")
    stuck = part_three(players=3, storage=["", "", ""], boats=["tea_2", "ginger_1", "chili_1"])
    assert "enough cubes for the toll (FEW2-E3)" in refused(stuck, "work f2_1")


@rule("FEW3-40")
def test_boat_trades_and_outpost_trades() -> None:
    match = part_three(storage=["YYYYYYR"], boats=["cloves_1"], outposts=["chili_1 tea_5", "cloves_6"])
    assert options(play(match.copy(), "work f2_3")) == {"times 1", "times 2"}  # YYY > B
    assert cubes(play(match.copy(), "work f2_3", "times 2"), 0) == "RBB"
    assert options(play(match, "work f2_4")) == {"trade chili_1"}
    assert "you have no outpost on that tile (FEW2-42)" in refused(match, "trade cloves_6")
    assert cubes(play(match, "trade chili_1", "times 3"), 0) == "RGGG"  # YY > G
    at_sea = part_three(storage=["YYYYYY"])
    assert "the boat is not on a market tile (FEW2-40)" in refused(at_sea, "work f2_3")
    assert "you have no outpost to trade with (FEW2-42)" in refused(at_sea, "work f2_4")


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


# --- rest and storage ---------------------------------------------------------------------------------


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


# --- end ----------------------------------------------------------------------------------------------


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


# --- edge cases of A New World ------------------------------------------------------------------------


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
    assert "you cannot pay for the card (ANW-E3)" in refused(match, "work b2_1")


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


@rule("FEW3-E16", "FEW3-30")
def test_the_discards_of_all_are_seen_by_all_and_each_lay_below_a_market_before() -> None:
    match = part_three(discards=["M01 M11", "M13"])
    for seat in (0, 1):
        assert [shown["discards"] for shown in match.view(seat=seat)["seats"]] == [["M01", "M11"], ["M13"]]
    passed: set[str] = set()
    views = random_views(GAME.name, 3)
    for view in views:
        passed |= {card["card"] for card in view["markets"] if card}
        assert passed.issuperset(card for seat in view["seats"] for card in seat["discards"])
    assert any(seat["discards"] for seat in views[-1]["seats"])
