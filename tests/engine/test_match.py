"""The public API: matches, their options and their errors."""

import json

import pytest

import century
from century.engine.actions import ACTIONS, action_of
from tests.helpers import random_match

GAME = century.game("spice-road")


def test_play_takes_an_action_its_number_or_its_text() -> None:
    ends = []
    for answer in (action_of("acquire 2"), action_of("acquire 2").id, "acquire 2", "  Acquire   2 "):
        match = GAME.new(players=2, seed=7)
        match.play(answer)
        ends.append(match.state.tobytes())
    assert len(set(ends)) == 1


@pytest.mark.parametrize("answer", ["fly", "play M99", "", "play", -1, 10**6])
def test_an_unknown_action_is_refused_with_what_there_is(answer: str | int) -> None:
    match = GAME.new(players=2, seed=7)
    before = match.state.tobytes()
    with pytest.raises(century.UnknownName, match="there are: "):
        match.play(answer)
    assert match.state.tobytes() == before


def test_every_action_that_is_not_legal_is_refused_with_a_reason_and_changes_nothing() -> None:
    for answers in range(0, 120, 5):
        match = random_match("spice-road", 3, seed=4, answers=answers, interpreted=True)
        before, legal = match.state.tobytes(), set(match.actions())
        for action in ACTIONS:
            if action not in legal:
                with pytest.raises(century.IllegalAction, match=r"cannot .*(: |; open are: )"):
                    match.play(action)
        assert match.state.tobytes() == before


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"players": 1}, "2 to 5 players, not 1"),
        ({"seed": -1}, "a seed is a number from 0"),
        ({"start": 2}, "a seat from 0 to 1, not 2"),
        ({"turn_limit": 0}, "a turn limit is a number from 1"),
        ({"edition": "gold"}, "no edition 'gold'.*; there are: golem"),
        ({"names": ["Ann"]}, "2 players need 2 names, not 1"),
        ({"names": ["Ann", "Bo\n"]}, "printable characters"),
        ({"names": ["Ann", ""]}, "printable characters"),
    ],
)
def test_wrong_options_are_refused(options: dict[str, object], says: str) -> None:
    with pytest.raises(century.CenturyError, match=says):
        GAME.new(**options)  # type: ignore[arg-type]


def test_a_seat_that_is_not_there_has_no_view() -> None:
    with pytest.raises(century.CenturyError, match="a seat is a number from 0 to 1, not 2"):
        GAME.new(players=2).view(seat=2)
    with pytest.raises(century.CenturyError, match="a seat is a number from 0 to 1, not -1"):
        GAME.new(players=2).imagine(seat=-1, seed=1)


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
