"""A New World, rule by rule: forts, rest and storage and point cards."""

from itertools import pairwise
from typing import Any

import pytest

import century
from century.engine.match import Match
from tests.helpers import cards, cubes, options, play, refresh, rule
from tests.rules.a_new_world.table import (
    ALWAYS_USED,
    BONUS_TILES,
    FORT_WITH_A_CANOE,
    RANDOM_GAMES,
    a_new_world,
    random_views,
)
from tests.tables.new_world import (
    above_the_forts,
    next_in_the_deck,
    on_the_board,
    settlers,
    standing,
    worked,
)
from tests.tables.sea import question

OLDER = """\
century record 1
century: 0.1.0
game: a-new-world
players: 2
seed: 260
start: 1
board: D1
seat 1: Player 1
seat 2: Player 2

1.1 work b1_1, tile b1_1
1.2 work b1_2, tile b1_4
2.1 work b1_2, tile b1_3
2.2 work b1_2, tile b1_4
3.1 work a1_3
3.2 work a1_5
4.1 work c1_1
4.2 rest
5.1 work c1_2, times 1
5.2 work b1_1, tile b1_1
6.1 work b1_3
6.2 work c1_1
7.1 work b1_5
7.2 work b1_4, times 1
8.1 work a1_4, upgrade G, upgrade R
8.2 rest
9.1 rest
9.2 work a1_3, cube Y, cube Y
10.1 work b1_1, claim, explore cubes_1
10.2 work b1_3, cube R, cube R
11.1 work b1_2, tile b1_4, claim
end: 38 actions, unfinished, points 13 0, check 3d67a6fe
"""

# --- forts --------------------------------------------------------------------------------------------


@rule("ANW-34")
def test_a_fort_gives_a_bonus_tile_or_the_card_or_both() -> None:
    match = a_new_world(
        storage=["YRGG"], forts="pc_12 pc_20 pc_13 pc_27", tops={"b1_1": "bonus_flat_1", "b1_2": "bonus_flat_2"}
    )
    play(match, "work b1_1")
    assert options(match) == {"tile b1_1", "tile b1_2", "claim", "claim first"}
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
    with pytest.raises(century.IllegalAction, match="no bonus tile to take, and you cannot pay for the card"):
        match.play("work a1_1")
    play(match, "work a1_2")
    assert options(match) == {"claim"}
    assert cubes(play(match, "claim"), 0) == "RGBB"


@rule("ANW-E16")
def test_a_card_that_cannot_be_paid_in_full_is_not_offered_beside_a_tile() -> None:
    match = play(a_new_world(storage=["GGBBB"], forts="pc_12 pc_20 pc_35 pc_10"), "work b1_2")
    assert options(match) == {"tile b1_3", "tile b1_4"}
    with pytest.raises(century.IllegalAction, match="the card costs GGG, you have GGBBB"):
        match.play("claim")
    assert play(match, "tile b1_3").actor == 1


def at_fort_3(forts: str = "pc_12 pc_20 pc_13 pc_27", **more: Any) -> Match:
    """Settlers are at fort 3, above which lie two stacks; pc_13 costs YRG and brings a settler, pc_03 costs RRR."""
    tops = {"b1_1": "bonus_flat_1", "b1_2": "bonus_flat_2"}
    return play(a_new_world(forts=forts, next_card="pc_29", tops=tops, **more), "work b1_1")


@rule("ANW-34", "ANW-E12")
def test_after_the_card_a_tile_of_either_stack_may_be_taken_or_left() -> None:
    match = play(at_fort_3(storage=["YRGG"]), "claim first")
    assert (match.actor, question(match)) == (0, "taking tile too")
    assert options(match) == {"tile b1_1", "tile b1_2", "done"}
    assert (cubes(match, 0), cards(match, 0, "claimed")) == ("G", ["pc_13"])
    for answer, bonus in (("tile b1_1", ["bonus_flat_1"]), ("tile b1_2", ["bonus_flat_2"]), ("done", [])):
        after = play(match.copy(), answer)
        assert (after.actor, after.view()["seats"][0]["bonus"]) == (1, bonus)
        assert (cubes(after, 0), cards(after, 0, "claimed")) == ("G", ["pc_13"])
    with pytest.raises(century.IllegalAction, match="that stack is not above this fort"):
        match.play("tile b1_3")


@rule("ANW-34", "ANW-E12")
def test_the_order_decides_what_is_seen_before_the_second_choice() -> None:
    match = at_fort_3(storage=["YRG"])
    deck = match.view()["card_deck"]
    tile = play(match.copy(), "tile b1_1")
    assert options(tile) == {"claim", "done"}
    assert tile.view()["stacks"]["b1_1"]["top"]["tile"] != "bonus_flat_1"
    assert (next_in_the_deck(tile), tile.view()["card_deck"]) == ("pc_29", deck)
    card = play(match.copy(), "claim first")
    assert options(card) == {"tile b1_1", "tile b1_2", "done"}
    assert card.view()["stacks"] == match.view()["stacks"]
    assert above_the_forts(card) == ["pc_12", "pc_20", "pc_27", "pc_29"]
    assert next_in_the_deck(card) not in ("pc_29", None)
    assert card.view()["card_deck"] == deck - 1


@rule("ANW-E12")
def test_the_same_choices_bring_the_same_in_either_order() -> None:
    match = at_fort_3(storage=["YRG"])
    one, other = play(match.copy(), "tile b1_1", "claim"), play(match.copy(), "claim first", "tile b1_1")
    assert one.state.tobytes() == other.state.tobytes()
    assert (one.actor, cubes(one, 0), settlers(one, 0)) == (1, "", (6, 4))
    alone, left = play(match.copy(), "claim"), play(match.copy(), "claim first", "done")
    assert alone.state.tobytes() == left.state.tobytes()


@rule("ANW-E12", "ANW-53", "ANW-35")
def test_the_tile_comes_after_the_exploration_and_the_refill() -> None:
    tiles = {"d1_1": "points_1", "d1_2": "cubes_2"}
    match = play(at_fort_3("pc_12 pc_20 pc_03 pc_27", storage=["RRRBBBBBBB"], tiles=tiles), "claim first")
    assert (question(match), options(match)) == ("exploring", {"explore points_1", "explore cubes_2"})
    play(match, "explore points_1")
    assert above_the_forts(match) == ["pc_12", "pc_20", "pc_27", "pc_29"]
    assert (match.actor, question(match)) == (0, "taking tile too")
    assert options(match) == {"tile b1_1", "tile b1_2", "done"}
    play(match, "tile b1_2")
    assert (match.actor, match.view()["seats"][0]["bonus"]) == (1, ["bonus_flat_2"])


@rule("ANW-E12", "ANW-E3")
def test_the_card_comes_first_only_where_both_are_possible() -> None:
    poor = at_fort_3(storage=["RG"])
    assert options(poor) == {"tile b1_1", "tile b1_2"}
    with pytest.raises(century.IllegalAction, match="the card costs YRG, you have RG"):
        poor.play("claim first")
    empty = at_fort_3(storage=["YRG"], left={"b1_1": 0, "b1_2": 0})
    assert options(empty) == {"claim"}
    with pytest.raises(century.IllegalAction, match="there is no bonus tile above this fort"):
        empty.play("claim first")
    full = at_fort_3(storage=["YRG"], bonus=["bonus_flat_3 bonus_settlers_1 bonus_settlers_2"])
    assert options(full) == {"claim"}
    with pytest.raises(century.IllegalAction, match="all 3 bonus spaces are full"):
        full.play("claim first")


@rule("ANW-E12", "ANW-E15")
def test_after_the_card_and_a_tile_the_next_card_cannot_be_claimed() -> None:
    match = play(at_fort_3(storage=["YYRRGGGGGG"]), "claim first", "tile b1_1")
    assert (match.actor, cards(match, 0, "claimed")) == (1, ["pc_13"])


@rule("ANW-E12", "ANW-60")
def test_the_eighth_card_may_be_followed_by_a_tile() -> None:
    seven = "pc_01 pc_04 pc_07 pc_25 pc_33 pc_38 pc_10"
    match = play(at_fort_3(storage=["YRG"], claimed=[seven]), "claim first", "tile b1_1")
    assert len(cards(match, 0, "claimed")) == 8
    assert match.view()["seats"][0]["bonus"] == ["bonus_flat_1"]
    assert play(match, "rest").over


@rule("ANW-E12")
def test_a_record_that_is_older_than_this_choice_of_order_replays() -> None:
    """Written when the tile came first and `claim` was the card alone, after which the turn was over."""
    assert century.replay(OLDER).record() == OLDER


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


# --- rest and storage ---------------------------------------------------------------------------------


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


# --- point cards --------------------------------------------------------------------------------------


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
