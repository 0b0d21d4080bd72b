"""From East to West, Part II, rule by rule: terms, setup, a turn and moving the boat."""

from collections import Counter
from itertools import pairwise
from typing import Any

import pytest

import century
from century.engine.actions import EXPLORE
from century.mechanisms.sea.maps import is_connected
from tests.helpers import cards, cubes, options, play, refresh, rule
from tests.rules.east_to_west_2.table import COVERED, GAME, UNMARKED, part_two
from tests.tables.east_to_west import FORTS, RING, USED, built, dealt, random_views, refused, sailed
from tests.tables.new_world import (
    above_the_forts,
    location,
    on_the_board,
    settlers,
    standing,
    worked,
)
from tests.tables.sea import MARKETS, SYMBOLS, around, hold, moor, on, places, question, seen, steps

# --- terms --------------------------------------------------------------------------------------------


@rule("FEW2-1")
def test_two_to_four_play() -> None:
    for players in (2, 3, 4):
        assert len(dealt(GAME.name, players)[0]["seats"]) == players
    for players in (1, 5):
        with pytest.raises(century.CenturyError, match="must be a whole number from 2 to 4, not"):
            GAME.new(players=players)


@rule("FEW2-2")
def test_brown_is_the_highest_the_supply_unlimited_and_the_reserve_not_usable() -> None:
    match = play(part_two(players=4, storage=["YRGB", "B" * 10, "B" * 10, "B" * 10], tiles={}), "work c2_6")
    assert options(match) == {"upgrade Y", "upgrade R", "upgrade G", "done"}
    assert cubes(play(match, "upgrade G", "upgrade R", "upgrade Y", "done"), 0) == "RGBB"
    poor = part_two(home=[1], storage=["YYYRRRGG"], tiles={}, forts=FORTS)
    assert settlers(poor, 0) == (1, 11)
    assert worked(poor) == {"a2_1", "a2_2", "a2_3", "b2_4", "c2_1", "f2_1"}  # those printed 1


@rule("FEW2-2", "FEW2-34", "FEW2-35", "FEW2-45", "FEW2-E1")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_what_holds_after_every_answer(players: int) -> None:
    """12 settlers in three zones; outposts stay, one of a player on a tile; 10 cubes at most after a turn."""
    views = random_views(GAME.name, players)
    assert sum(len(seat["outposts"]) for seat in views[-1]["seats"]) >= 6
    for before, after in pairwise(views):
        for number, (seat, later) in enumerate(zip(before["seats"], after["seats"], strict=True)):
            placed = [shown["placed"] for shown in after["locations"] if shown["owner"] == number]
            assert later["home"] + sum(placed) + later["reserve"] == 12
            assert later["reserve"] <= seat["reserve"]
            assert set(seat["outposts"]) <= set(later["outposts"])
            assert sum(later["built"]) == len(later["outposts"])
            assert [tile["tile"] for tile in after["map"] if number in tile.get("outposts", [])] == later["outposts"]
        if after["turn"] > before["turn"]:
            assert all(len(seat["cubes"]) <= 10 for seat in after["seats"])
        if after["question"] and after["question"]["decision"] == "turn":
            assert "rest" in [action["text"] for action in after["actions"]]
        assert on_the_board(after).items() <= on_the_board(before).items()


@rule("FEW2-2")
def test_locations_forts_and_point_cards_show_what_is_printed_on_them() -> None:
    match = part_two(tiles={"c2_5": "points_1"}, placed=[{}, {"f2_3": 2}], forts="pc_49 pc_56 pc_21 pc_01")
    printed: tuple[tuple[str, dict[str, Any]], ...] = (
        ("c2_4", {"settlers": 2, "needs": 2, "give": "RRR", "take": "BB", "circle": "canoe", "owner": None}),
        ("c2_5", {"settlers": 3, "gain": "YRG", "exploration": {"tile": "points_1", "points": 3}}),
        ("f2_3", {"settlers": 2, "needs": 3, "circle": "guild", "owner": 1, "placed": 2, "exploration": None}),
        *((name, {"does": "move the boat"}) for name in ("c2_1", "f2_1", "f2_2")),
        *((name, {"does": "trade with an outpost"}) for name in ("c2_2", "f2_4")),
    )
    for name, shown in printed:
        assert location(match, name).items() >= shown.items()
    assert [location(match, name)["fort"] for name in ("a2_1", "a2_2", "b2_1", "b2_2")] == [1, 2, 3, 4]
    assert match.view()["forts"][1:3] == [
        {"card": "pc_56", "cost": "GGB", "points": 6, "symbol": "tool", "circle": "guild", "cube": "R"},
        {"card": "pc_21", "cost": "YGB", "points": 5, "symbol": "settlers", "settlers": 2},
    ]


@rule("FEW2-3", "FEW2-21", "FEW2-E1")
def test_a_player_board_has_10_storage_spaces_and_4_bonus_spaces() -> None:
    three = "bonus_flat_1 bonus_flat_2 bonus_flat_3"
    match = part_two(storage=["", ""], bonus=[three], home=[12], forts=FORTS)
    play(match, "work b2_1", "tile b2_1")
    assert len(seen(match, 0, "bonus")) == 4
    play(match, "rest")
    assert "b2_2" not in worked(match)  # no fifth tile
    hold(match, 0, "YGG")
    assert options(play(refresh(match), "work b2_2")) == {"claim"}
    assert "all 4 bonus spaces are full (ANW-E14)" in refused(match, "tile b2_3")
    assert options(play(part_two(storage=["Y" * 9]), "work a2_3")) == {"cube Y"}  # no eleventh cube


# --- setup --------------------------------------------------------------------------------------------


@rule("FEW2-10")
def test_the_map_is_boards_a2_b2_c2_and_f2() -> None:
    match = part_two(tiles={}, home=[12], storage=["YYYYRRRRGGGGBBBB"])
    assert match.view()["boards"] == ["A2", "B2", "C2", "F2"]
    slots = {"a2": 5, "b2": 5, "c2": 6, "f2": 5}
    names = [f"{board}_{slot}" for board in slots for slot in range(1, slots[board] + 1)]
    assert [shown["location"] for shown in match.view()["locations"]] == names
    for name in ("a1_3", "c1_1", "e2_4", "d2_4"):
        assert "its board is not in play (ANW-10)" in refused(match, f"work {name}")


@rule("FEW2-11")
@pytest.mark.parametrize(("players", "number"), [(2, 24), (3, 36), (4, 48)])
def test_cards_with_a_black_star_or_for_more_players_are_removed(players: int, number: int) -> None:
    views = dealt(GAME.name, players)
    laid = [tuple(card["card"] for card in (*view["forts"], view["next_card"])) for view in views]
    assert {(len(set(five)), 4 + view["card_deck"]) for five, view in zip(laid, views, strict=True)} == {(5, number)}
    assert {card for five in laid for card in five} == USED[players]
    assert len(set(laid)) == len(laid)


@rule("FEW2-12", "FEW2-36", "FEW2-E9")
def test_the_stacks_take_16_of_the_17_unmarked_tiles_at_random() -> None:
    """Every stack is taken down by a player whose bonus spaces are emptied after each tile."""
    match = part_two(storage=["", ""])
    stacks = {name: (stack["fort"], stack["left"]) for name, stack in match.view()["stacks"].items()}
    at_forts = {"b2_1": (3, 2), "b2_2": (3, 2), "b2_3": (4, 2), "b2_4": (4, 2)}
    assert stacks == at_forts | {"f2_1": (0, 4), "f2_2": (0, 4)}
    taken = []
    for stack, (fort, _) in stacks.items():
        while top := match.view()["stacks"][stack]["top"]:
            if fort:
                play(match, f"work b2_{fort - 2}", f"tile {stack}")
            else:
                play(built(match, "tea_1", (1, 1, 0, 1)), f"tile {stack}")
            assert seen(match, 0, "bonus") == [top["tile"]]
            taken.append(top["tile"])
            match.state.seats[0].bonus_tiles = 0
            play(match, "rest", "rest", "rest")
    assert len(taken) == len(set(taken)) == 16
    assert set(taken) < UNMARKED
    tops = [[stack["top"]["tile"] for stack in view["stacks"].values()] for view in dealt(GAME.name, 4)]
    assert {top for six in tops for top in six} == UNMARKED
    assert all(len({six[stack] for six in tops}) > 12 for stack in range(6))


@rule("FEW2-13")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_exploration_tiles_lie_at_random_on_the_icons(players: int) -> None:
    laid = [on_the_board(view) for view in dealt(GAME.name, players)]
    for tiles in laid:
        assert set(tiles) == (COVERED | {"a2_5", "b2_5"} if players < 4 else COVERED)
        assert len(set(tiles.values())) == len(tiles)
    assert {tiles["c2_3"] for tiles in laid} == {tiles["c2_6"] for tiles in laid} == set(EXPLORE.labels)


@rule("FEW2-14", "FEW2-16")
@pytest.mark.parametrize(("players", "home"), [(2, 7), (3, 6), (4, 6)])
def test_start_player_settlers_cubes_boats_and_outposts(players: int, home: int) -> None:
    for view in dealt(GAME.name, players):
        order = [view["seats"][(view["start"] + place) % players] for place in range(players)]
        assert [seat["cubes"] for seat in order] == ["YYY", "YYYY", "YYYY", "YYYR"][:players]
        for seat in order:
            assert (seat["home"], seat["reserve"], seat["storage"]) == (home, 12 - home, 10)
            assert (seat["bonus"], seat["explored"], seat["built"], seat["outposts"]) == ([], [], [0] * 4, [])
            assert (seat["boat"], seat["score"]["outposts"]) == ("sea_1", 0)
        assert not any(tile["cubes"] for tile in view["map"])
        assert view["actor"] == view["start"]
    assert {view["start"] for view in dealt(GAME.name, players)} == set(range(players))
    assert GAME.new(players=players, start=1, interpreted=True).actor == 1


@rule("FEW2-4", "FEW2-15", "FEW2-E14")
def test_three_random_tiles_of_each_symbol_lie_at_random_around_the_sea_tile() -> None:
    """By hand: each of the 24 tiles is used in half of 80 games, and lies on a space in a twelfth of those."""
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
    assert set(used) == set(MARKETS)
    assert all(22 <= number <= 58 for number in used.values())
    assert len(north) > 18


@rule("FEW2-15")
def test_in_another_layout_each_tile_touches_two_others_and_a_looser_one_is_refused() -> None:
    layouts = set()
    for seed in range(40):
        hexes = places(GAME.new(players=2, seed=seed, map="random", interpreted=True))
        laid = set(hexes.values())
        assert (len(laid), is_connected(sorted(laid))) == (13, True)
        assert all(len(around(place) & laid) >= 2 for place in laid)
        assert len(around(hexes["sea_1"]) & laid) >= 3  # the others lie around it
        layouts.add(frozenset(laid))
    assert len(layouts) > 30
    spaces = [[-1, 0], [-1, 1], [0, -1], [0, 1], [1, -1], [1, 0], [-2, 1], [-1, -1], [-1, 2], [1, -2], [2, 0], [3, 0]]
    with pytest.raises(century.ComponentError, match="touches fewer than 2 others"):
        GAME.new(components={"map": [{"id": "island_12", "sea": [[0, 0]], "spaces": spaces}]})


# --- a turn -------------------------------------------------------------------------------------------


@rule("FEW2-20", "FEW2-E1")
def test_rounds_of_one_turn_each_and_a_turn_is_rest_or_work_on_an_open_location_without_own_settlers() -> None:
    match = part_two(players=3, start=1, forts="pc_12 pc_20 pc_23 pc_27", storage=["", "", ""])
    assert worked(match) == {"a2_3", "a2_4", "b2_1", "b2_2", "b2_3", "c2_1", "f2_1", "f2_2", "f2_5"}
    assert options(match) == {"rest"} | {f"work {name}" for name in worked(match)}
    order = []
    for answer in ("work a2_3", "work b2_3", "rest", "work f2_5", "rest", "rest"):
        order.append((match.round, match.actor))
        play(match, answer)
    assert order == [(1, 1), (1, 2), (1, 0), (2, 1), (2, 2), (2, 0)]
    match = part_two(tiles={"f2_1": "points_1"}, placed=[{"f2_2": 2}], storage=["Y"])
    assert worked(match) & {"f2_1", "f2_2", "c2_1"} == {"c2_1"}
    assert "an exploration tile lies on it (ANW-22)" in refused(match, "work f2_1")
    assert "your settlers are already there (ANW-E24)" in refused(match, "work f2_2")


@rule("FEW2-20", "FEW2-E1")
@pytest.mark.parametrize(
    ("name", "there", "help", "needed"),
    [
        *(("f2_1", 0, "", 1), ("f2_4", 0, "", 3), ("f2_3", 4, "", 5), ("f2_4", 1, "", 2)),
        *(("f2_4", 0, "pc_49 pc_52", 1), ("f2_3", 3, "pc_49", 3), ("f2_1", 1, "pc_49 pc_52", 1)),
        *(("f2_2", 0, "pc_49 pc_25", 2), ("b2_1", 0, "pc_49 pc_25", 2)),
    ],
)
def test_the_required_number_of_settlers(name: str, there: int, help: str, needed: int) -> None:
    """By hand: as printed, or one more than stand there; less by each help card, not below 1. f2_2 has no circle."""
    table: dict[str, Any] = {"placed": [{}, {name: there} if there else {}], "claimed": [help], "storage": ["RR"]}
    table |= {"boats": ["chili_3"], "outposts": ["chili_3"]}
    match = part_two(home=[needed], **table)
    home = settlers(match, 1)[0]
    play(match, f"work {name}")
    assert (standing(match, name), settlers(match, 0)[0]) == ((0, needed), 0)
    assert settlers(match, 1)[0] == home + there  # they are home at once
    less = part_two(home=[needed - 1], **table)
    assert f"it needs {needed} settlers, you have {needed - 1} at home (ANW-25)" in refused(less, f"work {name}")
    more = part_two(home=[12], **table)
    assert standing(play(more, f"work {name}"), name) == (0, needed)  # not more


@rule("FEW2-20", "FEW2-E1", "FEW2-E11")
def test_tool_cubes_come_before_the_action_on_their_symbol_for_their_owner() -> None:
    match = part_two(claimed=["pc_53 pc_56", "pc_33"], storage=["", ""], outposts=["cloves_6"])
    for name, there in (("f2_1", "YR"), ("f2_2", ""), ("a2_3", "YY")):  # f2_2 has no circle symbol
        assert cubes(play(match.copy(), f"work {name}"), 0) == there
    assert options(play(match, "work f2_4")) == {"trade cloves_6"}  # YR > B
    assert cubes(play(match, "trade cloves_6", "times 1"), 0) == "B"


@rule("FEW2-21", "FEW2-E1")
def test_produce_upgrade_and_trade() -> None:
    match = part_two(storage=["YGG"], tiles={})
    assert cubes(play(match.copy(), "work c2_3"), 0) == "YYGGG"
    assert cubes(play(match.copy(), "work a2_4", "upgrade Y", "upgrade R"), 0) == "GGG"
    assert play(match.copy(), "work a2_4", "upgrade Y", "done").actor == 1
    assert "the trade costs RRR, you have YGG (ANW-E3)" in refused(match, "work c2_4")
    assert options(play(match, "work b2_4")) == {"times 1", "times 2"}
    assert cubes(play(match, "times 2"), 0) == "YRRRR"
    assert play(part_two(storage=["BB"]), "work a2_4").actor == 1  # nothing to upgrade


@rule("FEW2-21", "FEW2-E9", "FEW2-E1")
def test_a_fort_gives_a_tile_of_its_own_stacks_or_the_card_or_both() -> None:
    tops = {"b2_1": "bonus_flat_1", "b2_2": "bonus_flat_2", "f2_1": "bonus_flat_3"}
    match = part_two(storage=["RRRRB"], forts=FORTS, next_card="pc_29", tops=tops, tiles={})
    assert worked(match) & {"a2_1", "a2_2", "b2_1", "b2_2"} == {"b2_1", "b2_2"}
    assert "no bonus tile to take, and you cannot pay for the card (ANW-E3)" in refused(match, "work a2_1")
    assert options(play(match.copy(), "work b2_2")) == {"tile b2_3", "tile b2_4"}
    assert options(play(match, "work b2_1")) == {"tile b2_1", "tile b2_2", "claim", "claim first"}
    for stack in ("b2_3", "f2_1"):
        assert "that stack is not above this fort (ANW-34)" in refused(match, f"tile {stack}")
    card = play(match.copy(), "claim")
    assert (card.actor, cubes(card, 0), seen(card, 0, "bonus")) == (1, "RB", [])
    first = play(match.copy(), "claim first")
    assert (question(first), options(first)) == ("taking tile too", {"tile b2_1", "tile b2_2", "done"})
    assert above_the_forts(first) == ["pc_13", "pc_15", "pc_33", "pc_29"]
    for stack in ("b2_3", "f2_1"):
        assert "that stack is not above this fort (ANW-34)" in refused(first, f"tile {stack}")
    left = play(first.copy(), "done")
    assert (left.actor, seen(left, 0, "bonus"), cards(left, 0, "claimed")) == (1, [], ["pc_03"])
    play(first, "tile b2_2")
    assert (first.actor, seen(first, 0, "bonus"), cards(first, 0, "claimed")) == (1, ["bonus_flat_2"], ["pc_03"])
    assert options(play(match, "tile b2_2")) == {"claim", "done"}
    assert (seen(match, 0, "bonus"), match.view()["stacks"]["b2_2"]["left"]) == (["bonus_flat_2"], 1)
    assert cards(play(match.copy(), "done"), 0, "claimed") == []
    play(match, "claim")
    assert (match.actor, cards(match, 0, "claimed")) == (1, ["pc_03"])
    assert (above_the_forts(match), match.view()["card_deck"]) == (["pc_13", "pc_15", "pc_33", "pc_29"], 19)


# --- moving the boat ----------------------------------------------------------------------------------


@rule("FEW2-30")
@pytest.mark.parametrize("map", ["island_12", "random"])
def test_a_step_goes_to_each_adjacent_tile_and_to_no_other(map: str) -> None:
    match = GAME.new(players=2, start=0, seed=4, map=map, interpreted=True)
    hexes = places(match)
    for tile, place in hexes.items():
        moor(match, 0, tile)
        at_work = play(refresh(match).copy(), "work f2_1")
        assert options(at_work) == {f"step {other}" for other in hexes if hexes[other] in around(place)}
        far = next(other for other in hexes if other != tile and hexes[other] not in around(place))
        assert "is not adjacent to the tile of your boat (EW-30)" in refused(at_work, f"step {far}")


@rule("FEW2-30", "FEW2-E2")
@pytest.mark.parametrize("name", ["f2_1", "f2_2", "c2_1"])
def test_the_boat_moves_at_least_one_step_and_the_first_is_free(name: str) -> None:
    match = play(part_two(storage=["YR"]), f"work {name}")
    assert options(match) == {f"step {tile}" for tile in RING}  # neither staying nor building
    play(match, "step tea_1")
    assert (seen(match, 0, "boat"), cubes(match, 0), on(match, "sea_1", "cubes")) == ("tea_1", "YR", "")
    assert "anchor" in options(match)


@rule("FEW2-30")
def test_each_further_step_leaves_a_cube_of_choice_on_the_tile_that_is_left() -> None:
    match = play(part_two(storage=["YR"]), "work f2_1", "step tea_1", "step cloves_4")
    assert (question(match), options(match)) == ("leaving", {"cube Y", "cube R"})
    assert "you have no such cube (EW-32)" in refused(match, "cube B")
    play(match, "cube R", "step chili_1", "cube Y")
    assert options(match) == {"anchor"}
    assert "you have no cube to leave behind (EW-32)" in refused(match, "step sea_1")
    play(match, "anchor", "done")
    left = {tile["tile"]: tile["cubes"] for tile in match.view()["map"] if tile["cubes"]}
    assert (left, seen(match, 0, "boat"), cubes(match, 0)) == ({"tea_1": "R", "cloves_4": "Y"}, "chili_1", "")


@rule("FEW2-31")
def test_each_other_boat_on_a_market_tile_gets_a_cube_of_choice_but_not_on_the_sea_tile_or_in_passing() -> None:
    boats = ["tea_1", "sea_1", "tea_1", "chili_1"]
    match = sailed(part_two(players=4, start=1, storage=["", "YRGB", "Y", ""], boats=boats), "tea_1")
    assert options(match) == {"cube Y", "cube R", "cube G", "cube B"}
    assert cubes(play(match, "cube B"), 2) == "YB"
    assert options(match) == {"cube Y", "cube R", "cube G"}
    play(match, "cube R")
    assert (question(match), [cubes(match, seat) for seat in range(4)]) == ("ashore", ["R", "YG", "YB", ""])
    match = part_two(players=3, storage=["", "R", "R"], boats=["chili_1", "sea_1", "sea_1"])
    sailed(match, "sea_1")
    assert (match.actor, [cubes(match, seat) for seat in range(3)]) == (1, ["", "R", "R"])
    match = sailed(part_two(storage=["YR", ""], boats=["sea_1", "tea_1"]), "tea_1", "cloves_4")
    assert (question(match), cubes(match, 0), cubes(match, 1)) == ("ashore", "R", "")


@rule("FEW2-31", "FEW2-E4")
def test_the_toll_is_paid_with_what_is_left_after_the_steps_or_the_movement_cannot_end_there() -> None:
    match = part_two(storage=["Y", ""], boats=["sea_1", "cloves_4"])
    play(match, "work f2_1", "step tea_1")
    assert steps(match) == {"sea_1", "chili_1", "cloves_1", "ginger_4"}
    assert "you could not pay the toll there or sail on (EW-33)" in refused(match, "step cloves_4")
    crowded = part_two(players=3, storage=["Y", "", ""], boats=["sea_1", "tea_1", "tea_1"])
    play(crowded, "work f2_1", "step tea_1")
    assert "step cloves_4" in options(crowded)
    assert "the toll is 2, you have 1 (EW-33)" in refused(crowded, "anchor")


@rule("FEW2-32", "FEW2-E4")
def test_after_the_toll_all_cubes_on_the_tile_may_be_picked_up_or_none() -> None:
    lying = {"tea_1": "YGG", "chili_1": "B"}
    match = sailed(part_two(storage=["R", ""], boats=["sea_1", "tea_1"], lying=lying), "tea_1")
    assert options(match) == {"cube R"}  # what lies there pays no toll
    assert options(play(match, "cube R")) == {"pick up", "done"}
    taken = play(match.copy(), "pick up")
    assert (question(taken), cubes(taken, 0), cubes(taken, 1)) == ("ashore", "YGG", "R")
    assert (on(taken, "tea_1", "cubes"), on(taken, "chili_1", "cubes")) == ("", "B")
    play(match, "done")
    assert (question(match), cubes(match, 0), on(match, "tea_1", "cubes")) == ("ashore", "", "YGG")
    passed = sailed(part_two(storage=["Y"], lying=lying), "tea_1", "ginger_4")
    assert (question(passed), on(passed, "tea_1", "cubes")) == ("ashore", "YYGG")


@rule("FEW2-E4")
def test_a_surplus_that_was_picked_up_goes_at_the_end_of_the_turn() -> None:
    match = sailed(part_two(storage=["Y" * 9], lying={"tea_1": "RRR"}), "tea_1")
    play(match, "pick up")
    assert (question(match), cubes(match, 0)) == ("ashore", "Y" * 9 + "RRR")
    assert options(play(match, "build")) == {"cube Y", "cube R"}
    play(match, "cube Y", "cube R")
    assert (match.actor, cubes(match, 0), on(match, "tea_1", "cubes")) == (1, "Y" * 8 + "RR", "")


@rule("FEW2-E2", "FEW2-E4")
def test_a_movement_may_end_where_it_began_or_on_the_sea_tile() -> None:
    match = part_two(storage=["YYYR", ""], boats=["tea_1", "tea_1"], lying={"tea_1": "G"})
    sailed(match, "sea_1", "tea_1")
    assert (question(match), on(match, "sea_1", "cubes")) == ("paying toll", "Y")
    assert options(play(match, "cube R")) == {"pick up", "done"}
    assert (cubes(play(match, "pick up"), 0), cubes(match, 1)) == ("YYG", "R")
    again = sailed(part_two(storage=["YYY"]), "tea_1", "sea_1", "tea_1")
    assert (options(again), on(again, "tea_1", "cubes")) == ({"pick up", "done"}, "Y")
    at_sea = sailed(part_two(storage=["YY", ""], boats=["tea_1"], lying={"sea_1": "B"}), "sea_1")
    assert options(at_sea) == {"pick up", "done"}
    play(at_sea, "pick up")
    assert (at_sea.actor, cubes(at_sea, 0), cubes(at_sea, 1)) == (1, "YYB", "")  # no toll, no build


@rule("FEW2-E3", "FEW2-E11")
def test_the_boat_cannot_be_moved_if_no_movement_could_end() -> None:
    """tea_2 touches ginger_1 and chili_1 only."""
    boats = ["tea_2", "ginger_1", "chili_1"]
    match = part_two(players=3, storage=["", "", ""], boats=boats)
    assert worked(match) & {"c2_1", "f2_1", "f2_2"} == set()
    assert "you do not have enough cubes for the toll (FEW2-E3)" in refused(match, "work f2_1")
    with_tool = part_two(players=3, storage=["", "", ""], boats=boats, claimed=["pc_53"])
    assert worked(with_tool) & {"c2_1", "f2_1", "f2_2"} == {"c2_1", "f2_1"}
    free = part_two(players=3, storage=["", "", ""], boats=["tea_2", "ginger_1", "ginger_1"])
    assert steps(play(free, "work f2_2")) == {"chili_1"}
    one = part_two(players=4, storage=["Y"], boats=["tea_2", "ginger_1", "ginger_1", "chili_1"])
    assert steps(play(one, "work f2_1")) == {"ginger_1", "chili_1"}  # to sail on, or to pay the toll
