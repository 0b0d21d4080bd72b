"""Observations: named pieces, all that a seat may know and nothing more, the same interpreted and compiled."""

import tomllib
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

import century
from century.engine.match import Match
from century.engine.part import Column, Part, Piece
from century.environments import observation_space
from century.environments.observing import steps
from century.environments.observing.layout import Layout, layout_of
from tests import observations
from tests.environments import fingerprints
from tests.environments.positions import far_on, on_the_way, seen

GAMES = century.games()
SEVERAL = 6  # of longer arrays every fourth number is looked at
NOT_SHOWN = (  # not of the table, or told in another way
    *("chance", "start", "players", "questions", "question", "over", "turn"),
    *("neighbours", "boards", "board", "stacks_in_play"),
)


@pytest.mark.parametrize("name", GAMES)
def test_pieces_stand_side_by_side_and_cover_the_row(name: str) -> None:
    game = century.game(name)
    for players in range(game.least_players, game.most_players + 1):
        space = observation_space(name, players)
        at = 0
        for piece in space.values():
            assert piece.first == at
            at = piece.end
        assert at == space.size == len(space.low) == len(space.high) == len(space.usual)
        assert sum(piece.startswith("opponent_") for piece in space) == (players - 1) * sum(
            piece.startswith("own_") for piece in space
        )


@pytest.mark.parametrize("name", GAMES)
def test_order_and_values_are_those_that_trained_players_know(name: str) -> None:
    kept = tomllib.loads(fingerprints.FILE.read_text("utf-8"))[name]
    assert {players: fingerprints.measured(name, int(players)) for players in kept} == kept


class Weather(Piece):
    name = "weather"
    meaning = "wind and rain of each day"
    rows = ("today", "tomorrow")
    columns = (Column("wind", 12), Column("rain"))


class Mood(Piece):
    name = "mood"
    meaning = "how a seat feels"
    of_a_seat = True


def with_pieces(*pieces: type[Piece]) -> Layout:
    """The layout of a game with one more part, declared before all others."""
    game = century.game("spice-road")
    return Layout(replace(game, parts=[Part(observed=pieces), *game.parts]), 2)


def test_a_part_from_outside_adds_pieces_after_those_of_the_package() -> None:
    known, space = list(observation_space("spice-road", 2)), list(with_pieces(Weather, Mood))
    first_seat = next(place for place, name in enumerate(known) if name.startswith("own_"))
    last_of_own = known.index("own_coins") + 1
    assert space == [
        *known[:first_seat],
        "weather",
        *known[first_seat:last_of_own],
        "own_mood",
        *known[last_of_own:],
        "opponent_1_mood",
    ]
    assert with_pieces(Weather)["weather"].shape == (2, 2)


def test_two_pieces_of_one_name_are_refused() -> None:
    class Coins(Mood):
        name = "coins"

    with pytest.raises(century.CenturyError, match=r"spice-road: two pieces of an observation .* 'own_coins'"):
        with_pieces(Coins)


@pytest.mark.parametrize("name", GAMES)
def test_every_number_is_written_and_within_its_bounds(name: str) -> None:
    players = century.game(name).most_players
    space = layout_of(century.game(name), players)
    for match in on_the_way(name, players, every=12, times=6):
        out = seen(match, match.actor or 0)
        wrong = [piece for piece, numbers in space.split(out).items() if (numbers == -999).any()]
        assert not wrong
        assert (out >= space.low).all()
        assert (out <= space.high).all()


@pytest.mark.parametrize("name", GAMES)
def test_what_is_hidden_is_not_seen(name: str) -> None:
    match = far_on(name, 3)
    for seat in range(3):
        assert seen(match, seat).tolist() == seen(match.imagine(seat, seed=seat + 8), seat).tolist()


@pytest.mark.parametrize("name", GAMES)
def test_seats_see_the_same_things_in_turn_order_from_themselves(name: str) -> None:
    match = far_on(name, 3)
    space = layout_of(match.game, 3)
    pieces = [space.split(seen(match, seat)) for seat in range(3)]
    own = [piece.removeprefix("own_") for piece in space if piece.startswith("own_")]
    assert own
    for seat in range(3):
        for place in (1, 2):
            for piece in own:
                other = pieces[(seat + place) % 3][f"own_{piece}"]
                assert (pieces[seat][f"opponent_{place}_{piece}"] == other).all(), piece


def leaves(record: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The ways to all numbers of a record."""
    if record.dtype.names:
        for name in record.dtype.names:
            yield from leaves(record[name], (*path, name))
    elif record.shape:
        for place in range(0, len(record), 1 if len(record) <= SEVERAL else 4):
            yield from leaves(record[place], (*path, place))
    else:
        yield path


def changed(match: Match, path: tuple[Any, ...], step: int) -> Match | None:
    """A twin in which one number is another; none if that makes no table."""
    twin = match.copy()
    at = twin.state
    for key in path[:-1]:
        at = at[key]
    try:
        at[path[-1]] = at[path[-1]].dtype.type(int(at[path[-1]]) + step)
        return twin
    except OverflowError:
        return None


def told(match: Match, seat: int) -> Any:
    """The view of a seat, without what an observation need not hold."""
    view = match.view(seat)
    return {key: value for key, value in view.items() if key not in ("actions", "turn")}


@pytest.mark.parametrize("name", GAMES)
def test_what_changes_the_view_changes_the_observation(name: str) -> None:
    match = far_on(name, 2)
    while match.question["decision"] != "turn":
        match.play(match.actions()[0])
    seat = match.actor
    assert seat is not None
    before, numbers = told(match, seat), seen(match, seat).tolist()
    missed = []
    for path in leaves(match.state_array()[0]):
        if path[0] in NOT_SHOWN or str(path[0]).startswith("gap_"):
            continue
        if path[0] == "settlers" and not any(int(each.placed) >> path[1] & 1 for each in match.state.seats):
            continue  # nobody's
        if path[:2] == ("seats", "placed"):
            continue  # a place with no settlers on it
        twin = changed(match, path, 1) or changed(match, path, -1)
        try:
            if twin is not None and told(twin, seat) != before and seen(twin, seat).tolist() == numbers:
                missed.append(path)
        except (IndexError, KeyError, ValueError, OverflowError):
            continue  # there is no such table
    assert not missed


@pytest.mark.parametrize("name", ["spice-road", "sand-to-sea", "east-to-west-1"])
def test_interpreted_and_compiled_observations_agree(name: str) -> None:
    space = observation_space(name, 2)
    matches = [match.copy() for match in on_the_way(name, 2, every=10, times=8)]
    states = np.concatenate([match.state_array() for match in matches])
    seats = np.array([match.actor or 0 for match in matches], np.int8)
    out = np.zeros((len(matches), space.size), np.int16)
    steps.observe_all(states, np.asarray(matches[0].game.box(matches[0].catalogue)), seats, out)
    for row, match, seat in zip(out, matches, seats, strict=True):
        assert row.tolist() == seen(match, int(seat)).tolist()


def test_the_table_of_observations_is_up_to_date() -> None:
    assert observations.FILE.read_text("utf-8") == observations.written()
