"""A replay: going through a game, by button, key and slider."""

import random
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

import century
from century.web.server.pages import TURNS


@pytest.fixture
def replay(page: Page, record: Path) -> Page:
    page.goto("/")
    page.locator("#upload input").set_input_files(record)
    page.wait_for_url("**/replay")
    return page


def at(page: Page) -> int:
    return int(page.locator("#ply").input_value())


def shows(page: Page, ply: int) -> None:
    expect(page.locator(f"#part[data-ply='{ply}']")).to_be_visible()
    assert at(page) == ply


def test_keys(replay: Page) -> None:
    last = int(replay.locator("#ply").get_attribute("max") or 0)
    turns = [int(turn) for turn in (replay.locator("#player").get_attribute("data-turns") or "").split()]
    shows(replay, 0)
    for key, ply in (
        ("ArrowRight", 1),
        ("ArrowRight", 2),
        ("ArrowLeft", 1),
        ("End", last),
        ("PageUp", turns[-2]),
        ("Home", 0),
        ("Shift+ArrowRight", turns[1]),
        ("PageDown", turns[2]),
    ):
        replay.keyboard.press(key)
        shows(replay, ply)
    expect(replay).to_have_url(f"{replay.url.partition('?')[0]}?ply={turns[2]}")
    replay.reload()
    shows(replay, turns[2])


def test_slider_buttons_and_playing(replay: Page) -> None:
    last = int(replay.locator("#ply").get_attribute("max") or 0)
    replay.locator("#ply").fill(str(last - 2))
    shows(replay, last - 2)
    replay.get_by_role("button", name="Forward one move").click()
    shows(replay, last - 1)
    replay.get_by_role("button", name="Go to the start").click()
    shows(replay, 0)
    replay.locator("#speed").select_option("500")
    replay.evaluate("document.activeElement.blur()")
    replay.evaluate("window.setTimeout = (next, wait) => { window.next = next; window.wait = wait; return 1; }")
    replay.keyboard.press("Space")
    expect(replay.get_by_role("button", name="Pause")).to_be_visible()
    for ply in (1, 2, 3):  # the test lets the time go by
        replay.evaluate("window.next()")
        shows(replay, ply)
        assert replay.evaluate("window.wait") == 500
    replay.keyboard.press("Space")
    expect(replay.get_by_role("button", name="Play back")).to_be_visible()
    shows(replay, 3)


def test_the_record_is_saved_as_it_was(replay: Page, record: Path) -> None:
    with replay.expect_download() as download:
        replay.get_by_role("link", name="Save the record").click()
    saved = Path(download.value.path()).read_text("utf-8")
    assert saved == record.read_text("utf-8")


def test_playing_on_from_a_position(replay: Page) -> None:
    replay.keyboard.press("PageDown")
    before = replay.url
    replay.get_by_role("button", name="Play on from here").click()
    replay.get_by_label("Your seat").select_option("1")
    replay.get_by_label("Bot level").select_option("novice")
    replay.get_by_role("button", name="Start game").click()
    replay.wait_for_url(lambda url: url != before and "/replay" not in url)
    expect(replay.locator("#part[data-stage='playing']")).to_be_visible()


def test_a_long_game_is_shown_in_parts(page: Page, tmp_path: Path) -> None:
    match, dice = century.game("spice-road").new(players=2, seed=1, start=0, interpreted=True), random.Random(1)
    while match.turn < TURNS + 20:
        match.play(dice.choice([action for action in match.actions() if not action.text.startswith("claim")]))
    file, plies = tmp_path / "long.txt", len(match.history)
    file.write_text(match.record(), "utf-8")
    page.goto("/")
    page.locator("#upload input").set_input_files(file)
    page.wait_for_url("**/replay")
    last = int(page.locator("#ply").get_attribute("max") or 0)
    assert 0 < last < plies
    page.keyboard.press("End")
    page.wait_for_url(f"**/replay?ply={plies}")
    shows(page, plies)
    first = int(page.locator("#ply").get_attribute("min") or 0)
    assert 0 < first < last
    page.get_by_role("link", name="Earlier turns").click()
    page.wait_for_url(f"**/replay?ply={first}")
    shows(page, first)
