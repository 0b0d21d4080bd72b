"""The rules: read, searched and cited, on their page and beside a table."""

import re

from playwright.sync_api import Page, expect


def test_search(page: Page) -> None:
    page.goto("/rules")
    expect(page.get_by_role("heading", name="Spice Road")).to_be_visible()
    page.get_by_label("Search the rules").fill("caravan limit")
    expect(page.locator("#rule-SR-60")).to_be_visible()
    expect(page.locator("#rule-SR-1")).to_be_hidden()
    expect(page.get_by_role("heading", name="Setup")).to_be_hidden()
    page.get_by_label("Search the rules").fill("no such word")
    expect(page.locator("#rule-count")).to_have_text("nothing found")


def test_numbers_lead_to_rules(page: Page) -> None:
    page.goto("/rules/sand-to-sea")
    page.locator("#rule-S2S-2").get_by_role("link", name="EW-2").click()
    expect(page).to_have_url(re.compile("/rules/eastern-wonders#rule-EW-2$"))
    expect(page.locator("#rule-EW-2")).to_be_in_viewport()


def test_beside_a_table(page: Page) -> None:
    page.goto("/")
    page.locator("[data-card=spice-road] [data-play]").click()
    page.wait_for_url("**/t/*")
    page.locator("[data-action]").first.wait_for()
    page.keyboard.press("r")
    search = page.locator("dialog#rules").get_by_label("Search the rules")
    search.fill("upgrade")
    expect(page.locator("#rule-SR-2")).to_be_visible()
    expect(page.locator("#rule-SR-1")).to_be_hidden()


def test_the_book_is_opened_at_its_beginning(page: Page) -> None:
    page.goto("/")
    page.locator("[data-card=east-to-west-3] [data-play]").click()
    page.wait_for_url("**/t/*")
    page.locator("[data-action]").first.wait_for()
    page.get_by_role("button", name="Rules").click()
    expect(page.locator("#rules #rule-FEW3-1")).to_be_in_viewport()
