"""A New World, rule by rule: exploration tiles, end and hidden and open."""

import json
import re
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import numpy as np
import pytest

import century
from century.components.catalogue import CUBES
from century.engine.match import Match
from tests.helpers import cards, cubes, play, refresh, rule
from tests.rules.a_new_world.table import (
    FORT_WITH_A_CANOE,
    GAME,
    RANDOM_GAMES,
    TOWARDS_THE_END,
    a_new_world,
    random_views,
)
from tests.tables.new_world import (
    above_the_forts,
    location,
    next_in_the_deck,
    on_the_board,
    settlers,
    standing,
    worked,
)

# --- exploration tiles --------------------------------------------------------------------------------


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


# --- end ----------------------------------------------------------------------------------------------


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


# --- hidden and open ----------------------------------------------------------------------------------


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
