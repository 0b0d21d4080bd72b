"""The rules of Silk Fair, one by one."""

import json
from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest

import century
from century.engine.contract import ended
from century.engine.game import Game
from century.engine.match import Match
from tests.helpers import options, play, played_on, refresh, rule
from tests.test_german_digests import SAME, counted

CUBES = "YRGB"


def table(
    game: Game,
    *,
    players: int = 2,
    storage: Sequence[str] = (),
    bolts: Sequence[str] = (),
    commissions: Sequence[str] = (),
    row: str = "",
    **more: Any,
) -> Match:
    """A table with the first seat to move; what is not named is as dealt. Lists go by seat, cards are in one string."""
    match = game.new(players=players, start=0, seed=1, interpreted=True, **more)
    s = match.state
    for seat, letters in enumerate(storage):
        s.seats[seat].cubes[:] = [letters.count(letter) for letter in CUBES]
    for seat, ids in enumerate(commissions):
        s.seats[seat].commissions = bits(ids)
    for seat, ids in enumerate(bolts):
        s.seats[seat].bolts = bits(ids)
        s.bolt_deck.cards = np.uint64(s.bolt_deck.cards & ~bits(ids))
    for place, id in enumerate(row.split()):
        s.bolt_deck.cards = np.uint64((s.bolt_deck.cards | bits(f"B{s.bolt_row[place] + 1}")) & ~bits(id))
        s.bolt_row[place] = int(id[1:]) - 1
    return refresh(match)


def bits(ids: str) -> np.uint64:
    return np.uint64(sum(1 << int(id[1:]) - 1 for id in ids.split()))


def seen(match: Match, seat: int, what: str, viewer: int | None = None) -> Any:
    return match.view(seat if viewer is None else viewer)["seats"][seat][what]


def ids(cards: Sequence[dict[str, Any]]) -> str:
    return " ".join(card["card"] for card in cards)


@rule("SF-1")
def test_two_to_four_play(silk_fair: Game) -> None:
    assert (silk_fair.least_players, silk_fair.most_players) == (2, 4)
    for players in (1, 5):
        with pytest.raises(century.CenturyError, match="from 2 to 4"):
            silk_fair.new(players=players)


@rule("SF-2", "SF-30")
def test_the_price_is_at_most_what_ones_own_cubes_are_worth(silk_fair: Game) -> None:
    match = play(table(silk_fair, storage=["YG"], row="B01 B02 B03 B04"), "haggle B01")
    assert options(match) == {f"price {price}" for price in range(1, 5)}
    match = play(table(silk_fair, storage=["RB"], row="B01"), "haggle B01")
    assert options(match) == {f"price {price}" for price in range(1, 7)}
    with pytest.raises(century.IllegalAction, match=r"your own cubes are not worth that much \(SF-30\)"):
        match.play("price 7")
    match = play(table(silk_fair, storage=["BBBB"], row="B01"), "haggle B01")
    assert options(match) == {f"price {price}" for price in range(1, 13)}


@rule("SF-2")
def test_brown_cubes_cannot_be_upgraded(silk_fair: Game) -> None:
    match = play(table(silk_fair, storage=["GB"]), "stall dyer")
    assert options(match) == {"upgrade G", "done"}


@rule("SF-3")
def test_the_supply_never_runs_out(silk_fair: Game) -> None:
    match = table(silk_fair, players=4, storage=["", "", "", ""])
    for turn in range(400):
        match.play("stall garden" if turn % 2 else "stroll")
        while match.question["decision"] == "returning":
            match.play(match.actions()[0])
    assert all(seen(match, seat, "cubes") for seat in range(4))


@rule("SF-4", "SF-21")
@pytest.mark.parametrize(
    ("before", "answers", "after"),
    [
        ("Y", ["stall garden"], "YYY"),
        ("Y", ["stall grove"], "YR"),
        ("YY", ["stall dyer", "upgrade Y", "upgrade R"], "YG"),
        ("YY", ["stall dyer", "upgrade Y", "done"], "YR"),
        ("YYYYY", ["stall ferry", "times 2"], "YGG"),
        ("GG", ["stall tavern", "times 1"], "RRG"),
        ("RR", ["stall temple", "times 1"], "YB"),
    ],
)
def test_a_stall_has_its_effect(silk_fair: Game, before: str, answers: list[str], after: str) -> None:
    match = play(table(silk_fair, storage=[before]), *answers)
    assert seen(match, 0, "cubes") == after
    assert match.actor == 1


@rule("SF-5")
def test_a_bolt_has_a_pattern_and_points(silk_fair: Game) -> None:
    match = table(silk_fair, bolts=["B01 B24"])
    assert seen(match, 0, "bolts") == [
        {"card": "B01", "pattern": "crane", "points": 1},
        {"card": "B24", "pattern": "dragon", "points": 5},
    ]
    assert match.scores()[0]["bolts"] == 6


@rule("SF-6", "SF-60")
def test_commissions_are_seen_by_their_holder_alone_until_the_end(silk_fair: Game) -> None:
    match = table(silk_fair, players=3, commissions=["C01 C02", "C03 C04", "C05 C06"], bolts=["B01", "B01", "B07"])
    for seat, own in enumerate(["C01 C02", "C03 C04", "C05 C06"]):
        for viewer in (0, 1, 2, None):
            view = match.view(viewer)["seats"][seat]
            assert ids(view["commissions"]) == (own if viewer == seat else "")
            assert (view["score"]["commissions"] > 0) == (viewer == seat)
    over = played_on(silk_fair.new(players=3, seed=4, interpreted=True), 4, 10_000)
    assert over.over
    assert all(len(seen(over, seat, "commissions", viewer=0)) == 2 for seat in range(3))


@rule("SF-10")
def test_four_bolts_are_revealed(silk_fair: Game) -> None:
    rows = {ids(silk_fair.new(seed=seed, interpreted=True).view()["bolt_row"]) for seed in range(20)}
    assert len(rows) > 15
    assert all(len(set(row.split())) == 4 for row in rows)
    assert silk_fair.new(seed=1, interpreted=True).view()["bolt_deck"] == 20


@rule("SF-11")
def test_each_is_dealt_two_commissions_of_their_own(silk_fair: Game) -> None:
    for seed in range(10):
        match = silk_fair.new(players=4, seed=seed, interpreted=True)
        dealt = " ".join(ids(seen(match, seat, "commissions")) for seat in range(4)).split()
        assert len(dealt) == len(set(dealt)) == 8


@rule("SF-12")
def test_anyone_may_start(silk_fair: Game) -> None:
    assert {silk_fair.new(players=3, seed=seed, interpreted=True).actor for seed in range(20)} == {0, 1, 2}


@rule("SF-13")
@pytest.mark.parametrize(
    ("players", "first", "others"), [(2, "YYYYY", "YYYYR"), (3, "YYYYY", "YYYYR"), (4, "YYYY", "YYYYY")]
)
def test_the_start_player_starts_with_less(silk_fair: Game, players: int, first: str, others: str) -> None:
    match = silk_fair.new(players=players, start=1, seed=1, interpreted=True)
    assert [seen(match, seat, "cubes") for seat in range(players)] == [others, first, *[others] * (players - 2)]


@rule("SF-20", "SF-E1")
def test_in_a_turn_one_works_haggles_or_strolls(silk_fair: Game) -> None:
    match = table(silk_fair, storage=["Y"], row="B01 B02 B03 B04")
    haggles = {f"haggle B0{number}" for number in range(1, 5)}
    assert options(match) == {"stall garden", "stall grove", "stall dyer", "stroll", *haggles}
    with pytest.raises(century.IllegalAction, match=r"there are no cubes to trade \(SF-E1\)"):
        match.play("stall ferry")
    match = table(silk_fair, storage=["B"])
    with pytest.raises(century.IllegalAction, match=r"you have no cube to upgrade \(SF-E1\)"):
        match.play("stall dyer")
    assert play(match, "stroll").actor == 1


@rule("SF-22", "SF-24")
def test_the_stall_last_used_is_busy_until_someone_works_elsewhere_or_strolls(silk_fair: Game) -> None:
    match = play(table(silk_fair, storage=["YY", "YY"], row="B01"), "stall garden")
    with pytest.raises(century.IllegalAction, match=r"it is busy \(SF-22\)"):
        match.play("stall garden")
    play(match, "haggle B01", "price 1", "leave it", "cube Y")
    assert "stall garden" not in options(match)
    assert "stall garden" in options(play(match, "stall grove"))
    play(match, "stroll")
    assert seen(match, 1, "cubes") == "YY"
    assert {"stall garden", "stall grove"} <= options(match)


@rule("SF-23")
def test_one_haggles_over_a_bolt_of_the_row_and_needs_a_cube(silk_fair: Game) -> None:
    match = table(silk_fair, storage=[""], row="B01 B02 B03 B04")
    assert options(match) == {"stall garden", "stall grove", "stroll"}
    with pytest.raises(century.IllegalAction, match=r"there is no cube \(SF-23\)"):
        match.play("haggle B01")
    with pytest.raises(century.IllegalAction, match=r"not in the row \(SF-23\)"):
        match.play("haggle B09")


@rule("SF-31", "SF-33")
def test_all_others_are_asked_in_turn_and_then_the_seller_pays_the_supply(silk_fair: Game) -> None:
    match = table(silk_fair, players=4, storage=["RR", "YY", "R", "YYY"], row="B11")
    play(match, "haggle B11", "price 2")
    for seat in (1, 2, 3):
        assert (match.actor, options(match)) == (seat, {"take it", "leave it"})
        assert match.question["text"] == "The price is 2: do you take the bolt?"
        match.play("leave it")
    assert (match.actor, options(match)) == (0, {"cube R"})
    match.play("cube R")
    assert [seen(match, seat, "cubes") for seat in range(4)] == ["R", "YY", "R", "YYY"]
    assert ids(seen(match, 0, "bolts")) == "B11"


@rule("SF-32")
def test_the_first_who_takes_it_pays_the_seller(silk_fair: Game) -> None:
    match = table(silk_fair, players=3, storage=["YYY", "RR", "B"], row="B11")
    play(match, "haggle B11", "price 3", "take it", "cube R", "cube R")
    assert [seen(match, seat, "cubes") for seat in range(3)] == ["YYYRR", "", "B"]
    assert ids(seen(match, 1, "bolts")) == "B11"
    assert not seen(match, 0, "bolts")
    assert match.actor == 1
    assert match.question["decision"] == "turn"


@rule("SF-E2")
def test_who_cannot_pay_is_not_asked(silk_fair: Game) -> None:
    match = table(silk_fair, players=4, storage=["YYY", "YY", "G", ""], row="B11")
    assert play(match, "haggle B11", "price 3").actor == 2
    assert play(match, "leave it").actor == 0
    assert match.question["decision"] == "paying"


@rule("SF-34")
def test_one_pays_lowest_colours_first_and_gets_no_change(silk_fair: Game) -> None:
    match = play(table(silk_fair, storage=["YRB", ""], row="B11"), "haggle B11", "price 3")
    assert options(match) == {"cube Y", "cube R", "cube B"}
    assert options(play(match, "cube R")) == {"cube B"}
    with pytest.raises(century.IllegalAction, match=r"lowest first, and must be enough \(SF-34\)"):
        match.play("cube Y")
    assert seen(play(match, "cube B"), 0, "cubes") == "Y"
    match = play(table(silk_fair, storage=["YR", ""], row="B11"), "haggle B11", "price 3")
    assert options(match) == {"cube Y"}


@rule("SF-35")
def test_the_row_is_filled_up(silk_fair: Game) -> None:
    match = table(silk_fair, storage=["Y", ""], row="B01 B02 B03 B04")
    view = play(match, "haggle B02", "price 1", "cube Y").view()
    row = ids(view["bolt_row"]).split()
    assert (row[0], row[2:], row[1] in ("B02", "B01")) == ("B01", ["B03", "B04"], False)
    assert (view["bolt_deck"], view["haggled"]) == (19, None)


@rule("SF-40")
def test_the_caravan_holds_nine(silk_fair: Game) -> None:
    match = play(table(silk_fair, storage=["YYYYYYYY", "YY"]), "stall garden")
    assert match.question["text"].endswith("(1 too many)")
    assert seen(play(match, "cube Y"), 0, "cubes") == "Y" * 9
    match = table(silk_fair, storage=["YYYYYYYYY", "YR"], row="B01")
    play(match, "haggle B01", "price 3", "take it", "cube Y", "cube R")
    assert (match.actor, match.question["decision"]) == (0, "returning")


@rule("SF-14", "SF-50")
@pytest.mark.parametrize(
    ("length", "players", "last"),
    [("usual", 2, 6), ("usual", 3, 5), ("usual", 4, 4), ("short", 2, 4), ("short", 3, 3), ("short", 4, 3)],
)
def test_the_round_of_the_last_bolt_is_the_last(silk_fair: Game, length: str, players: int, last: int) -> None:
    held = " ".join(f"B{number:02}" for number in range(1, last))
    cubes = ["Y", *[""] * (players - 1)]
    match = table(silk_fair, players=players, storage=cubes, bolts=[held], row="B11", length=length)
    assert match.view()["last_bolt"] == last
    assert not ended(match.state, match.box)
    play(match, "haggle B11", "price 1", "cube Y")
    assert ended(match.state, match.box)
    for _ in range(players - 1):
        assert not match.over
        match.play("stroll")
    assert match.over
    assert not match.stopped


@rule("SF-51")
def test_the_score(silk_fair: Game) -> None:
    match = table(
        silk_fair,
        storage=["YYRGB"],
        bolts=["B01 B07 B13 B19 B02", "B03"],
        commissions=["C01 C02", "C01 C10"],
    )
    assert match.scores()[0] == {"bolts": 1 + 1 + 1 + 2 + 2, "commissions": 2 * 2 * 2, "collections": 5, "cubes": 3}
    assert match.scores()[1]["commissions"] == 2
    match.state.seats[0].bolts |= bits("B08 B14 B20")
    assert match.scores()[0]["collections"] == 10


@rule("SF-52")
def test_among_tied_players_the_later_one_wins(silk_fair: Game) -> None:
    match = table(silk_fair, storage=["", ""], bolts=["B01 B02 B03 B04 B05 B06", "B01 B02 B03 B04 B05 B06"])
    for seat in range(2):
        match.state.seats[seat].commissions = np.uint64(0)
    play(match, "stroll", "stroll")
    assert match.over
    assert match.totals()[0] == match.totals()[1]
    assert match.winner == 1


@rule("SF-60")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_view_does_not_depend_on_what_is_hidden(silk_fair: Game, players: int) -> None:
    match = played_on(silk_fair.new(players=players, seed=players, interpreted=True), 1, 20)
    for seat in range(players):
        shown, known = json.dumps(match.view(seat)), match.known(seat).state.tobytes()
        hands = set()
        for hidden in range(20):
            twin = match.imagine(seat, hidden)
            assert json.dumps(twin.view(seat)) == shown
            assert twin.known(seat).state.tobytes() == known
            assert twin.actions() == match.actions()
            dealt = [int(twin.state.seats[other].commissions) for other in range(players)]
            assert sum(commissions.bit_count() for commissions in dealt) == 2 * players
            assert sum(dealt) + int(twin.state.commission_deck.cards) == 2**12 - 1
            hands.add(tuple(dealt))
        assert len(hands) > 10
        assert {hand[seat] for hand in hands} == {int(match.state.seats[seat].commissions)}


@rule("SF-E3")
def test_the_deck_never_runs_out(silk_fair: Game) -> None:
    for seed in range(20):
        match = played_on(silk_fair.new(players=2 + seed % 3, seed=seed, interpreted=True), seed, 10_000)
        view = match.view()
        assert match.over
        assert len(view["bolt_row"]) == 4
        taken = sum(len(seat["bolts"]) for seat in view["seats"])
        assert (taken + view["bolt_deck"], view["bolt_deck"] >= 4) == (20, True)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_interpreted_and_compiled_play_alike(silk_fair: Game, players: int) -> None:
    generator = np.random.default_rng(players)
    plain, compiled = (silk_fair.new(players=players, seed=players, interpreted=plain) for plain in (True, False))
    while not plain.over:
        assert plain.state.tobytes() == compiled.state.tobytes()
        assert plain.actions() == compiled.actions()
        answer = plain.actions()[generator.integers(len(plain.actions()))]
        plain.play(answer)
        compiled.play(answer)
    assert plain.state.tobytes() == compiled.state.tobytes()
    assert (plain.totals(), plain.winner) == (compiled.totals(), compiled.winner)


def test_a_batch_plays_the_same_games_and_every_seat_wins_as_often(silk_fair: Game) -> None:
    games = silk_fair.batch(600, players=3, seed=5)
    assert games.masks.shape == (600, silk_fair.action_count)
    while not games.over.all():
        games = games.step(games.sample())
    wins = np.bincount(games.winners, minlength=3)
    assert wins.sum() == 600
    assert (wins > 140).all()


def test_the_german_digest_says_the_same(silk_fair: Game) -> None:
    from century import rulebook

    english, german = (rulebook.rules(language) for language in ("en", "de"))
    numbers = [number for number in english if number.startswith("SF-")]
    assert [number for number in german if number.startswith("SF-")] == numbers
    for number in numbers:
        ours, theirs = english[number].text, german[number].text
        assert ours != theirs
        for pattern in SAME:
            assert counted(pattern, theirs) == counted(pattern, ours), (number, pattern.pattern)


def test_every_number_of_the_digest_has_code_and_a_test(silk_fair: Game) -> None:
    from century import rulebook

    numbers = [number for number in rulebook.rules() if number.startswith("SF-")]
    assert len(numbers) == 30
    assert [number for number in numbers if not rulebook.tests_of(number)] == []
    without = {"SF-1", "SF-3", "SF-20"}  # they are the numbers of the declaration, and rules of the package
    assert {number for number in numbers if not rulebook.code_of(number)} <= without
