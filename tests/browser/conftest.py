"""What the tests of the page share: a real server, and a real browser."""

import os
import re
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("fastapi", reason="the page is not installed: pip install 'century[web]'")
pytest.importorskip("playwright", reason="Playwright is not installed")

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, expect, sync_playwright

from century.plugins import FILES
from tests.browser.browser import MISSING, find
from tests.outside.conftest import SILK_FAIR
from tests.waiting import PATIENCE, until

expect.set_options(timeout=1000 * PATIENCE)


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server of its own, whose bots answer at once; it also has a game from outside."""
    names = ("MOVES_A_SECOND", "TABLES_A_MINUTE", "READS_A_SECOND", "STREAMS", "REQUESTS", "OPEN_TABLES")
    limits = {"CENTURY_PACE": "0", **{f"CENTURY_{name}": "1000" for name in names}}
    folder = tmp_path_factory.mktemp("data")
    environment = {**os.environ, **limits, "CENTURY_DATA": str(folder), "PYTHONPATH": os.pathsep.join(sys.path)}
    environment[FILES] = str(SILK_FAIR)
    environment.pop("DATABASE_URL", None)
    command = [sys.executable, "-m", "century", "serve", "--port", "0"]
    process = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout
        said = process.stdout.readline()
        found = re.search(r"http://(\S+):(\d+)", said)
        assert found, f"the server did not start: {said!r}"
        _wait_for(found[1], int(found[2]))
        yield found[0]
    finally:
        process.terminate()
        process.communicate(timeout=PATIENCE)


def _wait_for(host: str, port: int) -> None:
    """The address is told a moment before anybody listens."""

    def answers() -> bool:
        try:
            socket.create_connection((host, port)).close()
        except ConnectionError:
            return False
        return True

    until(answers)


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """A Chromium, for this folder: while it runs, so does an event loop, which other tests would stumble over."""
    program = find()
    if program is None:
        pytest.skip(MISSING)
    arguments = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=program, args=arguments, timeout=1000 * PATIENCE)
        new_context = started.new_context

        def patient(**options: Any) -> BrowserContext:
            context = new_context(**options)
            context.set_default_timeout(1000 * PATIENCE)
            return context

        started.new_context = patient  # type: ignore[method-assign]
        yield started
        started.close()


@pytest.fixture
def page(browser: Browser, server: str) -> Iterator[Page]:
    """A new visitor's page; the test fails on anything that the browser complains about."""
    context = browser.new_context(base_url=server, locale="en", accept_downloads=True)
    complaints: list[str] = []

    def heard(message: ConsoleMessage) -> None:
        if message.type == "error":
            complaints.append(message.text)

    context.on("console", heard)
    context.on("weberror", lambda error: complaints.append(str(error.error)))
    yield context.new_page()
    context.close()
    assert not complaints, complaints


@pytest.fixture
def record(tmp_path: Path) -> Path:
    """The record of a short game."""
    import century

    match = century.game("spice-road").new(players=2, seed=5, names=["Ana", "Bao"], turn_limit=12, interpreted=True)
    while not match.over:
        match.play(match.actions()[0])
    path = tmp_path / "game.txt"
    path.write_text(match.record(), "utf-8")
    return path
