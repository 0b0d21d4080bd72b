"""A table in a real browser: taking back, keys, languages, small and dark screens, and what a screen reader needs."""

import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import APIResponse, Browser, Locator, Page, Route, expect

import century
from tests.browser.playing import lay_out, shoot, version
from tests.waiting import COMPILING, until

ALONE = [{"kind": "me"}, {"kind": "screen", "name": "Opa"}]


def test_what_is_not_possible_says_why_with_the_rule(page: Page) -> None:
    lay_out(page, "spice-road", seed=3, seats=ALONE)
    before = version(page)
    page.evaluate("window.setTimeout = () => 0")  # what is told stays
    blocked = page.locator("#part [data-why]").first
    blocked.dispatch_event("click")  # it is marked as disabled, and answers all the same
    expect(page.locator("#toasts")).to_contain_text(re.compile(r"SR-E?\d+"))
    assert version(page) == before


def test_an_answer_is_taken_back_until_a_card_was_revealed(page: Page) -> None:
    lay_out(page, "spice-road", seed=3, seats=ALONE, takebacks=False)
    undo = page.locator("#part [data-do=undo]")
    page.locator("[data-action='46']").click()  # the second merchant: pays a cube first
    expect(page.locator("#part .question")).to_contain_text("1")
    undo.click()
    expect(page.locator("#part .log li b")).to_have_count(0)
    page.locator("[data-action='45']").click()  # the first merchant: a new card comes to light
    expect(page.locator("#part .log li b").first).to_be_visible()
    expect(page.locator("#part [data-do=undo]:not([disabled]):not([aria-disabled=true])")).to_have_count(0)


def test_against_bots_earlier_answers_are_taken_back_too(page: Page) -> None:
    lay_out(page, "spice-road", seed=3)
    page.locator("[data-action='45']").click()
    expect(page.locator("#part .log li b").nth(1)).to_be_visible(timeout=1000 * COMPILING)  # the bot has answered, too
    expect(page.locator("#part [data-action]").first).to_be_attached(timeout=1000 * COMPILING)
    page.keyboard.press("u")
    expect(page.locator("#part .log li b")).to_have_count(0)
    expect(page.locator("[data-action='45']")).to_be_visible()


def test_an_answer_counts_as_soon_as_its_question_is_shown(page: Page) -> None:
    """The event of one's own answer must not have the table loaded once more, and the next answer lost meanwhile."""
    page.emulate_media(reduced_motion="reduce")
    lay_out(page, "spice-road", seed=3, seats=ALONE)
    page.evaluate(
        """() => {
            let answered = 0;
            const next = () => {
                const shown = document.getElementById("part").dataset.version;
                if (shown === answered) return;
                answered = shown;
                setTimeout(() => document.querySelector("#part [data-action]").click());
            };
            new MutationObserver(next).observe(document.getElementById("part"), { attributes: true });
            next();
        }"""
    )
    until(lambda: version(page) >= 12)


def test_the_keyboard_alone_plays(page: Page) -> None:
    lay_out(page, "spice-road", seed=3, seats=ALONE, turn_limit=6)
    page.locator("body").press("s")
    expect(page.locator("#scores")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#scores")).to_be_hidden()
    for _ in range(40):
        if page.locator("#part").get_attribute("data-stage") == "over":
            break
        before = version(page)
        page.keyboard.press("ArrowRight")
        expect(page.locator("#part [data-action]:focus")).to_have_count(1)
        page.keyboard.press("Enter")
        page.locator(f"#part:not([data-version='{before}'])").wait_for(state="attached")
    assert page.locator("#part").get_attribute("data-stage") == "over"
    page.keyboard.press("r")
    expect(page.locator("#rules")).to_be_visible()


def test_a_screen_reader_hears_the_question_and_what_changed(page: Page) -> None:
    lay_out(page, "spice-road", seed=3, seats=ALONE)
    live = page.locator("#live")
    expect(live).to_contain_text(re.compile("turn", re.IGNORECASE))
    page.locator("[data-action='0']").click()
    expect(live).to_contain_text("played")
    elements = page.locator("#part [data-action]").all()
    assert elements
    for element in elements:
        name = element.get_attribute("aria-label") or element.inner_text()
        assert len(name.strip()) > 3, name


def test_a_hint_is_marked_on_the_table(page: Page) -> None:
    lay_out(page, "spice-road", seed=3, seats=ALONE)
    page.keyboard.press("h")
    expect(page.locator("#part .hinted").first).to_be_visible(timeout=1000 * COMPILING)


def test_a_hint_is_marked_though_the_table_was_being_loaded(page: Page, browser: Browser, server: str) -> None:
    """Somebody comes, so the table is loaded; that answer was written before the hint, and arrives after it."""
    id = lay_out(page, "spice-road", seed=3, seats=ALONE)
    held: list[tuple[Route, APIResponse]] = []

    def hold(route: Route) -> None:
        if held:
            route.continue_()
        else:
            held.append((route, route.fetch()))

    page.route("**/part?*", hold)
    with page.expect_request("**/part?*"):
        context = browser.new_context(base_url=server)
        context.new_page().goto(f"/t/{id}")
    until(lambda: page.evaluate("true") and held)
    with page.expect_response("**/hint?*", timeout=1000 * COMPILING):
        page.keyboard.press("h")
    route, answer = held[0]
    route.fulfill(response=answer)
    expect(page.locator("#part .hinted").first).to_be_visible()
    context.close()


def test_the_rule_behind_an_answer_is_a_key_away(page: Page) -> None:
    lay_out(page, "spice-road", seed=3, seats=ALONE)
    page.locator("[data-action='45']").focus()
    page.keyboard.press("r")
    expect(page.locator("#rules #rule-SR-40")).to_be_visible()
    expect(page.locator("#rules .marked").first).to_contain_text("SR-40")


def hold(page: Page, target: Locator) -> None:
    """Press the mouse button on something, and do not let it go yet."""
    box = target.bounding_box()
    assert box
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()


def test_a_click_counts_though_the_table_is_drawn_meanwhile(page: Page, browser: Browser, server: str) -> None:
    id = lay_out(page, "spice-road", seed=3, seats=ALONE)
    before = version(page)
    hold(page, page.locator("[data-action='45']"))
    with page.expect_response("**/part?*") as loaded:  # somebody comes to watch
        watching = browser.new_context(base_url=server)
        watching.new_page().goto(f"/t/{id}")
    loaded.value.finished()
    page.evaluate("() => new Promise(drawn => requestAnimationFrame(() => requestAnimationFrame(drawn)))")
    page.mouse.up()
    until(lambda: version(page) == before + 1)
    watching.close()


def test_a_click_never_answers_another_question_than_the_one_that_was_seen(page: Page) -> None:
    id = lay_out(page, "spice-road", seed=3, seats=ALONE)
    before = version(page)
    hold(page, page.locator("[data-action='45']"))
    page.evaluate(
        """([id, version]) => fetch(`/api/v1/tables/${id}/actions`, {
            method: "POST",
            headers: {"content-type": "application/json"},
            body: JSON.stringify({ action: 0, version }),
        })""",
        [id, before],
    )
    until(lambda: version(page) == before + 1)
    expect(page.locator("[data-action='45']")).to_be_visible()  # the other player may take it, too
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.method))
    page.mouse.up()
    page.evaluate("() => new Promise(drawn => requestAnimationFrame(drawn))")
    assert "POST" not in sent


MOVING = """() => {
    window.moved = [];
    const animate = Element.prototype.animate;
    Element.prototype.animate = function (...how) {
        window.moved.push(this.dataset.move ?? this.getAttribute("class"));
        return animate.apply(this, how);
    };
}"""


def test_pieces_travel_and_cubes_fly_to_where_they_are(page: Page) -> None:
    lay_out(page, "spice-road", seed=3, seats=ALONE)
    page.evaluate(MOVING)
    card = page.locator("[data-action='46']").get_attribute("data-move")
    page.locator("[data-action='46']").click()  # the second merchant, who costs a cube
    page.locator(".tray [data-action]").click()
    until(lambda: version(page) == 3)
    moved = page.evaluate("window.moved")
    assert "cube flying" in moved
    assert any(name.startswith("card-") for name in moved if name != card)
    expect(page.locator(".flying")).to_have_count(0)
    page.emulate_media(reduced_motion="reduce")
    page.locator("[data-action='0']").click()
    expect(page.locator("#part .log li b")).to_have_count(2)
    assert page.evaluate("window.moved") == moved


def test_the_log_shows_the_newest_turn_unless_one_reads_further_up(page: Page) -> None:
    page.set_viewport_size({"width": 1280, "height": 500})  # the log is soon longer than its place
    lay_out(page, "spice-road", seed=3, seats=ALONE)
    log = page.locator(".log > ol")
    above = "list => list.scrollHeight - list.clientHeight - list.scrollTop"
    for _ in range(12):
        before = version(page)
        page.locator("#part [data-action]").first.click()
        page.locator(f"#part:not([data-version='{before}'])").wait_for(state="attached")
    until(lambda: log.evaluate("list => list.scrollHeight > list.clientHeight"))
    until(lambda: log.evaluate(above) < 2)
    log.evaluate("list => { list.scrollTop = 0; }")
    page.locator("#part [data-action]").first.click()
    page.locator(f"#part:not([data-version='{before + 1}'])").wait_for(state="attached")
    until(lambda: log.evaluate("list => list.clientHeight && list.scrollTop === 0"))


def test_what_was_unfolded_stays_so(page: Page) -> None:
    lay_out(page, "spice-road", seed=3)
    fold = page.locator("details.more")
    fold.locator("summary").click()
    before = version(page)
    page.locator("[data-action='0']").click()
    page.locator(f"#part:not([data-version='{before}'])").wait_for(state="attached")
    expect(fold).to_have_attribute("open", "")


def test_cards_that_were_played_lie_below_the_hand(page: Page) -> None:
    lay_out(page, "spice-road", seed=3, seats=ALONE)
    card = page.locator(".hand [data-action='0']").get_attribute("data-move")
    page.locator("[data-action='0']").click()
    page.locator("[data-action='0']").click()  # the other player plays the same card
    expect(page.locator(f".laid .chip[data-move='{card}']")).to_be_visible()
    expect(page.locator(f".hand [data-move='{card}']")).to_have_count(0)


QUICK = ["spice-road", "east-to-west-1", "east-to-west-3"]
OTHERS = [pytest.param(game, marks=pytest.mark.slow) for game in century.games() if game not in QUICK]


@pytest.mark.parametrize("game", [*QUICK, *OTHERS])
def test_on_a_desk_all_of_the_table_is_in_sight(page: Page, game: str) -> None:
    page.set_viewport_size({"width": 1440, "height": 900})
    people = century.game(game).most_players
    lay_out(
        page, game, seed=3, seats=[{"kind": "me"}, *({"kind": "screen", "name": f"P{n}"} for n in range(1, people))]
    )
    for _ in range(3):
        before = version(page)
        page.locator("#part [data-action]:visible").first.click()
        page.locator(f"#part:not([data-version='{before}'])").wait_for(state="attached")
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")
    tray = page.locator(".tray").bounding_box()
    assert tray
    assert tray["y"] + tray["height"] <= 900
    assert float(page.evaluate("document.documentElement.style.getPropertyValue('--fit') || 1")) >= 0.8


def test_on_a_phone_one_part_of_the_table_is_shown_and_all_others_are_a_tap_away(browser: Browser, server: str) -> None:
    context = browser.new_context(
        base_url=server, viewport={"width": 390, "height": 844}, reduced_motion="reduce", has_touch=True
    )
    page = context.new_page()
    lay_out(page, "sand-to-sea", seed=3, seats=ALONE)
    page.locator("#part [data-action]:visible").first.tap()  # a place for the boat
    page.locator("#part[data-version='2']").wait_for(state="attached")
    for place, shown in (("table", ".map"), ("cards", ".merchants"), ("own", ".outposts"), ("players", ".seats")):
        page.locator(f".panes [data-tab={place}]").tap()
        expect(page.locator(shown)).to_be_visible()
        expect(page.locator("#part [data-pane]:visible")).to_have_count(
            page.locator(f"#part [data-pane={place}]").count()
        )
        for docked in (".tray", ".question"):
            box = page.locator(docked).bounding_box()
            assert box
            assert 0 < box["y"] <= 844 - box["height"]
    page.locator(".panes [data-tab=log]").tap()
    expect(page.locator(".panes .lit").first).to_be_visible()
    asked_there = page.locator("#part [data-pane] [data-action]")
    for _ in range(9):  # until a question is answered on the table again
        before = version(page)
        page.keyboard.press("1")
        page.locator(f"#part:not([data-version='{before}'])").wait_for(state="attached")
        if asked_there.count():
            break
    expect(page.locator("#part [data-pane=log]")).to_be_hidden()
    expect(asked_there.locator("visible=true").first).to_be_visible()
    expect(page.locator(".panes [aria-pressed=true]")).to_have_count(1)
    context.close()


@pytest.mark.parametrize("game", ["eastern-wonders", "sand-to-sea", "east-to-west-2", "east-to-west-3"])
def test_on_a_phone_the_map_is_large_and_moves_in_its_own_box(browser: Browser, server: str, game: str) -> None:
    context = browser.new_context(
        base_url=server, viewport={"width": 390, "height": 844}, reduced_motion="reduce", has_touch=True
    )
    page = context.new_page()
    lay_out(page, game, seed=3, seats=ALONE)
    page.locator(".panes").get_by_text("Map").tap()
    waters = page.locator(".waters")
    until(lambda: waters.evaluate("box => box.scrollWidth > box.clientWidth"))
    expect(waters).to_have_attribute("tabindex", "0")  # the page's own script has put the map in the middle
    scale = "map => map.getBoundingClientRect().width / map.viewBox.baseVal.width"
    until(lambda: page.locator("svg.map").evaluate(scale) > 0.99)  # cubes of 17 pixels
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    moved = "box => { box.scrollLeft = 20; return box.scrollLeft; }"
    until(lambda: waters.evaluate(moved) == 20)  # a box that was drawn anew meanwhile does not move
    before = version(page)
    page.locator("#part [data-action]:visible").last.click()
    page.locator(f"#part:not([data-version='{before}'])").wait_for(state="attached")
    page.locator(".panes").get_by_text("Map").tap()  # the next question may be answered elsewhere
    tiles = page.locator(".map .can")
    if not tiles.count():
        until(lambda: waters.evaluate("box => box.scrollLeft") == 20)
    else:
        seen = "tile => { const at = tile.getBoundingClientRect(); return at.left >= 0 && at.right <= 390; }"
        until(lambda: any(tile.evaluate(seen) for tile in tiles.all()))
    page.get_by_role("button", name="Whole map").click()
    whole = "box => box.clientWidth > 0 && box.scrollWidth <= box.clientWidth"
    until(lambda: waters.evaluate(whole))
    page.reload()
    page.locator(".panes").get_by_text("Map").tap()
    until(lambda: waters.evaluate(whole))  # it is remembered
    context.close()


@pytest.mark.parametrize("language", ["en", "de-DE"])
def test_the_title_is_whole_on_a_phone(browser: Browser, server: str, language: str) -> None:
    context = browser.new_context(base_url=server, viewport={"width": 390, "height": 844}, locale=language)
    page = context.new_page()
    for game in ("eastern-wonders", "east-to-west-3"):
        id = lay_out(page, game, seed=3, seats=ALONE)
        for path in (f"/t/{id}", f"/t/{id}/replay"):
            page.goto(path)
            title = page.locator("h1")
            assert title.evaluate("title => title.scrollWidth <= title.clientWidth"), (game, path)
            box, tools = title.bounding_box(), page.locator(".topbar nav").bounding_box()
            assert box
            assert tools
            assert box["x"] + box["width"] <= tools["x"]
    context.close()


@pytest.mark.parametrize("game", century.games())
def test_it_fits_a_phone_in_the_dark_and_in_german(browser: Browser, server: str, game: str) -> None:
    context = browser.new_context(
        base_url=server,
        viewport={"width": 390, "height": 844},
        color_scheme="dark",
        locale="de-DE",
        reduced_motion="reduce",
        has_touch=True,
    )
    page = context.new_page()
    lay_out(page, game, seed=3, seats=ALONE)
    assert page.locator("html").get_attribute("lang") == "de"
    page.locator("#part [data-action]").first.click()
    page.locator("#part:not([data-version='1'])").wait_for(state="attached")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    shoot(page, f"{game}-phone-dark-german")
    context.close()


@pytest.mark.parametrize("every", [False, pytest.param(True, marks=pytest.mark.slow)], ids=["some", "all"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_serious(browser: Browser, server: str, scheme: str, every: bool) -> None:
    """The games share their boards and replays: by default, tables of three and one replay are looked at."""
    context = browser.new_context(base_url=server, color_scheme=scheme, reduced_motion="reduce", bypass_csp=True)  # type: ignore[arg-type]
    page = context.new_page()
    rules = None if every or scheme == "light" else ["color-contrast"]  # all else is the same in the dark
    for path in ("/", "/rules/spice-road", "/join"):
        page.goto(path)
        assert not serious(page, rules), path
    games = century.games() if every else ("spice-road", "a-new-world", "east-to-west-3")
    for game in games:
        id = lay_out(page, game, seed=3, seats=ALONE)
        assert not serious(page, rules), game
        if every or game == games[-1]:
            page.goto(f"/t/{id}/replay")
            assert not serious(page, rules), f"replay of {game}"
    context.close()


def serious(page: Page, rules: list[str] | None = None) -> list[str]:
    """What axe calls serious or worse on a page, by all of its rules or some."""
    options = {"options": {"runOnly": {"type": "rule", "values": rules}}} if rules else {}
    found = Axe().run(page, **options).response["violations"]
    return [
        f"{one['id']}: {one['help']}: {[node['html'][:160] for node in one['nodes'][:3]]}"
        for one in found
        if one["impact"] in ("serious", "critical")
    ]
