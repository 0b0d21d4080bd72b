"""The page in a real browser without a network: every chart is drawn, by day and by night, and no word is cut off."""

from pathlib import Path

import pytest

from century.lab import report, simulate

pytestmark = pytest.mark.slow

CUT = """() => [...document.querySelectorAll('figure:not(.wide)')].flatMap(figure => {
  const box = figure.getBoundingClientRect();
  return [...figure.querySelectorAll('svg text')].filter(text => {
    const own = text.getBoundingClientRect();
    return own.width && (own.left < box.left || own.right > box.right || own.top < box.top || own.bottom > box.bottom);
  }).map(text => text.textContent);
})"""


@pytest.mark.parametrize(
    ("game", "bots"), [("east-to-west-3", "casual"), ("spice-road", "casual,random,simple,random")], ids=["few", "bots"]
)
def test_every_chart_is_drawn_offline_and_fits(tmp_path: Path, game: str, bots: str) -> None:
    pytest.importorskip("playwright.sync_api")
    from playwright.sync_api import sync_playwright

    from tests.browser.browser import MISSING, find

    program = find()
    if program is None:
        pytest.skip(MISSING)

    path = tmp_path / "report.html"
    path.write_text(report(simulate(game, 4, games=200, bots=bots, turn_limit=600)), "utf-8")
    asked: list[str] = []
    wrong: list[str] = []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox", "--disable-gpu"])
        for theme, width, expected in (("light", 1280, "rgb(42, 39, 34)"), ("dark", 390, "rgb(241, 232, 216)")):
            size = {"width": width, "height": 844}
            context = browser.new_context(offline=True, color_scheme=theme, viewport=size)  # type: ignore[arg-type]
            page = context.new_page()
            page.on("request", lambda request: asked.append(request.url))
            page.on("pageerror", lambda error: wrong.append(str(error)))
            page.goto(path.as_uri())
            page.wait_for_function(
                "document.querySelectorAll('figure svg').length === document.querySelectorAll('figure').length"
            )
            assert page.locator("figure svg").count() >= 6
            ink = page.evaluate("getComputedStyle(document.querySelector('figure svg .role-title-text text')).fill")
            assert ink == expected
            assert page.evaluate("document.documentElement.scrollWidth") <= width
            assert page.evaluate(CUT) == []
        browser.close()
    assert wrong == []
    assert [url for url in asked if not url.startswith(("file:", "data:", "blob:"))] == []
