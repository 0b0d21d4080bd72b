"""The ladder: players answer legally, see nothing hidden, and are the same again for the same seed."""

import re
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import century
from century.engine.match import Match
from century.players import LADDER, LEVELS, Player, master, names_of, planner, player, tree
from century.players.planner import weights_of
from century.players.worth import names_of as measured
from tests.helpers import random_match

FAST = ("random", "casual", "greedy", "sketcher", "planner:8", "master:6", "novice")


def chosen(match: Match, spec: str) -> list[str]:
    """What a player answers in its present turn, question by question."""
    twin, made, answers = match.copy(), player(spec, seed=3), []
    seat, turn = twin.actor, twin.turn
    while twin.actor == seat and twin.turn == turn:
        assert seat is not None
        answers.append(made.choose(twin.view(seat)))
        twin.play(answers[-1])
    return [answer.text for answer in answers]


@pytest.mark.parametrize("spec", FAST)
@pytest.mark.parametrize("name", century.games())
def test_a_player_chooses_the_same_whatever_is_hidden(name: str, spec: str) -> None:
    for seed, answers in ((1, 0), (2, 40), (3, 150)):
        match = random_match(name, 3, seed, answers, turn_limit=500)
        if match.actor is None:
            continue
        made, view = player(spec, seed=3), match.view(match.actor)
        first = made.choose(view)
        assert first in match.actions()
        for other in (4, 5):
            twin = match.imagine(match.actor, seed=other)
            assert player(spec, seed=3).choose(twin.view(match.actor)) == first


@pytest.mark.parametrize("name", century.games())
def test_planners_play_whole_turns_for_every_number_of_players(name: str) -> None:
    game = century.game(name)
    for players in range(game.least_players, game.most_players + 1):
        match = game.new(players=players, seed=players, turn_limit=12)
        table = [player("planner:4") for _ in range(players)]
        while not match.over:
            seat = match.actor
            assert seat is not None
            match.play(table[seat].choose(match.view(seat)))


@pytest.mark.parametrize("spec", FAST)
def test_the_same_seed_is_the_same_choice(spec: str) -> None:
    match = random_match("spice-road", 2, 5, 30)
    assert chosen(match, spec) == chosen(match, spec)


def test_greedy_beats_random_and_the_planner_beats_greedy() -> None:
    from century.lab.tournament import Tournament

    for players, games in (("greedy,random", 10), ("planner:30,greedy", 10)):
        made = Tournament("spice-road", players, games, seed=77)
        for _ in made.run(workers=0):
            pass
        assert made.standings()[0].player == players.split(",")[0]


def test_every_measure_has_a_weight() -> None:
    for name in century.games():
        game = century.game(name)
        assert len(weights_of(game)) == len(measured(game)) > 5


@pytest.mark.parametrize("speed", [1.0, 0.1])
@pytest.mark.parametrize("spec", ["planner:40ms", "master:40ms"])
def test_a_timed_player_keeps_to_its_time(spec: str, speed: float, monkeypatch: pytest.MonkeyPatch) -> None:
    """By a clock that goes on only with the work that is done, on a fast and on a slow machine."""
    clock = SimpleNamespace(now=0.0)

    def takes(seconds: Callable[[Any, Any], float], work: Callable[..., Any]) -> Callable[..., Any]:
        def timed(*arguments: Any) -> Any:
            clock.now += seconds(*arguments[-2:]) / speed
            return work(*arguments)

        return timed

    for module in (planner, master):
        monkeypatch.setattr(module, "time", SimpleNamespace(perf_counter=lambda: clock.now))

    def cost(task: tree.Task, visits: int) -> float:
        return 0.0001 * visits if visits > 0 else 0.00002 * task.root.width  # else a line, or a root, is looked for

    monkeypatch.setattr(tree, "think", takes(cost, tree.think))
    match = random_match("spice-road", 2, 5, 30)
    made: Player = player(spec)
    assert match.actor is not None
    made.choose(match.view(match.actor))  # measures
    spent = []
    for number in range(5):
        other = random_match("spice-road", 2, number + 6, 31)
        assert other.actor is not None
        view, start = other.view(other.actor), clock.now
        made.choose(view)
        spent.append(clock.now - start)
    assert max(spent) <= 0.04
    assert max(spent) > 0.02, "it makes use of its time"


@pytest.mark.parametrize(
    ("spec", "says"),
    [
        ("grandmaster", "unknown player 'grandmaster'"),
        ("greedy:50ms", "greedy accepts no budget; only planner and master do"),
        ("novice:50", "novice accepts no budget; only planner and master do"),
        (
            "planner:fast",
            "'fast' is not a budget; a budget is a time for a turn from 1ms to 3600s, such as 50ms or 2s, or a number",
        ),
        ("master:1s:threads=many", "'many' is not a number of threads"),
        ("master:1s:threads=0", "the number of threads must be a whole number from 1"),
        ("planner:50:threads=2", "planner uses one core; only master accepts threads"),
        ("planner:", "'' is not a budget"),
        ("planner:0", "'0' is not a budget"),
        ("planner:5h", "'5h' is not a budget"),
        ("nobody.py:MyBot", "nobody.py: the file does not exist"),
    ],
)
def test_a_wrong_name_is_refused(spec: str, says: str) -> None:
    with pytest.raises(century.CenturyError, match=re.escape(says)):
        player(spec)
    with pytest.raises(century.CenturyError, match=re.escape(says)):
        names_of(spec)


def test_the_refusal_names_the_ladder() -> None:
    with pytest.raises(century.CenturyError, match=", ".join([*LADDER, *LEVELS[:-1]])):
        player("grandmaster")


def test_no_players_are_refused() -> None:
    with pytest.raises(century.CenturyError, match="no players are named"):
        names_of(" , ")


BOT = """
class Last:
    def choose(self, view):
        return view.actions[-1]

class Broken:
    def choose(self, view):
        raise ValueError("out of ideas")

class NoPlayer:
    pass
"""


def test_a_class_in_a_file_is_a_player(tmp_path: Path) -> None:
    file = tmp_path / "mybot.py"
    file.write_text(BOT)
    match = century.game("spice-road").new(seed=1)
    assert match.actor is not None
    assert player(f"{file}:Last").choose(match.view(match.actor)) == match.actions()[-1]
    for spec, says in (
        (str(file), "also name the class"),
        (f"{file}:Lost", "Last, Broken"),
        (f"{file}:NoPlayer", "a player is a class with a method choose"),
    ):
        with pytest.raises(century.CenturyError, match=says):
            player(spec)
    file.write_text("import nothing_of_that_name")
    with pytest.raises(century.CenturyError, match="cannot be loaded: ModuleNotFoundError"):
        player(f"{file}:Last")


def test_a_player_that_fails_loses_and_the_tournament_goes_on(tmp_path: Path) -> None:
    from century.lab.tournament import Tournament

    file = tmp_path / "mybot.py"
    file.write_text(BOT)
    made = Tournament("spice-road", f"random,{file}:Broken", 4, seed=1)
    games = list(made.run(workers=0))
    assert [game.failed.rpartition(": ")[2] for game in games] == ["out of ideas"] * 4
    best = made.standings()[0]
    assert (best.player, best.wins) == ("random", 4)


def test_a_player_that_does_not_play_a_game_says_so(tmp_path: Path) -> None:
    from century.cli import main
    from century.lab.tournament import Tournament

    file = tmp_path / "mybot.py"
    file.write_text("class Spicy:\n    games = ('spice-road',)\n    def choose(self, view): return view.actions[0]\n")
    spec = f"{file}:Spicy"
    assert names_of(spec, "spice-road") == [spec]
    with pytest.raises(century.CenturyError, match="does not play a-new-world; it plays spice-road"):
        Tournament("a-new-world", f"{spec},random", 2)
    assert main(["play", "a-new-world", "--bots", spec]) != 0
