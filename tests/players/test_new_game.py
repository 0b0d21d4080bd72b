"""A game of our own, with nothing that the package knows but rounds: planners play it well on its first day."""

from typing import Any

import numpy as np
import pytest

from century.engine.actions import BUILD, HARVEST, TURN
from century.engine.compile import rule
from century.engine.game import Game, register
from century.engine.match import Match
from century.engine.part import Choice, Habit, Item, Measure, Part, Taken
from century.engine.state import me, offer
from century.engine.taken import MOST_KINDS, Taking, kinds_of, taken, things_of
from century.errors import CenturyError
from century.mechanisms.common.rounds import choose_start, next_turn
from century.players.habits import habits_of
from century.players.planner import PLANNING, Planner, opening_of, weights_of
from century.players.random import Random
from century.players.worth import default_weights, names_of, progress, settled, time_left

GOAL = 30


class Plant(Choice):
    """Plant a tree: it bears one fruit more in each harvest."""

    block = BUILD

    @rule
    def options(s: Any, box: Any, offers: Any) -> None:
        offer(offers, BUILD)

    @rule
    def do(s: Any, box: Any, index: Any) -> None:
        me(s).trees += 1


class Harvest(Choice):
    """Take a fruit from each tree."""

    block = HARVEST

    @rule
    def options(s: Any, box: Any, offers: Any) -> None:
        offer(offers, HARVEST)

    @rule
    def do(s: Any, box: Any, index: Any) -> None:
        me(s).fruit += me(s).trees


class Fruit(Item):
    """A point for each fruit."""

    name = "fruit"

    @rule
    def points(s: Any, box: Any, seat: Any) -> Any:
        return np.int64(s.seats[seat].fruit)


class Trees(Measure):
    """Trees bear fruit as long as the game lasts."""

    weights = {"tree": 6.0}  # noqa: RUF012
    fading = True

    @rule
    def worth(s: Any, box: Any, seat: Any, weights: Any) -> Any:
        return weights[0] * seat.trees


@rule
def share_of_goal(s: Any, box: Any, seat: Any) -> Any:
    return min(1.0, s.seats[seat].fruit / GOAL)


@rule
def enough(s: Any, box: Any) -> Any:
    best = 0
    for seat in range(s.players):
        best = max(best, s.seats[seat].fruit)
    return best >= GOAL


@rule
def most_fruit(s: Any, box: Any) -> Any:
    best = 0
    for seat in range(s.players):
        if s.seats[seat].fruit > s.seats[best].fruit:
            best = seat
    return best


def orchard(name: str, trees: Part) -> Game:
    return register(
        Game(
            name=name,
            title="Orchard",
            letters="ORC",
            least_players=2,
            most_players=3,
            components=["spice_road.toml"],
            parts=[Part(setup=[choose_start]), trees],
            decisions={TURN: [Plant, Harvest]},
            turn_end=[],
            next_turn=next_turn,
            end=enough,
            scoring=[Fruit],
            winner=most_fruit,
        )
    )


ORCHARD = orchard(
    "orchard",
    Part(
        seat=[("trees", np.int16), ("fruit", np.int16)],
        box=[("nothing", np.int8)],
        measures=[Trees],
        progress=share_of_goal,
        taken=[Taken("tree", ["tree"], block=BUILD)],
    ),
)
SILENT = orchard(
    "silent-orchard",
    Part(seat=[("trees", np.int16), ("fruit", np.int32)], box=[("nothing", np.int8)]),
)


def dealt(game: Game) -> Match:
    return game.new(players=2, seed=1, start=0, turn_limit=200, interpreted=True)


def planner() -> Planner:
    return Planner(PLANNING._replace(width=4, depth=4, other_width=1, other_depth=2), opening=True, interpreted=True)


def winner(game: Game, first: Any, second: Any) -> int | None:
    match, players = dealt(game), (first, second)
    while match.actor is not None:
        match.play(players[match.actor].answer(match.known(match.actor)))
    return match.winner


def test_a_planner_that_has_no_tuned_weights_beats_random_players() -> None:
    for seed in range(3):
        assert winner(ORCHARD, planner(), Random(seed)) == 0
        assert winner(ORCHARD, Random(seed), planner()) == 1


def test_a_game_without_measures_can_be_played_too() -> None:
    assert winner(SILENT, planner(), Random(1)) is not None


def test_weights_are_those_that_measures_declare() -> None:
    assert names_of(ORCHARD) == ["discount", "win", "sooner", "rounds", "tree"]
    assert default_weights(ORCHARD)["tree"] == 6.0
    for own in ("", "near", "levels"):
        assert weights_of(ORCHARD, own).tolist() == list(default_weights(ORCHARD).values())
    assert opening_of(ORCHARD) is None


def test_progress_tells_how_much_of_the_game_is_left() -> None:
    match = dealt(ORCHARD)
    s, box = match.state, match.box
    assert time_left(s, box, 40.0) == 1
    s.seats[1].fruit = GOAL // 2
    assert (progress(s, box, 0), progress(s, box, 1)) == (0, 0.5)
    assert time_left(s, box, 40.0) == 0.5
    quiet = dealt(SILENT)
    assert progress(quiet.state, quiet.box, 0) == 0
    quiet.state.turn = 40
    assert time_left(quiet.state, quiet.box, 40.0) == 0.5  # by rounds alone


def test_points_that_do_not_last_are_not_settled(monkeypatch: pytest.MonkeyPatch) -> None:
    match = dealt(ORCHARD)
    match.state.seats[0].fruit = 7
    assert settled(match.state, match.box, 0) == 7
    monkeypatch.setattr(Fruit, "lasting", False)
    loose = orchard("loose-orchard", Part(seat=[("fruit", np.int64)], box=[("nothing", np.int8)]))
    quiet = dealt(loose)
    quiet.state.seats[0].fruit = 7
    assert settled(quiet.state, quiet.box, 0) == 0


def test_things_taken_are_those_that_a_part_declares() -> None:
    assert things_of(ORCHARD) == [("tree", "tree")]
    assert kinds_of(SILENT) == []
    match = dealt(ORCHARD)
    first, times, before = np.zeros(1, np.int32), np.zeros(1, np.int32), np.zeros(1, np.uint64)
    for round, answer in enumerate((HARVEST, BUILD, BUILD), start=1):
        taken(match.state, 0, int(answer), round, Taking(before, first, times))
    assert (first.tolist(), times.tolist()) == ([2], [2])


def test_parts_add_to_one_another() -> None:
    sets = [Taken("tree", ["oak", "elm"], sets=[one]) for one in (first_set, second_set)]
    game = orchard(
        "double-orchard",
        Part(
            seat=[("trees", np.int16), ("fruit", np.int8)],
            box=[("nothing", np.int8)],
            taken=[*sets, Taken("first", ["one", "two"], sets=[second_set], order=1)],
            habits=[NoTrees, NoTrees],
        ),
    )
    assert things_of(game) == [("first", "one"), ("first", "two"), ("tree", "oak"), ("tree", "elm")]
    assert habits_of(game) == [NoTrees]
    match = dealt(game)
    first, times, before = np.zeros(4, np.int32), np.zeros(4, np.int32), np.zeros(2, np.uint64)
    for round, (trees, fruit) in enumerate(((0, 0), (0, 2), (1, 2), (1, 3)), start=1):
        match.state.seats[0].trees, match.state.seats[0].fruit = trees, fruit
        taken(match.state, 0, -1, round, Taking(before, first, times))
    assert (first.tolist(), times.tolist()) == ([4, 2, 3, 2], [1, 1, 1, 1])


@rule
def first_set(seat: Any) -> Any:
    return np.uint64(seat.trees)


@rule
def second_set(seat: Any) -> Any:
    return np.uint64(seat.fruit)


class NoTrees(Habit):
    @rule
    def trim(s: Any, box: Any, offers: Any) -> None:
        pass


def test_too_many_kinds_of_things_are_refused() -> None:
    kinds = [Taken(f"kind {number}", ["one"], sets=[first_set]) for number in range(MOST_KINDS + 1)]
    fields: list[Any] = [("trees", np.int8), ("fruit", np.int8)]
    game = orchard("full-orchard", Part(seat=fields, box=[("nothing", np.int8)], taken=kinds))
    with pytest.raises(CenturyError, match="full-orchard declares 9 kinds"):
        kinds_of(game)
