"""Properties of every game, over random games that hypothesis chooses."""

import copy
import json
import pickle

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import century
from century.engine.match import Match
from tests.helpers import random_match

SEEDS = st.integers(0, 2**63 - 1)
GAMES = [
    (name, players)
    for name in century.games()
    for players in range(century.game(name).least_players, century.game(name).most_players + 1)
]
every_game = pytest.mark.parametrize(("name", "players"), GAMES)


def answered(match: Match, picks: list[int]) -> Match:
    """Answer with the picks, counted around the legal ones."""
    for pick in picks:
        if match.over:
            break
        actions = match.actions()
        match.play(actions[pick % len(actions)])
    return match


@every_game
@given(seed=SEEDS, picks=st.lists(st.integers(0, 10**6), max_size=150))
def test_interpreted_and_compiled_agree_byte_for_byte(name: str, players: int, seed: int, picks: list[int]) -> None:
    compiled = century.game(name).new(players=players, seed=seed)
    plain = century.game(name).new(players=players, seed=seed, interpreted=True)
    for pick in picks:
        assert compiled.state.tobytes() == plain.state.tobytes()
        assert compiled.actions() == plain.actions()
        if compiled.over:
            break
        action = compiled.actions()[pick % len(compiled.actions())]
        compiled.play(action)
        plain.play(action)
    assert (compiled.totals(), compiled.winner) == (plain.totals(), plain.winner)


@every_game
@given(seed=SEEDS)
def test_someone_can_always_act_until_the_end(name: str, players: int, seed: int) -> None:
    match = random_match(name, players, seed % 2**32, answers=400)
    assert match.over == (match.actor is None) == (not match.actions())
    if match.actor is not None:
        assert 0 <= match.actor < players


@every_game
@given(seed=SEEDS, picks=st.lists(st.integers(0, 10**6), max_size=200))
def test_a_view_shows_nothing_hidden(name: str, players: int, seed: int, picks: list[int]) -> None:
    match = answered(century.game(name).new(players=players, seed=seed), picks)
    for seat in range(players):
        shown = json.dumps(match.view(seat))
        for hidden in range(3):
            assert json.dumps(match.imagine(seat, hidden).view(seat)) == shown
    assert str(match.options.seed) not in shown or match.options.seed < 10**6


@every_game
@given(seed=SEEDS, picks=st.lists(st.integers(0, 10**6), max_size=200))
def test_a_record_replays_to_the_same_bytes(name: str, players: int, seed: int, picks: list[int]) -> None:
    match = answered(century.game(name).new(players=players, seed=seed), picks)
    again = century.replay(match.record())
    assert again.state.tobytes() == match.state.tobytes()
    assert again.record() == match.record()
    assert (again.history, again.options) == (match.history, match.options)


@every_game
@given(seed=SEEDS, picks=st.lists(st.integers(0, 10**6), max_size=100))
def test_deepcopy_and_pickle_give_the_same_game(name: str, players: int, seed: int, picks: list[int]) -> None:
    match = answered(century.game(name).new(players=players, seed=seed), picks)
    before = match.record()
    for twin in (copy.deepcopy(match), pickle.loads(pickle.dumps(match)), match.copy()):
        assert twin.state.tobytes() == match.state.tobytes()
        assert twin.actions() == match.actions()
        answered(twin, [0, 1, 2])
        assert match.record() == before
        original = answered(copy.deepcopy(match), [0, 1, 2])
        assert original.record() == twin.record()


@every_game
def test_imagined_games_differ_in_what_is_hidden(name: str, players: int) -> None:
    match = random_match(name, players, 3, answers=20)
    ends = {answered(match.imagine(0, seed), [0] * 60).state.tobytes() for seed in range(10)}
    assert len(ends) > 1
    assert match.imagine(0, 5).state.tobytes() == match.imagine(0, 5).state.tobytes()


@every_game
def test_all_offers_fit(name: str, players: int) -> None:
    """The interpreter checks bounds that compiled code does not: whole games in it."""
    plain = random_match(name, players, 7, answers=1500, interpreted=True)
    assert plain.state.tobytes() == random_match(name, players, 7, answers=1500).state.tobytes()


@given(seed=SEEDS, players=st.integers(2, 5), picks=st.lists(st.integers(0, 10**6), max_size=300))
def test_spice_road_conserves_cards_and_coins(seed: int, players: int, picks: list[int]) -> None:
    match = century.game("spice-road").new(players=players, seed=seed)
    for pick in picks:
        if match.over:
            break
        match.play(match.actions()[pick % len(match.actions())])
        view = match.view()
        merchants = [card["card"] for card in view["merchant_row"]]
        points = [card["card"] for card in view["point_row"]]
        for seat in view["seats"]:
            merchants += [card["card"] for card in seat["hand"] + seat["played"]]
            points += [card["card"] for card in seat["claimed"]]
        starters = [id for id in merchants if id.startswith("S")]
        assert sorted(starters) == ["S01"] * players + ["S02"] * players
        assert len(set(merchants)) - 2 == len(merchants) - len(starters) == 43 - view["merchant_deck"]
        assert len(set(points)) == len(points) == 36 - view["point_deck"]
        for coin in ("gold", "silver"):
            assert view["coins"][coin] + sum(seat["coins"][coin] for seat in view["seats"]) == 2 * players
            assert min(view["coins"][coin], *(seat["coins"][coin] for seat in view["seats"])) >= 0
        assert (match.state.seats["cubes"] >= 0).all()
        assert (match.state.merchant_row["cubes"] >= 0).all()
        if view["question"] and view["question"]["decision"] == "turn":
            assert (match.state.seats["cubes"].sum(axis=1) <= 10).all()


@given(seed=SEEDS, players=st.integers(2, 4), picks=st.lists(st.integers(0, 10**6), max_size=300))
def test_eastern_wonders_conserves_tiles_and_outposts(seed: int, players: int, picks: list[int]) -> None:
    match = century.game("eastern-wonders").new(players=players, seed=seed, map="random")
    for pick in picks:
        if match.over:
            break
        match.play(match.actions()[pick % len(match.actions())])
    view = match.view()
    vp = [tile["card"] for tile in view["ports"].values() if isinstance(tile, dict)]
    vp += [tile["card"] for seat in view["seats"] for tile in seat["claimed"]]
    closed = sum(tile == "closed" for tile in view["ports"].values())
    assert len(set(vp)) == len(vp)
    assert len(vp) + view["vp_pile"] + closed == 27
    for kind, left in view["bonus_piles"].items():
        assert left + sum(seat["bonus"][kind] for seat in view["seats"]) == 4
    for seat in view["seats"]:
        assert len(seat["outposts"]) == sum(seat["built"]) <= 20
        assert sum(seat["bonus"].values()) == min(seat["built"]) or view["question"]["decision"] == "choosing bonus"
        assert seat["storage"] == 10 + 3 * seat["bonus"]["hold"]
    assert len(view["map"]) == 24
    assert (match.state.seats["cubes"] >= 0).all()
    assert (match.state.tile_cubes >= 0).all()


@given(seed=SEEDS, players=st.integers(2, 4), picks=st.lists(st.integers(0, 10**6), max_size=300))
def test_a_new_world_conserves_cards_tiles_and_settlers(seed: int, players: int, picks: list[int]) -> None:
    match = century.game("a-new-world").new(players=players, seed=seed)
    for pick in picks:
        if match.over:
            break
        match.play(match.actions()[pick % len(match.actions())])
        assert (match.state.seats["cubes"] >= 0).all()
    view = match.view()
    cards = [card["card"] for card in view["forts"] if card]
    cards += [card["card"] for seat in view["seats"] for card in seat["claimed"]]
    assert len(set(cards)) == len(cards)
    assert len(cards) + view["card_deck"] == {2: 24, 3: 36, 4: 48}[players]
    tiles = [tile for seat in view["seats"] for tile in seat["bonus"]]
    tiles += [stack["top"]["tile"] for stack in view["stacks"].values() if stack["top"]]
    assert len(set(tiles)) == len(tiles)
    left = sum(stack["left"] for stack in view["stacks"].values())
    assert left + sum(len(seat["bonus"]) for seat in view["seats"]) == 16
    explored = sum(len(seat["explored"]) for seat in view["seats"])
    assert explored + sum(place["exploration"] is not None for place in view["locations"]) == (
        8 if players == 4 else 10
    )
    for number, seat in enumerate(view["seats"]):
        placed = sum(place["placed"] for place in view["locations"] if place["owner"] == number)
        assert seat["home"] + seat["reserve"] + placed == 12
        assert min(seat["home"], seat["reserve"]) >= 0


def test_the_deck_order_is_fair() -> None:
    """Each of the 43 merchant cards is as likely as any other to lie first: chi-square with 42 degrees."""
    batch = century.game("spice-road").batch(43_000, players=2, seed=0)
    first = np.bincount(batch.states["merchant_row"]["card"][:, 0], minlength=45)[2:]
    last = np.bincount(batch.states["merchant_row"]["card"][:, 5], minlength=45)[2:]
    for counts in (first, last):
        assert ((counts - 1000) ** 2 / 1000).sum() < 90  # 1 in 30,000 by chance
