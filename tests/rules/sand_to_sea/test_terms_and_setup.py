"""From Sand to Sea, rule by rule: terms and setup, a turn, acquire and play and sail and rest."""

from collections import Counter

import pytest

import century
from century.mechanisms.sea.printed import VP_TILES
from tests.helpers import cards, cubes, options, play, played_on, refresh, row, rule
from tests.rules.sand_to_sea.table import (
    MERCHANTS,
    MIDDLE,
    NO_CARD,
    dealt,
    offered,
    on_the_row,
    own_map,
    refused,
    sail,
    table,
    turn,
    zones,
)
from tests.tables import sea
from tests.tables.sea import MARKETS, PORTS, SEAS, SYMBOLS, hold, moor, on, places, ports, question, rows, seen, steps

# --- terms and setup ----------------------------------------------------------------------------------


@rule("S2S-2")
def test_the_supply_is_unlimited() -> None:
    """By hand: 4 holds of 10 Y are more than the 35 yellow cubes of the box, and 80 more are taken."""
    match = table(players=4, storage=["Y" * 10] * 4)
    for _ in range(10):
        play(match, *["play S01", "cube Y", "cube Y"] * 4, *["rest"] * 4)
    assert [cubes(match, seat) for seat in range(4)] == ["Y" * 10] * 4


@rule("S2S-2", "S2S-3", "S2S-30")
@pytest.mark.parametrize(
    ("card", "held", "ways"),
    [
        ("M05", "B", {"": "YYRB"}),
        ("S02", "YRGB", {"upgrade Y, done": "RRGB", "upgrade R, done": "YGGB", "upgrade G, done": "YRBB"}),
        ("S02", "YYY", {"upgrade Y, upgrade Y": "YRR", "upgrade Y, upgrade R": "YYG", "done": "YYY"}),
        ("M09", "YY", {"upgrade Y, upgrade R, upgrade G": "YB", "upgrade Y, upgrade Y, upgrade R": "RG"}),
        ("M12", "YYYYYYYYYR", {"times 1": "YYYYYYRB", "times 2": "YYYRBB", "times 3": "RBBB"}),
        ("M24", "RRRRRRRG", {"times 1": "YRRRRGGB", "times 2": "YYRGGGBB"}),
    ],
)
def test_a_card_gives_spice_upgrades_so_many_times_or_trades(card: str, held: str, ways: dict[str, str]) -> None:
    match = play(table(held, hand=[f"{card} M01"]), f"play {card}")
    if card != "M05":
        answers = {"times 1", "times 2", "times 3"} & {*ways} or {f"upgrade {cube}" for cube in held if cube != "B"}
        assert (options(match) - {"done"}, cubes(match, 0)) == (answers, held)
    for way, after in ways.items():
        done = turn(match, way)
        assert (done.actor, cubes(done, 0), cubes(done, 1), zones(done)) == (1, after, "", (["M01"], [card], []))


@rule("S2S-4", "S2S-66")
def test_cards_are_played_or_sailed_and_a_rest_takes_both_back() -> None:
    match = table(hand=["S01 S02 M01 M03", "M02"], played=["", "M04"], sailed=["", "M05"])
    play(match, "play M01", "play M02", "step tea_1", "sail S02", "anchor", "done")
    assert (zones(match), zones(match, 1)) == ((["S01", "M03"], ["M01"], ["S02"]), ([], ["M02", "M04"], ["M05"]))
    play(match, "acquire 1", "rest")
    assert (match.actor, cubes(match, 0), zones(match)) == (1, "YYY", (["S01", "S02", "M01", "M03"], [], []))
    assert zones(match, 1) == (["M40"], ["M02", "M04"], ["M05"])


@rule("S2S-5", "S2S-15", "S2S-E11")
def test_the_16_outposts_leave_rows_of_0_1_2_and_3_points_from_the_left() -> None:
    """By hand: a row uncovers 0, 1, 3 and 6 points, one outpost after the other."""
    match = table(outposts=["", "ginger_1"])
    built = [0, 0, 0, 0]
    for tile in sorted({*sea.WITH_SEA} - {*SEAS}):
        moor(match, 0, tile)
        hold(match, 0, "YY")
        play(refresh(match), "anchor", "build")
        while match.actor == 0:
            play(match, "done" if "done" in options(match) else match.actions()[0].text)
        built[SYMBOLS.index(tile.split("_")[0])] += 1
        assert (seen(match, 0, "built"), on(match, tile, "outposts")[0]) == (built, 0)
        assert match.scores()[0]["outposts"] == sum((0, 0, 1, 3, 6)[number] for number in built)
        play(match, "rest")
    assert (built, len(seen(match, 0, "outposts")), sum(seen(match, 0, "bonus").values())) == ([4] * 4, 16, 4)


@rule("S2S-1", "S2S-5", "S2S-10", "S2S-14", "S2S-15")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_each_player_starts_with_two_cards_a_full_board_and_a_hold_of_ten(players: int) -> None:
    view = dealt(players, seed=players).view()
    assert len(view["seats"]) == players
    for seat in view["seats"]:
        assert seat["hand"] == [{"card": "S01", "gain": "YY"}, {"card": "S02", "upgrade": 2}]
        assert (seat["played"], seat["sailed"], seat["claimed"], seat["cubes"]) == ([], [], [], "")
        assert (seat["built"], seat["outposts"], seat["boat"], seat["storage"]) == ([0] * 4, [], None, 10)
    assert (view["bonus_piles"], view["next_points_tile"]) == ({"hold": 4, "step": 4, "points": 4}, 6)
    for number in (1, 5):
        with pytest.raises(century.CenturyError, match="must be a whole number from 2 to 4, not"):
            dealt(number)


@rule("S2S-10", "S2S-11", "S2S-13", "S2S-15")
def test_merchant_cards_vp_tiles_and_start_player_are_random() -> None:
    """By hand: 43 cards less 4 in the row: 39; 26 VP tiles less 4 on ports, and the Closed Port tile: 23."""
    merchants, tiles, starts = [], [], []
    for seed in range(120):
        view = dealt(4, seed).view()
        merchants.append(tuple(card["card"] for card in view["merchant_row"]))
        tiles.append(tuple(tile["card"] for tile in view["ports"].values()))
        starts.append(view["start"])
        assert (len({*merchants[-1]}), len({*tiles[-1]})) == (4, 4)
        assert (view["merchant_deck"], view["vp_pile"]) == (39, 23)
        assert all(card["cubes"] == "" for card in view["merchant_row"])
        assert not {"point_row", "point_deck", "coins"} & set(view)
    assert len(set(merchants)) == len(set(tiles)) == 120
    assert {card for cards in merchants for card in cards} == MERCHANTS  # no starting card among them
    assert {tile for four in tiles for tile in four} == {*VP_TILES}
    assert all(15 <= starts.count(seat) <= 50 for seat in range(4))
    refused(table("YYRR"), "claim P01", "cannot answer 'claim P01' now")


@rule("S2S-6", "S2S-12", "S2S-13", "S2S-E11")
def test_two_tiles_of_each_symbol_are_removed_and_the_others_lie_at_random_with_the_sea_tiles() -> None:
    """By hand: of 240 games a tile misses in a third, 80; in the middle lies a market tile in 8, a sea tile in 12."""
    missing: Counter[str] = Counter()
    middle: Counter[str] = Counter()
    pairs = set()
    for seed in range(240):
        shown = {tile["tile"]: tile for tile in dealt(2 + seed % 3, seed).view()["map"]}
        laid = set(shown) - {*PORTS, *SEAS}
        assert Counter(tile.split("_")[0] for tile in shown) == dict.fromkeys((*SYMBOLS, "port", "sea"), 4)
        assert all({*shown[tile]} >= {"give", "take", "outposts"} for tile in laid)
        assert all({*shown[tile]} == {"tile", "hex", "boats"} for tile in SEAS)  # no symbol, no trade
        assert [shown[port]["hex"] for port in PORTS] == [[-2, 0], [-2, 3], [2, -2], [2, 1]]
        missing.update({*MARKETS} - laid)
        pairs.add(frozenset(tile for tile in MARKETS if tile.startswith("tea") and tile not in laid))
        middle.update(tile for tile in shown if shown[tile]["hex"] == [0, 0])
    assert {*missing} == {*MARKETS}
    assert all(45 <= number <= 115 for number in missing.values())
    assert (len(pairs), {*middle}) == (15, {*MARKETS, *SEAS})
    assert max(middle.values()) < 30


@rule("S2S-13", "S2S-60")
def test_the_closed_port_tile_is_the_1st_to_6th_tile_drawn() -> None:
    """By hand: each of the six places in about 20 of 120 games."""
    drawn: Counter[int] = Counter()
    for seed in range(120):
        match = table(seed=seed, boat="port_1")
        while "closed" not in ports(match):
            hold(match, 0, match.view()["ports"]["port_1"]["cost"])
            match.state.seats[0].claimed = 0  # the game goes on
            play(refresh(match), "anchor", "claim", "rest")
        drawn[match.turn // 2] += 1
    assert set(drawn) == {1, 2, 3, 4, 5, 6}
    assert all(7 <= number <= 40 for number in drawn.values())


@rule("S2S-15", "S2S-16", "S2S-20", "S2S-E13")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_in_reverse_turn_order_each_takes_a_group_and_places_the_boat_and_then_turns_go_clockwise(players: int) -> None:
    match = dealt(players, start=1)
    groups = {"1": "YYYY", "2": "YYR", "3": "RR", "4": "YG"}
    markets = set(places(match)) - {*PORTS, *SEAS}
    taken = {}
    for place in range(players, 0, -1):
        seat, group = place % players, {4: "3", 3: "1", 2: "4", 1: "2"}[place]
        assert (match.actor, match.round, match.view()["groups"]) == (seat, 0, groups)
        assert offered(match, "group") == set(groups)
        taken[seat] = groups.pop(group)
        play(match, f"group {group}")
        assert (match.actor, cubes(match, seat), offered(match, "place")) == (seat, taken[seat], markets)
        refused(match, f"place {min({*MARKETS} - markets)}", "not on the map (EW-10)")
        play(match, f"place {min(markets)}")
        if place > 1:
            refused(match, f"group {group}", "that group is taken (EW-15)")
    assert (match.view()["groups"], on(match, min(markets), "boats")) == ({}, list(range(players)))
    assert {seat: cubes(match, seat) for seat in range(players)} == taken
    for number in range(2 * players):
        assert (match.round, match.actor) == (1 + number // players, (1 + number) % players)
        play(match, "rest")


# --- a turn, acquire and play -------------------------------------------------------------------------


@rule("S2S-20", "S2S-E14")
def test_a_turn_is_exactly_one_of_acquire_play_sail_and_rest() -> None:
    match = table("YRGBYYY", hand=["S01 S02 M12"])
    acquire = {f"acquire {place}" for place in (1, 2, 3, 4)}
    assert options(match) == {"play S01", "play S02", "play M12", *acquire, *MIDDLE, "anchor", "rest"}
    sails = ["anchor, build, done", "anchor, build, times 1", "step tea_1, sail S01, anchor, done"]
    for answers in (
        "play S01",
        "play S02, done",
        "play M12, times 1",
        "acquire 1",
        "acquire 2, cube Y",
        "rest",
        *sails,
    ):
        for boat in ("cloves_1", "port_1") if answers not in sails else ("cloves_1",):
            moor(match, 0, boat)
            after = turn(refresh(match), answers)
            assert (after.actor, question(after)) == (1, "turn")  # so nothing is claimed at the port
    refused(match, "claim", "cannot answer 'claim' now")
    refused(match, "harvest", "cannot answer 'harvest' now")


@rule("S2S-21", "S2S-50", "S2S-68")
@pytest.mark.parametrize("tiles", [0, 1, 4])
@pytest.mark.parametrize(
    ("more", "answers", "surplus"),
    [
        (0, "play S01", 2),
        (-2, "play S01", 0),
        (0, "acquire 1", 3),
        (0, "anchor, times 4", 4),  # G > RR
        (0, "step cloves_1, sail S01, anchor, done", 0),
        (1, "step cloves_1, sail S01, anchor, done", 1),
        (1, "rest", 1),
    ],
)
def test_the_hold_limit_is_checked_after_every_kind_of_turn(more: int, answers: str, surplus: int, tiles: int) -> None:
    spaces = 10 + 3 * tiles
    bonus = ["hold " * tiles]
    match = table("G" * (spaces + more), "chili_4", outposts=["chili_4"], on_cards=["RGB"], bonus=bonus)
    play(match, *answers.split(", "))
    for left in range(surplus, 0, -1):
        words = f"Return a cube to the supply, lowest colours first ({left} too many)"
        assert (match.actor, match.turn, match.question["text"]) == (0, 1, words)
        play(match, match.actions()[0].text)
    assert (match.actor, question(match), len(cubes(match, 0))) == (1, "turn", spaces)


@rule("S2S-25", "S2S-26", "S2S-27")
def test_a_cube_of_ones_choice_goes_on_each_card_to_the_left_and_the_row_moves_up_with_its_cubes() -> None:
    match = play(table("YRG", merchants="M01 M02 M03 M04", on_cards=["Y", "", "RB", "GG"]), "acquire 3")
    assert (options(match), match.question["text"]) == ({"cube Y", "cube R", "cube G"}, "Pay 1 of 2: choose a cube")
    assert options(play(match, "cube G")) == {"cube Y", "cube R"}
    refused(match, "cube G", "you have no such cube (SR-40)")
    play(match, "cube Y")
    assert (match.actor, cubes(match, 0), zones(match)) == (1, "RRB", (["S01", "S02", "M03"], [], []))
    *others, (card, lying) = on_the_row(match)
    assert (others, lying) == ([("M01", "YG"), ("M02", "Y"), ("M04", "GG")], "")
    assert card in MERCHANTS - {"M01", "M02", "M03", "M04"}
    assert match.view()["merchant_deck"] == 38
    new = {on_the_row(turn(table(seed=seed, deck="M05 M06 M07"), "acquire 1"))[3] for seed in range(30)}
    assert new == {("M05", ""), ("M06", ""), ("M07", "")}


@rule("S2S-25", "S2S-26", "S2S-E8")
@pytest.mark.parametrize(("held", "most"), [("", 1), ("B", 2), ("YG", 3), ("YYY", 4), ("YRGB", 4)])
def test_the_leftmost_card_is_free_and_for_others_the_cubes_on_them_do_not_pay(held: str, most: int) -> None:
    match = table(held, on_cards=["RR", "RR", "RR", "RR"])
    assert offered(match, "acquire") == {str(place) for place in range(1, most + 1)}
    for place in range(most + 1, 5):
        refused(match, f"acquire {place}", f"it costs {place - 1} cubes, you have {len(held)} (SR-40)")
    refused(match, "acquire 5", "no card at that place (SR-40)")
    first = turn(match, "acquire 1")
    assert (first.actor, len(cubes(first, 0)), cards(first, 0, "hand")) == (1, len(held) + 2, ["S01", "S02", "M40"])
    if most > 1:
        assert offered(play(match, "acquire 2"), "cube") == set(held)


@rule("S2S-E9")
def test_with_the_deck_empty_the_row_shrinks_and_the_leftmost_card_is_still_free() -> None:
    match = table("YY", merchants="M01 M02 M03 M04", on_cards=["", "", "R"], deck="M05")
    play(match, "acquire 2", "cube Y")
    assert on_the_row(match) == [("M01", "Y"), ("M03", "R"), ("M04", ""), ("M05", "")]
    play(match, "acquire 1", "acquire 2", "cube Y")
    assert (on_the_row(match), match.view()["merchant_deck"]) == ([("M03", "YR"), ("M05", "")], 0)
    refused(match, "acquire 3", "no card at that place (SR-40)")
    play(match, "acquire 1", "acquire 1")
    assert (on_the_row(match), offered(match, "acquire")) == ([], set())
    assert (cards(match, 1, "hand"), cubes(match, 1)) == (["S01", "S02", "M01", "M03"], "YYR")


@rule("S2S-30", "S2S-36", "S2S-E4", "S2S-E12")
def test_only_a_card_of_the_hand_whose_effect_is_possible_can_be_played_and_sailed_cards_are_out_of_use() -> None:
    match = table("BB", hand=["S02 M05 M12"], played=["S01"], sailed=["M13"])
    assert offered(match, "play") == {"M05"}
    refused(match, "play S01", "already played; rest to take it back (SR-45)")
    refused(match, "play M13", "not in your hand (SR-30, S2S-E4)")
    refused(match, "play M40", "not in your hand (SR-30, S2S-E4)")
    refused(match, "play M12", "the trade costs YYY, you have BB (SR-E1)")
    refused(match, "play S02", "no cube to upgrade (SR-E2)")
    play(match, "step tea_1", "sail M12")  # it can pay for a step directly
    assert zones(match) == (["S02", "M05"], ["S01"], ["M12", "M13"])
    refused(play(match, "step cloves_1"), "sail M13", "face down already; rest to take it back (S2S-E4)")
    match = table(hand=[""], sailed=["S01 S02 M01"])
    assert (steps(match), offered(match, "play")) == (set(), set())
    refused(match, "step tea_1", NO_CARD)


# --- sail and rest ------------------------------------------------------------------------------------


@rule("S2S-35", "S2S-64")
@pytest.mark.parametrize("map", ["first_game", "random"])
def test_a_step_goes_to_each_tile_that_shares_an_edge_and_to_no_other(map: str) -> None:
    match = dealt(start=0, seed=4, map=map)
    while question(match) != "turn":
        match.play(match.actions()[0])
    hexes = places(match)
    moor(match, 1, "port_1")
    for tile, place in hexes.items():
        moor(match, 0, tile)
        near = {other for other in hexes if hexes[other] in sea.around(place)}
        assert steps(refresh(match)) == near
        for other in {*hexes} - near:
            refused(match, f"step {other}", "is not adjacent to the tile of your boat (S2S-35)")


@rule("S2S-35", "S2S-36", "S2S-39", "S2S-E4", "S2S-E5")
def test_each_step_costs_any_card_of_the_hand_or_the_played_zone() -> None:
    match = table("YR", hand=["S01 M12"], played=["S02 M09"])
    left = {"S01", "S02", "M09", "M12"}
    path = {"M09": "tea_1", "S01": "chili_6", "M12": "tea_1", "S02": "cloves_1"}  # a tile may be entered again
    for card, tile in path.items():
        play(match, f"step {tile}")
        assert (question(match), offered(match, "sail")) == ("paying step", left)
        refused(match, "sail M01", "neither in your hand nor played (S2S-36)")
        play(match, f"sail {card}")
        left -= {card}
        hand, played, sailed = zones(match)
        assert ({*hand, *played}, {*sailed}) == (left, {*path} - left)
        assert (question(match), seen(match, 0, "boat"), cubes(match, 0)) == ("sailing", tile, "YR")  # no effect
    assert options(match) == {"anchor"}
    refused(match, "step tea_1", NO_CARD)
    play(match, "anchor")
    assert (question(match), cubes(match, 0)) == ("ashore", "YR")  # no cubes left behind, none to pick up
    assert all("cubes" not in tile for tile in match.view()["map"])
    refused(match, "pick up", "cannot answer 'pick up' now")


@rule("S2S-35", "S2S-37", "S2S-E6")
@pytest.mark.parametrize("tiles", [0, 1, 2, 4])
def test_each_free_step_tile_saves_a_card_in_each_sail(tiles: int) -> None:
    match = table(hand=["S01 S02 M01 M02 M03 M04 M05"], bonus=["step " * tiles])
    paid = max(0, 3 - tiles)
    play(sail(match, "tea_1", "chili_6", "sea_1"), "anchor")
    refused(match, "step chili_6", "cannot answer 'step chili_6' now")  # the movement is over
    play(match, "done", "rest")
    assert len(cards(match, 0, "sailed")) == paid
    play(sail(match, "chili_6", "tea_1", "cloves_1"), "anchor", "done")
    assert (len(cards(match, 0, "sailed")), len(cards(match, 0, "hand"))) == (2 * paid, 7 - 2 * paid)


@rule("S2S-37", "S2S-50", "S2S-E6")
def test_a_free_step_needs_no_card_from_the_turn_after_its_tile_is_taken_and_does_not_carry_over() -> None:
    match = table(hand=[""], outposts=[rows(1, 1, 1, 0)])
    play(match, "anchor", "build", "bonus step", "done", "rest", "rest", "rest")
    for tile in ("tea_1", "cloves_1"):
        assert options(play(match, f"step {tile}")) == {"anchor"}
        refused(match, "step chili_5", NO_CARD)
        play(match, "anchor", "done", "rest")


@rule("S2S-38", "S2S-E15")
def test_each_boat_on_the_market_tile_gets_a_cube_of_the_movers_choice_in_turn_order() -> None:
    boats = ["cloves_1", "chili_5", "cloves_1", "tea_1"]
    match = sail(table(players=4, start=1, storage=["", "YRG", "Y", "Y"], boats=boats), "cloves_1")
    play(match, "anchor")
    assert (match.actor, question(match), options(match)) == (1, "paying toll", {"cube Y", "cube R", "cube G"})
    refused(match, "cube B", "you have no such cube (EW-33)")
    assert cubes(play(match, "cube R"), 2) == "YR"
    assert cubes(play(match, "cube G"), 0) == "G"
    assert (match.actor, question(match), cubes(match, 1), cubes(match, 3)) == (1, "ashore", "Y", "Y")


@rule("S2S-38", "S2S-64")
@pytest.mark.parametrize("tile", ["port_1", "sea_1", "sea_2"])
def test_ports_and_sea_tiles_have_no_toll(tile: str) -> None:
    for held in ("", "Y"):
        match = play(sail(table(held, players=3, boats=["chili_5", tile, tile], hand=["S01"]), tile), "anchor")
        assert (question(match), cubes(match, 0), cubes(match, 1)) == ("ashore", held, "")


@rule("S2S-38", "S2S-E7")
def test_a_movement_must_not_end_where_the_toll_cannot_be_paid() -> None:
    for held, boats in (("", ["chili_5", "cloves_1"]), ("Y", ["chili_5", "cloves_1", "cloves_1"])):
        match = table(held, players=3, boats=boats, hand=["S01"])
        assert steps(match) == {"port_1", "sea_1", "tea_1", "sea_2", "ginger_1"}
        refused(match, "step cloves_1", "you could not pay the toll there or sail on (S2S-38)")
    match = sail(table("Y", players=3, boats=["chili_5", "cloves_1", "cloves_1"]), "cloves_1")
    assert options(match) == MIDDLE
    refused(match, "anchor", "the toll is 2, you have 1 (EW-33)")
    play(sail(match, "tea_1"), "anchor")  # who passes pays no toll
    assert (question(match), cubes(match, 0), cubes(match, 1)) == ("ashore", "Y", "")
    match = table("Y", players=3, boats=["tea_1", "cloves_1"], outposts=["", "cloves_1"])
    assert options(play(sail(match, "cloves_1"), "anchor", "cube Y")) == {"done"}  # nothing is left to build with
    match = sail(table("Y", boats=["cloves_1", "cloves_1"]), "tea_1", "cloves_1")  # back where it began
    assert (question(play(match, "anchor")), options(match)) == ("paying toll", {"cube Y"})


@rule("S2S-38", "S2S-E6")
@pytest.mark.parametrize(
    ("hand", "played", "bonus"), [("S01 S02", "", ""), ("", "S01 S02", ""), ("S01", "", "step"), ("", "", "step step")]
)
def test_a_step_into_a_dead_end_of_tolls_is_not_offered(hand: str, played: str, bonus: str) -> None:
    """By hand: tea_5 lies at 1, 3, where it touches only cloves_5 and cloves_4. No cubes, two steps at most.

    With a boat on each of the three every way through tea_5 ends at a toll; with one less there is a way out.
    """
    boats, pack = ["cloves_5", "cloves_5", "tea_5", "cloves_4"], own_map(20, [1, 3])
    match = table(players=4, components=pack, boats=boats, hand=[hand], played=[played], bonus=[bonus])
    assert steps(match) == {"sea_3", "ginger_6", "cloves_4"}
    refused(match, "step tea_5", "you could not pay the toll there or sail on (S2S-38)")
    moor(match, 3, "port_1")
    assert options(sail(refresh(match), "tea_5")) == {"step cloves_4"}


@rule("S2S-E3", "S2S-E4", "S2S-E5")
def test_rest_is_always_legal_and_every_card_is_in_one_place() -> None:
    for hand in ("S01 S02", ""):
        match = table(boat="port_1", hand=[hand, hand], merchants="", deck="")
        assert options(match) == {"rest"} or (hand and "rest" in options(match))
        assert (play(match, "rest", "rest").actor, zones(match)) == (0, (hand.split(), [], []))
    match = dealt(4, seed=7)
    for number in range(120):
        played_on(match, number, 1)
        if question(match) == "turn":
            assert "rest" in options(match)
            own = [[card for zone in zones(match, seat) for card in zone] for seat in range(4)]
            assert all(cards.count("S01") == cards.count("S02") == 1 for cards in own)
            taken = [card for cards in own for card in cards if card in MERCHANTS] + row(match, "merchant_row")
            assert len(taken) == len(set(taken)) == 43 - match.view()["merchant_deck"]
