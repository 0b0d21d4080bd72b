"""Each of the seven games, played by clicks against a bot: Spice Road to its end, the others by `make test-all`."""

import random

import pytest
from playwright.sync_api import Page, expect

import century
from tests.browser.playing import click, click_through, lay_out, shoot

GAMES = [pytest.param(game, marks=pytest.mark.slow) if game != "spice-road" else game for game in century.games()]


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_by_clicks(page: Page, game: str) -> None:
    page.emulate_media(reduced_motion="reduce")
    lay_out(page, game, seed=11)
    shoot(page, f"{game}-begins")
    clicks = click_through(page, random.Random(4))
    assert clicks > 10
    shoot(page, f"{game}-over")
    match = century.game(game).new(players=2, seed=11, interpreted=True)
    table = page.locator("#table")
    for item in match.scores()[0]:
        expect(table).to_contain_text(item)  # every item of the final score
    expect(page.locator("[data-do=rematch]")).to_be_visible()


@pytest.mark.parametrize("game", ["eastern-wonders", "a-new-world"])
def test_a_game_begins_by_clicks(page: Page, game: str) -> None:
    page.emulate_media(reduced_motion="reduce")
    lay_out(page, game, seed=11)
    chance = random.Random(4)
    assert all(click(page, chance) for _ in range(12))
