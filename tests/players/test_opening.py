"""The opening: which card is bought in the first rounds, by whom, and how its worth is found."""

from dataclasses import replace
from random import Random
from typing import Any
from unittest.mock import Mock

import pytest

import century
from century.engine.actions import ACTIONS, PLAY
from century.engine.match import Match
from century.mechanisms.common.value import gain_of
from century.players import planner, player, tree
from century.players.opening import Opening, worth
from century.players.planner import Planner, opening_of, weights_of
from century.players.worth import names_of, pieces_of
from tests.helpers import cards, cubes, spice_road

GAME = century.game("spice-road")
ROW = "M15 M30 M11 M36 M31 M41"  # one good card among poor ones


def bought(opening: Opening, match: Match) -> list[str]:
    """The turn of an opening, in words."""
    assert match.actor is not None
    return [ACTIONS[answer].text for answer in opening.turn(match.known(match.actor))]


def the_opening(**weights: float) -> Opening:
    """Spice Road's, with some weights changed."""
    found = opening_of(GAME)
    assert found
    return replace(found, weights={**found.weights, **weights})


def test_the_best_card_is_bought_and_paid_with_the_cheapest_cubes() -> None:
    match = spice_road(storage=["YRG"], merchants=ROW)
    turn = bought(the_opening(), match)
    assert turn == ["acquire 3", "cube Y", "cube R"]
    for answer in turn:
        match.play(answer)
    assert "M11" in cards(match, 0, "hand")
    assert cubes(match, 0) == "G"
    assert match.actor == 1


def test_a_card_that_cannot_be_paid_is_not_bought() -> None:
    assert bought(the_opening(), spice_road(storage=["Y"], merchants=ROW))[0] in ("acquire 1", "acquire 2")


def test_cubes_count_that_lie_on_a_card_and_those_to_pay() -> None:
    level = the_opening(**dict.fromkeys(PLAY.labels, 0.0), **{"card gain": 0.0})  # all cards are worth the same
    assert bought(level, spice_road(storage=["YYY"], merchants=ROW)) == ["acquire 1"]
    lying = spice_road(storage=["YYY"], merchants=ROW, lying=["", "", "BB"])
    assert bought(level, lying) == ["acquire 3", "cube Y", "cube Y"]
    assert bought(level, spice_road(storage=["BBB"], merchants=ROW, lying=["", "", "YY"])) == ["acquire 1"]


def test_a_card_of_a_pack_is_worth_what_it_gains_there() -> None:
    pack = {"merchant": [{"id": "M30", "gain": "BBBB"}]}
    values, gain = [], []
    for components in (None, pack):
        match = spice_road(storage=["YYY"], merchants=ROW, components=components)
        assert match.actor is not None
        [found] = [each for each in the_opening().purchases(match.known(match.actor)) if each.piece == "M30"]
        values.append(worth(found))
        gain.append(gain_in(match.box, "M30"))
    assert gain[1] > gain[0] + 10
    assert values[1] - values[0] == pytest.approx(the_opening().weights["card gain"] * (gain[1] - gain[0]))


def gain_in(box: Any, label: str) -> float:
    """What one use of a merchant card brings."""
    return float(gain_of(box.effects[box.first_merchant + PLAY.labels.index(label)]))


def test_the_opening_is_over_when_somebody_can_claim_or_has_claimed() -> None:
    nearly = spice_road(storage=["YRG"], merchants=ROW, points="P01 P02 P03 P04 P05")
    assert bought(the_opening(), nearly)
    ready = spice_road(storage=["YYYYRRRR"], merchants=ROW, points="P01 P02 P03 P04 P05")
    assert any(action.text.startswith("claim") for action in ready.actions())
    assert bought(the_opening(), ready) == []
    assert bought(the_opening(), spice_road(storage=["YRG"], merchants=ROW, claimed=["", "P06"])) == []


@pytest.mark.parametrize("players", [2, 5])
def test_planners_buy_in_the_first_rounds_and_plan_from_then_on(players: int) -> None:
    match = GAME.new(players=players, seed=5)
    table = [player("planner:4") for _ in range(players)]
    opening, rounds = the_opening(), the_opening().rounds
    while match.round <= rounds + 1:
        seat = match.actor
        assert seat is not None
        begins = match.view()["question"]["decision"] == "turn"
        expected = bought(opening, match)
        assert bool(expected) == (begins and match.round <= rounds)
        answer = table[seat].choose(match.view(seat))
        assert not expected or answer.text == expected[0]
        match.play(answer)
    assert all(len(seat["hand"]) + len(seat["played"]) >= 2 + rounds for seat in match.view()["seats"])


def test_who_has_an_opening_and_who_has_none() -> None:
    first = {}
    for spec in ("planner:8", "merchant", "master:6", "greedy", "sketcher", "trader"):
        match = spice_road(storage=["YRG"], merchants=ROW)
        first[spec] = player(spec, seed=1).choose(match.view(match.actor)).text
    assert [first[spec] for spec in ("planner:8", "merchant", "master:6")] == ["acquire 3"] * 3
    assert any(first[spec] != "acquire 3" for spec in ("greedy", "sketcher", "trader"))
    found = [name for name in century.games() if opening_of(century.game(name))]
    assert found == ["spice-road", "a-new-world", "east-to-west-1", "east-to-west-2"]


def test_where_there_are_tiles_too_plans_of_the_first_rounds_know_what_each_is_worth() -> None:
    game = century.game("east-to-west-1")
    match, opening = game.new(players=2, seed=1), opening_of(game)
    assert match.actor is not None
    assert opening is not None
    known = match.known(match.actor)
    early, late, level = (
        weights_of(game, opening=True).tolist(),
        weights_of(game).tolist(),
        weights_of(game, "levels").tolist(),
    )
    changed = {name for name, one, other in zip(names_of(game), early, late, strict=True) if one != other}
    assert {"M22", "M40", "bonus_flat_1"} <= changed <= set(pieces_of(game))
    assert not opening.turn(known)  # nothing is bought outright
    for spec, first in (("planner:8", early), ("master:8", early), ("sketcher", late), ("merchant", level)):
        made = player(spec)
        assert isinstance(made, Planner)
        for turn, weights in ((0, first), (2 * opening.rounds - 1, first), (2 * opening.rounds, late)):
            known.state["turn"] = turn
            assert made._weights_for(known).tolist() == (level if spec == "merchant" else weights), (spec, turn)


@pytest.mark.parametrize("spec", ["planner:2", "merchant", "master:2"])
def test_the_first_answer_in_a_process_loads_what_plans_need(spec: str, monkeypatch: pytest.MonkeyPatch) -> None:
    watched = Mock(wraps=tree.think)
    monkeypatch.setattr(tree, "think", watched)
    monkeypatch.setattr(planner, "_loaded", set())
    match = GAME.new(players=2, seed=1)
    for _ in range(2):  # the second player finds it there
        player(spec, seed=1).choose(match.view(match.actor))
        assert watched.call_count == 1


def test_a_stray_turn_buys_any_card_but_good_ones_more_often() -> None:
    match = spice_road(storage=["YRG"], merchants="M11 M15 M30 M36 M31 M41")
    chance, opening = Random(1), the_opening()
    found = [opening.stray_turn(match.known(0), chance, 2.0) for _ in range(200)]
    labels = [each.piece for each in found if each]
    assert set(labels) == {"M15", "M30", "M11", "M36"}
    assert labels.count("M11") == max(labels.count(label) for label in labels)
