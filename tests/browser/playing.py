"""A person who plays by clicking: what is lit, one thing after the other."""

import os
import random
from pathlib import Path
from typing import Any

from playwright.sync_api import Page

from tests.waiting import COMPILING

SHOTS = os.environ.get("CENTURY_SCREENSHOTS")  # a folder; without one, no pictures are taken


def lay_out(page: Page, game: str, **options: Any) -> str:
    """A table against a bot, made by the page's own API; returns its id."""
    wanted = {"game": game, "seats": [{"kind": "me"}, {"kind": "bot", "level": "merchant"}], "start": 0, **options}
    if page.url == "about:blank":
        page.goto("/")
    made = page.evaluate(
        """async wanted => {
            const answer = await fetch("/api/v1/tables", {
                method: "POST", headers: {"content-type": "application/json"}, body: JSON.stringify(wanted)});
            return answer.json();
        }""",
        wanted,
    )
    assert "id" in made, made
    page.goto(f"/t/{made['id']}")
    page.locator("#table").wait_for()
    page.locator("#live > p").or_(page.locator("#part:not(:has([data-action]))")).first.wait_for(state="attached")
    return str(made["id"])


def version(page: Page) -> int:
    """The version of the table that is shown."""
    return int(page.locator("#part").get_attribute("data-version") or 0)


def is_over(page: Page) -> bool:
    """Whether the table that is shown is over."""
    return page.locator("#part").get_attribute("data-stage") == "over"


def click(page: Page, chance: random.Random) -> bool:
    """Answer what is asked by a click, claims first, and see the table change; False if the game is over."""
    page.locator("#part[data-stage=over], #part [data-action]").first.wait_for(
        state="attached", timeout=1000 * COMPILING
    )
    if is_over(page):
        return False
    before = version(page)
    lit = page.locator("#part [data-action]:visible")
    places = lit.evaluate_all("all => all.map(one => one.getAttribute('aria-label') || one.textContent)")
    claims = [place for place, name in enumerate(places) if "claim" in name.lower()]
    target = lit.nth(chance.choice(claims or range(len(places))))
    target.evaluate("one => one.scrollIntoView({ block: 'center' })")  # the table may be drawn anew meanwhile
    target.click()
    page.locator(f"#part:not([data-version='{before}'])").wait_for(state="attached")
    return True


def click_through(page: Page, chance: random.Random, most: int = 1000) -> int:
    """Click until the game is over; returns the number of clicks."""
    for clicks in range(most):
        if not click(page, chance):
            return clicks
    raise AssertionError(f"the game is not over after {most} clicks")


def shoot(page: Page, name: str) -> None:
    """Save a picture of the page, if somebody wants to see it: drawing all of it takes long."""
    if SHOTS:
        page.screenshot(path=Path(SHOTS) / f"{name}.png", full_page=True)
