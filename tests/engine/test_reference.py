"""The engine against an independent implementation of Spice Road, written from the digest alone."""

import copy
import random
import tomllib
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

import century
from century.engine.actions import CLAIM, PLAY
from century.engine.match import Match
from century.mechanisms.decks import NO_CARD, draw
from tests.engine.perft import walk
from tests.helpers import options
from tests.reference_spice_road import ReferenceSpiceRoad

PERFT = tomllib.loads((Path(__file__).parents[1] / "perft.toml").read_text())["count"]
ROWS = [row for row in PERFT if row["game"] == "spice-road"]
PRINTED = tomllib.loads((files("century.components") / "spice_road.toml").read_text("utf-8"))


def reference(match: Match) -> ReferenceSpiceRoad:
    """The reference with the same decks; for that alone, the hidden cards are looked at."""
    s, orders = match.copy().state, []
    for dealt, deck, labels in (
        ([place.card for place in s.merchant_row], s.merchant_deck, PLAY.labels),
        (list(s.point_row), s.point_deck, CLAIM.labels),
    ):
        order = [labels[card] for card in dealt]
        while (card := draw(s, deck)) != NO_CARD:
            order.append(labels[card])
        orders.append(order)
    return ReferenceSpiceRoad(PRINTED, match.options.players, int(s.start), *orders)


def shown(match: Match) -> dict[str, Any]:
    """The table in the form of the reference."""
    view = match.view()
    return {
        "merchant_row": [(card["card"], card["cubes"]) for card in view["merchant_row"]],
        "point_row": [card["card"] for card in view["point_row"]],
        "coins": view["coins"],
        "seats": [
            {
                "caravan": seat["cubes"],
                "hand": sorted(card["card"] for card in seat["hand"]),
                "played": sorted(card["card"] for card in seat["played"]),
                "claimed": sorted(card["card"] for card in seat["claimed"]),
                "coins": seat["coins"],
            }
            for seat in view["seats"]
        ],
    }


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("seed", range(3))
def test_whole_games_are_the_same(players: int, seed: int) -> None:
    match = century.game("spice-road").new(players=players, seed=seed)
    other, generator = reference(match), random.Random(seed)
    while not match.over:
        assert (match.actor, options(match)) == (other.actor, other.legal())
        claims = [text for text in options(match) if text.startswith("claim")]
        answer = generator.choice(claims or sorted(options(match)))
        match.play(answer)
        other.play(answer)
        assert shown(match) == other.state()
    assert other.over
    assert (match.totals(), match.winner) == (other.scores(), other.winner())


def _count(game: ReferenceSpiceRoad, depth: int) -> int:
    if depth == 1 or game.over:
        return max(len(game.legal()), 1)
    total = 0
    for text in game.legal():
        twin = copy.deepcopy(game)
        twin.play(text)
        total += _count(twin, depth - 1)
    return total


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row['players']}-{row['after']}")
def test_tree_counts_are_the_same(row: dict[str, Any]) -> None:
    match = century.game("spice-road").new(players=row["players"], seed=row["seed"])
    other = reference(match)
    for action in walk(match, row["after"]).history:
        other.play(action.text)
    assert [_count(other, depth) for depth in (1, 2, 3)] == row["counts"][:3]
