"""Plans of simulations and of tournaments: what they have in common, and how they are saved."""

import json
import pickle

import pytest

from century.errors import CenturyError
from century.lab.play.plan import Plan, SimulationPlan, TournamentPlan

SIMULATION = SimulationPlan.checked("spice-road", 3, 10, 7, bots="random,casual,greedy")
TOURNAMENT = TournamentPlan.checked("spice-road", "random,casual,greedy", 10, seed=7, patience=5.0)
OF_BEFORE = {"patience": None, "until_sure": False}  # version 0.1.0 saved them with simulations, too


@pytest.mark.parametrize("plan", [SIMULATION, TOURNAMENT], ids=("simulation", "tournament"))
def test_a_saved_plan_is_the_plan(plan: Plan) -> None:
    saved = json.loads(json.dumps(plan.as_dict()))
    for loaded in (Plan.from_dict(saved), Plan.from_dict({**OF_BEFORE, **saved}), pickle.loads(pickle.dumps(plan))):
        assert loaded == plan
        assert type(loaded) is type(plan)
        assert loaded.sittings == plan.sittings


@pytest.mark.parametrize("wrong", [{"colour": "red"}, {"until_sure": True}])
def test_a_saved_simulation_with_something_unknown_is_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(TypeError, match=next(iter(wrong))):
        Plan.from_dict({**SIMULATION.as_dict(), **wrong})


def test_a_simulation_has_one_sitting_and_a_tournament_all() -> None:
    assert SIMULATION.sittings == [(0, 1, 2)]
    assert TOURNAMENT.sittings == [(0, 1), (1, 0), (0, 2), (2, 0), (1, 2), (2, 1)]
    assert TOURNAMENT.games == 5 * 6
    assert [SIMULATION.seed_of(number) for number in (0, 6)] == [7, 13]
    assert [TOURNAMENT.seed_of(number) for number in (0, 6)] == [7, 8]
    assert SIMULATION.bots_of(3) == ("random", "casual", "greedy")
    assert TOURNAMENT.bots_of(3) == ("greedy", "random")


def test_only_bots_of_a_tournament_lose_by_being_slow() -> None:
    assert (SIMULATION.time_limit, TOURNAMENT.time_limit) == (None, 5.0)
    assert not SIMULATION.is_compiled
    assert SimulationPlan.checked("spice-road").is_compiled
    assert not TournamentPlan.checked("spice-road", "random,casual", patience=5.0).is_compiled


def test_a_plan_says_how_another_one_differs_in_its_own_words() -> None:
    assert SIMULATION.differences(SIMULATION.with_games(99)) == []
    more = SIMULATION.changed({"seed": 8, "bots": "casual", "games": 99})
    assert more.games == 99
    assert SIMULATION.differences(more) == ["bots random,casual,greedy, not casual,casual,casual", "seed 7, not 8"]
    fewer = TOURNAMENT.changed({"bots": "random,casual", "patience": 6.0})
    assert TOURNAMENT.differences(fewer) == ["players random,casual,greedy, not random,casual", "patience 5.0, not 6.0"]
    with pytest.raises(CenturyError, match="unknown player 'nobody'"):
        TOURNAMENT.changed({"bots": "random,nobody"})
