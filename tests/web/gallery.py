"""A gallery of tables: `python -m tests.web.gallery FOLDER [GAME ...]` draws every game early, midway and at its end.

Each position becomes a page, and a picture at three widths, by day and by night.
"""

import json
import sys
from pathlib import Path

from markupsafe import Markup
from playwright.sync_api import sync_playwright

import century
from century.engine.actions import action_of
from century.players import player
from century.web.render.drawing import draw, heading
from century.web.render.pens import environment
from century.web.tables.table_view import TableView
from tests.web.seeing import GAMES, Watched, seat_views

WIDTHS = {1440: 900, 1024: 768, 390: 844}
NAMES = ["Ines", "Okan", "Wren", "Maximiliane von Hohenstein", "Tom"]
PLAYERS = {"spice-road": 5, "eastern-wonders": 3, "a-new-world": 3, "sand-to-sea": 4, "east-to-west-1": 2}
SEED = 11

PAGE = Markup("""<!doctype html>
<html lang="en" data-theme="{theme}"><head><meta charset="utf-8"><title>{title}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="stylesheet" href="look.css"><link rel="stylesheet" href="table.css"></head>
<body>{sprite}<header class="topbar"><a class="brand" href="#" aria-label="Century"><svg aria-hidden="true">
<use href="#nw-exploration"/></svg></a><h1>{title}</h1>{heading}</header>
{table}</body></html>""")


def plays(game: str, folder: Path) -> list[str]:
    """A whole game of greedy players, kept in the folder once it was played."""
    kept = folder / f"{game}.json"
    if not kept.exists():
        match = century.game(game).new(players=PLAYERS.get(game, 3), seed=SEED)
        bot = player("greedy")
        while not match.over:
            match.play(bot.choose(match.view(match.actor)))
        kept.write_text(json.dumps([action.text for action in match.history]))
    return list(json.loads(kept.read_text()))


def positions(game: str, folder: Path) -> dict[str, TableView]:
    """The table early, at some questions midway, and at its end."""
    answers = plays(game, folder)
    watched = Watched(game, PLAYERS.get(game, 3), SEED)
    chairs = seat_views(NAMES[: PLAYERS.get(game, 3)])
    found: dict[str, TableView] = {}
    asked: set[str] = set()
    for number, text in enumerate(answers):
        match = watched.match
        decision = match.question["decision"]
        if number == 0:
            found["first"] = watched.seen(match.actor, chairs)
        if number >= len(answers) * 0.55 and decision not in asked:
            asked.add(decision)
            found[f"mid-{decision.replace(' ', '-')}"] = watched.seen(match.actor, chairs, hint=decision == "turn")
        if number >= len(answers) * 0.7 and match.actor != 0 and "wait" not in found:
            found["wait"] = watched.seen(0, chairs)
            found["watch"] = watched.seen(None, chairs)
        watched.play(action_of(text))
    found["end"] = watched.seen(0, chairs)
    return found


def page(seen: TableView, theme: str) -> str:
    """A whole page around a table."""
    sprite = Markup(environment("en").loader.get_source(environment("en"), "pieces.svg")[0])  # type: ignore[union-attr]
    parts = {
        "title": seen.view["title"].removeprefix("Century: "),
        "sprite": sprite,
        "heading": heading(seen),
        "table": Markup(draw(seen)),
    }
    return str(PAGE.format(theme=theme, **parts))


def main() -> None:
    """Draw the gallery."""
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    only = [name for name in sys.argv[2:] if name in GAMES] or GAMES
    wanted = [name for name in sys.argv[2:] if name not in GAMES]
    static = Path(century.__file__).parent / "web" / "static"
    for css in static.glob("*.css"):
        (folder / css.name).write_text(css.read_text("utf-8"), "utf-8")
    with sync_playwright() as tools:
        browser = tools.chromium.launch(
            executable_path="/usr/bin/chromium",
            args=["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
        )
        for game in only:
            for name, seen in positions(game, folder).items():
                if wanted and not any(name.startswith(part) for part in wanted):
                    continue
                _pictures(browser, folder, f"{game}-{name}", seen)
        browser.close()


def _pictures(browser, folder: Path, name: str, seen: TableView) -> None:  # type: ignore[no-untyped-def]
    for theme in ("light", "dark"):
        file = folder / f"{name}-{theme}.html"
        file.write_text(page(seen, theme), "utf-8")
        for width, height in WIDTHS.items():
            if theme == "dark" and width == 1024:
                continue
            tab = browser.new_page(viewport={"width": width, "height": height}, device_scale_factor=1)
            tab.goto(file.resolve().as_uri())
            tab.evaluate(
                "for (const list of document.querySelectorAll('.log > ol')) list.scrollTop = list.scrollHeight"
            )
            wide = tab.evaluate("document.documentElement.scrollWidth")
            if wide > width:
                print(f"{name} {theme}: {wide} px wide at {width}")
            tab.screenshot(path=folder / f"{name}-{width}-{theme}.png", full_page=True)
            tab.close()


if __name__ == "__main__":
    main()
