"""A person's own data on the page, and the same person on another device."""

import json
from pathlib import Path

from playwright.sync_api import Browser, Page, expect

from tests.browser.test_lobby import play_with_three


def test_another_device_has_the_same_tables(page: Page, browser: Browser) -> None:
    page.goto("/")
    play_with_three(page)
    page.get_by_role("button", name="Start game").click()
    page.wait_for_url("**/t/*")
    table = page.url.rpartition("/")[2]
    page.goto("/")
    page.locator("[data-open=you]").click()
    page.get_by_role("link", name="Your data").click()
    page.get_by_role("button", name="Make a link").click()
    field = page.get_by_label("Link for the other device")
    expect(field).to_be_visible()
    expect(page.locator("#other-device img")).to_be_visible()
    assert page.locator("#other-device img").evaluate("image => image.complete && image.naturalWidth > 100")

    other = browser.new_context(locale="en").new_page()
    other.goto(field.input_value())
    other.get_by_role("button", name="Use this device").click()
    other.wait_for_url(lambda url: url.endswith("/"))
    expect(other.locator(f"#lists a[href='/t/{table}']").first).to_be_visible()
    other.goto(field.input_value())
    other.get_by_role("button", name="Use this device").click()
    expect(other.locator(".wrong")).to_contain_text("was used")
    other.context.close()


def test_a_person_downloads_and_deletes_everything(page: Page) -> None:
    page.goto("/")
    play_with_three(page)
    page.get_by_role("button", name="Start game").click()
    page.wait_for_url("**/t/*")
    table = page.url.rpartition("/")[2]
    page.goto("/privacy")
    with page.expect_download() as download:
        page.get_by_role("link", name="Download everything").click()
    data = json.loads(Path(download.value.path()).read_text("utf-8"))
    assert [one["id"] for one in data["tables"]] == [table]
    page.get_by_role("button", name="Delete everything").click()
    page.get_by_role("dialog").get_by_role("button", name="Delete everything").click()
    page.wait_for_url(lambda url: url.endswith("/"))
    expect(page.locator(f"a[href='/t/{table}']")).to_have_count(0)


def test_nothing_lies_beside_a_small_screen(page: Page) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    for path in ("/privacy", "/device"):
        page.goto(path)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), path
