"""From Sand to Sea, rule by rule: on a tile, hold limit, end and maps and edge cases."""

import json
from collections import Counter
from typing import Any

import pytest

import century
from century.engine.match import Match
from century.mechanisms.sea.printed import VP_TILES
from tests.helpers import cubes, options, play, refresh, row, rule
from tests.rules.sand_to_sea.table import (
    CLOSED,
    FOUR,
    THREE,
    dealt,
    offered,
    own_map,
    refused,
    sail,
    table,
    turn,
    zones,
)
from tests.tables import sea
from tests.tables.sea import PORTS, SYMBOLS, hold, moor, on, places, ports, question, rows, seen, steps

# --- on a tile ----------------------------------------------------------------------------------------


@rule("S2S-40")
@pytest.mark.parametrize(
    ("players", "others", "cost"), [(2, 0, 0), (2, 1, 2), (3, 1, 1), (3, 2, 2), (4, 0, 0), (4, 1, 1), (4, 3, 3)]
)
def test_an_outpost_costs_a_cube_for_each_one_there_and_two_with_two_players(
    players: int, others: int, cost: int
) -> None:
    there = ["tea_1", *["cloves_1"] * others]
    for boat in ("cloves_1", "tea_1"):
        match = table("R" * cost, boat, players=players, outposts=there)
        play(match if boat == "cloves_1" else sail(match, "cloves_1"), "anchor", "build", *["cube R"] * cost)
        assert (question(match), on(match, "cloves_1", "outposts")) == ("trading on", list(range(others + 1)))
        assert all(cubes(match, seat) == "" for seat in range(players))  # it goes to the supply
    if cost > 0:
        assert "anchor" not in options(table("R" * (cost - 1), players=players, outposts=there))
        poor = play(sail(table("R" * (cost - 1), "tea_1", players=players, outposts=there), "cloves_1"), "anchor")
        refused(poor, "build", f"it costs {cost} cubes, you have {cost - 1} (EW-41)")


def ends(match: Match) -> list[str]:
    """What is left of seat 0's cubes after each two answers."""
    twos = [(first, second) for first in match.actions() for second in match.copy().play(first).actions()]
    return sorted(cubes(match.copy().play(first).play(second), 0) for first, second in twos)


@rule("S2S-40", "S2S-68")
def test_cubes_are_paid_and_returned_by_choice_each_choice_in_one_way() -> None:
    """By hand: 2 of YYRB: YY, YR, YB, RB. 2 of YYY RRR GGG BBB: 10 pairs of colours."""
    assert ends(play(table("YYRB", outposts=["", "cloves_1"]), "anchor", "build")) == ["RB", "YB", "YR", "YY"]
    match = play(table("YRRRGGGBBB"), "play S01")
    assert len(ends(match)) == len(set(ends(match))) == 10
    refused(play(match, "cube R"), "cube Y", "cubes are paid in colour order, lowest first, and must be enough (SR-60,")


@rule("S2S-40", "S2S-E1")
def test_who_has_built_or_has_an_own_outpost_there_may_trade_any_number_of_times() -> None:
    match = play(sail(table("YYYYYYR", "tea_1"), "cloves_1"), "anchor")  # YYY > B
    assert options(match) == {"build", "done"}
    refused(match, "times 1", "you have no outpost here to trade with (EW-40)")
    assert options(play(match, "build")) == {"times 1", "times 2", "done"}
    for answer, after in (("times 1", "YYYRB"), ("times 2", "RBB"), ("done", "YYYYYYR")):
        traded = turn(match, answer)
        assert (traded.actor, cubes(traded, 0), seen(traded, 0, "outposts")) == (1, after, ["cloves_1"])
    play(match, "done", "rest", "anchor")
    assert options(match) == {"times 1", "times 2"}
    refused(match, "build", "already have an outpost on this tile (EW-40)")
    refused(match, "times 3", "allow at most 2 (SR-4, EW-44")
    assert (cubes(play(match, "times 2"), 0), match.actor) == ("RBB", 1)


@rule("S2S-14", "S2S-41", "S2S-E15")
@pytest.mark.parametrize("symbol", [0, 1, 2, 3])
def test_a_build_that_empties_a_column_brings_a_bonus_tile_and_no_other_does(symbol: int) -> None:
    for own in range(4):
        for least in range(5):
            counts = [least, 4, least]
            counts.insert(symbol, own)
            match = play(table(boat=f"{SYMBOLS[symbol]}_1", outposts=[rows(*counts)]), "anchor", "build")
            if least > own:
                assert options(match) == {"bonus hold", "bonus step", "bonus points"}  # not optional
                refused(match, "bonus upgrade", "that pile is empty (EW-E16)")
                play(match, "bonus step")
            taken = int(least > own)
            assert (question(match), seen(match, 0, "bonus")) == ("trading on", {"hold": 0, "step": taken, "points": 0})
            assert match.view()["bonus_piles"] == {"hold": 4, "step": 4 - taken, "points": 4}


@rule("S2S-14", "S2S-50", "S2S-71")
@pytest.mark.parametrize(("kind", "points"), [("hold", [0] * 4), ("step", [0] * 4), ("points", [6, 11, 15, 18])])
def test_bonus_tiles_add_up(kind: str, points: list[int]) -> None:
    match = table()
    for column, total in enumerate(points, 1):
        sea.settle(match, 0, rows(column, column, column, column - 1).split())
        play(refresh(match), "anchor", "build", f"bonus {kind}", "done", "rest")
        assert [items["bonus tiles"] for items in match.scores()] == [total, 0]
        assert seen(match, 0, "storage") == 10 + 3 * column * (kind == "hold")
        assert match.state.seats[0].free_steps == column * (kind == "step")
    assert (match.view()["bonus_piles"][kind], match.view()["next_points_tile"]) == (0, None if kind == "points" else 6)


@rule("S2S-60", "S2S-E14")
@pytest.mark.parametrize("moved", [False, True])
def test_a_claim_returns_the_cost_takes_the_tile_and_the_port_is_refilled(moved: bool) -> None:
    match = table("YYRRGB", "ginger_1" if moved else "port_1")
    match.state.mixed = 0  # no Closed Port tile in the pile: 22 VP tiles
    play(sail(match, "port_1") if moved else match, "anchor")
    assert options(match) == ({"claim", "done"} if moved else {"claim"})
    play(match, "claim")
    assert (match.actor, cubes(match, 0), cubes(match, 1), seen(match, 0, "boat")) == (1, "YR", "", "port_1")
    assert seen(match, 0, "claimed") == [{"card": "vp_12_a", "cost": "YRGB", "points": 12}]
    refilled, *others = ports(match)
    assert (others, match.view()["vp_pile"]) == (["vp_14_a", "vp_15_a", "vp_16_a"], 21)
    assert refilled in {*VP_TILES} - {"vp_12_a", *others}


@rule("S2S-60", "S2S-70", "S2S-E15")
def test_the_closed_port_tile_closes_its_port_and_then_moves_with_each_claim() -> None:
    match = table(storage=["GGBB", "BBBB"], boats=["port_2", "port_4"], claimed=[THREE, "vp_17_a vp_17_b vp_18_a"])
    match.state.mixed = 1  # the next tile is the Closed Port tile
    play(match, "anchor", "claim")
    assert (ports(match), match.view()["vp_pile"]) == (["vp_12_a", "closed", "vp_15_a", "vp_16_a"], 16)
    play(match, "anchor", "claim")
    first, opened, *others = ports(match)
    assert (first, others, match.view()["vp_pile"]) == ("vp_12_a", ["vp_15_a", "closed"], 15)
    assert opened in {*VP_TILES} - {"vp_12_a", "vp_14_a", "vp_15_a", "vp_16_a"}
    assert (match.over, [len(seen(match, seat, "claimed")) for seat in (0, 1)]) == (True, [4, 4])  # both still reach 4


@rule("S2S-60", "S2S-E15")
def test_a_boat_on_a_closed_port_may_deliver_without_moving_when_it_opens() -> None:
    match = table(storage=["", "GGBB"], boats=["port_1", "port_2"], ports=CLOSED)
    play(match, "rest", "anchor", "claim")
    hold(match, 0, match.view()["ports"]["port_1"]["cost"])
    play(refresh(match), "anchor", "claim")
    assert (cubes(match, 0), len(seen(match, 0, "claimed")), ports(match)[0]) == ("", 1, "closed")
    match.state.vp_deck.cards = 0  # with the pile empty the closure still moves, and a port stays empty
    moor(match, 1, "port_4")
    hold(match, 1, "BBBB")
    play(refresh(match), "anchor", "claim")
    assert (ports(match)[0], ports(match)[3], match.view()["vp_pile"]) == (None, "closed", 0)


@rule("S2S-60", "S2S-E15")
@pytest.mark.parametrize(
    ("held", "port", "reason"),
    [
        ("YRRGGG", "vp_12_a", "the tile costs YRGB (EW-60)"),
        ("YYRRGGBBBB", "vp_20_a", "the tile costs BBBBB (EW-60)"),
        ("RRGGGGBBBBB", "closed", "the port is closed (EW-62)"),
        ("RRGGGGBBBBB", "", "no VP tile here (EW-E20)"),
    ],
)
def test_a_claim_needs_an_open_port_with_a_tile_and_its_exact_cost(held: str, port: str, reason: str) -> None:
    assert "anchor" not in options(table(held, "port_1", ports=[port, *CLOSED[1:]]))
    match = play(sail(table(held, "ginger_1", ports=[port, *CLOSED[1:]]), "port_1"), "anchor")
    assert options(match) == {"done"}
    refused(match, "claim", reason)


@rule("S2S-64")
def test_on_a_sea_tile_nothing_can_be_done_but_boats_may_pass_and_stay() -> None:
    match = table("YYRRGGGBBB", hand=["S01 S02 M01"])
    assert seen(sail(match.copy(), "sea_2", "tea_4"), 0, "boat") == "tea_4"
    assert options(play(sail(match, "sea_2"), "anchor")) == {"done"}
    refused(match, "build", "not a market tile (EW-40)")
    refused(match, "times 1", "you have no outpost here to trade with (EW-40)")
    refused(match, "claim", "this is not a port (EW-60)")
    assert seen(play(match, "done", "rest", "play S02", "done"), 0, "boat") == "sea_2"


# --- hold limit, end and maps -------------------------------------------------------------------------


@rule("S2S-68", "S2S-E15")
def test_all_who_are_over_the_limit_return_at_the_end_of_the_turn_from_the_active_player_on() -> None:
    there: dict[str, Any] = {"boats": ["chili_4", "cloves_1", "chili_4"], "outposts": ["", "chili_4"]}
    match = sail(table(players=3, start=1, storage=["R" * 10, "G" * 10, "B" * 10], **there), "chili_4")
    play(match, "anchor", "cube G", "cube G", "times 4")  # G > RR: 12 cubes
    asked = []
    while question(match) == "returning":
        asked.append((match.actor, match.turn))
        play(match, match.actions()[-1].text)
    assert asked == [(1, 1), (1, 1), (2, 1), (0, 1)]
    assert ([len(cubes(match, seat)) for seat in range(3)], match.actor) == ([10, 10, 10], 2)


@rule("S2S-70")
@pytest.mark.parametrize(("players", "place"), [(2, 0), (2, 1), (3, 0), (3, 1), (4, 0), (4, 2), (4, 3)])
def test_the_round_of_the_fourth_vp_tile_is_the_last(players: int, place: int) -> None:
    seat = (1 + place) % players
    match = table(players=players, start=1, claimed=[THREE if other == seat else "" for other in range(players)])
    hold(match, seat, "YRGB")
    moor(match, seat, "port_1")
    play(match, *["rest"] * players)
    for number in range(players):  # three tiles have not ended it
        assert (match.over, match.actor) == (False, (1 + number) % players)
        play(match, *(["anchor", "claim"] if number == place else ["rest"]))
    assert (match.over, match.stopped, match.actor, len(seen(match, seat, "claimed"))) == (True, False, None, 4)
    refused(match, "rest", "the game is over")


@rule("S2S-71")
def test_the_score_is_itemised_and_cards_score_nothing() -> None:
    """By hand: 11 + 20 = 31; points 6; rows of 3, 1, 2 and 4: 3 + 0 + 1 + 6 = 10; RGGB: 4."""
    own: dict[str, Any] = {"outposts": [rows(3, 1, 2, 4)], "bonus": ["points hold"], "claimed": ["vp_11_a vp_20_a"]}
    hand, played, sailed = ["S01 M01", "M05 M06 M07"], ["S02", "M08"], ["M02 M03", "M09"]
    match = table("YYRGGB", hand=hand, played=played, sailed=sailed, on_cards=["BB", "BB"], **own)
    assert match.scores()[0] == {"point cards": 31, "bonus tiles": 6, "outposts": 10, "cubes": 4}
    assert match.totals() == [51, 0]


@rule("S2S-72", "S2S-E15")
@pytest.mark.parametrize("start", [0, 1, 2, 3])
def test_most_points_win_and_among_tied_players_the_latest_in_turn_order(start: int) -> None:
    """By hand: 20 + 19 + 8 cubes; 18 + 15 + 12 + 2 or 3 cubes; 11 + 11 + 13 + 13; nothing."""
    claimed = ["vp_20_a vp_19_a", "vp_18_a vp_15_c vp_12_b", FOUR, ""]
    for left, totals, winner in (("RR", [47, 47, 48, 0], 2), ("RRR", [47, 48, 48, 0], 1 if start == 2 else 2)):
        match = table(players=4, start=start, storage=["B" * 8, left], claimed=claimed)
        play(match, *["rest"] * 4)
        assert (match.over, match.totals(), match.winner) == (True, totals, winner)


@rule("S2S-12", "S2S-80")
@pytest.mark.parametrize("map", ["first_game", "atoll", "long_reach", "random"])
def test_maps_are_those_of_eastern_wonders_with_sea_tiles(map: str) -> None:
    shapes = set()
    for seed in range(12):
        hexes = places(dealt(seed=seed, map=map) if map != "first_game" else dealt(seed=seed))
        other = places(century.game("eastern-wonders").new(seed=seed, map=map, interpreted=True))
        taken = set(hexes.values())
        shapes.add(frozenset(taken))
        assert (taken, [hexes[port] for port in PORTS]) == ({*other.values()}, [other[port] for port in PORTS])
        assert all(len(sea.around(place) & taken) >= 2 for place in taken)
        assert Counter(tile.split("_")[0] for tile in hexes) == dict.fromkeys((*SYMBOLS, "port", "sea"), 4)
    assert len(shapes) == (12 if map == "random" else 1)


@rule("S2S-12", "S2S-80")
def test_a_map_that_falls_apart_or_has_other_tiles_is_refused() -> None:
    for pack, complaint in (
        (own_map(20, [0, 4]), r"the tile at \[0, 4\] touches fewer than 2 others \(EW-80\)"),
        (own_map(20, [9, 9]), "its tiles do not all touch"),
        (own_map(19, [2, 0]), "spaces must be 20 hexes"),
        ({"sand_to_sea": {"sea_tiles_used": 0}}, "16 tiles would be laid on the 20 spaces of a map"),
    ):
        with pytest.raises(century.ComponentError, match=complaint):
            dealt(components=pack)


# --- edge cases ---------------------------------------------------------------------------------------


@rule("S2S-E1", "S2S-E2", "S2S-E7")
@pytest.mark.parametrize(
    ("tile", "held", "outposts", "act"),
    [("cloves_1", "", "", "build"), ("cloves_1", "YYY", "cloves_1", "times 1"), ("port_1", "YRGB", "", "claim")],
)
def test_who_stays_and_acts_pays_no_card_and_no_toll(tile: str, held: str, outposts: str, act: str) -> None:
    match = play(table(held, boats=[tile, tile], outposts=[outposts]), "anchor")
    assert (question(match), options(match)) == ("staying", {act})
    refused(match, "done", "cannot answer 'done' now")
    play(match, act, *(["done"] if act == "build" else []))
    assert (match.actor, zones(match), cubes(match, 1)) == (1, (["S01", "S02"], [], []), "")


@rule("S2S-64", "S2S-E2")
@pytest.mark.parametrize(
    ("tile", "outposts"),
    [("cloves_1", ["cloves_1"]), ("cloves_1", ["", "cloves_1"]), ("port_1", [""]), ("sea_2", [""]), ("sea_4", [""])],
)
def test_a_sail_of_no_steps_without_an_act_is_no_legal_turn(tile: str, outposts: list[str]) -> None:
    """A trade, an outpost and a VP tile that cannot be paid for with one R; and the sea."""
    match = table("R", tile, outposts=outposts)
    assert "anchor" not in options(match)
    refused(match, "anchor", "nothing to do on this tile, so the boat must move (S2S-E2)")
    step = min(steps(match))
    play(match, f"step {step}", "sail S01", "anchor", "done")
    assert (match.actor, seen(match, 0, "boat"), seen(match, 0, "outposts")) == (1, step, outposts[0].split())


@rule("S2S-E5", "S2S-E15")
def test_all_zones_are_shown_openly_and_only_the_decks_are_hidden() -> None:
    match = table("YRGB", "port_1", hand=["S01"], played=["M01"], sailed=["S02 M02"])
    assert match.view(seat=0)["seats"] == match.view(seat=1)["seats"]
    assert [card["card"] for card in match.view(seat=1)["seats"][0]["sailed"]] == ["S02", "M02"]
    shown = json.dumps(match.view(seat=0))
    new, drawn = set(), set()
    for hidden in range(40):
        twin = match.imagine(seat=0, seed=hidden)
        assert json.dumps(twin.view(seat=0)) == shown
        new.add(row(turn(twin, "acquire 1"), "merchant_row")[3])
        drawn.add(ports(play(twin, "anchor", "claim"))[0])
    assert min(len(new), len(drawn)) > 10


@rule("S2S-21", "S2S-35", "S2S-40", "S2S-41", "S2S-50", "S2S-E7", "S2S-E15")
def test_a_sail_is_steps_toll_building_column_bonus_trade_and_hold_limit_in_this_order() -> None:
    """By hand: 12 G, one for the toll, one for the outpost; G > YYR three times: 16 cubes, 3 more than 13."""
    there = ["chili_6 tea_6 cloves_6", "ginger_4"]
    match = table("G" * 12, players=3, boats=["cloves_1", "ginger_4"], outposts=there)
    asked = []
    for answer in ["step ginger_4", "sail S01", "anchor", "cube G", "build", "cube G", "bonus hold", "times 3"]:
        asked.append((question(match), len(cubes(match, 0)), on(match, "ginger_4", "outposts")))
        play(match, answer)
    words = ["turn", "paying step", "sailing", "paying toll", "ashore", "building", "choosing bonus", "trading on"]
    held, built = [12, 12, 12, 12, 11, 11, 10, 10], [[1]] * 6 + [[0, 1]] * 2
    assert asked == list(zip(words, held, built, strict=True))
    assert (match.question["text"][-12:], cubes(match, 1)) == ("(3 too many)", "G")  # the new tile counts at once


@rule("S2S-E10", "S2S-E11", "S2S-E15")
def test_bonus_tiles_can_run_out_and_rows_could_only_with_other_tiles() -> None:
    bonus = ["", "hold hold hold hold", "step step step step", "points points points"]
    match = play(table(players=4, outposts=[rows(1, 1, 1, 0)], bonus=bonus), "anchor", "build")
    assert options(match) == {"bonus points"}
    refused(match, "bonus hold", "that pile is empty (EW-E16)")
    assert play(match, "bonus points").scores()[0]["bonus tiles"] == 3
    bonus[3] += " points"
    match = play(table(players=4, outposts=[rows(1, 1, 1, 0)], bonus=bonus), "anchor", "build")
    assert (question(match), seen(match, 0, "bonus")) == ("trading on", {"hold": 0, "step": 0, "points": 0})
    match = play(sail(table(outposts=[rows(0, 0, 4, 0)]), "tea_1"), "anchor")  # this is a fifth tea tile
    assert options(match) == {"done"}
    refused(match, "build", "the row of this symbol is empty (EW-E14)")


@rule("S2S-3", "S2S-E15")
def test_cubes_gained_by_a_trade_may_be_given_again() -> None:
    """By hand: 5 Y, YY > YG. 5Y, 4Y G, 3Y GG, 2Y GGG, Y GGGG: four times, although 5 Y pay only twice."""
    trade = {"give": "YY", "take": "YG"}
    pack = {"market_tile": [{"id": "market_chili_1", "symbol": "chili", **trade}], "merchant": [{"id": "M10", **trade}]}
    match = table("YYYYY", "chili_1", outposts=["chili_1"], hand=["M10"], components=pack)
    for begin in ("anchor", "play M10"):
        assert offered(turn(match, begin), "times") == {"1", "2", "3", "4"}
        assert cubes(turn(match, f"{begin}, times 4"), 0) == "YGGGG"
