"""What the tests share: citing rules, laying a table out, playing on it, and commands as in a terminal."""

import signal
import subprocess
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import century
from century.components.catalogue import CUBES
from century.engine.actions import CLAIM, PLAY, TURN, Action
from century.engine.contract import legal
from century.engine.match import Match
from century.engine.state import MOST_OFFERS

NO_CARD = -1


def rule(*numbers: str) -> pytest.MarkDecorator:
    """Say which rules a test checks."""
    return pytest.mark.rule(*numbers)


def texts(actions: Iterable[Action]) -> set[str]:
    return {action.text for action in actions}


def options(match: Match) -> set[str]:
    """The texts of what is legal."""
    return texts(match.actions())


def play(match: Match, *answers: str) -> Match:
    for answer in answers:
        match.play(answer)
    return match


def cubes(match: Match, seat: int) -> str:
    return str(match.view()["seats"][seat]["cubes"])


def cards(match: Match, seat: int, zone: str) -> list[str]:
    return [card["card"] for card in match.view()["seats"][seat][zone]]


def row(match: Match, name: str) -> list[str]:
    return [card["card"] for card in match.view()[name]]


def spice_road(
    *,
    players: int = 2,
    start: int = 0,
    storage: Sequence[str] = (),
    hand: Sequence[str] = (),
    played: Sequence[str] = (),
    claimed: Sequence[str] = (),
    coins: Sequence[tuple[int, int]] = (),
    merchants: str | None = None,
    lying: Sequence[str] = (),
    points: str | None = None,
    table_coins: tuple[int, int] | None = None,
    **more: Any,
) -> Match:
    """A Spice Road table with the start player to move; what is not named is as dealt.

    Lists go by seat; cards are ids in one string. Cards laid into a row leave the deck.
    """
    match = century.game("spice-road").new(players=players, start=start, seed=1, interpreted=True, **more)
    s = match.state
    for seat, letters in enumerate(storage):
        s.seats[seat].cubes[:] = [letters.count(letter) for letter in CUBES]
    for zone, values, labels in (("hand", hand, PLAY), ("played", played, PLAY), ("claimed", claimed, CLAIM)):
        for seat, ids in enumerate(values):
            s.seats[seat][zone] = _bits(ids, labels.labels)
    for seat, pair in enumerate(coins):
        s.seats[seat].coins[:] = pair
    if merchants is not None:
        _lay_row(s.merchant_deck, [place.card for place in s.merchant_row], merchants, PLAY.labels)
        for place in range(len(s.merchant_row)):
            laid = merchants.split()
            s.merchant_row[place].card = PLAY.labels.index(laid[place]) if place < len(laid) else NO_CARD
    for place, letters in enumerate(lying):
        s.merchant_row[place].cubes[:] = [letters.count(letter) for letter in CUBES]
    if points is not None:
        _lay_row(s.point_deck, list(s.point_row), points, CLAIM.labels)
        for place in range(len(s.point_row)):
            laid = points.split()
            s.point_row[place] = CLAIM.labels.index(laid[place]) if place < len(laid) else NO_CARD
    if table_coins is not None:
        s.coins[:] = table_coins
    return refresh(match)


def refresh(match: Match) -> Match:
    """Find out what is legal after the state was changed by hand."""
    assert match.state.question.decision == TURN
    offers = np.zeros(MOST_OFFERS + 1, np.int16)
    legal(match.state, match.box, offers)
    match._masks[:] = False
    match._masks[0, offers[1 : offers[0] + 1]] = True
    return match


def _bits(ids: str, labels: Sequence[str]) -> np.uint64:
    return np.uint64(sum(1 << labels.index(id) for id in ids.split()))


def _lay_row(deck: Any, before: list[int], ids: str, labels: Sequence[str]) -> None:
    for card in before:
        if card != NO_CARD:
            deck.cards |= np.uint64(1 << int(card))
    deck.cards &= ~_bits(ids, labels)


def random_match(game: str, players: int, seed: int, answers: int, **more: Any) -> Match:
    """A match after so many random answers, or at its end."""
    return played_on(century.game(game).new(players=players, seed=seed, **more), seed, answers)


def played_on(match: Match, seed: int, answers: int) -> Match:
    """The match after so many random answers more, or at its end."""
    generator = np.random.default_rng(seed)
    for _ in range(answers):
        if match.over:
            break
        legal_actions = match.actions()
        match.play(legal_actions[generator.integers(len(legal_actions))])
    return match


def in_terminal(folder: Path, *arguments: str) -> subprocess.Popen[str]:
    """A command that has begun as in a terminal of its own, so that Ctrl-C (`os.killpg`) reaches all its processes."""
    return subprocess.Popen(
        [sys.executable, "-m", "century", *arguments],
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # tests may run where Ctrl-C is ignored
    )
