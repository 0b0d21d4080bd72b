"""Spice Road, rule by rule (docs/rules/spice_road.md)."""

import json

import pytest

import century
from century.engine.match import Match
from tests.helpers import cards, cubes, options, play, random_match, refresh, row, rule, spice_road

GAME = century.game("spice-road")


# --- terms ----------------------------------------------------------------------------------------


@rule("SR-1")
def test_two_to_five_play() -> None:
    for players in (2, 3, 4, 5):
        assert len(GAME.new(players=players, seed=1, interpreted=True).view()["seats"]) == players
    for players in (1, 6):
        with pytest.raises(century.CenturyError, match="players of spice-road must be a whole number from 2 to 5"):
            GAME.new(players=players)


@rule("SR-2")
def test_an_upgrade_goes_one_step_up_and_brown_is_the_highest() -> None:
    match = spice_road(storage=["YRGB"], hand=["M09"])
    assert options(play(match, "play M09")) == {"upgrade Y", "upgrade R", "upgrade G", "done"}
    assert cubes(play(match, "upgrade G"), 0) == "YRBB"
    assert cubes(play(match, "upgrade R"), 0) == "YGBB"
    assert cubes(play(match, "upgrade Y"), 0) == "RGBB"


@rule("SR-3")
def test_the_supply_is_unlimited() -> None:
    match = spice_road(storage=["", ""], hand=["M04", "M04"])
    for _ in range(40):  # 320 yellow cubes are taken; the box holds 35
        play(match, "play M04", *["cube Y"] * (max(0, len(cubes(match, match.actor or 0)) + 4 - 10)))
        play(match, "play M04", *["cube Y"] * (max(0, len(cubes(match, match.actor or 0)) + 4 - 10)))
        play(match, "rest", "rest")
    assert cubes(match, 0) == "Y" * 10


@rule("SR-4")
def test_an_upgrade_card_may_upgrade_the_same_cube_repeatedly() -> None:
    match = spice_road(storage=["Y"], hand=["M09"])
    assert cubes(play(match, "play M09", "upgrade Y", "upgrade R", "upgrade G"), 0) == "B"
    assert match.actor == 1


@rule("SR-4")
def test_what_one_trade_yields_may_pay_the_next() -> None:
    """By hand: 5 Y, YY > YG. 5Y, 4Y G, 3Y GG, 2Y GGG, Y GGGG: four times, although 5 Y pay only twice."""
    match = spice_road(
        storage=["YYYYY"], hand=["M10"], components={"merchant": [{"id": "M10", "give": "YY", "take": "YG"}]}
    )
    assert options(play(match, "play M10")) == {"times 1", "times 2", "times 3", "times 4"}
    assert cubes(play(match, "times 4"), 0) == "YGGGG"


@rule("SR-4")
@pytest.mark.parametrize(("give", "take", "most"), [("RG", "YGG", 3), ("RG", "YB", 2), ("RRGG", "RGB", 1)])
def test_the_scarcest_cube_limits_a_trade(give: str, take: str, most: int) -> None:
    """By hand, from RRRGG: R falls to 0 after 3; G falls to 0 after 2; after one RRG is left."""
    match = spice_road(
        storage=["RRRGG"], hand=["M10"], components={"merchant": [{"id": "M10", "give": give, "take": take}]}
    )
    assert options(play(match, "play M10")) == {f"times {times}" for times in range(1, most + 1)}


@rule("SR-5", "SR-6")
def test_zones_and_point_cards_are_shown() -> None:
    view = spice_road(hand=["M12"], played=["S01"], claimed=["P20"]).view()
    assert view["seats"][0]["hand"] == [{"card": "M12", "give": "YYY", "take": "B"}]
    assert view["seats"][0]["played"] == [{"card": "S01", "gain": "YY"}]
    assert view["seats"][0]["claimed"] == [{"card": "P20", "cost": "RRGGG", "points": 13}]


# --- setup ----------------------------------------------------------------------------------------


@rule("SR-10")
def test_five_of_the_36_point_cards_are_revealed() -> None:
    view = GAME.new(players=2, seed=3, interpreted=True).view()
    assert len(view["point_row"]) == 5
    assert view["point_deck"] == 31


@rule("SR-10", "SR-13")
def test_the_decks_are_shuffled() -> None:
    rows = [row(GAME.new(players=2, seed=seed), "point_row") for seed in range(40)]
    assert len({tuple(ids) for ids in rows}) == 40
    assert len({ids[0] for ids in rows}) > 15
    assert len({tuple(row(GAME.new(players=2, seed=seed), "merchant_row")) for seed in range(40)}) == 40


@rule("SR-11")
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_two_gold_and_two_silver_coins_for_each_player(players: int) -> None:
    view = GAME.new(players=players, seed=3, interpreted=True).view()
    assert view["coins"] == {"gold": 2 * players, "silver": 2 * players}
    assert [card["coin"] for card in view["point_row"]] == ["gold", "silver", None, None, None]


@rule("SR-12")
def test_the_hand_is_the_two_starting_cards() -> None:
    for seat in GAME.new(players=5, seed=3, interpreted=True).view()["seats"]:
        assert seat["hand"] == [{"card": "S01", "gain": "YY"}, {"card": "S02", "upgrade": 2}]
        assert (seat["played"], seat["claimed"]) == ([], [])


@rule("SR-13")
def test_six_of_the_43_merchant_cards_are_revealed() -> None:
    view = GAME.new(players=2, seed=3, interpreted=True).view()
    assert len(view["merchant_row"]) == 6
    assert all(card["card"].startswith("M") and card["cubes"] == "" for card in view["merchant_row"])
    assert view["merchant_deck"] == 37


@rule("SR-14")
def test_the_start_player_is_random_or_named_and_play_goes_clockwise() -> None:
    starts = [GAME.new(players=4, seed=seed).actor for seed in range(200)]
    assert all(30 <= starts.count(seat) <= 75 for seat in range(4))
    match = GAME.new(players=3, seed=1, start=2, interpreted=True)
    order = []
    for _ in range(6):
        order.append(match.actor)
        match.play("acquire 1")
    assert order == [2, 0, 1, 2, 0, 1]


@rule("SR-15")
def test_starting_cubes_go_by_place_in_turn_order() -> None:
    match = GAME.new(players=5, seed=1, start=3, interpreted=True)
    assert [cubes(match, seat) for seat in (3, 4, 0, 1, 2)] == ["YYY", "YYYY", "YYYY", "YYYR", "YYYR"]


# --- a turn ---------------------------------------------------------------------------------------


@rule("SR-20")
def test_a_turn_is_exactly_one_of_play_acquire_rest_and_claim() -> None:
    match = spice_road(
        storage=["YYRR"], hand=["S01"], played=["S02"], merchants="M01 M02 M03 M04 M05 M06", points="P01 P36"
    )
    assert options(match) == {"play S01", *(f"acquire {n}" for n in range(1, 6)), "claim P01", "rest"}
    for answer in ("play S01", "acquire 1", "claim P01", "rest"):
        assert match.copy().play(answer).actor == 1


@rule("SR-30")
def test_a_played_card_moves_from_hand_to_played_and_cannot_be_played_again() -> None:
    match = spice_road(hand=["S01 M02", "S01"], storage=["", ""])
    play(match, "play M02", "play S01")
    assert (cards(match, 0, "hand"), cards(match, 0, "played")) == (["S01"], ["M02"])
    assert "play M02" not in options(match)
    with pytest.raises(century.IllegalAction, match="already played; rest to take it back"):
        match.play("play M02")


@rule("SR-31")
def test_a_spice_card_gives_all_its_cubes() -> None:
    assert cubes(play(spice_road(storage=["B"], hand=["M05"]), "play M05"), 0) == "YYRB"


@rule("SR-32")
def test_upgrades_may_be_fewer() -> None:
    match = play(spice_road(storage=["YY"], hand=["M09"]), "play M09", "upgrade Y")
    assert match.actor == 0
    assert cubes(play(match, "done"), 0) == "YR"
    assert match.actor == 1


@rule("SR-33")
def test_a_trade_may_be_carried_out_fewer_times() -> None:
    match = play(spice_road(storage=["YYYYYYYY"], hand=["M12"]), "play M12")
    assert options(match) == {"times 1", "times 2"}
    assert cubes(play(match, "times 1"), 0) == "YYYYYB"


@rule("SR-40", "SR-41")
def test_the_leftmost_card_is_free() -> None:
    match = spice_road(storage=["YY"], merchants="M01 M02 M03 M04 M05 M06", lying=["RG"])
    play(match, "acquire 1")
    assert (match.actor, cubes(match, 0)) == (1, "YYRG")
    assert "M01" in cards(match, 0, "hand")


@rule("SR-40")
def test_a_cube_of_ones_choice_goes_on_each_card_to_the_left() -> None:
    match = spice_road(storage=["YRG"], merchants="M01 M02 M03 M04 M05 M06")
    assert {text for text in options(match) if "acquire" in text} == {f"acquire {n}" for n in range(1, 5)}
    play(match, "acquire 4")
    assert options(match) == {"cube Y", "cube R", "cube G"}
    assert match.view()["question"]["text"] == "Pay 1 of 3: choose a cube"
    assert options(play(match, "cube G")) == {"cube Y", "cube R"}
    play(match, "cube Y", "cube R")
    assert [card["cubes"] for card in match.view()["merchant_row"]] == ["G", "Y", "R", "", "", ""]
    assert (cubes(match, 0), "M04" in cards(match, 0, "hand")) == ("", True)


@rule("SR-41")
def test_an_acquired_card_brings_its_cubes_and_can_be_played_from_the_next_turn_on() -> None:
    match = spice_road(storage=["Y", "Y"], merchants="M01 M02 M03 M04 M05 M06", lying=["", "YB"])
    play(match, "acquire 2", "cube Y")
    assert (match.actor, cubes(match, 0)) == (1, "YB")
    assert "play M02" in options(play(match, "play S01"))


@rule("SR-42")
def test_the_row_closes_with_its_cubes_and_is_refilled_at_the_right() -> None:
    match = spice_road(storage=["YYY"], merchants="M01 M02 M03 M04 M05 M06", lying=["R", "G", "B", "RR", "GG", "BB"])
    play(match, "acquire 3", "cube Y", "cube Y")
    shown = match.view()["merchant_row"]
    assert [card["card"] for card in shown[:5]] == ["M01", "M02", "M04", "M05", "M06"]
    assert [card["cubes"] for card in shown] == ["YR", "YG", "RR", "GG", "BB", ""]
    assert shown[5]["card"] not in ("M01", "M02", "M03", "M04", "M05", "M06")
    assert match.view()["merchant_deck"] == 36


@rule("SR-45")
def test_rest_takes_all_played_cards_back() -> None:
    match = play(spice_road(hand=["M03"], played=["S01 S02 M01"]), "rest")
    assert (cards(match, 0, "hand"), cards(match, 0, "played")) == (["S01", "S02", "M01", "M03"], [])


# --- claims, coins --------------------------------------------------------------------------------


@rule("SR-50")
def test_a_claim_returns_the_cost_and_takes_the_card() -> None:
    match = spice_road(storage=["YYYRRB"], points="P05 P01 P08 P02 P36")
    assert {text for text in options(match) if "claim" in text} == {"claim P01", "claim P02"}
    play(match, "claim P02")
    assert (match.actor, cubes(match, 0), cards(match, 0, "claimed")) == (1, "B", ["P02"])
    with pytest.raises(century.IllegalAction, match="costs YYBB, you have YYYY"):
        match.play("claim P08")
    with pytest.raises(century.IllegalAction, match="not in the row"):
        match.play("claim P02")


@rule("SR-51")
@pytest.mark.parametrize(
    ("card", "won"),
    [("P01", {"gold": 1, "silver": 0}), ("P02", {"gold": 0, "silver": 1}), ("P03", {"gold": 0, "silver": 0})],
)
def test_the_first_place_gives_gold_and_the_second_silver(card: str, won: dict[str, int]) -> None:
    match = play(spice_road(storage=["YYYRRR"], points="P01 P02 P03 P04 P05"), f"claim {card}")
    assert match.view()["seats"][0]["coins"] == won
    assert match.view()["coins"] == {"gold": 4 - won["gold"], "silver": 4 - won["silver"]}


@rule("SR-52")
def test_silver_slides_above_the_first_place_when_the_last_gold_is_gone() -> None:
    """By hand: one gold, two silver. Gold goes; then the first place gives silver, the second nothing."""
    match = spice_road(players=3, storage=["RRRR", "YYYRR", "YYRR"], points="P05 P01 P02 P36 P35", table_coins=(1, 2))
    play(match, "claim P05")
    shown = match.view()["point_row"]
    assert [card["coin"] for card in shown] == ["silver", None, None, None, None]
    play(match, "claim P02")  # from the second place: nothing
    assert match.view()["seats"][1]["coins"] == {"gold": 0, "silver": 0}
    play(match, "claim P01")  # from the first place: silver
    assert match.view()["seats"][2]["coins"] == {"gold": 0, "silver": 1}
    assert match.view()["coins"] == {"gold": 0, "silver": 1}


@rule("SR-53")
def test_the_row_of_point_cards_closes_to_the_left_and_is_refilled() -> None:
    match = play(spice_road(storage=["YYYRR"], points="P36 P02 P35 P34 P33"), "claim P02")
    after = row(match, "point_row")
    assert after[:4] == ["P36", "P35", "P34", "P33"]
    assert len(after) == 5
    assert after[4] not in ("P36", "P02", "P35", "P34", "P33")


# --- limit and end --------------------------------------------------------------------------------


@rule("SR-60")
def test_the_caravan_limit_holds_at_the_end_of_the_turn_not_before() -> None:
    """By hand: 10 cubes, RR > GG twice stays at 10; a spice card makes 13, and 3 go back, of one's choice."""
    match = spice_road(storage=["YYYRRRRGGB"], hand=["M22 M05"])
    assert play(match.copy(), "play M22", "times 2").actor == 1
    play(match, "play M05")
    assert cubes(match, 0) == "YYYYYRRRRRGGB"
    assert match.view()["question"]["text"] == "Return a cube to the supply, lowest colours first (3 too many)"
    assert options(match) == {"cube Y", "cube R", "cube G"}  # B alone would not be enough in colour order
    play(match, "cube R")
    assert options(match) == {"cube R", "cube G"}
    play(match, "cube G", "cube B")
    assert (match.actor, cubes(match, 0)) == (1, "YYYYYRRRRG")


@rule("SR-60")
def test_every_choice_of_surplus_cubes_can_be_made_in_just_one_way() -> None:
    """By hand: 2 of YYY RRRRR GGG B go back. Of the 10 pairs of colours only BB cannot be: 9 ends."""
    match = spice_road(storage=["YYYRRRGGGB"], hand=["M07"])
    play(match, "play M07")
    ends = []
    for first in match.actions():
        for second in match.copy().play(first).actions():
            ends.append(cubes(match.copy().play(first).play(second), 0))
    assert len(ends) == len(set(ends)) == 9


@rule("SR-60")
def test_cubes_from_an_acquired_card_count_for_the_limit() -> None:
    match = spice_road(storage=["Y" * 9], merchants="M01 M02 M03 M04 M05 M06", lying=["BBB"])
    assert options(play(match, "acquire 1")) == {"cube Y", "cube B"}
    assert match.actor == 0


@rule("SR-70")
@pytest.mark.parametrize(("players", "last"), [(2, 6), (3, 6), (4, 5), (5, 5)])
def test_the_claim_that_ends_the_game_depends_on_the_players(players: int, last: int) -> None:
    before = " ".join(f"P{n:02}" for n in range(10, 10 + last - 1))
    match = spice_road(players=players, storage=["YYRR"], claimed=[before], points="P01")
    play(match, "claim P01")
    for _ in range(players - 1):
        assert not match.over
        play(match, "acquire 1")
    assert match.over
    assert not match.stopped
    assert match.actions() == ()
    assert match.actor is None


@rule("SR-70")
def test_one_card_less_does_not_end_the_game() -> None:
    match = spice_road(storage=["YYRR"], claimed=["P10 P11 P12 P13"], points="P01")
    assert not play(match, "claim P01", "acquire 1").over


@rule("SR-70")
def test_when_the_last_in_the_round_claims_the_game_ends_at_once() -> None:
    match = spice_road(storage=["", "YYRR"], claimed=["", "P10 P11 P12 P13 P14"], points="P01")
    play(match, "acquire 1", "claim P01")
    assert match.over
    with pytest.raises(century.IllegalAction, match="the game is over"):
        match.play("rest")


@rule("SR-71")
def test_the_score_is_itemised() -> None:
    """By hand: P01 6 + P20 13 + P36 20 = 39; 2 gold 6; 3 silver 3; YYRGGB: R, G, G and B make 4. Together 52."""
    match = spice_road(storage=["YYRGGB"], claimed=["P01 P20 P36"], coins=[(2, 3)], lying=["BBB"])
    assert match.scores()[0] == {"point cards": 39, "gold coins": 6, "silver coins": 3, "cubes": 4}
    assert match.totals()[0] == 52
    assert match.totals()[1] == 0  # YYYY: nothing, and cubes on merchant cards score for nobody


def finished(start: int, storage: list[str], claimed: list[str]) -> Match:
    """Three players have one more turn each, with a sixth card already claimed."""
    match = spice_road(players=3, start=start, storage=storage, claimed=claimed, played=["S01", "S01", "S01"])
    return play(match, "rest", "rest", "rest")


@rule("SR-72")
def test_most_points_win() -> None:
    match = finished(0, ["", "", ""], ["P01 P02 P03 P04 P05 P06", "P36 P35 P34", ""])
    assert (match.totals(), match.winner) == ([46, 59, 0], 1)


@rule("SR-72")
@pytest.mark.parametrize(("start", "winner"), [(0, 2), (1, 2), (2, 1)])
def test_among_tied_players_the_latest_in_turn_order_wins(start: int, winner: int) -> None:
    """By hand: 46 for P01 to P06; P36 + P35 = 40 and RRRGGB 6 make 46 too."""
    match = finished(start, ["RRRGG", "RRRGGB", ""], ["P36 P34", "P36 P35", "P01 P02 P03 P04 P05 P06"])
    assert (match.totals(), match.winner) == ([44, 46, 46], winner)


# --- edge cases -----------------------------------------------------------------------------------


@rule("SR-E1")
def test_a_trade_card_needs_one_trade() -> None:
    match = spice_road(storage=["YY"], hand=["M12 M10"])
    assert options(match) >= {"play M10"}
    assert "play M12" not in options(match)
    with pytest.raises(century.IllegalAction, match="costs YYY, you have YY"):
        match.play("play M12")


@rule("SR-E2")
def test_an_upgrade_card_needs_a_cube_to_upgrade_but_none_need_be_upgraded() -> None:
    assert "play S02" not in options(spice_road(storage=["BBB"], hand=["S02"]))
    match = play(spice_road(storage=["GB"], hand=["S02"]), "play S02", "done")
    assert (cubes(match, 0), match.actor) == ("GB", 1)


@rule("SR-E2")
def test_upgrading_ends_by_itself_when_nothing_is_left_to_upgrade() -> None:
    match = play(spice_road(storage=["GB"], hand=["M09"]), "play M09", "upgrade G")
    assert (cubes(match, 0), match.actor) == ("BB", 1)


@rule("SR-E3")
def test_the_cubes_on_the_acquired_card_cannot_pay_for_it() -> None:
    match = spice_road(storage=["Y"], merchants="M01 M02 M03 M04 M05 M06", lying=["", "", "RRR"])
    assert "acquire 3" not in options(match)
    with pytest.raises(century.IllegalAction, match="it costs 2 cubes, you have 1"):
        match.play("acquire 3")


@rule("SR-E4")
def test_rest_with_nothing_played_is_a_pass_for_who_has_no_other_turn() -> None:
    assert "rest" not in options(spice_road(hand=["S01"]))
    match = spice_road(storage=["B", "B"], hand=["M12", "S01"], merchants="")
    assert options(match) == {"rest"}
    assert play(match, "rest").actor == 1


@rule("SR-E5")
def test_with_the_deck_empty_the_row_shrinks_and_its_leftmost_card_is_free() -> None:
    match = spice_road(storage=["Y", ""], merchants="M01 M02 M03", lying=["", "", "B"])
    match.state.merchant_deck.cards = 0
    refresh(match)
    play(match, "acquire 2", "cube Y")
    assert row(match, "merchant_row") == ["M01", "M03"]
    play(match, "acquire 1")
    assert match.view()["merchant_row"] == [{"card": "M03", "gain": "G", "cubes": "B"}]
    assert options(match) >= {"acquire 1"}
    assert "acquire 2" not in options(match)
    play(match, "acquire 1")
    assert (row(match, "merchant_row"), cubes(match, 0)) == ([], "B")
    assert not any(text.startswith("acquire") for text in options(match))


@rule("SR-E6")
def test_the_point_deck_cannot_run_out() -> None:
    """At most 25 claims; a pack that would allow more than the 36 cards is refused."""
    with pytest.raises(century.ComponentError, match=r"\[end\] point_cards: 5 must be a whole number from 1 to 6"):
        GAME.new(players=5, components={"end": {"point_cards": {"2": 6, "3": 6, "4": 5, "5": 7}}})


@rule("SR-E7")
def test_when_silver_runs_out_before_gold_the_second_place_gives_nothing() -> None:
    match = spice_road(storage=["YYYRR"], points="P01 P02 P03", table_coins=(3, 0))
    assert [card["coin"] for card in match.view()["point_row"]] == ["gold", None, None]
    assert play(match, "claim P02").view()["seats"][0]["coins"] == {"gold": 0, "silver": 0}


@rule("SR-E8")
def test_a_view_shows_all_but_the_decks() -> None:
    match = random_match("spice-road", 3, seed=5, answers=100)
    shown = json.dumps(match.view(seat=0))
    for hidden in range(20):
        assert json.dumps(match.imagine(seat=0, seed=hidden).view(seat=0)) == shown
    for seat in (1, 2):
        assert match.view(seat=0)["seats"] == match.view(seat=seat)["seats"]


@rule("SR-E9")
def test_a_game_that_reaches_its_turn_limit_is_stopped_not_won() -> None:
    match = GAME.new(players=3, seed=1, turn_limit=4, interpreted=True)
    play(match, "play S01", "play S01", "play S01")
    assert not match.over
    play(match, "acquire 1")
    assert (match.over, match.stopped, match.winner, match.actions()) == (True, True, None, ())
    assert "stopped" in match.record()


@rule("SR-E9")
def test_a_game_that_ends_by_the_rules_in_its_last_turn_is_won() -> None:
    match = spice_road(storage=["", "YYRR"], claimed=["", "P10 P11 P12 P13 P14"], points="P01", turn_limit=2)
    play(match, "acquire 1", "claim P01")
    assert (match.over, match.stopped, match.winner) == (True, False, 1)
