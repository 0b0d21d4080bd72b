"""Bots of every level, hints, tournaments, tuning and the environments of others play a game from outside."""

import json
import warnings
from pathlib import Path

import numpy as np
import pytest

import century
from century import plugins
from century.cli import main
from century.engine.game import Game
from century.players import LADDER, LEVELS, player
from tests.helpers import played_on
from tests.outside.conftest import SILK_FAIR


@pytest.mark.parametrize("name", [*LADDER, *LEVELS[:-1]])
def test_every_bot_plays_a_whole_turn(silk_fair: Game, name: str) -> None:
    budget = {"planner": "planner:20", "master": "master:20"}.get(name, name)
    match = played_on(silk_fair.new(players=3, seed=1), 3, 20)
    bot, seat, turn = player(budget, seed=1), match.actor, match.turn
    while match.turn == turn:
        view = match.view(match.actor)
        action = bot.choose(view) if match.actor == seat else view.actions[0]
        assert action in view.actions
        match.play(action)


def test_a_planner_does_not_see_what_is_secret(silk_fair: Game) -> None:
    """It answers the same, whatever the others hold."""
    match = played_on(silk_fair.new(players=2, seed=2), 3, 12)
    assert match.actor is not None
    twins = [match.imagine(match.actor, seed) for seed in range(5)]
    assert len({int(twin.state.seats[1 - match.actor].commissions) for twin in twins}) > 1
    answers = {player("sketcher", seed=1).choose(twin.view(match.actor)).text for twin in [match, *twins]}
    assert len(answers) == 1


def test_a_tournament(silk_fair: Game, tmp_path: Path) -> None:
    pytest.importorskip("pyarrow", reason="the lab is not installed")
    table, games = tmp_path / "table.json", tmp_path / "games.parquet"
    players = ["--players", "random,greedy", "--games", "8", "--workers", "1"]
    assert main(["tournament", str(SILK_FAIR), *players, "--json", str(table), "--out", str(games)]) == 0
    standings = {row["player"]: row for row in json.loads(table.read_text("utf-8"))["standings"]}
    assert standings["greedy"]["wins"] > standings["random"]["wins"]


def test_processes_know_a_game_that_was_loaded_after_others_were_played(
    silk_fair: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first games start the server from which later processes are forked."""
    pytest.importorskip("pyarrow", reason="the lab is not installed")
    few = ["--players", "random,greedy", "--games", "2", "--workers", "1"]
    with monkeypatch.context() as before:
        before.setenv(plugins.FILES, "")
        assert main(["tournament", "spice-road", *few]) == 0
    assert main(["tournament", str(SILK_FAIR), *few]) == 0


def test_weights_are_tuned(silk_fair: Game, tmp_path: Path) -> None:
    """Its own measure has a weight beside those of the cubes."""
    file = tmp_path / "weights.toml"
    small = ["--games", "2", "--width", "2", "--workers", "1", "--out", str(file)]
    assert main(["tune", str(SILK_FAIR), "--fit", "1", *small]) == 0
    text = file.read_text("utf-8")
    assert "[silk-fair]" in text
    assert "patterns =" in text


def test_settings_are_chosen_on_the_command_line(
    silk_fair: Game, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    record = tmp_path / "game.txt"
    monkeypatch.setattr("builtins.input", lambda prompt: "q")
    short = ["--set", "length=short", "--seed", "1"]
    assert main(["play", str(SILK_FAIR), *short, "--bots", "random", "--save", str(record)]) == 0
    assert "\nlength: short\n" in record.read_text("utf-8")
    match = century.replay(record.read_text("utf-8"), interpreted=True)
    assert match.options.settings == {"length": "short"}
    assert match.view()["last_bolt"] == 4
    assert main(["simulate", str(SILK_FAIR), *short, "--games", "2", "--workers", "1"]) == 0
    for wrong, says in (("length=long", "available: usual, short"), ("size=1", "its settings: length")):
        assert main(["play", str(SILK_FAIR), "--set", wrong]) == 2
        assert says in capsys.readouterr().err
    with pytest.raises(SystemExit):
        main(["play", str(SILK_FAIR), "--set", "short"])
    assert "must be NAME=VALUE" in capsys.readouterr().err


def test_gymnasium(silk_fair: Game) -> None:
    pytest.importorskip("gymnasium", reason="needs pip install century[rl]")
    from century.environments.gymnasium import CenturyEnv

    env = CenturyEnv("silk-fair", players=3, opponents="random", length="short")
    observation, info = env.reset(seed=1)
    random, over = np.random.default_rng(1), False
    while not over:
        assert observation in env.observation_space
        action = random.choice(np.flatnonzero(info["action_mask"]))
        observation, reward, over, _, info = env.step(action)
    assert env.match.over
    assert reward == (1 if env.match.winner == 0 else -1)


@pytest.mark.filterwarnings("default")
def test_pettingzoo(silk_fair: Game) -> None:
    pytest.importorskip("pettingzoo", reason="needs pip install century[rl]")
    pytest.importorskip("pygame", reason="the tests of PettingZoo need it")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        from pettingzoo.test import api_test

    from century.environments.pettingzoo import env

    api_test(env("silk-fair", players=3, turn_limit=6, interpreted=True), num_cycles=20)


def test_openspiel(silk_fair: Game) -> None:
    pyspiel = pytest.importorskip("pyspiel", reason="needs pip install open_spiel")
    from century.environments import openspiel

    openspiel.register()
    game = pyspiel.load_game("century_silk_fair", {"deals": 2, "turn_limit": 6, "interpreted": True})
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)
