"""Eastern Wonders, rule by rule: bonus tiles, port action, harvest, hold limit, the end and own maps."""

from collections.abc import Sequence
from itertools import combinations
from typing import Any

import pytest

import century
from century.engine.match import Match
from century.mechanisms.sea.printed import VP_TILES
from tests.helpers import cards, cubes, options, play, refresh, rule
from tests.rules.eastern_wonders.table import GAME, SPACES, THREE, claims_until_closed, eastern_wonders, map_pack
from tests.tables.sea import (
    LAID,
    PORTS,
    SYMBOLS,
    Hex,
    around,
    hold,
    moor,
    places,
    ports,
    question,
    rows,
    seen,
    settle,
)

# --- bonus tiles --------------------------------------------------------------------------------------


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


# --- port action --------------------------------------------------------------------------------------


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
    with pytest.raises(century.IllegalAction, match=r"this is not a port \(EW-60\)"):
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


# --- harvest, hold limit ------------------------------------------------------------------------------


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


# --- the end ------------------------------------------------------------------------------------------


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


# --- own maps -----------------------------------------------------------------------------------------


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
