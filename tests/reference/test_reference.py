"""The engine against independent implementations, written from the digests alone by someone else."""

import copy
import random
import tomllib
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

import century
from century.engine.match import Match
from century.mechanisms.sea.printed import VP_TILES
from tests.engine.perft import walk
from tests.helpers import options
from tests.reference.adapters import REFERENCES, Reference

PERFT = tomllib.loads((Path(__file__).parents[1] / "perft.toml").read_text())["count"]
ROWS = [row for row in PERFT if row["game"] == "spice-road"]  # the others cannot be copied
GAMES = [
    (name, players, seed)
    for name in REFERENCES
    for players in range(century.game(name).least_players, century.game(name).most_players + 1)
    for seed in range(3)
]
# by default one seed for each number of players, another one for each: so every game meets all of them
SOME = [game if game[2] == (game[1] - 2) % 3 else pytest.param(*game, marks=pytest.mark.slow) for game in GAMES]
CHEAP = {
    "vp_tile": [
        {"id": id, "cost": "YR"[number % 2] * (1 + number % 3), "points": 10 + number % 5}
        for number, id in enumerate(VP_TILES)
    ]
}
CHEAP_CARDS = {
    "point_card": [
        {**card, "cost": "YR"[number % 2] * 2}
        for number, card in enumerate(century.game("a-new-world").catalogue().tables["point_card"])
    ]
}
EAGER = ("claim", "build", "pick up", "times", "tile", "explore", "bonus", "lay out", "work M")


@pytest.mark.parametrize(("name", "players", "seed"), SOME)
def test_whole_games_are_the_same(name: str, players: int, seed: int) -> None:
    """To the end; but only the beginning of printed games at sea, and of some in the New World.

    Those are long. Every second game at sea has cheap VP tiles, so that it comes to its end.
    """
    at_sea = name in ("eastern-wonders", "sand-to-sea")
    long = seed % 2 == 0 if at_sea else name != "spice-road" and (seed > 0 or players > 2)
    pack = CHEAP if at_sea and seed % 2 else {}
    match = compare(name, players, seed, pack, turn_limit=120 if long else 5000)
    assert long or not match.stopped


@pytest.mark.parametrize("name", ["a-new-world", "east-to-west-1", "east-to-west-2"])
def test_forts_are_the_same_in_either_order(name: str) -> None:
    """With cheap point cards, many of which are claimed where a bonus tile can be taken."""
    pairs = set()
    for players in (2, 3, 4):
        match = compare(name, players, 0, CHEAP_CARDS, turn_limit=150)
        answers = [action.text for action in match.history if not action.text.startswith("explore")]
        pairs |= {(one.split("_")[0], other.split()[0]) for one, other in pairwise(answers)}
    assert ("claim first", "tile") in pairs
    assert {("tile b1", "claim"), ("tile b2", "claim")} & pairs


@pytest.mark.slow
@pytest.mark.parametrize(("name", "players", "seed"), GAMES)
def test_long_games_are_the_same(name: str, players: int, seed: int) -> None:
    compare(name, players, 100 + seed, {}, turn_limit=1500)


def compare(name: str, players: int, seed: int, pack: dict[str, Any], turn_limit: int) -> Match:
    """Play the same answers on both, to the end of the game or the turn limit."""
    game = century.game(name)
    settings: dict[str, Any] = {setting: values[seed % len(values)] for setting, values in game.settings.items()}
    match = game.new(players=players, seed=seed, turn_limit=turn_limit, components=pack, **settings)
    build, shown = REFERENCES[name]
    other, generator = build(match), random.Random(seed)
    while not match.over:
        assert (match.actor, options(match)) == (other.actor, other.legal())
        eager = [text for text in sorted(options(match)) if text.startswith(EAGER)]
        answer = generator.choice(eager if eager and generator.random() < 0.7 else sorted(options(match)))
        turn = match.turn
        match.play(answer)
        other.play(answer)
        if match.stopped:
            break
        if match.turn != turn or generator.random() < 0.1:  # looking at the whole table takes time
            assert shown(match) == other.state()
            assert match.totals() == other.scores()
    assert match.stopped or (other.over and match.winner == other.winner())
    return match


def _count(game: Reference, depth: int) -> int:
    if depth == 1 or game.over:
        return max(len(game.legal()), 1)
    total = 0
    for text in game.legal():
        twin = copy.deepcopy(game)
        twin.play(text)
        total += _count(twin, depth - 1)
    return total


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row['game']}-{row['players']}-{row['after']}")
def test_tree_counts_are_the_same(row: dict[str, Any]) -> None:
    match = century.game(row["game"]).new(players=row["players"], seed=row["seed"])
    other = REFERENCES[row["game"]][0](match)
    walked = century.game(row["game"]).new(players=row["players"], seed=row["seed"])
    for action in walk(walked, row["after"]).history:  # in step: a reference may ask what was revealed
        match.play(action)
        other.play(action.text)
    assert [_count(other, depth) for depth in (1, 2, 3)] == row["counts"][:3]
