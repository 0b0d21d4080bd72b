"""Eastern Wonders, rule by rule: moving the boat and market action."""

import pytest

import century
from tests.helpers import cubes, options, play, refresh, rule
from tests.rules.eastern_wonders.table import GAME, SPACES, eastern_wonders, map_pack
from tests.tables.sea import (
    KINDS,
    SYMBOLS,
    around,
    moor,
    on,
    places,
    question,
    rows,
    seen,
    steps,
)

# --- moving the boat ----------------------------------------------------------------------------------


@rule("EW-30")
@pytest.mark.parametrize("map", ["first_game", "atoll", "long_reach", "random"])
def test_a_step_goes_to_each_tile_that_shares_an_edge_and_to_no_other(map: str) -> None:
    match = GAME.new(players=2, start=0, seed=4, map=map, interpreted=True)
    while question(match) != "turn":
        match.play(match.actions()[0])
    hexes = places(match)
    moor(match, 1, "port_1")
    for tile, place in hexes.items():
        moor(match, 0, tile)
        refresh(match)
        assert steps(match) == {other for other in hexes if hexes[other] in around(place)}


@rule("EW-30")
def test_every_tile_may_be_entered_and_others_are_refused() -> None:
    match = eastern_wonders(
        players=3, storage=["Y"], boats=["chili_2", "tea_2", "port_1"], ports=["closed", "", "", "vp_12_a"]
    )
    assert steps(match) == {"port_1", "ginger_1", "ginger_2", "tea_1", "cloves_1", "tea_2"}
    for tile in steps(match):
        assert seen(match.copy().play(f"step {tile}"), 0, "boat") == tile
    for tile in ("cloves_2", "chili_2", "sea_1"):
        with pytest.raises(century.IllegalAction, match=r"is not adjacent .* \(EW-30\)"):
            match.play(f"step {tile}")


@rule("EW-31")
def test_the_first_step_is_free() -> None:
    match = play(eastern_wonders(storage=["YR"], boats=["cloves_1"]), "step tea_1", "anchor")
    assert (cubes(match, 0), seen(match, 0, "boat"), on(match, "cloves_1", "cubes")) == ("YR", "tea_1", "")


@rule("EW-31", "EW-52", "EW-E4")
@pytest.mark.parametrize("tiles", [0, 1, 2, 4])
def test_each_free_step_tile_makes_one_more_step_free_and_these_come_first(tiles: int) -> None:
    match = eastern_wonders(storage=["YYY"], boats=["cloves_1"], bonus=["step " * tiles])
    path = ["tea_1", "chili_3", "cloves_3", "ginger_5", "chili_5", "tea_4"]
    for tile in path[: 1 + tiles]:
        play(match, f"step {tile}")
        assert (question(match), cubes(match, 0), seen(match, 0, "boat")) == ("sailing", "YYY", tile)
    play(match, f"step {path[1 + tiles]}")
    assert (question(match), options(match)) == ("leaving", {"cube Y"})
    assert on(play(match, "cube Y"), path[tiles], "cubes") == "Y"
    assert seen(match, 0, "boat") == path[1 + tiles]


@rule("EW-32")
def test_each_further_step_leaves_a_cube_of_ones_choice_on_the_tile_that_is_left() -> None:
    match = eastern_wonders(storage=["YRG"], boats=["chili_2"])
    play(match, "step cloves_1", "step chili_5")
    assert options(match) == {"cube Y", "cube R", "cube G"}
    with pytest.raises(century.IllegalAction, match=r"you have no such cube \(EW-32\)"):
        match.play("cube B")
    play(match, "cube G", "step tea_4", "cube Y", "step cloves_4")
    assert options(play(match, "cube R")) == {"anchor"}
    play(match, "anchor", "done")
    left = {tile["tile"]: tile["cubes"] for tile in match.view()["map"] if tile["cubes"]}
    assert left == {"cloves_1": "G", "chili_5": "Y", "tea_4": "R"}
    assert (cubes(match, 0), seen(match, 0, "boat")) == ("", "cloves_4")


@rule("EW-32")
def test_cubes_stay_on_a_tile_and_add_up() -> None:
    match = eastern_wonders(storage=["R", "Y"], boats=["chili_2", "chili_2"], lying={"cloves_1": "B"})
    play(match, "step cloves_1", "step chili_5", "cube R", "anchor", "done")
    play(match, "step cloves_1", "step tea_1", "cube Y", "anchor", "done")
    assert on(match, "cloves_1", "cubes") == "YRB"


@rule("EW-32")
def test_without_a_cube_to_leave_there_is_no_further_step() -> None:
    match = play(eastern_wonders(boats=["chili_2"]), "step cloves_1")
    assert options(match) == {"anchor"}
    with pytest.raises(century.IllegalAction, match=r"no cube to leave behind \(EW-32\)"):
        match.play("step tea_1")


@rule("EW-33")
def test_each_boat_on_the_market_tile_gets_a_cube_of_the_movers_choice_in_turn_order() -> None:
    match = eastern_wonders(
        players=4, start=1, storage=["", "YRGB", "Y", ""], boats=["cloves_1", "chili_2", "cloves_1", "cloves_1"]
    )
    play(match, "step cloves_1", "anchor")
    assert options(match) == {"cube Y", "cube R", "cube G", "cube B"}
    assert cubes(play(match, "cube R"), 2) == "YR"
    assert options(match) == {"cube Y", "cube G", "cube B"}
    assert cubes(play(match, "cube B"), 3) == "B"
    assert cubes(play(match, "cube Y"), 0) == "Y"
    assert (question(match), match.actor, cubes(match, 1)) == ("ashore", 1, "G")


@rule("EW-33")
def test_boats_elsewhere_get_nothing() -> None:
    match = eastern_wonders(players=3, storage=["YY"], boats=["chili_2", "cloves_1", "tea_1"])
    play(match, "step cloves_1", "anchor", "cube Y")
    assert (question(match), [cubes(match, seat) for seat in range(3)]) == ("ashore", ["Y", "Y", ""])


@rule("EW-33")
def test_ports_have_no_toll() -> None:
    match = eastern_wonders(players=3, storage=["Y"], boats=["chili_2", "port_1", "port_1"])
    play(match, "step port_1", "anchor")
    assert (question(match), cubes(match, 0), cubes(match, 1)) == ("ashore", "Y", "")
    assert "port_1" in steps(eastern_wonders(boats=["chili_2", "port_1"]))


@rule("EW-33")
def test_tiles_merely_passed_have_no_toll() -> None:
    match = eastern_wonders(storage=["Y"], boats=["chili_2", "cloves_1"])
    play(match, "step cloves_1", "step chili_5", "cube Y", "anchor")
    assert (question(match), cubes(match, 1), on(match, "cloves_1", "cubes")) == ("ashore", "", "Y")


@rule("EW-33")
def test_a_movement_must_not_end_where_the_toll_cannot_be_paid() -> None:
    match = eastern_wonders(boats=["chili_2", "cloves_1"])
    assert steps(match) == {"port_1", "ginger_1", "ginger_2", "tea_1", "tea_2"}
    with pytest.raises(century.IllegalAction, match=r"you could not pay the toll there .* \(EW-33\)"):
        match.play("step cloves_1")
    assert "cloves_1" in steps(eastern_wonders(storage=["Y"], boats=["chili_2", "cloves_1"]))


@rule("EW-33")
def test_with_too_few_cubes_for_all_boats_there_the_movement_must_go_on() -> None:
    match = eastern_wonders(players=3, storage=["Y"], boats=["chili_2", "cloves_1", "cloves_1"])
    play(match, "step cloves_1")
    assert options(match) == {
        f"step {tile}" for tile in ("chili_2", "tea_2", "ginger_4", "chili_5", "ginger_5", "tea_1")
    }
    with pytest.raises(century.IllegalAction, match=r"the toll is 2, you have 1 \(EW-33\)"):
        match.play("anchor")
    play(match, "step tea_1", "cube Y")
    assert options(match) == {"anchor"}


@rule("EW-33", "EW-52")
def test_who_can_pass_freely_need_not_be_able_to_pay() -> None:
    match = eastern_wonders(boats=["chili_2", "cloves_1"], bonus=["step"])
    assert "anchor" not in options(play(match, "step cloves_1"))
    assert steps(match) == {"chili_2", "tea_2", "ginger_4", "chili_5", "ginger_5", "tea_1"}


@rule("EW-33", "EW-E3")
def test_a_step_into_a_dead_end_of_tolls_is_not_offered() -> None:
    """By hand: cloves_5 lies at 1, 3, where it touches only tea_3 and cloves_4. No cubes, two free steps.

    With a boat on each of the three every way through cloves_5 ends at a toll; with one less there is a way out.
    """
    pack = map_pack(spaces=[*SPACES[:-1], [1, 3]])
    boats = ["tea_3", "tea_3", "cloves_5", "cloves_4"]
    match = eastern_wonders(players=4, components=pack, boats=boats, bonus=["step"])
    assert steps(match) == {"ginger_3", "chili_4", "cloves_4"}
    with pytest.raises(century.IllegalAction, match="you could not pay the toll there or sail on"):
        match.play("step cloves_5")
    for free in (1, 3):
        moor(match, free, "port_1")
        assert "cloves_5" in steps(refresh(match))
        ways = options(match.copy().play("step cloves_5"))
        assert ways == {"step tea_3" if free == 1 else "step cloves_4"}
        moor(match, free, boats[free])


@rule("EW-33", "EW-E8")
def test_the_toll_is_paid_from_what_is_left_after_the_steps() -> None:
    match = eastern_wonders(storage=["Y"], boats=["chili_2", "chili_5"])
    play(match, "step cloves_1")
    assert steps(match) == {"chili_2", "tea_2", "ginger_4", "ginger_5", "tea_1"}
    with pytest.raises(century.IllegalAction, match=r"you could not pay the toll"):
        match.play("step chili_5")
    richer = eastern_wonders(storage=["YR"], boats=["chili_2", "chili_5"])
    play(richer, "step cloves_1", "step chili_5", "cube R", "anchor")
    assert options(richer) == {"cube Y"}


@rule("EW-33", "EW-35")
def test_cubes_to_be_picked_up_pay_neither_toll_nor_steps() -> None:
    match = eastern_wonders(boats=["chili_2", "cloves_1"], lying={"cloves_1": "YY", "tea_2": "YY"})
    assert "cloves_1" not in steps(match)
    assert options(play(match, "step tea_2")) == {"anchor"}
    poor = eastern_wonders(storage=["Y"], boats=["chili_2", "cloves_1"], lying={"cloves_1": "RR"})
    play(poor, "step cloves_1", "anchor")
    assert options(poor) == {"cube Y"}
    assert (cubes(play(poor, "cube Y", "pick up"), 0), cubes(poor, 1)) == ("RR", "Y")


@rule("EW-34", "EW-E7")
def test_all_cubes_on_the_tile_may_be_picked_up_or_none() -> None:
    match = eastern_wonders(storage=["G"], boats=["chili_2"], lying={"cloves_1": "YYRB", "tea_1": "Y"})
    play(match, "step cloves_1", "anchor")
    assert options(match) == {"pick up", "done"}
    taken = match.copy().play("pick up")
    assert (question(taken), cubes(taken, 0), on(taken, "cloves_1", "cubes")) == ("ashore", "YYRGB", "")
    assert on(taken, "tea_1", "cubes") == "Y"
    play(match, "done")
    assert (question(match), cubes(match, 0), on(match, "cloves_1", "cubes")) == ("ashore", "G", "YYRB")


@rule("EW-34")
def test_where_no_cubes_lie_nothing_is_asked() -> None:
    assert question(play(eastern_wonders(boats=["chili_2"]), "step cloves_1", "anchor")) == "ashore"


@rule("EW-E7", "EW-68")
def test_a_surplus_that_was_picked_up_goes_at_the_end_of_the_turn() -> None:
    match = eastern_wonders(storage=["Y" * 9], boats=["chili_2"], lying={"cloves_1": "RRR"})
    play(match, "step cloves_1", "anchor", "pick up")
    assert (question(match), cubes(match, 0)) == ("ashore", "Y" * 9 + "RRR")
    assert options(play(match, "done")) == {"cube Y", "cube R"}
    assert on(match, "cloves_1", "cubes") == ""  # the surplus does not stay there
    assert (cubes(play(match, "cube Y", "cube Y"), 0), match.actor) == ("Y" * 7 + "RRR", 1)


# --- market action ------------------------------------------------------------------------------------


@rule("EW-40")
def test_trading_needs_an_own_outpost_on_the_tile() -> None:
    match = eastern_wonders(storage=["YYYYYY"], boats=["cloves_1"], outposts=["cloves_2", "cloves_1"])
    assert not any(text.startswith("times") for text in options(play(match, "anchor")))
    with pytest.raises(century.IllegalAction, match=r"you have no outpost here to trade with \(EW-40\)"):
        match.play("times 1")


@rule("EW-40")
def test_a_player_has_at_most_one_outpost_on_a_tile() -> None:
    match = play(eastern_wonders(storage=["YYYYYY"], boats=["cloves_1"], outposts=["cloves_1"]), "anchor")
    assert options(match) == {"times 1", "times 2", "harvest", "done"}
    with pytest.raises(century.IllegalAction, match=r"already have an outpost on this tile \(EW-40\)"):
        match.play("build")


@rule("EW-40")
def test_there_is_no_market_action_on_a_port() -> None:
    match = play(eastern_wonders(storage=["YYYYYY"], boats=["port_1"]), "anchor")
    assert options(match) == {"harvest", "done"}
    with pytest.raises(century.IllegalAction, match=r"not a market tile \(EW-40\)"):
        match.play("build")


@rule("EW-41")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_on_a_tile_without_outposts_building_is_free(players: int) -> None:
    match = eastern_wonders(players=players, storage=["YR"], boats=["cloves_1"], outposts=["", "tea_1"])
    play(match, "anchor", "build", "done")
    assert (match.actor, cubes(match, 0), seen(match, 0, "outposts")) == (1, "YR", ["cloves_1"])


@rule("EW-41", "EW-E10")
@pytest.mark.parametrize(
    ("players", "others", "cost"), [(2, 1, 2), (3, 1, 1), (3, 2, 2), (4, 1, 1), (4, 2, 2), (4, 3, 3)]
)
def test_an_outpost_costs_a_cube_for_each_one_there_and_two_cubes_with_two_players(
    players: int, others: int, cost: int
) -> None:
    there = ["", *["cloves_1"] * others]
    match = eastern_wonders(players=players, storage=["R" * cost], boats=["cloves_1"], outposts=there)
    play(match, "anchor", "build")
    assert match.view()["question"]["text"] == f"Pay for the outpost: choose a cube, lowest colours first ({cost} left)"
    play(match, *["cube R"] * cost)
    assert (question(match), cubes(match, 0), on(match, "cloves_1", "outposts")) == (
        "trading on",
        "",
        list(range(others + 1)),
    )
    assert all(cubes(match, seat) == "" for seat in range(1, players))  # it goes to the supply
    poor = eastern_wonders(players=players, storage=["R" * (cost - 1)], boats=["cloves_1"], outposts=there)
    assert "build" not in options(play(poor, "anchor"))
    with pytest.raises(century.IllegalAction, match=rf"it costs {cost} cubes, you have {cost - 1} \(EW-41\)"):
        poor.play("build")


@rule("EW-41")
def test_the_cubes_for_an_outpost_are_of_ones_choice_each_choice_in_one_way() -> None:
    """By hand: 2 of YYRB: YY, YR, YB, RB."""
    match = eastern_wonders(storage=["YYRB"], boats=["cloves_1"], outposts=["", "cloves_1"])
    play(match, "anchor", "build")
    ends = []
    for first in match.actions():
        for second in match.copy().play(first).actions():
            ends.append(cubes(match.copy().play(first).play(second), 0))
    assert sorted(ends) == sorted(["RB", "YB", "YR", "YY"])


@rule("EW-42", "EW-E14")
@pytest.mark.parametrize(("tile", "row"), [("ginger_1", 0), ("chili_1", 1), ("tea_1", 2), ("cloves_1", 3)])
def test_the_leftmost_outpost_of_the_row_of_the_tiles_symbol_is_taken(tile: str, row: int) -> None:
    """By hand: 0, 1, 3, 5 and 8 points are uncovered, one space after the other."""
    for before, points in enumerate((0, 1, 3, 5, 8)):
        counts = [0, 0, 0, 0]
        counts[row] = before
        match = eastern_wonders(boats=[tile], outposts=[rows(*counts)])
        play(match, "anchor", "build", "done")
        counts[row] += 1
        assert (seen(match, 0, "built"), match.scores()[0]["outposts"]) == (counts, points)
        assert tile in seen(match, 0, "outposts")
        assert on(match, tile, "outposts") == [0]


@rule("EW-42")
def test_an_outpost_never_comes_back() -> None:
    match = eastern_wonders(boats=["cloves_1", "cloves_1"], storage=["", "YY"])
    play(match, "anchor", "build", "done", "anchor", "build", "cube Y", "cube Y", "done")
    play(match, "step tea_1", "anchor", "build", "done", "anchor", "done")
    assert seen(match, 0, "outposts") == ["tea_1", "cloves_1"]
    assert on(match, "cloves_1", "outposts") == [0, 1]


@rule("EW-43", "EW-E15")
@pytest.mark.parametrize("column", [1, 2, 3, 4, 5])
@pytest.mark.parametrize("row", [0, 1, 2, 3])
def test_the_fourth_row_that_loses_its_outpost_of_a_column_brings_a_bonus_tile(row: int, column: int) -> None:
    counts = [column] * 4
    counts[row] = column - 1
    tile = f"{SYMBOLS[row]}_1"
    match = play(eastern_wonders(boats=[tile], outposts=[rows(*counts)]), "anchor", "build")
    assert options(match) == {f"bonus {kind}" for kind in KINDS}  # not optional
    play(match, "bonus harvest")
    assert question(match) == "trading on"  # one column at most
    assert seen(match, 0, "bonus") == {"hold": 0, "step": 0, "points": 0, "upgrade": 0, "harvest": 1}
    assert match.view()["bonus_piles"] == {"hold": 4, "step": 4, "points": 4, "upgrade": 4, "harvest": 3}


@rule("EW-43", "EW-E15")
@pytest.mark.parametrize("counts", [(0, 1, 1, 0), (0, 0, 0, 0), (1, 1, 1, 1), (2, 1, 3, 1), (4, 4, 4, 3), (4, 5, 5, 3)])
def test_a_build_that_empties_no_column_brings_nothing(counts: tuple[int, int, int, int]) -> None:
    match = play(eastern_wonders(boats=["ginger_1"], outposts=[rows(*counts)]), "anchor", "build")
    assert (question(match), sum(seen(match, 0, "bonus").values())) == ("trading on", 0)


@rule("EW-44")
def test_a_trade_is_carried_out_any_number_of_times() -> None:
    """The example of the rule: 9 Y and YYY > B."""
    match = eastern_wonders(storage=["Y" * 9 + "R"], boats=["cloves_1"], outposts=["cloves_1"])
    play(match, "anchor")
    assert {text for text in options(match) if "times" in text} == {"times 1", "times 2", "times 3"}
    for times, after in ((1, "YYYYYYRB"), (2, "YYYRBB"), (3, "RBBB")):
        traded = match.copy().play(f"times {times}")
        assert (cubes(traded, 0), traded.actor) == (after, 1)


@rule("EW-44")
@pytest.mark.parametrize(
    ("tile", "before", "after"),
    [("ginger_3", "RB", "YYYB"), ("tea_2", "RRRR", "YRGB"), ("cloves_4", "B", "YRG"), ("chili_1", "YYG", "GG")],
)
def test_all_cubes_of_one_side_are_given_and_all_of_the_other_taken(tile: str, before: str, after: str) -> None:
    match = eastern_wonders(storage=[before], boats=[tile], outposts=[tile])
    assert cubes(play(match, "anchor", "times 1"), 0) == after


@rule("EW-44")
def test_a_trade_needs_all_cubes_of_its_give_side() -> None:
    match = eastern_wonders(storage=["YYRB"], boats=["cloves_1"], outposts=["cloves_1"])
    assert options(play(match, "anchor")) == {"harvest", "done"}


@rule("EW-44", "EW-45")
def test_who_has_just_built_may_trade_or_not() -> None:
    match = play(eastern_wonders(storage=["YYYYYYY"], boats=["cloves_1"]), "anchor", "build")
    assert options(match) == {"times 1", "times 2", "done"}
    assert cubes(match.copy().play("times 2"), 0) == "YBB"
    assert match.copy().play("times 2").actor == 1
    assert (cubes(play(match, "done"), 0), match.actor) == ("Y" * 7, 1)


@rule("EW-45")
def test_trading_without_building_is_a_market_action() -> None:
    match = eastern_wonders(storage=["YYY"], boats=["cloves_1"], outposts=["cloves_1"])
    assert (cubes(play(match, "anchor", "times 1"), 0), match.actor) == ("B", 1)
