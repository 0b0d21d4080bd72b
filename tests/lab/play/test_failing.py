"""A player that fails, is too slow, answers illegally or takes its process down loses, and the tournament goes on."""

import signal
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest.mock import Mock

import pytest

from century.lab.play import workers
from century.lab.play.game_task import GameTask
from century.lab.play.one_game import NOBODY, TookTooLong, warm_up, within
from century.lab.play.outcomes import Outcomes
from century.lab.store.tournament_games import TournamentGame
from century.lab.tournament import Tournament
from tests.lab import bots

FILE = bots.__file__


def made_against_first(name: str, *, patience: float = 60.0, seats: int = 2) -> Tournament:
    """A deal of a bot and of one that takes what comes first, stopped after a few turns."""
    players = f"{FILE}:{name},{FILE}:First"
    return Tournament("spice-road", players, games=seats, seats=seats, turn_limit=8, patience=patience)


def against_first(name: str, *, patience: float = 60.0, count: int = 0) -> list[TournamentGame]:
    return list(made_against_first(name, patience=patience).run(count))


def messages(games: list[TournamentGame]) -> list[str]:
    return [game.failed.replace(FILE, "bots.py") for game in games]


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("Broken", "ValueError: out of ideas"),
        ("BrokenAtOnce", "ValueError: cannot sit down"),
        ("Leaves", "SystemExit: that is enough"),
        ("Cheat", "IllegalAction: Player 1 cannot answer"),
    ],
)
def test_one_that_fails_loses_both_games_of_a_deal(name: str, reason: str) -> None:
    games = against_first(name)
    assert len(games) == 2
    for seat, game in enumerate(games):
        assert (game.lost, game.winner) == (seat, 1 - seat)
        expected = reason.replace("Player 1", f"Player {seat + 1}")
        assert messages(games)[seat].startswith(f"bots.py:{name} lost on seat {seat + 1}: {expected}")


def test_one_of_the_ladder_that_fails_before_its_first_answer_loses(monkeypatch: pytest.MonkeyPatch) -> None:
    unreadable = ValueError("weights.toml cannot be read")
    monkeypatch.setattr("century.players.planner.weights_of", Mock(side_effect=unreadable))
    monkeypatch.setattr("century.lab.play.one_game.warm_up", warm_up.__wrapped__)  # as in a new process
    games = list(Tournament("spice-road", "casual,greedy", games=2, turn_limit=8).run(0))
    for seat, game in zip((1, 0), games, strict=True):
        assert (game.lost, game.winner) == (seat, 1 - seat)
        assert game.failed == f"greedy lost on seat {seat + 1}: ValueError: weights.toml cannot be read"


@pytest.mark.parametrize("name", ["Sleeps", "Loops", "Wraps", "Stubborn"])
def test_one_that_is_too_slow_is_interrupted(name: str) -> None:
    """The players bring the alarm forward themselves: see `bots.alarm_soon`."""
    before = signal.getsignal(signal.SIGALRM)
    games = against_first(name, patience=3600.0)
    assert messages(games)[1] == f"bots.py:{name} lost on seat 2: took longer than 3600 s for an answer"
    assert [game.winner for game in games] == [1, 0]
    assert signal.getsignal(signal.SIGALRM) == before
    assert signal.getitimer(signal.ITIMER_REAL) == (0.0, 0.0)


def test_an_answer_that_comes_late_is_too_late_without_alarms(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = SimpleNamespace(now=0.0)
    monkeypatch.setattr("century.lab.play.one_game.signal", SimpleNamespace())
    monkeypatch.setattr("century.lab.play.one_game.time", SimpleNamespace(perf_counter=lambda: clock.now))

    def takes(seconds: float) -> str:
        clock.now += seconds
        return "an answer"

    assert within(5.0, lambda: takes(5.0)) == "an answer"
    with pytest.raises(TookTooLong):
        within(5.0, lambda: takes(5.1))


def test_one_that_no_alarm_reaches_is_ended_with_its_process(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is overdue as soon as it loops, and nobody else ever is."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(workers, "_GRACE", -3600.0)
    overdue = workers._Worker.is_overdue.fget  # type: ignore[attr-defined]

    def loops(worker: Any) -> bool:
        return Path(f"looping-{worker.process.pid}").exists() and overdue(worker)

    monkeypatch.setattr(workers._Worker, "is_overdue", property(loops))
    games = against_first("LoopsInC", patience=3600.0, count=2)
    assert messages(games)[0] == "bots.py:LoopsInC lost on seat 1: took longer than 3600 s for an answer"
    assert [game.winner for game in games] == [1, 0]


def test_after_a_game_nobody_is_noted_as_asked() -> None:
    plan = Tournament("spice-road", f"{FILE}:First,{FILE}:Broken", 2).plan
    note = [5.0, 0.0]
    GameTask(plan, 0, 1).run(note)
    assert note[0] == NOBODY  # else the next game could be taken for one that hangs
    assert note[1] > 0


def test_one_that_takes_its_process_down_twice_loses() -> None:
    games = against_first("Dies", count=2)
    assert messages(games)[1] == "bots.py:Dies lost on seat 2: the process died while it was asked, twice"
    assert [game.winner for game in games] == [1, 0]
    three = made_against_first("Dies", seats=3)
    games = list(three.run(2))
    assert all(three.players[game.seats[game.lost]].endswith("Dies") for game in games if game.lost is not None)
    assert {game.winner for game in games} == {None}  # one has lost; which of the others won is not known
    best = three.standings()[0]
    assert best.player.endswith("First")
    assert best.stopped == 0


def test_a_game_whose_process_died_is_played_once_more(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    games = against_first("DiesOnce", count=1)
    assert bots.MARK.exists()
    assert messages(games) == ["", ""]
    assert len(games) == 2


def test_a_game_is_stopped_if_it_is_not_clear_who_took_it_down(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    players = f"{FILE}:DiesOnce,{FILE}:DiesLater"
    made = Tournament("spice-road", players, games=2, turn_limit=8)
    games = list(made.run(workers=1))
    assert games[0].winner is games[0].lost is None
    assert games[0].failed.replace(FILE, "bots.py") == (
        "a game of bots.py:DiesOnce, bots.py:DiesLater is stopped: its process died again and again"
    )
    assert games[1].lost == 0  # the mark is there now: only the later one dies, twice


def test_processes_are_fed_one_game_at_a_time() -> None:
    given = []
    plan = Tournament("spice-road", f"{FILE}:First,{FILE}:Broken", 1000).plan

    def chunks() -> Iterator[GameTask]:
        for number in range(plan.games):
            given.append(number)
            yield GameTask(plan, number, 1)

    games = workers.in_processes(chunks(), 2)
    first: Outcomes = next(games)
    games.close()
    assert any(first.failed)
    assert len(given) == 3


def test_points_and_rounds_leave_failed_games_out() -> None:
    made = Tournament("spice-road", "random,casual", 2)
    whole = TournamentGame(0, 0, (0, 1), (30, 40), 1, 20, (0.1, 0.1), (25, 25))
    failed = TournamentGame(0, 0, (1, 0), (0, 0), 0, 1, (0.0, 0.0), (1, 1), "random lost on seat 2: ...", 1)
    made.add(whole)
    made.add(failed)
    best = made.standings()[0]
    assert (best.player, best.wins, best.points, best.rounds) == ("casual", 2, 40, 20)
    assert best.points_a_round == 2
