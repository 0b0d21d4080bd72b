"""From East to West, Part I, rule by rule (docs/rules/from_east_to_west_1.md)."""

import json
import re
from collections.abc import Mapping
from functools import cache
from typing import Any

import numpy as np
import pytest

import century
from century.engine.actions import EXPLORE
from century.engine.match import Match
from century.mechanisms.bonus_stacks import BONUS_TILES
from tests.helpers import cards, cubes, options, play, refresh, rule
from tests.tables.new_world import (
    above_the_forts,
    below_the_markets,
    location,
    new_world,
    next_in_the_deck,
    on_the_board,
    settlers,
    standing,
    worked,
)
from tests.tables.sea import question, seen

GAME = century.game("east-to-west-1")

FROM_THREE_ON = {f"pc_{n:02}" for n in (2, 5, 9, 14, 19, 22, 26, 30, 36, 39, 50, 55)}
WITH_FOUR = {f"pc_{n:02}" for n in (6, 8, 11, 16, 18, 24, 28, 32, 34, 40, 51, 54)}
NO_BLACK_STAR = {f"pc_{n:02}" for n in range(1, 57) if not 41 <= n <= 48}
TOWARDS_THE_END = "pc_01 pc_03 pc_13 pc_25 pc_33 pc_38 pc_49"  # 7 cards, 28 points
EIGHT = TOWARDS_THE_END + " pc_53"  # 32 points

MERCHANTS = {f"M{n:02}" for n in range(1, 44)}
MARKETS = ("e2_4", "e2_5", "d2_4", "d2_5")  # by number, for 1, 1, 2 and 3 settlers
LYING = ["M05", "M09", "M12", "M22"]  # YYR; upgrade 3; YYY > B; RR > GG
TWELVE = "M01 M02 M03 M04 M06 M07 M08 M10 M11 M13 M14 M15"  # spice, then trades for YY, YY, YYY, YYY and YYYY
ICONS = {"d2_1", "d2_2", "e2_1", "e2_2"}
GUILD = {"circle_symbol": "guild", "exploration": ""}
REFRESH_WITH_A_GUILD = {"id": "loc_e2_3", "board": "E2", "slot": 3, "kind": "refresh_market", "settlers": 1} | GUILD


def table(*, markets: str | None = " ".join(LYING), **more: Any) -> Match:
    """A table of this game with these cards below the markets, and what else `new_world` takes."""
    return new_world("east-to-west-1", markets=markets, **more)


def refused(match: Match, answer: str, reason: str) -> None:
    with pytest.raises(century.IllegalAction, match=re.escape(reason)):
        match.play(answer)


def on_route(match: Match, seat: int) -> list[tuple[str, int]]:
    """The cards of a seat's trade route from the left, and the settlers on each."""
    return [(card["card"], card["placed"]) for card in seen(match, seat, "route")]


def of_the_route(match: Match) -> set[str]:
    """The cards that can be worked on."""
    return worked(match) & MERCHANTS


@cache
def deals(players: int) -> list[Mapping[str, Any]]:
    return [GAME.new(players=players, seed=seed, interpreted=True).view() for seed in range(80)]


# --- terms ----------------------------------------------------------------------------------------


@rule("FEW1-1")
def test_two_to_four_play() -> None:
    assert [len(deals(players)[0]["seats"]) for players in (2, 3, 4)] == [2, 3, 4]
    for players in (1, 5):
        with pytest.raises(century.CenturyError, match="is a whole number from 2 to 4, not"):
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
    refused(full, "work b1_2", "there is no bonus tile to take and the card cannot be paid (ANW-E3)")
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
        refused(match, "times 3", "the cubes there allow at most 2 (SR-4, EW-44, ANW-33)")
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
    refused(less, f"work {card}", f"{place} settlers needed, {place - 1} home (FEW1-5)")


# --- setup ----------------------------------------------------------------------------------------


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


# --- a turn ---------------------------------------------------------------------------------------


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
    refused(less, f"work {name}", f"{needed} settlers needed, {needed - 1} home (ANW-25)")


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
    assert options(match) == {"tile b1_1", "tile b1_2", "claim"}
    refused(match, "tile d2_1", "that stack is not above this fort (ANW-34)")
    for answers, bonus, claimed in (
        (["claim"], [], ["pc_13"]),
        (["tile b1_1", "done"], ["bonus_merchant_1"], []),
        (["tile b1_2", "claim"], ["bonus_flat_2"], ["pc_13"]),
    ):
        after = play(match.copy(), *answers)
        assert (after.actor, seen(after, 0, "bonus"), cards(after, 0, "claimed")) == (1, bonus, claimed)
        assert cubes(after, 0) == ("G" if claimed else "YRGG")
        assert above_the_forts(after)[2:] == (["pc_27", "pc_29"] if claimed else ["pc_13", "pc_27"])
        assert sum(stack["left"] for stack in after.view()["stacks"].values()) == 24 - len(bonus)
    match = play(table(storage=[""], left={"b1_1": 0}), "work b1_1")
    assert options(match) == {"tile b1_2"}
    refused(match, "tile b1_1", "that stack is empty (ANW-34)")
    row = ["pc_13", "pc_15", "pc_38", "pc_33"]
    for fort, name in enumerate(("a1_1", "a1_2", "b1_1", "b1_2")):
        match = play(table(storage=["YRRGG"], forts=" ".join(row), next_card="pc_29"), f"work {name}", "claim")
        assert above_the_forts(match) == [*row[:fort], *row[fort + 1 :], "pc_29"]


# --- markets --------------------------------------------------------------------------------------


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


# --- trade route ----------------------------------------------------------------------------------


@rule("FEW1-35", "FEW1-36", "FEW1-E6")
def test_only_the_owner_works_on_a_route_and_settlers_and_cards_stay_there() -> None:
    match = table(players=3, route=["M01 M07 M02"], placed=[{"M07": 2, "a1_3": 1}], home=[4, 6, 6], storage=[""] * 3)
    assert of_the_route(match) == {"M01", "M02"}
    refused(match, "work M07", "own settlers stand on it (FEW1-35)")
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


# --- refresh --------------------------------------------------------------------------------------


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
    assert match.view()["question"]["text"] == "Which card goes to place 1 of 3?"
    refused(match, "order M04", "it is not in your trade route (FEW1-40)")
    assert options(play(match, "order M02")) == {"order M01", "order M03"}
    refused(match, "order M02", "it has its place already (FEW1-40)")
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
    refused(play(match.copy(), "refresh"), "refresh", "the markets are refreshed already (FEW1-40)")
    refused(play(match, "reorder", "order M02"), "reorder", "the route is reordered already (FEW1-40)")


# --- rest and storage -----------------------------------------------------------------------------


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


# --- end ------------------------------------------------------------------------------------------


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


# --- edge cases of A New World --------------------------------------------------------------------


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


# --- edge cases of this game ----------------------------------------------------------------------


@rule("FEW1-E2", "FEW1-E3", "FEW1-E8")
def test_a_trade_that_cannot_be_made_is_only_laid_out_and_with_a_full_route_the_market_is_closed() -> None:
    match = play(table(storage=["YYR"]), "work d2_4")
    assert options(match) == {"lay out"}
    refused(match, "use", "the trade needs YYY, YYR is there (FEW1-E2)")
    full = table(storage=["YYR"], route=[TWELVE])
    assert worked(full) & set(MARKETS) == {"e2_4", "e2_5"}
    refused(full, "work d2_4", "the trade of the card cannot be made, and the route is full (FEW1-E2, FEW1-E8)")
    twelve = play(table(storage=["YYYRR"], route=[TWELVE]), "work d2_4")
    assert options(twelve) == {"use"}
    refused(twelve, "lay out", "the route has 12 cards already (FEW1-E8)")
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
    refused(match, "work M13", "the trade needs YYY, YY is there (FEW1-E7)")


@rule("FEW1-E5")
def test_the_number_follows_the_place_and_settlers_move_with_their_card() -> None:
    match = table(route=["M01 M02 M03 M04"], placed=[{"M03": 3, "M01": 1}], home=[3], storage=["", ""])
    play(match, "work e2_3", "reorder", "order M03", "order M04", "order M02", "done")
    assert on_route(match, 0) == [("M03", 3), ("M04", 0), ("M02", 0), ("M01", 1)]
    assert settlers(match, 0) == (2, 5)  # one is at the refresh location
    assert of_the_route(match) == {"M04"}
    refused(match, "work M02", "3 settlers needed, 2 home (FEW1-5)")
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
    refused(match, "work M33", "the trade needs GG, YYRRB is there (FEW1-E7)")
    refused(match, "work e2_2", "the trade needs YYY, YYRRB is there (ANW-E3)")
    for fort in ("a1_2", "b1_2"):
        refused(match, f"work {fort}", "there is no bonus tile to take and the card cannot be paid (ANW-E3)")
    refused(play(match, "work b1_1"), "claim", "the card costs YGG, YYRRB is there (ANW-E16)")
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
        refused(match, "reorder", "there are not two cards in the route (FEW1-E10)")
        assert question(play(match, "refresh")) == "turn"
        none = table(markets="", market_deck="", route=[route])
        refused(none, "work e2_3", "there is no merchant card left, and no route to reorder (FEW3-E7, FEW1-E10)")
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
    refused(match, "work e2_3", "own settlers stand there (ANW-E24)")
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
