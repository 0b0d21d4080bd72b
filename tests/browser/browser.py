"""Find a Chromium for the tests of the page, or install one where that is possible.

    python -m tests.browser.browser

An installed Chromium or Chrome is used, or the program that CENTURY_BROWSER names. Otherwise Playwright's own is
downloaded, or, for root on a machine with apt, Debian's is installed. Where none of it works, the tests that need a
browser are skipped, and say how to get one.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "msedge")
PLACES = (
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "C:/Program Files/Google/Chrome/Application/chrome.exe",
)
MINUTES = 5
MISSING = (
    "no Chromium or Chrome found: install one (Debian: sudo apt install chromium), "
    "run .venv/bin/playwright install chromium, or set CENTURY_BROWSER to its path"
)


def find() -> str | None:
    """The program of an installed browser."""
    if chosen := os.environ.get("CENTURY_BROWSER"):
        return chosen
    for name in NAMES:
        if found := shutil.which(name):
            return found
    return next((place for place in (*PLACES, *_fetched()) if Path(place).exists()), None)


def _fetched() -> list[str]:
    """Where Playwright has put its own browser."""
    homes = (Path.home() / ".cache/ms-playwright", Path.home() / "Library/Caches/ms-playwright")
    return [str(path) for home in homes for path in sorted(home.glob("chromium*/*/*")) if path.name in _PROGRAMS]


_PROGRAMS = ("chrome", "chrome.exe", "headless_shell", "Chromium")


def install() -> bool:
    """Install a browser in one of the ways there are."""
    ways = [[[sys.executable, "-m", "playwright", "install", "chromium"]]]
    if hasattr(os, "geteuid") and os.geteuid() == 0 and shutil.which("apt-get"):
        apt = [["apt-get", "install", "-y", "-q", "--no-install-recommends", "chromium"]]
        ways += [apt, [["apt-get", "update", "-q"], *apt]]
    for way in ways:
        if all(_runs(command) for command in way) and find():
            return True
    return False


def _runs(command: list[str]) -> bool:
    try:
        done = subprocess.run(
            command, timeout=60 * MINUTES, capture_output=True, env={**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
        )
    except (OSError, subprocess.TimeoutExpired):
        return False
    return done.returncode == 0


if __name__ == "__main__":
    if not find():
        print("Looking for a browser for the tests (once, for some minutes at most) ...", flush=True)
    print(find() or (install() and find()) or f"Browser tests will be skipped: {MISSING}")
