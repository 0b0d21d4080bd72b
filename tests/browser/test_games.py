"""Whole games against a bot, played to their end by clicks: three by default, others by `make test-all`."""

import random

import pytest
from playwright.sync_api import Page, expect

import century
from century.engine.game import Game
from tests.browser.playing import click, finish, lay_out, shoot
from tests.outside.conftest import SILK_FAIR

BY_MOUSE = 6  # clicks before the page clicks itself
SHORT = ("spice-road", "eastern-wonders", "a-new-world")  # those that the others are made of
GAMES = [game if game in SHORT else pytest.param(game, marks=pytest.mark.slow) for game in century.games()]


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_by_clicks(page: Page, game: str) -> None:
    plays_to_the_end(page, century.game(game))


def test_a_whole_game_from_outside_by_clicks(page: Page) -> None:
    """It has no templates of its own, so the page shows it in the generic layout."""
    plays_to_the_end(page, century.game(SILK_FAIR))


def plays_to_the_end(page: Page, game: Game) -> None:
    """The first clicks are made with the mouse, which needs places that can be seen and reached."""
    page.emulate_media(reduced_motion="reduce")
    lay_out(page, game.name, seed=11, seats=[{"kind": "me"}, {"kind": "bot", "level": "novice"}])
    shoot(page, f"{game.name}-begins")
    chance = random.Random(4)
    assert all(click(page, chance) for _ in range(BY_MOUSE))
    assert finish(page, game, seed=4) > 10
    shoot(page, f"{game.name}-over")
    match = game.new(players=2, seed=11, interpreted=True)
    table = page.locator("#table")
    for item in match.scores()[0]:
        expect(table).to_contain_text(item)  # every item of the final score
    expect(page.locator("[data-do=rematch]")).to_be_visible()
