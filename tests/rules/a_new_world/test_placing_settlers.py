"""A New World, rule by rule: placing settlers and the action."""

import pytest

import century
from tests.helpers import cubes, options, play, rule
from tests.rules.a_new_world.table import FORT_WITH_A_CANOE, a_new_world
from tests.tables.new_world import (
    location,
    settlers,
    standing,
    worked,
)

# --- placing settlers ---------------------------------------------------------------------------------


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
    with pytest.raises(century.IllegalAction, match="your settlers are already there"):
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
    with pytest.raises(century.IllegalAction, match=f"it needs {printed} settlers, you have {printed - 1} at home"):
        less.play(f"work {name}")


@rule("ANW-23", "ANW-25")
@pytest.mark.parametrize(("name", "there"), [("a1_3", 1), ("a1_3", 5), ("f1_2", 1), ("f1_2", 2), ("f1_2", 4)])
def test_a_taken_location_needs_one_more_than_stand_there(name: str, there: int) -> None:
    """The printed numbers, 1 and 4, do not matter."""
    match = a_new_world(board="F1", home=[there + 1], placed=[{}, {name: there}], tiles={})
    play(match, f"work {name}")
    assert (standing(match, name), settlers(match, 0)[0]) == ((0, there + 1), 0)
    less = a_new_world(board="F1", home=[there], placed=[{}, {name: there}], tiles={})
    with pytest.raises(century.IllegalAction, match=f"it needs {there + 1} settlers, you have {there} at home"):
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


# --- the action ---------------------------------------------------------------------------------------


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
    with pytest.raises(century.IllegalAction, match="the trade costs YYY, you have YY"):
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
    with pytest.raises(century.IllegalAction, match="the trade costs RRR, you have YYRRG"):
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
