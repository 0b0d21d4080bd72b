"""A person who plays by clicking: what is lit, one thing after the other."""

import os
import random
from pathlib import Path
from typing import Any

from playwright.sync_api import Page

from century.engine.game import Game
from tests.waiting import COMPILING

SHOTS = os.environ.get("CENTURY_SCREENSHOTS")  # a folder; without one, no pictures are taken


def new_table(page: Page, game: str, **options: Any) -> str:
    """Create a table against a bot by the page's own API, and return its id."""
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
    return str(made["id"])


def lay_out(page: Page, game: str, **options: Any) -> str:
    """Create a table, open its page, and return its id."""
    id = new_table(page, game, **options)
    with page.expect_response("**/part?*") as loaded:  # the table is drawn once more when its page says that it is open
        page.goto(f"/t/{id}")
    loaded.value.finished()
    page.locator("#table").wait_for()
    page.evaluate("() => new Promise(drawn => requestAnimationFrame(() => requestAnimationFrame(drawn)))")
    page.locator("#live > p").or_(page.locator("#part:not(:has([data-action]))")).first.wait_for(state="attached")
    return id


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


FINISH = """
([seed, hurries, quick, most]) => new Promise((resolve, reject) => {
    const part = () => document.getElementById("part");
    let clicks = 0, answered = part().dataset.version - 1;
    const chance = () => {  // the same numbers every time
        seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
        return seed / 2 ** 32;
    };
    const claims = one => /claim/i.test(one.getAttribute("aria-label") || one.textContent);
    const isQuick = one => clicks > hurries && quick.includes(Number(one.dataset.action));
    const look = () => {
        if (part().dataset.stage === "over") return resolve(clicks);
        if (clicks === most) return reject(new Error(`not over after ${most} clicks`));
        if (busy() || part().dataset.version === answered) return;
        const lit = [...part().querySelectorAll("[data-action]")].filter(one => one.checkVisibility());
        if (!lit.length) return;
        answered = part().dataset.version;
        clicks += 1;
        const places = [claims, isQuick].map(wanted => lit.filter(wanted)).find(some => some.length) || lit;
        const place = places[Math.floor(chance() * places.length)];
        place.dispatchEvent(new MouseEvent("click", { bubbles: true }));  // pictures have no click()
    };
    const busy = () => document.getElementById("content").classList.contains("busy");
    new MutationObserver(look).observe(document.getElementById("content"),
        { subtree: true, attributeFilter: ["class", "data-stage", "data-version"] });
    look();
})
"""


def finish(page: Page, game: Game, seed: int, hurries: int = 12, most: int = 1000) -> int:
    """Click in the page itself, as soon as it has been drawn, until the game is over; returns the number of clicks.

    Claims come first; after some clicks, answers that end a turn soon come second.
    """
    quick = [action.id for action in game.space.actions.values() if action.text in ("done", "anchor", "harvest")]
    return int(page.evaluate(FINISH, [seed, hurries, quick, most]))


def shoot(page: Page, name: str) -> None:
    """Save a picture of the page, if somebody wants to see it: drawing all of it takes long."""
    if SHOTS:
        page.screenshot(path=Path(SHOTS) / f"{name}.png", full_page=True)
