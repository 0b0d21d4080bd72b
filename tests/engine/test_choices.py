"""Choices of a single answer, and the rules that trim what is offered."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

import century
from century.engine import state
from century.engine.actions import DONE, TURN
from century.engine.checking import check
from century.engine.compile import rule
from century.engine.game import Game
from century.engine.part import OneAnswer
from century.engine.state import drop, is_offered, keep_only, offer
from century.errors import DeclarationError


def offers(*actions: int) -> Any:
    open_ones = np.zeros(9, np.int16)
    for action in actions:
        offer(open_ones, action)
    return open_ones


def answering(choice: type[OneAnswer]) -> Game:
    game = century.game("spice-road")
    return replace(game, decisions={**game.decisions, TURN: [choice]})


def test_an_answer_is_offered_unless_its_rule_says_no() -> None:
    class Always(OneAnswer):
        block = DONE

    class Never(OneAnswer):
        block = DONE

        @rule
        def can(s, box):  # type: ignore[no-untyped-def]
            return False

    for choice, expected in ((Always, [DONE]), (Never, [])):
        found = offers()
        choice.options(None, None, found)
        assert found[1 : found[0] + 1].tolist() == expected


def test_what_says_whether_an_answer_is_open_must_be_a_rule() -> None:
    class Forgotten(OneAnswer):
        block = DONE

        def can(s, box):  # type: ignore[no-untyped-def]
            return True

        @rule
        def do(s, box, index):  # type: ignore[no-untyped-def]
            pass

    with pytest.raises(DeclarationError, match=r"Forgotten.*can is no rule: write @rule"):
        check(answering(Forgotten))


@rule
def outer(s, box):  # type: ignore[no-untyped-def]
    return inner(s, box)


@rule
def inner(s, box):  # type: ignore[no-untyped-def]
    return state.outer(s, box)  # type: ignore[attr-defined]


def test_circles_are_found_through_modules_and_closures(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(state, "outer", outer, raising=False)

    class Circular(OneAnswer):
        block = DONE
        can = outer

        @rule
        def do(s, box, index):  # type: ignore[no-untyped-def]
            pass

    with pytest.raises(DeclarationError, match="circle: outer -> inner -> outer"):
        check(answering(Circular))


def test_offers_are_trimmed() -> None:
    found = offers(4, 7, 5)
    assert is_offered(found, 7)
    drop(found, 7)
    assert found[1 : found[0] + 1].tolist() == [4, 5]
    assert not is_offered(found, 7)
    keep_only(found, 5)
    assert found[1 : found[0] + 1].tolist() == [5]
