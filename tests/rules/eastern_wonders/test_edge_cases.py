"""Eastern Wonders, rule by rule: edge cases and many cubes on one tile."""

import json

import pytest

import century
from century.mechanisms.sea.printed import VP_TILES
from tests.helpers import cubes, options, play, played_on, refresh, rule
from tests.rules.eastern_wonders.table import GAME, THREE, eastern_wonders
from tests.tables.sea import (
    hold,
    on,
    ports,
    question,
    rows,
    seen,
    steps,
)

# --- edge cases ---------------------------------------------------------------------------------------


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
    with pytest.raises(century.IllegalAction, match=r"you have no such cube \(EW-33\)"):
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
    assert match.view()["question"]["text"] == "Upgrade a cube (1 left) or finish"  # not that of the new tile
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
    assert match.view()["question"]["text"] == "Upgrade a cube (3 left) or finish"
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


# --- many cubes on one tile ---------------------------------------------------------------------------


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
