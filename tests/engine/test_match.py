"""The public API: matches, their options and their errors."""

import json
from typing import Any, cast

import numpy as np
import pytest

import century
from century.engine.actions import ACTIONS, Action, action_of
from tests.helpers import random_match

GAME = century.game("spice-road")


def test_play_takes_an_action_its_number_or_its_text() -> None:
    ends = []
    for answer in (action_of("acquire 2"), action_of("acquire 2").id, "acquire 2", "  Acquire   2 "):
        match = GAME.new(players=2, seed=7)
        match.play(answer)
        ends.append(match.state.tobytes())
    assert len(set(ends)) == 1


@pytest.mark.parametrize("answer", ["fly", "play M99", "", "play"])
def test_an_unknown_action_is_refused_with_what_there_is(answer: str) -> None:
    match = GAME.new(players=2, seed=7)
    before = match.state.tobytes()
    with pytest.raises(century.UnknownName, match="available: "):
        match.play(answer)
    assert match.state.tobytes() == before


@pytest.mark.parametrize("answer", [-1, 10**6, None, 1.0, True, Action(-1, "done"), Action(45, "rest")])
def test_what_is_no_action_is_refused(answer: Any) -> None:
    match = GAME.new(players=2, seed=7, start=0).play("play S02")
    before = match.state.tobytes()
    with pytest.raises(century.CenturyError, match=r"must be a whole number from 0 to|action 45 is 'acquire 1'"):
        match.play(answer)
    assert (match.state.tobytes(), len(match.history)) == (before, 1)


def test_every_action_that_is_not_legal_is_refused_with_a_reason_and_changes_nothing() -> None:
    for answers in range(0, 120, 5):
        match = random_match("spice-road", 3, seed=4, answers=answers, interpreted=True)
        before, legal = match.state.tobytes(), set(match.actions())
        for action in ACTIONS:
            if action not in legal:
                with pytest.raises(century.IllegalAction, match=r"cannot answer .*(: | now; legal answers: )"):
                    match.play(action)
        assert match.state.tobytes() == before


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"players": 1}, "players of spice-road must be a whole number from 2 to 5, not 1"),
        ({"players": "3"}, "whole number from 2 to 5, not '3'"),
        ({"players": 3.0}, "whole number from 2 to 5, not 3.0"),
        ({"seed": -1}, "a seed must be a whole number from 0"),
        ({"seed": 1.5}, "a seed must be a whole number from 0"),
        ({"seed": True}, "a seed must be a whole number from 0"),
        ({"start": 2}, "start player must be a whole number from 0 to 1, not 2"),
        ({"start": 0.5}, "from 0 to 1, not 0.5"),
        ({"turn_limit": 0}, "a turn limit must be a whole number from 1"),
        ({"edition": "gold"}, "unknown edition 'gold'.*; available: golem"),
        ({"names": ["Ann"]}, "2 players need a list of 2 names"),
        ({"names": "AB"}, "2 players need a list of 2 names"),
        ({"names": [1, 2]}, "printable characters"),
        ({"names": ["Ann", " Bo"]}, "printable characters"),
        ({"names": ["Ann", "B" * 41]}, "printable characters"),
        ({"components": 5}, "components must be the path of a TOML file or its parsed content, not 5"),
        ({"map": "atoll"}, "unknown option 'map'; available: players, seed"),
        ({"names": ["Ann", "Bo\n"]}, "printable characters"),
        ({"names": ["Ann", ""]}, "printable characters"),
    ],
)
def test_wrong_options_are_refused(options: dict[str, object], says: str) -> None:
    with pytest.raises(century.CenturyError, match=says):
        GAME.new(**options)  # type: ignore[arg-type]


def test_a_seat_that_is_not_there_has_no_view() -> None:
    with pytest.raises(century.CenturyError, match="a seat must be a whole number from 0 to 1, not 2"):
        GAME.new(players=2).view(seat=2)
    with pytest.raises(century.CenturyError, match="a seat must be a whole number from 0 to 1, not -1"):
        GAME.new(players=2).imagine(seat=-1, seed=1)


def test_numbers_of_numpy_are_numbers() -> None:
    two, seven, one, action = cast(Any, (np.int8(2), np.uint64(7), np.int64(1), np.int16(45)))
    match = GAME.new(players=two, seed=seven, start=one)
    assert json.dumps(match.view(seat=one))
    assert century.replay(match.play(action).record()).state.tobytes() == match.state.tobytes()


def test_an_imagined_match_has_no_record_and_does_not_know_the_seed() -> None:
    twin = GAME.new(players=2, seed=123456789).imagine(seat=0, seed=1)
    assert twin.options.seed != 123456789
    assert twin.play(twin.actions()[0]).copy().is_imagined
    with pytest.raises(century.CenturyError, match="an imagined match has no record"):
        twin.record()


def test_without_a_seed_games_differ() -> None:
    assert len({GAME.new().options.seed for _ in range(5)}) > 1


def test_a_view_is_ready_for_json_and_offers_actions_to_the_actor_only() -> None:
    match = GAME.new(players=2, seed=7, start=0)
    view = match.view(seat=0)
    assert json.loads(json.dumps(view)) == view
    assert tuple(action["text"] for action in view["actions"]) == tuple(map(str, match.actions()))
    assert view.actions == match.actions()
    assert match.view(seat=1).actions == ()


def test_the_golem_edition_is_the_same_game_with_its_own_words() -> None:
    plain, golem = (GAME.new(players=2, seed=7, edition=edition) for edition in (None, "golem"))
    assert plain.state.tobytes() == golem.state.tobytes()
    assert plain.view()["words"] == {
        "Y": "turmeric", "R": "saffron", "G": "cardamom", "B": "cinnamon",
        "gold": "gold coin", "silver": "silver coin",
    }  # fmt: skip
    assert golem.view()["words"] == {
        "Y": "yellow crystal", "R": "green crystal", "G": "blue crystal", "B": "pink crystal",
        "gold": "copper coin", "silver": "silver coin",
    }  # fmt: skip


def test_the_names_of_games() -> None:
    assert "spice-road" in century.games()
    with pytest.raises(century.UnknownName, match="did you mean spice-road"):
        century.game("spiceroad")
