"""Tree counts, kept in tests/perft.toml. A count that changes means that a rule has changed."""

import tomllib
from pathlib import Path
from typing import Any

import pytest

import century
from tests.engine.perft import counts, walk

ROWS: list[dict[str, Any]] = tomllib.loads((Path(__file__).parents[1] / "perft.toml").read_text())["count"]


def _name(row: dict[str, Any]) -> str:
    return f"{row['game']}-{row['players']}-{row['after']}"


def test_every_game_and_number_of_players_is_counted() -> None:
    counted = {(row["game"], row["players"]) for row in ROWS}
    for name in century.games():
        game = century.game(name)
        assert counted >= {(name, players) for players in range(game.least_players, game.most_players + 1)}


@pytest.mark.parametrize("row", ROWS, ids=_name)
def test_tree_counts(row: dict[str, Any]) -> None:
    match = century.game(row["game"]).new(players=row["players"], seed=row["seed"])
    assert counts(walk(match, row["after"]), len(row["counts"])) == row["counts"]


@pytest.mark.parametrize("row", ROWS, ids=_name)
def test_tree_counts_are_the_same_interpreted(row: dict[str, Any]) -> None:
    match = century.game(row["game"]).new(players=row["players"], seed=row["seed"], interpreted=True)
    assert counts(walk(match, row["after"]), 2) == row["counts"][:2]
