"""Eastern Wonders, rule by rule (docs/rules/eastern_wonders.md)."""

import json
from collections import Counter
from collections.abc import Sequence
from itertools import combinations
from typing import Any

import pytest

import century
from century.engine.match import Match
from century.mechanisms.ports import VP_TILES
from tests.helpers import cards, cubes, options, play, played_on, refresh, rule
from tests.tables.sea import (
    KINDS,
    LAID,
    MARKETS,
    PORTS,
    SYMBOLS,
    Hex,
    around,
    at_sea,
    hold,
    moor,
    on,
    places,
    ports,
    question,
    rows,
    seen,
    settle,
    steps,
)

GAME = century.game("eastern-wonders")


def eastern_wonders(**more: Any) -> Match:
    """A table of Eastern Wonders with the tiles as in `LAID`, and what else `at_sea` takes."""
    return at_sea("eastern-wonders", LAID, **more)


def map_pack(**changes: Any) -> dict[str, Any]:
    """Map first_game in a pack of one's own, with changes."""
    match = GAME.new(players=2, seed=1, interpreted=True)
    spaces, port_spaces = match.state.spaces.tolist(), match.state.set_places.tolist()
    return {"map": [{"id": "first_game", "spaces": spaces, "ports": port_spaces, **changes}]}


SPACES: list[list[int]] = map_pack()["map"][0]["spaces"]


# --- terms ----------------------------------------------------------------------------------------


@rule("EW-1")
def test_two_to_four_play() -> None:
    for players in (2, 3, 4):
        assert len(GAME.new(players=players, seed=1, interpreted=True).view()["seats"]) == players
    for players in (1, 5):
        with pytest.raises(century.CenturyError, match="is a whole number from 2 to 4, not"):
            GAME.new(players=players)


@rule("EW-2", "EW-54")
def test_an_upgrade_goes_one_step_up_and_brown_is_the_highest() -> None:
    match = eastern_wonders(storage=["YRGB"], boats=["chili_3"], bonus=["upgrade"])
    play(match, "anchor", "build")
    assert options(match) == {"upgrade Y", "upgrade R", "upgrade G", "done"}
    assert cubes(match.copy().play("upgrade Y"), 0) == "RRGB"
    assert cubes(match.copy().play("upgrade R"), 0) == "YGGB"
    assert cubes(match.copy().play("upgrade G"), 0) == "YRBB"


@rule("EW-3", "EW-E1")
def test_the_supply_is_unlimited() -> None:
    """By hand: 4 holds of 10 Y are more than the 35 yellow cubes of the box, and 80 more are taken."""
    match = eastern_wonders(players=4, storage=["Y" * 10] * 4)
    for _ in range(40):
        play(match, "anchor", "harvest")
        assert len(cubes(match, match.actor or 0)) == 12
        play(match, "cube Y", "cube Y")
    assert [cubes(match, seat) for seat in range(4)] == ["Y" * 10] * 4


@rule("EW-4")
def test_the_map_is_of_market_tiles_with_a_trade_and_ports_and_has_no_sea() -> None:
    shown = {tile["tile"]: tile for tile in eastern_wonders().view()["map"]}
    assert {tile.split("_")[0] for tile in shown} == {*SYMBOLS, "port"}
    assert (shown["cloves_1"]["give"], shown["cloves_1"]["take"]) == ("YYY", "B")
    assert (shown["ginger_3"]["give"], shown["ginger_3"]["take"]) == ("R", "YYY")
    assert all("give" in shown[tile] and "take" in shown[tile] for tile in LAID)
    assert not any("give" in shown[port] or "take" in shown[port] for port in PORTS)


@rule("EW-4")
def test_a_market_tile_keeps_its_symbol() -> None:
    with pytest.raises(century.ComponentError, match="market_tea_1: symbol must be 'tea', not 'chili'"):
        GAME.new(components={"market_tile": [{"id": "market_tea_1", "symbol": "chili", "give": "Y", "take": "R"}]})


@rule("EW-5")
def test_a_vp_tile_shows_its_cost_and_points() -> None:
    match = eastern_wonders(ports=["vp_11_a", "vp_13_c", "closed", ""])
    assert match.view()["ports"] == {
        "port_1": {"card": "vp_11_a", "cost": "YYGGG", "points": 11},
        "port_2": {"card": "vp_13_c", "cost": "YBBB", "points": 13},
        "port_3": "closed",
        "port_4": None,
    }


@rule("EW-6", "EW-7")
@pytest.mark.parametrize(("built", "points"), [(0, 0), (1, 0), (2, 1), (3, 3), (4, 5), (5, 8)])
@pytest.mark.parametrize("row", [0, 1, 2, 3])
def test_a_row_has_five_outposts_over_0_1_2_2_and_3_points(row: int, built: int, points: int) -> None:
    counts = [0, 0, 0, 0]
    counts[row] = built
    assert eastern_wonders(outposts=[rows(*counts)]).scores()[0]["outposts"] == points


@rule("EW-6", "EW-E14")
def test_each_player_has_20_outposts() -> None:
    """By hand: the 20 tiles of the map, one outpost each; 4 rows of 8 points."""
    match = eastern_wonders(players=2, outposts=["", "ginger_1"])
    for tile in LAID:
        moor(match, 0, tile)
        hold(match, 0, "YY")
        refresh(match)
        play(match, "anchor", "build")
        while match.actor == 0:
            play(match, "done" if "done" in options(match) else match.actions()[0].text)
        play(match, "anchor", "done")
    assert seen(match, 0, "built") == [5, 5, 5, 5]
    assert sorted(seen(match, 0, "outposts")) == sorted(LAID)
    assert match.scores()[0]["outposts"] == 32
    assert sum(seen(match, 0, "bonus").values()) == 5


@rule("EW-7")
def test_the_hold_has_ten_spaces() -> None:
    assert [seen(eastern_wonders(players=4), seat, "storage") for seat in range(4)] == [10] * 4


# --- setup ----------------------------------------------------------------------------------------


@rule("EW-10", "EW-E14")
def test_one_random_tile_of_each_symbol_is_removed() -> None:
    """By hand: each of the 24 tiles is missing in a sixth of 300 games, about 50."""
    missing: Counter[str] = Counter()
    for seed in range(300):
        laid = set(places(GAME.new(players=2, seed=seed, interpreted=True))) - set(PORTS)
        assert Counter(tile.split("_")[0] for tile in laid) == dict.fromkeys(SYMBOLS, 5)
        missing.update(set(MARKETS) - laid)
    assert set(missing) == set(MARKETS)
    assert all(25 <= number <= 80 for number in missing.values())


@rule("EW-10")
def test_the_market_tiles_lie_at_random() -> None:
    """By hand: a tile lies on a hex in 1/20 of 5/6 of 300 games, about 12."""
    middles: Counter[str] = Counter()
    for seed in range(300):
        hexes = places(GAME.new(players=2, seed=seed, interpreted=True))
        middles.update(tile for tile, place in hexes.items() if place == (0, 0))
    assert set(middles) == set(MARKETS)
    assert max(middles.values()) < 30


@rule("EW-10", "EW-11")
def test_the_map_is_the_first_game_unless_another_one_is_named() -> None:
    hexes = set(places(GAME.new(seed=1, interpreted=True)).values())
    assert hexes == set(places(GAME.new(seed=1, map="first_game", interpreted=True)).values())
    assert hexes != set(places(GAME.new(seed=1, map="atoll", interpreted=True)).values())
    with pytest.raises(century.CenturyError, match="no map 'moon'"):
        GAME.new(map="moon")


@rule("EW-11")
def test_the_first_map_has_five_columns_and_the_ports_at_the_ends_of_the_outer_ones() -> None:
    hexes = places(GAME.new(players=2, seed=5, interpreted=True))
    columns = [sorted(r for q, r in hexes.values() if q == column) for column in sorted({q for q, _ in hexes.values()})]
    assert [len(column) for column in columns] == [4, 5, 6, 5, 4]
    assert all(column == list(range(column[0], column[-1] + 1)) for column in columns)
    middles = [column[0] + column[-1] + number for number, column in enumerate(columns)]
    assert len(set(middles)) == 1  # each column is centred beside the next, half a hex higher for each step right
    ends = {(-2, columns[0][0]), (-2, columns[0][-1]), (2, columns[4][0]), (2, columns[4][-1])}
    assert {place for tile, place in hexes.items() if tile in PORTS} == ends


@rule("EW-12")
def test_four_vp_tiles_are_revealed_and_the_rest_is_a_pile_with_the_closed_port_tile() -> None:
    """By hand: 26 tiles less 4 on ports, and the Closed Port tile: 23."""
    dealt = []
    for seed in range(40):
        match = GAME.new(players=2, seed=seed, interpreted=True)
        dealt.append(tuple(ports(match)))
        assert len(set(dealt[-1])) == 4
        assert set(dealt[-1]) <= set(VP_TILES)
        assert match.view()["vp_pile"] == 23
    assert len(set(dealt)) == 40
    assert len({tiles[0] for tiles in dealt}) > 12


def claims_until_closed(seed: int) -> tuple[int, Match]:
    """Seat 0 claims at port 1 until a port is closed; how many claims that took."""
    match = eastern_wonders(seed=seed, boats=["port_1"])
    claims = 0
    while "closed" not in ports(match):
        claims += 1
        hold(match, 0, match.view()["ports"]["port_1"]["cost"])
        match.state.seats[0].claimed = 0  # the game goes on
        refresh(match)
        play(match, "anchor", "claim", "anchor", "done")
    return claims, match


@rule("EW-12", "EW-62")
def test_the_closed_port_tile_is_the_1st_to_6th_tile_drawn() -> None:
    """By hand: each of the six places in about 25 of 150 games."""
    drawn = Counter(claims_until_closed(seed)[0] for seed in range(150))
    assert set(drawn) == {1, 2, 3, 4, 5, 6}
    assert all(8 <= number <= 48 for number in drawn.values())


@rule("EW-13", "EW-56")
def test_there_are_four_bonus_tiles_of_each_of_five_kinds() -> None:
    view = GAME.new(players=4, seed=2, interpreted=True).view()
    assert view["bonus_piles"] == {"hold": 4, "step": 4, "points": 4, "upgrade": 4, "harvest": 4}


@rule("EW-13", "EW-53")
def test_the_points_tiles_are_taken_in_the_order_6_5_4_3() -> None:
    match = eastern_wonders(boats=["ginger_1", "ginger_1"])
    points = []
    for taken in range(4):
        seat = taken % 2
        settle(match, seat, rows(taken, taken + 1, taken + 1, taken + 1).split())
        hold(match, seat, "YYYY")
        before = match.scores()[seat]["bonus tiles"]
        refresh(match)
        play(match, "anchor", "build")
        while "bonus points" not in options(match):
            play(match, "cube Y")
        play(match, "bonus points", "done")
        points.append(match.scores()[seat]["bonus tiles"] - before)
    assert points == [6, 5, 4, 3]
    assert match.view()["bonus_piles"]["points"] == 0
    assert [items["bonus tiles"] for items in match.scores()] == [10, 8]


@rule("EW-14")
def test_the_boards_are_full_of_outposts_and_the_start_player_is_random_or_named() -> None:
    view = GAME.new(players=4, seed=3, interpreted=True).view()
    assert all((seat["built"], seat["outposts"], seat["boat"]) == ([0] * 4, [], None) for seat in view["seats"])
    starts = [GAME.new(players=4, seed=seed, interpreted=True).view()["start"] for seed in range(200)]
    assert all(30 <= starts.count(seat) <= 75 for seat in range(4))
    assert [GAME.new(players=4, start=seat, interpreted=True).view()["start"] for seat in range(4)] == [0, 1, 2, 3]


@rule("EW-14", "EW-20")
def test_turns_go_clockwise_from_the_start_player_in_rounds() -> None:
    match = eastern_wonders(players=3, start=2)
    order = []
    for _ in range(6):
        order.append((match.round, match.actor))
        play(match, "anchor", "done")
    assert order == [(1, 2), (1, 0), (1, 1), (2, 2), (2, 0), (2, 1)]


@rule("EW-15")
def test_in_reverse_turn_order_each_takes_a_group_and_at_once_places_the_boat() -> None:
    match = GAME.new(players=4, start=1, seed=1, interpreted=True)
    assert match.view()["groups"] == {"1": "YYYY", "2": "YYR", "3": "RR", "4": "YG"}
    left = {"group 1", "group 2", "group 3", "group 4"}
    tile = next(tile for tile in places(match) if tile in MARKETS)
    for seat, group, taken in ((0, "3", "RR"), (3, "1", "YYYY"), (2, "4", "YG"), (1, "2", "YYR")):
        assert (match.actor, match.round, options(match)) == (seat, 0, left)
        left -= {f"group {group}"}
        play(match, f"group {group}")
        assert (match.actor, cubes(match, seat)) == (seat, taken)
        assert options(match) == {f"place {label}" for label in places(match) if label in MARKETS}
        play(match, f"place {tile}")
    assert (match.actor, match.round, question(match)) == (1, 1, "turn")
    assert on(match, tile, "boats") == [0, 1, 2, 3]  # they share the tile, and nothing was paid
    assert [cubes(match, seat) for seat in range(4)] == ["RR", "YYR", "YG", "YYYY"]


@rule("EW-15")
def test_groups_left_over_go_to_the_supply() -> None:
    match = GAME.new(players=2, start=0, seed=1, interpreted=True)
    removed = next(tile for tile in MARKETS if tile not in places(match))
    tile = next(tile for tile in places(match) if tile in MARKETS)
    play(match, "group 2")
    with pytest.raises(century.IllegalAction, match=r"not on the map \(EW-10\)"):
        match.play(f"place {removed}")
    play(match, f"place {tile}")
    with pytest.raises(century.IllegalAction, match=r"that group is taken \(EW-15\)"):
        match.play("group 2")
    play(match, "group 4", f"place {tile}")
    assert match.view()["groups"] == {}
    assert [cubes(match, seat) for seat in range(2)] == ["YG", "YYR"]
    assert all(tile["cubes"] == "" for tile in match.view()["map"])


# --- a turn ---------------------------------------------------------------------------------------


@rule("EW-21")
def test_a_turn_is_movement_toll_pick_up_action_and_hold_limit_in_this_order() -> None:
    match = eastern_wonders(
        storage=["Y" * 10, ""], boats=["chili_2", "cloves_1"], lying={"cloves_1": "B"}, bonus=["harvest"]
    )
    asked = []
    for answer in ("step cloves_1", "anchor", "cube Y", "pick up", "harvest", "cube Y", "cube Y", "cube Y"):
        asked.append((match.actor, question(match)))
        play(match, answer)
    words = ["turn", "sailing", "paying toll", "picking up", "ashore", "returning", "returning", "returning"]
    assert asked == [(0, word) for word in words]
    assert (match.actor, question(match)) == (1, "turn")
    assert (cubes(match, 0), cubes(match, 1)) == ("YYYYYYYYRB", "Y")


@rule("EW-21")
@pytest.mark.parametrize("answers", [["harvest"], ["build", "done"], ["build", "times 1"], ["done"]])
def test_a_turn_has_at_most_one_action(answers: list[str]) -> None:
    match = play(eastern_wonders(storage=["YYYYYY"], boats=["cloves_1"]), "anchor")
    assert options(match) == {"harvest", "build", "done"}
    assert play(match, *answers).actor == 1
    assert question(match) == "turn"


@rule("EW-22")
@pytest.mark.parametrize("moved", [False, True])
def test_the_actions_depend_on_the_tile_whether_or_not_the_boat_moved(moved: bool) -> None:
    for tile, open_there in (
        ("port_1", {"claim", "harvest", "done"}),
        ("ginger_1", {"times 1", "harvest", "done"}),
        ("chili_2", {"build", "harvest", "done"}),
    ):
        match = eastern_wonders(storage=["YYYRGB"], outposts=["ginger_1"])
        moor(match, 0, ("chili_2" if tile == "ginger_1" else "ginger_1") if moved else tile)
        refresh(match)
        if moved:
            play(match, f"step {tile}")
        assert options(play(match, "anchor")) == open_there


@rule("EW-22", "EW-E22")
def test_a_turn_without_movement_and_action_is_legal() -> None:
    match = eastern_wonders(storage=["Y", "R"], boats=["cloves_1"])
    before = match.view()
    play(match, "anchor", "done")
    assert match.actor == 1
    assert (match.view()["seats"], match.view()["map"]) == (before["seats"], before["map"])


@rule("EW-22")
def test_a_movement_without_action_is_legal() -> None:
    match = play(eastern_wonders(boats=["cloves_1"]), "step tea_1", "anchor", "done")
    assert (match.actor, seen(match, 0, "boat")) == (1, "tea_1")


# --- moving the boat ------------------------------------------------------------------------------


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
        with pytest.raises(century.IllegalAction, match=r"does not touch .* \(EW-30\)"):
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
    with pytest.raises(century.IllegalAction, match=r"no such cube is there \(EW-32\)"):
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
    with pytest.raises(century.IllegalAction, match=r"the toll could not be paid, .* \(EW-33\)"):
        match.play("step cloves_1")
    assert "cloves_1" in steps(eastern_wonders(storage=["Y"], boats=["chili_2", "cloves_1"]))


@rule("EW-33")
def test_with_too_few_cubes_for_all_boats_there_the_movement_must_go_on() -> None:
    match = eastern_wonders(players=3, storage=["Y"], boats=["chili_2", "cloves_1", "cloves_1"])
    play(match, "step cloves_1")
    assert options(match) == {
        f"step {tile}" for tile in ("chili_2", "tea_2", "ginger_4", "chili_5", "ginger_5", "tea_1")
    }
    with pytest.raises(century.IllegalAction, match=r"the toll is 2, 1 there \(EW-33\)"):
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
    with pytest.raises(century.IllegalAction, match="the toll could not be paid, and there is no way on"):
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
    with pytest.raises(century.IllegalAction, match=r"the toll could not be paid"):
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


# --- market action --------------------------------------------------------------------------------


@rule("EW-40")
def test_trading_needs_an_own_outpost_on_the_tile() -> None:
    match = eastern_wonders(storage=["YYYYYY"], boats=["cloves_1"], outposts=["cloves_2", "cloves_1"])
    assert not any(text.startswith("times") for text in options(play(match, "anchor")))
    with pytest.raises(century.IllegalAction, match=r"no own outpost here to trade with \(EW-40\)"):
        match.play("times 1")


@rule("EW-40")
def test_a_player_has_at_most_one_outpost_on_a_tile() -> None:
    match = play(eastern_wonders(storage=["YYYYYY"], boats=["cloves_1"], outposts=["cloves_1"]), "anchor")
    assert options(match) == {"times 1", "times 2", "harvest", "done"}
    with pytest.raises(century.IllegalAction, match=r"own outpost on this tile \(EW-40\)"):
        match.play("build")


@rule("EW-40")
def test_there_is_no_market_action_on_a_port() -> None:
    match = play(eastern_wonders(storage=["YYYYYY"], boats=["port_1"]), "anchor")
    assert options(match) == {"harvest", "done"}
    with pytest.raises(century.IllegalAction, match=r"no market tile \(EW-40\)"):
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
    assert match.view()["question"]["text"] == f"Pay a cube for the outpost, lowest colours first ({cost} left)"
    play(match, *["cube R"] * cost)
    assert (question(match), cubes(match, 0), on(match, "cloves_1", "outposts")) == (
        "trading on",
        "",
        list(range(others + 1)),
    )
    assert all(cubes(match, seat) == "" for seat in range(1, players))  # it goes to the supply
    poor = eastern_wonders(players=players, storage=["R" * (cost - 1)], boats=["cloves_1"], outposts=there)
    assert "build" not in options(play(poor, "anchor"))
    with pytest.raises(century.IllegalAction, match=rf"it costs {cost}, {cost - 1} there \(EW-41\)"):
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


# --- bonus tiles ----------------------------------------------------------------------------------


def bonus_taken(kind: str, storage: str = "", tile: str = "cloves_1") -> Match:
    """Seat 0 has taken a bonus tile for its first column, and is asked about trading."""
    counts = [1, 1, 1, 1]
    counts[SYMBOLS.index(tile.split("_")[0])] = 0
    match = eastern_wonders(storage=[storage], boats=[tile], outposts=[rows(*counts)])
    return play(match, "anchor", "build", f"bonus {kind}")


@rule("EW-50", "EW-51", "EW-E11")
def test_a_hold_tile_adds_three_spaces_also_in_the_turn_in_which_it_is_taken() -> None:
    """By hand: 10 cubes with R > YYY twice make 14, one more than 13."""
    match = bonus_taken("hold", storage="R" * 10, tile="ginger_3")
    assert seen(match, 0, "storage") == 13
    assert match.copy().play("times 1").actor == 1
    play(match, "times 2")
    assert match.view()["question"]["text"] == "Return a cube to the supply, lowest colours first (1 too many)"
    assert (cubes(play(match, "cube R"), 0), match.actor) == ("YYYYYYRRRRRRR", 1)


@rule("EW-50", "EW-51")
@pytest.mark.parametrize(("tiles", "spaces"), [(1, 13), (2, 16), (4, 22)])
def test_hold_tiles_add_up(tiles: int, spaces: int) -> None:
    match = eastern_wonders(storage=["Y" * (spaces - 1)], bonus=["hold " * tiles])
    assert options(play(match, "anchor", "harvest")) == {"cube Y"}
    assert (cubes(play(match, "cube Y"), 0), match.actor) == ("Y" * spaces, 1)


@rule("EW-50", "EW-52")
def test_a_free_step_tile_works_from_the_next_turn_on_in_every_movement() -> None:
    match = play(bonus_taken("step"), "done", "anchor", "done")
    for _ in range(2):
        play(match, "step tea_1", "step cloves_1", "anchor")
        assert (match.actor, question(match)) == (0, "ashore")
        play(match, "done", "anchor", "done")


@rule("EW-50", "EW-54")
def test_an_upgrade_tile_works_with_each_build_from_the_next_on() -> None:
    match = bonus_taken("upgrade", storage="Y")
    assert question(match) == "trading on"
    play(match, "done", "anchor", "done", "step tea_1", "anchor", "build")
    assert options(match) == {"upgrade Y", "done"}
    play(match, "upgrade Y")
    assert (question(match), cubes(match, 0)) == ("trading on", "R")
    play(match, "done", "anchor", "done", "step chili_2", "anchor", "build")
    assert options(match) == {"upgrade R", "done"}
    assert question(play(match, "done")) == "trading on"


@rule("EW-54")
def test_an_upgrade_tile_works_on_building_only() -> None:
    match = eastern_wonders(storage=["YYYY"], boats=["cloves_1"], outposts=["cloves_1"], bonus=["upgrade"])
    play(match, "anchor")
    assert (match.copy().play("times 1").actor, match.copy().play("harvest").actor) == (1, 1)


@rule("EW-50", "EW-55", "EW-65")
@pytest.mark.parametrize(("tiles", "after"), [(0, "YYG"), (1, "YYRG"), (2, "YYRRG"), (4, "YYRRRRG")])
def test_each_harvest_tile_adds_a_red_cube_to_each_harvest(tiles: int, after: str) -> None:
    match = eastern_wonders(storage=["G"], bonus=["harvest " * tiles])
    assert cubes(play(match, "anchor", "harvest"), 0) == after
    assert cubes(match, 1) == ""


@rule("EW-50", "EW-55")
def test_a_harvest_tile_works_from_the_next_turn_on() -> None:
    match = play(bonus_taken("harvest"), "done", "anchor", "harvest", "anchor", "harvest")
    assert (cubes(match, 0), cubes(match, 1)) == ("YYR", "YY")


@rule("EW-53", "EW-54", "EW-55", "EW-71")
@pytest.mark.parametrize(
    ("kind", "totals"),
    [
        ("hold", [0, 0, 0, 0]),
        ("step", [0, 0, 0, 0]),
        ("points", [6, 11, 15, 18]),
        ("upgrade", [2, 4, 6, 8]),
        ("harvest", [1, 2, 3, 4]),
    ],
)
def test_bonus_tiles_score_by_kind_and_add_up(kind: str, totals: list[int]) -> None:
    match = eastern_wonders(boats=["cloves_1"])
    for column, total in enumerate(totals, 1):
        settle(match, 0, rows(column, column, column, column - 1).split())
        refresh(match)
        play(match, "anchor", "build", f"bonus {kind}")
        assert [items["bonus tiles"] for items in match.scores()] == [total, 0]
        play(match, "done", "anchor", "done")


# --- port action ----------------------------------------------------------------------------------


@rule("EW-60", "EW-61")
def test_a_claim_returns_the_cost_takes_the_tile_and_the_port_is_refilled() -> None:
    match = eastern_wonders(storage=["YYRRGB"], boats=["port_1"])
    match.state.mixed = 0  # no Closed Port tile in the pile: 22 VP tiles
    refresh(match)
    play(match, "anchor", "claim")
    assert (match.actor, cubes(match, 0), cubes(match, 1)) == (1, "YR", "")
    assert seen(match, 0, "claimed") == [{"card": "vp_12_a", "cost": "YRGB", "points": 12}]
    after = ports(match)
    assert after[1:] == ["vp_14_a", "vp_15_a", "vp_16_a"]
    assert after[0] in set(VP_TILES) - {"vp_12_a", "vp_14_a", "vp_15_a", "vp_16_a"}
    assert match.view()["vp_pile"] == 21


@rule("EW-60")
def test_there_is_no_port_action_on_a_market_tile() -> None:
    match = play(eastern_wonders(storage=["YYRRGB"], boats=["cloves_1"]), "anchor")
    assert options(match) == {"build", "harvest", "done"}
    with pytest.raises(century.IllegalAction, match=r"this is no port \(EW-60\)"):
        match.play("claim")


@rule("EW-60")
def test_the_tile_of_the_port_where_the_boat_is_is_claimed_and_no_other() -> None:
    for number, port in enumerate(PORTS):
        match = eastern_wonders(storage=["YRGGGGGBBBB"], boats=[port], bonus=["hold"])
        before = ports(match)
        play(match, "anchor", "claim")
        assert cards(match, 0, "claimed") == [before[number]]
        assert [n for n, tile in enumerate(ports(match)) if tile != before[n]] == [number]


@rule("EW-60", "EW-E17")
@pytest.mark.parametrize("storage", ["", "YRG", "YYRG", "RGBB", "YRRGGG", "YRBBBB"])
def test_a_port_action_needs_every_cube_of_the_cost(storage: str) -> None:
    match = play(eastern_wonders(storage=[storage], boats=["port_1"]), "anchor")
    assert options(match) == {"harvest", "done"}
    with pytest.raises(century.IllegalAction, match=r"the tile costs YRGB \(EW-60\)"):
        match.play("claim")


@rule("EW-60", "EW-E17")
def test_one_tile_is_claimed_in_a_turn_and_the_boat_stays() -> None:
    match = eastern_wonders(storage=["Y" * 5 + "R" * 4 + "G" * 6 + "B" * 6], boats=["port_1"], bonus=["hold " * 4])
    match.state.mixed = 0
    refresh(match)
    play(match, "anchor", "claim")
    assert (match.actor, seen(match, 0, "boat"), len(seen(match, 0, "claimed"))) == (1, "port_1", 1)
    play(match, "anchor", "done", "anchor", "claim")
    assert (match.actor, seen(match, 0, "boat"), len(seen(match, 0, "claimed"))) == (1, "port_1", 2)


@rule("EW-62", "EW-E18")
def test_the_claim_that_reveals_the_closed_port_tile_closes_its_own_port_and_nothing_more() -> None:
    match = eastern_wonders(storage=["GGBB"], boats=["port_2"])
    match.state.mixed = 1  # the next tile is the Closed Port tile
    refresh(match)
    play(match, "anchor", "claim")
    assert ports(match) == ["vp_12_a", "closed", "vp_15_a", "vp_16_a"]
    assert match.view()["vp_pile"] == 22


@rule("EW-62")
def test_there_is_no_port_action_on_a_closed_port() -> None:
    everything = "YYYRRRGGGGGBBBBB"  # it pays for every VP tile
    closed = ["vp_12_a", "closed", "vp_15_a", "vp_16_a"]
    match = eastern_wonders(storage=[everything], boats=["port_2"], ports=closed, bonus=["hold hold"])
    assert options(play(match, "anchor")) == {"harvest", "done"}
    with pytest.raises(century.IllegalAction, match=r"the port is closed \(EW-62\)"):
        match.play("claim")


@rule("EW-63")
def test_the_closure_moves_to_the_port_just_served_and_the_other_one_opens() -> None:
    match = eastern_wonders(
        storage=["GGBB", "BBBB"], boats=["port_2", "port_4"], ports=["closed", "vp_14_a", "vp_15_a", "vp_16_a"]
    )
    play(match, "anchor", "claim")
    first = ports(match)
    assert first[1:] == ["closed", "vp_15_a", "vp_16_a"]
    assert first[0] in set(VP_TILES) - {"vp_14_a", "vp_15_a", "vp_16_a"}
    play(match, "anchor", "claim")
    second = ports(match)
    assert (second[0], second[2], second[3]) == (first[0], "vp_15_a", "closed")
    assert second[1] in set(VP_TILES) - {"vp_14_a", "vp_15_a", "vp_16_a", first[0]}
    assert match.view()["vp_pile"] == 21


@rule("EW-63", "EW-E18")
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_from_then_on_just_one_port_is_closed_always_the_last_one_served(seed: int) -> None:
    _, match = claims_until_closed(seed)
    assert ports(match).index("closed") == 0
    for port in (2, 1, 3, 0, 1, 2):
        moor(match, 0, PORTS[port])
        hold(match, 0, match.view()["ports"][PORTS[port]]["cost"])
        match.state.seats[0].claimed = 0
        refresh(match)
        play(match, "anchor", "claim", "anchor", "done")
        after = ports(match)
        assert (after.index("closed"), after.count("closed"), after.count(None)) == (port, 1, 0)


# --- harvest, hold limit --------------------------------------------------------------------------


@rule("EW-65")
@pytest.mark.parametrize("closed", [False, True])
def test_a_harvest_yields_two_yellow_cubes_on_any_tile(closed: bool) -> None:
    shown = ["closed" if closed else "vp_12_a", "vp_14_a", "vp_15_a", "vp_16_a"]
    for tile in (*LAID, *PORTS):
        match = eastern_wonders(storage=["G"], boats=[tile, tile], ports=shown)
        play(match, "anchor", "harvest")
        assert (match.actor, cubes(match, 0)) == (1, "YYG")


@rule("EW-68")
def test_the_surplus_is_of_ones_choice_each_choice_in_one_way() -> None:
    """By hand: 2 of YYY RRR GGG BBB go back: 10 pairs of colours."""
    match = play(eastern_wonders(storage=["YRRRGGGBBB"], boats=["cloves_1"]), "anchor", "harvest")
    assert match.view()["question"]["text"] == "Return a cube to the supply, lowest colours first (2 too many)"
    ends = []
    for first in match.actions():
        for second in match.copy().play(first).actions():
            ended = match.copy().play(first).play(second)
            assert (ended.actor, len(cubes(ended, 0))) == (1, 10)
            ends.append(cubes(ended, 0))
    assert len(ends) == len(set(ends)) == 10


@rule("EW-68")
def test_ten_cubes_are_not_too_many() -> None:
    assert play(eastern_wonders(storage=["Y" * 8]), "anchor", "harvest").actor == 1


@rule("EW-68")
def test_during_a_turn_the_limit_may_be_exceeded() -> None:
    match = eastern_wonders(storage=["R" * 10], boats=["chili_2"], lying={"port_1": "YGB"})
    play(match, "step port_1", "anchor", "pick up", "claim")
    assert (match.actor, cubes(match, 0)) == (1, "R" * 9)


# --- the end --------------------------------------------------------------------------------------


THREE = "vp_11_a vp_11_b vp_13_a"


@rule("EW-70")
@pytest.mark.parametrize(("players", "place"), [(2, 0), (2, 1), (3, 0), (3, 1), (4, 0), (4, 2), (4, 3)])
def test_the_round_of_the_fourth_vp_tile_is_the_last(players: int, place: int) -> None:
    start = 1
    seat = (start + place) % players
    match = eastern_wonders(
        players=players, start=start, claimed=[THREE if other == seat else "" for other in range(players)]
    )
    hold(match, seat, "YRGB")
    moor(match, seat, "port_1")
    refresh(match)
    for turn in range(players):
        assert (match.over, match.actor) == (False, (start + turn) % players)
        play(match, "anchor", "claim" if turn == place else "done")
    assert (match.over, match.stopped, match.actor, match.actions()) == (True, False, None, ())
    with pytest.raises(century.IllegalAction, match="the game is over"):
        match.play("anchor")


@rule("EW-70")
def test_the_third_vp_tile_does_not_end_the_game() -> None:
    match = eastern_wonders(storage=["YRGB"], boats=["port_1"], claimed=["vp_11_a vp_11_b", "vp_13_a vp_13_b vp_13_c"])
    assert not play(match, "anchor", "claim", "anchor", "done").over


@rule("EW-71")
def test_the_score_is_itemised() -> None:
    """By hand: 11 + 20 = 31; points 6, upgrade 2, harvest 1: 9; rows of 3, 1, 2 and 0: 3 + 0 + 1; RGGB: 4."""
    match = eastern_wonders(
        storage=["YYRGGB", "YYY"],
        outposts=[rows(3, 1, 2, 0)],
        bonus=["points upgrade harvest hold step"],
        claimed=["vp_11_a vp_20_a"],
        lying={"chili_3": "BBB"},
    )
    assert match.scores()[0] == {"point cards": 31, "bonus tiles": 9, "outposts": 4, "cubes": 4}
    assert match.totals() == [48, 0]  # yellow cubes and cubes on tiles score for nobody


def finished(start: int, storage: Sequence[str], claimed: Sequence[str]) -> Match:
    """Everybody has one more turn, with a fourth VP tile already claimed."""
    match = eastern_wonders(players=len(claimed), start=start, storage=storage, claimed=claimed)
    return play(match, *["anchor", "done"] * len(claimed))


@rule("EW-72")
def test_most_points_win() -> None:
    """By hand: 11 + 11 + 13 + 13 = 48; 20 + 19 = 39 and 10 cubes make 49."""
    four = "vp_11_a vp_11_b vp_13_a vp_13_b"
    for start in range(3):
        match = finished(start, ["", "B" * 10, ""], [four, "vp_20_a vp_19_a", ""])
        assert (match.totals(), match.winner) == ([48, 49, 0], 1)


@rule("EW-72", "EW-E24")
@pytest.mark.parametrize(("start", "winner"), [(0, 2), (1, 2), (2, 1), (3, 2)])
def test_among_tied_players_the_latest_in_turn_order_wins(start: int, winner: int) -> None:
    """By hand: seats 1 and 2 have 48 points; seat 3 has 0, and seat 0 47 (20 + 19 + RRRGGGBB)."""
    four = "vp_11_a vp_11_b vp_13_a vp_13_b"
    match = finished(start, ["RRRGGGBB", "RRR", "", ""], ["vp_20_a vp_19_a", "vp_18_a vp_15_c vp_12_b", four, ""])
    assert (match.totals(), match.winner) == ([47, 48, 48, 0], winner)


@rule("EW-E24")
@pytest.mark.parametrize(("start", "winner"), [(0, 3), (1, 0), (2, 0), (3, 2)])
def test_of_three_tied_players_one_wins(start: int, winner: int) -> None:
    """By hand: 48, less, 48, 48. Turn orders 0123, 1230, 2301, 3012: the last that is tied."""
    four = "vp_11_a vp_11_b vp_13_a vp_13_b"
    claimed = [four, "vp_20_a", "vp_18_a vp_15_c vp_12_b", "vp_17_a vp_17_b vp_14_b"]
    match = finished(start, ["", "", "RRR", ""], claimed)
    assert (match.totals(), match.winner) == ([48, 20, 48, 48], winner)


# --- own maps -------------------------------------------------------------------------------------


def check_map(match: Match) -> None:
    """Every tile touches two others, all hang together, and the ports lie apart on the outer edge (EW-80)."""
    hexes = places(match)
    taken = set(hexes.values())
    assert len(hexes) == len(taken) == 24
    assert sum(tile in PORTS for tile in hexes) == 4
    assert all(len(around(place) & taken) >= 2 for place in taken)
    assert spread_from(next(iter(taken)), taken) == taken
    reach = 2 + max(abs(number) for place in taken for number in place)
    window = {(q, r) for q in range(-reach, reach + 1) for r in range(-reach, reach + 1)}
    sea = spread_from((reach, reach), window - taken)
    at_ports = [hexes[port] for port in PORTS]
    assert all(around(place) & sea for place in at_ports)
    assert all(one not in around(other) for one, other in combinations(at_ports, 2))


def spread_from(place: Hex, within: set[Hex]) -> set[Hex]:
    """What can be reached from a hex."""
    reached, new = {place}, [place]
    while new:
        near = (around(new.pop()) & within) - reached
        reached |= near
        new += near
    return reached


@rule("EW-80")
@pytest.mark.parametrize("map", ["first_game", "atoll", "long_reach"])
def test_the_printed_maps_are_sound(map: str) -> None:
    check_map(GAME.new(players=2, seed=1, map=map, interpreted=True))


@rule("EW-80")
def test_random_maps_are_sound_and_of_many_shapes() -> None:
    shapes = set()
    for seed in range(300):
        match = GAME.new(players=2, seed=seed, map="random", interpreted=True)
        check_map(match)
        shapes.add(tuple(sorted(places(match).values())))
    assert len(shapes) == 300
    twin = GAME.new(players=2, seed=299, map="random", interpreted=True)
    assert places(twin) == places(match)


@rule("EW-80")
def test_the_ports_of_random_maps_are_spread() -> None:
    """The two nearest ports lie at least three steps apart in most maps, and never next to each other."""
    nearest = []
    for seed in range(60):
        hexes = places(GAME.new(players=2, seed=seed, map="random", interpreted=True))
        at_ports = [hexes[port] for port in PORTS]
        nearest.append(min(apart(one, other) for one, other in combinations(at_ports, 2)))
    assert min(nearest) >= 2
    assert sum(steps >= 3 for steps in nearest) > 50


def apart(one: Hex, other: Hex) -> int:
    q, r = one[0] - other[0], one[1] - other[1]
    return max(abs(q), abs(r), abs(q + r))


@rule("EW-80")
@pytest.mark.parametrize(
    ("changes", "complaint"),
    [
        ({"spaces": [*SPACES[:-1], [9, 9]]}, "its tiles do not all touch"),
        ({"spaces": [*SPACES[:-1], SPACES[0]]}, "two tiles lie on one hex"),
        ({"spaces": [*SPACES[:-1], [-2, 0]]}, "two tiles lie on one hex"),
        ({"spaces": SPACES[:-1]}, "spaces must be 20 hexes"),
        ({"spaces": [*SPACES, [3, 0]]}, "spaces must be 20 hexes"),
        ({"ports": [[-2, 0], [-2, 3], [2, -2]]}, "ports must be 4 hexes"),
        ({"ports": [[-2, 0], [-2, 3], [2, -2], [2, 1], [3, 0]]}, "ports must be 4 hexes"),
        ({"ports": [[-2, 0], [-2, 3], [2, -2], [0, 4]]}, r"the tile at \[0, 4\] touches fewer than 2 others"),
        ({"ports": [[-2, 0], [-2, 3], [2, -2], [2, "1"]]}, r"ports: \[2, '1'\] is no hex"),
        ({"ports": [[-2, 0], [-2, 3], [2, -2], [2, 1, 0]]}, r"ports: \[2, 1, 0\] is no hex"),
        ({"spaces": [*SPACES[:-1], [300, 0]]}, r"spaces: \[300, 0\] is no hex"),
        ({"spaces": "many"}, "spaces must be 20 hexes"),
    ],
)
def test_a_pack_that_breaks_a_map_is_refused_with_its_name(changes: dict[str, Any], complaint: str) -> None:
    GAME.new(players=2, seed=1, components=map_pack(), interpreted=True)  # as it is it is sound
    with pytest.raises(century.ComponentError, match=f"first_game: {complaint}"):
        GAME.new(players=2, seed=1, components=map_pack(**changes), interpreted=True)


# --- edge cases -----------------------------------------------------------------------------------


@rule("EW-E2")
def test_who_stays_pays_no_toll_and_picks_up_nothing() -> None:
    match = eastern_wonders(storage=["Y", ""], boats=["cloves_1", "cloves_1"], lying={"cloves_1": "BB"})
    play(match, "anchor")
    assert (question(match), cubes(match, 0), cubes(match, 1)) == ("ashore", "Y", "")
    assert on(play(match, "done"), "cloves_1", "cubes") == "BB"
    broke = eastern_wonders(boats=["cloves_1", "cloves_1"])
    assert "anchor" in options(broke)


@rule("EW-E3")
def test_a_movement_may_end_where_it_began_and_costs_toll_there() -> None:
    match = eastern_wonders(storage=["YR", ""], boats=["cloves_1", "cloves_1"], lying={"cloves_1": "B"})
    play(match, "step tea_1", "step cloves_1", "cube Y", "anchor")
    assert (question(match), options(match)) == ("paying toll", {"cube R"})
    play(match, "cube R", "pick up")
    assert (cubes(match, 0), cubes(match, 1), on(match, "tea_1", "cubes")) == ("B", "R", "Y")


@rule("EW-E3")
def test_a_tile_may_be_entered_several_times_and_cubes_left_in_the_movement_picked_up() -> None:
    match = eastern_wonders(storage=["YR"], boats=["cloves_1"])
    play(match, "step tea_1", "step cloves_1", "cube Y", "step tea_1", "cube R", "anchor")
    assert options(match) == {"pick up", "done"}
    play(match, "pick up")
    assert (cubes(match, 0), on(match, "cloves_1", "cubes"), on(match, "tea_1", "cubes")) == ("Y", "R", "")


@rule("EW-E4")
def test_no_cube_can_be_left_on_a_free_step() -> None:
    match = eastern_wonders(storage=["YR"], boats=["cloves_1"])
    assert not any(text.startswith("cube") for text in options(match))
    play(match, "step tea_1")
    assert question(match) == "sailing"
    assert not any(text.startswith("cube") for text in options(match))
    play(match, "anchor", "done")
    assert (cubes(match, 0), on(match, "cloves_1", "cubes")) == ("YR", "")


@rule("EW-E5")
def test_free_steps_do_not_carry_over() -> None:
    match = eastern_wonders(boats=["cloves_1"], bonus=["step"])
    play(match, "anchor", "done", "anchor", "done", "step tea_1", "step chili_3")
    assert options(match) == {"anchor"}


@rule("EW-E5")
def test_no_step_follows_the_end_of_the_movement() -> None:
    match = eastern_wonders(storage=["YYY"], boats=["cloves_1"], bonus=["step"])
    play(match, "step tea_1", "anchor")
    assert steps(match) == set()
    with pytest.raises(century.IllegalAction, match="cannot answer 'step chili_3' now"):
        match.play("step chili_3")
    assert (play(match, "harvest").actor, seen(match, 0, "boat")) == (1, "tea_1")


@rule("EW-E6", "EW-E7")
def test_a_cube_may_be_left_on_a_port_and_picked_up_there() -> None:
    match = eastern_wonders(storage=["RG", ""], boats=["chili_2", "chili_2"])
    play(match, "step port_1", "step ginger_1", "cube R", "anchor", "done")
    assert on(match, "port_1", "cubes") == "R"
    play(match, "step port_1", "anchor")
    assert options(match) == {"pick up", "done"}
    assert cubes(match.copy().play("done"), 1) == ""
    play(match, "pick up")
    assert (cubes(match, 1), on(match, "port_1", "cubes"), question(match)) == ("R", "", "ashore")


@rule("EW-E8")
def test_the_payer_chooses_the_colours_and_nobody_can_refuse() -> None:
    match = eastern_wonders(storage=["YB", "Y" * 10], boats=["chili_2", "cloves_1"])
    play(match, "step cloves_1", "anchor")
    assert (match.actor, options(match)) == (0, {"cube Y", "cube B"})
    with pytest.raises(century.IllegalAction, match=r"no such cube is there \(EW-33\)"):
        match.play("cube R")
    play(match, "cube Y")
    assert (match.actor, question(match), cubes(match, 1)) == (0, "ashore", "Y" * 11)


@rule("EW-68", "EW-E9")
def test_a_receiver_over_the_limit_returns_the_surplus_at_the_end_of_that_turn() -> None:
    match = eastern_wonders(storage=["B", "Y" * 10], boats=["chili_2", "cloves_1"])
    play(match, "step cloves_1", "anchor", "cube B", "done")
    assert (match.actor, question(match), match.turn) == (1, "returning", 1)
    assert options(match) == {"cube Y", "cube B"}
    play(match, "cube Y")
    assert (match.actor, question(match), match.turn) == (1, "turn", 2)
    assert cubes(match, 1) == "Y" * 9 + "B"


@rule("EW-E9")
def test_several_over_the_limit_return_in_turn_order_from_the_active_player_on() -> None:
    match = eastern_wonders(
        players=3,
        start=1,
        storage=["R" * 10, "Y" * 10, "G" * 10],
        boats=["cloves_1", "chili_2", "cloves_1"],
        bonus=["", "harvest"],
    )
    play(match, "step cloves_1", "anchor", "cube Y", "cube Y", "harvest")
    asked = []
    while question(match) == "returning":
        asked.append((match.actor, match.turn))
        play(match, match.actions()[-1].text)
    assert asked == [(1, 1), (2, 1), (0, 1)]
    assert [len(cubes(match, seat)) for seat in range(3)] == [10, 10, 10]
    assert (match.actor, match.turn) == (2, 2)


@rule("EW-E10")
def test_the_cost_is_paid_before_the_upgrade() -> None:
    there = ["", "cloves_1"]
    match = eastern_wonders(players=3, storage=["YR"], boats=["cloves_1"], outposts=there, bonus=["upgrade"])
    play(match, "anchor", "build")
    assert (options(match), on(match, "cloves_1", "outposts")) == ({"cube Y", "cube R"}, [1])
    play(match, "cube Y")
    assert (options(match), on(match, "cloves_1", "outposts")) == ({"upgrade R", "done"}, [0, 1])
    last = eastern_wonders(players=3, storage=["Y"], boats=["cloves_1"], outposts=there, bonus=["upgrade"])
    assert question(play(last, "anchor", "build", "cube Y")) == "trading on"


@rule("EW-E10")
def test_cubes_picked_up_in_this_turn_may_pay_for_the_outpost() -> None:
    match = eastern_wonders(boats=["chili_2"], outposts=["", "cloves_1"], lying={"cloves_1": "YY"})
    play(match, "step cloves_1", "anchor", "pick up", "build", "cube Y", "cube Y", "done")
    assert (match.actor, seen(match, 0, "outposts"), cubes(match, 0)) == (1, ["cloves_1"], "")


@rule("EW-E10")
def test_boats_neither_prevent_nor_cheapen_building() -> None:
    match = eastern_wonders(players=3, boats=["cloves_1", "cloves_1", "cloves_1"])
    assert question(play(match, "anchor", "build")) == "trading on"  # free, boats or not
    for where in ("cloves_1", "tea_3"):
        other = eastern_wonders(players=3, storage=["Y"], boats=["cloves_1", where], outposts=["", "cloves_1"])
        assert options(play(other, "anchor", "build")) == {"cube Y"}


@rule("EW-E11", "EW-54")
def test_after_building_come_the_column_bonus_the_upgrades_and_the_trade() -> None:
    match = eastern_wonders(storage=["YYYR"], boats=["cloves_1"], outposts=[rows(1, 1, 1, 0)], bonus=["upgrade"])
    play(match, "anchor", "build")
    assert (question(match), on(match, "cloves_1", "outposts")) == ("choosing bonus", [0])
    play(match, "bonus upgrade")
    assert match.view()["question"]["text"] == "Upgrade a cube (1 left), or be done"  # not that of the new tile
    play(match, "upgrade R")
    assert (question(match), options(match)) == ("trading on", {"times 1", "done"})
    assert cubes(play(match, "times 1"), 0) == "GB"


@rule("EW-E11")
def test_what_was_upgraded_may_be_traded() -> None:
    match = eastern_wonders(storage=["YR"], boats=["chili_3"], bonus=["upgrade"])
    play(match, "anchor", "build", "upgrade Y", "times 1")  # RR > GG
    assert (cubes(match, 0), match.actor) == ("GG", 1)


@rule("EW-E12")
def test_each_upgrade_tile_gives_one_upgrade_and_the_same_cube_may_be_upgraded_again() -> None:
    match = eastern_wonders(storage=["Y"], boats=["tea_1"], bonus=["upgrade upgrade upgrade"])
    play(match, "anchor", "build")
    assert match.view()["question"]["text"] == "Upgrade a cube (3 left), or be done"
    stopped = match.copy().play("upgrade Y").play("done")
    assert (question(stopped), cubes(stopped, 0)) == ("trading on", "R")
    play(match, "upgrade Y", "upgrade R", "upgrade G")
    assert (question(match), cubes(match, 0)) == ("trading on", "B")


@rule("EW-E12")
def test_two_upgrade_tiles_give_no_more_than_two_upgrades() -> None:
    match = eastern_wonders(storage=["YYY"], boats=["tea_1"], bonus=["upgrade upgrade"])
    play(match, "anchor", "build", "upgrade Y", "upgrade Y")
    assert (question(match), cubes(match, 0)) == ("trading on", "YRR")


@rule("EW-E13")
def test_cubes_gained_by_a_trade_may_be_given_again() -> None:
    """By hand: 5 Y, YY > YG. 5Y, 4Y G, 3Y GG, 2Y GGG, Y GGGG: four times, although 5 Y pay only twice."""
    pack = {"market_tile": [{"id": "market_chili_1", "symbol": "chili", "give": "YY", "take": "YG"}]}
    match = eastern_wonders(storage=["YYYYY"], boats=["chili_1"], outposts=["chili_1"], components=pack)
    play(match, "anchor")
    assert options(match) == {"times 1", "times 2", "times 3", "times 4", "harvest", "done"}
    with pytest.raises(century.IllegalAction, match="allow at most 4"):
        match.play("times 5")
    assert cubes(play(match, "times 4"), 0) == "YGGGG"


@rule("EW-E14")
def test_who_has_an_empty_row_cannot_build_on_its_symbol() -> None:
    """Only with tiles of another map: five outposts on ginger tiles, and a sixth ginger tile."""
    match = eastern_wonders(storage=["YYY"], boats=["ginger_1"], outposts=[rows(5, 0, 0, 0)])
    assert options(play(match, "anchor")) == {"harvest", "done"}
    with pytest.raises(century.IllegalAction, match=r"the row of this symbol is empty \(EW-E14\)"):
        match.play("build")


@rule("EW-E16")
def test_an_empty_pile_cannot_be_chosen() -> None:
    match = eastern_wonders(
        boats=["cloves_1"],
        outposts=[rows(1, 1, 1, 0)],
        bonus=["", "hold hold hold hold step step step step points"],
    )
    play(match, "anchor", "build")
    assert options(match) == {"bonus points", "bonus upgrade", "bonus harvest"}
    with pytest.raises(century.IllegalAction, match=r"that pile is empty \(EW-E16\)"):
        match.play("bonus hold")
    play(match, "bonus points")
    assert match.scores()[0]["bonus tiles"] == 5


@rule("EW-E19")
def test_a_boat_on_a_closed_port_may_deliver_without_moving_when_it_opens() -> None:
    match = eastern_wonders(
        storage=["", "GGBB"],
        boats=["chili_2", "port_2"],
        ports=["closed", "vp_14_a", "vp_15_a", "vp_16_a"],
    )
    play(match, "step port_1", "anchor")
    assert options(match) == {"harvest", "done"}
    play(match, "done", "anchor", "claim")
    hold(match, 0, match.view()["ports"]["port_1"]["cost"])
    refresh(match)
    play(match, "anchor", "claim")
    assert (cubes(match, 0), len(seen(match, 0, "claimed")), ports(match)[0]) == ("", 1, "closed")


@rule("EW-E19")
def test_a_closed_port_may_be_passed() -> None:
    match = eastern_wonders(storage=["Y"], boats=["ginger_2"], ports=["closed", "vp_14_a", "vp_15_a", "vp_16_a"])
    play(match, "step port_1", "step ginger_1", "cube Y", "anchor")
    assert (seen(match, 0, "boat"), on(match, "port_1", "cubes")) == ("ginger_1", "Y")


@rule("EW-E20")
def test_with_the_pile_empty_a_port_stays_empty_and_has_no_port_action() -> None:
    match = eastern_wonders(storage=["YRRRGGBBBBBB"], boats=["port_1"], bonus=["hold"])
    match.state.mixed = match.state.vp_deck.cards = 0
    refresh(match)
    play(match, "anchor", "claim", "anchor", "done")
    assert (ports(match), match.view()["vp_pile"]) == ([None, "vp_14_a", "vp_15_a", "vp_16_a"], 0)
    assert options(play(match, "anchor")) == {"harvest", "done"}
    with pytest.raises(century.IllegalAction, match=r"no VP tile here \(EW-E20\)"):
        match.play("claim")


@rule("EW-63", "EW-E20")
def test_with_the_pile_empty_the_closure_still_moves() -> None:
    match = eastern_wonders(storage=["BBBB"], boats=["port_4"], ports=["closed", "vp_14_a", "vp_15_a", "vp_16_a"])
    match.state.vp_deck.cards = 0
    refresh(match)
    assert ports(play(match, "anchor", "claim")) == [None, "vp_14_a", "vp_15_a", "closed"]


@rule("EW-E20")
def test_the_vp_pile_cannot_run_out() -> None:
    """By hand: 4 players with 4 tiles each, 16, and 4 on the ports; a pack that would allow more is refused."""
    assert 4 * 4 + 4 <= len(VP_TILES) == 26
    with pytest.raises(century.ComponentError, match=r"\[game\]: vp_tiles_to_end must be a whole number from 1 to 5"):
        GAME.new(components={"game": {"vp_tiles_to_end": 6}})


@rule("EW-70", "EW-E21")
def test_others_may_still_reach_four_tiles_in_the_last_round_and_nobody_five() -> None:
    match = eastern_wonders(
        players=3,
        storage=["YRGB", "GGBB", ""],
        boats=["port_1", "port_2", "tea_3"],
        claimed=[THREE, "vp_17_a vp_17_b vp_18_a", ""],
    )
    play(match, "anchor", "claim", "anchor", "claim", "anchor", "harvest")
    assert match.over
    assert [len(seen(match, seat, "claimed")) for seat in range(3)] == [4, 4, 0]


@rule("EW-E23")
def test_a_view_shows_all_but_the_order_of_the_pile() -> None:
    match = played_on(GAME.new(players=3, seed=5, interpreted=True), 5, 200)
    shown = json.dumps(match.view(seat=0))
    for hidden in range(10):
        assert json.dumps(match.imagine(seat=0, seed=hidden).view(seat=0)) == shown
    for seat in (1, 2):
        assert match.view(seat=0)["seats"] == match.view(seat=seat)["seats"]
        assert match.view(seat=0)["map"] == match.view(seat=seat)["map"]


@rule("EW-E23")
def test_claimed_tiles_are_known_and_the_pile_is_hidden() -> None:
    match = eastern_wonders(
        storage=["YRGB"], boats=["port_1"], claimed=["", "vp_20_a"], bonus=["hold"], outposts=["", "tea_1"]
    )
    other = match.view(seat=1)["seats"]
    assert match.view(seat=0)["seats"][1]["claimed"] == [{"card": "vp_20_a", "cost": "BBBBB", "points": 20}]
    assert (other[0]["cubes"], other[0]["bonus"]["hold"], other[0]["boat"]) == ("YRGB", 1, "port_1")
    drawn = set()
    for hidden in range(40):
        twin = match.imagine(seat=0, seed=hidden)
        drawn.add(ports(play(twin, "anchor", "claim"))[0])
    assert "closed" in drawn
    assert len(drawn) > 10


# --- many cubes on one tile -----------------------------------------------------------------------


@rule("EW-34", "EW-44", "EW-E13")
def test_a_trade_has_no_limit_but_the_cubes() -> None:
    """By hand: 10 R and 30 R picked up, R > YYY: 0 to 40 times."""
    match = eastern_wonders(storage=["R" * 10], boats=["cloves_2"], outposts=["ginger_3"], lying={"ginger_3": "R" * 30})
    play(match, "step ginger_3", "anchor", "pick up")
    assert {text for text in options(match) if text.startswith("times")} == {f"times {n}" for n in range(1, 33)}
    assert options(play(match, "times 32")) == {"done", *(f"times {n}" for n in range(1, 9))}
    assert cubes(play(match, "times 8"), 0) == "Y" * 120


def test_tiles_that_do_not_fill_the_map_are_refused() -> None:
    with pytest.raises(century.ComponentError, match=r"\[setup\]: 16 tiles would be laid on the 20 spaces"):
        GAME.new(components={"setup": {"market_tiles_removed_per_symbol": 2}})


@rule("EW-34", "EW-E7")
def test_any_number_of_cubes_may_lie_on_a_tile_and_be_picked_up() -> None:
    match = eastern_wonders(storage=["Y" * 10], boats=["chili_2"], lying={"cloves_1": "Y" * 120})
    play(match, "step cloves_1", "anchor", "pick up")
    assert cubes(match, 0) == "Y" * 130
