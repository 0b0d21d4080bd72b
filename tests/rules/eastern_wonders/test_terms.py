"""Eastern Wonders, rule by rule: terms, setup and a turn."""

from collections import Counter

import pytest

import century
from century.mechanisms.sea.printed import VP_TILES
from tests.helpers import cubes, options, play, refresh, rule
from tests.rules.eastern_wonders.table import GAME, claims_until_closed, eastern_wonders
from tests.tables.sea import (
    LAID,
    MARKETS,
    PORTS,
    SYMBOLS,
    hold,
    moor,
    on,
    places,
    ports,
    question,
    rows,
    seen,
    settle,
)

# --- terms --------------------------------------------------------------------------------------------


@rule("EW-1")
def test_two_to_four_play() -> None:
    for players in (2, 3, 4):
        assert len(GAME.new(players=players, seed=1, interpreted=True).view()["seats"]) == players
    for players in (1, 5):
        with pytest.raises(century.CenturyError, match="must be a whole number from 2 to 4, not"):
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


# --- setup --------------------------------------------------------------------------------------------


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
    with pytest.raises(century.CenturyError, match="unknown map 'moon'"):
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


# --- a turn -------------------------------------------------------------------------------------------


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
