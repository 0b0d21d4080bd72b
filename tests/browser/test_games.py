"""Whole games against a bot, played to their end by clicks: each of the seven, and one from outside."""

import random

import pytest
from playwright.sync_api import Page, expect

import century
from century.engine.game import Game
from tests.browser.playing import click, finish, lay_out, shoot
from tests.outside.conftest import SILK_FAIR

BY_MOUSE = 6  # clicks before the page clicks itself
LEVEL = "merchant"  # a good player ends a game in half the turns


@pytest.mark.parametrize("game", century.games())
def test_a_whole_game_by_clicks(page: Page, game: str) -> None:
    plays_to_the_end(page, century.game(game))


def test_a_whole_game_from_outside_by_clicks(page: Page) -> None:
    """It has no templates of its own, so the page shows it in the generic layout."""
    plays_to_the_end(page, century.game(SILK_FAIR))


def plays_to_the_end(page: Page, game: Game) -> None:
    """The first clicks are made with the mouse, which needs places that can be seen and reached."""
    page.emulate_media(reduced_motion="reduce")
    page.set_viewport_size({"width": 1920, "height": 1080})  # all of it fits: no time goes into making it smaller
    lay_out(page, game.name, seed=11, seats=[{"kind": "me"}, {"kind": "bot", "level": LEVEL}])
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
