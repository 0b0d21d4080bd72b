"""A New World, rule by rule (docs/rules/a_new_world.md)."""

import json
import re
from collections.abc import Mapping, Sequence
from functools import cache
from itertools import pairwise
from typing import Any

import numpy as np
import pytest

import century
from century.components.catalogue import CUBES
from century.engine.actions import EXPLORE
from century.engine.match import Match
from century.mechanisms.bonus_stacks import BONUS_TILES as ALL_BONUS_TILES
from tests.helpers import cards, cubes, options, play, refresh, rule
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

BONUS_TILES = ALL_BONUS_TILES[:17]  # without the marks I and III
GAME = century.game("a-new-world")

ALWAYS_USED = {f"pc_{n:02}" for n in (1, 3, 4, 7, 10, 12, 13, 15, 17, 20, 21, 23, 25, 27, 29, 31, 33, 35, 37, 38)}
ALWAYS_USED |= {"pc_41", "pc_44", "pc_45", "pc_48"}  # black stars
FROM_THREE_ON = {f"pc_{n:02}" for n in (2, 5, 9, 14, 19, 22, 26, 30, 36, 39, 42, 47)}
WITH_FOUR = {f"pc_{n:02}" for n in (6, 8, 11, 16, 18, 24, 28, 32, 34, 40, 43, 46)}
USED = {2: ALWAYS_USED, 3: ALWAYS_USED | FROM_THREE_ON, 4: ALWAYS_USED | FROM_THREE_ON | WITH_FOUR}

TILES = set(EXPLORE.labels)
TOWARDS_THE_END = "pc_01 pc_03 pc_13 pc_25 pc_33 pc_38 pc_41"  # 7 cards, 28 points

FORT_WITH_A_CANOE = {
    "location": [
        {
            "id": "loc_a1_1",
            "board": "A1",
            "slot": 1,
            "kind": "fort",
            "settlers": 3,
            "fort": 1,
            "circle_symbol": "canoe",
            "exploration": "",
        }
    ]
}


def a_new_world(*, board: str = "D1", **more: Any) -> Match:
    """A table of A New World with this board, and what else `new_world` takes."""
    return new_world("a-new-world", board=board, **more)


@cache
def random_views(players: int, seed: int) -> list[Mapping[str, Any]]:
    """What a watcher sees of a random game, answer by answer; who can claim a card does."""
    match = GAME.new(players=players, seed=seed, interpreted=True)
    generator = np.random.default_rng(seed)
    views: list[Mapping[str, Any]] = [match.view()]
    while not match.over and len(views) < 200:
        answers = match.actions()
        claims = [answer for answer in answers if answer.text in ("claim", "work a1_1", "work a1_2")]
        match.play(claims[0] if claims else answers[generator.integers(len(answers))])
        views.append(match.view())
    return views


RANDOM_GAMES = [(2, 3), (3, 6), (4, 6)]


# --- terms ----------------------------------------------------------------------------------------


@rule("ANW-1")
def test_two_to_four_play() -> None:
    for players in (2, 3, 4):
        assert len(GAME.new(players=players, seed=1, interpreted=True).view()["seats"]) == players
    for players in (1, 5):
        with pytest.raises(century.CenturyError, match="is a whole number from 2 to 4, not"):
            GAME.new(players=players)


@rule("ANW-2")
def test_an_upgrade_goes_one_step_up_and_brown_is_the_highest() -> None:
    match = play(a_new_world(storage=["YRGB"], tiles={}), "work c1_6")
    assert options(match) == {"upgrade Y", "upgrade R", "upgrade G", "done"}
    assert cubes(play(match, "upgrade G"), 0) == "YRBB"
    assert cubes(play(match, "upgrade R"), 0) == "YGBB"
    assert cubes(play(match, "upgrade Y"), 0) == "RGBB"


@rule("ANW-3")
def test_the_supply_is_unlimited() -> None:
    """The box holds 20 brown cubes; here players have 40, and one more is taken."""
    match = a_new_world(players=4, storage=["B" * 10] * 4, tiles={})
    assert cubes(play(match, "work d1_2"), 0) == "B" * 11


@rule("ANW-3")
def test_cubes_paid_go_to_the_supply_and_to_nobody() -> None:
    match = a_new_world(storage=["YRG", "Y"], forts="pc_13 pc_12 pc_20 pc_27")
    play(match, "work a1_1", "claim")
    assert (cubes(match, 0), cubes(match, 1)) == ("", "Y")


@rule("ANW-4")
@pytest.mark.parametrize(("players", "seed"), RANDOM_GAMES)
def test_each_of_the_12_settlers_is_home_placed_or_in_reserve(players: int, seed: int) -> None:
    for view in random_views(players, seed):
        for number, seat in enumerate(view["seats"]):
            placed = [shown["placed"] for shown in view["locations"] if shown["owner"] == number]
            assert all(count > 0 for count in placed)
            assert seat["home"] + sum(placed) + seat["reserve"] == 12
            assert min(seat["home"], seat["reserve"]) >= 0


@rule("ANW-4")
def test_settlers_in_reserve_cannot_be_placed() -> None:
    match = a_new_world(home=[1], tiles={}, storage=["Y"])
    assert settlers(match, 0) == (1, 11)
    assert "a1_3" in worked(match)
    assert "a1_5" not in worked(match)


@rule("ANW-5")
def test_a_location_shows_its_action_number_circle_symbol_and_exploration_tile() -> None:
    match = a_new_world(tiles={"c1_5": "points_1"}, placed=[{}, {"a1_4": 3}])
    nothing = {"owner": None, "placed": 0, "exploration": None}
    tile = {"tile": "points_1", "points": 3}
    for shown in (
        {"location": "a1_5", "settlers": 2, "needs": 2, "gain": "YYR", "circle": "plough"},
        {"location": "c1_3", "settlers": 2, "needs": 2, "give": "R", "take": "YYY", "circle": ""},
        {"location": "b1_2", "settlers": 3, "needs": 3, "fort": 4, "circle": ""},
        {"location": "c1_5", "settlers": 3, "needs": 3, "gain": "YRG", "circle": "plough"} | {"exploration": tile},
        {"location": "a1_4", "settlers": 1, "needs": 4, "upgrade": 2, "circle": "kettle", "owner": 1, "placed": 3},
    ):
        assert location(match, str(shown["location"])) == nothing | shown


@rule("ANW-6")
@pytest.mark.parametrize(
    ("fort", "name", "card"),
    [(1, "a1_1", "pc_01"), (2, "a1_2", "pc_13"), (3, "b1_1", "pc_33"), (4, "b1_2", "pc_21")],
)
def test_the_four_forts_stand_from_left_to_right_each_with_its_card(fort: int, name: str, card: str) -> None:
    match = a_new_world(storage=["YYRGGB"], forts="pc_01 pc_13 pc_33 pc_21", tiles={})
    assert location(match, name)["fort"] == fort
    assert match.view()["forts"][fort - 1]["card"] == card
    assert cards(play(match, f"work {name}", "claim"), 0, "claimed") == [card]


@rule("ANW-6")
def test_above_a_fort_there_is_no_stack_or_two_or_one() -> None:
    stacks = a_new_world().view()["stacks"]
    assert {name: stack["fort"] for name, stack in stacks.items()} == {"b1_1": 3, "b1_2": 3, "b1_3": 4, "b1_4": 4}
    moved = {"bonus_space": [{"id": "stack_b1_2", "board": "B1", "fort": 1, "count": 4}]}
    match = a_new_world(components=moved, storage=[""])
    assert [stack["fort"] for stack in match.view()["stacks"].values()] == [3, 1, 4, 4]
    assert options(play(match.copy(), "work b1_1")) == {"tile b1_1"}
    assert options(play(match.copy(), "work a1_1")) == {"tile b1_2"}


@rule("ANW-7")
def test_a_point_card_shows_cost_points_symbol_and_benefit() -> None:
    shown = a_new_world(forts="pc_01 pc_21 pc_25 pc_48", claimed=["pc_37"]).view()
    assert shown["forts"] == [
        {"card": "pc_01", "cost": "YYB", "points": 4, "symbol": "exploration"},
        {"card": "pc_21", "cost": "YGB", "points": 5, "symbol": "settlers", "settlers": 2},
        {"card": "pc_25", "cost": "RRG", "points": 4, "symbol": "native_help", "circle": "plough"},
        {"card": "pc_48", "cost": "RBB", "points": 6, "symbol": "tool", "circle": "tipi", "cube": "R"},
    ]
    assert shown["seats"][0]["claimed"] == [{"card": "pc_37", "cost": "RGB", "points": 5}]
    assert (shown["seats"][0]["help"], shown["seats"][0]["tools"]) == ({}, {"kettle": "R"})


@rule("ANW-8")
def test_a_player_board_has_10_storage_spaces_and_3_bonus_spaces() -> None:
    match = a_new_world(storage=["Y" * 9], bonus=["bonus_flat_1 bonus_flat_2"], home=[12])
    assert match.view()["seats"][0]["storage"] == 10
    play(match, "work b1_1", "tile b1_1")
    assert len(match.view()["seats"][0]["bonus"]) == 3
    play(match, "rest")
    assert "b1_2" not in worked(match)  # no fourth tile
    assert options(play(match, "work a1_3")) == {"cube Y"}  # no eleventh cube


# --- setup ----------------------------------------------------------------------------------------


@rule("ANW-10")
@pytest.mark.parametrize("board", ["D1", "E1", "F1"])
def test_the_map_is_boards_a1_b1_and_c1_and_a_chosen_one(board: str) -> None:
    match = GAME.new(players=2, seed=1, board=board, interpreted=True)
    view = match.view()
    assert view["board"] == board
    names = [f"{name}_{slot}" for name in ("a1", "b1", "c1") for slot in range(1, 7)]
    names += [f"{board.lower()}_{slot}" for slot in range(1, 6)]
    assert [shown["location"] for shown in view["locations"]] == names
    assert {shown["location"] for shown in view["locations"]} >= worked(match)


@rule("ANW-10")
def test_the_fourth_board_is_random_unless_named() -> None:
    boards = [GAME.new(players=2, seed=seed, interpreted=True).view()["board"] for seed in range(150)]
    assert set(boards) == {"D1", "E1", "F1"}
    assert all(30 <= boards.count(board) <= 70 for board in ("D1", "E1", "F1"))
    with pytest.raises(century.CenturyError, match="D1, E1, F1"):
        GAME.new(players=2, board="A2")


@rule("ANW-10")
def test_other_boards_are_not_used() -> None:
    match = a_new_world(board="E1", tiles={}, home=[12], storage=["YYYYRRRRGGGGBBBB"])
    assert {name[:2] for name in worked(match)} == {"a1", "b1", "c1", "e1"}
    for name in ("d1_1", "f1_1", "a2_3", "e2_1"):
        with pytest.raises(century.IllegalAction, match="board is not in play"):
            match.play(f"work {name}")


@rule("ANW-11")
@pytest.mark.parametrize(("players", "number"), [(2, 24), (3, 36), (4, 48)])
def test_cards_with_a_white_star_or_for_more_players_are_removed(players: int, number: int) -> None:
    seen: set[str] = set()
    for seed in range(120):
        view = GAME.new(players=players, seed=seed, interpreted=True).view()
        laid = [card["card"] for card in (*view["forts"], view["next_card"])]
        assert len(set(laid)) == 5
        assert 4 + view["card_deck"] == number
        seen |= set(laid)
    assert seen == USED[players]
    assert len(seen) == number


@rule("ANW-11")
def test_the_cards_are_shuffled_and_the_top_card_of_the_deck_is_seen() -> None:
    views = [GAME.new(players=2, seed=seed, interpreted=True).view() for seed in range(40)]
    laid = [[card["card"] for card in (*view["forts"], view["next_card"])] for view in views]
    assert len({tuple(five) for five in laid}) == 40
    assert all(len({five[place] for five in laid}) > 12 for place in range(5))


def tiles_of_all_stacks(match: Match) -> list[str]:
    """Take the stacks down, tile by tile, by a player whose board is emptied after each turn."""
    taken = []
    for stack, fort in (("b1_1", "b1_1"), ("b1_2", "b1_1"), ("b1_3", "b1_2"), ("b1_4", "b1_2")):
        while match.view()["stacks"][stack]["left"]:
            top = match.view()["stacks"][stack]["top"]["tile"]
            play(match, f"work {fort}", f"tile {stack}")
            assert match.view()["seats"][0]["bonus"] == [top]
            taken.append(top)
            match.state.seats[0].bonus_tiles = 0
            play(match, "rest", "rest", "rest")
    return taken


@rule("ANW-12")
def test_four_stacks_of_four_of_the_17_unmarked_tiles() -> None:
    match = a_new_world(storage=["", ""])
    assert [stack["left"] for stack in match.view()["stacks"].values()] == [4, 4, 4, 4]
    taken = tiles_of_all_stacks(match)
    assert len(taken) == len(set(taken)) == 16
    assert set(taken) < set(BONUS_TILES)
    assert [stack["top"] for stack in match.view()["stacks"].values()] == [None] * 4


@rule("ANW-12")
def test_the_bonus_tiles_are_shuffled_and_none_with_a_mark_is_used() -> None:
    tops = [
        [stack["top"]["tile"] for stack in GAME.new(players=4, seed=seed, interpreted=True).view()["stacks"].values()]
        for seed in range(60)
    ]
    assert {top for four in tops for top in four} == set(BONUS_TILES)
    assert all(len({four[stack] for four in tops}) > 10 for stack in range(4))


@rule("ANW-12")
def test_a_stack_has_as_many_tiles_as_its_space_says() -> None:
    fewer = {"bonus_space": [{"id": "stack_b1_3", "board": "B1", "fort": 4, "count": 1}]}
    match = a_new_world(components=fewer, storage=[""])
    assert [stack["left"] for stack in match.view()["stacks"].values()] == [4, 4, 1, 4]
    play(match, "work b1_2", "tile b1_3")
    assert match.view()["stacks"]["b1_3"] == {"fort": 4, "given_by": "fort", "top": None, "left": 0}


@rule("ANW-13")
@pytest.mark.parametrize(("players", "spots"), [(2, 10), (3, 10), (4, 8)])
def test_exploration_tiles_lie_on_the_icons_and_on_two_more_with_two_or_three(players: int, spots: int) -> None:
    covered = {"c1_4", "c1_5", "c1_6", "e1_1", "e1_2", "e1_3", "e1_4", "e1_5"}
    match = GAME.new(players=players, seed=4, board="E1", start=0, interpreted=True)
    laid = on_the_board(match.view())
    assert len(laid) == spots
    assert len(set(laid.values())) == spots
    assert set(laid) == (covered | {"a1_6", "b1_6"} if players < 4 else covered)
    assert ({"a1_6", "b1_6"} <= worked(match)) == (players == 4)


@rule("ANW-13")
def test_exploration_tiles_are_shuffled() -> None:
    laid = [on_the_board(GAME.new(players=4, seed=seed, interpreted=True).view()) for seed in range(100)]
    for name in ("c1_4", "c1_5", "c1_6"):
        assert {by_location[name] for by_location in laid} == TILES
    left_over = {tuple(sorted(TILES - set(by_location.values()))) for by_location in laid}
    assert len(left_over) > 20  # of 45 pairs


@rule("ANW-14")
def test_the_start_player_is_random_or_named_and_play_goes_clockwise() -> None:
    starts = [GAME.new(players=4, seed=seed, interpreted=True).actor for seed in range(200)]
    assert all(30 <= starts.count(seat) <= 75 for seat in range(4))
    match = a_new_world(players=3, start=2)
    order = []
    for _ in range(6):
        order.append(match.actor)
        match.play("rest")
    assert order == [2, 0, 1, 2, 0, 1]


@rule("ANW-15")
@pytest.mark.parametrize(("players", "home"), [(2, 7), (3, 6), (4, 6)])
def test_six_settlers_are_home_or_seven_of_two_players(players: int, home: int) -> None:
    match = GAME.new(players=players, seed=3, interpreted=True)
    assert [settlers(match, seat) for seat in range(players)] == [(home, 12 - home)] * players
    assert all(shown["owner"] is None and shown["placed"] == 0 for shown in match.view()["locations"])


@rule("ANW-16")
def test_starting_cubes_go_by_place_in_turn_order() -> None:
    match = GAME.new(players=4, seed=1, start=2, interpreted=True)
    assert [cubes(match, seat) for seat in (2, 3, 0, 1)] == ["YYY", "YYYY", "YYYY", "YYYR"]


# --- a turn ---------------------------------------------------------------------------------------


@rule("ANW-20")
def test_each_round_has_one_turn_of_each_player_from_the_start_player_on() -> None:
    match = a_new_world(players=3, start=1)
    seen = []
    for answer in ("work a1_3", "work b1_5", "work a1_5", "work c1_1", "rest", "rest"):
        seen.append((match.round, match.actor))
        play(match, answer)
    assert seen == [(1, 1), (1, 2), (1, 0), (2, 1), (2, 2), (2, 0)]


@rule("ANW-21")
def test_a_turn_is_exactly_one_of_work_and_rest() -> None:
    match = a_new_world(storage=["YY"], forts="pc_12 pc_20 pc_23 pc_27")
    assert worked(match) == {"a1_3", "a1_4", "a1_5", "b1_1", "b1_2", "b1_3", "b1_5", "c1_1"}
    assert options(match) == {"rest"} | {f"work {name}" for name in worked(match)}
    for answer in ("work a1_3", "work b1_5", "rest"):
        assert match.copy().play(answer).actor == 1


@rule("ANW-21", "ANW-46")
def test_the_storage_limit_is_applied_after_the_turn() -> None:
    match = play(a_new_world(storage=["Y" * 10]), "work b1_5")
    assert (match.actor, options(match)) == (0, {"cube Y", "cube R"})
    assert play(match, "cube R").actor == 1


# --- placing settlers -----------------------------------------------------------------------------


@rule("ANW-22")
def test_a_location_under_an_exploration_tile_cannot_be_chosen() -> None:
    match = a_new_world(tiles={"d1_1": "points_1"})
    assert "d1_2" in worked(match)
    assert "d1_1" not in worked(match)
    with pytest.raises(century.IllegalAction, match="an exploration tile lies on it"):
        match.play("work d1_1")


@rule("ANW-22", "ANW-E24")
def test_a_location_with_own_settlers_cannot_be_chosen_not_even_by_adding_some() -> None:
    match = a_new_world(home=[9], placed=[{"a1_3": 1}], tiles={})
    assert "a1_3" not in worked(match)
    with pytest.raises(century.IllegalAction, match="own settlers stand there"):
        match.play("work a1_3")


@rule("ANW-E24")
def test_an_own_location_can_be_used_again_after_a_rest_or_when_displaced() -> None:
    match = a_new_world(placed=[{"a1_3": 1, "a1_5": 2}], storage=["", ""])
    rested = play(match.copy(), "rest", "rest")
    assert {"a1_3", "a1_5"} <= worked(rested)
    displaced = play(match, "work b1_5", "work a1_3")
    assert "a1_3" in worked(displaced)
    assert "a1_5" not in worked(displaced)


@rule("ANW-23", "ANW-25")
@pytest.mark.parametrize(("name", "printed"), [("a1_3", 1), ("a1_5", 2), ("f1_1", 3), ("f1_2", 4)])
def test_an_empty_location_needs_the_printed_number(name: str, printed: int) -> None:
    match = a_new_world(board="F1", home=[printed], tiles={})
    assert location(match, name)["settlers"] == printed
    play(match, f"work {name}")
    assert (standing(match, name), settlers(match, 0)) == ((0, printed), (0, 12 - printed))
    less = a_new_world(board="F1", home=[printed - 1], tiles={})
    assert name not in worked(less)
    with pytest.raises(century.IllegalAction, match=f"{printed} settlers needed, {printed - 1} home"):
        less.play(f"work {name}")


@rule("ANW-23", "ANW-25")
@pytest.mark.parametrize(("name", "there"), [("a1_3", 1), ("a1_3", 5), ("f1_2", 1), ("f1_2", 2), ("f1_2", 4)])
def test_a_taken_location_needs_one_more_than_stand_there(name: str, there: int) -> None:
    """The printed numbers, 1 and 4, do not matter."""
    match = a_new_world(board="F1", home=[there + 1], placed=[{}, {name: there}], tiles={})
    play(match, f"work {name}")
    assert (standing(match, name), settlers(match, 0)[0]) == ((0, there + 1), 0)
    less = a_new_world(board="F1", home=[there], placed=[{}, {name: there}], tiles={})
    with pytest.raises(century.IllegalAction, match=f"{there + 1} settlers needed, {there} home"):
        less.play(f"work {name}")


@rule("ANW-24", "ANW-50")
@pytest.mark.parametrize(("help", "needed"), [("", 4), ("pc_25", 3), ("pc_25 pc_26", 2), ("pc_25 pc_26 pc_27", 1)])
def test_each_help_card_with_the_circle_symbol_lowers_the_number_by_one(help: str, needed: int) -> None:
    match = a_new_world(players=3, board="F1", claimed=[help], home=[needed], tiles={})
    play(match, "work f1_2")
    assert (standing(match, "f1_2"), settlers(match, 0)[0]) == ((0, needed), 0)


@rule("ANW-24")
@pytest.mark.parametrize(("name", "help"), [("a1_3", "pc_25"), ("a1_5", "pc_25 pc_27"), ("a1_5", "pc_25 pc_26 pc_27")])
def test_help_never_lowers_the_number_below_one(name: str, help: str) -> None:
    match = a_new_world(players=3, claimed=[help], home=[1])
    assert standing(play(match, f"work {name}"), name) == (0, 1)
    assert name not in worked(a_new_world(players=3, claimed=[help], home=[0]))


@rule("ANW-24", "ANW-E5")
@pytest.mark.parametrize(
    ("there", "help", "needed"),
    [(3, "pc_25", 3), (3, "pc_25 pc_27", 2), (1, "pc_25", 1), (1, "pc_25 pc_27", 1), (2, "pc_25 pc_26 pc_27", 1)],
)
def test_help_counts_against_displacement_too_down_to_one(there: int, help: str, needed: int) -> None:
    """By hand: 3 there: 4 - 1 = 3, 4 - 2 = 2. 1 there: 2 - 1 = 1, 2 - 2 = 0, so 1. 2 there: 3 - 3 = 0, so 1."""
    match = a_new_world(players=3, claimed=[help], home=[needed], placed=[{}, {"a1_5": there}])
    home = settlers(match, 1)[0]
    play(match, "work a1_5")
    assert (standing(match, "a1_5"), settlers(match, 0)[0]) == ((0, needed), 0)
    assert settlers(match, 1)[0] == home + there


@rule("ANW-24", "ANW-50")
def test_help_counts_only_on_its_circle_symbol() -> None:
    """By hand, each printed 2: a1_5 plough, c1_2 canoe, c1_4 canoe, d1_1 tipi; b1_6 kettle."""
    two = {"a1_5", "c1_2", "c1_4", "d1_1", "b1_6"}
    helped = {"pc_25": {"a1_5"}, "pc_31": {"c1_2", "c1_4"}, "pc_29": {"b1_6"}, "pc_41": {"d1_1"}}
    for help, easier in helped.items():
        assert worked(a_new_world(claimed=[help], home=[1], storage=["YYYRRR"], tiles={})) & two == easier


@rule("ANW-25", "ANW-E4")
def test_exactly_the_required_number_is_placed_though_more_are_home() -> None:
    match = a_new_world(home=[12], placed=[{}, {"b1_3": 2}], storage=["", ""])
    assert len(options(match)) == len(worked(match)) + 1  # each location once, and rest
    for name, number in (("a1_5", 2), ("b1_3", 3)):
        after = play(match.copy(), f"work {name}")
        assert after.actor == 1  # nobody is asked how many
        assert (standing(after, name), settlers(after, 0)) == ((0, number), (12 - number, 0))


@rule("ANW-26", "ANW-27", "ANW-E23")
def test_displaced_settlers_go_home_at_once_and_can_be_placed_in_their_owners_next_turn() -> None:
    match = a_new_world(home=[7, 0], placed=[{}, {"a1_5": 2, "b1_5": 1}], storage=["", "R"])
    assert settlers(match, 1) == (0, 9)
    play(match, "work a1_5")
    assert (standing(match, "a1_5"), settlers(match, 1), cubes(match, 1)) == ((0, 3), (2, 9), "R")
    assert "c1_1" in worked(match)  # needs 2
    play(match, "work c1_1")
    assert settlers(match, 1) == (0, 9)
    play(match, "rest")
    assert settlers(play(match, "rest"), 1) == (3, 9)  # from b1_5 and c1_1; nothing from a1_5


@rule("ANW-26", "ANW-E9")
def test_displaced_settlers_are_home_before_the_action() -> None:
    match = a_new_world(home=[7, 0], placed=[{}, {"a1_4": 2}], storage=["Y"])
    play(match, "work a1_4")
    assert (match.actor, options(match)) == (0, {"upgrade Y", "done"})
    assert (standing(match, "a1_4"), settlers(match, 1)) == ((0, 3), (2, 10))


@rule("ANW-27")
def test_settlers_may_be_fewer_than_printed_and_of_one_player_only() -> None:
    match = a_new_world(players=3, claimed=["pc_25", "pc_27", ""], tiles={}, storage=["", "", ""])
    play(match, "work c1_5")
    assert standing(match, "c1_5") == (0, 2)  # printed 3
    play(match, "work c1_5")
    assert standing(match, "c1_5") == (1, 2)  # 2 + 1 - 1
    play(match, "work c1_5")
    assert standing(match, "c1_5") == (2, 3)
    assert [settlers(match, seat)[0] for seat in range(3)] == [6, 6, 3]


@rule("ANW-E6")
def test_who_comes_after_a_helped_player_needs_one_more_than_stand_there() -> None:
    """By hand: printed 3, two help cards, so 1 stands there; the next needs 1 + 1 = 2."""
    match = a_new_world(claimed=["pc_25 pc_27"], home=[1, 2], tiles={}, storage=["", ""])
    play(match, "work c1_5")
    assert standing(match, "c1_5") == (0, 1)
    play(match, "work c1_5")  # 2, not 3, and no help of the other's cards
    assert (standing(match, "c1_5"), settlers(match, 1)[0]) == ((1, 2), 0)


@rule("ANW-E6")
def test_help_and_tools_work_only_for_their_owner() -> None:
    match = a_new_world(claimed=["", "pc_25 pc_33"], home=[1, 1], storage=["", ""], tiles={})
    assert "a1_5" not in worked(match)  # needs 2
    play(match, "work a1_3")
    assert cubes(match, 0) == "YY"
    assert "a1_5" in worked(match)
    assert cubes(play(match, "work a1_5"), 1) == "YYYR"


@rule("ANW-E7")
def test_a_location_without_a_circle_symbol_gets_no_help_and_no_tools() -> None:
    claimed = ["pc_25 pc_29 pc_31 pc_41 pc_33 pc_37 pc_38", "pc_27 pc_44 pc_35 pc_45"]
    match = a_new_world(claimed=claimed, storage=["R", ""], tiles={})
    for name, printed, answers, storage in (
        ("c1_3", 2, ["times 1"], "YYY"),
        ("b1_5", 1, [], "RR"),
        ("b1_1", 2, ["tile b1_1"], "R"),
    ):
        after = play(match.copy(), f"work {name}", *answers)
        assert (standing(after, name), cubes(after, 0)) == ((0, printed), storage)
    less = a_new_world(claimed=claimed, storage=["R"], home=[1], placed=[{}, {"b1_5": 1}], tiles={})
    assert worked(less) & {"c1_3", "b1_1", "b1_5"} == set()


@rule("ANW-E8")
def test_help_and_tools_are_mandatory() -> None:
    match = a_new_world(claimed=["pc_25 pc_33"], storage=["B" * 10], home=[12])
    play(match, "work a1_5")
    assert (standing(match, "a1_5"), cubes(match, 0)) == ((0, 1), "YYYRBBBBBBBBBB")
    assert match.view()["question"]["text"] == "Return a cube to the supply, lowest colours first (4 too many)"


# --- the action -----------------------------------------------------------------------------------


@rule("ANW-30", "ANW-51")
def test_a_tool_yields_its_cube_on_its_circle_symbol_only() -> None:
    match = a_new_world(claimed=["pc_35"], storage=[""], tiles={})
    assert cubes(play(match.copy(), "work a1_3"), 0) == "YYR"
    assert cubes(play(match.copy(), "work c1_1"), 0) == "YRG"
    assert cubes(play(match.copy(), "work b1_5"), 0) == "R"
    assert cubes(play(match.copy(), "work d1_1"), 0) == "YYYYY"


@rule("ANW-30", "ANW-51")
def test_several_tools_each_yield_their_cube() -> None:
    match = a_new_world(players=4, claimed=["pc_33 pc_34 pc_35"], storage=["", "", "", ""])
    assert match.view()["seats"][0]["tools"] == {"plough": "YYR"}
    assert cubes(play(match, "work a1_3"), 0) == "YYYYR"


@rule("ANW-30", "ANW-E9")
def test_tool_cubes_come_before_the_action() -> None:
    match = play(a_new_world(claimed=["pc_37"], storage=["B"]), "work a1_4")
    assert cubes(match, 0) == "RB"
    assert options(match) == {"upgrade R", "done"}


@rule("ANW-E10", "ANW-E3")
def test_tool_cubes_may_be_upgraded_traded_or_paid_at_once() -> None:
    upgraded = a_new_world(claimed=["pc_37"], storage=[""])
    assert cubes(play(upgraded, "work a1_4", "upgrade R", "upgrade G"), 0) == "B"
    traded = a_new_world(claimed=["pc_38"], storage=["YY"])
    assert "c1_2" in worked(traded)  # YYY > B
    assert options(play(traded, "work c1_2")) == {"times 1"}
    assert cubes(play(traded, "times 1"), 0) == "B"
    paid = a_new_world(claimed=["pc_38"], storage=["RG"], forts="pc_13", components=FORT_WITH_A_CANOE)
    assert options(play(paid, "work a1_1")) == {"claim"}
    assert cubes(play(paid, "claim"), 0) == ""


@rule("ANW-E3", "ANW-E10")
def test_two_tools_together_make_a_trade_possible() -> None:
    storage = ["Y", ""]
    assert "c1_2" not in worked(a_new_world(players=3, claimed=["pc_38"], storage=storage))
    assert "c1_2" in worked(a_new_world(players=3, claimed=["pc_38 pc_39"], storage=storage))


@rule("ANW-E3", "ANW-30")
def test_tools_with_another_circle_symbol_do_not_make_a_trade_possible() -> None:
    match = a_new_world(claimed=["pc_33 pc_45 pc_37", "pc_38"], storage=["YY"])
    assert "c1_2" not in worked(match)
    with pytest.raises(century.IllegalAction, match="the trade needs YYY, YY is there"):
        match.play("work c1_2")


@rule("ANW-31")
def test_produce_takes_the_shown_cubes() -> None:
    match = a_new_world(storage=["B"], tiles={})
    for name, gained in (("a1_5", "YYRB"), ("b1_3", "RRB"), ("c1_5", "YRGB"), ("d1_2", "BB")):
        after = play(match.copy(), f"work {name}")
        assert (cubes(after, 0), after.actor) == (gained, 1)


@rule("ANW-32")
def test_the_same_cube_may_be_upgraded_several_times() -> None:
    match = play(a_new_world(storage=["Y"], tiles={}), "work d1_5", "upgrade Y", "upgrade R", "upgrade G")
    assert (cubes(match, 0), match.actor) == ("B", 1)


@rule("ANW-32")
def test_upgrades_are_at_most_n_and_may_be_fewer() -> None:
    match = play(a_new_world(storage=["YYYY"]), "work a1_4", "upgrade Y")
    assert options(match) == {"upgrade Y", "upgrade R", "done"}
    assert (cubes(play(match.copy(), "done"), 0), match.actor) == ("YYYR", 0)
    play(match, "upgrade Y")
    assert (cubes(match, 0), match.actor) == ("YYRR", 1)


@rule("ANW-33")
def test_a_trade_is_made_at_least_once_and_as_often_as_wanted_and_possible() -> None:
    match = play(a_new_world(storage=["YYYYYYYYR"], tiles={}), "work c1_2")
    assert options(match) == {"times 1", "times 2"}
    assert cubes(play(match.copy(), "times 1"), 0) == "YYYYYRB"
    after = play(match, "times 2")
    assert (cubes(after, 0), after.actor) == ("YYRBB", 1)


@rule("ANW-33")
def test_a_trade_gives_all_and_takes_all() -> None:
    match = a_new_world(storage=["RRRRGG"], tiles={})
    assert cubes(play(match.copy(), "work c1_4", "times 1"), 0) == "RGGBB"
    assert cubes(play(match.copy(), "work b1_4", "times 2"), 0) == "RRRRRRRR"


@rule("ANW-E3")
def test_a_trade_needs_one_exchange() -> None:
    match = a_new_world(storage=["YYRRG"], tiles={})
    assert worked(match) >= {"a1_6", "b1_4", "c1_3"}
    assert worked(match) & {"c1_2", "c1_4", "d1_3", "d1_4"} == set()
    with pytest.raises(century.IllegalAction, match="the trade needs RRR, YYRRG is there"):
        match.play("work c1_4")


@rule("ANW-E3")
def test_produce_and_upgrade_are_always_possible_and_nothing_need_be_upgraded() -> None:
    match = a_new_world(storage=["B" * 10])
    assert worked(match) >= {"a1_3", "a1_4", "b1_3"}
    assert play(match, "work a1_4").actor == 1  # there is nothing to upgrade
    assert cubes(match, 0) == "B" * 10
    match = play(a_new_world(storage=["GB"]), "work a1_4", "done")
    assert (cubes(match, 0), match.actor) == ("GB", 1)
    assert play(a_new_world(storage=[""]), "work a1_4").actor == 1


# --- forts ----------------------------------------------------------------------------------------


@rule("ANW-34")
def test_a_fort_gives_a_bonus_tile_or_the_card_or_both() -> None:
    match = a_new_world(
        storage=["YRGG"], forts="pc_12 pc_20 pc_13 pc_27", tops={"b1_1": "bonus_flat_1", "b1_2": "bonus_flat_2"}
    )
    play(match, "work b1_1")
    assert options(match) == {"tile b1_1", "tile b1_2", "claim"}
    card = play(match.copy(), "claim")
    assert (card.actor, card.view()["seats"][0]["bonus"], cards(card, 0, "claimed")) == (1, [], ["pc_13"])
    assert cubes(card, 0) == "G"
    assert [stack["left"] for stack in card.view()["stacks"].values()] == [4, 4, 4, 4]
    tile = play(match.copy(), "tile b1_2")
    assert options(tile) == {"claim", "done"}
    both = play(tile.copy(), "claim")
    assert (both.actor, cubes(both, 0), cards(both, 0, "claimed")) == (1, "G", ["pc_13"])
    assert both.view()["seats"][0]["bonus"] == ["bonus_flat_2"]
    play(tile, "done")
    assert (tile.actor, tile.view()["seats"][0]["bonus"], cards(tile, 0, "claimed")) == (1, ["bonus_flat_2"], [])
    assert cubes(tile, 0) == "YRGG"


@rule("ANW-34")
def test_the_top_tile_of_the_stack_above_this_very_fort_is_taken() -> None:
    tops = {"b1_1": "bonus_flat_1", "b1_2": "bonus_flat_2", "b1_3": "bonus_flat_3", "b1_4": "bonus_settlers_1"}
    match = play(a_new_world(storage=[""], tops=tops), "work b1_2")
    assert options(match) == {"tile b1_3", "tile b1_4"}
    with pytest.raises(century.IllegalAction, match="that stack is not above this fort"):
        match.play("tile b1_1")
    play(match, "tile b1_4")
    view = match.view()
    assert (match.actor, view["seats"][0]["bonus"]) == (1, ["bonus_settlers_1"])
    assert [stack["left"] for stack in view["stacks"].values()] == [4, 4, 4, 3]
    assert [view["stacks"][stack]["top"]["tile"] for stack in tops][:3] == list(tops.values())[:3]
    assert view["stacks"]["b1_4"]["top"]["tile"] in set(BONUS_TILES) - set(tops.values())


@rule("ANW-34", "ANW-E3", "ANW-E16")
def test_a_fort_without_stacks_needs_the_whole_cost_of_its_card() -> None:
    """Costs: pc_01 YYB, pc_04 YRB. Neither change nor a dearer cube pays."""
    match = a_new_world(storage=["YRRGBBB"], forts="pc_01 pc_04 pc_12 pc_27")
    assert worked(match) & {"a1_1", "a1_2"} == {"a1_2"}
    with pytest.raises(century.IllegalAction, match="no bonus tile to take and the card cannot be paid"):
        match.play("work a1_1")
    play(match, "work a1_2")
    assert options(match) == {"claim"}
    assert cubes(play(match, "claim"), 0) == "RGBB"


@rule("ANW-E16")
def test_a_card_that_cannot_be_paid_in_full_is_not_offered_beside_a_tile() -> None:
    match = play(a_new_world(storage=["GGBBB"], forts="pc_12 pc_20 pc_35 pc_10"), "work b1_2")
    assert options(match) == {"tile b1_3", "tile b1_4"}
    with pytest.raises(century.IllegalAction, match="the card costs GGG, GGBBB is there"):
        match.play("claim")
    assert play(match, "tile b1_3").actor == 1


@rule("ANW-E12")
def test_the_tile_comes_before_the_card_and_makes_no_difference_to_it() -> None:
    match = a_new_world(storage=["YRG"], forts="pc_12 pc_20 pc_13 pc_27", next_card="pc_29")
    play(match, "work b1_1")
    card, both = play(match.copy(), "claim"), play(match.copy(), "tile b1_1", "claim")
    for after in (card, both):
        assert (after.actor, cubes(after, 0), settlers(after, 0)) == (1, "", (6, 4))
        assert above_the_forts(after) == ["pc_12", "pc_20", "pc_27", "pc_29"]
    assert [len(after.view()["seats"][0]["bonus"]) for after in (card, both)] == [0, 1]


@rule("ANW-E13")
def test_at_most_one_tile_of_either_stack_is_taken() -> None:
    match = a_new_world(storage=["YRG"], forts="pc_12 pc_20 pc_13 pc_27")
    for tile in ("tile b1_1", "tile b1_2"):
        assert options(play(match.copy(), "work b1_1", tile)) == {"claim", "done"}
        assert len(play(match.copy(), "work b1_1", tile, "claim").view()["seats"][0]["bonus"]) == 1


@rule("ANW-E13", "ANW-34")
def test_if_one_stack_is_empty_the_other_is_used_and_if_both_are_only_the_card_is_left() -> None:
    one = a_new_world(storage=[""], left={"b1_1": 0})
    assert options(play(one, "work b1_1")) == {"tile b1_2"}
    with pytest.raises(century.IllegalAction, match="that stack is empty"):
        one.play("tile b1_1")
    forts = "pc_12 pc_20 pc_13 pc_27"
    none = a_new_world(storage=["YRG"], forts=forts, left={"b1_1": 0, "b1_2": 0})
    assert options(play(none, "work b1_1")) == {"claim"}
    assert "b1_1" not in worked(a_new_world(storage=["RG"], forts=forts, left={"b1_1": 0, "b1_2": 0}))


@rule("ANW-E13")
def test_the_last_tile_of_a_stack_leaves_it_empty() -> None:
    match = a_new_world(storage=["", ""], left={"b1_1": 1, "b1_2": 0})
    play(match, "work b1_1", "tile b1_1")
    assert match.view()["stacks"]["b1_1"] == {"fort": 3, "given_by": "fort", "top": None, "left": 0}
    assert "b1_1" not in worked(match)


@rule("ANW-E14", "ANW-34")
def test_with_three_tiles_no_more_is_taken_or_exchanged() -> None:
    tiles = "bonus_flat_1 bonus_flat_2 bonus_settlers_1"
    match = a_new_world(storage=["YRG"], forts="pc_12 pc_20 pc_13 pc_27", bonus=[tiles])
    assert worked(match) & {"b1_1", "b1_2"} == {"b1_1"}
    play(match, "work b1_1")
    assert options(match) == {"claim"}
    with pytest.raises(century.IllegalAction, match="all 3 bonus spaces are full"):
        match.play("tile b1_1")
    play(match, "claim")
    assert set(match.view()["seats"][0]["bonus"]) == set(tiles.split())
    two = a_new_world(storage=[""], bonus=["bonus_flat_1 bonus_flat_2"])
    assert {"b1_1", "b1_2"} <= worked(two)


@rule("ANW-35")
@pytest.mark.parametrize(
    ("name", "after"),
    [
        ("a1_1", ["pc_15", "pc_45", "pc_33", "pc_29"]),
        ("a1_2", ["pc_13", "pc_45", "pc_33", "pc_29"]),
        ("b1_1", ["pc_13", "pc_15", "pc_33", "pc_29"]),
        ("b1_2", ["pc_13", "pc_15", "pc_45", "pc_29"]),
    ],
)
def test_cards_right_of_the_gap_move_left_and_the_top_of_the_deck_comes_to_fort_4(name: str, after: list[str]) -> None:
    match = a_new_world(storage=["YRGG"], forts="pc_13 pc_15 pc_45 pc_33", next_card="pc_29")
    play(match, f"work {name}", "claim")
    assert above_the_forts(match) == after
    assert match.view()["card_deck"] == 19
    assert next_in_the_deck(match) in ALWAYS_USED - {"pc_13", "pc_15", "pc_45", "pc_33", "pc_29"}


@rule("ANW-35")
def test_a_bonus_tile_alone_moves_no_card() -> None:
    match = a_new_world(storage=["YRG"], forts="pc_12 pc_20 pc_13 pc_27", next_card="pc_29")
    play(match, "work b1_1", "tile b1_1", "done")
    assert (above_the_forts(match), next_in_the_deck(match)) == (["pc_12", "pc_20", "pc_13", "pc_27"], "pc_29")


@rule("ANW-E15")
def test_one_card_a_turn_and_not_the_one_that_takes_its_place() -> None:
    match = a_new_world(storage=["YYRRGGGGGG"], forts="pc_13 pc_15 pc_45 pc_33", next_card="pc_10")
    for name in ("a1_1", "a1_2", "b1_1", "b1_2"):
        after = play(match.copy(), f"work {name}", "claim")
        assert (after.actor, len(cards(after, 0, "claimed"))) == (1, 1)


@rule("ANW-E2")
def test_with_the_deck_empty_the_row_gets_shorter_from_the_right() -> None:
    match = a_new_world(storage=["YGG", "YGG"], forts="pc_13 pc_15 pc_45 pc_33", next_card="-", deck="", home=[12, 12])
    assert (next_in_the_deck(match), match.view()["card_deck"]) == (None, 0)
    play(match, "work a1_2", "claim")
    assert cards(match, 0, "claimed") == ["pc_15"]
    assert above_the_forts(match) == ["pc_13", "pc_45", "pc_33", None]
    play(match, "work b1_1", "claim")
    assert above_the_forts(match) == ["pc_13", "pc_45", None, None]
    match.state.seats[0].cubes[:] = [1, 1, 1, 0]
    refresh(match)
    play(match, "work a1_1", "claim")
    assert above_the_forts(match) == ["pc_45", None, None, None]
    assert "a1_2" not in worked(match)
    play(match, "work b1_2")
    assert options(match) == {"tile b1_3", "tile b1_4"}
    with pytest.raises(century.IllegalAction, match="no card above this fort"):
        match.play("claim")
    assert play(match, "tile b1_3").actor == 0  # the other part of a fort's action is still possible


@rule("ANW-E2")
def test_the_last_card_of_the_deck_still_comes_to_fort_4() -> None:
    match = a_new_world(storage=["YRG"], forts="pc_13 pc_15 pc_45 pc_33", next_card="pc_29", deck="")
    play(match, "work a1_1", "claim")
    assert above_the_forts(match) == ["pc_15", "pc_45", "pc_33", "pc_29"]
    assert (next_in_the_deck(match), match.view()["card_deck"]) == (None, 0)


@rule("ANW-E2")
def test_the_row_gets_shorter_after_an_exploration_too() -> None:
    match = a_new_world(storage=["RRR"], forts="pc_03 pc_15", next_card="-", deck="", tiles={"d1_1": "points_1"})
    assert above_the_forts(match) == ["pc_03", "pc_15", None, None]
    assert above_the_forts(play(match, "work a1_1", "claim", "explore points_1")) == ["pc_15", None, None, None]


# --- rest and storage -----------------------------------------------------------------------------


@rule("ANW-45", "ANW-E22")
def test_rest_brings_all_own_settlers_home_and_only_those() -> None:
    match = a_new_world(placed=[{"a1_3": 1, "b1_3": 3, "c1_1": 2}, {"a1_5": 2}], reserve=[5, 5])
    assert settlers(match, 0) == (1, 5)
    play(match, "rest")
    assert (match.actor, settlers(match, 0), settlers(match, 1)) == (1, (7, 5), (5, 5))
    assert [standing(match, name) for name in ("a1_3", "b1_3", "c1_1", "a1_5")] == [(None, 0)] * 3 + [(1, 2)]


@rule("ANW-45")
def test_a_location_is_empty_after_a_rest() -> None:
    match = a_new_world(placed=[{"a1_5": 5}], home=[0, 2], storage=["", ""])
    assert standing(play(match, "rest", "work a1_5"), "a1_5") == (1, 2)  # as printed


@rule("ANW-E21")
def test_rest_is_legal_with_no_settler_on_the_board() -> None:
    match = a_new_world()
    before = match.view()
    play(match, "rest")
    assert match.actor == 1
    assert [match.view()[key] for key in ("seats", "locations", "forts")] == [
        before[key] for key in ("seats", "locations", "forts")
    ]


@rule("ANW-E21")
@pytest.mark.parametrize(("players", "seed"), RANDOM_GAMES)
def test_rest_is_always_legal(players: int, seed: int) -> None:
    turns = [
        view for view in random_views(players, seed) if view["question"] and view["question"]["text"] == "Your turn"
    ]
    assert len(turns) > 50
    assert all("rest" in [action["text"] for action in view["actions"]] for view in turns)


@rule("ANW-46")
def test_cubes_of_ones_choice_go_back_down_to_10() -> None:
    match = play(a_new_world(storage=["YYYRRRGGGB"]), "work a1_5")
    assert cubes(match, 0) == "YYYYYRRRRGGGB"
    assert match.view()["question"]["text"] == "Return a cube to the supply, lowest colours first (3 too many)"
    assert options(match) == {"cube Y", "cube R", "cube G"}  # in colour order: B alone would not be enough
    play(match, "cube Y", "cube G")
    assert options(match) == {"cube G", "cube B"}
    with pytest.raises(century.IllegalAction, match="colour order"):
        match.play("cube Y")
    play(match, "cube B")
    assert (match.actor, cubes(match, 0)) == (1, "YYYYRRRRGG")


@rule("ANW-46")
def test_ten_cubes_are_not_too_many() -> None:
    match = play(a_new_world(storage=["Y" * 8]), "work a1_3")
    assert (match.actor, cubes(match, 0)) == (1, "Y" * 10)


@rule("ANW-46", "ANW-E9")
def test_the_limit_may_be_exceeded_during_the_turn() -> None:
    """By hand: 10, a tool makes 11, YYY > B makes 9; or 10 and GG > BB stays 10; B > RRR makes 12."""
    match = a_new_world(claimed=["pc_38"], storage=["YYYYYYYYBB"], tiles={})
    assert len(cubes(play(match.copy(), "work c1_2"), 0)) == 11
    after = play(match.copy(), "work c1_2", "times 1")
    assert (after.actor, cubes(after, 0)) == (1, "YYYYYYBBB")
    match = a_new_world(storage=["YYYYYYYYBB"], tiles={})
    assert options(play(match, "work d1_3")) == {"times 1", "times 2"}
    play(match, "times 2")
    assert match.question["text"] == "Return a cube to the supply, lowest colours first (4 too many)"


@rule("ANW-E25")
@pytest.mark.parametrize(("players", "seed"), RANDOM_GAMES)
def test_nobody_gets_or_returns_cubes_outside_their_turn(players: int, seed: int) -> None:
    views = random_views(players, seed)
    for before, after in pairwise(views):
        in_turn = (before["start"] + before["turn"] - 1) % players
        assert before["actor"] == in_turn
        for number in range(players):
            if number != in_turn:
                assert before["seats"][number]["cubes"] == after["seats"][number]["cubes"]
        if after["turn"] > before["turn"]:
            assert len(after["seats"][in_turn]["cubes"]) <= 10


# --- point cards ----------------------------------------------------------------------------------


@rule("ANW-50", "ANW-E11")
def test_a_help_card_acts_from_the_next_placement_on() -> None:
    match = a_new_world(storage=["GGG", ""], forts="pc_31", components=FORT_WITH_A_CANOE, reserve=[5, 0])
    play(match, "work a1_1", "claim")
    assert (standing(match, "a1_1"), settlers(match, 0)) == ((0, 3), (4, 5))
    assert match.view()["seats"][0]["help"] == {"canoe": 1}
    match.state.seats[0].cubes[:] = [3, 0, 0, 0]
    play(match, "rest", "work c1_2", "times 1")
    assert standing(match, "c1_2") == (0, 1)


@rule("ANW-51", "ANW-E11")
def test_a_tool_card_acts_from_the_next_placement_on() -> None:
    match = a_new_world(storage=["RRG", ""], forts="pc_38", components=FORT_WITH_A_CANOE)
    play(match, "work a1_1", "claim")
    assert (match.actor, cubes(match, 0)) == (1, "")
    assert match.view()["seats"][0]["tools"] == {"canoe": "Y"}
    match.state.seats[0].cubes[:] = [2, 0, 0, 0]
    play(match, "rest", "work c1_2", "times 1")
    assert cubes(match, 0) == "B"


@rule("ANW-50", "ANW-51")
def test_help_and_tools_are_permanent() -> None:
    match = a_new_world(claimed=["pc_25 pc_33"], storage=["", ""])
    for storage in ("YYYR", "YYYYYYRR"):
        play(match, "work a1_5", "rest")
        assert (standing(match, "a1_5"), cubes(match, 0)) == ((0, 1), storage)
        play(match, "rest", "rest")


@rule("ANW-52")
@pytest.mark.parametrize(("card", "storage", "number"), [("pc_13", "YRG", 1), ("pc_21", "YGB", 2)])
def test_new_settlers_move_from_reserve_to_home_at_once(card: str, storage: str, number: int) -> None:
    match = a_new_world(storage=[storage], forts=card, reserve=[5])
    play(match, "work a1_1", "claim")
    assert (match.actor, settlers(match, 0)) == (1, (6 + number, 5 - number))
    assert match.view()["seats"][0]["help"] == match.view()["seats"][0]["tools"] == {}


@rule("ANW-52", "ANW-E19")
@pytest.mark.parametrize("reserve", [0, 1])
def test_what_the_reserve_cannot_give_is_lost_and_the_card_is_taken(reserve: int) -> None:
    match = a_new_world(storage=["YGB"], forts="pc_21", reserve=[reserve])
    play(match, "work a1_1", "claim")
    assert (settlers(match, 0), cards(match, 0, "claimed")) == ((11, 0), ["pc_21"])


@rule("ANW-53", "ANW-E9", "ANW-35")
def test_an_exploration_takes_a_tile_of_choice_before_the_row_is_refilled() -> None:
    tiles = {"d1_1": "points_1", "d1_2": "symbol_tool", "c1_5": "cubes_2"}
    match = a_new_world(storage=["RRR", ""], forts="pc_15 pc_03 pc_20 pc_27", next_card="pc_29", tiles=tiles)
    play(match, "work a1_2", "claim")
    assert (match.actor, cubes(match, 0), cards(match, 0, "claimed")) == (0, "", ["pc_03"])
    assert match.view()["question"]["text"] == "Take an exploration tile from the board"
    assert above_the_forts(match) == ["pc_15", None, "pc_20", "pc_27"]
    assert next_in_the_deck(match) == "pc_29"
    assert options(match) == {"explore points_1", "explore symbol_tool", "explore cubes_2"}
    play(match, "explore points_1")
    assert (match.actor, match.view()["seats"][0]["explored"]) == (1, ["points_1"])
    assert above_the_forts(match) == ["pc_15", "pc_20", "pc_27", "pc_29"]
    assert on_the_board(match.view()) == {"d1_2": "symbol_tool", "c1_5": "cubes_2"}


@rule("ANW-53")
def test_the_uncovered_location_can_be_used_by_all() -> None:
    match = a_new_world(
        players=3, storage=["RRR", "", ""], forts="pc_03", tiles={"d1_1": "points_1", "d1_2": "points_2"}
    )
    play(match, "work a1_1", "claim", "explore points_1")
    for _ in range(3):
        assert "d1_1" in worked(match)
        assert "d1_2" not in worked(match)
        play(match, "rest")
    assert cubes(play(match, "work d1_1"), 1) == "YYYYY"


@rule("ANW-E17")
def test_an_exploration_cannot_be_left_out_while_a_tile_is_there() -> None:
    match = play(a_new_world(storage=["RRR"], forts="pc_03"), "work a1_1", "claim")
    assert options(match) == {f"explore {tile}" for tile in on_the_board(match.view()).values()}
    assert len(options(match)) == 10
    for answer in ("done", "rest"):
        with pytest.raises(century.IllegalAction):
            match.play(answer)


@rule("ANW-E17", "ANW-13")
def test_a_tile_that_is_not_on_the_board_cannot_be_taken() -> None:
    match = a_new_world(players=4, storage=["RRR"], forts="pc_03", explored=["", "cubes_1"])
    lying = on_the_board(match.view()).values()
    play(match, "work a1_1", "claim")
    assert options(match) == {f"explore {tile}" for tile in lying}
    assert len(lying) in (7, 8)
    with pytest.raises(century.IllegalAction, match="that tile is not on the board"):
        match.play("explore cubes_1")


@rule("ANW-E17")
def test_with_no_tile_left_the_benefit_is_lost_and_the_card_taken() -> None:
    match = a_new_world(storage=["RRR"], forts="pc_03 pc_15 pc_20 pc_27", next_card="pc_29", tiles={})
    assert "a1_1" in worked(match)
    play(match, "work a1_1", "claim")
    assert (match.actor, cards(match, 0, "claimed")) == (1, ["pc_03"])
    assert match.view()["seats"][0]["explored"] == []
    assert above_the_forts(match) == ["pc_15", "pc_20", "pc_27", "pc_29"]


@rule("ANW-53")
@pytest.mark.parametrize(("card", "storage"), [("pc_13", "YRG"), ("pc_25", "RRG"), ("pc_33", "YGG")])
def test_other_cards_do_not_explore(card: str, storage: str) -> None:
    assert play(a_new_world(storage=[storage], forts=card), "work a1_1", "claim").actor == 1


# --- exploration tiles ----------------------------------------------------------------------------


def explored_now(tile: str, storage: str = "RRR", **more: Any) -> Match:
    """The table after pc_03 (RRR, 4 points) was claimed and this tile taken."""
    tiles = {"d1_1": tile, "d1_2": "points_1" if tile != "points_1" else "points_2"}
    match = a_new_world(storage=[storage, ""], forts="pc_03 pc_15 pc_20 pc_27", tiles=tiles, **more)
    return play(match, "work a1_1", "claim", f"explore {tile}")


@rule("ANW-55")
@pytest.mark.parametrize(
    ("tile", "gained", "home", "points"),
    [
        ("cubes_1", "YYR", 6, 0),
        ("cubes_2", "YG", 6, 0),
        *((f"settler_{number}", "", 7, 0) for number in (1, 2)),
        *((f"points_{number}", "", 6, 3) for number in (1, 2)),
        *((f"symbol_{kind}", "", 6, 0) for kind in ("native_help", "tool", "settlers", "exploration")),
    ],
)
def test_an_exploration_tile_gives_cubes_a_settler_points_or_a_symbol(
    tile: str, gained: str, home: int, points: int
) -> None:
    match = explored_now(tile)
    assert (match.actor, cubes(match, 0), settlers(match, 0)) == (1, gained, (home, 11 - home))
    assert match.view()["seats"][0]["explored"] == [tile]
    assert match.view()["seats"][0]["help"] == match.view()["seats"][0]["tools"] == {}
    assert match.scores()[0] == {"point cards": 4, "bonus tiles": 0, "exploration": points}
    assert match.totals()[1] == 0


@rule("ANW-55", "ANW-62")
@pytest.mark.parametrize("kind", ["native_help", "tool", "settlers", "exploration"])
def test_a_symbol_tile_counts_as_one_more_symbol_of_its_kind(kind: str) -> None:
    """By hand: one card of each kind, so 2 points on each single tile; 4 with the symbol."""
    for other in ("native_help", "tool", "settlers", "exploration"):
        match = a_new_world(
            claimed=["pc_01 pc_13 pc_25 pc_33"], bonus=[f"bonus_single_{other}"], explored=[f"symbol_{kind}"]
        )
        assert match.scores()[0]["bonus tiles"] == (4 if other == kind else 2)


@rule("ANW-E18")
def test_the_cubes_of_a_tile_cannot_help_to_pay() -> None:
    match = a_new_world(storage=["RR"], forts="pc_03", tiles={"d1_1": "cubes_1"})
    assert "a1_1" not in worked(match)
    match = explored_now("cubes_1", storage="RRRR")
    assert cubes(match, 0) == "YYRR"


@rule("ANW-E18", "ANW-46")
def test_the_cubes_of_a_tile_fall_under_the_limit_of_this_turn() -> None:
    """By hand: 10 - 3 + 3 = 10 is not too much; 10 with a tool cube 11, - 3 + 3 = 11 is, by one."""
    assert explored_now("cubes_1", storage="RRRBBBBBBB").actor == 1
    match = explored_now("cubes_1", "RRRBBBBBBB", claimed=["pc_38"], components=FORT_WITH_A_CANOE)
    assert (match.actor, cubes(match, 0)) == (0, "YYYRBBBBBBB")
    assert match.view()["question"]["text"] == "Return a cube to the supply, lowest colours first (1 too many)"
    assert above_the_forts(match)[:3] == ["pc_15", "pc_20", "pc_27"]  # the row is refilled before (ANW-E9)
    assert play(match, "cube B").actor == 1


@rule("ANW-E18")
def test_the_settler_of_a_tile_can_be_placed_from_the_next_turn_on() -> None:
    match = explored_now("settler_1", home=[1])
    assert (standing(match, "a1_1"), settlers(match, 0)) == ((0, 1), (1, 10))
    play(match, "rest")
    assert "a1_3" in worked(match)


@rule("ANW-E18")
def test_a_tile_never_leads_to_a_second_tile() -> None:
    match = explored_now("symbol_exploration")
    assert match.actor == 1
    assert on_the_board(match.view()) == {"d1_2": "points_1"}


@rule("ANW-E19")
def test_a_settler_tile_with_an_empty_reserve_gives_nothing_and_is_taken() -> None:
    match = explored_now("settler_1", reserve=[0])
    assert (settlers(match, 0), match.view()["seats"][0]["explored"]) == ((11, 0), ["settler_1"])


@rule("ANW-E20")
@pytest.mark.parametrize(("players", "seed"), RANDOM_GAMES)
def test_settlers_never_go_back_to_the_reserve(players: int, seed: int) -> None:
    views = random_views(players, seed)
    for before, after in pairwise(views):
        for number in range(players):
            assert after["seats"][number]["reserve"] <= before["seats"][number]["reserve"]
    assert any(seat["reserve"] < views[0]["seats"][0]["reserve"] for seat in views[-1]["seats"])


@rule("ANW-E32")
@pytest.mark.parametrize(("players", "seed"), RANDOM_GAMES)
def test_exploration_tiles_are_seen_from_the_start_and_none_is_put_back(players: int, seed: int) -> None:
    views = random_views(players, seed)
    first = on_the_board(views[0])
    assert len(first) == (8 if players == 4 else 10)
    for before, after in pairwise(views):
        assert on_the_board(after).items() <= on_the_board(before).items()
        kept = [tile for seat in after["seats"] for tile in seat["explored"]]
        assert sorted([*kept, *on_the_board(after).values()]) == sorted(first.values())
    assert len(on_the_board(views[-1])) < len(first)


# --- end ------------------------------------------------------------------------------------------


@rule("ANW-60")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_round_of_the_eighth_card_is_finished(players: int) -> None:
    match = a_new_world(players=players, claimed=[TOWARDS_THE_END], storage=["YGG"], forts="pc_15", home=[12] * players)
    play(match, "work a1_1", "claim")
    for seat in range(1, players):
        assert (match.over, match.actor) == (False, seat)
        play(match, "work a1_3" if seat == 1 else "rest")
    assert (match.over, match.stopped, match.actor, match.actions()) == (True, False, None, ())
    with pytest.raises(century.IllegalAction, match="the game is over"):
        match.play("rest")


@rule("ANW-60")
def test_seven_cards_do_not_end_the_game() -> None:
    match = a_new_world(claimed=[TOWARDS_THE_END.removeprefix("pc_01 ")], storage=["YGG"], forts="pc_15")
    play(match, "work a1_1", "claim")
    assert len(cards(match, 0, "claimed")) == 7
    assert not play(match, "rest").over


@rule("ANW-60")
@pytest.mark.parametrize(("start", "turns"), [(0, 3), (1, 1), (2, 2)])
def test_who_sits_later_in_turn_order_still_has_a_turn(start: int, turns: int) -> None:
    """Seat 0 claims the eighth card in the first round: as first of three, as last, as second."""
    match = a_new_world(
        players=3, start=start, claimed=[TOWARDS_THE_END], storage=["YGG", "", ""], forts="pc_15 pc_12 pc_20 pc_27"
    )
    while match.actor != 0:
        play(match, "rest")
    play(match, "work a1_1", "claim")
    left = 0
    while not match.over:
        left += 1
        play(match, "rest")
    assert left == turns - 1
    assert match.round == 1


@rule("ANW-E26")
def test_there_is_no_turn_after_the_eighth_card_and_others_may_reach_it_in_the_same_round() -> None:
    match = a_new_world(
        claimed=[TOWARDS_THE_END, "pc_07 pc_10 pc_17 pc_20 pc_29 pc_35 pc_37"],
        storage=["YGG", "YGG"],
        forts="pc_15 pc_45",
    )
    play(match, "work a1_1", "claim")
    assert match.actor == 1
    play(match, "work a1_1", "claim")  # pc_45 has moved to fort 1; 1 + 1 settlers
    assert match.over
    assert [len(cards(match, seat, "claimed")) for seat in (0, 1)] == [8, 8]


@rule("ANW-61")
def test_the_score_is_itemised_and_cubes_score_nothing() -> None:
    """By hand: pc_01 4 + pc_20 8 + pc_12 9 = 21; a flat tile 3; two tiles of points 6. Together 30."""
    match = a_new_world(
        storage=["YYRRGGBBBB", "BBBB"],
        claimed=["pc_01 pc_20 pc_12"],
        bonus=["bonus_flat_1"],
        explored=["points_1 points_2 cubes_1 settler_1"],
    )
    assert match.scores()[0] == {"point cards": 21, "bonus tiles": 3, "exploration": 6}
    assert match.totals() == [30, 0]
    assert match.view()["seats"][0]["score"] == match.scores()[0]


# 3 exploration, 1 settlers, 2 native help, 1 tool; 1 tool more by a tile
COUNTED = "pc_01 pc_03 pc_04 pc_13 pc_25 pc_27 pc_33"


@rule("ANW-62")
@pytest.mark.parametrize(
    ("tile", "points"),
    [
        ("single_native_help", 4),
        ("single_tool", 4),
        ("single_settlers", 2),
        ("single_exploration", 6),
        ("pair_native_help_tool", 6),
        ("pair_native_help_settlers", 3),
        ("pair_native_help_exploration", 6),
        ("pair_tool_settlers", 3),
        ("pair_tool_exploration", 6),
        ("pair_settlers_exploration", 3),
        ("settlers_1", 3),
        ("settlers_4", 3),
        ("flat_1", 3),
        ("flat_3", 3),
    ],
)
def test_each_kind_of_bonus_tile(tile: str, points: int) -> None:
    """By hand: symbols 2 help, 2 tools, 1 settlers, 3 exploration; 2 for each, 3 for each pair; 7 settlers."""
    match = a_new_world(claimed=[COUNTED, "pc_37 pc_15"], explored=["symbol_tool"], bonus=[f"bonus_{tile}"])
    assert match.scores()[0]["bonus tiles"] == points
    assert match.scores()[1]["bonus tiles"] == 0


@rule("ANW-62")
def test_without_a_symbol_or_without_its_partner_a_tile_gives_nothing() -> None:
    for tile in ("single_tool", "pair_tool_exploration", "pair_tool_settlers"):
        match = a_new_world(claimed=["pc_01 pc_03 pc_04"], bonus=[f"bonus_{tile}"])
        assert match.scores()[0]["bonus tiles"] == 0


@rule("ANW-62")
def test_one_symbol_may_count_for_several_tiles() -> None:
    """By hand: 1 tool and 2 help: 2 + 4 + 3 = 9."""
    tiles = "bonus_single_tool bonus_single_native_help bonus_pair_native_help_tool"
    assert a_new_world(claimed=["pc_25 pc_27 pc_33"], bonus=[tiles]).scores()[0]["bonus tiles"] == 9


@rule("ANW-62", "ANW-E28")
@pytest.mark.parametrize(("reserve", "points"), [(0, 6), (1, 5), (4, 4), (5, 3), (6, 3), (12, 0)])
def test_a_settlers_tile_counts_half_of_those_home_or_placed_rounded_down(reserve: int, points: int) -> None:
    """By hand: 12 / 2 = 6, 11 / 2 = 5, 8 / 2 = 4, 7 / 2 = 3, 6 / 2 = 3, none 0."""
    placed = {"a1_3": 2, "b1_3": 3} if reserve < 8 else {}
    for there in ({}, placed):
        match = a_new_world(reserve=[reserve], placed=[there, {"a1_5": 3}], bonus=["bonus_settlers_2"])
        assert match.scores()[0]["bonus tiles"] == points


@rule("ANW-E29")
def test_two_equal_tiles_are_each_scored_in_full() -> None:
    """By hand: 7 settlers, twice 3; 3 + 3 + 3 flat; the two together 3 + 3 + 3."""
    for tiles, points in (
        ("bonus_settlers_1 bonus_settlers_2", 6),
        ("bonus_flat_1 bonus_flat_2 bonus_flat_3", 9),
        ("bonus_settlers_3 bonus_settlers_4 bonus_flat_2", 9),
    ):
        assert a_new_world(bonus=[tiles]).scores()[0]["bonus tiles"] == points


def finished(start: int, claimed: list[str], bonus: Sequence[str] = (), explored: Sequence[str] = ()) -> Match:
    """Three players have one more turn each, with an eighth card already claimed."""
    match = a_new_world(players=3, start=start, claimed=claimed, bonus=bonus, explored=explored)
    play(match, "rest", "rest", "rest")
    assert match.over
    return match


EIGHT = TOWARDS_THE_END + " pc_45"  # 32 points


@rule("ANW-63")
@pytest.mark.parametrize("start", [0, 1, 2])
def test_most_points_win(start: int) -> None:
    match = finished(start, [EIGHT, "pc_12 pc_20 pc_27 pc_23", ""], bonus=["", "bonus_flat_1", ""])
    assert (match.totals(), match.winner) == ([32, 35, 0], 1)
    match = finished(start, [EIGHT, "pc_12 pc_20 pc_27", ""], explored=["points_1"])
    assert (match.totals(), match.winner) == ([35, 25, 0], 0)


@rule("ANW-63", "ANW-E27")
@pytest.mark.parametrize(("start", "winner"), [(0, 2), (1, 2), (2, 1)])
def test_among_tied_players_the_one_with_the_last_turn_wins(start: int, winner: int) -> None:
    """By hand: 8 x 4 = 32; 9 + 8 + 8 + 7 = 32; 7 + 7 = 14 for seat 0, who is last of all with start 1."""
    match = finished(start, ["pc_44 pc_29", "pc_12 pc_20 pc_27 pc_23", EIGHT])
    assert (match.totals(), match.winner) == ([14, 32, 32], winner)


@rule("ANW-E27")
@pytest.mark.parametrize(("start", "winner"), [(0, 2), (1, 0), (2, 1)])
def test_among_three_tied_players_there_is_one_winner(start: int, winner: int) -> None:
    """By hand: 32; 9 + 8 + 8 + 7; 7 + 7 + 6 + 6 = 26 and two tiles of points 6."""
    match = finished(
        start, ["pc_44 pc_29 pc_31 pc_35", "pc_12 pc_20 pc_27 pc_23", EIGHT], explored=["points_1 points_2"]
    )
    assert (match.totals(), match.winner) == ([32, 32, 32], winner)


# --- hidden and open ------------------------------------------------------------------------------


@rule("ANW-E1")
def test_it_is_public_which_card_comes_next_but_not_what_follows() -> None:
    match = a_new_world(storage=["YRG"], forts="pc_13 pc_15 pc_45 pc_33", next_card="pc_29")
    assert match.view(seat=1)["next_card"]["card"] == "pc_29"
    twins = [play(match.imagine(seat=0, seed=seed), "work a1_1", "claim") for seed in range(20)]
    assert {above_the_forts(twin)[3] for twin in twins} == {"pc_29"}
    assert len({next_in_the_deck(twin) for twin in twins}) > 5


def cards_that_come(name: str, claims: int) -> list[str | None]:
    """What lies on top of the deck, claim after claim at one fort."""
    match = a_new_world(seed=5, tiles={}, home=[12, 12], storage=["", ""])
    came = [next_in_the_deck(match)]
    for _ in range(claims):
        fort = location(match, name)["fort"]
        cost = match.view()["forts"][fort - 1]["cost"]
        match.state.seats[0].cubes[:] = [cost.count(letter) for letter in CUBES]
        refresh(match)
        play(match, f"work {name}", "claim", "rest", "rest", "rest")
        came.append(next_in_the_deck(match))
    return came


@rule("ANW-E1")
def test_the_order_of_the_deck_is_fixed_by_the_shuffle() -> None:
    came = cards_that_come("a1_1", 6)
    assert len(set(came)) == 7
    assert cards_that_come("b1_2", 6) == came


@rule("ANW-E30", "ANW-E31", "ANW-E1")
@pytest.mark.parametrize(("players", "answers"), [(2, 0), (3, 120), (4, 200)])
def test_a_view_shows_all_but_the_order_of_deck_and_stacks(players: int, answers: int) -> None:
    match = GAME.new(players=players, seed=5, interpreted=True)
    generator = np.random.default_rng(5)
    for _ in range(answers):
        actions = match.actions()
        match.play(actions[generator.integers(len(actions))])
    for seat in range(players):
        shown = json.dumps(match.view(seat=seat))
        for hidden in range(20):
            assert json.dumps(match.imagine(seat=seat, seed=hidden).view(seat=seat)) == shown
        for key in ("seats", "locations", "forts", "next_card", "stacks", "board"):
            assert match.view(seat=seat)[key] == match.view()[key]


@rule("ANW-E30", "ANW-E31")
def test_no_view_names_a_card_or_tile_below_the_top() -> None:
    match = a_new_world(
        players=3,
        claimed=["pc_01", "pc_13", ""],
        forts="pc_15 pc_45 pc_33 pc_20",
        next_card="pc_29",
        tops={"b1_1": "bonus_flat_1", "b1_2": "bonus_flat_2", "b1_3": "bonus_flat_3", "b1_4": "bonus_settlers_1"},
        bonus=["bonus_settlers_2", "", ""],
    )
    for seat in (None, 0, 1, 2):
        shown = json.dumps(match.view(seat=seat))
        assert set(re.findall(r"pc_\d\d", shown)) == {f"pc_{n}" for n in ("01", 13, 15, 45, 33, 20, 29)}
        assert set(re.findall(r"bonus_(?:flat|settlers|single|pair)_\w+", shown)) == {
            *(f"bonus_flat_{number}" for number in (1, 2, 3)),
            *(f"bonus_settlers_{number}" for number in (1, 2)),
        }
        assert match.view(seat=seat)["card_deck"] == 36 - 2 - 4


@rule("ANW-E31")
def test_the_tile_below_the_top_of_a_stack_is_hidden() -> None:
    match = play(a_new_world(storage=[""], tops={"b1_1": "bonus_flat_1"}), "work b1_1")
    twins = [play(match.imagine(seat=0, seed=seed), "tile b1_1") for seed in range(20)]
    assert {tuple(twin.view()["seats"][0]["bonus"]) for twin in twins} == {("bonus_flat_1",)}
    assert len({twin.view()["stacks"]["b1_1"]["top"]["tile"] for twin in twins}) > 5
