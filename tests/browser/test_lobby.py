"""The lobby: to a first game, to any other, and to the table of somebody else."""

import re
from pathlib import Path

from playwright.sync_api import Browser, Page, expect


def play_with_three(page: Page) -> None:
    """By the label, as people do: the button itself is drawn over, and the page may still be scrolling to it."""
    three = page.locator("[name=players][value='3']")
    page.locator("label", has=three).click()
    expect(three).to_be_checked()


def test_one_click_leads_to_the_first_move(page: Page) -> None:
    page.goto("/")
    page.locator("[data-card=spice-road] [data-play]").click()
    page.wait_for_url("**/t/*")
    page.locator("[data-action]").first.click()
    expect(page.locator("#part .log li b").first).to_be_visible()


def test_a_table_of_ones_own(page: Page) -> None:
    page.goto("/")
    page.locator("[data-card=eastern-wonders]").get_by_role("link", name="Eastern Wonders", exact=True).click()
    form = page.locator("#new-game")
    expect(form.get_by_role("radio", name="Eastern Wonders")).to_be_checked()
    expect(form.get_by_role("radio", name="5", exact=True)).to_be_hidden()
    play_with_three(page)
    form.locator("[name=seat-1]").select_option("screen")
    form.get_by_label("Name of player 2").fill("Opa <b>")
    form.locator("[name=seat-2]").select_option("bot:novice")
    form.get_by_text("More options").click()
    form.locator("[name='eastern-wonders/map']").select_option("atoll")
    form.locator("[name=start]").select_option("1")
    form.locator("[name=private]").check()
    form.get_by_role("button", name="Start game").click()
    page.wait_for_url("**/t/*")
    expect(page.locator("#table")).to_contain_text("Opa <b>")

    page.goto("/")
    mine = page.locator("#lists li", has_text="Opa <b>")
    expect(mine).to_contain_text("your turn")
    expect(mine).to_contain_text("private")
    expect(form.get_by_role("radio", name="Eastern Wonders")).to_be_checked()  # the last choice is kept
    expect(form.locator("[name='eastern-wonders/map']")).to_have_value("atoll")


def test_a_friend_comes_by_link_and_a_stranger_from_the_lobby(page: Page, browser: Browser, server: str) -> None:
    page.goto("/")
    play_with_three(page)
    page.locator("[name=seat-1]").select_option("friend")
    page.locator("[name=seat-2]").select_option("open")
    page.get_by_role("button", name="Start game").click()
    page.wait_for_url("**/t/*")
    table = page.url.rpartition("/")[2]
    link = page.locator("[data-invitation]")
    expect(link).to_have_value(re.compile(r"/join#"))

    friend = browser.new_context().new_page()
    friend.goto(link.input_value())
    friend.get_by_role("button", name="Sit down").click()
    friend.wait_for_url(f"**/t/{table}")

    stranger = browser.new_context().new_page()
    stranger.goto(server)
    stranger.locator(f"[data-sit='{table}']").click()
    stranger.wait_for_url(f"**/t/{table}")
    expect(page.locator(".panel.waiting")).to_have_count(0)
    for other in (friend, stranger):
        other.context.close()


def test_a_seed_is_offered_where_nobody_else_plays(page: Page) -> None:
    page.goto("/")
    form = page.locator("#new-game")
    form.get_by_text("More options").click()
    seed = form.locator("[name=seed]")
    seed.fill("7")
    form.locator("[name=seat-1]").select_option("friend")
    expect(seed).to_be_hidden()
    form.locator("[name=seat-1]").select_option("screen")
    expect(seed).to_be_visible()
    form.locator("[name=seat-1]").select_option("open")
    form.get_by_role("button", name="Start game").click()  # what is hidden is not sent
    page.wait_for_url("**/t/*")


def test_what_is_wrong_is_said_at_the_form(page: Page) -> None:
    page.goto("/")
    page.evaluate("""() => { window.fetch = async () => new Response('{"error": "no <b>"}', { status: 422 }); }""")
    page.get_by_role("button", name="Start game").click()
    expect(page.locator("#new-game .wrong")).to_have_text("no <b>")


def test_a_record_is_opened(page: Page, record: Path) -> None:
    page.goto("/")
    page.locator("#upload input").set_input_files(record)
    page.wait_for_url("**/replay")
    expect(page.get_by_role("heading", name="Spice Road")).to_be_visible()


def test_nothing_lies_beside_a_small_screen(page: Page) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    for path in ("/", "/rules/east-to-west-2"):
        page.goto(path)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), path
