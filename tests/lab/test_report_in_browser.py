"""The page in a real browser without a network: every chart is drawn, by day and by night, and fits a phone."""

from pathlib import Path

import pytest

from century.lab import report, simulate

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_every_chart_is_drawn_offline(tmp_path: Path, theme: str) -> None:
    pytest.importorskip("playwright.sync_api")
    from playwright.sync_api import sync_playwright

    from tests.browser.browser import find

    program = find()
    if program is None:
        pytest.skip("no browser")

    path = tmp_path / "report.html"
    path.write_text(report(simulate("east-to-west-3", games=200, bots="casual", turn_limit=600)), "utf-8")
    asked: list[str] = []
    wrong: list[str] = []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox", "--disable-gpu"])
        context = browser.new_context(offline=True, color_scheme=theme, viewport={"width": 390, "height": 844})  # type: ignore[arg-type]
        page = context.new_page()
        page.on("request", lambda request: asked.append(request.url))
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.goto(path.as_uri())
        page.wait_for_function(
            "document.querySelectorAll('figure svg').length === document.querySelectorAll('figure').length"
        )
        assert page.locator("figure svg").count() >= 9
        ink = page.evaluate("getComputedStyle(document.querySelector('figure svg .role-title-text text')).fill")
        assert ink == ("rgb(42, 39, 34)" if theme == "light" else "rgb(241, 232, 216)")
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
        browser.close()
    assert wrong == []
    assert [url for url in asked if not url.startswith(("file:", "data:", "blob:"))] == []
