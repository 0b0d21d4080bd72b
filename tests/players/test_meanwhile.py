"""Players that stand in until code is compiled answer in plain Python, from the beginning of a game to its end."""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import pytest

import century
from century.engine.contract import apply
from century.engine.match import Match
from century.players import LEVELS, turns
from century.players.desk import Search
from century.players.planner import MANNERS, Meanwhile, Planner
from tests.rules.eastern_wonders.table import eastern_wonders

MOST_WORK = 4000  # answers tried for one answer: about half a second


class Work:
    """Counts the answers that searches try."""

    def __init__(self, apply: Callable[..., None]) -> None:
        self.apply = apply
        self.tried = 0

    def __call__(self, *arguments: Any) -> None:
        self.tried += 1
        self.apply(*arguments)


def in_native_code(bot: Planner) -> Planner:
    """The same player, for the turns on which plain Python would take long."""
    bot._interpreted = False
    return bot


def play_to_the_end(match: Match, levels: Sequence[str], every: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """The bots take turns, whoever's turn it is. Each answer in plain Python is legal and takes little work."""
    bots = [Meanwhile(level, seed=1) for level in levels]
    quick = [in_native_code(Meanwhile(level, seed=1)) for level in levels]
    answers = 0
    while match.actor is not None:
        work, turn, known = Work(apply), int(match.state.turn), match.known(match.actor)
        if turn % every:
            answer = quick[turn % len(bots)].answer(known)
        else:
            with monkeypatch.context() as patch:
                patch.setattr(turns, "apply", work)
                answer = bots[turn % len(bots)].answer(known)
        assert answer in known.actions
        assert work.tried <= MOST_WORK
        match.play(answer)
        answers += 1
        assert answers < 2000, "the game gets nowhere"
    assert max(match.totals()) > 0


@pytest.mark.parametrize("every", [6, pytest.param(1, marks=pytest.mark.slow)])
@pytest.mark.parametrize("game", century.games())
def test_stand_ins_of_all_levels_play_a_game_to_its_end(game: str, every: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """In plain Python every sixth turn by default, of each level in turn, and every turn by `make test-all`."""
    match = century.game(game).new(players=2, seed=2, interpreted=True)
    play_to_the_end(match, LEVELS, every, monkeypatch)


@pytest.mark.slow
@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("game", century.games())
def test_stand_ins_of_one_level_play_a_game_to_its_end(game: str, level: str, monkeypatch: pytest.MonkeyPatch) -> None:
    match = century.game(game).new(players=3, seed=3, interpreted=True)
    play_to_the_end(match, [level], 1, monkeypatch)


def test_a_search_goes_on_until_a_turn_is_whole() -> None:
    """With boats, more answers than a short search tries are steps of sailing, and none of them ends the turn."""
    match = eastern_wonders(storage=["YYYYYYYYYY", "Y"])
    for temper in (0.0, 1.0):
        planner = Planner(Search(6, 1, most=1), temper=temper, seed=1, interpreted=True)
        assert len(planner.plan(match.known(0))) > 1


@pytest.mark.parametrize("temper", [0.0, *sorted({manner.temper for manner in MANNERS.values()} - {0.0})])
def test_a_planner_that_finds_no_turn_answers_too(temper: float, monkeypatch: pytest.MonkeyPatch) -> None:
    """The longest turns may not fit into the room of a search."""
    match = eastern_wonders()
    monkeypatch.setattr("century.players.beam.find_turns", lambda *_: 0)
    known = match.known(0)
    planner = Planner(Search(6, 1), temper=temper, seed=1, interpreted=True)
    assert planner.answer(known) == known.actions[0]
    assert planner._desk
    assert not np.isfinite(planner._desk.behind).any()
