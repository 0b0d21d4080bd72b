"""A New World, rule by rule: terms, setup and a turn."""

import pytest

import century
from century.engine.match import Match
from tests.helpers import cards, cubes, options, play, rule
from tests.rules.a_new_world.table import BONUS_TILES, GAME, RANDOM_GAMES, TILES, USED, a_new_world, random_views
from tests.tables.new_world import (
    location,
    on_the_board,
    settlers,
    worked,
)

# --- terms --------------------------------------------------------------------------------------------


@rule("ANW-1")
def test_two_to_four_play() -> None:
    for players in (2, 3, 4):
        assert len(GAME.new(players=players, seed=1, interpreted=True).view()["seats"]) == players
    for players in (1, 5):
        with pytest.raises(century.CenturyError, match="must be a whole number from 2 to 4, not"):
            GAME.new(players=players)


@rule("ANW-2")
def test_an_upgrade_goes_one_step_up_and_brown_is_the_highest() -> None:
    match = play(a_new_world(storage=["YRGB"], tiles={}), "work c1_6")
    assert options(match) == {"upgrade Y", "upgrade R", "upgrade G", "done"}
    assert cubes(play(match, "upgrade G"), 0) == "YRBB"
    assert cubes(play(match, "upgrade R"), 0) == "YGBB"
    assert cubes(play(match, "upgrade Y"), 0) == "RGBB"


@rule("ANW-3")
def test_the_supply_is_unlimited() -> None:
    """The box holds 20 brown cubes; here players have 40, and one more is taken."""
    match = a_new_world(players=4, storage=["B" * 10] * 4, tiles={})
    assert cubes(play(match, "work d1_2"), 0) == "B" * 11


@rule("ANW-3")
def test_cubes_paid_go_to_the_supply_and_to_nobody() -> None:
    match = a_new_world(storage=["YRG", "Y"], forts="pc_13 pc_12 pc_20 pc_27")
    play(match, "work a1_1", "claim")
    assert (cubes(match, 0), cubes(match, 1)) == ("", "Y")


@rule("ANW-4")
@pytest.mark.parametrize(("players", "seed"), RANDOM_GAMES)
def test_each_of_the_12_settlers_is_home_placed_or_in_reserve(players: int, seed: int) -> None:
    for view in random_views(players, seed):
        for number, seat in enumerate(view["seats"]):
            placed = [shown["placed"] for shown in view["locations"] if shown["owner"] == number]
            assert all(count > 0 for count in placed)
            assert seat["home"] + sum(placed) + seat["reserve"] == 12
            assert min(seat["home"], seat["reserve"]) >= 0


@rule("ANW-4")
def test_settlers_in_reserve_cannot_be_placed() -> None:
    match = a_new_world(home=[1], tiles={}, storage=["Y"])
    assert settlers(match, 0) == (1, 11)
    assert "a1_3" in worked(match)
    assert "a1_5" not in worked(match)


@rule("ANW-5")
def test_a_location_shows_its_action_number_circle_symbol_and_exploration_tile() -> None:
    match = a_new_world(tiles={"c1_5": "points_1"}, placed=[{}, {"a1_4": 3}])
    nothing = {"owner": None, "placed": 0, "exploration": None}
    tile = {"tile": "points_1", "points": 3}
    for shown in (
        {"location": "a1_5", "settlers": 2, "needs": 2, "gain": "YYR", "circle": "plough"},
        {"location": "c1_3", "settlers": 2, "needs": 2, "give": "R", "take": "YYY", "circle": ""},
        {"location": "b1_2", "settlers": 3, "needs": 3, "fort": 4, "circle": ""},
        {"location": "c1_5", "settlers": 3, "needs": 3, "gain": "YRG", "circle": "plough"} | {"exploration": tile},
        {"location": "a1_4", "settlers": 1, "needs": 4, "upgrade": 2, "circle": "kettle", "owner": 1, "placed": 3},
    ):
        assert location(match, str(shown["location"])) == nothing | shown


@rule("ANW-6")
@pytest.mark.parametrize(
    ("fort", "name", "card"),
    [(1, "a1_1", "pc_01"), (2, "a1_2", "pc_13"), (3, "b1_1", "pc_33"), (4, "b1_2", "pc_21")],
)
def test_the_four_forts_stand_from_left_to_right_each_with_its_card(fort: int, name: str, card: str) -> None:
    match = a_new_world(storage=["YYRGGB"], forts="pc_01 pc_13 pc_33 pc_21", tiles={})
    assert location(match, name)["fort"] == fort
    assert match.view()["forts"][fort - 1]["card"] == card
    assert cards(play(match, f"work {name}", "claim"), 0, "claimed") == [card]


@rule("ANW-6")
def test_above_a_fort_there_is_no_stack_or_two_or_one() -> None:
    stacks = a_new_world().view()["stacks"]
    assert {name: stack["fort"] for name, stack in stacks.items()} == {"b1_1": 3, "b1_2": 3, "b1_3": 4, "b1_4": 4}
    moved = {"bonus_space": [{"id": "stack_b1_2", "board": "B1", "fort": 1, "count": 4}]}
    match = a_new_world(components=moved, storage=[""])
    assert [stack["fort"] for stack in match.view()["stacks"].values()] == [3, 1, 4, 4]
    assert options(play(match.copy(), "work b1_1")) == {"tile b1_1"}
    assert options(play(match.copy(), "work a1_1")) == {"tile b1_2"}


@rule("ANW-7")
def test_a_point_card_shows_cost_points_symbol_and_benefit() -> None:
    shown = a_new_world(forts="pc_01 pc_21 pc_25 pc_48", claimed=["pc_37"]).view()
    assert shown["forts"] == [
        {"card": "pc_01", "cost": "YYB", "points": 4, "symbol": "exploration"},
        {"card": "pc_21", "cost": "YGB", "points": 5, "symbol": "settlers", "settlers": 2},
        {"card": "pc_25", "cost": "RRG", "points": 4, "symbol": "native_help", "circle": "plough"},
        {"card": "pc_48", "cost": "RBB", "points": 6, "symbol": "tool", "circle": "tipi", "cube": "R"},
    ]
    assert shown["seats"][0]["claimed"] == [{"card": "pc_37", "cost": "RGB", "points": 5}]
    assert (shown["seats"][0]["help"], shown["seats"][0]["tools"]) == ({}, {"kettle": "R"})


@rule("ANW-8")
def test_a_player_board_has_10_storage_spaces_and_3_bonus_spaces() -> None:
    match = a_new_world(storage=["Y" * 9], bonus=["bonus_flat_1 bonus_flat_2"], home=[12])
    assert match.view()["seats"][0]["storage"] == 10
    play(match, "work b1_1", "tile b1_1")
    assert len(match.view()["seats"][0]["bonus"]) == 3
    play(match, "rest")
    assert "b1_2" not in worked(match)  # no fourth tile
    assert options(play(match, "work a1_3")) == {"cube Y"}  # no eleventh cube


# --- setup --------------------------------------------------------------------------------------------


@rule("ANW-10")
@pytest.mark.parametrize("board", ["D1", "E1", "F1"])
def test_the_map_is_boards_a1_b1_and_c1_and_a_chosen_one(board: str) -> None:
    match = GAME.new(players=2, seed=1, board=board, interpreted=True)
    view = match.view()
    assert view["board"] == board
    names = [f"{name}_{slot}" for name in ("a1", "b1", "c1") for slot in range(1, 7)]
    names += [f"{board.lower()}_{slot}" for slot in range(1, 6)]
    assert [shown["location"] for shown in view["locations"]] == names
    assert {shown["location"] for shown in view["locations"]} >= worked(match)


@rule("ANW-10")
def test_the_fourth_board_is_random_unless_named() -> None:
    boards = [GAME.new(players=2, seed=seed, interpreted=True).view()["board"] for seed in range(150)]
    assert set(boards) == {"D1", "E1", "F1"}
    assert all(30 <= boards.count(board) <= 70 for board in ("D1", "E1", "F1"))
    with pytest.raises(century.CenturyError, match="D1, E1, F1"):
        GAME.new(players=2, board="A2")


@rule("ANW-10")
def test_other_boards_are_not_used() -> None:
    match = a_new_world(board="E1", tiles={}, home=[12], storage=["YYYYRRRRGGGGBBBB"])
    assert {name[:2] for name in worked(match)} == {"a1", "b1", "c1", "e1"}
    for name in ("d1_1", "f1_1", "a2_3", "e2_1"):
        with pytest.raises(century.IllegalAction, match="board is not in play"):
            match.play(f"work {name}")


@rule("ANW-11")
@pytest.mark.parametrize(("players", "number"), [(2, 24), (3, 36), (4, 48)])
def test_cards_with_a_white_star_or_for_more_players_are_removed(players: int, number: int) -> None:
    seen: set[str] = set()
    for seed in range(120):
        view = GAME.new(players=players, seed=seed, interpreted=True).view()
        laid = [card["card"] for card in (*view["forts"], view["next_card"])]
        assert len(set(laid)) == 5
        assert 4 + view["card_deck"] == number
        seen |= set(laid)
    assert seen == USED[players]
    assert len(seen) == number


@rule("ANW-11")
def test_the_cards_are_shuffled_and_the_top_card_of_the_deck_is_seen() -> None:
    views = [GAME.new(players=2, seed=seed, interpreted=True).view() for seed in range(40)]
    laid = [[card["card"] for card in (*view["forts"], view["next_card"])] for view in views]
    assert len({tuple(five) for five in laid}) == 40
    assert all(len({five[place] for five in laid}) > 12 for place in range(5))


def tiles_of_all_stacks(match: Match) -> list[str]:
    """Take the stacks down, tile by tile, by a player whose board is emptied after each turn."""
    taken = []
    for stack, fort in (("b1_1", "b1_1"), ("b1_2", "b1_1"), ("b1_3", "b1_2"), ("b1_4", "b1_2")):
        while match.view()["stacks"][stack]["left"]:
            top = match.view()["stacks"][stack]["top"]["tile"]
            play(match, f"work {fort}", f"tile {stack}")
            assert match.view()["seats"][0]["bonus"] == [top]
            taken.append(top)
            match.state.seats[0].bonus_tiles = 0
            play(match, "rest", "rest", "rest")
    return taken


@rule("ANW-12")
def test_four_stacks_of_four_of_the_17_unmarked_tiles() -> None:
    match = a_new_world(storage=["", ""])
    assert [stack["left"] for stack in match.view()["stacks"].values()] == [4, 4, 4, 4]
    taken = tiles_of_all_stacks(match)
    assert len(taken) == len(set(taken)) == 16
    assert set(taken) < set(BONUS_TILES)
    assert [stack["top"] for stack in match.view()["stacks"].values()] == [None] * 4


@rule("ANW-12")
def test_the_bonus_tiles_are_shuffled_and_none_with_a_mark_is_used() -> None:
    tops = [
        [stack["top"]["tile"] for stack in GAME.new(players=4, seed=seed, interpreted=True).view()["stacks"].values()]
        for seed in range(60)
    ]
    assert {top for four in tops for top in four} == set(BONUS_TILES)
    assert all(len({four[stack] for four in tops}) > 10 for stack in range(4))


@rule("ANW-12")
def test_a_stack_has_as_many_tiles_as_its_space_says() -> None:
    fewer = {"bonus_space": [{"id": "stack_b1_3", "board": "B1", "fort": 4, "count": 1}]}
    match = a_new_world(components=fewer, storage=[""])
    assert [stack["left"] for stack in match.view()["stacks"].values()] == [4, 4, 1, 4]
    play(match, "work b1_2", "tile b1_3")
    assert match.view()["stacks"]["b1_3"] == {"fort": 4, "given_by": "fort", "top": None, "left": 0}


@rule("ANW-13")
@pytest.mark.parametrize(("players", "spots"), [(2, 10), (3, 10), (4, 8)])
def test_exploration_tiles_lie_on_the_icons_and_on_two_more_with_two_or_three(players: int, spots: int) -> None:
    covered = {"c1_4", "c1_5", "c1_6", "e1_1", "e1_2", "e1_3", "e1_4", "e1_5"}
    match = GAME.new(players=players, seed=4, board="E1", start=0, interpreted=True)
    laid = on_the_board(match.view())
    assert len(laid) == spots
    assert len(set(laid.values())) == spots
    assert set(laid) == (covered | {"a1_6", "b1_6"} if players < 4 else covered)
    assert ({"a1_6", "b1_6"} <= worked(match)) == (players == 4)


@rule("ANW-13")
def test_exploration_tiles_are_shuffled() -> None:
    laid = [on_the_board(GAME.new(players=4, seed=seed, interpreted=True).view()) for seed in range(100)]
    for name in ("c1_4", "c1_5", "c1_6"):
        assert {by_location[name] for by_location in laid} == TILES
    left_over = {tuple(sorted(TILES - set(by_location.values()))) for by_location in laid}
    assert len(left_over) > 20  # of 45 pairs


@rule("ANW-14")
def test_the_start_player_is_random_or_named_and_play_goes_clockwise() -> None:
    starts = [GAME.new(players=4, seed=seed, interpreted=True).actor for seed in range(200)]
    assert all(30 <= starts.count(seat) <= 75 for seat in range(4))
    match = a_new_world(players=3, start=2)
    order = []
    for _ in range(6):
        order.append(match.actor)
        match.play("rest")
    assert order == [2, 0, 1, 2, 0, 1]


@rule("ANW-15")
@pytest.mark.parametrize(("players", "home"), [(2, 7), (3, 6), (4, 6)])
def test_six_settlers_are_home_or_seven_of_two_players(players: int, home: int) -> None:
    match = GAME.new(players=players, seed=3, interpreted=True)
    assert [settlers(match, seat) for seat in range(players)] == [(home, 12 - home)] * players
    assert all(shown["owner"] is None and shown["placed"] == 0 for shown in match.view()["locations"])


@rule("ANW-16")
def test_starting_cubes_go_by_place_in_turn_order() -> None:
    match = GAME.new(players=4, seed=1, start=2, interpreted=True)
    assert [cubes(match, seat) for seat in (2, 3, 0, 1)] == ["YYY", "YYYY", "YYYY", "YYYR"]


# --- a turn -------------------------------------------------------------------------------------------


@rule("ANW-20")
def test_each_round_has_one_turn_of_each_player_from_the_start_player_on() -> None:
    match = a_new_world(players=3, start=1)
    seen = []
    for answer in ("work a1_3", "work b1_5", "work a1_5", "work c1_1", "rest", "rest"):
        seen.append((match.round, match.actor))
        play(match, answer)
    assert seen == [(1, 1), (1, 2), (1, 0), (2, 1), (2, 2), (2, 0)]


@rule("ANW-21")
def test_a_turn_is_exactly_one_of_work_and_rest() -> None:
    match = a_new_world(storage=["YY"], forts="pc_12 pc_20 pc_23 pc_27")
    assert worked(match) == {"a1_3", "a1_4", "a1_5", "b1_1", "b1_2", "b1_3", "b1_5", "c1_1"}
    assert options(match) == {"rest"} | {f"work {name}" for name in worked(match)}
    for answer in ("work a1_3", "work b1_5", "rest"):
        assert match.copy().play(answer).actor == 1


@rule("ANW-21", "ANW-46")
def test_the_storage_limit_is_applied_after_the_turn() -> None:
    match = play(a_new_world(storage=["Y" * 10]), "work b1_5")
    assert (match.actor, options(match)) == (0, {"cube Y", "cube R"})
    assert play(match, "cube R").actor == 1
