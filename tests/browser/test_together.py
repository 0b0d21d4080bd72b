"""Two people at one table, each with a browser of their own."""

from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.browser.playing import lay_out, new_table
from tests.waiting import until


def visitor(browser: Browser, server: str) -> tuple[BrowserContext, Page]:
    context = browser.new_context(base_url=server, reduced_motion="reduce", locale="en")
    return context, context.new_page()


def seated(
    browser: Browser, server: str, *, game: str = "spice-road", start: int = 0
) -> tuple[Page, Page, BrowserContext, str]:
    """A host, and a friend who came by link."""
    _, host = visitor(browser, server)
    friends, friend = visitor(browser, server)
    id = lay_out(host, game, seats=[{"kind": "me"}, {"kind": "friend"}], start=start)
    link = host.locator("[data-invitation]")
    expect(link).not_to_have_value("")
    friend.goto(link.input_value())
    friend.get_by_role("button").filter(has_text="Sit down").click()
    friend.wait_for_url(f"**/t/{id}")
    return host, friend, friends, id


def test_a_move_of_one_is_seen_by_the_other_at_once(browser: Browser, server: str) -> None:
    host, friend, _, _ = seated(browser, server)
    expect(host.locator("#part")).to_have_attribute("data-stage", "playing")
    host.locator("[data-action='0']").click()
    expect(friend.locator("#part .log")).to_contain_text("played")
    expect(host.locator("#part [data-action]")).to_have_count(0)  # it is the friend's turn
    friend.locator("[data-action='0']").click()
    expect(host.locator("#part .log li b")).to_have_count(2)
    expect(host.locator("[data-action]").first).to_be_visible()


def test_who_was_offline_catches_up(browser: Browser, server: str) -> None:
    host, friend, friends, _ = seated(browser, server)
    friends.set_offline(True)
    host.locator("[data-action='0']").click()
    expect(host.locator("#part .log li b")).to_have_count(1)
    friends.set_offline(False)
    expect(friend.locator("#part .log li b")).to_have_count(1)
    friend.locator("[data-action='0']").click()
    expect(host.locator("#part .log li b")).to_have_count(2)


def test_presence_is_shown_and_a_move_of_another_is_not_taken_back(browser: Browser, server: str) -> None:
    host, friend, friends, _ = seated(browser, server)
    host.locator("[data-action='0']").click()
    friend.locator("[data-action='0']").click()
    expect(host.locator("#part .log li b")).to_have_count(2)
    expect(host.locator("#part [data-do=undo]:not([disabled]):not([aria-disabled=true])")).to_have_count(0)
    expect(host.locator("#part .rail")).not_to_contain_text("away")
    friends.close()
    expect(host.locator("#part .rail")).to_contain_text("away")


def test_a_map_that_was_moved_stays_so_when_somebody_leaves(browser: Browser, server: str) -> None:
    host, _, friends, _ = seated(browser, server, game="eastern-wonders", start=1)
    host.set_viewport_size({"width": 390, "height": 844})
    host.locator(".question [data-action]").first.click()  # the cubes to begin with
    places = host.locator(".map .can")
    expect(places.first).to_be_attached()
    ends = places.evaluate_all("all => all.map(one => one.getBoundingClientRect().right)")
    places.nth(ends.index(max(ends))).dispatch_event("click")
    boat, waters = host.locator(".map .boat[data-own]"), host.locator(".waters")
    expect(boat).to_be_attached()
    expect(places).to_have_count(0)
    until(lambda: waters.evaluate("box => { box.scrollLeft = 0; return box.isConnected; }"))
    assert boat.evaluate("boat => boat.getBoundingClientRect().right") > 390  # a turn would bring it into sight
    friends.close()
    expect(host.locator("#part .rail")).to_contain_text("away")
    assert waters.evaluate("box => box.scrollLeft") == 0


def test_watchers_see_but_do_not_act_and_private_tables_are_not_there(browser: Browser, server: str) -> None:
    host, _, _, id = seated(browser, server)
    _, watcher = visitor(browser, server)
    watcher.goto(f"/t/{id}")
    expect(watcher.locator("#table")).to_be_visible()
    expect(watcher.locator("[data-action]")).to_have_count(0)
    host.locator("[data-action='0']").click()
    expect(watcher.locator("#part .log")).to_contain_text("played")
    secret = lay_out(host, "spice-road", seats=[{"kind": "me"}, {"kind": "screen"}], private=True)
    answer = watcher.goto(f"/t/{secret}")
    assert answer
    assert answer.status == 404


def test_twelve_tabs_of_one_browser_work(browser: Browser, server: str) -> None:
    """Over HTTP/1.1 a browser opens six connections to a server: one stream must do for all tabs."""
    context, first = visitor(browser, server)
    ids = [new_table(first, "spice-road", seats=[{"kind": "me"}, {"kind": "screen"}], start=0) for _ in range(11)]
    tabs = [first, *(context.new_page() for _ in ids)]
    for tab, id in zip(tabs, [*ids, ids[0]], strict=True):  # one of the tables is shown in two of them
        tab.goto(f"/t/{id}")
        expect(tab.locator("#table")).to_be_visible()
    for tab in tabs[:11]:
        tab.locator("[data-action='0']").first.click()
        expect(tab.locator("#part .log li b")).to_have_count(1)
    expect(tabs[11].locator("#part .log li b")).to_have_count(1)  # as the first tab has moved
    another = context.new_page()
    another.goto("/")
    expect(another.locator("#lists")).to_be_attached()
    context.close()


def test_a_browser_without_shared_workers_hears_of_moves_too(browser: Browser, server: str) -> None:
    context, page = visitor(browser, server)
    context.add_init_script("delete globalThis.SharedWorker")
    id = lay_out(page, "spice-road", seats=[{"kind": "me"}, {"kind": "screen"}], start=0)
    other = context.new_page()
    page.goto(f"/t/{id}")
    other.goto(f"/t/{id}")
    page.locator("[data-action='0']").first.click()
    expect(other.locator("#part .log li b")).to_have_count(1)
    context.close()
