"""From East to West, Part I, rule by rule: terms, setup, a turn, markets and trade route."""

import json
import re
from typing import Any

import pytest

import century
from century.engine.actions import EXPLORE
from century.mechanisms.new_world.printed import BONUS_TILES
from tests.helpers import cards, cubes, options, play, refresh, rule
from tests.rules.east_to_west_1.table import (
    FROM_THREE_ON,
    GAME,
    ICONS,
    LYING,
    MARKETS,
    MERCHANTS,
    NO_BLACK_STAR,
    TWELVE,
    WITH_FOUR,
    deals,
    of_the_route,
    on_route,
    refused,
    table,
)
from tests.tables.new_world import (
    above_the_forts,
    below_the_markets,
    location,
    on_the_board,
    settlers,
    standing,
    worked,
)
from tests.tables.sea import question, seen

# --- terms --------------------------------------------------------------------------------------------


@rule("FEW1-1")
def test_two_to_four_play() -> None:
    assert [len(deals(players)[0]["seats"]) for players in (2, 3, 4)] == [2, 3, 4]
    for players in (1, 5):
        with pytest.raises(century.CenturyError, match="must be a whole number from 2 to 4, not"):
            GAME.new(players=players)


@rule("FEW1-2")
def test_an_upgrade_is_one_step_and_the_supply_gives_and_takes_without_end() -> None:
    match = play(table(storage=["YRGB"]), "work a1_4")
    assert options(match) == {"upgrade Y", "upgrade R", "upgrade G", "done"}
    assert cubes(play(match, "upgrade G", "upgrade Y"), 0) == "RRBB"
    many = table(players=4, storage=["B" * 10] * 4, markets="M08")
    assert cubes(play(many, "work e2_4", "use"), 0) == "B" * 11  # the box holds 20
    paid = play(table(storage=["YRG", "Y"], forts="pc_13"), "work a1_1", "claim")
    assert [cubes(paid, seat) for seat in (0, 1)] == ["", "Y"]


@rule("FEW1-2", "FEW1-10")
def test_a_location_shows_its_kind_number_and_circle_symbol() -> None:
    match = table(tiles={"e2_1": "points_1"}, placed=[{}, {"d2_5": 4}])
    for name, shown in {
        "e2_4": {"settlers": 1, "needs": 1, "market": 1, "circle": "guild", "owner": None, "placed": 0},
        "e2_5": {"settlers": 1, "needs": 1, "market": 2, "circle": "guild"},
        "d2_4": {"settlers": 2, "needs": 2, "market": 3, "circle": "guild"},
        "d2_5": {"settlers": 3, "needs": 5, "market": 4, "circle": "guild", "owner": 1, "placed": 4},
        "e2_3": {"settlers": 1, "needs": 1, "circle": "", "exploration": None},
        "e2_1": {"settlers": 2, "gain": "YG", "exploration": {"tile": "points_1", "points": 3}},
    }.items():
        assert location(match, name).items() >= shown.items()


@rule("FEW1-2")
def test_a_point_card_lies_above_each_fort_and_brings_its_benefit() -> None:
    match = table(storage=["YRRRGB"], forts="pc_03 pc_21 pc_49 pc_53", tiles={})
    guild = {"card": "pc_53", "cost": "YRB", "points": 4, "symbol": "tool", "circle": "guild", "cube": "Y"}
    assert match.view()["forts"][3] == guild
    for fort, name, card in ((1, "a1_1", "pc_03"), (2, "a1_2", "pc_21"), (3, "b1_1", "pc_49"), (4, "b1_2", "pc_53")):
        assert location(match, name)["fort"] == fort
        after = play(match.copy(), f"work {name}", "claim")
        assert (cards(after, 0, "claimed"), settlers(after, 0)[1]) == ([card], 3 if fort == 2 else 5)
        assert seen(after, 0, "help") == ({"guild": 1} if fort == 3 else {})
        assert seen(after, 0, "tools") == ({"guild": "Y"} if fort == 4 else {})


@rule("FEW1-3", "FEW1-E12", "FEW1-E1")
def test_a_player_board_has_10_storage_spaces_and_3_for_the_tiles_of_forts_and_d2_together() -> None:
    """ANW-E14."""
    more: dict[str, Any] = {"discards": ["M01 M02 M03"], "storage": ["YRG"], "forts": "pc_12 pc_20 pc_13 pc_15"}
    two = play(table(bonus=["bonus_flat_1 bonus_flat_2"], **more), "work e2_4", "lay out", "tile d2_1")
    assert (len(seen(two, 0, "bonus")), seen(two, 0, "storage")) == (3, 10)
    assert options(play(two, "rest", "work b1_1")) == {"claim"}
    refused(two, "tile b1_1", "all 3 bonus spaces are full (ANW-E14)")
    full = table(bonus=["bonus_flat_1 bonus_flat_2 bonus_merchant_1"], **more)
    refused(full, "work b1_2", "there is no bonus tile to take, and you cannot pay for the card (ANW-E3)")
    assert play(full, "work e2_4", "lay out").actor == 1


@rule("FEW1-4")
@pytest.mark.parametrize("where", ["below a market", "on the route"])
@pytest.mark.parametrize(
    ("card", "storage", "answers", "after"),
    [
        ("M05", "", "", "YYR"),
        ("M08", "G", "", "GB"),
        ("M09", "YB", "upgrade Y/upgrade R/upgrade G", "BB"),
        ("M09", "YYYYY", "upgrade Y/upgrade Y/upgrade Y", "YYRRR"),
        ("M09", "YR", "upgrade R/done", "YG"),
        ("M09", "BB", "", "BB"),
        ("M22", "RRRRR", "times 1", "RRRGG"),
        ("M22", "RRRRR", "times 2", "RGGGG"),
        ("M20", "RRRR", "times 2", "YYYYYYGG"),
    ],
)
def test_a_merchant_card_gives_spice_or_upgrades_or_trades(
    where: str, card: str, storage: str, answers: str, after: str
) -> None:
    if where == "on the route":
        match = play(table(markets=None, route=[card], storage=[storage]), f"work {card}")
    else:
        match = play(table(markets=card, storage=[storage]), "work e2_4", "use")
    if card == "M22":
        assert options(match) == {"times 1", "times 2"}
        refused(match, "times 3", "your cubes allow at most 2 (SR-4, EW-44, ANW-33)")
    play(match, *filter(None, answers.split("/")))
    assert (match.actor, cubes(match, 0)) == (1, after)


@rule("FEW1-5", "FEW1-35", "FEW1-E8")
@pytest.mark.parametrize("place", range(1, 13))
def test_card_k_of_the_route_needs_k_settlers_from_home(place: int) -> None:
    card = TWELVE.split()[place - 1]
    match = table(route=[TWELVE], home=[place], storage=["YYYY"])
    assert [shown["needs"] for shown in seen(match, 0, "route")] == list(range(1, 13))
    assert of_the_route(match) == set(TWELVE.split()[:place])
    play(match, f"work {card}")
    assert on_route(match, 0) == [(id, place if id == card else 0) for id in TWELVE.split()]
    assert settlers(match, 0) == (0, 12 - place)
    less = table(route=[TWELVE], home=[place - 1], storage=["YYYY"])
    refused(less, f"work {card}", f"it needs {place} settlers, you have {place - 1} at home (FEW1-5)")


# --- setup --------------------------------------------------------------------------------------------


@rule("FEW1-10")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_map_is_boards_a1_b1_e2_and_d2(players: int) -> None:
    match = table(players=players, tiles={}, home=[12], storage=["YYYYRRRRGGGGBBBB"])
    slots = {"a1": 6, "b1": 6, "d2": 5, "e2": 5}
    names = [f"{board}_{slot}" for board in slots for slot in range(1, slots[board] + 1)]
    assert match.view()["boards"] == ["A1", "B1", "D2", "E2"]
    assert [shown["location"] for shown in match.view()["locations"]] == names
    assert worked(match) == set(names)
    for name in ("c1_1", "d1_1", "e1_3", "a2_3", "f2_1"):
        refused(match, f"work {name}", "its board is not in play (ANW-10)")


@rule("FEW1-11")
@pytest.mark.parametrize(("players", "number"), [(2, 24), (3, 36), (4, 48)])
def test_point_cards_with_a_black_star_or_for_more_players_are_removed(players: int, number: int) -> None:
    rows = [[card["card"] for card in (*view["forts"], view["next_card"])] for view in deals(players)]
    assert all(len(set(row)) == 5 for row in rows)
    assert {view["card_deck"] for view in deals(players)} == {number - 4}
    removed = (FROM_THREE_ON if players < 3 else set()) | (WITH_FOUR if players < 4 else set())
    assert {card for row in rows for card in row} == NO_BLACK_STAR - removed
    assert all(len({row[place] for row in rows}) > 15 for place in range(5))


@rule("FEW1-12")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_stacks_of_four_of_all_25_bonus_tiles_lie_on_b1_and_d2(players: int) -> None:
    forts = {"b1_1": 3, "b1_2": 3, "b1_3": 4, "b1_4": 4, "d2_1": 0, "d2_2": 0}
    for view in deals(players):
        assert {name: stack["fort"] for name, stack in view["stacks"].items()} == forts
        assert {stack["left"] for stack in view["stacks"].values()} == {4}
    tops = [[stack["top"]["tile"] for stack in view["stacks"].values()] for view in deals(players)]
    assert all(len(set(six)) == 6 for six in tops)
    assert all(len({six[place] for six in tops}) > 18 for place in range(6))
    assert {top for six in tops for top in six} == set(BONUS_TILES)


@rule("FEW1-12")
def test_the_stacks_hold_24_different_tiles() -> None:
    """The player who takes them has an empty board and three merchant cards before each turn."""
    match, taken = table(markets=None, storage=["", ""], forts="-"), []
    for stack in match.view()["stacks"]:
        while match.view()["stacks"][stack]["left"]:
            match.state.seats[0].bonus_tiles, match.state.seats[0].merchants_taken = 0, 3
            taken.append(match.view()["stacks"][stack]["top"]["tile"])
            at_fort = [f"work {'b1_1' if stack < 'b1_3' else 'b1_2'}"]
            play(refresh(match), *(["work e2_4", "lay out"] if stack > "d" else at_fort), f"tile {stack}")
            assert seen(match, 0, "bonus") == taken[-1:]
            play(match, "rest", "rest", "rest")
    assert len(taken) == len(set(taken)) == 24


@rule("FEW1-13")
@pytest.mark.parametrize(("players", "more"), [(2, {"a1_6", "b1_6"}), (3, {"a1_6", "b1_6"}), (4, set())])
def test_exploration_tiles_lie_on_the_icons_and_on_two_more_with_two_or_three(players: int, more: set[str]) -> None:
    laid = [on_the_board(view) for view in deals(players)]
    assert all(set(tiles) == ICONS | more and len(set(tiles.values())) == len(tiles) for tiles in laid)
    assert all({tiles[name] for tiles in laid} == set(EXPLORE.labels) for name in ICONS | more)
    assert len({tuple(sorted(tiles.values())) for tiles in laid}) > 40  # what goes back to the box differs
    assert worked(table(players=players, storage=["YYYRRR"])) & (ICONS | {"a1_6", "b1_6"}) == {"a1_6", "b1_6"} - more


@rule("FEW1-14")
@pytest.mark.parametrize(("players", "home"), [(2, 7), (3, 6), (4, 6)])
def test_start_player_settlers_and_cubes(players: int, home: int) -> None:
    starts = [view["start"] for view in deals(players)]
    assert all(40 / players < starts.count(seat) < 160 / players for seat in range(players))
    for view in deals(players):
        order = [view["seats"][(view["start"] + place) % players] for place in range(players)]
        assert [seat["cubes"] for seat in order] == ["YYY", "YYYY", "YYYY", "YYYR"][:players]
        assert {(seat["home"], seat["reserve"]) for seat in order} == {(home, 12 - home)}
        assert {(shown["owner"], shown["placed"]) for shown in view["locations"]} == {(None, 0)}
        assert view["actor"] == view["start"]


@rule("FEW1-15")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_one_of_43_merchant_cards_lies_below_each_market_and_39_in_the_deck(players: int) -> None:
    rows = [[card["card"] for card in view["markets"]] for view in deals(players)]
    assert all(len(set(row)) == 4 for row in rows)
    assert {view["merchant_deck"] for view in deals(players)} == {39}
    assert all(seat["route"] == seat["discards"] == [] for view in deals(players) for seat in view["seats"])
    assert all(len({row[place] for row in rows}) > 30 for place in range(4))
    assert {card for row in rows for card in row} == MERCHANTS  # without the starting cards
    assert len({int(row[0][1:]) - int(row[1][1:]) for row in rows}) > 30  # one card tells nothing of the next


@rule("FEW1-15", "FEW1-6", "FEW1-E1")
def test_all_is_open_but_the_order_of_decks_and_stacks() -> None:
    """ANW-E30, ANW-E31; a refresh hides the cards again."""
    match = table(market_deck="M01 M02 M03 M04 M06 M07 M08", discards=["M10 M11 M13"], route=["", "M14"])
    play(match, "work e2_4", "lay out", "tile d2_1", "rest", "work e2_3", "refresh")
    known = {"M05", "M10", "M11", "M13", "M14", *filter(None, below_the_markets(match))}
    for seat in (0, 1):
        view = match.view(seat=seat)
        assert view["merchant_deck"] == 6
        assert set(re.findall(r"\bM\d\d", json.dumps({key: view[key] for key in view if key != "actions"}))) == known
        for key in ("seats", "locations", "forts", "next_card", "stacks", "markets"):
            assert view[key] == match.view()[key]
        twins = [match.imagine(seat=seat, seed=seed) for seed in range(20)]
        assert {json.dumps(twin.view(seat=seat)) for twin in twins} == {json.dumps(view)}
        assert len({below_the_markets(play(twin, "work e2_5", "lay out"))[3] for twin in twins}) > 1
    match = table(tops={"d2_1": "bonus_flat_1"}, discards=["M01 M02 M03"])
    twins = [play(match.imagine(0, seed), "work e2_4", "lay out", "tile d2_1") for seed in range(20)]
    assert {tuple(seen(twin, 0, "bonus")) for twin in twins} == {("bonus_flat_1",)}
    assert len({twin.view()["stacks"]["d2_1"]["top"]["tile"] for twin in twins}) > 5


# --- a turn -------------------------------------------------------------------------------------------


@rule("FEW1-20", "FEW1-22")
def test_in_each_round_each_player_works_at_a_location_or_on_the_own_route_or_rests() -> None:
    match = table(
        players=3, start=1, storage=["", "YY", ""], route=["", "M01 M10 M33"], forts="pc_12 pc_20 pc_23 pc_27"
    )
    places = {"a1_3", "a1_4", "a1_5", "b1_1", "b1_2", "b1_3", "b1_5", "e2_3", *MARKETS, "M01", "M10"}
    assert options(match) == {"rest"} | {f"work {name}" for name in places}
    turns = []
    for answers in ("work M01", "work e2_4/lay out", "work a1_5", "work M10/times 1", "rest", "rest", "rest"):
        turns.append((match.round, match.actor))
        play(match, *answers.split("/"))
    assert turns == [(1, 1), (1, 2), (1, 0), (2, 1), (2, 2), (2, 0), (3, 1)]


@rule("FEW1-20", "FEW1-E1")
@pytest.mark.parametrize(
    ("name", "there", "help", "needed"),
    [
        *(("e2_3", 0, "", 1), ("e2_4", 0, "", 1), ("e2_5", 0, "", 1), ("d2_4", 0, "", 2), ("d2_5", 0, "", 3)),
        *(("e2_3", 2, "", 3), ("e2_4", 4, "", 5), ("d2_5", 1, "", 2)),
        *(("d2_5", 0, "pc_49", 2), ("d2_5", 0, "pc_49 pc_52", 1), ("e2_4", 0, "pc_49", 1), ("d2_4", 3, "pc_49", 3)),
        *(("d2_4", 3, "pc_49 pc_52", 2), ("e2_5", 1, "pc_49 pc_52", 1), ("d2_5", 0, "pc_25 pc_29", 3)),
        ("e2_3", 1, "pc_49", 2),
    ],
)
def test_the_number_is_as_printed_or_one_more_than_stand_there_less_own_help(
    name: str, there: int, help: str, needed: int
) -> None:
    """ANW-22 to ANW-27, ANW-E4 to ANW-E8, ANW-E23: so many exactly, down to one; who stood there is home at once."""
    placed = [{}, {name: there} if there else {}]
    match = table(claimed=[help], home=[12, 3], placed=placed)
    play(match, f"work {name}")
    assert (standing(match, name), settlers(match, 0)) == ((0, needed), (12 - needed, 0))
    assert settlers(match, 1)[0] == 3 + there
    other = table(claimed=["", help], placed=placed)
    assert location(other, name)["needs"] == (there + 1 if there else location(other, name)["settlers"])
    less = table(claimed=[help], home=[needed - 1], placed=placed)
    refused(less, f"work {name}", f"it needs {needed} settlers, you have {needed - 1} at home (ANW-25)")


@rule("FEW1-21", "FEW1-20", "FEW1-E1", "FEW1-E3")
@pytest.mark.parametrize(
    ("answers", "tools", "after"),
    [
        *(("work a1_3", "", "YYYYRRG"), ("work e2_1", "", "YYYRRGG"), ("work a1_6/times 1", "", "RRGG")),
        *(("work a1_4/upgrade Y/upgrade R", "", "YRRGG"), ("work d2_2/done", "", "YYRRG")),
        ("work d2_2/upgrade Y/upgrade R/upgrade G", "", "YRRGB"),
        *(("work d2_3/times 1", "", "YYYYYRG"), ("work d2_3/times 2", "", "YYYYYYYYG")),
        *(("work a1_3", "pc_33 pc_35 pc_38", "YYYYYRRRG"), ("work e2_2/times 1", "pc_33 pc_38", "RRGB")),
        *(("work b1_5", "pc_33 pc_38", "YYRRRG"), ("work e2_4/lay out", "pc_33 pc_53", "YYYRRG")),
        *(("work e2_4/use", "pc_53 pc_56", "YYYYYRRRRG"), ("work d2_4/use/times 1", "pc_53 pc_33", "RRGB")),
    ],
)
def test_locations_produce_upgrade_and_trade_after_the_own_tools(answers: str, tools: str, after: str) -> None:
    """ANW-30 to ANW-33, ANW-E6 to ANW-E10."""
    match = play(table(storage=["YYRRG"], tiles={}, claimed=[tools, "pc_37"]), *answers.split("/"))
    assert (match.actor, cubes(match, 0)) == (1, after)


@rule("FEW1-21")
def test_a_fort_gives_the_top_tile_of_one_of_its_stacks_or_its_card_or_both() -> None:
    tops = {"b1_1": "bonus_merchant_1", "b1_2": "bonus_flat_2"}
    match = table(storage=["YRGG"], forts="pc_12 pc_20 pc_13 pc_27", next_card="pc_29", tops=tops)
    play(match, "work b1_1")
    assert options(match) == {"tile b1_1", "tile b1_2", "claim", "claim first"}
    refused(match, "tile d2_1", "that stack is not above this fort (ANW-34)")
    for answers, bonus, claimed in (
        (["claim"], [], ["pc_13"]),
        (["tile b1_1", "done"], ["bonus_merchant_1"], []),
        (["tile b1_2", "claim"], ["bonus_flat_2"], ["pc_13"]),
        (["claim first", "tile b1_2"], ["bonus_flat_2"], ["pc_13"]),
        (["claim first", "done"], [], ["pc_13"]),
    ):
        after = play(match.copy(), *answers)
        assert (after.actor, seen(after, 0, "bonus"), cards(after, 0, "claimed")) == (1, bonus, claimed)
        assert cubes(after, 0) == ("G" if claimed else "YRGG")
        assert above_the_forts(after)[2:] == (["pc_27", "pc_29"] if claimed else ["pc_13", "pc_27"])
        assert sum(stack["left"] for stack in after.view()["stacks"].values()) == 24 - len(bonus)
    play(match, "claim first")
    assert (question(match), above_the_forts(match)[2:]) == ("taking tile too", ["pc_27", "pc_29"])
    assert options(match) == {"tile b1_1", "tile b1_2", "done"}
    refused(match, "tile d2_1", "that stack is not above this fort (ANW-34)")
    match = play(table(storage=[""], left={"b1_1": 0}), "work b1_1")
    assert options(match) == {"tile b1_2"}
    refused(match, "tile b1_1", "that stack is empty (ANW-34)")
    row = ["pc_13", "pc_15", "pc_38", "pc_33"]
    for fort, name in enumerate(("a1_1", "a1_2", "b1_1", "b1_2")):
        match = play(table(storage=["YRRGG"], forts=" ".join(row), next_card="pc_29"), f"work {name}", "claim")
        assert above_the_forts(match) == [*row[:fort], *row[fort + 1 :], "pc_29"]


# --- markets ------------------------------------------------------------------------------------------


@rule("FEW1-30", "FEW1-6", "FEW1-62")
def test_at_a_market_the_card_is_used_and_discarded_or_laid_out_unused_at_the_right_end() -> None:
    more: dict[str, Any] = {"route": ["M01 M02"], "discards": ["M03", "M04"], "bonus": ["bonus_merchant_1"]}
    match = play(table(storage=["YR"], **more), "work e2_4")
    assert (match.actor, question(match), options(match)) == (0, "at market", {"use", "lay out"})
    used, laid = play(match.copy(), "use", "done"), play(match, "lay out", "done")  # without a bonus tile
    assert (cubes(used, 0), on_route(used, 0)) == ("YYYRR", [("M01", 0), ("M02", 0)])
    assert seen(used, 0, "discards") == ["M03", "M05"]
    assert (cubes(laid, 0), on_route(laid, 0)) == ("YR", [("M01", 0), ("M02", 0), ("M05", 0)])
    assert seen(laid, 0, "discards") == ["M03"]
    for after in (used, laid):
        assert (after.actor, standing(after, "e2_4"), seen(after, 0, "merchants_taken")) == (1, (0, 1), 4)
        assert (on_route(after, 1), seen(after, 1, "discards")) == ([], ["M04"])
        assert after.scores()[0]["merchant tiles"] == 4  # either way
    refused(play(used, "rest"), "work M05", "it is not in your trade route (FEW1-35)")


@rule("FEW1-30")
def test_the_action_comes_before_the_card_is_discarded_and_the_row_refilled() -> None:
    match = play(table(storage=["YYYY"]), "work d2_4", "use")
    assert (question(match), below_the_markets(match), seen(match, 0, "discards")) == ("trading", LYING, [])
    play(match, "times 1")
    assert (match.actor, cubes(match, 0), seen(match, 0, "discards")) == (1, "YB", ["M12"])
    play(match, "work e2_5", "use", "upgrade Y")
    assert (question(match), below_the_markets(match)[1], seen(match, 1, "discards")) == ("upgrading", "M09", [])
    assert seen(play(match, "done"), 1, "discards") == ["M09"]


@rule("FEW1-31", "FEW1-15", "FEW1-30")
@pytest.mark.parametrize("market", range(4))
@pytest.mark.parametrize("way", ["use", "lay out"])
def test_cards_right_of_the_gap_move_left_and_a_new_one_comes_to_market_4(market: int, way: str) -> None:
    row, gains = ["M01", "M02", "M03", "M07"], ("YYY", "YR", "G", "RR")
    match = table(markets=" ".join(row), market_deck="M20 M21", storage=[""])
    play(match, f"work {MARKETS[market]}", way)
    assert below_the_markets(match)[:3] == [*row[:market], *row[market + 1 :]]
    assert (below_the_markets(match)[3] in ("M20", "M21"), match.view()["merchant_deck"]) == (True, 1)
    assert (seen(match, 0, "discards") or cards(match, 0, "route")) == [row[market]]
    assert cubes(match, 0) == (gains[market] if way == "use" else "")


@rule("FEW1-32")
@pytest.mark.parametrize("way", ["use", "lay out"])
def test_every_fourth_merchant_card_of_a_player_offers_a_tile_of_d2(way: str) -> None:
    taken, asked = sorted(MERCHANTS - set(LYING)), []
    for before in range(13):
        laid, pile = taken[: before // 2], taken[before // 2 : before]
        match = table(route=[" ".join(laid)], discards=[" ".join(pile), "M35 M36 M37"], storage=["", ""])
        play(match, "work e2_4", way)
        if match.actor == 0:
            asked.append(before + 1)
            assert (question(match), options(match)) == ("taking tile", {"tile d2_1", "tile d2_2", "done"})
            refused(match, "tile b1_1", "that stack gives no tile for this (")
    assert asked == [4, 8, 12]


@rule("FEW1-32")
@pytest.mark.parametrize("way", ["use", "lay out"])
@pytest.mark.parametrize("stack", ["d2_1", "d2_2"])
def test_the_top_tile_is_taken_at_once_before_the_row_is_refilled_and_cubes_returned(way: str, stack: str) -> None:
    tops = {"d2_1": "bonus_flat_1", "d2_2": "bonus_merchant_3"}
    match = play(table(discards=["M01 M02"], route=["M03"], storage=["Y" * 9], tops=tops), "work e2_4", way)
    assert (below_the_markets(match), len(cubes(match, 0))) == ([None, *LYING[1:]], 12 if way == "use" else 9)
    play(match, f"tile {stack}")
    assert seen(match, 0, "bonus") == [tops[stack]]
    assert {name: shown["left"] for name, shown in match.view()["stacks"].items() if shown["left"] < 4} == {stack: 3}
    assert match.view()["stacks"][stack]["top"]["tile"] not in tops.values()
    assert below_the_markets(match)[:3] == LYING[1:]
    assert (match.actor, question(match)) == ((0, "returning") if way == "use" else (1, "turn"))


# --- trade route --------------------------------------------------------------------------------------


@rule("FEW1-35", "FEW1-36", "FEW1-E6")
def test_only_the_owner_works_on_a_route_and_settlers_and_cards_stay_there() -> None:
    match = table(players=3, route=["M01 M07 M02"], placed=[{"M07": 2, "a1_3": 1}], home=[4, 6, 6], storage=[""] * 3)
    assert of_the_route(match) == {"M01", "M02"}
    refused(match, "work M07", "your settlers are already on it (FEW1-35)")
    play(match, "work M02")
    for _ in range(2):
        for card in ("M01", "M07", "M02"):
            refused(match, f"work {card}", "it is not in your trade route (FEW1-35)")
        play(match, "rest")
    play(match, "work M01", "work a1_3", "rest")
    assert (on_route(match, 0), settlers(match, 0)) == ([("M01", 1), ("M07", 2), ("M02", 3)], (1, 5))
    play(match, "rest", "rest", "rest", "work M02")
    assert (on_route(match, 0), settlers(match, 0)) == ([("M01", 0), ("M07", 0), ("M02", 3)], (4, 5))
    assert (cubes(match, 0), seen(match, 0, "merchants_taken"), below_the_markets(match)) == ("YYYYYRR", 3, LYING)
