"""Each of the seven games, played to its end by clicks against a bot; four of them by `make test-all`."""

import random

import pytest
from playwright.sync_api import Page, expect

import century
from tests.browser.playing import click, finish, lay_out, shoot

BY_MOUSE = 6  # clicks before the page clicks itself
SHORT = ("spice-road", "eastern-wonders", "a-new-world")  # those that the others are made of
GAMES = [game if game in SHORT else pytest.param(game, marks=pytest.mark.slow) for game in century.games()]


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_by_clicks(page: Page, game: str) -> None:
    """The first clicks are made with the mouse, which needs places that can be seen and reached."""
    page.emulate_media(reduced_motion="reduce")
    lay_out(page, game, seed=11, seats=[{"kind": "me"}, {"kind": "bot", "level": "novice"}])
    shoot(page, f"{game}-begins")
    chance = random.Random(4)
    assert all(click(page, chance) for _ in range(BY_MOUSE))
    assert finish(page, century.game(game), seed=4) > 10
    shoot(page, f"{game}-over")
    match = century.game(game).new(players=2, seed=11, interpreted=True)
    table = page.locator("#table")
    for item in match.scores()[0]:
        expect(table).to_contain_text(item)  # every item of the final score
    expect(page.locator("[data-do=rematch]")).to_be_visible()
