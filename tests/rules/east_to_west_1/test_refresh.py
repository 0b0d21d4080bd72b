"""From East to West, Part I, rule by rule: refresh, rest and storage, end, edge cases."""

from typing import Any

import numpy as np
import pytest

from tests.helpers import cards, cubes, options, play, rule
from tests.rules.east_to_west_1.table import (
    EIGHT,
    GAME,
    LYING,
    MARKETS,
    REFRESH_WITH_A_GUILD,
    TOWARDS_THE_END,
    TWELVE,
    of_the_route,
    on_route,
    refused,
    table,
)
from tests.tables.new_world import (
    above_the_forts,
    below_the_markets,
    next_in_the_deck,
    on_the_board,
    settlers,
    standing,
    worked,
)
from tests.tables.sea import question, seen

# --- refresh ------------------------------------------------------------------------------------------


@rule("FEW1-40", "FEW1-E9")
@pytest.mark.parametrize("seed", range(4))
def test_refreshed_cards_come_after_all_that_lay_in_the_deck(seed: int) -> None:
    """By hand: 8 are rows 1 and 2, then come the old 4, then row 1; of 10, row 3 has 2, and 2 old, row 4 2 old."""
    old, rows = set(LYING), dict[int, list[set[str | None]]]()
    for size in (8, 10):
        match, rows[size] = table(seed=seed, market_deck=" ".join(TWELVE.split()[:size])), []
        for _ in range(4):
            rows[size].append(set(below_the_markets(play(match, "work e2_3", "refresh"))))
            play(match, "rest", "rest")
        assert rows[size][0] | rows[size][1] <= set(TWELVE.split()[:size])
        assert len(rows[size][0] | rows[size][1]) == 8
    assert rows[8][2:] == [old, rows[8][0]]
    first, second, third, fourth = rows[10]
    assert third - old == set(TWELVE.split()[:10]) - first - second
    assert fourth - first == old - third
    assert (len(third), len(fourth), len(fourth & first)) == (4, 4, 2)


@rule("FEW1-40")
def test_the_route_is_put_in_any_order() -> None:
    match = play(table(route=["M01 M02 M03", "M04 M06"]), "work e2_3")
    for order in ("123", "132", "213", "231", "312", "321"):
        wanted = [f"M0{number}" for number in order]
        after = play(match.copy(), "reorder", *(f"order {card}" for card in wanted[:2]))
        assert (cards(after, 0, "route"), cards(after, 1, "route")) == (wanted, ["M04", "M06"])
        assert options(after) == {"refresh", "done"}
    play(match, "reorder")
    assert match.view()["question"]["text"] == "Which card goes in place 1 of 3?"
    refused(match, "order M04", "it is not in your trade route (FEW1-40)")
    assert options(play(match, "order M02")) == {"order M01", "order M03"}
    refused(match, "order M02", "it already has a place (FEW1-40)")
    back = TWELVE.split()[::-1]
    match = play(table(route=[TWELVE]), "work e2_3", "reorder", *(f"order {card}" for card in back[:11]))
    assert (cards(match, 0, "route"), question(match)) == (back, "refreshing too")


@rule("FEW1-40")
def test_one_part_or_both_in_either_order_and_then_another_turn() -> None:
    match = play(table(route=["M01 M02"], market_deck="M03 M04 M06 M07"), "work e2_3")
    assert options(match) == {"refresh", "reorder"}
    new, old = {"M03", "M04", "M06", "M07"}, set(LYING)
    for answers, row, route in (
        ("refresh/done", new, ["M01", "M02"]),
        ("reorder/order M02/done", old, ["M02", "M01"]),
        ("refresh/reorder/order M02", new, ["M02", "M01"]),
        ("reorder/order M01/refresh", new, ["M01", "M02"]),
    ):
        after = play(match.copy(), *answers.split("/"))
        assert (set(below_the_markets(after)), cards(after, 0, "route")) == (row, route)
        assert (after.actor, question(after), after.turn, after.round) == (0, "turn", 1, 1)
        assert play(after, "work e2_4", "lay out").actor == 1
    refused(play(match.copy(), "refresh"), "refresh", "the markets are already refreshed (FEW1-40)")
    refused(play(match, "reorder", "order M02"), "reorder", "the route is already reordered (FEW1-40)")


# --- rest and storage ---------------------------------------------------------------------------------


@rule("FEW1-45")
def test_rest_brings_all_own_settlers_home_from_board_and_route_and_only_those() -> None:
    placed = [{"e2_4": 1, "d2_5": 3, "M07": 2, "M02": 3}, {"e2_3": 2, "M03": 1}]
    match = table(route=["M01 M07 M02", "M03"], placed=placed, reserve=[2, 4])
    assert settlers(match, 0) == (1, 2)
    play(match, "rest")
    assert (match.actor, settlers(match, 0), settlers(match, 1)) == (1, (10, 2), (5, 4))
    assert (on_route(match, 0), on_route(match, 1)) == ([("M01", 0), ("M07", 0), ("M02", 0)], [("M03", 1)])
    assert [standing(match, name) for name in ("e2_4", "d2_5", "e2_3")] == [(None, 0), (None, 0), (1, 2)]


@rule("FEW1-45")
def test_more_than_10_cubes_at_the_end_of_a_turn_go_back_by_choice() -> None:
    match = table(route=["M04"], storage=["YYYRRRGGB"])
    for answers, more in (("work M04", 3), ("work e2_4/use", 2), ("work a1_5", 2)):
        after = play(match.copy(), *answers.split("/"))
        assert (question(after), after.view()["question"]["number"]) == ("returning", more)
        play(after, "cube G", "cube G", *["cube B"] * (more - 2))
        assert (after.actor, len(cubes(after, 0)), "G" in cubes(after, 0)) == (1, 10, False)
    assert play(table(route=["M04"], storage=["RRRRRR"]), "work M04").actor == 1  # 10 are not too many
    during = table(route=["M19"], storage=["YYYYYYRRBB"])
    assert len(cubes(play(during.copy(), "work M19", "times 2"), 0)) == 14
    assert cubes(play(during, "work d2_4", "use", "times 2"), 0) == "RRBBBB"


# --- end ----------------------------------------------------------------------------------------------


@rule("FEW1-60", "FEW1-E1")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_round_of_the_eighth_point_card_is_the_last(players: int) -> None:
    for claimed, over in ((TOWARDS_THE_END, True), (TOWARDS_THE_END[6:], False)):
        match = table(players=players, start=1, claimed=["", claimed], storage=["", "YGG"], forts="pc_15")
        play(match, "work a1_1", "claim", *["rest"] * (players - 2))
        assert (match.over, match.actor, match.round) == (False, 0, 1)
        assert (play(match, "rest").over, match.stopped) == (over, False)
        assert match.winner == (1 if over else None)


@rule("FEW1-61")
def test_the_score_is_cards_and_tiles_and_a_point_for_each_cube_that_is_not_yellow() -> None:
    """By hand: 4 + 8 + 9 = 21; flat 3; 3 merchant cards, 2 points for the one pair; 2 x 3; 1 R + 2 G + 3 B = 6."""
    tiles: dict[str, Any] = {"bonus": ["bonus_flat_1 bonus_merchant_1"], "explored": ["points_1 points_2 cubes_1"]}
    more: dict[str, Any] = {"claimed": ["pc_01 pc_20 pc_12"], "route": ["M01 M02"], "discards": ["M03"]}
    match = table(storage=["YYYYRGGBBB", "YYY"], **tiles, **more)
    assert list(match.scores()[0]) == ["point cards", "bonus tiles", "merchant tiles", "exploration", "cubes"]
    assert (list(match.scores()[0].values()), match.totals()) == ([21, 3, 2, 6, 6], [38, 0])


@rule("FEW1-62", "FEW1-E1", "FEW1-E11")
@pytest.mark.parametrize(
    ("tiles", "points"),
    [
        *(("single_native_help", 4), ("single_tool", 4), ("pair_tool_exploration", 6), ("pair_tool_settlers", 3)),
        *(("settlers_1 settlers_2", 6), ("flat_1 flat_3", 6), ("merchant_1", 4), ("merchant_4", 4)),
        *(("merchant_pair_native_help", 6), ("merchant_pair_tool", 6), ("merchant_pair_settlers", 3)),
        *(("merchant_pair_exploration", 6), ("merchant_1 merchant_2 merchant_3", 12)),
        ("merchant_pair_exploration single_exploration merchant_2", 16),
    ],
)
def test_each_kind_of_bonus_tile(tiles: str, points: int) -> None:
    """By hand: 2 help, 2 tools, 1 settlers, 3 exploration; 5 merchant cards, so 2 pairs; 7 settlers, 2 of them on the
    route, so 3."""
    claimed = ["pc_01 pc_03 pc_04 pc_13 pc_25 pc_27 pc_33", "pc_37 pc_15"]
    merchants: dict[str, Any] = {"route": ["M01 M02", "M03 M04"], "discards": ["M06 M07 M08", "M10"]}
    bonus = [" ".join(f"bonus_{tile}" for tile in tiles.split())]
    match = table(claimed=claimed, explored=["symbol_tool"], placed=[{"M02": 2}], reserve=[5], bonus=bonus, **merchants)
    score = match.scores()
    assert [score[seat]["bonus tiles"] + score[seat]["merchant tiles"] for seat in (0, 1)] == [points, 0]


@rule("FEW1-63", "FEW1-E1")
@pytest.mark.parametrize(("start", "of_three", "of_two"), [(0, 2, 2), (1, 0, 2), (2, 1, 1)])
def test_most_points_win_and_among_tied_players_the_one_with_the_last_turn(
    start: int, of_three: int, of_two: int
) -> None:
    """By hand: 8 x 4 = 32 = 9 + 8 + 8 + 7; 7 + 7 + 6 + 5 + 6 = 31, with a red cube 32; with two 33."""
    for storage, winner in ((["R", "Y", ""], of_three), (["Y", "", ""], of_two), (["RG", "", ""], 0)):
        claimed = ["pc_29 pc_52 pc_31 pc_21 pc_35", "pc_12 pc_20 pc_27 pc_23", EIGHT]
        match = table(players=3, start=start, claimed=claimed, storage=storage)
        assert play(match, "rest", "rest", "rest").over
        assert match.winner == winner


# --- edge cases of A New World ------------------------------------------------------------------------


@rule("FEW1-E1")
def test_the_top_of_the_point_deck_is_seen_and_with_the_deck_empty_the_row_gets_shorter() -> None:
    """ANW-E1, ANW-E2, ANW-E15."""
    more: dict[str, Any] = {"storage": ["YRGG", "YRGG"], "forts": "pc_13 pc_15 pc_33 pc_38", "home": [12, 12]}
    match = table(next_card="pc_29", **more)
    twins = [play(match.imagine(seat=0, seed=seed), "work a1_1", "claim") for seed in range(20)]
    assert {above_the_forts(twin)[3] for twin in twins} == {"pc_29"}
    assert len({next_in_the_deck(twin) for twin in twins}) > 5
    match = play(table(next_card="-", deck="", **more), "work a1_2", "claim")
    assert (match.actor, above_the_forts(match)) == (1, ["pc_13", "pc_33", "pc_38", None])
    refused(play(match, "work b1_2"), "claim", "there is no card above this fort (ANW-E2)")
    assert options(match) == {"tile b1_3", "tile b1_4"}


@rule("FEW1-E1", "FEW1-13", "FEW1-20")
@pytest.mark.parametrize(("tile", "gained", "home"), [("cubes_1", "YYR", 6), ("settler_1", "", 7), ("points_1", "", 6)])
def test_an_exploration_takes_a_tile_and_opens_its_location(tile: str, gained: str, home: int) -> None:
    """ANW-E17 to ANW-E19."""
    more: dict[str, Any] = {"storage": ["RRR", ""], "forts": "pc_03 pc_15 pc_20 pc_27", "next_card": "pc_29"}
    match = play(table(tiles={"e2_1": tile, "d2_1": "symbol_tool"}, **more), "work a1_1", "claim")
    assert options(match) == {f"explore {tile}", "explore symbol_tool"}
    refused(match, "explore settler_2", "that tile is not on the board (ANW-53)")
    play(match, f"explore {tile}")
    assert (match.actor, cubes(match, 0), settlers(match, 0)) == (1, gained, (home, 11 - home))
    assert (seen(match, 0, "explored"), on_the_board(match.view())) == ([tile], {"d2_1": "symbol_tool"})
    assert above_the_forts(match) == ["pc_15", "pc_20", "pc_27", "pc_29"]
    assert "e2_1" in worked(match)
    refused(match, "work d2_1", "an exploration tile lies on it (ANW-22)")
    assert play(table(tiles={}, **more), "work a1_1", "claim").actor == 1


@rule("FEW1-2", "FEW1-E1", "FEW1-E6", "FEW1-E11")
@pytest.mark.parametrize(("players", "seed"), [(2, 3), (3, 6), (4, 8)])
def test_settlers_and_cards_are_in_one_place_each_and_some_things_never_go_back(players: int, seed: int) -> None:
    """12 settlers of each player, 43 merchant cards; ANW-E20, ANW-E21, ANW-E25, ANW-E32."""
    match, generator = GAME.new(players=players, seed=seed, interpreted=True), np.random.default_rng(seed)
    after = match.view()
    for _ in range(160):
        before, answers = after, sorted(options(match))
        assert match.question["decision"] != "turn" or "rest" in answers
        first = [answer for answer in answers if answer in ("claim", "work a1_1", "work a1_2", "reorder")]
        after = play(match, [*first, str(generator.choice(answers))][0]).view()
        in_turn = (before["start"] + before["turn"] - 1) % players
        assert before["actor"] == in_turn
        assert on_the_board(after).items() <= on_the_board(before).items()
        merchants = [card["card"] for card in after["markets"] if card]
        for number, (was, now) in enumerate(zip(before["seats"], after["seats"], strict=True)):
            placed = [shown["placed"] for shown in after["locations"] if shown["owner"] == number]
            placed += [card["placed"] for card in now["route"]]
            assert now["home"] + sum(placed) + now["reserve"] == 12
            assert min(now["home"], *placed, 0) == 0 <= now["reserve"] <= was["reserve"]
            assert {card["card"] for card in was["route"]} <= {card["card"] for card in now["route"]}
            assert set(was["discards"]) <= set(now["discards"])
            assert now["merchants_taken"] == len(now["route"]) + len(now["discards"])
            assert number == in_turn or (now["cubes"], now["route"]) == (was["cubes"], was["route"])
            merchants += [*now["discards"], *(card["card"] for card in now["route"])]
        assert len(set(merchants)) == len(merchants) == 43 - after["merchant_deck"]
        assert after["turn"] == before["turn"] or len(after["seats"][in_turn]["cubes"]) <= 10
    assert any(len(seat["route"]) > 2 for seat in after["seats"])


# --- edge cases of this game --------------------------------------------------------------------------


@rule("FEW1-E2", "FEW1-E3", "FEW1-E8")
def test_a_trade_that_cannot_be_made_is_only_laid_out_and_with_a_full_route_the_market_is_closed() -> None:
    match = play(table(storage=["YYR"]), "work d2_4")
    assert options(match) == {"lay out"}
    refused(match, "use", "the trade costs YYY, you have YYR (FEW1-E2)")
    full = table(storage=["YYR"], route=[TWELVE])
    assert worked(full) & set(MARKETS) == {"e2_4", "e2_5"}
    refused(full, "work d2_4", "you cannot make the trade of the card, and your route is full (FEW1-E2, FEW1-E8)")
    twelve = play(table(storage=["YYYRR"], route=[TWELVE]), "work d2_4")
    assert options(twelve) == {"use"}
    refused(twelve, "lay out", "your route already has 12 cards (FEW1-E8)")
    eleven = play(table(route=[TWELVE.removesuffix(" M15")]), "work e2_4", "lay out")
    assert cards(eleven, 0, "route")[11] == "M05"
    assert options(play(table(storage=[""]), "work e2_5")) == {"use", "lay out"}  # upgrading nothing
    tool = play(table(storage=["YY"], route=[TWELVE], claimed=["pc_53 pc_33"]), "work d2_4")  # counted beforehand
    assert (cubes(tool, 0), options(tool)) == ("YYY", {"use"})
    gap = table(markets="M05 M09", market_deck="", home=[12])
    assert worked(gap) & set(MARKETS) == {"e2_4", "e2_5"}
    refused(gap, "work d2_5", "there is no card below this market (FEW1-E2)")


@rule("FEW1-E4")
def test_help_and_tools_never_apply_to_cards_of_the_route() -> None:
    claimed = ["pc_25 pc_29 pc_31 pc_49 pc_33 pc_37 pc_53"]  # help and tools with plough, kettle, canoe and guild
    match = table(claimed=claimed, route=["M06 M01 M10 M13"], home=[2], storage=["YY"])
    assert of_the_route(match) == {"M06", "M01"}
    assert on_route(play(match, "work M01"), 0)[1] == ("M01", 2)
    assert cubes(match, 0) == "YYYYY"
    match = table(claimed=claimed, route=["M06 M01 M10 M13"], home=[12], storage=["YY"])
    refused(match, "work M13", "the trade costs YYY, you have YY (FEW1-E7)")


@rule("FEW1-E5")
def test_the_number_follows_the_place_and_settlers_move_with_their_card() -> None:
    match = table(route=["M01 M02 M03 M04"], placed=[{"M03": 3, "M01": 1}], home=[3], storage=["", ""])
    play(match, "work e2_3", "reorder", "order M03", "order M04", "order M02", "done")
    assert on_route(match, 0) == [("M03", 3), ("M04", 0), ("M02", 0), ("M01", 1)]
    assert settlers(match, 0) == (2, 5)  # one is at the refresh location
    assert of_the_route(match) == {"M04"}
    refused(match, "work M02", "it needs 3 settlers, you have 2 at home (FEW1-5)")
    play(match, "work M04", "rest", "rest", "rest")
    assert settlers(match, 0) == (7, 5)
    play(match, "work M01", "rest", "work M03")
    assert on_route(match, 0) == [("M03", 1), ("M04", 0), ("M02", 0), ("M01", 4)]


@rule("FEW1-E7", "FEW1-E1", "FEW1-21")
def test_useless_work_is_illegal_but_nothing_need_be_upgraded() -> None:
    """ANW-E3, ANW-E9, ANW-E10, ANW-E16."""
    more: dict[str, Any] = {"forts": "pc_01 pc_15 pc_33 pc_38", "tiles": {}, "left": {"b1_3": 0, "b1_4": 0}}
    match = table(storage=["YYRRB"], route=["M33 M01 M10 M24"], **more)
    assert of_the_route(match) == {"M01", "M10"}
    assert {"a1_1", "b1_1", "a1_6", "a1_4", "d2_1"} <= worked(match)
    refused(match, "work M33", "the trade costs GG, you have YYRRB (FEW1-E7)")
    refused(match, "work e2_2", "the trade costs YYY, you have YYRRB (ANW-E3)")
    for fort in ("a1_2", "b1_2"):
        refused(match, f"work {fort}", "there is no bonus tile to take, and you cannot pay for the card (ANW-E3)")
    refused(play(match, "work b1_1"), "claim", "the card costs YGG, you have YYRRB (ANW-E16)")
    for answer in ("work M09", "work a1_4"):
        assert play(table(markets=None, route=["M09"], storage=["BB"]), answer).actor == 1
    assert options(play(table(claimed=["pc_37"], storage=[""]), "work a1_4")) == {"upgrade R", "done"}


@rule("FEW1-E9", "FEW1-32")
def test_a_missed_bonus_tile_is_lost() -> None:
    """FEW3-E5."""
    more: dict[str, Any] = {"discards": ["M01 M02 M03"], "storage": ["", ""], "markets": "M05 M07 M04 M08"}
    match = play(table(**more), "work e2_4", "lay out", "done", "rest")
    assert seen(match, 0, "bonus") == []
    assert play(match, "work e2_5", "use").actor == 1  # the fifth
    assert play(table(**more, left={"d2_1": 0, "d2_2": 0}), "work e2_4", "use").actor == 1
    assert options(play(table(**more, left={"d2_1": 0}), "work e2_4", "use")) == {"tile d2_2", "done"}


@rule("FEW1-E9", "FEW1-31")
def test_with_the_merchant_deck_empty_the_row_gets_shorter_from_the_right() -> None:
    """FEW3-E6."""
    match = table(market_deck="M01", home=[12, 12], storage=["", ""])
    for answers, row in (
        ("work e2_4/use", ["M09", "M12", "M22", "M01"]),
        ("work e2_5/lay out", ["M09", "M22", "M01", None]),
        ("work d2_4/use", ["M09", "M22", None, None]),
    ):
        assert below_the_markets(play(match, *answers.split("/"))) == row
        assert match.view()["merchant_deck"] == 0
    refused(match, "work d2_5", "there is no card below this market (FEW1-E2)")


@rule("FEW1-40", "FEW1-E9")
@pytest.mark.parametrize(
    ("number", "deck"), [(4, "M01 M02 M03 M04 M06"), (4, "M01"), (4, ""), (3, ""), (2, ""), (1, "")]
)
def test_a_refresh_puts_new_cards_at_random_below_the_markets_from_the_left(number: int, deck: str) -> None:
    """FEW3-35, FEW3-E7, FEW3-E10."""
    match = play(table(markets=" ".join(LYING[:number]), market_deck=deck), "work e2_3")
    assert (question(match), options(match)) == ("refreshing", {"refresh"})
    new = deck.split()
    sure, pool = (set(), new) if len(new) > 4 else (set(new), [*LYING[:number], *new])
    twins = [play(match.imagine(0, seed), "refresh") for seed in range(40)]
    rows = [below_the_markets(twin) for twin in twins]
    assert {(twin.actor, question(twin), twin.view()["merchant_deck"]) for twin in twins} == {(0, "turn", len(new))}
    assert all(row[number:] == [None] * (4 - number) and len({*row[:number]}) == number for row in rows)
    assert all(sure <= set(row[:number]) for row in rows)
    assert all({row[place] for row in rows} == set(pool) for place in range(number))


@rule("FEW1-E10", "FEW1-E9")
def test_reordering_needs_two_cards_and_refreshing_one_in_the_row() -> None:
    """FEW3-E7."""
    for route in ("", "M01"):
        match = play(table(route=[route, "M02 M03"]), "work e2_3")
        assert options(match) == {"refresh"}
        refused(match, "reorder", "your route has fewer than two cards (FEW1-E10)")
        assert question(play(match, "refresh")) == "turn"
        none = table(markets="", market_deck="", route=[route])
        refused(none, "work e2_3", "there is no merchant card left and no route to reorder (FEW3-E7, FEW1-E10)")
    two = play(table(markets="", market_deck="", route=["M01 M02"]), "work e2_3")
    assert options(two) == {"reorder"}
    refused(two, "refresh", "there is no merchant card left (FEW3-E7)")
    assert question(play(two, "reorder", "order M02")) == "turn"  # there is no other part


@rule("FEW1-E9", "FEW1-40", "FEW1-60")
def test_another_turn_is_a_full_one_in_the_same_round_even_the_last_with_its_own_storage_limit() -> None:
    """FEW3-E8, FEW3-E9; here the location yields a tool cube."""
    match = table(claimed=["pc_53"], storage=["Y" * 10], components={"location": [REFRESH_WITH_A_GUILD]})
    assert options(play(match, "work e2_3", "refresh")) == {"cube Y"}
    play(match, "cube Y")
    assert (match.actor, question(match), match.turn) == (0, "turn", 1)
    refused(match, "work e2_3", "your settlers are already there (ANW-E24)")
    assert {"rest", "work e2_4", "work a1_3"} <= options(match)
    assert "done" not in options(match)
    assert play(match.copy(), "rest").actor == 1
    play(match, "work a1_3", "cube Y", "cube Y")
    assert (match.actor, match.turn, match.round) == (1, 2, 1)
    play(match, "work e2_3", "refresh", "rest")
    assert (match.actor, match.round, "e2_3" in worked(match)) == (0, 2, True)
    last = play(table(claimed=[EIGHT], storage=["", ""]), "rest", "work e2_3", "refresh")
    assert (last.over, last.actor) == (False, 1)
    assert (play(last, "work a1_3").over, cubes(last, 1)) == (True, "YY")
